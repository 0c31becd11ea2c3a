"""What this chapter asserts about its own runs, cell by cell."""

from math import comb

# %% after cell-4
first_s, then_s = shuffled(7, np.zeros(20), 1)
assert len(first_s) == 7
assert sorted([*first_s, *then_s]) == [*range(20)]
assert not np.array_equal(first_s, shuffled(7, np.zeros(20), 2)[0])
assert errors(
    [[1.0, 0.0], [0.0, 0.0]], np.array([[1.0, 5], [0, 1], [-1, 0]]), np.array([1.0, 1, 1])
).tolist() == [2 / 3, 1]

# %% after cell-5
average_error = errors(ol.online_to_batch(run), X[test], y[test])[0]
worse = np.mean(along[:-1] > average_error)
assert stopped[len(stops) - 1] == (1, 400, along[-1], average_error)
assert [error for s, t, error in held if s == 1][-1] == along[-1]
assert worse > 0.9
of_four = [row for row in stopped if row[1] >= 100]
assert max(row[3] for row in of_four) < max(row[2] for row in of_four) / 2

# %% after cell-17
assert np.array_equal(W, run.weights[:-1])
assert np.allclose(average, ol.online_to_batch(run, "average"))
assert any(np.array_equal(drawn, w) for w in W)
assert np.array_equal(one_pass(ol.WidrowHoff(0.5), X[:9], y[:9])[0], np.zeros(X.shape[1]))


# %% after eight
assert pays == risks  # as fractions
assert seen_before == Fraction(1, 8)
assert seen_before == risks[2] / 3
best_of = {z: mean(z) for z in all_tosses}  # in hindsight
hindsight = mean(sum((best_of[z] - toss) ** 2 for toss in z) for z in all_tosses)
assert hindsight == Fraction(1, 2)
assert 3 * mean(toss_risk(best) for best in best_of.values()) == 1

# %% after four-bars
assert labelled.axes("squared error", "")
B = mean(
    sum((w - toss) ** 2 - (Fraction(1, 2) - toss) ** 2 for w, toss in zip(guesses(z), z))
    for z in all_tosses
)
assert B == regret == Fraction(3, 8)
assert of_average - of_u == Fraction(5, 72)
assert mean(risks) - of_u == B / 3  # as fractions
bounds.check("batch.random_iterate", float(mean(risks) - of_u), on="three tosses", B=float(B), T=3)
bounds.check("batch.average", float(of_average - of_u), on="three tosses", B=float(B), T=3)
climb = ol.play_oco(ol.OnlineGradientDescent(1.0), -np.ones((3, 1)))  # the loss -w, against u = 3
B_climb = climb.losses.sum() + 9.0
bounds.check(
    "batch.average", 3.0 - ol.online_to_batch(climb)[0], on="a linear loss", B=B_climb, T=3
)
bounds.check("batch.random_iterate", -1.0, on="staying at 0", B=-2.0, T=2)

# %% after cell-55
assert labelled.axes("$w$", "", "zero-one")
assert labelled.axes("$w$", "loss", "hinge")
for title, chord, at_middle in (("hinge", 2.5, 1.5), ("zero-one", 0.5, 1)):
    assert labelled("average loss", -0.5, chord, title)
    assert labelled("loss of the average", -0.5, at_middle, title)
for weights in ([-4.0, 3.0], [-1000.0] + 99 * [1.0]):
    m, mid = hinge.value(1.0, np.array(weights)).mean(), hinge.value(1.0, np.mean(weights))
    bounds.check("batch.jensen", mid, on=f"{len(weights)} weights", m=m)
    assert (
        zero_one.value(1.0, np.mean(weights)) == 1 > zero_one.value(1.0, np.array(weights)).mean()
    )
ones = np.ones((50, 1))
dull = ol.play(ol.Perceptron(), ones, ones[:, 0], keep_weights=True)
of_dull = hinge.value(1.0, ol.online_to_batch(dull) @ np.ones(1))
dull_bound = bounds.check(
    "batch.losses_to_risk", of_dull, on="one example for ever, hinge", b=1.0, T=50
)
assert np.isclose(of_dull, dull_bound)

# %% after cell-76
ones_h = np.vstack([np.zeros(X.shape[1]), best.u])
by_rows = [np.mean([max(0, 1 - label * (x @ w)) for x, label in zip(X_unit, y)]) for w in ones_h]
assert np.allclose(hinge_risk(ones_h), by_rows)
assert abs(by_rows[1] - lowest) < 1e-6
rows_h, learner_h = forty_samples(9, 0.5)
assert rows_h.shape == (9, 40)
assert np.isclose(step_for(400), 10 / 20)
w_h = np.zeros(X.shape[1])
for row in rows_h[:, 0]:
    w_h = w_h + 0.5 * y[row] * X_unit[row] * (y[row] * (w_h @ X_unit[row]) < 1)
assert np.allclose(ol.play(learner_h, X_unit[rows_h[:, 0]], y[rows_h[:, 0]]).w, ball.project(w_h))

