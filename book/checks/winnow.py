"""What this chapter asserts about its own runs, cell by cell."""

# %% after cell-4
tallies = np.empty((11, 2))
for seed in range(11):
    X_s, y_s, u_s = ol.streams.disjunction(4000, 1000, 3, rng=np.random.default_rng(seed))
    for column, (learner, points) in enumerate(
        ((ol.Perceptron(), np.c_[X_s, np.ones(len(X_s))]), (ol.Winnow(), X_s))
    ):
        tallies[seed, column] = ol.play(learner, points, y_s).n_mistakes
constants = (0.05, 0.15, 0.5, 1.5, 5.0, 15.0)
best_bias = min(
    ol.play(ol.Perceptron(), np.c_[X, np.full(len(X), c)], y).n_mistakes for c in constants
)
assert best_bias > 0.9 * adding.n_mistakes
assert np.all(np.abs(np.median(tallies, axis=0) / tallies[0] - 1) < 0.1)
assert not multiplying.mistakes[2000:].any()
assert adding.mistakes[2000:].sum() > 100
assert adding.n_mistakes > 900
for run in (adding, multiplying):
    assert run.w[:1000][u == 1].min() > run.w[:1000][u == 0].max()

# %% after cell-5
assert labelled.axes("round $t$", "mistakes so far")
one_on = np.arange(1, 4001)
assert labelled("Perceptron", one_on, adding.mistakes.cumsum())
assert labelled("Winnow", one_on, multiplying.mistakes.cumsum())

# %% after w-hadamard
for d in (2, 4, 16, 64):
    X_h, y_h = alternating(d)
    for a in (0.1, 1.0, 10.0):
        assert ol.play(ol.Perceptron(), lift(X_h, a), y_h).n_mistakes == d - 1
    rounds = ol.play(ol.Perceptron(), lift(X_h), y_h).n_mistakes
    bounds.check("winnow.perceptron", rounds, on="rows of a Hadamard matrix", k=1, d=d)
    errs = ol.play(ol.Winnow(), X_h, y_h).n_mistakes
    bounds.check("winnow.any_labels_tuned", errs, on="rows of a Hadamard matrix", k=1, d=d, H=0)

# %% after cell-24
packaged = ol.play(ol.Winnow(), X, y, keep_weights=True)
by_hand, after = winnow(X, y, np.exp(0.5))
assert np.array_equal(by_hand, np.flatnonzero(packaged.mistakes))
assert np.allclose(after[-1], packaged.w, rtol=1e-12, atol=0)
bounds.check("winnow.factor_two", len(mistakes), on="64 switches", k=3, d=64)
X_tie = np.array([[1, 1, 0, 0], [0, 0, 1, 1]])  # both rounds are ties with the threshold
for y_tie in ([-1, 1], [1, -1]):
    assert winnow(X_tie, y_tie)[0] == [0, 1]
    assert ol.play(ol.Winnow(), X_tie, y_tie).n_mistakes == 2

# %% after w-rising
assert labelled.axes("mistakes made", "", "Winnow")
assert labelled.axes("mistakes made", "weights", "Perceptron")

# %% after cell-32
assert np.all(packaged.w[wired] > 0.5)
assert as_it_is == packaged.n_mistakes
assert at_half > 30 * as_it_is
assert normalised_winnow(X_tie[:1], [-1], factor, 1 / 2) == 1
assert normalised_winnow(X_tie[:1], [1], factor, 1 / 2) == 1

# %% after w-staircase
assert labelled.axes("mistakes made", "potential")
for kind, label in (("promotion", 1), ("demotion", -1)):
    number = 1 + np.array([i for i, t in enumerate(mistakes) if y[t] == label])
    assert labelled(kind, number, [w.sum() - np.log(w[wired]).sum() for w in weights[number]])
assert np.isclose(potential[0], 1 + 3 * np.log(64))
assert potential.min() > 3
assert (potential[:-1] - potential[1:]).min() >= rate - 1e-12
assert 54 < allowed < 55
assert len(mistakes) == 25

# %% after factor-two
factor_two_bound = float(ol.theorem("winnow.factor_two").bound(k=3, d=1000))
low, high = 3.0, 4.0
for _ in range(60):
    middle = (low + high) / 2
    low, high = (middle, high) if np.log(middle) > (middle - 1) / 2 else (low, middle)
assert 1 / (np.log(2) - 0.5) < 5.2  # and 1 + k ln d - k is at most k ln d

# %% after w-drops
root = fine[np.argmax((drops(fine, 0.5)[0] < 0) & (fine > 2))]
assert abs(root - low) < 0.02
least, balanced = 3.0, 4.0
for _ in range(60):
    middle = (least + balanced) / 2
    least, balanced = (
        (middle, balanced) if middle * np.log(middle) < middle + 1 else (least, middle)
    )
