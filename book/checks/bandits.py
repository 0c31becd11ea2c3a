"""What this chapter asserts about its own runs, cell by cell."""

# %% after unseen
end = {name: rows[:, -1] for name, rows in extra.items()}
# In the mean over the draws, which six runs only suggest: so with what six runs may be off by.
off = 3 * end["Exp3"].std() / np.sqrt(len(end["Exp3"]))
bounds.check("bandits.exp3_tuned", end["Exp3"].mean(), on="ten headlines", T=T, d=d)
bounds.check(
    "bandits.exp3", end["Exp3"].mean() + off, on="ten headlines", T=T, d=d, eta=step
)
assert end["Hedge, sees all"].max() < end["Exp3"].min()
assert end["Exp3"].max() < end["unseen is zero"].min()
assert abs(end["unseen is zero"].mean() / end["at random"].mean() - 1) < 0.1
