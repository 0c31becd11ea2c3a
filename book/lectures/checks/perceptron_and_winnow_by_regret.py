"""What this page asserts about its own runs, cell by cell."""

# %% after c28
assert [loss(w) for w in (-1.0, 0.0, 0.5, 1.0, 2.0)] == [4, 2, 1, 0, 0]

# %% after c30
X_w, y_w = np.vstack([np.array([[1, 1, 0, 0], [0, 0, 1, 1]] * 2), np.ones((3, 4))]), np.ones(7)
for X_t, y_t in ((X, y), (X_w, y_w), (X_w, -y_w)):
    assert winnow(X_t, y_t, 0.25) == ol.play(ol.Winnow(0.25), X_t, y_t).n_mistakes

# %% after c38
for learner_n in (ol.Perceptron(), eg):
    assert binary_digits(learner_n.copy(), 4) == (4, 1)
