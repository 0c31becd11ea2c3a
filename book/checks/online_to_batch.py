"""What this chapter asserts about its own runs, cell by cell."""

# %% after cell-5
average_error = errors(ol.online_to_batch(run), X[test], y[test])[0]
worse = np.mean(along[:-1] > average_error)
assert stopped[len(stops) - 1] == (1, 400, along[-1], average_error)
assert [error for s, t, error in held if s == 1][-1] == along[-1]
of_four = [row for row in stopped if row[1] >= 100]
assert max(row[3] for row in of_four) < max(row[2] for row in of_four) / 2

# %% after thirty
assert np.isclose(along[-1], np.median(of_last))  # the shuffle shown is a typical one
assert np.isclose(average_error, np.median(of_average))
assert worse > 0.9
assert as_good == 10

# %% after cell-15
assert np.array_equal(np.where(points >= held_fast, 1, -1), held)
assert np.array_equal(mistakes_fast[:, 0], mistakes)
rng = np.random.default_rng(6)
for _ in range(20):  # also with labels of no threshold
    small = rng.integers(N, size=(40, 1))
    plus = (small >= rng.integers(N + 1)) != (rng.random((40, 1)) < 0.1)
    slow, fast = (
        halving(H, small[:, 0], np.where(plus, 1, -1)[:, 0]),
        halving_on_thresholds(N, small, plus),
    )
    assert np.array_equal(np.where(points >= fast[0], 1, -1), slow[0])
    assert np.array_equal(fast[1][:, 0], slow[1])

# %% after cell-17
assert np.array_equal(W, run.weights[:-1])
assert np.allclose(average, ol.online_to_batch(run, "average"))
assert np.array_equal(drawn, ol.online_to_batch(run, "random", rng=np.random.default_rng(5)))

# %% after cell-19
for k in range(N + 1):
    held, mistakes = halving_on_thresholds(N, samples, samples >= k)
    for t in range(T):
        assert np.abs(held[t] - k).sum() == N * mistakes[t].sum()
assert total == 222
assert most == 2
assert counts[1].min() < counts[1].mean() < counts[1].max()

# %% after cell-29
difference = mistakes.sum(axis=0) - risks.sum(axis=0)  # mean zero, by the lemma
assert abs(difference.mean()) <= 4 * difference.std() / np.sqrt(runs)
assert mistakes.sum(axis=0).max() <= M
assert bound == bounds.check(
    "batch.mistakes_to_risk", risks.mean(), on="Halving on 255 points", M=M, T=T
)

# %% after cell-33
assert attained == bounds.check(
    "batch.mistakes_to_risk", risks_dull.mean(), on="one example for ever", M=1, T=50
)
assert len(wrong) == 100
assert np.mean(wrong[:99]) <= 1 / 99 < wrong[99]
p = np.mean(risks_dull >= 1)
_ = bounds.check(
    "batch.mistakes_to_probability", p, on="one example for ever", M=1, epsilon=1.0, T=50
)

# %% after cell-40
T, rare = 8, Fraction(1, 10)
exact = [Fraction(0)] * 3
for drawn_points in product((0, 1), repeat=T):
    chance = rare ** sum(drawn_points) * (1 - rare) ** (T - sum(drawn_points))
    small = ol.play(ol.Perceptron(), np.eye(2)[list(drawn_points)], np.ones(T), keep_weights=True)
    is_bad = (small.weights == 0).any(axis=1)  # a point has score 0
    exact[0] += chance * Fraction(int(is_bad[:-1].sum()), T)
    exact[1] += chance * int((ol.online_to_batch(small, "longest_survivor") == 0).any())
    exact[2] += chance * int(is_bad[-1])
assert exact == list(chance_of_bad(T, rare))

# %% after survivors-many
assert latest <= (M + 1) * n
assert np.mean(failed) <= delta
assert (M + 1) * n == 810

# %% after cell-49
for delta, shares in exceeded.items():
    assert max(shares) <= delta
assert np.all(vote_risk <= 2 * average_risk + 1e-12)
assert all(fit < vote < survivor < pick for pick, survivor, vote, fit in sizes)
more = np.diff(sizes, axis=0)
assert np.all(more[1, 1:] <= more[0, 1:])
assert np.array_equal(sample >= held_fast[-1, 0], sample >= 100)  # consistent at the end

# %% after cell-55
for weights in ([-4.0, 3.0], [-1000.0] + 99 * [1.0]):
    m, mid = hinge.value(1.0, np.array(weights)).mean(), hinge.value(1.0, np.mean(weights))
    bounds.check("batch.jensen", mid, on=f"{len(weights)} weights", m=m)
    assert zero_one.value(1.0, np.mean(weights)) > zero_one.value(1.0, np.array(weights)).mean()
