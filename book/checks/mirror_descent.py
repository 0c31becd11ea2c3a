"""What this chapter asserts about its own runs, cell by cell."""

# %% after cell-4
for turns in ([1.0, -1.0, 0.5], [0.5, 0.5, -1.0, -1.0, 1.0], [0.0, 2.0]):
    sums = np.r_[0, np.cumsum(turns)]
    assert np.array_equal(follow_the_leader(turns) * sums, -np.abs(sums))
    assert np.array_equal(follow_the_leader(turns) == 0, sums == 0)

# %% after cell-7
assert labelled.axes("round $t$", "point $w_t$")
assert labelled("leader", np.arange(1, 15), leader[:14])
assert labelled(r"regularised, $\eta=0.1$", np.arange(1, 15), regularised[0.1].weights[:14, 0])
assert g @ leader[:-1] == T - 1
assert np.array_equal(regularised[10.0].weights[:, 0], leader)
assert np.all(np.abs(np.diff(leader[1:T])) == 2)
assert np.all(np.abs(np.diff(calm)) <= 0.1 + 1e-12)

# %% after cell-11
for psi, domain in maps.values():
    learner = ol.FollowTheRegularizedLeader(0.3, psi, domain)
    points = regularised_leader(psi, domain, 0.3, gradients)
    assert np.allclose(points, ol.play_oco(learner, gradients).weights, rtol=0, atol=1e-12)

eta = 0.3
total, normalised, free = np.zeros(4), np.full(4, 1 / 4), np.full(4, 1 / 4)
for g_t in gradients:
    total = total + g_t
    normalised = normalised * np.exp(-eta * g_t)
    normalised = normalised / normalised.sum()
    free = free * np.exp(-eta * g_t)

dual = np.exp(-eta * total)
for learner in (
    ol.FollowTheRegularizedLeader(eta, ol.Entropy(), ol.Simplex()),
    ol.MirrorDescent(eta, ol.Entropy(), ol.Simplex()),
    ol.Hedge(eta),
):
    packaged = ol.play_oco(learner, gradients).w
    for weights in (dual / dual.sum(), normalised, free / free.sum()):
        assert np.allclose(weights, packaged, rtol=1e-13, atol=0)

# %% after cell-27
for psi, _, _, b, a in panels:
    tangent = psi.value([b]) + psi.gradient([b])[0] * (a - b)
    assert np.isclose(psi.value([a]) - tangent, psi.divergence([a], [b]))

# %% after mir-leader-lines
for name, norm, dual in (("half the squared norm", 2, 2), ("entropy, simplex", 1, np.inf)):
    moves = -np.diff(regularised_leader(*maps[name], 0.3, gradients), axis=0)
    gains = 0.3 * np.vecdot(gradients, moves)
    lengths = np.linalg.norm(moves, norm, axis=1)
    assert np.all(lengths**2 <= gains + 1e-12)
    assert np.all(gains <= 0.3 * np.linalg.norm(gradients, dual, axis=1) * lengths + 1e-12)

# %% after mir-mirror-fig
(free, nearest), (scaled, shares) = (
    steps_shown[name] for name in ("half the squared norm", "negative entropy")
)
assert np.allclose(nearest, ol.Simplex().project(free))
assert np.allclose(shares, scaled / scaled.sum())

# %% after cell-43
for psi, domain in maps.values():
    run = ol.play_oco(ol.MirrorDescent(0.3, psi, domain), gradients)
    assert np.array_equal(mirror_descent(psi, domain, 0.3, gradients), run.weights)


# %% after mir-divergences-lines
def two_lines(costs, potentials, prices):
    """A round costs what the potential loses, and a price; the potential is never negative."""
    assert np.all(costs <= -np.diff(potentials) + prices + 1e-9)
    assert np.min(potentials) >= -1e-9


rng = np.random.default_rng(11)
point, step = np.array([0.2, 0.1, 0.4, 0.3]), 0.3
steep = rng.normal(size=(60, 4))
run = ol.play_oco(ol.OnlineGradientDescent(step, ol.Ball(1.0)), steep)
far = ((run.weights - point) ** 2).sum(axis=1)
two_lines(run.losses - steep @ point, far / (2 * step), step / 2 * (steep**2).sum(axis=1))

