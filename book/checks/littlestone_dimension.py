"""What this chapter asserts about its own runs, cell by cell."""

from math import comb

from olbook.littlestone_dimension import forced_path

# %% after ld-4
assert questions == [3, 5, 1, 6, 4, 2, 0]
asked = mistake_tree(thresholds(7))
minus, plus = asked.minus, asked.plus
assert (
    f"first {asked.point} is asked; after minus {minus.point}, after plus {plus.point}; " in heard
)
then = [half.point for each in (minus, plus) for half in (each.minus, each.plus)]
assert "; then {}, {}, {} or {}; ".format(*then) in heard
for k in range(7, 15):  # the words below the tree are the thresholds that its paths leave
    left, node = thresholds(7), k
    path = []
    while node:
        path.append((questions[(node - 1) // 2], node % 2 == 0))
        node = (node - 1) // 2
    fitting = [h for h in range(8) if all(left[h, x] == plus for x, plus in path)]
    assert fitting == [14 - k]

# %% after ld-path
for k, said in zip(walk, ("0 to 7", "4 to 7", "4, 5", "4")):
    path, node = [], k
    while node:
        path.append((questions[(node - 1) // 2], node % 2 == 0))
        node = (node - 1) // 2
    fitting = [h for h in range(8) if all(thresholds(7)[h, x] == plus for x, plus in path)]
    assert lefts[k] == said
    assert {fitting[0], fitting[-1]} == {int(h) for h in said if h.isdigit()}
    assert len(fitting) in (8, 4, 2, 1)

# %% after ld-11
assert dimension(np.empty((0, 3), dtype=bool)) == -1

# %% after ld-13
assert labelled.axes("number of hypotheses", "Littlestone dimension")
sizes_of = {name: [len(member) for member in group] for name, group in families.items()}
assert sizes_of["all functions"] == [2, 4, 8, 16, 32, 64]
assert labelled("all functions", sizes_of["all functions"], np.arange(1, 7))
assert labelled("thresholds", np.arange(2, 65), np.floor(np.log2(np.arange(2, 65))))
assert sizes_of["at most two pluses"] == [1 + N + N * (N - 1) // 2 for N in (2, 4, 6, 8, 10)]
assert labelled("at most two pluses", sizes_of["at most two pluses"], 2)
assert labelled("at most one plus", (2, 4, 8, 16, 32, 64), 1)
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

# %% after ld-33
two_l = HedgeOverHypotheses(np.array([[True, False, True], [True, True, False]]), 8)
errors_l = np.zeros(2)
for x_l, y_l in ((0, -1), (1, 1), (2, 1), (1, -1)):
    trust_l = np.exp(-np.sqrt(np.log(2)) * errors_l)
    says_l = np.array([[1, -1, 1], [1, 1, -1]])[:, x_l]
    assert np.isclose(two_l.predict([x_l]), trust_l @ says_l / trust_l.sum())
    two_l.update([x_l], y_l)
    errors_l += says_l != y_l


class HalfSure:
    def predict(self, x):
        return 0.5

    def update(self, x, y):
        pass


assert expected_mistakes(HalfSure(), np.zeros((4, 1)), np.array([1, 1, 1, -1])) == 3 / 4 + 3 / 4

# %% after ld-34
for (noise, name), values in regrets.items():
    if name == "AgnosticExperts":
        for value in values:
            bounds.check("littlestone.agnostic", value, on=f"noise {noise}", D=2, T=T)
for n in range(1, 60):  # Khinchine's inequality, of the exercise on labels of any kind
    tosses = [(abs(n - 2 * k), comb(n, k) / 2**n) for k in range(n + 1)]
    assert sum(size * chance for size, chance in tosses) >= np.sqrt(n / 2) - 1e-12

# %% after ld-41
assert littlestone_dimension(four.astype(bool)) == 2
halves = [four[four[:, 0] == label] for label in (0, 1)]
assert [littlestone_dimension(half.astype(bool)) for half in halves] == [1, 1]
assert StandardOptimalAlgorithm(four).predict([0]) == 0
