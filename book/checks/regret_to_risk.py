"""What this chapter asserts about its own runs, cell by cell."""

from olbook.regret_to_risk import AnytimeAverage, LargestCoordinate

# %% after cell-4
one = ol.GradientDescent(U / (G * np.sqrt(T)), loss="hinge", domain=ball)
alone = ol.play(one, X[drawn[:, 0]], y[drawn[:, 0]], keep_weights=True).weights
assert len(alone) == T
assert np.isclose(descend(U / (G * np.sqrt(T)))[0][0], excess(alone.mean(axis=0)[np.newaxis])[0])

# %% after cell-6
assert labelled.axes("factor of the step", "excess risk")
for label in ("average", "last", "last, falling steps"):
    assert labelled(label, factors, [np.mean(values) for values in table[label]])
best_of = {name: np.mean(values, axis=1).min() for name, values in table.items()}
assert best_of["last, falling steps"] < 1.05 * best_of["average"]
assert best_of["last"] > 1.3 * best_of["average"]
assert np.mean(table["last"][1]) < min(np.mean(table[name][1]) for name in table if name != "last")
theory = np.mean(table["last, falling steps"], axis=1)[1]
bounds.check("risk.last_iterate", theory, on="breast cancer as the distribution", U=U, G=G, T=T)

# %% after cell-15
z_g, guesses_g, losses_g, risks_g = guess(25, 3, seed=4)
for column in range(3):
    w_g, tosses = 0.0, np.linspace(0, 1, 10_001)
    for toss, said_g, lost_g, risk_g in zip(
        *(each[:, column] for each in (z_g, guesses_g, losses_g, risks_g))
    ):
        assert np.isclose(said_g, w_g)
        assert np.isclose(lost_g, abs(w_g - toss))
        assert np.isclose(risk_g, np.abs(w_g - tosses).mean(), atol=1e-4)
        w_g = min(1.0, max(0.0, w_g + (0.2 if toss > w_g else -0.2)))

# %% after cell-16
assert labelled.axes("rounds $T$", "average risk minus average loss", "guesses")
assert labelled.axes(r"$\epsilon$", "probability", "fair coins")
assert labelled("95 %", t, np.quantile(above, 0.95, axis=1), "guesses")
assert labelled("bound", t, np.sqrt(np.log(20) / (2 * t)), "guesses")
assert labelled(
    "exact", epsilons, [binom.pmf(range(k, n + 1), n, 0.5).sum() for k in coins], "fair coins"
)
assert labelled("bound", epsilons, np.exp(-2 * n * epsilons**2), "fair coins")
for r in (25, 100, 400):
    for level in np.array([0.5, 1.0, 1.5]) / np.sqrt(r):
        measured = np.mean(above[r - 1] >= level)
        delta_ = np.exp(-2 * r * level**2)
        bounds.check("risk.average_risk", measured, on="guesses", delta=delta_)
        bounds.check("risk.azuma_hoeffding", measured, on="guesses", T=r, c=1.0, epsilon=level * r)
some = azuma > 1e-4  # where a share could be measured at all
bounds.check("risk.average_risk", tail[some], on="fair coins", delta=azuma[some])
bounds.check(
    "risk.azuma_hoeffding", tail[some], on="fair coins", T=n, c=1.0, epsilon=epsilons[some] * n
)
mean_guess = guesses.mean(axis=0)
regret = (losses - np.abs(0.5 - z)).sum(axis=0)
gap = (mean_guess**2 + (1 - mean_guess) ** 2) / 2 - 0.25 - regret / n
for level in (0.001, 0.01, 0.05):
    assert np.mean(gap >= level) <= ol.theorem("risk.average_point").bound(
        delta=np.exp(-n * level**2 / 2)
    )

