"""What the appendix asserts about its own runs, cell by cell."""

from olbook.comparator import lower_bound

# %% after fig-between
at_line = at_w + slope * (line - w)
assert labelled("$f$", line, line**2 / 4 + np.log(1 + np.exp(2 * line)))
assert labelled("tangent", line, at_line)
assert labelled(r"parabola, $\sigma$", line, at_line + (line - w) ** 2 / 4)
assert labelled(r"parabola, $\beta$", line, at_line + 3 * (line - w) ** 2 / 4)

# %% after fig-conjugates
to_the_left, to_the_right = np.linspace(-2, 1.7, 200), np.linspace(1e-3, 4.2, 200)
assert labelled("$F$", to_the_left, np.exp(to_the_left) - 1.5, "1")
assert labelled("tangent", to_the_left, F(w) + theta * (to_the_left - w), "1")
numbers = to_the_right * (np.log(to_the_right) - 1) + 1.5
assert labelled("$F^*$", to_the_right, numbers, "2")
assert labelled("tangent", to_the_right, F_star(theta) + w * (to_the_right - theta), "2")

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