assert balanced < known_beta < balanced + 1e-4
inner = fine[1:]
assert np.all(drops(inner, 0.5)[0] <= drops(inner, 0.5)[1])
assert np.isclose(best_factors[6], 2)
assert np.isclose(thetas[6], 0.5)
assert r.argmax() == np.searchsorted(thetas, known_theta)
assert np.isclose(1 / r.max(), known_beta, rtol=1e-6)
rows = (np.random.default_rng(5).random((2000, 64)) < 0.2).astype(float)
lamps = np.where(rows[:, :3].any(axis=1), 1.0, -1.0)
for theta_i, factor_i, r_i in zip(thetas, best_factors, r):
    weights, made = np.full(64, 1 / 64), 0
    for x_t, y_t in zip(rows, lamps):
        if y_t * (weights @ x_t - theta_i) <= 0:
            weights, made = weights * factor_i ** (y_t * x_t), made + 1
    assert made <= ol.theorem("winnow.any_factor").bound(c=1 / 64, d=64, k=3, r=r_i)
assert abs(known_beta * np.log(known_beta) - known_beta - 1) < 1e-3

# %% after cell-74
assert len(spited) == len(y_s)
assert falls[y_s > 0].min() >= np.log(2) - 0.5 - 1e-12
assert falls[y_s < 0].min() >= 0.25 - 1e-12
on = "a spiteful stream, beta = 2"
r_two = np.log(2) - 0.5
bounds.check("winnow.any_factor", len(spited), on=on, c=1 / d, d=d, k=k, r=r_two)

# %% after cell-77
assert labelled.axes("dimension $d$", "mistakes")
for version, told in ((r"$\beta=2$", "winnow.factor_two"), ("$k$ known", "winnow.known_literals")):
    by, level, start = (2, 0.5, 1) if "2" in version else (known_beta, known_theta, k)
    besides = {} if "2" in version else {"beta": known_beta}
    ever = [len(spiteful(d, k, by, level, start / d)[1]) for d in 2 ** np.arange(3, 12)]
    assert labelled(f"{version}: bound", widths, ol.theorem(told).bound(k=2, d=widths, **besides))
    assert labelled(f"{version}: forced", 2 ** np.arange(3, 12), ever)