experts = rng.uniform(size=(60, 4))
run = ol.play_oco(ol.Hedge(step), experts)
two_lines(run.losses - experts @ point, -np.log(run.weights) @ point / step, step / 8)

numbers, clock = rng.normal(size=60), np.arange(1, 61)  # curvature 1 in every round: H_t = t
means = np.r_[0.0, np.cumsum(numbers) / clock]
costs = (means[:-1] - numbers) ** 2 / 2 - (1.5 - numbers) ** 2 / 2
potentials = np.arange(61) / 2 * (means - 1.5) ** 2
two_lines(costs, potentials, (means[:-1] - numbers) ** 2 / (2 * clock))

X_far, y_far, u_far = ol.streams.separable(T=200, d=4, margin=0.2, rng=rng)
u_far = u_far / ol.functional_margin(u_far, X_far, y_far)
R_far = np.linalg.norm(X_far, axis=1).max()
run = ol.play(ol.Perceptron(), X_far, y_far, keep_weights=True)
far = ((run.weights - R_far**2 * u_far) ** 2).sum(axis=1)
assert run.n_mistakes > 3
two_lines(run.mistakes.astype(float), far / R_far**2, 0)

run = ol.play_oco(ol.MirrorDescent(step, ol.Entropy(), ol.Simplex()), steep)
far = [ol.Entropy().divergence(point, w) for w in run.weights]
two_lines(run.losses - steep @ point, np.array(far) / step, step / 2 * np.abs(steep).max(1) ** 2)

X_unit = steep / np.linalg.norm(steep, axis=1, keepdims=True)
y_unit = X_unit @ point + rng.normal(scale=0.1, size=60)
run = ol.play(ol.WidrowHoff(step), X_unit, y_unit, keep_weights=True)
far = ((run.weights - point) ** 2).sum(axis=1)
own, theirs = (run.scores - y_unit) ** 2, (X_unit @ point - y_unit) ** 2
two_lines(own, far / step, theirs / (1 - step))

mild = np.clip(steep, -1 / step, None)
run = ol.play_oco(ol.MirrorDescent(step, ol.Entropy()), mild)
far = [ol.Entropy().divergence(point, w) for w in run.weights]
two_lines(
    run.losses - mild @ point, np.array(far) / step, step * (run.weights[:-1] * mild**2).sum(1)
)

# %% after cell-51
assert labelled.axes("round $t$", "point $w_t$")
assert labelled("agile", (1, 2, 3), (0, -1, 0))
assert labelled("lazy", (1, 2, 3), (0, -1, -1))
assert list(paths["agile"]) == [0, -1, 0]
assert list(paths["lazy"]) == [0, -1, -1]

# %% after mir-bowls
assert labelled.axes("$w$", "", "$F_2$")
assert labelled.axes("$w$", "", "$F_3$")
assert labelled.axes("$w$", "", "$F_4$")
assert leaders == [0.0, -0.25, 0.25, -0.25]
assert drops == [1 / 16, 1 / 4, 1 / 4]  # all by the bound: squared gradients by twice the modulus 2
assert drops == [slope**2 / 4 for slope in slopes]
told = [slope * (w + 0.5) for slope, w in zip(slopes, leaders)]
bounds.check("ftrl.equality", sum(told), on="three rounds", P=1 / 4, S=sum(drops), Q=1 / 16)
bounds.check("ftrl.growing", sum(told), on="three rounds", P=1 / 4, S=2 * sum(drops))

# %% after mir-late-fig
assert labelled.axes("round $t$", "point $w_t$")
lazy_run, agile_run = lazy_and_agile(400)
assert labelled("lazy", np.arange(401), lazy_run.weights[:, 0])
assert labelled("agile", np.arange(401), agile_run.weights[:, 0])
limit = np.sqrt(2) - 4 / 3
assert abs(late_agile / n**1.5 - limit) < 0.002

for n in (400, 1600):  # a bounded set is not enough: the entropy on the simplex
    first = np.arange(n) < n // 4
    two = np.c_[~first, first].astype(float)
    turned = ol.play_oco(ol.MirrorDescent(lambda t: t**-0.5, ol.Entropy(), ol.Simplex()), two)
    assert abs((turned.losses.sum() - n / 4) / n - 1 / 2) < 0.1

