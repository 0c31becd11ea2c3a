"""What the appendix asserts about its own runs, cell by cell."""

from olbook.comparator import lower_bound

# %% after certificate-run
for a in ([1.0, -0.5, -0.5], [1.0, -1.0, -1.0], [0.0, 0.0, 0.0], [-1.0, 1.0, 1.0]):
    theirs = lower_bound(X_3, y_3, "absolute", W_3, np.array(a))
    ours = no_point_is_better_than(X_3, y_3, np.array(a), W_3)
    assert np.isclose(max(0.0, ours), theirs)
uneven = np.array([0.5, -0.25, -1.0]), ol.Simplex()  # not the same set from the other side
assert np.isclose(
    no_point_is_better_than(X_3, y_3, *uneven),
    lower_bound(X_3, y_3, "absolute", uneven[1], uneven[0]),
)
