"""What this chapter asserts about its own runs, cell by cell."""

from math import comb

# %% after ld-4
assert questions == [3, 5, 1, 6, 4, 2, 0]
for k in range(7, 15):  # the words below the tree are the thresholds that its paths leave
    left, node = thresholds(7), k
    path = []
    while node:
        path.append((questions[(node - 1) // 2], node % 2 == 0))
        node = (node - 1) // 2
    fitting = [h for h in range(8) if all(left[h, x] == plus for x, plus in path)]
    assert fitting == [14 - k]

# %% after ld-13
bounds.check("littlestone.halving", halving.n_mistakes, on="random thresholds", N=len(H))
assert found["all functions"] == [1, 2, 3, 4, 5, 6]
assert set(found["at most two pluses"]) == {2}
assert set(found["at most one plus"]) == {1}
assert [littlestone_dimension(thresholds(N)) for N in range(1, 40)] == [
    int(np.log2(N + 1)) for N in range(1, 40)
]

# %% after ld-24
assert np.all(dims <= worst)
sizes = np.array([V.bit_count() for V in range(1 << 16)])
assert np.all(worst[1:] <= np.log2(sizes[1:]) + 1e-12)
assert (dims[-1], worst[-1]) == (4, 4)
assert len(small) == 8
assert made == 2 == littlestone_dimension(small)
assert errors_in(hardest(Halving(small), small)) == 3
bounds.check("littlestone.halving", 3, on="a class on four points", N=8)
bounds.check("littlestone.standard_optimal", made, on="a class on four points", D=2)
for learner in (Halving(every), StandardOptimalAlgorithm(every)):
    X, y = forced_path(learner, every)
    forced = ol.play(learner, X, y).n_mistakes
    name = "halving" if isinstance(learner, Halving) else "standard_optimal"
    values = {"N": 8} if name == "halving" else {"D": 3}
    bounds.check(f"littlestone.{name}", forced, on="all functions on three points", **values)

# %% after ld-34
# On clean labels: the run above again, and with a step at which an expert is silent after its first error.
tuned, longest = float(np.sqrt(8 * np.log(AgnosticExperts(H, T).n_experts) / T)), 30.0
clean = {tuned: [], longest: []}
for step, paid in clean.items():
    for seed in range(100):
        X = np.random.default_rng(seed).integers(0, 3, size=(T, 1))
        experts, errors = AgnosticExperts(H, T), 0.0
        hedge = ol.Hedge(step, d=experts.n_experts)
        for x, label in zip(X, np.where(X[:, 0] >= 1, 1, -1)):
            wrong = (1 - label * experts.votes(x)) / 2
            errors += hedge.w @ wrong
            hedge.update(wrong)
            experts.update(x, label)
        paid.append(errors)
assert np.allclose(clean[tuned], regrets[0.0, "AgnosticExperts"])
assert np.mean(clean[longest]) > 0.75 * np.mean(clean[tuned]) > 2

# %% after ld-38
for (noise, name), values in regrets.items():
    if name == "AgnosticExperts":
        for value in values:
            bounds.check("littlestone.agnostic", value, on=f"noise {noise}", D=2, T=T)
X, y = ol.streams.orthonormal_rows(PassiveAggressive(), 9)
run = ol.play(PassiveAggressive(), X, y)
L = np.sum(run.losses**2)
bounds.check("passive_aggressive.squared_hinge", L, on="orthonormal rows", R=1.0, U=3.0)
assert np.all(np.array(rows)[:, 0] <= np.array(rows)[:, 1])

# %% after ld-48
assert len(X_M) <= allowed
assert len(X_M) < first
last, average, vote = np.mean(errors, axis=0)
assert vote < last
assert average < last
assert littlestone_dimension(family) == 0
for n in range(1, 60):  # Khinchine's inequality, of the exercise on labels of any kind
    tosses = [(abs(n - 2 * k), comb(n, k) / 2**n) for k in range(n + 1)]
    assert sum(size * chance for size, chance in tosses) >= np.sqrt(n / 2) - 1e-12
