"""What this page asserts about its own runs, cell by cell."""

# %% after c09
for one, other in ((p, q), (np.array([0.2, 0.3, 0.5]), np.array([0.6, 0.2, 0.2]))):
    assert np.isclose(relative_entropy(one, other), ol.Entropy().divergence(one, other))

# %% after c18
for factor_p in (1, 2):
    v_p = implicit_step(factor_p)
    grown = powers(v_p @ x_t, factor_p)
    assert np.allclose(v_p, grown / grown.sum())
    assert np.allclose(np.log(grown / w_t), factor_p * eta * (y_t - v_p @ x_t) * x_t)
lowest = objective(np.log(implicit_step(2)))
for nudge in 0.01 * np.vstack([np.eye(3), -np.eye(3)]):
    assert objective(np.log(implicit_step(2)) + nudge) > lowest
assert np.isclose(objective(np.log(w_t)), eta * (w_t @ x_t - y_t) ** 2)
