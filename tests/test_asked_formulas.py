"""Bounds and steps of exercises, solutions and assignments are computed here, in another way where there is one.

A formula right behind words of a bound or a step ("at most", "takes the step"), one that sets a step or
has a bound in it, and each that is longer than one fraction, root or logarithm, is in the table below, or
carries a theorem, ``<!-- is ... -->``; but for what cannot be read here, such as a sum over rounds.
Beside it stands how its value is computed from its letters: by the theorem or the task that it comes
from, by the sum that it bounds, by a search for the best step. So the words of an exercise and those of
its solution are held against the same computation.
"""

from __future__ import annotations

import importlib
import math
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from math import exp, log, log2, sqrt
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest
from chapter_checks import FORMULA, STATED
from faults import tell
from regression import bound
from scipy.integrate import quad
from scipy.optimize import minimize_scalar
from sources import SOURCED
from test_hand_worked import BOOK, boxes
from tex_values import Unreadable, members, worth

Computed = Callable[..., float | np.floating[Any]]


def least(cost: Callable[[float], float]) -> float:
    """The step that makes a cost least."""
    found = minimize_scalar(
        lambda log_step: cost(exp(log_step)),
        bounds=(-9, 9),
        method="bounded",
        options={"xatol": 1e-9},
    )
    return exp(found.x)


def cheapest(cost: Callable[[float], float]) -> float:
    """What the best step costs."""
    return cost(least(cost))


def root(b: float, c: float) -> float:
    """The largest x whose square is b x + c."""
    return float(np.roots([1, -b, -c]).max())


def slope(f: Callable[[float], float], x: float) -> float:
    """The derivative of a function, by a difference quotient."""
    return (f(x + 1e-5) - f(x - 1e-5)) / 2e-5


def area(f: Callable[[float], float], a: float, b: float) -> float:
    """The integral of a function."""
    return float(quad(f, a, b)[0])


def asked(topic: str, task: str, **letters: float) -> float:
    """The last line of a task of an assignment."""
    end = getattr(importlib.import_module(f"olbook.exercises.{topic}"), task).ends[2]
    return float(eval(end, {"sqrt": sqrt, "log": log, **letters}))


def hedge(eta: float, d: float, T: float, width: float = 1) -> float:
    """What Hedge pays with a step for losses that lie so far apart, by Hoeffding's lemma."""
    return log(d) / eta + T * eta * width**2 / 8


def descent(eta: float, U: float, S: float) -> float:
    return bound("ogd.regret", U=U, S=S, eta=eta)


# Roots of 1, 2, 4, ..., up to the last one, as parts of the last.
ROOTS = sum(2 ** (-m / 2) for m in range(200))

