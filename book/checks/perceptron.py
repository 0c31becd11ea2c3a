"""What this chapter asserts about its own runs, cell by cell."""

from contextlib import redirect_stdout
from io import StringIO
from math import erfc

from olbook.littlestone_dimension import PassiveAggressive

# %% after the-interval-halves-ever-85fb39
assert labelled.axes("", "round")
assert ol.play(ol.Perceptron(), X, y).n_mistakes == 12
assert all(high - low == 0.5**t for t, (low, high) in enumerate(intervals))
assert all(X[t, 0] == sum(intervals[t]) / 2 for t in range(12))

# %% after class-yourlearner-aa8ed6
nearest = YourLearner()
nearest.update(np.array([1.0, 0.0]), -1)
nearest.update(np.array([-1.0, 0.0]), 1)
assert nearest.predict(np.array([0.9, 0.0])) == -1

# %% after def-separator-x-y-4d0b10
angles = np.linspace(0, 2 * np.pi, 20_001)
directions = np.c_[np.cos(angles), np.sin(angles)]
widest = (labels[:, np.newaxis] * (cloud @ directions.T)).min(axis=0).max()
assert abs(ol.geometric_margin(separator(cloud, labels), cloud, labels) - widest) < 1e-3

# %% after the-strip-is-free-of-poi-ea04ee
assert labelled.axes("$x_1$", "$x_2$")
assert np.allclose([u @ edge for edge in edges], [-1, 1])
assert np.isclose(np.linalg.norm(edges[1] - edges[0]), 2 / np.linalg.norm(u))
assert np.all(np.abs(cloud @ u) >= 1 - 1e-9)

# %% after def-perceptron-x-y-b93537
assert np.array_equal(w, run.w)
assert np.array_equal(mistakes, np.flatnonzero(run.mistakes))

# %% after at-each-mistake-the-line-e39261
assert w_old @ x_new < 0 < (w_old + x_new) @ x_new
assert w_old @ np.array([0.9, 0.6]) > 0
for t in rounds:
    x_t, y_t = stream[t - 1], labels[t - 1]
    gain = y_t * ((turning.weights[t] - turning.weights[t - 1]) @ x_t)
    assert np.isclose(gain, x_t @ x_t)
# Novikoff's two quantities, mistake by mistake, in the units of the unit vector `direction`
counted = np.arange(1, len(rounds) + 1)
apart = ol.functional_margin(direction, stream, labels)
longest = np.linalg.norm(stream, axis=1).max()
assert np.all(turned @ direction >= counted * apart)
assert np.all(np.linalg.norm(turned, axis=1) <= longest * np.sqrt(counted))
assert len(rounds) <= float(ol.theorem("perceptron.margin").bound(R=longest, U=1 / apart))
assert np.allclose(np.vecdot(ends.T, turned), 0)  # the lines are the boundaries
assert sum(seen_by <= 6 for seen_by in 1 + np.searchsorted(rounds, until)) == rounds[5] == 41
assert np.all(np.sign(stream @ turned[-1]) == labels)

# %% after alignment-grows-linearly-e811ea
assert labelled.axes("mistakes $M$ so far", "")
held = long_run.weights[1:][long_run.mistakes]
number = np.arange(1, long_run.n_mistakes + 1)
assert labelled(r"$\langle w,u\rangle$", number, held @ u_79)
assert labelled(r"$\|w\|\,U$", number, U_79 * np.sqrt((held**2).sum(axis=1)))
assert labelled("$M$", more, more)
assert labelled(r"$RU\sqrt{M}$", more, R_79 * U_79 * np.sqrt(more))
assert in_last == 0
assert np.all(k <= alignment)
assert np.all(alignment <= length)
assert np.all(length <= R_79 * U_79 * np.sqrt(k))
bounds.check("perceptron.margin", long_run.n_mistakes, on="digits 7 and 9", R=R_79, U=U_79)

# %% after u-separator-x-y-81d0af
assert made == run.n_mistakes == len(mistakes)
bounds.check("perceptron.margin", made, on="digits 2 and 8", R=R, U=U)
bounds.check("perceptron.by_potential", made, on="digits 2 and 8", R=R, U=U)

# %% after shrinking-circles
assert labelled.axes("first coordinate", "second coordinate")
assert np.all(np.diff(distances**2) <= -1 + 1e-12)
assert np.isclose(distances[0] ** 2, u_ring @ u_ring)
bounds.check("perceptron.by_potential", len(path) - 1, on="a ring", R=1.0, U=np.linalg.norm(u_ring))

# %% after digits-pairs
assert len(digits) == 45
assert min(margins) > 0  # a hyperplane does separate each pair
for name, streams in (("random points", synthetic), ("digits", digits.values())):
    for allowed, made in streams:
        bounds.check("perceptron.margin", made, on=name, R=1.0, U=np.sqrt(allowed))
for allowed, made in synthetic:
    bounds.check("perceptron.unit_ball", made, on="random points", gamma=allowed**-0.5)