# %% after descent-both
rows_h, step_h = forty_samples(6, step_for(6))[0], 10 / np.sqrt(6)
held_h = []
for sample in rows_h.T:
    w_h = np.zeros(X.shape[1])
    for row in sample:
        held_h.append(w_h)
        w_h = ball.project(w_h + step_h * y[row] * X_unit[row] * (y[row] * (w_h @ X_unit[row]) < 1))
assert np.isclose(random_pick(6), hinge_risk(np.array(held_h)).mean() - lowest)
in_means = np.array(held_h).reshape(40, 6, -1).mean(axis=1)
assert np.isclose(descend(6, step_h)[0], hinge_risk(in_means).mean() - lowest)

# %% after descent-run
for row in rows:
    bounds.check(
        "batch.gradient_descent", row[1], on="breast cancer as the distribution", U=U, G=G, T=row[0]
    )
    assert row[1] <= row[3] <= row[-1]
    assert row[2] < row[1] or row[0] < 100
long_steps = descend(1000, 8 * step_for(1000))
assert long_steps[1] > 3 * long_steps[0]
odd, heads = 501, range(251)  # a coin that leans by one in the root of its tosses
lean = (1 + odd**-0.5) / 2
mistaken = sum(comb(odd, h) * lean**h * (1 - lean) ** (odd - h) for h in heads)
assert 0.15 < mistaken < 1 / 6
promised_errors = lowest + rows[-1][-1]
for row in rows:
    values = {"R": lowest, "U": U, "G": G, "T": row[0]}
    bounds.check("risk.surrogate", row[4], on="breast cancer as the distribution", **values)

# %% after cell-77
assert labelled.axes("sample size $T$", "excess risk")
for label, column in (("average", 1), ("last", 2), ("random iterate", 3), ("bound", 5)):
    assert labelled(label, [row[0] for row in rows], [row[column] for row in rows])


# %% after cell-15
def halving(H, points, labels):
    """Halving as it is defined, on a list of hypotheses: a row of H has the labels one gives."""
    alive = np.ones(len(H), dtype=bool)
    held, mistakes = [], []
    for x, y in zip(points, labels):
        h = np.where(H[alive].sum(axis=0) > 0, 1, -1)
        held.append(h)
        mistakes.append(h[x] != y)
        alive &= H[:, x] == y
    return np.array(held), np.array(mistakes)


points = np.arange(255)
H = np.where(points >= np.arange(256)[:, np.newaxis], 1, -1)
rng = np.random.default_rng(6)
for _ in range(20):  # also with labels of no threshold
    small = rng.integers(255, size=(40, 1))
    plus = (small >= rng.integers(256)) != (rng.random((40, 1)) < 0.1)
    slow, fast = (
        halving(H, small[:, 0], np.where(plus, 1, -1)[:, 0]),
        halving_on_thresholds(255, small, plus),
    )
    assert np.array_equal(np.where(points >= fast[0], 1, -1), slow[0])
    assert np.array_equal(fast[1][:, 0], slow[1])

# %% after cell-29
assert labelled.axes("round", "risk, share")
assert labelled("mean risk", np.arange(61) + 0.5, np.abs(held - targets).mean(axis=1) / 255)
assert labelled("share of mistakes", np.arange(1, 61), mistakes.sum(axis=1) / 4000)
difference = mistakes.sum(axis=0) - risks.sum(axis=0)  # mean zero, by the lemma
assert abs(difference.mean()) <= 4 * difference.std() / np.sqrt(runs)
assert mistakes.sum(axis=0).max() <= M
assert bound == bounds.check(
    "batch.mistakes_to_risk", risks.mean(), on="Halving on 255 points", M=M, T=T
)
ones = np.ones((50, 1))
dull = ol.play(ol.Perceptron(), ones, ones[:, 0], keep_weights=True)
risks_dull = errors(dull.weights[:-1], ones, ones[:, 0])
assert dull.n_mistakes == 1
attained = bounds.check(
    "batch.mistakes_to_risk", risks_dull.mean(), on="one example for ever", M=1, T=50
)
assert attained == risks_dull.mean()
p = np.mean(risks_dull >= 1)
bounds.check("batch.mistakes_to_probability", p, on="one example for ever", M=1, epsilon=1.0, T=50)

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

# %% after cell-41
assert labelled.axes("rounds $T$", "chance of a bad one")
assert labelled("bound", horizons, 2 / (0.05 * horizons))
for label, column in (("random pick", 0), ("longest survivor", 1), ("last", 2)):
    assert labelled(label, horizons, [chance_of_bad(T, 0.05)[column] for T in horizons])