# The exercise, or the assignment, with each formula and what it is of its letters.
TABLE: dict[str, dict[str, Computed]] = {
    "ex-af-constant": {
        r"\sum_t\frac1{\sqrt t}\le2\sqrt T": lambda T: T**0.5 / 0.5,
        r"\eta_t=c\sqrt{\ln d/t}": lambda c, d, t: c * sqrt(log(d)) / sqrt(t),
        r"(\frac1c+\frac c4)\sqrt{T\ln d}": lambda c, T, d: (
            log(d) / (c * sqrt(log(d) / T)) + c * sqrt(log(d)) * 2 * sqrt(T) / 8
        ),
        r"\frac54\sqrt{T\ln d}": lambda T, d: (1 / 4 + 4 / 4) * sqrt(T * log(d)),  # with c = 4
    },
    "ex-af-small-losses": {
        r"L-C\le D\sqrt{2B}\le2D\sqrt{\beta L}": lambda D, beta, L: D * sqrt(2 * (2 * beta * L)),
        r"(\sqrt L-D\sqrt\beta)^2\le C+\beta D^2": lambda C, beta, D: C + (D * sqrt(beta)) ** 2,
        r"\sqrt{C+\beta D^2}\le\sqrt C+D\sqrt\beta": lambda C, beta, D: sqrt(C) + sqrt(beta * D**2),
        r"L\le C+2D\sqrt{\beta C}+4\beta D^2": lambda C, beta, D: (
            C + 2 * beta * D**2 + 2 * D * sqrt(beta) * (sqrt(C) + D * sqrt(beta))
        ),
        r"D\sqrt\beta+\sqrt{C+\beta D^2}": lambda D, beta, C: root(2 * D * sqrt(beta), C),
        r"C+2\beta D^2+2D\sqrt\beta\sqrt{C+\beta D^2}": lambda D, beta, C: (
            root(2 * D * sqrt(beta), C) ** 2
        ),
        r"D\sqrt{2\beta K}+2\beta D^2": lambda **letters: bound(
            "curved.small_losses_tuned", **letters
        ),
    },
    "ex-af-late": {
        r"w_t=-2\sqrt t": lambda t: -area(lambda s: s**-0.5, 0, t),
        r"-\int_0^{T/2}2\sqrt t\,dt=-\frac43(T/2)^{3/2}": lambda T: area(
            lambda t: -2 * sqrt(t), 0, T / 2
        ),
        r"\frac43(T/2)^{3/2}": lambda T: area(lambda t: 2 * sqrt(t), 0, T / 2),
        r"2\sqrt t-4\sqrt{T/2}": lambda t, T: (
            area(lambda s: s**-0.5, 0, t) - 2 * area(lambda s: s**-0.5, 0, T / 2)
        ),
        r"4\sqrt{T/2}\cdot\frac T2-\frac43\left(T^{3/2}-(T/2)^{3/2}\right)": lambda T: area(
            lambda t: 4 * sqrt(T / 2) - 2 * sqrt(t), T / 2, T
        ),
        r"(\sqrt2-\frac43)\,T^{3/2}": lambda T: (
            area(lambda t: 4 * sqrt(T / 2) - 2 * sqrt(t), T / 2, T)
            - area(lambda t: 2 * sqrt(t), 0, T / 2)
        ),
        r"\eta_t=1/\sqrt t": lambda t: t**-0.5,
    },
    "ex-af-hinted-set": {
        r"\frac{\ln d}\eta+\frac{\eta T}{200}": lambda d, eta, T: (
            log(d) / eta + eta / 2 * T / 10**2
        ),
        r"\eta=10\sqrt{2\ln d/T}": lambda d, T: least(lambda eta: log(d) / eta + eta * T / 200),
        r"\frac1{10}\sqrt{2T\ln d}": lambda d, T: cheapest(
            lambda eta: log(d) / eta + eta * T / 200
        ),
    },
    "ex-bandits-gaps": {
        r"\Delta_i^2N_i\le8\ln T+2": lambda T: 8 * log(T) + 2,
        r"\sum_i\Delta_iN_i=\sum_i\sqrt{N_i}\cdot\Delta_i\sqrt{N_i}\le\sqrt{\sum_iN_i}\,\sqrt{\sum_i\Delta_i^2N_i}"
        r"\le\sqrt T\,\sqrt{k\,(8\ln T+2)}": lambda k, T: T * sqrt((8 * log(T) + 2) / (T / k)),
        # k arms drawn equally often, with the largest gaps
        r"\sqrt{kT(8\ln T+2)}": lambda k, T: T * sqrt((8 * log(T) + 2) / (T / k)),
    },
    "ex-convex-pinsker": {
        r"\psi(p)=p\ln p+(1-p)\ln(1-p)": lambda p: log(p**p * (1 - p) ** (1 - p)),
        r"\psi'(q)=\ln\frac q{1-q}": lambda q: slope(
            lambda p: p * log(p) + (1 - p) * log(1 - p), q
        ),
        r"\frac1p+\frac1{1-p}=\frac1{p(1-p)}": lambda p: slope(lambda q: log(q / (1 - q)), p),
        r"2(p-q)^2": lambda p, q: (2 * abs(p - q)) ** 2 / 2,
        r"\frac42(p-q)^2": lambda p, q: (2 * abs(p - q)) ** 2 / 2,
    },
    "ex-curved-cash": {
        r"\bigl(\frac98\bigr)^n": lambda n: (3 / 2 * 3 / 4) ** n,
        r"\ln(2n+1)+1": lambda n: log(2 * n + 1) + 1,
        r"\bigl(\frac98\bigr)^n/(e(2n+1))": lambda n: exp(
            n * log(3 / 2 * 3 / 4) - (log(2 * n + 1) + 1)
        ),
    },
    "ex-curved-step": {
        r"\frac12\|w_t-u\|^2": lambda D: area(lambda v: v, 0, D),
        r"\frac1{\mu t}": lambda mu, t: (mu * t) ** -1,
        r"\frac1{2\mu t}": lambda mu, t: 0.5 / mu / t,
        r"\frac{\mu t}c-\frac{\mu(t-1)}c-\mu=\mu(\frac1c-1)": lambda mu, c: (
            mu * 5 / c - mu * 4 / c - mu
        ),
        r"\frac12(w-y_t)^2": lambda w, y: area(lambda v: v - y, y, w),
        r"1-\frac1{2t}": lambda t: (t - 0.5) / t,
        r"\frac T{2t}": lambda T, t: T / 2 / t,
        r"\eta_t=\frac2{\mu t}": lambda mu, t: 2 / (mu * t),
        r"\eta_t=\frac c{\mu t}": lambda c, mu, t: c / (mu * t),
        # twice the step, so twice what the steps cost
        r"\frac{G^2}\mu(1+\ln T)": lambda G, mu, T: (2 / mu) * (1 + log(T)) * G**2 / 2,
        r"\frac12\cdot\frac T2\ln2": lambda T: T / 4 * log(2),
    },
    "ex-dt-guess": {
        r"\frac12(\sqrt k+1/\sqrt k)": lambda k: descent(sqrt(k), 1, 1) / descent(1, 1, 1),
        r"\alpha\sqrt n": lambda alpha, n: alpha * sqrt(n),
        r"\alpha T/\sqrt n": lambda alpha, T, n: T / n * alpha * sqrt(n),
    },
    "ex-dt-array": {
        r"c+2c+\dots+kc=c\frac{k(k+1)}2": lambda c, k: sum(c * j for j in range(k + 1)),
        r"\frac{n^2}{2c}": lambda n, c: c * (n / c) ** 2 / 2,
        r"\frac{n(n+c)}{2c}": lambda n, c: c * (n / c) * (n / c + 1) / 2,
    },
    "ex-base-four": {
        r"2^L\le\sqrt{3T}": lambda T: sqrt(1 + 3 * (T - 1) + 2),
        r"\alpha\sqrt{4^m}=\alpha2^m": lambda alpha, m: alpha * sqrt(4**m),
        r"2\sqrt3\,\alpha\sqrt T": lambda alpha, T: bound("tuning.any_base", alpha=alpha, s=2, T=T),
    },
    "ex-wt-bases": {
        r"\frac s{s-1}\,\alpha s^L": lambda s, alpha, L: sum(
            alpha * s ** (L - m) for m in range(999)
        ),
        r"\frac{s^{2L}-1}{s^2-1}": lambda s, L: sum(s ** (2 * m) for m in range(L)),
        r"s^2\,\frac{s+1}{s-1}": lambda s: bound("tuning.any_base", alpha=1, s=s, T=1) ** 2,
        r"s^{2L}\le1+(s^2-1)(T-1)": lambda s, T: 1 + (s**2 - 1) * (T - 1),
        r"\frac{(s+1)^3}{4(s-1)}": lambda s: (
            (bound("tuning.any_base", alpha=1, s=s, T=1) - sqrt(s**2 - 1) / 2) ** 2
        ),
        r"\frac{(s-2)^2(s+7)}{4(s-1)}": lambda s: (s + 1) ** 3 / (4 * (s - 1)) - 27 / 4,
        r"\alpha\sqrt n": lambda alpha, n: alpha * sqrt(n),
        r"(s^2-1)\,T": lambda s, T: 1 + (s**2 - 1) * (T - 1) + (s**2 - 2),
        # without half of the last block, which has a root of (s**2 - 1)*T
        r"\frac{(s+1)^2}{2\sqrt{s^2-1}}": lambda s: (
            bound("tuning.any_base", alpha=1, s=s, T=1) - sqrt(s**2 - 1) / 2
        ),
    },
    "ex-wt-power": {
        r"\frac{b^a}{b^a-1}\,\alpha b^{aL}": lambda a, b, alpha, L: sum(
            alpha * b ** (a * (L - m)) for m in range(999)
        ),
        r"\frac{b^L}{b-1}": lambda b, L: sum(b**m for m in range(-999, L)),
        r"\frac b{b-1}-\frac1{b^a-1}": lambda a, b: (
            slope(lambda v: log(v**a * (v - 1) ** a / (v**a - 1)), b) * b / a
        ),
        r"\alpha n^a": lambda alpha, n, a: alpha * n**a,
        r"\frac{b^a(b-1)^a}{b^a-1}": lambda a, b: (
            (b - 1) ** a * sum(b ** (-a * m) for m in range(999))
        ),
    },
    "ex-early": {
        r"1/(k\sqrt n)": lambda k, n: least(lambda eta: descent(eta, 1, n)) / k,
        r"\eta=2^{-m/2}/k": lambda m, k: 1 / (k * sqrt(2**m)),
    },
    "ex-search": {
        r"\frac{b^2}{b-1}": lambda b: sum(b * b**-j for j in range(999)),
        r"bs\,(1+b^{-1}+b^{-2}+\dots)=\frac{b^2}{b-1}s": lambda b, s: sum(
            b * s * b**-j for j in range(999)
        ),
    },
    "ex-dt-small-losses": {
        r"\sqrt{2B\ln d}+\ln d": lambda B, d: bound("games.small_losses_tuned", B=B, d=d, C=0),
        r"(2+\sqrt2)\sqrt{2(L^*+1)\ln d}+(M+1)(\ln d+1)": lambda C, d, M: (
            ROOTS * sqrt(2 * (C + 1) * log(d)) + (M + 1) * (log(d) + 1)
        ),
    },
    "ex-log-regret": {
        r"a\ln n": lambda a, n: a * log(n),
        r"\frac a2\ln2\,(\log_2T)^2": lambda a, T: a * log(2) * log2(T) ** 2 / 2,
        r"4a\ln T": lambda a, T: a * (2 * log(T)) * 2,  # the last block, and all before it
    },
    "ex-which-of-two": {
        r"\|x\|_2/\|x\|_\infty=\sqrt{d/2}": lambda d: np.linalg.norm(np.full(d, sqrt(0.5))),
        r"d>16\ln(2d)": lambda d: 2**4 * log(2 * d),
        r"\frac d2>4\cdot2\ln(2d)": lambda d: 2**2 * (2 * log(2 * d)),
    },
    "ex-gd-hole": {
        r"\ell=\frac12(s-y)^2": lambda s, y: area(lambda v: v - y, y, s),
        r"\eta=1/(2R^2)": lambda R: 0.5 / R**2,
        r"2C+2R^2\|u\|^2": lambda C, R, U: (C + U**2 * R**2) / (1 - 0.5),
    },
    "ex-ld-coins": {r"D/2": lambda D: D * 0.5},
    "ex-ld-lower": {
        r"\mathbb E|S_n|\ge\sqrt{n/2}": lambda n: sqrt(n / 2),
        r"\sqrt{DT/8}": lambda D, T: D / 2 * sqrt(T / D / 2),
        r"\sqrt{n/2}": lambda n: sqrt(n / 2),
    },
    "ex-hedge-by-hand": {
        r"\frac{\eta^2}8": lambda eta: hedge(eta, 1, 1) * eta,
        r"\frac{\eta^2}2": lambda eta: hedge(eta, 1, 1, width=2) * eta,
        r"\frac{\ln d}\eta+\frac\eta2T": lambda d, eta, T: hedge(eta, d, T, width=2),
        r"\eta=\sqrt{2\ln d/T}": lambda d, T: least(lambda eta: hedge(eta, d, T, width=2)),
        r"\sqrt{2T\ln d}": lambda d, T: cheapest(lambda eta: hedge(eta, d, T, width=2)),
    },
    "ex-oco-mistuned": {
        r"\eta=cU/(G\sqrt T)": lambda c, U, G, T: c * least(lambda e: descent(e, U, G**2 * T)),
        r"\frac12(c+\frac1c)": lambda c: descent(c, 1, 1) / descent(1, 1, 1),
    },
    "ex-oco-shrinking": {
        r"\eta_t=cD/(G\sqrt t)": lambda c, D, G, t: c * D / G / sqrt(t),
        r"\frac1{2c}DG\sqrt T": lambda c, D, G, T: D**2 / (2 * c * D / G / sqrt(T)),
        r"c\,DG\sqrt T": lambda c, D, G, T: G**2 / 2 * c * D / G * 2 * sqrt(T),
        r"\sqrt2\,DG\sqrt T": lambda D, G, T: D * G * sqrt(T) * cheapest(lambda c: 1 / (2 * c) + c),
    },
    "ex-pa": {
        # on the line: the margin grows by the hinge loss
        r"w_{t+1}=w_t+\frac{\chi_t(w_t)}{\|x_t\|^2}y_tx_t": lambda w, h, x: (w * x + h) / x
    },
    "ex-risk-sample-size": {
        r"\frac{\ln(1/\delta)}{2\epsilon^2}": lambda delta, epsilon: -log(delta) / 2 / epsilon**2,
        r"\frac{\ln10}{2\epsilon^2}": lambda epsilon: (
            (log(1 / 0.02) - log(1 / 0.2)) / 2 / epsilon**2
        ),
    },
    "ex-risk-weights": {
        r"A_T=\frac{T(T+1)}2": lambda T: sum(range(T + 1)),
        r"\sum t^2=\frac{T(T+1)(2T+1)}6": lambda T: sum(t**2 for t in range(T + 1)),
        r"\frac2{\sqrt3}\cdot\frac{UG}{\sqrt T}": lambda U, G, T: (
            U * G * sqrt(T**3 / 3) / (T**2 / 2)
        ),
        r"UG\sqrt{\sum_t\alpha_t^2}": lambda U, G, A: U * G * sqrt(A),
        r"UG\sqrt{\frac{2(2T+1)}{3T(T+1)}}": lambda U, G, T: (
            U * G * sqrt(sum(t**2 for t in range(1, T + 1))) / sum(range(1, T + 1))
        ),
    },
    "ex-sq-hole": {r"\eta b^2-\eta ql": lambda eta, b, q, l: eta * (b**2 - q * l)},
    "ex-sq-signal": {
        r"C+\frac{U^2}{\eta}": lambda C, U, eta: (eta * C + U**2) / eta,
        r"-2\eta l(l-b)+\eta^2l^2=-\eta(l-b)^2+\eta b^2-\eta(1-\eta)l^2": lambda eta, l, b: (
            (eta * l) ** 2 - 2 * eta * l * (l - b)
        ),
    },
    "ex-winnow-lies": {
        r"rM\le cd-k\ln c-k+Lk\ln\beta": lambda c, d, k, L, beta: (
            c * d - k * (1 + log(c) - L * log(beta))
        ),
        r"k\ln\beta-r": lambda k, beta, r: k * log(beta) - r,
        r"(\beta-1)\theta\le\ln\beta-r": lambda beta, r: log(beta) - r,
    },
    "ex-wt-descent": {
        r"\epsilon+\frac\eta2\theta_{T+1}^2-\frac\eta2\sum_tg_t^2": lambda epsilon, eta, x, S: (
            epsilon + eta * (x**2 - S) / 2
        ),
        r"\frac{u^2}{2\eta}+\frac\eta2\sum_tg_t^2-\epsilon": lambda u, eta, S, epsilon: (
            descent(eta, u, S) - epsilon
        ),
        r"\frac{u^2}{2\eta}+\frac\eta2\sum_tg_t^2": lambda u, eta, S: descent(eta, u, S),
    },
    "ex-wt-debt": {
        r"\frac{e^{(n-1)/2}}{3\sqrt{n+1}}": lambda n: (
            bound("tuning.wealth", epsilon=1, T=n, S=sqrt((n - 1) * (n + 1))) * (4 / 3 - 1)
        ),
        r"\frac1{\sqrt{n+1}}\,e^{n^2/(2(n+1))}": lambda n: bound(
            "tuning.wealth", epsilon=1, T=n, S=n
        ),
        r"\frac43W": lambda W: 2 * 2 / 3 * W,
        r"\frac13W": lambda W: 2 * 2 / 3 * W - W,
    },
    "ex-bandits-point": {
        # For f(w) = fw, as the formulas are read here.
        r"\frac s\delta f(w+\delta s)": lambda s, delta, f, w: (
            (f * w + f * delta * s) / (delta / s)
        ),
        r"\frac{f(w+\delta)-f(w-\delta)}{2\delta}": lambda f, w, delta: slope(
            lambda v: area(lambda a: f * (v + a), -delta, delta) / (2 * delta), w
        ),
        r"\frac1\delta": lambda delta: max(s * f / delta for s in (-1, 1) for f in (0, 1)),
        r"\frac{U\sqrt T}\delta": lambda U, T, delta: bound("ogd.tuned", U=U, G=1 / delta, T=T),
        r"\frac{U\sqrt T}\delta+2G\delta T": lambda U, T, G, delta: (
            bound("ogd.tuned", U=U, G=1 / delta, T=T) + T * (G * delta + G * delta)
        ),
        r"\delta=\sqrt{\frac U{2G\sqrt T}}": lambda U, G, T: least(
            lambda delta: bound("ogd.tuned", U=U, G=1 / delta, T=T) + 2 * G * delta * T
        ),
        r"2\sqrt{2UG}\,T^{3/4}": lambda U, G, T: (
            2 * sqrt(bound("ogd.tuned", U=U, G=1, T=T) * 2 * G * T)  # a / delta + b delta
        ),
    },
    "ex-games-perfect": {r"L\le\ln d": lambda d: -log(1 / d)},
    "ex-games-weak": {
        r"\frac12+\gamma": lambda gamma: (1 + 2 * gamma) / 2,
        r"\min_p\max_j(p^\top A)_j\ge\frac12+\gamma": lambda gamma: (1 + 2 * gamma) / 2,
        r"(Aq)_i\ge\frac12+\gamma": lambda gamma: (1 + 2 * gamma) / 2,
        r"p^\top Aq\ge\frac12+\gamma": lambda gamma: (1 + 2 * gamma) / 2,
    },
    "ex-ld-margin": {r"D\le R^2U^2": lambda R, U: bound("perceptron.margin", R=R, U=U)},
    "ex-five-rounds": {r"\|w_6\|^2\le R^2M": lambda R, M: sum([R**2] * M)},
    "ex-novikoff": {
        r"M\le(RU+D)^2": lambda R, U, D: root(R * U + D, 0) ** 2,
        r"H=\sum_{t\in\mathcal M}1\cdot\chi_t(u)\le\sqrt M\,D": lambda M, D: (
            np.linalg.norm(np.ones(M)) * D
        ),
        r"M\le(RU+D)\sqrt M": lambda R, U, D, M: sqrt(M * R**2) * U + sqrt(M) * D,
    },
    "ex-root": {
        r"b^2+2b\sqrt c+c": lambda b, c: (b + sqrt(c)) ** 2,
        r"x\le b+\sqrt c": lambda b, c: (b + b + sqrt(4 * c)) / 2,
        r"x^2\le b^2+b\sqrt c+c": lambda b, c: b * (b + sqrt(c)) + c,
        r"(2x-b)^2\le b^2+4c": lambda b, c: (2 * root(b, c) - b) ** 2,
    },
    "ex-hole": {r"\|w+yx\|^2\le\|w\|^2+R^2": lambda w, R: np.hypot(w, R) ** 2},
    "ex-svm": {
        r"\frac\lambda2\|w\|^2": lambda w, **letters: letters["lambda"] * w**2 / 2,
        r"1/(\lambda t)": lambda **letters: 1 / math.prod(letters.values()),
    },
    "ex-winnow-start": {
        r"d-\frac kc": lambda d, k, c: slope(lambda v: d * v - k * log(v), c),
        r"cd-k\ln c-k": lambda c, d, k: c * d - k * (log(c) + 1),
        r"1+k\ln d-k": lambda k, d: 1 / d * d - k * log(1 / d) - k,
        r"1-k+k\ln k": lambda k: (1 - k * log(1 / 9) - k) - k * log(9 / k),
        r"k\ln\frac dk": lambda k, d: k / d * d - k * log(k / d) - k,
        r"M\le k\ln\frac dk/(\ln2-\frac12)": lambda k, d: (
            (k / d * d - k * log(k / d) - k) / (log(2) - 0.5)
        ),
    },
    "ex-wt-coordinates": {
        r"\Lambda_i=\ln(1+(T+1)^2d^2u_i^2/\epsilon^2)": lambda T, d, u, epsilon: log(
            1 + ((T + 1) * u / (epsilon / d)) ** 2
        ),
        r"\|u\|_1\sqrt{T/d}": lambda U, T, d: U * sqrt(T) / sqrt(d),
        r"\|u\|_1\sqrt T": lambda U, T: U * T**0.5,
        r"\sqrt d": lambda d: np.ones(d).sum() / np.linalg.norm(np.ones(d)),
    },
    "ex-curved-hand": {
        r"\frac12(w-y_t)^2": lambda w, y: area(lambda v: v - y, y, w),
        r"\frac12C_3": lambda **letters: sum(letters.values()) / 2,
        r"\frac1t": lambda t: t**-1,
    },
    "ex-curved-hole": {
        r"\frac{T(T+1)}2": lambda T: sum(range(T + 1)),
        r"\frac2{\mu(t+1)}": lambda mu, t: 2 / (mu * t + mu),
    },
    "ex-af-flip": {r"\frac\eta2(8n-3)": lambda eta, n: eta / 2 * (1 + 4 * (2 * n - 1))},
    "ex-bandits-spread": {r"g^2\bigl(\frac1w-1\bigr)": lambda g, w: w * (g / w) ** 2 - g**2},
    "ex-bandits-few": {
        r"\frac{d-1}4": lambda d: sum([0.25] * (d - 1)),
        r"\frac d{20}": lambda d: sqrt(d * d) / 20,
    },
    "ex-convex-five": {
        r"\ln(1+e^w)": lambda w: -log(1 - 1 / (1 + exp(-w))),
        r"s=\frac1{1+e^{-w}}": lambda w: slope(lambda v: log(1 + exp(v)), w),
    },
    "ex-convex-conjugates": {
        r"\frac12w^2": lambda w: area(lambda v: v, 0, w),
        r"\frac12\theta^2": lambda theta: theta * theta - area(lambda v: v, 0, theta),
    },
    "ex-curved-alpha": {
        r"f'^2=4(1-s)^2\le4(1+B)^2": lambda B: slope(lambda s: (1 - s) ** 2, -B) ** 2,
        r"\alpha=\frac1{2(1+B)^2}": lambda B: 2 / slope(lambda s: (1 - s) ** 2, -B) ** 2,
        r"f'=-\frac1{1+e^s}": lambda s: slope(lambda v: log(1 + exp(-v)), s),
        r"f''=\frac{e^s}{(1+e^s)^2}": lambda s: slope(lambda v: -1 / (1 + exp(v)), s),
    },
    "ex-by-conjugates": {  # of half of sigma times the square, by its conjugate
        r"\frac1\sigma": lambda sigma: slope(lambda theta: theta / sigma, 1)
    },
    "ex-games-rules": {r"T>\frac{\ln n}{2\gamma^2}": lambda n, gamma: -log(1 / n) / gamma**2 / 2},
    "ex-games-when": {
        r"\sqrt{500J}": lambda J: sqrt(1000 / 2 * J),
        r"\sqrt{\frac T2(K+1)\ln d}": lambda T, K, d: (
            (K + 1) * sqrt(T / (K + 1)) * bound("hedge.regret", T=1, d=d)
        ),
    },
    "ex-four-rounds": {r"\psi=\frac12w^2": lambda w: area(lambda v: v, 0, w)},
    "ex-fourth": {
        r"w_i\ln w_i+(1-w_i)\ln(1-w_i)": lambda w: w * log(w) + (1 - w) * log(abs(1 - w))
    },
    "ex-risk-three": {
        r"y_2=\frac{w_2-z_2}2": lambda w_2, z_2: w_2 / 2 - z_2 / 2,
        r"z_3=\frac13+c": lambda c: c + 1 / 3,
        r"\frac13-c": lambda c: 1 / 3 - c,
        r"2c-\frac13": lambda c: c - (1 / 3 - c),
    },
    "ex-winnow-defeat": {r"\frac d4+1": lambda d: 1 + d * 0.25},
    "doubling_trick": {
        r"1+\frac{2b^2}{b-1}": lambda b: 1 + 2 * sum(b ** (1 - m) for m in range(999)),
        # the best step for what a block may spend
        r"U/2^m": lambda U, m: least(lambda eta: descent(eta, U, 4**m)),
        r"\eta=U/2^m": lambda U, m: least(lambda eta: descent(eta, U, 4**m)),
        r"2U\sqrt{3Q+1}": lambda U, Q: asked("doubling_trick", "REGRET", U=U, Q=Q),
        r"1/(\gamma\sqrt T)": lambda gamma, T: least(lambda eta: descent(eta, 1, gamma**2 * T)),
        r"\frac\gamma2(\sqrt T+n/\sqrt T)\le\gamma\sqrt T": lambda gamma, T: descent(
            1 / (gamma * sqrt(T)), 1, gamma**2 * T
        ),
        r"4G\sqrt T": lambda G, T: sum(2 * G / 2**j for j in range(99)) * sqrt(T),
        r"4G\sqrt T+16G": lambda G, T: sum(2 * G / 2**j for j in range(99)) * (sqrt(T) + 4),
    },
    "gd_eg_ftrl": {
        r"\tilde w_{t,i}=\frac{w_{t,i}\,e^{-\eta g_{t,i}}}{N_t}": lambda w, eta, g, N: (
            w / N / exp(eta * g)
        ),
        r"w_{t+1,i}=(1-\alpha)\,\tilde w_{t,i}+\frac\alpha d": lambda alpha, v, d: (
            v - alpha * (v - 1 / d)
        ),
        r"q_t=\ln w_{t,i_t}": lambda w: -log(1 / w),
        r"c_t=-\ln(1-\alpha+\frac\alpha d)": lambda alpha, d: -log((1 - alpha) * 1 + alpha / d),
        r"c_t=-\ln\frac\alpha d": lambda alpha, d: log(d / alpha),
        r"\sqrt{8\ln m/T}": lambda m, T: least(lambda eta: hedge(eta, m, T)),
        r"\frac1{2\eta_t}\lVert w\rVert^2": lambda w, eta: area(lambda v: v, 0, w) / eta,
        r"\sqrt{8\ln n/T}": lambda n, T: least(lambda eta: hedge(eta, n, T)),
        r"e^{-x}\le1-x+\frac{x^2}2": lambda x: 1 - x + x**2 / 2,
        r"\sum_iw_{t,i}\,e^{-\eta g_{t,i}}\le1-\eta s_t+\frac{\eta^2}2q_t": lambda eta, s, q: (
            1 - eta * s + eta**2 * q / 2
        ),
        r"\ln V_{t+1}-\ln V_t\le-\eta s_t+\frac{\eta^2}2q_t": lambda eta, s, q: (
            eta**2 * q / 2 - eta * s
        ),
        r"e^{-x}\le1-x+x^2": lambda x: asked("gd_eg_ftrl", "POTENTIAL", eta=x, s=1, q=1) + 1,
        r"U/r_t": lambda U, r: least(lambda eta: descent(eta, U, r**2)),
        r"r_{t+1}\le\sqrt2\,r_t": lambda r: np.hypot(r, r),
        r"\sqrt{\frac{\ln n}{2T}}+\sqrt{\frac{\ln m}{2T}}": lambda n, m, T: (
            (bound("hedge.regret", d=n, T=T) + bound("hedge.regret", d=m, T=T)) / T
        ),
        r"\sqrt d\,G": lambda d, G: np.linalg.norm(np.full(d, G)),
        r"\sqrt d\,U": lambda d, U: np.linalg.norm(np.full(d, U)),
    },
    "online_convex_optimization": {
        r"\frac{h^2}{8C^2}": lambda h, C: (
            h - asked("online_convex_optimization", "CURVED", h=h, C=C)
        ),
        r"f_t(w_t)-f_t(u)\le\frac{a_t-a_{t+1}}{2\eta_t}+\frac{\eta_t}2G^2": lambda a, b, eta, G: (
            descent(eta, sqrt(a), G**2) - b / eta / 2
        ),
        r"\frac1{2\eta_t}\le\frac1{2\eta_T}": lambda eta: 0.5 / eta,
        r"\sum_{t=1}^T\eta_t\le2\sqrt T": lambda T: T**0.5 / 0.5,
        r"\frac{D^2+2DP}{2\eta}+\frac\eta2G^2T": lambda **letters: asked(
            "online_convex_optimization", "ALL_ROUNDS", **letters
        ),
        r"UG\sqrt T": lambda U, G, T: bound("ogd.tuned", U=U, G=G, T=T),
        r"D/(G\sqrt T)": lambda D, G, T: least(lambda eta: descent(eta, D, G**2 * T)),
        r"\eta_t=1/\sqrt t": lambda t: t**-0.5,
        r"\sqrt T\,\bigl(\frac12\lVert w_1-u\rVert^2+G^2\bigr)": lambda T, D, G: (
            D**2 / (2 / sqrt(T)) + G**2 / 2 * 2 * sqrt(T)
        ),
    },
    "online_to_batch": {
        r"L(x_T)-L(u)\le R/T": lambda **letters: asked("online_to_batch", "LAST_POINT", **letters),
        r"\mathbb E\,L(a)-L(u)\le B/T": lambda B, T: B * (1 / T),
        r"T\ge2B/\varepsilon": lambda B, varepsilon: B / varepsilon / 0.5,
        r"k\ge\log_2\frac1\delta": lambda delta: -log2(delta),
        r"M/(T+1)": lambda M, T: M * (1 / (T + 1)),
        r"\frac M{T+1}": lambda M, T: M * (1 / (T + 1)),
        r"B/T": lambda B, T: B * (1 / T),
        r"B/(\varepsilon T)": lambda B, varepsilon, T: B / T / varepsilon,
        r"2^{-k}": lambda k: math.prod([0.5] * k),
    },
    "perceptron": {
        r"(R^2+2\theta)U": lambda R, theta, U: sqrt(
            asked("perceptron", "LENGTH", c=R**2 + 2 * theta, U=U)
        ),
        r"\frac{\theta}{R^2+2\theta}\,\gamma": lambda R, theta, gamma: (
            theta / sqrt(asked("perceptron", "LENGTH", c=R**2 + 2 * theta, U=1 / gamma))
        ),
        r"\|w_{t+1}\|^2\le\|w_t\|^2+R^2": lambda w, R: np.hypot(w, R) ** 2,
        r"\|w_{T+1}\|\le R\sqrt M": lambda R, M: np.linalg.norm(np.full(M, R)),
        r"M-H\le\langle w_{T+1},u\rangle\le b\sqrt M": lambda b, M: np.linalg.norm(np.full(M, b)),
        r"M\le b^2+H": lambda b, H: b**2 + H,
        r"M\le\frac{H}{1-a}+\frac{b^2}{4a(1-a)}": lambda **letters: asked(
            "perceptron", "REPAIRED", **letters
        ),
        r"(R^2+2\theta)U^2": lambda R, theta, U: asked(
            "perceptron", "ALL_ROUNDS", c=R**2 + 2 * theta, U=U
        ),
    },
    "winnow": {
        r"\frac1{i(i+1)}": lambda i: 1 / i - 1 / (i + 1),
        r"M\le8k\ln d": lambda k, d: bound("winnow.disjunctions", k=k, d=d),
        # what promotions raise and demotions lower
        r"q\le\frac{2\beta}{\beta-1}+\beta p": lambda beta, p: (
            (1 + p * (beta - 1) / 2) / asked("winnow", "DEMOTION", beta=beta)
        ),
        r"M=p+q\le\frac{2\beta}{\beta-1}+(1+\beta)p": lambda beta, p: (
            p + (1 + p * (beta - 1) / 2) / asked("winnow", "DEMOTION", beta=beta)
        ),
        r"\ln(i(i+1))": lambda i: -log(1 / i - 1 / (i + 1)),
        r"\ln d": lambda d: -log(1 / d),
        r"\frac{\beta-1}2": lambda beta: log(beta) - asked("winnow", "PROMOTION", beta=beta),
        r"\frac12(1-\frac1\beta)": lambda beta: asked("winnow", "DEMOTION", beta=beta),
    },
}

