"""What this chapter asserts about its own runs, cell by cell."""

# %% after cell-5
for label, mixed in (("what is played", p), ("average so far", mean_p)):
    assert labelled(label, mixed[:, 2] + mixed[:, 1] / 2, mixed[:, 1] * np.sqrt(0.75))

# %% after cell-11
for T, value in zip(sizes, scissors):
    bounds.check("games.self_play", value, on="scissors", m=3, n=3, T=int(T))
    each = (T / 2 * np.log(3)) ** 0.5
    bounds.check("games.equilibrium", value, on="scissors", B=each, C=each, T=int(T))
for T, values in zip(sizes, random_games.T):
    bounds.check("games.self_play", values.max(), on="random games", m=5, n=8, T=int(T))
assert np.abs(mean_p[-1] - [0.25, 0.5, 0.25]).max() < 0.05
assert (random_games >= -1e-12).all()
for A_g, (found_g, *_) in ((A, scissors), (A[:, :2], gaps(A[:, :2]))):
    rows_g, columns_g = (each.mean(axis=0) for each in self_play(A_g, sizes[0]))
    assert np.isclose(found_g, (rows_g @ A_g).max() - (A_g @ columns_g).min())


# %% after cell-17
assert labelled.axes("margin", "share of examples")
for number in (3, 30, 200):
    own = y[train] * boosted[number, 0].score(X[train])
    assert labelled(f"{number} rules", sorted(own), np.arange(1, len(own) + 1) / len(own))
for (_, seed), learner in boosted.items():
    train, _ = halves(seed)
    scores = y[train] * learner.score(X[train])
    S = np.square(learner.edges).sum()
    bounds.check("games.adaboost", (scores <= 0).mean(), on="breast cancer", S=S)
    A_all = 2 * sum(learner.votes)  # its votes are half of those of the theorem
    for level in (0.05, 0.1, 0.2):
        share_of = (scores <= level).mean()
        bounds.check("games.margins", share_of, on="breast cancer", S=S, m=level, A=A_all)
train, _ = halves(0)
smallest = {T: (y[train] * boosted[T, 0].score(X[train])).min() for T in (30, 100, 200)}
assert smallest[30] < smallest[100] < smallest[200]
for T, seed in boosted:
    train, _ = halves(seed)
    assert T < 30 or (y[train] * boosted[T, seed].score(X[train]) > 0).all()

# %% after cell-24
for seed_g in range(3):
    losses_g, good_g = drifting(seed_g)
    assert np.flatnonzero(np.diff(good_g)).tolist() == [249, 499, 749]
    is_good = np.arange(d) == good_g[:, np.newaxis]
    assert abs(losses_g[is_good].mean() - 0.2) < 0.05
    assert abs(losses_g[~is_good].mean() - 0.5) < 0.02

# %% after cell-26
assert labelled.axes("round", "regret against the path")
for label in ("Hedge", "gradient descent", "fixed share"):
    ends = {eta: regrets[label, eta].mean(axis=0) for eta in etas}
    assert labelled(label, np.arange(1000), min(ends.values(), key=lambda mean: mean[-1]))
J = np.log(d) + K * np.log(d * (T - 1) / K) + K
tuned = FixedShare(np.sqrt(8 * J / T), alpha=K / (T - 1))
for g, good in streams:
    value = ol.play_oco(tuned, g).losses.sum() - g[np.arange(T), good].sum()
    bounds.check("games.shifting_tuned", value, on="drifting stream", T=T, J=J)
    alpha, eta = K / (T - 1), np.sqrt(8 * J / T)
    price = {"d": d, "K": K, "alpha": alpha, "beta": 1 - alpha, "eta": eta, "T": T}
    bounds.check("games.shifting", value, on="drifting stream", **price)
end = {name: regrets[name, best[name]][:, -1].mean() for name in learners}
assert end["fixed share"] < min(end["Hedge"], end["gradient descent"])
assert all(etas[0] < best[name] < etas[-1] for name in learners if name != "Hedge")

# %% after games-areas
assert labelled.axes("round", "", "fixed share")
assert labelled.axes("round", "part of the weight", "Hedge")

# %% after cell-32
for mistakes, B, L, _ in small:
    bounds.check("games.small_losses_tuned", L, on="one good expert", C=mistakes, B=B, d=d)
    eta = np.log(1 + np.sqrt(2 * np.log(d) / B))
    bounds.check("games.small_losses", L, on="one good expert", C=mistakes, eta=eta, d=d)
for eta in (0.1, 1.0):
    g = punish_the_heaviest(ol.Hedge(eta), T=300, d=4)
    L, U = ol.play_oco(ol.Hedge(eta), g).losses.sum(), g.sum(axis=0).min()
    bounds.check("games.small_losses", L, on="the heaviest is punished", C=U, eta=eta, d=4)

# %% after forced-4
assert forced <= exactly <= promised
assert abs(np.mean(found) - exactly) < 3 * np.std(found) / np.sqrt(len(found))
bounds.check("hedge.regret", exactly, on="coins in 8 blocks", T=T, d=d)

# %% after games-best-answer
answers_g = np.argmax(np.array(p) @ A, axis=1)
assert np.array_equal(np.argmax(q, axis=1), answers_g)
paid_g = (np.array(p) @ A)[np.arange(T), answers_g]
assert np.isclose(gap, (np.mean(p, axis=0) @ A).max() - (A @ np.mean(q, axis=0)).min())
assert gap <= (paid_g.sum() - (A @ np.sum(q, axis=0)).min()) / T + 1e-12
bounds.check(
    "hedge.regret", paid_g.sum() - (A @ np.sum(q, axis=0)).min(), on="best answers", T=T, d=d_A
)
