"""What this chapter asserts about its own runs, cell by cell."""

import sympy as sp

# %% after cell-4
for step_t, wall_t in ((lambda t: 0.5, 1), (lambda t: 2 / np.sqrt(t), 3)):
    ups = np.array([1.0, -1.0, -1.0, -1.0, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    on_line = ol.play_oco(ol.OnlineGradientDescent(step_t, ol.Ball(wall_t)), ups[:, None])
    assert np.allclose(play_line(ups, step_t, wall_t), on_line.losses)
    best_t = np.minimum(ups.cumsum(), -ups.cumsum())
    assert np.allclose(regret(on_line.losses, ups), on_line.losses.cumsum() - best_t)

# %% after cell-6
allowed = ol.theorem("ogd.stopped_early").bound(U=1.0, G=1.0, n=guesses, T=T)
assert np.allclose(paid, allowed)
assert guesses[np.argmin(paid)] == T
assert np.isclose(min(paid), np.sqrt(T))
assert planned(16)(1) == planned(16)(9) == 1 / 4
assert push(6, 2).tolist() == [-1, -1, 1, -1, 1, -1]
assert push(5, 2).tolist() == [-1, -1, 1, -1, 1]
assert push(2, 3).tolist() == [-1, -1]


# %% after cell-7
assert labelled.axes("planned rounds $n$", "", "regret after 1024 rounds")
assert labelled.axes("round, of 64", "$w$", "planned for 64 rounds")
title = "regret after 1024 rounds"
assert labelled("bound", n, (n + 1024) / (2 * np.sqrt(n)), title)
assert labelled("paid", 4 ** np.arange(1, 11), paid, title)

# %% after dt-blocks
assert labelled.axes("round", "cost of the blocks")
begun = [sum(2 ** (block / 2) for block in range(number)) for number in (1, 2, 3, 4, 5, 5)]
assert labelled("sum", (1, 2, 4, 8, 16, 32), begun)
assert labelled("bound", np.arange(1, 33), (2 + np.sqrt(2)) * np.sqrt(np.arange(1, 33)))
assert np.all(roots.cumsum() <= ol.theorem("doubling.regret").bound(alpha=1.0, T=starts))
assert list(played) == [1, 2, 4, 8, 5]

# %% after cell-9
assert run.learner.block == 9 == (1000).bit_length() - 1
assert len(restart(np.ones(7))) == 7  # the game ends with a block

# %% after base-horizon
assert all(len(blocks(2, T)) == T.bit_length() for T in range(1, 5000))
L = np.arange(20)
ends_of_blocks = ol.theorem("doubling.covered_rounds").bound(L=L)
assert all(len(blocks(2, T)) == last + 1 for last, T in enumerate(ends_of_blocks[:15]))
assert all(len(blocks(2, T + 1)) == last + 2 for last, T in enumerate(ends_of_blocks[:15]))
cost = ol.theorem("doubling.regret_not_rounded").bound
at_two = [(T, count, price) for b, T, count, _, price in games if b == 2]
for T, count, price in at_two:
    assert np.isclose(price * np.sqrt(T), cost(alpha=1.0, L=count - 1))
    assert price <= ol.theorem("doubling.regret").bound(alpha=1.0, T=T) / np.sqrt(T)
tops = cost(alpha=1.0, L=L) / np.sqrt(2.0**L)
assert np.all(np.diff(tops) > 0)
assert np.all(tops < 2 + np.sqrt(2))
assert np.isclose(tops[-1], 2 + np.sqrt(2), atol=0.01)
for ratio in (np.sqrt(2), 0.5, -1.0, 1.0):
    left = [(1 - ratio) * np.sum(ratio ** np.arange(last + 1.0)) for last in L]
    assert np.allclose(left, ol.theorem("doubling.geometric_sum").bound(rho=ratio, L=L))

# %% after base-horizon-tables
assert np.isclose(worst[bases == 2].item(), 2 + np.sqrt(2))
assert worst.min() == worst[bases == 2.5].item()
assert bases[1] == 2
assert bases[3] == 3
highest = np.array([max(tooth[3] for tooth in teeth if tooth[0] == b) for b in bases])
assert np.all(highest < worst)
assert np.all(highest > 0.98 * worst)

# %% after cell-34
assert np.all(at_zero[2 ** np.arange(1, L + 1) - 2] == 0)
assert there_and_back(3).tolist() == [0, -1, 1, -1, -1, 1, 1, -1, -1, -1, -1]

# %% after cell-36
assert (
    first_failure(lambda n: 1 / np.sqrt(n)) == 2**3
)  # a block costs 1, and four exceed 2 + sqrt(2)
assert first_failure(lambda n: 1 / n) == 4
assert first_failure(lambda n: n / n) == "no T below 1000"
assert first_failure(lambda n: -n / n) == 1  # of no use as a factor, but it fails at once
assert first_failure(lambda n: 0 * n) == "no T below 1000"
assert first_failure(lambda n: 1 - 1.0 * (n == 1000)) == "no T below 1000"

# %% after cell-42
assert np.abs(path[:, 1]).max() > 0.1
sharp = bounds.check(
    "doubling.gradient_descent", forced, on="push and wiggle", U=1.0, G=1.0, T=rounds
)
begun = np.floor(np.log2(rounds))
bounds.check("doubling.regret_not_rounded", forced, on="push and wiggle", alpha=1.0, L=begun)
bounds.check("doubling.regret", forced, on="push and wiggle", alpha=1.0, T=rounds)
assert 0.97 * sharp[0] < ratio < sharp[0]

# %% after cell-43
assert labelled.axes("rounds $T$", r"regret $/\sqrt{T}$")

# %% after cell-45
ups, total_t, lazily_paid = np.array([1.0, 1.0, 1.0, -1.0, -1.0, -1.0, 0.5, -1.0]), 0.0, []
for t_t, up in enumerate(ups, start=1):
    lazily_paid.append(up * max(-1.0, min(1.0, -total_t / np.sqrt(2 * t_t))))
    total_t += up
assert np.allclose(lazy(ups), lazily_paid)
anytime_t = ol.OnlineGradientDescent(lambda t: np.sqrt(2 / t), ol.Ball(1.0))
assert np.allclose(agile(ups), ol.play_oco(anytime_t, ups[:, None]).losses)

# %% after cell-47
assert wiggle_at_zero(96).tolist() == [-1, 1] * 2000 + [-1] * 96
assert in_blocks(2)[7:15].tolist() == [-1, -1, -1, 1, -1, 1, -1, 1]
assert in_blocks(4)[5:21].tolist() == [-1] * 4 + [1, -1] * 6
assert len(in_blocks(2)) == len(in_blocks(4)) == T

# %% after cell-49
assert labelled.axes(r"regret $/\sqrt{T}$", "")
assert labelled("fair coins, mean", [row[2] for row in rows.values()], 5 - np.arange(6))
assert labelled("feared opponent", [row[3] for row in rows.values()], 5 - np.arange(6))
assert labelled("bound", limits, 5 - np.arange(6))
x = sp.Symbol("x")  # Harvey et al.: where this vanishes
ending = sp.exp(x**2 / 2) - sp.sqrt(sp.pi / 2) * x * sp.erfi(x / sp.sqrt(2))
unknown_horizon = float(sp.nsolve(ending, 1.3))
for (name, (steady, swaying, by_coin, worst)), limit in zip(rows.items(), limits):
    assert 0.95 * limit < worst <= limit + 1e-9, name
    assert max(steady, swaying) <= limit, name
    assert abs(by_coin - np.sqrt(2 / np.pi)) < 0.09, name
fixed_ones = ("horizon known", "planned for 4 T", "restarts, base 2", "restarts, base 4")
assert max(rows["anytime, agile"][0], rows["anytime, lazy"][0]) < min(
    rows[n][0] for n in fixed_ones
)

# %% after dt-walls
share = lost / 4800**1.5
assert abs(share - np.sqrt(2) * (np.sqrt(2) - 4 / 3)) < 0.002
assert again <= ol.theorem("doubling.gradient_descent").bound(U=1.0, G=1.0, T=4800)
slopes = wiggle_at_the_left(464, 10)
assert regret(agile(slopes, 10), slopes)[-1] > 40 * np.sqrt(T)
paid_w, place, sum_w, most_w = 0.0, 0.0, 0.0, -np.inf
for slope in (1, 1, 1, 1, -1, -1, -1, -1):
    paid_w, place, sum_w = paid_w + slope * place, place - 0.5 * slope, sum_w + slope
    most_w = max(most_w, paid_w + abs(sum_w))
assert at_worst(free(0.5), 8) == most_w

# %% after dt-contestants
for order_c in (range(40), range(40, 80)):
    X_c, y_c = X[list(order_c)], y[list(order_c)]
    sums_c = np.zeros(X.shape[1])
    run_c = ol.play(lazily(0.7), X_c, y_c, keep_weights=True)
    for x_c, label_c, w_c in zip(X_c, y_c, run_c.weights):
        assert np.allclose(w_c, ball.project(-0.7 * sums_c))
        sums_c -= label_c * x_c * (label_c * (w_c @ x_c) < 1)
    w_c = np.zeros(X.shape[1])
    run_c = ol.play(descent(0.7), X_c, y_c, keep_weights=True)
    for x_c, label_c, there in zip(X_c, y_c, run_c.weights):
        assert np.allclose(there, w_c)
        w_c = ball.project(w_c + 0.7 * label_c * x_c * (label_c * (w_c @ x_c) < 1))

# %% after dt-race-real
known = float(ol.theorem("ogd.every_round").bound(U=U, G=1.0, n=T))
own = seen["restarts", 1.0]
restarts = float(
    bounds.check("doubling.gradient_descent", own, on="breast cancer", U=U, G=1.0, T=T).max()
)
bounds.check("doubling.regret", own, on="breast cancer", alpha=U, T=T)
least = {n: min(np.median(seen[n, c]) for c in factors) for n in contestants}
assert least["agile"] < least["lazy"] < least["restarts"] / 2
assert least["agile"] < least["horizon known"] < least["restarts"] / 2
assert seen["agile", 1.0].max() < seen["horizon known", 1.0].min() < own.min()
one_run = ol.play(descent(U / T**0.5), X[orders[3]], y[orders[3]])
against_best = one_run.losses.sum() - best.loss
assert abs(regrets(contestants["horizon known"], 1.0)[3] - against_best) < 0.01


# %% after dt-scale-run
twos = np.full(16, 2.0)  # after a round the guess 1 is doubled, and then it is enough
assert np.array_equal(doubling_the_scale(twos, 1.0)[1:], one_guess(twos, 2.0)[:-1])
adagrad_bound = float(ol.theorem("ftrl.adagrad").bound(D=2.0, B=T * G**2))
assert all(regret(adagrad(s), s)[-1] <= adagrad_bound for s in streams)
late_adagrad, late_doubled = (
    regret(play(late, 1.0), late)[-1] for play in (adagrad, doubling_the_scale)
)
assert late_doubled < late_adagrad
needed = np.maximum.accumulate(np.maximum(growing, 1.0))
assert len(np.unique(np.ceil(np.log2(needed)))) == 7  # six breaks
in_blocks_lost, known_lost = (
    regret(play(growing, guess), growing)[-1]
    for play, guess in ((doubling_the_scale, 1.0), (one_guess, G))
)
scale_price = in_blocks_lost / known_lost
for seed in range(200):
    rng = np.random.default_rng(seed)
    size = np.exp(rng.uniform(-3, 4, size=300)) * rng.choice([-1, 1], size=300)
    if seed % 2:
        size = np.sort(np.abs(size)) * rng.choice([-1, 1], size=300)
    lost = regret(doubling_the_scale(size, 0.01), size)[-1]
    assert lost <= 4 * np.abs(size).max() * (np.sqrt(300) + 2)
needed = np.linspace(1.0, 5000.0, 20000)
trials = np.ceil(np.log2(needed)).astype(int) + 1  # 1, 2, 4, ...
_ = bounds.check("doubling.line_search", 2.0**trials - 1, on="a search from 1", s=needed)

# %% after cell-85
assert early(4).copy().horizon == 1
assert np.isclose(limit, (33 + 17 * np.sqrt(2)) / (17 * (2 + np.sqrt(2))))
bounds.check("doubling.regret", lost, on="pushes of a quarter", alpha=alpha, T=T)
assert np.isclose(most, np.max(lost / ((2 + np.sqrt(2)) * alpha * np.sqrt(T))))
assert 0.9 < most < limit < 1

# %% after cell-94
cost_of = [np.log(2 ** float(2**m)) for m in range(10)]
starts = [np.log(1 + sum(2.0 ** (2**m) for m in range(L))) for L in range(1, 10)]
first_worst = max(sum(cost_of[: L + 1]) / start for L, start in enumerate(starts, start=1))
assert first_worst <= worst < 4