WORDS = re.compile(
    r"\b(?:at most|at least|up to|below|above|more than|regret|(?<!to )bound|factor|becomes"
    r"|steps?|promises?|costs?|takes?|it is)(?: \w+){0,2} $"
)
STEP = re.compile(r"\\eta(?:_t)?=|w_\{t\+1(?:,i)?\}=")
BETWEEN = re.compile(r"\\[lg]e(?![a-z])")
LONG = re.compile(r"^(?!\\ln \S+$)(?=.*\\(?:frac|sqrt|ln)(?![a-z])).{10}")
POWER = re.compile(r"\w\^\w")  # of one letter or number
SAYS_HOW = re.compile(r"\\(?:frac|sqrt|ln)(?![a-z])|[/^]")
# What is a number here, though its formula has more in it than letters.
LETTERS = {
    r"\tilde w_{t,i}": "v",
    "w_{t,i_t}": "w",
    "w_{t,i}": "w",
    "g_{t,i}": "g",
    r"\theta_{T+1}": "x",
    r"\lVert w\rVert": "w",
    r"\|u\|_2": "U",
    "w_i": "w",
    "u_i": "u",
    r"\sum_t\alpha_t^2": "A",
    r"\sum_tg_t^2": "S",
    r"\chi_t(w_t)": "h",
    r"y_tx_t": "x",
    r"\|x_t\|": "x",
    r"\|w_t\|": "w",
    r"\|w\|": "w",
    r"\lVert w_1-u\rVert": "D",
    r"\|w_t-u\|": "D",
    r"\|u\|_1": "U",
    r"\|u\|": "U",
    r"\eta_t": r"\eta",
    r"\eta_T": r"\eta",
    "a_{t+1}": "b",
    "L^*": "C",
} | {f"{letter}_t": letter for letter in "Naqrswy"}
PLACE = "tests/test_asked_formulas.py"
WHOLE, SMALL = set("TndkimMJL"), {"p", "q", "\\alpha"}  # from 2 on, and below 1