# %% after cell-21
# p <= delta: a learner that is always wrong on a coin of chance 1/2, one round, lambda = log 2.
assert two_bounds(10, 1000, 0.01)[1] < two_bounds(10, 1000, 0.01)[0]
for M_ in (1, 10, 100, 1000):
    extra_ = np.log(1 / 0.01)
    assert two_bounds(M_, 1000, 0.01)[1] * 1000 <= M_ + np.sqrt(2 * M_ * extra_) + extra_
for q in (0.1, 0.5, 0.9):  # risk q in every round, so the sum of the risks is 40 q
    for delta_ in (0.01, 0.1, 0.3):
        M_ = np.arange(41)
        exceeded = (np.log(2) * M_ + np.log(1 / delta_)) / 0.5 <= 40 * q
        chance = binom.pmf(M_, 40, q)[exceeded].sum()
        bounds.check("risk.few_mistakes", chance, on="coins", delta=delta_)

# %% after cell-24
assert second_look == 0
assert abs(first.mistakes.mean() - 0.5) < 0.15

# %% after cell-29
rows_b = np.array([[3.0, 4.0], [0.3, 0.4], [0.0, 0.0], [-0.6, 0.8], [0.0, -2.0]])
assert np.allclose(into_ball(rows_b, 1.0), [ol.Ball(1.0).project(row) for row in rows_b])
for at_mean in (False, True):
    w_b = np.zeros((drawn.shape[1], X.shape[1]))
    held_b = [w_b]
    for t_b, rows_d in enumerate(drawn[:10], start=1):
        asked = np.mean(held_b, axis=0) if at_mean else w_b
        edge = y[rows_d] * (X[rows_d] * asked).sum(axis=1) < 1
        w_b = w_b + 2 * U / (G * np.sqrt(T)) * (edge * y[rows_d])[:, np.newaxis] * X[rows_d]
        w_b = np.array([ball.project(row) for row in w_b])
        if t_b < 10:
            held_b.append(w_b)
    assert np.isclose(running_average(2, at_mean)[0], excess(np.mean(held_b, axis=0)).mean())

# %% after cell-30
for factor in (1, 2, 4, 8):
    assert at_averages[factor][1] < at_points[factor][1]
assert min(f[-1] for f in at_averages.values()) > 1.3 * min(f[-1] for f in at_points.values())


class Drawn:
    """The hinge loss on one example of the data set."""

    def __init__(self, i):
        self.i = i

    def value(self, w):
        return float(hinge.value(y[self.i], X[self.i] @ w))

    def gradient(self, w):
        return hinge.slope(y[self.i], X[self.i] @ w) * X[self.i]


inner = AnytimeAverage(ol.OnlineGradientDescent(4 * U / (G * np.sqrt(T)), ball))
fifteen = [
    ol.play_oco(inner, [Drawn(i) for i in column[:100]], d=X.shape[1]).weights[99]
    for column in drawn.T
]  # the package does what the loop does
assert np.isclose(excess(np.array(fifteen)).mean(), at_averages[4][1])
walls, t_all = RisingWalls(T), np.arange(1, T + 1)[:, np.newaxis]
x_run = ol.play_oco(AnytimeAverage(ol.OnlineGradientDescent(1 / np.sqrt(T))), [walls] * T, d=T)
x = x_run.weights[:T]
inside = t_all * x - (t_all - 1) * np.vstack([np.zeros(T), x[:-1]])
B = float((x_run.gradients * inside).sum())
bounds.check("risk.anytime", walls.value(x[-1]), on="rising walls", B=B, N=T)
climb = ol.play_oco(AnytimeAverage(ol.OnlineGradientDescent(1.0)), -np.ones((3, 1)))
bounds.check("risk.anytime", 4.0 - climb.weights[2, 0], on="a linear loss", B=12.0 - 3.0, N=3)

