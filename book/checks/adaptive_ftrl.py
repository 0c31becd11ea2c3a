"""What this chapter asserts about its own runs, cell by cell."""

# %% after cell-5
assert labelled.axes("unit of the losses", "regret / unit")
shorter = [ol.OnlineGradientDescent(c / np.sqrt(T), disc) for c in units]  # the unit, in the step
in_step = [[regret(own, drifting(s), disc) for s in range(4)] for own in shorter]
assert labelled("fixed step", units, np.median(in_step, axis=1))
in_one_unit = [regret(adaptive, drifting(s), disc) for s in range(4)]
assert labelled("AdaGrad", units, np.full(len(units), np.median(in_one_unit)))
assert labelled("$UG", ..., ol.theorem("ogd.tuned").bound(U=1.0, G=1.0, T=T))
assert np.ptp(curves["AdaGrad"], axis=0).max() < 1e-6
assert np.all(np.median(curves["fixed step, for unit 1"], axis=1)[[0, 1, 2, 4, 5, 6]] > 1.4 * 22.4)
for s in range(4):
    g = drifting(s)
    bounds.check("ftrl.adagrad", in_one_unit[s], on="a drift", D=2.0, B=np.sum(g**2))
hedge = ol.Hedge(0.1, d=2)  # a simplex is not the same set from the other side
paid = ol.play_oco(hedge, g).losses.sum()
assert np.isclose(regret(hedge, g, ol.Simplex()), paid - g.sum(axis=0).min())

# %% after cell-19
bounds.check("ftrl.anytime_hedge", row[0], on="against", T=np.array(horizons), d=d)
assert row[0][2] < allowed[2]
blind = against(hedges["for T = 100"], max(horizons))
blind_regret = ol.play_oco(hedges["for T = 100"], blind).losses.sum() - blind.sum(axis=0).min()
assert blind_regret > allowed[2]

# %% after cell-23
U = 1.0
for n in (100, 6400):
    slow = ol.FollowTheRegularizedLeader(lambda t: U / np.sqrt(2 * t), ol.SquaredNorm())
    g = np.where(np.arange(n) < n / 2, 1.0, -1.0)[:, np.newaxis]
    for u in (-U, 0.0, U):
        paid = ol.play_oco(slow, g).losses.sum() - g.sum() * u
        bounds.check("ftrl.anytime_dual_averaging", paid, on="late turn", U=U, G=1.0, T=n)
slow = ol.FollowTheRegularizedLeader(lambda t: U / np.sqrt(2 * t), ol.SquaredNorm())
g = ol.streams.orthogonal_gradients(slow, 400)
paid = regret(slow, g, ol.Ball(U))
name = "orthogonal gradients"
bounds.check("ftrl.anytime_dual_averaging", paid, on=name, U=U, G=1.0, T=400)
S = np.sum(U / np.sqrt(2 * np.arange(1, 401)))
bounds.check("ftrl.dual_averaging", paid, on=name, U=U, z=U / np.sqrt(800), S=S)

# %% after af-roots
assert labelled(r"$1/\sqrt{x}$", x, 1 / np.sqrt(x))
assert np.array_equal(widths, [3**2, 4**2])
assert np.array_equal(heights, [1 / 3, 1 / 5])
assert widths @ heights <= 2 * 5
drawn = np.random.default_rng(12).uniform(size=(20, 300)) ** 4
summed = np.cumsum(drawn, axis=1)
assert np.all((drawn / np.sqrt(summed)).sum(axis=1) <= 2 * np.sqrt(summed[:, -1]))

# %% after af-bowls
assert labelled.axes("$w$", "", "1")
assert labelled.axes("$w$", "", "2")
bowls = (0.3 * at**2, 0.2 * (at + 5) ** 2)  # half of sigma: of 3/5, and of 1 less 3/5
for place, (bowl, slope_sum) in enumerate(zip(bowls, (3, 7)), start=1):
    assert labelled("the new bowl", at, bowl, f"{place}")
    assert labelled("bowls and losses", at, sum(bowls[:place]) + slope_sum * at, f"{place}")
assert np.allclose(played, [0, -5, -9])
packaged = ol.play_oco(AdaGrad(5 * np.sqrt(2)), [[slope] for slope in slopes])
assert np.allclose(packaged.weights[:, 0], played)