def last(tex: str) -> tuple[str, frozenset[str]]:
    """The right end of a formula, and its letters; none if it cannot be read, such as a sum over rounds."""
    end = members(tex)[0][-1].strip()
    for sign, letter in LETTERS.items():
        end = end.replace(sign, letter)
    try:
        return end, worth(end)[1]
    except Unreadable:
        return end, frozenset()


def demanded(text: str) -> Iterator[str]:
    """The bounds and the steps in a text that carry no theorem."""
    for mark in (STATED, SOURCED):
        text = mark.sub(lambda m: " $ " if m[0].count("$") == 1 else " ", text)
    for match in FORMULA.finditer(text):
        tex = match[1].strip().rstrip(".,;")
        end, letters = last(tex)
        behind = WORDS.search(" ".join(text[: match.start()].split()) + " ")
        how = behind or STEP.match(tex) or BETWEEN.search(tex) or LONG.search(end)
        if letters and SAYS_HOW.search(end) and not POWER.fullmatch(end) and how:
            yield tex


def is_computed(tex: str, how: Computed) -> bool:
    """Whether a formula has the letters of a computation, and its value for some values of these."""
    end, letters = last(tex)
    for seed in range(3):
        draw = random.Random(seed)
        ranges = {a: (0.1, 0.9) if a in SMALL else (1.1, 3) for a in sorted(letters)}
        values = {a: draw.randint(2, 7) if a in WHOLE else draw.uniform(*ranges[a]) for a in ranges}
        try:
            found = how(**{a.strip("\\"): value for a, value in values.items()})
            value = worth(end, seed, values)[0].real
        except (TypeError, ValueError, NameError):  # of other letters, or with no value
            return False
        if not math.isclose(value, found, rel_tol=1e-6):
            return False
    return True


