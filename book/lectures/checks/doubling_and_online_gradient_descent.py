"""What this page asserts about its own runs, cell by cell."""

from olbook.littlestone_dimension import littlestone_dimension

# %% after c05
learner_b = ol.DoublingTrick(lambda n: ol.OnlineGradientDescent(1.0))
for T_b in range(1, 40):
    assert last_block(T_b) == learner_b.block
    learner_b.update([0.0])

# %% after c08
for L_c in range(8):
    not_rounded = ol.theorem("doubling.regret_not_rounded").bound(alpha=1.0, L=L_c)
    assert np.isclose(cost(L_c), not_rounded)

# %% after c10
assert there_and_back(3).tolist() == [0, -1, 1, -1, -1, 1, 1, -1, -1, -1, -1]

# %% after c18
for stream_h in ((0, 1, 2, 1), (2, 0, 1, 0), (1, 1, 1, 1), (1, 2, 0, 0)):
    for truth in range(4):
        left_h, made_h = [0, 1, 2, 3], 0
        for x_h in stream_h:  # a tie says minus
            votes = [x_h >= k for k in left_h]
            made_h += (2 * sum(votes) > len(votes)) != (x_h >= truth)
            left_h = [k for k in left_h if (x_h >= k) == (x_h >= truth)]
        assert halving_mistakes(stream_h, truth) == made_h

# %% after c27
for rising in (False, True):
    end_r, inside = float(rising), np.array([0.3])
    loss_r = AtTheEnds(rising)
    line = loss_r.value([end_r]) + loss_r.gradient(np.array([end_r]))[0] * (inside - end_r)
    assert loss_r.value(inside) == rising * 0.3 >= line
    assert abs(loss_r.gradient(inside)) == 20

# %% after c30
for eta_f, rho_f in ((0.1, 1.0), (0.02, 3.0)):
    pushed = rho_f * ol.streams.push_and_wiggle(eta_f * rho_f, 100)
    w_f, bill_f = np.zeros(2), 0.0
    for g_f in pushed:
        assert np.isclose(np.linalg.norm(g_f), rho_f)
        bill_f, w_f = bill_f + g_f @ w_f, ol.Ball(1.0).project(w_f - eta_f * g_f)
    best_f = -np.linalg.norm(pushed.sum(axis=0))
    assert np.isclose(forced_regret(eta_f, rho_f, 100), bill_f - best_f)

# %% after c33
for n_t in range(1, 8):
    thresholds = np.array([[x >= k for x in range(n_t)] for k in range(n_t + 1)])
    assert thresholds_ldim(n_t) == littlestone_dimension(thresholds)
