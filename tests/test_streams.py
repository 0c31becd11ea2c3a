"""The streams: margins and lengths as promised, data scaled as documented."""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
import pytest
from games import seeds
from hypothesis import given
from hypothesis import strategies as st

import olbook as ol


@given(
    T=st.integers(1, 100),
    d=st.integers(2, 30),
    share=st.floats(1e-6, 1.0),
    radius=st.sampled_from([1e-3, 1.0, 20.0]),
    seed=seeds,
)
def test_separable_has_the_promised_margin_and_lengths(
    T: int, d: int, share: float, radius: float, seed: int
) -> None:
    margin = share * radius
    X, y, u = ol.streams.separable(T, d, margin, radius=radius, rng=np.random.default_rng(seed))
    assert X.shape == (T, d)
    assert y.shape == (T,)
    assert set(y) <= {-1.0, 1.0}
    assert np.linalg.norm(u) == pytest.approx(1.0)
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), radius, rtol=1e-9)
    # What is drawn nearly along u loses digits when its part along u is taken off.
    assert ol.functional_margin(u, X, y) == pytest.approx(margin, abs=1e-9 * radius)


@pytest.mark.parametrize("d", [1, 5])
def test_both_labels_of_a_separable_stream_are_as_likely(d: int) -> None:
    y = ol.streams.separable(2000, d, 1.0, rng=np.random.default_rng(0))[1]
    assert abs(y.mean()) <= 6 / np.sqrt(2000)  # six standard deviations


@given(T=st.integers(1, 50), radius=st.sampled_from([0.5, 1.0, 3.0]), seed=seeds)
def test_separable_on_the_line(T: int, radius: float, seed: int) -> None:
    X, y, u = ol.streams.separable(T, 1, radius, radius=radius, rng=np.random.default_rng(seed))
    assert abs(u[0]) == 1.0
    np.testing.assert_array_equal(X[:, 0], radius * y * u[0])


@given(noise=st.sampled_from([0.0, 0.2, 1.0]), radius=st.sampled_from([0.5, 1.0, 3.0]), seed=seeds)
def test_noisy_flips_labels_and_nothing_else(noise: float, radius: float, seed: int) -> None:
    rngs = np.random.default_rng(seed), np.random.default_rng(seed)
    X, y, u = ol.streams.noisy(2000, 5, 0.1, noise, radius=radius, rng=rngs[0])
    clean_X, clean_y, clean_u = ol.streams.separable(2000, 5, 0.1, radius=radius, rng=rngs[1])
    np.testing.assert_array_equal(X, clean_X)
    np.testing.assert_array_equal(u, clean_u)
    # Six standard deviations of a binomial share.
    assert abs((y != clean_y).mean() - noise) <= 6 * np.sqrt(noise * (1 - noise) / 2000)


@given(
    T=st.integers(1, 100),
    d=st.integers(1, 30),
    k=st.integers(1, 6),
    density=st.sampled_from([None, 0.0, 0.3, 1.0]),
    seed=seeds,
)
def test_disjunction_labels_by_k_coordinates(
    T: int, d: int, k: int, density: float | None, seed: int
) -> None:
    k = min(k, d)
    X, y, u = ol.streams.disjunction(T, d, k, density=density, rng=np.random.default_rng(seed))
    assert X.shape == (T, d)
    assert set(X.ravel()) <= {0.0, 1.0}
    assert set(u) <= {0.0, 1.0}
    assert u.sum() == k
    np.testing.assert_array_equal(y, np.where((X[:, u == 1] == 1).any(axis=1), 1.0, -1.0))


@pytest.mark.parametrize("k", [1, 3, 10])
def test_disjunction_is_balanced_unless_told_otherwise(k: int) -> None:
    _, y, _ = ol.streams.disjunction(4000, 20, k, rng=np.random.default_rng(k))
    assert abs((y > 0).mean() - 0.5) <= 6 * np.sqrt(0.25 / 4000)