@cache
def texts() -> dict[str, tuple[str, Path]]:
    """Every exercise with its solution, and every assignment, with its file."""
    found: dict[str, tuple[str, Path]] = {}
    for label, _, text, path in boxes():
        found[label] = (found.get(label, ("", path))[0] + text, path)
    for path in sorted(BOOK.parent.glob("instructor/*.ipynb")):
        cells = nbformat.read(path, as_version=4).cells
        prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
        found[path.stem] = (prose, path)
    return found


def faults_of(label: str, text: str) -> list[str]:
    """Bounds and steps of a text that nothing computes, and what is computed and is none of its formulas."""
    table = TABLE.get(label, {})
    shown = {tex for m in FORMULA.finditer(text) if last(tex := m[1].strip().rstrip(".,;"))[1]}
    loose = [tex for tex in demanded(text) if not any(is_computed(tex, h) for h in table.values())]
    gone = [
        tex
        for tex, how in table.items()
        if not any(
            BETWEEN.findall(s) == BETWEEN.findall(tex) and is_computed(s, how) for s in shown
        )
    ]
    return [
        *(f"{label}: nothing computes {tex}; see {PLACE}" for tex in dict.fromkeys(loose)),
        *(f"{label}: no formula is what {PLACE} computes for {tex}" for tex in gone),
    ]


def test_bounds_and_steps_are_computed() -> None:
    every = texts()
    tell([f"{label}: no exercise and no assignment" for label in TABLE.keys() - every.keys()])
    tell(
        f"{path.relative_to(BOOK.parent)}: {fault}"
        for label, (text, path) in every.items()
        for fault in faults_of(label, text)
    )


@pytest.mark.parametrize(
    ("label", "said", "slip"),
    [
        ("ex-af-hinted-set", r"10\sqrt{2\ln d/T}", r"10\sqrt{\ln d/(2T)}"),
        ("ex-curved-step", r"\frac{G^2}\mu(1", r"\frac{G^2}{2\mu}(1"),
        ("ex-pa", r"}{\|x_t\|^2}", r"}{\|x_t\|}"),
        ("ex-ld-margin", r"D\le R^2U^2", r"D\ge R^2U^2"),
        ("perceptron", r"$(R^2+2\theta)U^2", r"$(R^2+\theta)U^2"),
        ("doubling_trick", r"take the step $U/2^m", r"take the step $U/4^m"),
    ],
)
def test_a_slip_is_found(label: str, said: str, slip: str) -> None:
    text, _ = texts()[label]
    assert said in text
    assert faults_of(label, text.replace(said, slip))
