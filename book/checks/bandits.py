"""What this chapter asserts about its own runs, cell by cell."""

# %% after unseen
end = {name: rows[:, -1] for name, rows in extra.items()}
bounds.check("bandits.exp3_tuned", end["Exp3"].mean(), on="ten headlines", T=T, d=d)
bounds.check("bandits.exp3", end["Exp3"].mean(), on="ten headlines", T=T, d=d, eta=step)
assert end["Hedge, sees all"].max() < end["Exp3"].min()
assert end["Exp3"].max() < end["unseen is zero"].min()
assert abs(end["unseen is zero"].mean() / end["at random"].mean() - 1) < 0.1
estimates, learner, rng = np.zeros((T, d)), Exp3(step, d=d), np.random.default_rng(0)
for h, row in zip(estimates, readers(0), strict=True):
    arm = learner.choose(rng)
    h += learner.estimate(arm, row[arm])
    learner.update(arm, row[arm])
told = ol.play_oco(ol.Hedge(step), estimates)
Q = (told.weights[:-1] * estimates**2).sum()
bounds.check(
    "bandits.local_norm",
    told.losses.sum() - estimates.sum(axis=0).min(),
    on="estimates of one run",
    eta=step,
    d=d,
    Q=Q,
)
for arm_t in range(d):
    assert np.array_equal(Unseen(step, d=d).estimate(arm_t, 0.7), 0.7 * (np.arange(d) == arm_t))


# %% after fig-unseen
assert labelled.axes("reader", "clicks lost so far")
for label in ("at random", "unseen is zero", "Exp3", "Hedge, sees all"):
    assert labelled(f"{label}: ", shown, extra[label].mean(axis=0)[shown])

# %% after fig-estimates
assert labelled.axes("estimates", "their average")
thrown = np.random.default_rng(1)
for chance in (0.01, 0.1, 0.5):
    pulled = (thrown.random(2000) < chance).cumsum()
    counted = np.arange(1, 2001, 4)
    assert labelled(f"pulled with probability {chance}", counted, pulled[::4] / chance / counted)

# %% after fig-parabola
assert labelled.axes("$x$", "")
assert labelled("$e^{-x}$", x, 1 / np.exp(x))
assert labelled(r"$1-x+\frac{x^2}{2}$", x, ((x - 1) ** 2 + 1) / 2)

# %% after loop
for seed_t, rate in ((1, step), (2, 2 * step), (3, 0.2 * step)):  # longer steps magnify rounding
    shown_t, luck = readers(seed_t)[:400], np.random.default_rng(seed_t)
    again = play_bandit(Exp3(rate), shown_t, np.random.default_rng(seed_t)).losses.sum()
    assert exp3(shown_t, rate, luck) == again

# %% after fig-intervals
assert labelled.axes("", "loss", "after 30 readers")
assert labelled.axes("how often each of four headlines was shown", "", "after 300 readers")

# %% after hidden
for forced, found in hidden.values():
    assert np.mean(found) - 3 * np.std(found) / np.sqrt(len(found)) > forced

# %% after worlds
for days, lost_t in ((slice(600), [0.1, 0.4, 0.6, 0.6]), (slice(600, T_day), [0.9, 0.4, 0.6, 0.6])):
    mean_t = np.mean([turning(seed)[days].mean(axis=0) for seed in range(10)], axis=0)
    assert np.abs(mean_t - lost_t).max() < 0.02

# %% after rounded
in_millionths, exactly = Rounded(0.1, d=4), Exp3(0.1, d=4)
assert Rounded(0.1).w is None
for arm_t in (0, 1, 1, 2):
    in_millionths.update(arm_t, 1.0)
    exactly.update(arm_t, 1.0)
assert np.abs(in_millionths.w - exactly.w).max() < 2e-6
assert np.isclose(in_millionths.w.sum(), 1)
run_t = play_bandit(Exp3(0.1), turning(2), np.random.default_rng(102))
assert regrets(Exp3(0.1), turning)[2] == run_t.losses.sum() - turning(2).sum(axis=0).min()

# %% after tuned
gaps = few[0] - few[1:]
runs = [
    play_bandit(UCB1(), readers(seed, few, T_day), np.random.default_rng(seed)) for seed in range(6)
]
bounds.check(
    "bandits.ucb1",
    np.mean([run.pulls[1:] @ gaps for run in runs]),
    on="four headlines",
    T=T_day,
    H=(1 / gaps).sum(),
    S=gaps.sum(),
)
best = {
    (world, who): min((tuned[world, n].mean(), n) for n in numbers)
    for world in worlds
    for who, numbers in (("Exp3", range(4)), ("UCB1", range(4, 8)))
}
assert best["still", "UCB1"][0] < 0.5 * best["still", "Exp3"][0]
assert best["turning", "Exp3"][0] < 0 < best["turning", "UCB1"][0]
assert {n for _, n in best.values()} <= {1, 2, 5, 6}  # no best one at an end of its grid

# %% after opponent
assert g.sum() == T_day
assert np.mean(paid) - g.sum(axis=0).min() < ol.theorem("bandits.exp3_tuned").bound(T=T_day, d=four)

# %% after anytime
assert abs(np.mean(later) - extra["Exp3"][:, -1].mean()) < np.std(later) / 4
assert np.isclose(np.sqrt(2) * shrinking(T), step)
