"""What this page asserts about its own runs, cell by cell."""

# %% after c07
assert sgn(np.array([-2.0, 0.0, 0.5])).tolist() == [-1, -1, 1]