@pytest.mark.parametrize("noise", [0.0, 0.2, 1.0])
def test_disjunction_flips_labels_and_nothing_else(noise: float) -> None:
    X, y, u = ol.streams.disjunction(2000, 9, 2, noise=noise, rng=np.random.default_rng(3))
    clean_X, clean_y, clean_u = ol.streams.disjunction(2000, 9, 2, rng=np.random.default_rng(3))
    np.testing.assert_array_equal(X, clean_X)
    np.testing.assert_array_equal(u, clean_u)
    assert abs((y != clean_y).mean() - noise) <= 6 * np.sqrt(noise * (1 - noise) / 2000)


def test_digits_pair_is_scaled_as_documented() -> None:
    datasets = pytest.importorskip("sklearn.datasets")
    images, digits = datasets.load_digits(return_X_y=True)
    X, y = ol.streams.digits_pair(8, 3)
    chosen = np.isin(digits, (3, 8))
    np.testing.assert_array_equal(X[:, :64] * 16, images[chosen])
    np.testing.assert_array_equal(X[:, 64], 1.0)
    np.testing.assert_array_equal(y, np.where(digits[chosen] == 3, 1, -1))
    np.testing.assert_array_equal(ol.streams.digits_pair(3, 8)[1], -y)


def test_breast_cancer_is_scaled_as_documented() -> None:
    X, y = ol.streams.breast_cancer()
    assert X.shape == (569, 31)
    np.testing.assert_allclose(X[:, :30].mean(axis=0), 0.0, atol=1e-12)
    np.testing.assert_allclose(X[:, :30].std(axis=0), 1.0)
    np.testing.assert_array_equal(X[:, 30], 1.0)
    assert (int((y == 1).sum()), int((y == -1).sum())) == (357, 212)


def test_diabetes_is_scaled_as_documented() -> None:
    datasets = pytest.importorskip("sklearn.datasets")
    features, progression = datasets.load_diabetes(return_X_y=True)
    X, y = ol.streams.diabetes()
    assert X.shape == (442, 11)
    assert np.linalg.norm(X, axis=1).max() == pytest.approx(1.0)
    scale = X[0, 10]
    np.testing.assert_array_equal(X[:, 10], scale)
    np.testing.assert_allclose(np.abs(X[:, :10]).max(axis=0), scale)
    for ours, theirs in zip(X.T[:10], features.T, strict=True):
        assert np.corrcoef(ours, theirs)[0, 1] == pytest.approx(1.0)
        assert ours.mean() == pytest.approx(0.0, abs=1e-12)
    np.testing.assert_allclose(y * 346, progression)


@pytest.mark.parametrize(
    "load", [lambda: ol.streams.digits_pair(0, 1), ol.streams.breast_cancer, ol.streams.diabetes]
)
def test_without_scikit_learn_the_error_says_how_to_install_it(
    load: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(ImportError, match="pip install scikit-learn"):
        load()


@pytest.mark.parametrize("radius", [1e-150, 1e150])
def test_separable_keeps_its_promise_at_the_ends_of_the_range(radius: float) -> None:
    X, y, u = ol.streams.separable(50, 4, radius / 8, radius=radius, rng=np.random.default_rng(0))
    np.testing.assert_allclose(np.linalg.norm(X / radius, axis=1), 1.0)
    assert ol.geometric_margin(u, X, y) == pytest.approx(radius / 8, rel=1e-12)
    X, y, u = ol.streams.separable(50, 4, radius, radius=radius, rng=np.random.default_rng(0))
    np.testing.assert_allclose(X, radius * np.outer(y, u), atol=1e-12 * radius)


@pytest.mark.parametrize(("a", "b"), [(9, 0), (0, 9)])
def test_digits_pair_has_both_of_its_digits(a: int, b: int) -> None:
    pytest.importorskip("sklearn.datasets")
    assert set(np.unique(ol.streams.digits_pair(a, b)[1])) == {-1.0, 1.0}