# the entropy is negative on the simplex: with steps that shrink its regularisers fall
clock = np.arange(10_000)
falling_steps = 0.1 / np.sqrt(clock + 1)
regret = np.sum(1 - 1 / (1 + 999 * np.exp(-falling_steps * clock)))  # one good expert of 1000
names = {"S": falling_steps.sum(), "P": np.log(1000) / falling_steps[0]}
assert regret > 60 * ol.theorem("ftrl.growing").bound(**names)
names["P"] = np.log(1000) / falling_steps[-1]  # its least value subtracted
assert regret < ol.theorem("ftrl.growing").bound(**names)

# %% after mir-three-run
final = [allowed[-1] for _, allowed in watched.values()]
assert final == sorted(final, reverse=True)
assert all(np.all(regret <= allowed) for regret, allowed in watched.values())
for name_m in mirrors:
    run_m, names_m = play_tuned(name_m, X, y, u)
    last_m = names_m | {"S": names_m["S"][-1]}
    at_best = ol.theorem("mirror.regret").bound(**last_m)
    for other_m in (0.9, 1.1):
        assert at_best < ol.theorem("mirror.regret").bound(
            **last_m | {"eta": other_m * last_m["eta"]}
        )
    assert np.isclose(last_m["S"], (np.linalg.norm(X, mirrors[name_m][3], axis=1) ** 2).sum())
    psi_m, set_m = mirrors[name_m][:2]
    assert np.isclose(last_m["P"], psi_m.divergence(u, psi_m.minimize(np.zeros(64), set_m)[0]))
X_o, y_o, u_o = one_coordinate(5, 4000, 8)
assert np.array_equal(u_o, [1, 0, 0, 0, 0, 0, 0, 0])
assert set(X_o.ravel()) == {-1.0, 1.0}
assert abs(np.std(y_o - X_o[:, 0]) - 0.5) < 0.03


# %% after cell-66
for name, psi in unconstrained.items():
    run = ol.play_oco(ol.MirrorDescent(eta, psi), few)
    S = sum(psi.divergence(w, v) for w, v in pairwise(run.weights))
    P, on = psi.divergence(run.w, run.weights[0]), f"last point, {name}"
    regret = run.losses.sum() - (few @ run.w).sum()
    allowed = bounds.check("mirror.regret_by_divergences", regret, on=on, P=P, S=S, eta=eta)
    assert np.isclose(regret, allowed, rtol=1e-9)
    if name == "squared 2-norm":
        names = {"P": P, "eta": eta, "sigma": 1.0, "S": np.sum(few**2)}
        bounds.check("mirror.regret", regret, on="last point, 2-norm", **names)
        bounds.check("mirror.leader_regret", regret, on="last point, 2-norm", **names)

# %% after cell-70
assert claimed < regret <= flatter

# %% after cell-72
X_dia, y_dia = ol.streams.diabetes()
for p in (2.0, 3.0, 5.0):
    predictions, w = p_norm(X_dia, y_dia, p, 0.5, ol.losses.Square().slope)
    run = ol.play(ol.PNorm(p, 0.5), X_dia, y_dia)
    assert np.allclose(predictions, run.scores, rtol=1e-9, atol=1e-12)
    assert np.allclose(w, run.w, rtol=1e-9, atol=1e-12)
descent, two = ol.GradientDescent(0.5), ol.PNorm(2.0, 0.5)
assert np.allclose(ol.play(two, X_dia, y_dia).scores, ol.play(descent, X_dia, y_dia).scores)

# %% after mir-directions-fig
assert labelled.axes("$w_1$", "$w_2$")
for label, power in (("$p=2$ (GD)", 2), ("$p=3$", 3), ("$p=6$", 6)):
    norm_of_mirror = ol.SquaredPNorm(power / (power - 1))
    assert labelled(
        label, *np.transpose([norm_of_mirror.inverse_gradient(a) for a in line_of_images])
    )
of_both = np.cosh(3 * line_of_images).sum(axis=1)
assert labelled("EG", *(3 * np.sinh(3 * line_of_images).T / of_both))

# %% after cell-81
X_two, y_two = np.array([[1.0, -1.0], [1.0, 1.0]]), np.array([10.0, 10.0])
u_two = np.array([1.0, 0.0])
run = ol.play(ol.PNorm(2.0, 0.5, "absolute"), X_two, y_two)
regret = run.losses.sum() - np.abs(X_two @ u_two - y_two).sum()
names = {"U": 1.0, "eta": 0.5, "p": 2.0, "S": 4.0}
bounds.check("mirror.p_norm", regret, on="two coordinates", **names)
assert np.sqrt(np.e * (2 * np.log(2) - 1)) * np.sqrt(2) < regret  # d = 2 needs another constant