# %% after fig-target
assert labelled.axes("round $t$", "")
small_run = ol.play_oco(
    ol.OnlineGradientDescent(linear_decay(1.0, 1.0, 8)), -np.sign(1 - learner_at[:7])[:, None]
)
assert labelled("learner", np.arange(1, 9), small_run.weights[:, 0])
at_end = [1.0]
for i in range(1, 8):
    at_end.append(at_end[-1] + (learner_at[i - 1] - at_end[-1]) / (9 - i))
assert labelled("target", np.arange(1, 9), at_end)
assert abs(target - w_small) < 1e-12
assert T_small**-0.5 > abs(target - 1)

# %% after cell-38
constant, falling = np.array(constant), np.array(falling)
assert constant[-1, 0] > 1.5
assert np.all(np.diff(constant[:, 0]) > 0)
for size, value in zip(sizes, falling[:, 0]):
    bounds.check("risk.last_iterate", value / size**0.5, on="rising walls", U=1.0, G=1.0, T=size)
for size in (1, 4, 50):
    run = (
        ol.play_oco(
            ol.OnlineGradientDescent(linear_decay(2.0, 3.0, max(size, 2))),
            [LargestCoordinate(3.0)] * (size - 1),
            d=size,
        )
        if size > 1
        else None
    )
    at_last = 0.0 if run is None else LargestCoordinate(3.0).value(run.w)
    bounds.check(
        "risk.last_iterate", at_last + 6 / size**0.5, on="largest coordinate", U=2.0, G=3.0, T=size
    )
walls, played_w = RisingWalls(12), [np.zeros(12)]
for t_w in range(1, 12):
    played_w.append(played_w[-1] - 0.3 / t_w * walls.gradient(played_w[-1]))
ends_w = np.array([walls.value(played_w[-1]), walls.value(np.mean(played_w, axis=0))])
assert np.allclose(last_and_average(walls, lambda t: 0.3 / t, 12), np.sqrt(12) * ends_w)


# %% after fig-walls
assert labelled.axes("coordinate $i$", r"$a_iw_i\sqrt{T}$")
for aside, label, own in (
    (-0.2, "constant steps", 20**-0.5),
    (0.2, "falling steps", linear_decay(1.0, 1.0, 20)),
):
    last_one = ol.play_oco(ol.OnlineGradientDescent(own), [RisingWalls(20)] * 19, d=20).weights[-1]
    assert labelled(label, np.arange(1, 20) + aside, np.sqrt(20) * walls.a[:19] * last_one[:19])

# %% after cell-44
kicks, w_k, held_k = np.random.default_rng(6), np.ones(5), []
for t_k in range(1, 33):
    held_k.append(w_k)
    w_k = np.clip(w_k - 0.5 / t_k * (w_k + 1 + kicks.uniform(-2, 2, size=5)), 0, 1)
    if t_k in (16, 32):
        means_k = np.mean(held_k, axis=0), np.average(held_k, axis=0, weights=range(1, t_k + 1))
        risks_k = [t_k * np.mean(v**2 / 2 + v) for v in means_k]
        assert np.allclose(at_the_wall(lambda t: 0.5 / t, 5, 32, 6)[:, t_k // 16 - 1], risks_k)

# %% after cell-46
assert labelled.axes("rounds $T$", "$T$ times the excess risk")
assert labelled("plain average", powers, plain_times_T)
assert labelled("weighted average", powers, weighted_times_T)
values = {"G": np.sqrt(4 + 4 / 3), "mu": 1.0, "T": powers}
bounds.check("risk.plain_average", plain_times_T / powers, on="noise at a wall", **values)
bounds.check("risk.weighted_average", weighted_times_T / powers, on="noise at a wall", **values)
assert np.all(np.diff(plain_times_T) > 0.05)
assert np.ptp(weighted_times_T) < 0.15 * plain_times_T[0]

# %% after cell-55
assert late < early / 3
assert half < full
bounds.check("risk.last_iterate", late, on="|w - 1/2| with signs", U=1.0, G=3.0, T=T_last)