# %% after lifetimes
assert labelled.axes("round", "")
rng = np.random.default_rng(3)
for k in range(9):  # thresholds up to 8, on points that are thresholds too
    points = rng.integers(8, size=60)
    alive, told, since = np.arange(9), [], 0
    for t, x in enumerate(points, start=1):
        middle = alive[len(alive) // 2]
        assert (x >= middle) == (2 * np.sum(alive <= x) > len(alive))
        if (2 * np.sum(alive <= x) > len(alive)) != (x >= k):
            told.append((middle, since, t))
            alive, since = alive[(alive <= x) == (x >= k)], t
    assert lives(8, k, points) == [*told, (alive[len(alive) // 2], since, 60)]
failed, latest = [], 0
for _ in range(1000):
    k = int(rng.integers(N + 1))
    life = lives(N, k, rng.integers(N, size=(M + 1) * n + 1))
    theta, born = next((h, b) for h, b, d in life if d - b > n)
    failed.append(abs(theta - k) / N > epsilon)
    latest = max(latest, born + n)
assert latest <= (M + 1) * n == 810
assert np.mean(failed) <= delta

# %% after cell-92
rows_r = np.random.default_rng(5).integers(len(y_d), size=(6, 40))
runs_r = [ol.play(ol.WidrowHoff(0.3), X_d[row], y_d[row], keep_weights=True) for row in rows_r.T]
held_r = [run_r.weights[:-1].mean(axis=0) for run_r in runs_r], [run_r.w for run_r in runs_r]
risks_r = [np.mean([np.mean((X_d @ w_r - y_d) ** 2) for w_r in held]) for held in held_r]
assert np.allclose(regress(6, 0.3), risks_r)

# %% after cell-93
assert labelled.axes("sample size $T$", "mean square error")
for label, column in (("average", 0), ("last", 1), ("bound", 2)):
    assert labelled(label, lengths, [row[column] for row in table])
assert labelled("least squares", ..., least)
T, on = lengths[-1], "diabetes as the distribution"
for measured, _, limit in table:
    assert measured <= limit
bounds.check("batch.widrow_hoff", measured, on=on, R=R, U=U, eta=eta, T=T)
assert of_last[-1] - least > 8 * (of_average[-1] - least)
assert of_last[3] < of_average[3]
single = ol.play(ol.WidrowHoff(eta), X_d, y_d, keep_weights=True)
Q = mean_square_errors(single.weights[:-1]).mean()
of_one = mean_square_errors(ol.online_to_batch(single))[0]
gain = np.var(single.weights[:-1] @ X_d.T, axis=0).mean()
assert np.isclose(Q - of_one, gain)  # the variance of the predictions
exploding = [0.0]
while len(exploding) < 10:
    exploding.append(exploding[-1] - eta * (3 * exploding[-1] - 1) * 3)
exploded = (3 * np.mean(exploding) - 1) ** 2
assert exploded > 10**7
assert (1 / 3) ** 2 / (eta * 10) < 0.03

# %% after cell-97
tried, held_f, paid_f = five_choices(X[:120], y[:120], 80, shuffles=2)
wrongs, made_f = [], []
for seed_f in range(2):
    train_f, test_f = shuffled(80, y[:120], seed_f)
    run_f = ol.play(ol.Perceptron(), X[train_f], y[train_f], keep_weights=True)
    wrong_f = np.array([errors(w_f, X[test_f], y[test_f])[0] for w_f in run_f.weights])
    votes_f = [
        np.mean([label * (x @ w_f) <= 0 for w_f in run_f.weights[:-1]]) >= 0.5
        for x, label in zip(X[test_f], y[test_f])
    ]
    averaged = errors(run_f.weights[:-1].mean(axis=0), X[test_f], y[test_f])[0]
    assert np.allclose(tried[seed_f, [0, 2, 4]], [averaged, wrong_f[-1], np.mean(votes_f)])
    wrongs.append(wrong_f[:-1].mean())
    made_f.append(run_f.n_mistakes / 80)
assert np.allclose((held_f, paid_f), (np.mean(wrongs), np.mean(made_f)))
half_wrong, *_ = five_choices(np.ones((4, 1)), np.ones(4), 2, shuffles=1)
assert half_wrong[0, 4] == 1  # zero errs, the next does not: half of the votes are a mistake

# %% after cell-98
assert labelled.axes("test error", "", "breast cancer")
assert labelled.axes("test error", "", "digits 2 and 8")
of_average, of_last = tested["breast cancer"][:, [0, 2]].T
assert np.isclose(along[-1], np.median(of_last))  # the shuffle shown is a typical one
assert np.isclose(average_error, np.median(of_average))
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
assert dependent["sorted"][1] > 0.4 > 10 * dependent["sorted"][0]
assert dependent["five times each"][0] < 0.25 * dependent["shuffled"][0] + 0.01
assert dependent["five times each"][1] > 3 * dependent["five times each"][0]

# %% after cell-121
assert online.n_mistakes == online.T == 40
assert np.mean(risk_b) < 0.01

# %% after cell-113
assert np.isclose(thm.bound(R=R, U=U, eta=best_step, T=T), formula)
assert np.isclose(formula, 1 + 9 / 50 + 2 * np.sqrt(9 / 50))
assert abs(grid_step - best_step) <= 0.0011

# %% after cell-115
assert half == len(risks) // 2
late_f = mistakes[half:].sum(axis=0) - risks[half:].sum(axis=0)  # of mean zero, by the lemma
assert abs(late_f.mean()) <= 4 * late_f.std() / np.sqrt(runs)
assert risks[half:].mean() < risks.mean()