# %% after cell-33
assert np.allclose(loop, packaged)
rough = ol.streams.orthogonal_gradients(AdaGrad(2.0, disc), 400)
paid = regret(AdaGrad(2.0, disc), rough, disc)
bounds.check("ftrl.adagrad", paid, on="orthogonal gradients", D=2.0, B=np.sum(rough**2))
to_and_fro = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 2.0], [0.0, -2.0]])
for rows_t, D_t in ((to_and_fro, 1.0), (drifting(1), 3.0)):
    packaged_t = ol.play_oco(AdaGrad(D_t, disc), rows_t).weights
    assert np.allclose(adagrad(rows_t, D_t, disc.project), packaged_t)


# %% after cell-36
assert np.array_equal(tiny, huge)

# %% after cell-41
text, labels_t = words(1)
assert set(text.ravel()) == {-1.0, 0.0, 1.0}
assert np.abs((text != 0).mean(axis=0) - 0.5 ** np.arange(d)).max() < 0.06
rarest = d - 1 - np.argmax(text[:, ::-1] != 0, axis=1)  # it outweighs all others together
agrees = text[np.arange(T), rarest] * labels_t
assert all(len({*agrees[rarest == word]}) < 2 for word in range(d))

# %% after af-steps
assert labelled.axes("round", "step")
for word in (1, 3, 5, 7):
    met = np.flatnonzero(X[:, word - 1]).min()
    of_word = [10 / np.sqrt(2 * (G[: t + 1, word - 1] ** 2).sum()) for t in range(met, T)]
    assert labelled(f"word {word}", np.arange(met + 1, T + 1), of_word)
for_all = [10 * np.sqrt(10) / np.sqrt(2 * (G[: t + 1] ** 2).sum()) for t in range(T)]
assert labelled("one step for all", np.arange(1, T + 1), for_all)
typical = {name: np.median(row) for name, row in hinge.items()}
families = ("fixed", "AdaGrad", "diagonal")
best = [min(typical[name] for name in hinge if name.startswith(own)) for own in families]
assert best[2] < best[1] < best[0]
assert typical["diagonal, D / 1"] < typical["AdaGrad, D / 1"]
assert T < each < one
narrow = DiagonalAdaGrad(ol.Box(-1.0, 1.0))
uneven = np.random.default_rng(0).normal(0.3, 1.0, size=(300, 6)) * np.logspace(0, -3, 6)
paid = regret(narrow, uneven, ol.Box(-1.0, 1.0))
A = np.sum(2 * np.sqrt(2 * np.sum(uneven**2, axis=0)))
bounds.check("ftrl.diagonal", paid, on="derivatives of uneven size", A=A)

# %% after cell-48
assert row[0] > 30
assert row[2] < row[3] < 1.01
farthest = ol.play_oco(HintedLeader(eta, hint), g).weights
assert 2000 < np.linalg.norm(farthest, axis=1).max() < 2100
short_step = regret(HintedLeader(1 / np.sqrt(n), hint), g, disc)
assert np.allclose(g.sum(axis=0), 0)
rng = np.random.default_rng(3)
coins = rng.choice([-1.0, 1.0], size=(500, 1))
guess = HintedLeader(0.05)
h = np.r_[np.zeros((1, 1)), coins[:-1]]
S = np.sum((coins - h) ** 2)
paid = ol.play_oco(guess, coins).losses.sum() + abs(coins.sum())
bounds.check("ftrl.hints", paid, on="coins, where hints are useless", U=1.0, eta=0.05, S=S)
v = -np.sign(coins.sum())
missed, length = (v + 0.05 * coins.sum()) ** 2, np.sum(h**2)
names = {"N": 1.0, "P": missed, "S": S, "H": length, "eta": 0.05}
assert np.isclose(paid, bounds.check("ftrl.hints_exactly", paid, on="coins", **names))
flip = np.where(np.arange(20) % 2, -1.0, 1.0)[:, np.newaxis]
assert np.isclose(ol.play_oco(HintedLeader(0.1), flip).losses.sum(), 0.1 * 29)

# %% after cell-53
assert paid > allowed

# %% after cell-62
assert hinted < 10 < plain
for rate, hint, rounds_p in ((0.2, 0, 7), (0.2, 1, 7), (2.0, 1, 30)):
    lost_p, bills = [np.array([[0.0, 3.0], [0.0, 0.0]])], np.zeros(2)
    for _ in range(rounds_p):
        seen_p = sum(lost_p) + (hint * lost_p[-1] if len(lost_p) > 1 else 0)
        mixes = [np.exp(-rate * row) / np.exp(-rate * row).sum() for row in seen_p]
        lost_p.append(np.array([mixes[1], -mixes[0]]))
        bills += [mixes[0] @ mixes[1], -mixes[1] @ mixes[0]]
    both = bills - sum(lost_p[1:]).min(axis=1)
    assert np.isclose(play_pennies(rate, hint, rounds_p), both.sum())