of_dull = hinge.value(1.0, ol.online_to_batch(dull) @ np.ones(1))
dull_bound = bounds.check(
    "batch.losses_to_risk", of_dull, on="one example for ever, hinge", b=1.0, T=50
)
assert np.isclose(of_dull, dull_bound)

# %% after exact-excess
for B, of_pick, of_average in excess.values():
    assert of_pick == B / T  # as fractions
    assert of_average <= B / T
    if B > 0:
        bounds.check("batch.random_iterate", float(of_pick), on="three examples", B=float(B), T=T)
        bounds.check("batch.average", float(of_average), on="three examples", B=float(B), T=T)
climb = ol.play_oco(ol.OnlineGradientDescent(1.0), -np.ones((3, 1)))  # the loss -w, against u = 3
B_climb = climb.losses.sum() + 9.0
bounds.check(
    "batch.average", 3.0 - ol.online_to_batch(climb)[0], on="a linear loss", B=B_climb, T=3
)
bounds.check("batch.random_iterate", -1.0, on="staying at 0", B=-2.0, T=2)
paid_square = mean(
    sum(2 * square(w, *z) for w, z in zip(weights, sample))
    for weights, sample in zip(held, all_samples)
)
assert paid_square == mean(sum(2 * risk(w) for w in weights) for weights in held)
eta = Fraction(1, 3)  # Widrow-Hoff on the same samples, against the cheapest comparator
xx, xy = mean(x * x for x, _ in examples), mean(x * y for x, y in examples)
cheapest = (xy / (1 - eta)) / (xx / (1 - eta) + 1 / (eta * T))
B_best = 2 * risk(cheapest) / (1 - eta) + cheapest**2 / (eta * T)
assert 2 * average <= B_best

# %% after steps-tried
for row in rows:
    bounds.check(
        "batch.gradient_descent", row[1], on="breast cancer as the distribution", U=U, G=G, T=row[0]
    )
    assert row[1] <= row[3] <= row[-1]
    assert row[2] < row[1] or row[0] < 100
assert best_average == tried[4][0] < best_last == tried[2][1]
assert 0.9 * best_average < min(falling.values()) == falling[8] < best_average
odd, heads = 501, range(251)  # a coin that leans by one in the root of its tosses
lean = (1 + odd**-0.5) / 2
mistaken = sum(comb(odd, h) * lean**h * (1 - lean) ** (odd - h) for h in heads)
assert 0.15 < mistaken < 1 / 6
promised_errors = lowest + rows[-1][-1]

# %% after regress-steps
eta = 0.5
T, on = lengths[-1], "diabetes as the distribution"
for measured, _, limit in table:
    assert measured <= limit
ridge = np.eye(len(xy)) / (eta * T)
u = np.linalg.solve(xx / (1 - eta) + ridge, xy / (1 - eta))
R, U = mean_square_errors(u)[0], np.linalg.norm(u)
bounds.check("batch.widrow_hoff", measured, on=on, R=R, U=U, eta=eta, T=T)
assert of_last[-1] - least > 8 * (of_average[-1] - least)
assert of_last[3] < of_average[3]
single = ol.play(ol.WidrowHoff(eta), X_d, y_d, keep_weights=True)
Q = mean_square_errors(single.weights[:-1]).mean()
of_one = mean_square_errors(ol.online_to_batch(single))[0]
gain = np.var(single.weights[:-1] @ X_d.T, axis=0).mean()
assert np.isclose(Q - of_one, gain)  # the variance of the predictions
assert all(grid[0] < step < grid[-1] for steps in best_step.values() for step in steps)
assert at_best[30][1] < at_best[30][0] < 1.1 * at_best[30][1]

# %% after cell-98
for results in tested.values():
    means = dict(zip(CHOICES, results.mean(axis=0)))
    assert means["average"] <= min(means.values()) + 1e-12
    assert means["random"] == max(means.values())
    assert means["vote"] < means["longest_survivor"] < means["last"]


# %% after cell-102
assert noisy[0.1][1] > 3 * 8 / T
assert noisy[0.02][1] > 8 / T
assert noise == 0.1 < hedge_risk <= hedge_promise
assert all(abs(made / T - of_pick) < 0.01 for made, of_pick in noisy.values())
order = np.argsort(y_28, kind="stable")
run = ol.play(ol.Perceptron(), X_28[order], y_28[order], keep_weights=True)
assert errors(run.weights[:-1], X_28, y_28).mean() > 0.4 > 10 * run.n_mistakes / run.T
bounds.check("batch.mistakes_to_risk", pick, on="digits 0 and 1", M=M, T=180)