assert labelled("any deterministic\nlearner: forced", widths, k * np.log2(widths // k))
for identifier, (made, _) in forced_by.items():
    more = {"beta": known_beta} if identifier == "winnow.known_literals" else {}
    bounds.check(identifier, made, on="a spiteful stream", k=k, d=widths, **more)
more = {"on": "a spiteful stream", "k": k, "d": widths, "beta": known_beta}
bounds.check("winnow.known_literals_large_factor", made, **more)
slow = [len(spiteful(wide, k, np.exp(0.5), 0.5, 1 / wide)[1]) for wide in widths.tolist()]
bounds.check("winnow.disjunctions", slow, on="a spiteful stream", k=k, d=widths)
assert (widths[0], widths[-1]) == (8, 2048)
assert np.all(np.array(least) <= made)
assert np.array_equal(least, k * np.floor(np.log2(widths / k)))
for eta in (0.05, 0.15, 0.25, 0.35, 0.45, 0.55):
    factor_of = np.exp(2 * eta)
    made = len(spiteful(64, 3, factor_of, 0.5, 1 / 64)[1])
    fall = min(np.log(factor_of) - (factor_of - 1) / 2, (1 - 1 / factor_of) / 2)
    on = f"a spiteful stream, beta = {factor_of:.2f}"
    bounds.check("winnow.any_factor", made, on=on, c=1 / 64, d=64, k=3, r=fall)
    if eta < 0.5:
        bounds.check("winnow.any_labels", made, on=on, k=3, d=64, H=0, eta=eta)


# %% after two-distances
assert labelled.axes("first weight", "second weight")


# %% after cell-35
def regret_and_bound(gradients, eta, u):
    """Unnormalised exponentiated gradient: linear regret, bound, and the weighted squares."""
    d = gradients.shape[1]
    w, regret, S = np.full(d, 1 / d), 0.0, 0.0
    for g in gradients:
        regret += g @ (w - u)
        S += w @ g**2
        w = w * np.exp(-eta * g)
    entropy = np.sum(u[u > 0] * np.log(u[u > 0]))
    start = 1 + (np.log(d) - 1) * u.sum() + entropy
    return regret, start / eta + eta * S, S


over, under, _ = regret_and_bound(np.array([[-2.0]]), 1.0, np.exp([2.0]))
assert over > under


def values(u_any, S):
    mass, entropy = u_any.sum(), np.sum(u_any[u_any > 0] * np.log(u_any[u_any > 0]))
    return {"k": mass, "N": entropy, "S": S}


rng = np.random.default_rng(0)
for _ in range(50):
    eta, d_any = rng.uniform(0.05, 0.5), int(rng.integers(2, 30))
    g = rng.uniform(-1 / eta, 1 / eta, size=(40, d_any))
    u_any = rng.uniform(0, 2, size=d_any) * (rng.random(d_any) < 0.5)
    regret, bound, S = regret_and_bound(g, eta, u_any)
    on = {"on": "random gradients", "eta": eta, "d": d_any}
    proved = bounds.check("winnow.unnormalised_regret", regret, **on, **values(u_any, S))
    assert np.isclose(proved, bound)
pushes = np.tile([-1.0, -0.5, 0.0, 0.5, 1.0], (200, 1))
u_last = np.exp(-0.01 * pushes.sum(axis=0)) / 5
pushed = regret_and_bound(pushes, 0.01, u_last)
on = {"on": "one small push repeated", "eta": 0.01, "d": 5}
bounds.check("winnow.unnormalised_regret", pushed[0], **on, **values(u_last, pushed[2]))

# %% after cell-43
s, labels = packaged.scores[packaged.mistakes], y[packaged.mistakes]
local, loss = 4 * s, 1 - labels * (2 * s - 1)
F = loss.sum()
bounds.check("winnow.small_gradients", local.sum(), on="a random stream", F=F)
only_minus = ol.play(ol.Winnow(), np.tile([0.0, 1, 1, 1], (9, 1)), -np.ones(9))
s_minus = only_minus.scores[only_minus.mistakes]
on = "label -1 only"
bounds.check("winnow.small_gradients", 4 * s_minus.sum(), on=on, F=2 * s_minus.sum())
gradients = -2 * (y * packaged.mistakes)[:, np.newaxis] * X
regret = np.sum(gradients * (packaged.weights[:-1] - u))
bounds.check("winnow.regret", regret, on="a random stream", k=3, d=64, eta=0.25, F=F)
empty = ol.play(ol.Winnow(), np.ones((20, 8)), -np.ones(20))
assert empty.n_mistakes > 0
etas = np.linspace(0.01, 0.49, 49)
assert np.isclose(etas[np.argmax(etas * (1 - 2 * etas))], 0.25)

# %% after cell-64
for noise, table in lies.items():
    on = f"labels flipped at {noise:.0%}"
    tuned, small = table[:, 0], table[:, 1]
    bounds.check("winnow.any_labels_tuned", tuned[:, 0], on=on, k=3, d=100, H=tuned[:, 2])
    bounds.check("winnow.any_labels", small[:, 0], on=on, k=3, d=100, H=small[:, 2], eta=0.05)
    assert np.all((noise > 0) == (small[:, 1] < tuned[:, 1]))
ratios = {noise: adders[noise] / np.median(lies[noise][:, 0, 0]) for noise in (0.0, 0.1)}
assert ratios[0.0] > 4
assert 1 < ratios[0.1] < 1.2

# %% after cell-58
assert labelled.axes("dimension $d$", "")
assert labelled("Perceptron: bound", dimensions, promised[0])
assert labelled("Perceptron: mistakes", dimensions, np.median(made[:, :, 0], axis=1))
assert labelled("Winnow: bound", dimensions, promised[1])
assert labelled("Winnow: mistakes", dimensions, np.median(made[:, :, 1], axis=1))
assert labelled("Perceptron: forced", dimensions, [len(alternating(d)[1]) for d in dimensions])
bounds.check("winnow.perceptron", made[:, :, 0].max(axis=1), on="random streams", k=3, d=dimensions)
most = made[:, :, 1].max(axis=1)
bounds.check("winnow.disjunctions", most, on="random streams", k=3, d=dimensions)
more = {"on": "random streams", "c": 1 / dimensions, "d": dimensions, "k": 3, "r": slower}
bounds.check("winnow.any_factor", most, **more)
assert np.all((typical[:, 0] > promised[1])[1:])
assert dimensions[1] == 32
X_a, y_a, _ = ol.streams.disjunction(4000, 100, 3, rng=np.random.default_rng(0))
best_a = np.sqrt(2 * np.sqrt(100 / 3))
biased = ol.play(ol.Perceptron(), lift(X_a, best_a), y_a).n_mistakes
bounds.check("winnow.perceptron_best_bias", biased, on="a random stream", k=3, d=100)

# %% after cell-81
on = "exactly one of two"
bounds.check("winnow.any_labels_tuned", xor_run.n_mistakes, on=on, k=2, d=20, H=H)
assert so_far[-1] > 10 * realizable


# %% after cell-85
def binary_digits(learner, T):
    """An opponent with 2^T coordinates that forces T mistakes."""
    player, places = learner.copy(), np.arange(2**T)
    X = np.array([1.0 - 2 * ((places >> t) & 1) for t in range(T)])
    y = np.empty(T)
    player.start(2**T)
    for t in range(T):
        y[t] = -1.0 if player.predict(X[t]) > 0 else 1.0
        player.update(X[t], y[t])
    return X, y


multiplier = ol.ExponentiatedGradient(1.0, loss="hinge", conservative=True)
for learner in (ol.Perceptron(), multiplier):
    X_b, y_b = binary_digits(learner, 10)
    assert ol.play(learner, X_b, y_b).n_mistakes == 10
    assert (y_b[:, None] * X_b == 1).all(axis=0).sum() == 1
bounds.check("winnow.normalised", 10, on="binary digits", d=2**10, A=1.0, R=1.0, kappa=1.0)

# %% after cell-92
assert labelled.axes(r"step $\eta$", "", "81 relevant, 9 active")
assert labelled.axes(r"step $\eta$", "mistakes", "3 relevant, 81 active")
for title, (few, _, _) in cases.items():
    few_many = np.median(results[title], axis=0)
    assert title.startswith(f"{few} relevant")
    assert labelled("Perceptron", ..., few_many[0], title)
    assert labelled("p-norm", ..., few_many[1], title)
    assert labelled("with", 1 / few, few_many[2], title)
    assert labelled("normalised Winnow", steps, few_many[3:], title)
few, many = (np.median(table, axis=0) for table in results.values())
for name, (relevant, active, _) in cases.items():
    A, told = float(relevant), results[name][:, 2]
    bounds.check("winnow.normalised", told, on=name, d=2 * d, A=A, R=R, kappa=1.0)
    by_adding = ol.theorem("perceptron.margin").bound(R=R * np.sqrt(active), U=np.sqrt(relevant))
    assert results[name][:, 0].max() <= by_adding
promise = [ol.theorem("winnow.normalised").bound(d=2 * d, A=A, R=R, kappa=1.0) for A in (3.0, 81.0)]
in_the_end = []
for seed in range(3):
    X_p, y_p, _ = sparse_stream(5000, d, 81, 9, np.random.default_rng(seed))
    long_step = ol.play(ol.ExponentiatedGradient(3.0, signed=True, **options), X_p, y_p)
    adding_p = ol.play(ol.Perceptron(), X_p, y_p)
    in_the_end.append([long_step.mistakes[-1000:].mean(), adding_p.mistakes[-1000:].mean()])
still = np.median(in_the_end, axis=0)
assert steps[-1] == 3.0
assert still[0] > 0.3 > 0.01 > still[1]
assert few[0] > 2 * few[2]
assert many[-1] > 6 * many[0]
assert np.all(np.abs(many[[2, 3, 4, 5]] / many[0] - 1) < 0.1)

# %% after cell-105
promotions = 3 * np.log2(4096)  # at most, and 4 + 2 p demotions
assert np.isclose(counting, promotions + (4 + 2 * promotions))
assert np.array_equal(wins, 4 + 3 * 3 * np.log2(all_d) < factor_two(k=3, d=all_d))
assert wins[wins.argmax() :].all()
assert forced <= min(counting, potential)

# %% after cell-108
for x in np.ndindex(*[2] * 4):
    voters = Halving(4, 2)
    votes = [1 if x[i] or x[j] else -1 for i, j in combinations(range(4), 2)]
    assert voters.predict(x) == np.mean(votes)
    voters.update(x, 1)
    assert len(voters.alive) == votes.count(1)

# %% after dimension-run
for k_d in range(1, 5):
    chosen = [set(S) for S in combinations(range(4), k_d)]
    family_d = np.array([[bool(S & set(np.flatnonzero(point))) for point in cube] for S in chosen])
    assert littlestone_dimension(family_d) == [2, 2, 1, 0][k_d - 1] <= np.log2(len(chosen))
assert np.array_equal(family, family_d)

# %% after cell-111
for rows, lamps, wires in (
    (X, y, 3),
    (*ol.streams.disjunction(2000, 256, 4, rng=np.random.default_rng(4))[:2], 4),
    (*spiteful(1024, 2, 2.0, 0.5, 1 / 1024), 2),
):
    d, made = rows.shape[1], 0
    weights = np.full(d, 1 / d)
    for x_t, y_t in zip(rows, lamps):
        if y_t * (weights @ x_t - 0.5) <= 0:
            made += 1
            weights = weights * np.where(x_t > 0, 2.0 if y_t > 0 else 0.0, 1.0)
    assert 0 < made <= 2 + 2 * wires * np.log2(d)