# %% after cell-84
X_one = X_signs[0]
for name, u in targets.items():
    y_one, on = X_one @ u, f"{name} target"
    for p in exponents:
        U, R = np.linalg.norm(u, p / (p - 1)), d ** (1 / p)
        eta = U / (R * np.sqrt((p - 1) * T))
        many = play_many(partial(back, p=p), X_one[None], (X_one @ u)[None], [eta])
        names = {"U": U, "eta": eta, "p": p, "S": R**2 * T}
        bounds.check("mirror.p_norm", many[0, 0], on=on, **names)
    size = np.abs(u).sum()
    eta = size / np.sqrt(np.e * (2 * np.log(d) - 1) * T)
    run = ol.play(ol.PNorm(2 * np.log(d), eta, "absolute"), X_one, y_one)
    bounds.check("mirror.p_norm_tuned", run.losses.sum(), on=on, U=size, G=1.0, T=T, d=d)
    again = play_many(partial(back, p=2 * np.log(d)), X_one[None], y_one[None], [eta])
    assert np.isclose(run.losses.sum(), again[0, 0])
    step = np.sqrt(2 * np.log(2 * d) / T) / size
    eg = ol.ExponentiatedGradient(step, "absolute", signed=True, radius=size)
    again = play_many(partial(signed_weights, radius=size), X_one[None], y_one[None], [step])
    assert np.isclose(ol.play(eg, X_one, y_one).losses.sum(), again[0, 0])

# %% after cell-85
assert labelled.axes("$p$", "total loss")
for target in ("sparse", "dense"):
    assert labelled(f"{target} target", exponents, [np.median(row) for row in along[target]])
    assert labelled(f"{target}, bound", exponents, promised[target])

# %% after cell-87
names = {"U": 1.0, "G": 1.0, "T": 2, "d": 3}
bounds.check("mirror.p_norm_tuned", adversary(3, 2), on="adversarial signs, d = 3", **names)

# %% after dual-norms-run
for i, q in enumerate(duals):
    comparators, instances = (
        np.array([row[3:] for row in rows if row[0] == i and row[1] == name]) for name in "ux"
    )
    largest = (instances @ comparators.T).max(axis=1)
    assert np.all(largest <= 1 + 1e-12)
    assert np.all(largest >= 1 - 0.02)
    assert np.allclose(np.linalg.norm(comparators, q, axis=1), 1)

# %% after cell-109
grid = np.linspace(2, 20, 1801)
assert abs(grid[((grid - 1) * (d / relevant) ** (2 / grid)).argmin()] - p_best) < 0.01

# %% after cell-89
assert len(set(mistakes)) == 1
assert losses.min() < losses[[0, -1]].min()

# %% after cell-112
inside, shift = np.array([0.2, 0.5, 0.9]), 1e-6 * np.eye(3)


def negative_entropy(w):
    return np.sum(w * np.log(w) + (1 - w) * np.log(1 - w))


by_differences = [
    (negative_entropy(inside + e) - negative_entropy(inside - e)) / 2e-6 for e in shift
]
assert np.allclose(BitEntropy().gradient(inside), by_differences, atol=1e-6)
assert np.allclose(psi.minimize(psi.gradient(inside))[0], inside)
other_m = np.array([0.4, 0.3, 0.5])
gap_m = (
    negative_entropy(other_m) - negative_entropy(inside) - psi.gradient(inside) @ (other_m - inside)
)
assert np.isclose(psi.divergence(other_m, inside), gap_m)
assert np.allclose(points, 1 / (1 + np.exp(eta * np.vstack([np.zeros(5), few.cumsum(axis=0)]))))

# %% after mir-fourth-run
vertices = np.array(np.meshgrid(*[[0, 1]] * 5)).reshape(5, -1).T
assert np.isclose(regret, np.sum(few * points[:-1]) - (vertices @ few.sum(axis=0)).min())
assert np.isclose(P, 5 * np.log(2))
assert regret <= allowed

# %% after cell-118
assert np.isclose(np.sum(change @ np.array([1.0, 0.0])), -400)
assert regret <= ol.theorem("mirror.leader_regret").bound(**names)