# %% after every-stream-lies-below-1dd716
assert labelled.axes("$R^2U^2$", "mistakes")
assert labelled("synthetic streams", *zip(*synthetic))
assert labelled("pairs of digits", *zip(*digits.values()))
assert len(digits) == 45
assert labelled("mistakes $= R^2U^2$", [3, 5000], [3, 5000])

# %% after n-r-n-25-2-0-25ab70
U_n = np.linalg.norm(u_n)
assert forced == n
assert np.isclose(allowed, n)
bounds.check("perceptron.geometric_margin", n, on="orthonormal rows", R=R_n, gamma=1 / U_n)
for theorem in ("perceptron.margin", "perceptron.by_potential", "perceptron.by_regret"):
    bounds.check(theorem, n, on="orthonormal rows", R=R_n, U=U_n)

# %% after rng-np-random-default-rn-361bc5
# The best line is orthogonal to (1, 1): its distance from the middles is 0.7 * sqrt(2).
best_rate = erfc(0.7) / 2
assert best_rate < so_far[-1] / T
assert so_far[-1] > 3 * so_far[1999]

# %% after signed-y-clouds-300-none-9c88ee
assert np.all(weights >= 0)
assert np.isclose(weights.sum(), 1)
assert residual < 1e-12

# %% after the-hinge-lies-above-the-8d84e6
assert labelled.axes(r"$m=y\,\langle w,x\rangle$", "loss")
assert labelled("hinge", m, ol.losses.Hinge().value(1.0, m))
assert labelled("zero-one loss", m, ol.losses.ZeroOne().value(1.0, m))

# %% after parabola
assert labelled.axes("hinge loss $H$ of the comparator", "mistakes")
assert labelled("simpler form", H, ol.theorem("perceptron.any_sequence").bound(R=1, U=5, H=H))
assert labelled("sharp form", H, ol.theorem("perceptron.sharp").bound(R=1, U=5, H=H))
assert labelled("forced", np.sqrt(n_rows) * (np.sqrt(n_rows) - 5), n_rows)
assert labelled("$H$", H, H)
for rows, on_them in zip(n_rows, H_rows):
    shown, truths = ol.streams.orthonormal_rows(ol.Perceptron(), rows)
    short = truths @ shown * 5 / np.sqrt(rows)
    made, on = count_mistakes(ol.Perceptron(), shown, truths), "orthonormal rows"
    assert np.isclose(np.linalg.norm(short), 5)
    assert np.isclose(np.maximum(0, 1 - truths * (shown @ short)).sum(), on_them)
    assert np.isclose(sharp.bound(R=1.0, U=5.0, H=on_them), made)
    bounds.check("perceptron.sharp", made, on=on, R=1.0, U=5.0, H=on_them)
    bounds.check("perceptron.any_sequence", made, on=on, R=1.0, U=5.0, H=on_them)
    bounds.check("perceptron.inequality", made - on_them, on=on, R=1.0, U=5.0, M=made)

# %% after def-perceptron-with-step-fa1e36
with redirect_stdout(StringIO()) as told_d:
    describe(ol.Perceptron())
on_mistakes = np.maximum(0, 1 - y * run.scores)[run.mistakes].sum()
assert told_d.getvalue().split() == [
    str(run.n_mistakes),
    "mistakes,",
    "same",
    "rounds:",
    "True",
    "losses",
    f"{on_mistakes:.1f}",
]

# %% after charged-for-our-mistakes-a08add
assert labelled.axes(r"length $\|u\|$ of the comparator", "bound on the mistakes")
sharp_form, simple_form = sharp.bound, simpler.bound
assert labelled("all rounds, simpler form", U_C, simple_form(R=1, U=U_C, H=H_all))
assert labelled("all rounds", U_C, sharp_form(R=1, U=U_C, H=H_all))
assert labelled("mistake rounds", U_C, sharp_form(R=1, U=U_C, H=H_mistakes))
assert labelled("mistakes made", ..., run_bc.mistakes.sum())
assert np.all(afterwards >= run_bc.n_mistakes)
assert np.all(afterwards <= before)
assert np.all(before <= loose)
orders = [np.random.default_rng(seed).permutation(len(y_bc)) for seed in range(30)]
in_orders = [ol.play(ol.Perceptron(), X_unit[o], y_bc[o]).n_mistakes for o in orders]
assert max(in_orders) <= before.min()
for U_i, H_i, h_i in rows:
    made, on = run_bc.n_mistakes, "breast cancer"
    bounds.check("perceptron.sharp", made, on=on, R=1.0, U=U_i, H=H_i)
    bounds.check("perceptron.any_sequence", made, on=on, R=1.0, U=U_i, H=H_i)
    bounds.check("perceptron.inequality", made - h_i, on=on, R=1.0, U=U_i, M=made)

# %% after moons-thirty
assert same
assert np.array_equal(
    kernel_perceptron(kernel(X_moons, X_moons), y_moons), np.flatnonzero(moon_run.mistakes)
)
primal = ol.play(ol.Perceptron(), X, y)
dual = ol.play(ol.KernelPerceptron(ol.kernels.linear), X, y)
assert np.array_equal(primal.mistakes, dual.mistakes)
assert np.array_equal(moon_run.learner.support, X_moons[moon_run.mistakes])
X_m, y_m = half_moons(300, 0.0, np.random.default_rng(3))
upper, lower = X_m[y_m == -1], X_m[y_m == 1] - [1.0, 0.5]
assert np.allclose(np.linalg.norm(np.vstack([upper, lower]), axis=1), 1)
assert upper[:, 1].min() >= 0 >= lower[:, 1].max()


# %% after a-handful-of-points-bend-f25a33
assert labelled.axes("$x_1$", "$x_2$")

# %% after gram-kernel-x-moons-x-mo-1a2f06
assert np.allclose(features @ features.T, gram)
assert np.array_equal(feature_run.mistakes, moon_run.mistakes)
assert margin_f > 0
bounds.check(
    "perceptron.margin", moon_run.n_mistakes, on="moons", R=np.sqrt(gram.max()), U=1 / margin_f
)

# %% after bisect-run
assert np.all(y_b == 1)
assert np.max((X_b**2).sum(axis=1)) == 1.25  # R^2 U^2, for u = (0, 1)
assert count_mistakes(ol.Perceptron(), X_b, y_b) == 1
X_p, y_p = ol.streams.bisection(ol.Perceptron(), 9)
low_p, high_p = ol.streams.threshold_interval(X_p, y_p)
assert high_p - low_p == 2**-9
assert {low_p, high_p} <= set(X_p[:, 0])  # questions, a minus and a plus
assert np.max((X_p**2).sum(axis=1)) > 1
rng = np.random.default_rng(7)
for threshold in rng.uniform(size=50):
    s = rng.uniform(size=3000)
    s = s[np.abs(s - threshold) >= 2**-10]
    stream = np.c_[s, np.ones(len(s))]
    assert count_mistakes(Bisect(), stream, np.sign(s - threshold)) <= 9

# %% after lengths-np-linalg-norm-x-fa9f0d
w_l, on_l = np.zeros(X_raw.shape[1]), []
for x_l, label_l in zip(X_raw, y_bc):
    if label_l * (w_l @ x_l) <= 0:
        w_l = w_l + label_l * x_l
        on_l.append(x_l @ x_l)
assert np.isclose(ratio, (X_raw**2).sum(axis=1).max() / np.mean(on_l))
assert np.isclose(of_mistakes.max() ** 2, max(on_l))

# %% after pegasos-compared
by_rows = [max(0, 1 - label * (x @ w)) for x, label in zip(X_unit, y_bc)]
assert np.isclose(objective(w), np.mean(by_rows) + 0.005 * (w @ w))
assert objective(w_solver) <= objective(w) < 1.01 * objective(w_solver)
assert objective(w_solver) <= min(objective(s * w_solver) for s in (0.99, 1.01)) + 1e-6

# %% after classes-run
assert margin_ten > 0
R_ten = np.sqrt(2) * np.linalg.norm(X_ten, axis=1).max()
_ = bounds.check("perceptron.margin", sum(passes), on="ten digits", R=R_ten, U=1 / margin_ten)
# Two classes: the lead is twice the signed score, so that the mistakes are those of the Perceptron.
as_two = one_vector_per_class(X_79, (y_79 > 0).astype(int))
assert sum(as_two) == long_run.n_mistakes
assert len(as_two) == 16

# %% after errors-488321
w_hand, mistakes_hand = perceptron(
    np.array([[1.0, 2], [2, -1], [0, 1], [3, 1], [1, 1]]), np.array([1, -1, 1, -1, 1])
)
assert (w_hand.tolist(), mistakes_hand) == ([-3, 3], [0, 1, 3, 4])
assert (
    ol.functional_margin([-3, 5], [[1, 2], [2, -1], [0, 1], [3, 1], [1, 1]], [1, -1, 1, -1, 1]) == 2
)
for a, b in ((0, 1), (2, 8), (1, 8)):
    made, squares = passive_aggressive(*ol.streams.digits_pair(a, b))
    on = f"digits {a} and {b}"
    passive = {"on": on, "R": 1.0, "U": np.sqrt(digits[a, b][0])}
    bounds.check("passive_aggressive.squared_hinge", squares, **passive)
    assert made <= squares
shown, truths = ol.streams.orthonormal_rows(PassiveAggressive(), 9)
made, squares = passive_aggressive(shown, truths)
assert made == 9  # each time the sum is zero, which counts as a mistake
bounds.check("passive_aggressive.squared_hinge", squares, on="orthonormal rows", R=1.0, U=3.0)
means, spread = np.mean(errors, axis=0), np.std(errors, axis=0)
assert max(means[1:]) < means[0]
assert max(spread[1:]) < spread[0]
