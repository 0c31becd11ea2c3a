"""Questions to be answered with pencil and paper; their answers are computed in exact fractions.

Each function draws numbers until the question is worth asking, and follows the rule of the book in a
loop of its own. The test plays the same game with the package and compares. A statement asks
nothing: what is asked stands beside ``@question``, in the order of the answers. What could be
guessed is asked together with a number that decides it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction as Q

from .variants import Question, Rng, Variant, integer, integers, listed, signed, tex, vector

BY_HAND: list[Question] = []
SLOPES = [Q(k, 2) for k in (-4, -3, -2, -1, 1, 2, 3, 4)]


def question(
    topic: str, name: str, title: str, worth: tuple[int, ...] = (), **asks: str
) -> Callable[[Callable[[Rng], Variant]], None]:
    """Put a function into the bank, with what it asks for and what each is worth."""

    def add(make: Callable[[Rng], Variant]) -> None:
        BY_HAND.append(Question(topic, name, title, asks, make, worth))

    return add


def dot(a: Sequence[Q | int], b: Sequence[Q | int]) -> Q:
    """The inner product."""
    return sum((Q(p) * q for p, q in zip(a, b, strict=True)), Q(0))


def clip(value: Q, low: Q = Q(-1), high: Q = Q(1)) -> Q:
    """The nearest point of an interval."""
    return min(max(value, low), high)


def labelled(X: Sequence[Sequence[int]], y: Sequence[int]) -> str:
    """Points with their labels, in LaTeX."""
    return ", ".join(f"$({vector(x)},{signed(b)})$" for x, b in zip(X, y, strict=True))


def targeted(X: Sequence[Sequence[int]], y: Sequence[int]) -> str:
    """Inputs with what is to be predicted, in LaTeX."""
    pairs = enumerate(zip(X, y, strict=True), 1)
    return ", ".join(f"$x_{t}={vector(x)}$ with ${target}$" for t, (x, target) in pairs)


@question(
    "doubling_trick",
    "doubling-blocks",
    "The blocks of a game",
    block="the number of the block in which the game ends, and the rounds that it has been played",
    bound="the bound c sqrt(T) that follows for the whole game, with the smallest c that is right for every T: its value",
)
def doubling_blocks(rng: Rng) -> Variant:
    """Blocks, the cut one, and the bound after rounding up."""
    T, alpha = integer(rng, 18, 500), integer(rng, 2, 19)
    L = T.bit_length() - 1
    cut = T - (2**L - 1)
    bound = (2 + math.sqrt(2)) * alpha * math.sqrt(T)
    return Variant(
        f"The doubling trick restarts a learner in blocks $0,1,2,\\dots$, which are planned for $1,2,4,\\dots$ "
        f"rounds. A game ends after $T={T}$ rounds. The learner's regret in a block planned for $n$ "
        f"rounds is at most ${alpha}\\sqrt n$, also if the block is cut.",
        f"The blocks before $L={L}$ have together $2^{L}-1={2**L - 1}$ rounds, so block ${L}$ is played for "
        f"${cut}$ of its ${2**L}$ rounds. The bound is $(2+\\sqrt2)\\cdot{alpha}\\sqrt{{{T}}}\\approx{bound:.2f}$.",
        {"T": T, "alpha": alpha},
        {"block": (L, cut), "bound": bound},
    )


@question(
    "doubling_trick",
    "doubling-search",
    "A value that nobody knows",
    tried="the values that it tries, in their order",
    paid="what it pays",
    limit="the smallest multiple of s that it never exceeds, the same for all s and a <= s: its value",
)
def doubling_search(rng: Rng) -> Variant:
    """Values tried by a search that doubles, and their sum."""
    a = integer(rng, 3, 40)
    s = integer(rng, 16 * a + 1, 32 * a)  # six values for everybody
    tried = [a]
    while tried[-1] < s:
        tried.append(2 * tried[-1])
    return Variant(
        f"A search tries the value $a={a}$, then twice as much, and so on, and stops at the first value that "
        f"is at least $s={s}$. It pays each value that it tries.",
        f"It tries {listed(tried)} and pays ${sum(tried)}$. The last value is below $2s$ and all together are "
        f"below twice the last, so it never pays more than $4s={4 * s}$.",
        {"a": a, "s": s},
        {"tried": tried, "paid": sum(tried), "limit": 4 * s},
    )


@question(
    "doubling_trick",
    "equal-blocks",
    "Blocks of equal length",
    blocks="the sum of the bounds of the blocks",
    known="the bound of a learner that is tuned for all T rounds",
    factor="by which factor it is smaller",
    later="the same factor for a game that is nine times as long, with the same n",
)
def equal_blocks(rng: Rng) -> Variant:
    """What equal blocks promise, against a learner that knows the horizon."""
    n, k = integer(rng, 4, 40) ** 2, integer(rng, 3, 30) ** 2
    T = n * k
    blocks, known = k * math.isqrt(n), math.isqrt(T)
    return Variant(
        rf"A learner that is tuned for $n$ rounds has regret at most $\sqrt n$ after $n$ rounds. It is restarted every "
        f"$n={n}$ rounds, in a game of $T={T}$ rounds. Its bound is compared with that of a learner that is tuned for all $T$ rounds.",
        rf"There are ${k}$ blocks, so ${k}\cdot\sqrt{{{n}}}={blocks}$ against $\sqrt{{{T}}}={known}$, a factor of "
        rf"$\sqrt{{T/n}}={math.isqrt(k)}$. It grows like $\sqrt T$, and is ${3 * math.isqrt(k)}$ "
        "after $9T$ rounds; the bound for equal blocks is linear in $T$.",
        {"n": n, "T": T},
        {"blocks": blocks, "known": known, "factor": math.isqrt(k), "later": 3 * math.isqrt(k)},
    )


@question(
    "online_convex_optimization",
    "projections",
    "Three projections",
    disc="the point of the disc that is nearest to v",
    box="the point of the box that is nearest to v",
    segment="the point of the segment that is nearest to v",
)
def projections(rng: Rng) -> Variant:
    """On a disc, a box and the simplex of the plane."""
    p, q, r = [(3, 4, 5), (4, 3, 5), (5, 12, 13), (12, 5, 13), (8, 15, 17), (15, 8, 17)][
        integer(rng, 0, 5)
    ]
    flip, scale = 1 - 2 * integer(rng, 0, 1), integer(rng, 2, 4)
    v = (scale * p, flip * scale * q)
    b = integer(rng, scale * min(p, q) + 1, scale * max(p, q) - 1)  # one coordinate is cut
    radius = integer(rng, 1, 4)
    far = abs(v[0] - v[1]) + integer(rng, 1, 6)  # so that the nearest point is no end
    disc = (Q(radius * p, r), Q(flip * radius * q, r))
    box = tuple(clip(Q(c), Q(-b), Q(b)) for c in v)
    ahead = (v[0] - v[1] + Q(far)) / 2
    segment = (ahead, far - ahead)
    return Variant(
        f"Project $v={vector(v)}$ on the disc of radius ${radius}$ around $0$, on the box $[{-b},{b}]^2$, and on the "
        f"segment from $({far},0)$ to $(0,{far})$.",
        rf"The length of $v$ is ${scale * r}$, so the point of the disc is ${vector(disc)}$. The box cuts each coordinate: "
        f"${vector(box)}$. On the line through the ends of the segment the nearest point has the coordinates "
        rf"$\frac{{{far}\pm(v_1-v_2)}}2$, and it lies between the ends: ${vector(segment)}$.",
        {"v": v, "radius": radius, "b": b, "far": far},
        {"disc": disc, "box": box, "segment": segment},
    )


@question(
    "online_convex_optimization",
    "four-rounds",
    "Four rounds of gradient descent",
    points="the points that are played, w_1 to w_4",
    paid="what they cost together",
    regret="the regret against the best fixed point of W",
)
def four_rounds(rng: Rng) -> Variant:
    """Points, loss, the best fixed point and the regret on an interval."""
    while True:
        g = [SLOPES[k] for k in integers(rng, 0, 7, 4)]
        w, points = Q(0), []
        for slope in g:
            points.append(w)
            w = clip(w - slope / 2)
        cut = any(abs(p - s / 2) > 1 for p, s in zip(points, g, strict=True))
        if cut and sum(g) != 0:
            break
    paid, best = dot(points, g), -abs(sum(g, Q(0)))
    where = -1 if sum(g) > 0 else 1
    return Variant(
        r"Projected online gradient descent plays on $\mathcal W=[-1,1]$ with $w_1=0$ and the step $\eta=\frac12$: "
        r"$w_{t+1}$ is the point of $\mathcal W$ that is nearest to $w_t-\eta g_t$. The losses are $f_t(w)=g_tw$ with "
        f"$g_1,\\dots,g_4={', '.join(tex(s) for s in g)}$.",
        f"The points are {listed(points)}, and cost ${tex(paid)}$. The slopes sum to ${tex(sum(g))}$, so the best "
        f"fixed point is ${where}$ and costs ${tex(best)}$. The regret is ${tex(paid - best)}$.",
        {"g": g},
        {"points": points, "paid": paid, "regret": paid - best},
    )


@question(
    "online_convex_optimization",
    "tuned-step",
    "A step and what it promises",
    worth=(2, 1, 2),
    step="the step that makes the bound smallest",
    bound="how small it is then",
    rounds="the rounds after which the bound on the average regret, with the step tuned to them, is the goal",
)
def tuned_step(rng: Rng) -> Variant:
    """The tuned step, the bound, and a horizon for a given average regret."""
    while True:
        U, G, root = integer(rng, 2, 5), integer(rng, 2, 5), integer(rng, 4, 20)
        if math.gcd(U, G * root) == 1:
            break
    inverse = 10 * integer(rng, 1, 5)
    step, bound, rounds = Q(U, G * root), U * G * root, (U * G * inverse) ** 2
    return Variant(
        f"Online gradient descent starts at $0$ and is compared with points of length at most $U={U}$; the gradients are no "
        f"longer than $G={G}$, and the game has $T={root**2}$ rounds. Its regret with the step $\\eta$ is at most "
        rf"$\frac{{U^2}}{{2\eta}}+\frac\eta2G^2T$. The goal for the average regret is $\frac1{{{inverse}}}$.",
        rf"The two terms are equal at $\eta=\frac{{U}}{{G\sqrt T}}={tex(step)}$, and then the bound is $UG\sqrt T={bound}$. "
        rf"Divided by $T$ it is $UG/\sqrt T$, so it takes $(UG\cdot{inverse})^2={rounds}$ rounds.",
        {"U": U, "G": G, "T": root**2, "inverse": inverse},
        {"step": step, "bound": bound, "rounds": rounds},
    )


@question(
    "perceptron",
    "five-rounds",
    "Five rounds of the Perceptron",
    worth=(3, 1, 1, 1),
    mistakes="for each round with a mistake, its number and y_t <w_t, x_t>",
    w="w_6",
    size="the squared length of w_6",
    bound="R^2 M, where R is the length of the longest input and M the number of mistakes",
)
def five_rounds(rng: Rng) -> Variant:
    """Mistakes, ties and weights."""
    while True:
        X = [tuple(integers(rng, -3, 3, 2)) for _ in range(5)]
        y = [2 * b - 1 for b in integers(rng, 0, 1, 5)]
        w, mistakes, ties = (0, 0), [], 0
        for t, (x, label) in enumerate(zip(X, y, strict=True), start=1):
            score = label * dot(w, x)
            if score <= 0:
                mistakes.append((t, score))
                ties += t > 1 and score == 0
                w = (w[0] + label * x[0], w[1] + label * x[1])
        if (0, 0) not in X and len(mistakes) == 3 and ties == 1:
            break
    size, radius = w[0] ** 2 + w[1] ** 2, max(x[0] ** 2 + x[1] ** 2 for x in X)
    return Variant(
        "The Perceptron starts at $w_1=0$. In a round with the example $(x_t,y_t)$ it makes a mistake if "
        r"$y_t\langle w_t,x_t\rangle\le0$; then $w_{t+1}=w_t+y_tx_t$, otherwise $w_{t+1}=w_t$. The examples are "
        f"{labelled(X, y)}.",
        "Mistakes, each with $y_t\\langle w_t,x_t\\rangle$: "
        f"{', '.join(f'${vector(m)}$' for m in mistakes)}; a tie counts. $w_6={vector(w)}$, and "
        rf"$\|w_6\|^2={size}\le{radius}\cdot{len(mistakes)}={radius * len(mistakes)}$.",
        {"X": X, "y": y},
        {"mistakes": mistakes, "w": w, "size": size, "bound": radius * len(mistakes)},
    )


@question(
    "perceptron",
    "margins",
    "Two margins and a bound",
    functional="the functional margin of u",
    geometric="the geometric margin of u",
    most="how many mistakes the Perceptron can make at most on any stream of these examples, if u is all that you know",
)
def margins(rng: Rng) -> Variant:
    """The functional margin, the geometric one, and Novikoff's bound."""
    p, q, r = [(3, 4, 5), (4, 3, 5), (5, 12, 13), (8, 15, 17)][integer(rng, 0, 3)]
    while True:
        X = [tuple(integers(rng, -6, 6, 2)) for _ in range(4)]
        scores = [p * x[0] + q * x[1] for x in X]
        kappa = min(abs(s) for s in scores)
        if 2 <= kappa <= 3 * r and len(set(X)) == 4:
            break
    y = [1 if s > 0 else -1 for s in scores]
    squared = max(x[0] ** 2 + x[1] ** 2 for x in X)
    bound = Q(squared * r * r, kappa * kappa)
    return Variant(
        f"Let $u=({p},{q})$, and let the sample be {labelled(X, y)}. The functional margin is "
        r"$\min_ty_t\langle u,x_t\rangle$, and the geometric margin is that divided by $\|u\|$. "
        "With a functional margin of 1 for a vector of length $U$ the Perceptron makes at most $R^2U^2$ mistakes, where $R$ is the length of the longest input.",
        rf"The functional margin is ${kappa}$, the geometric one $\frac{{{kappa}}}{{{r}}}$. The vector $u/{kappa}$ has margin 1 and "
        rf"the length $U=\|u\|/{kappa}$; with $R^2={squared}$ there are at most $R^2U^2={squared}\cdot(\frac{{{r}}}{{{kappa}}})^2={tex(bound)}$ mistakes, that is ${math.floor(bound)}$.",
        {"u": (p, q), "X": X, "y": y},
        {"functional": kappa, "geometric": Q(kappa, r), "most": math.floor(bound)},
    )


@question(
    "perceptron",
    "hinge-bound",
    "Mistakes when no line separates",
    sharp="the bound on M that follows when the inequality is solved for sqrt(M)",
    most="how many mistakes it allows",
    simple="the simpler bound b^2 + b sqrt(H) + H",
)
def hinge_bound(rng: Rng) -> Variant:
    """The sharp bound and the simple one."""
    b, root = integer(rng, 2, 30), integer(rng, 1, 30)
    H = root**2
    simple, sharp = b * b + b * root + H, ((b + math.sqrt(b * b + 4 * H)) / 2) ** 2
    return Variant(
        r"Let the Perceptron make $M>0$ mistakes, let $H$ be the hinge loss of a vector $u$, summed over the mistakes, and let "
        rf"$b=R\|u\|$, where $R$ is the length of the longest input. Then $M-H\le b\sqrt M$, which is quadratic in $\sqrt M$, and "
        rf"from it also follows the simpler $M\le b^2+b\sqrt H+H$. Now let $b={b}$ and $H={H}$.",
        rf"$\sqrt M\le\frac12(b+\sqrt{{b^2+4H}})$, so $M\le{sharp:.4f}$, that is ${math.floor(sharp)}$ mistakes. The simpler "
        f"bound is ${simple}$.",
        {"b": b, "H": H},
        {"sharp": sharp, "most": math.floor(sharp), "simple": simple},
    )


@question(
    "winnow",
    "winnow-four-rounds",
    "Four rounds of Winnow",
    mistakes="for each round with a mistake, its number and the score <w_t, x_t>",
    weights="the four weights after each of the four rounds",
    fit="the numbers, from 1, of the single switches that fit all four labels",
)
def winnow_four_rounds(rng: Rng) -> Variant:
    """Winnow with the factor 2 on four switches."""
    while True:
        literal = integer(rng, 0, 3)
        X = [tuple(integers(rng, 0, 1, 4)) for _ in range(4)]
        y = [1 if x[literal] else -1 for x in X]
        w, mistakes, rows = [Q(1, 4)] * 4, [], []
        for t, (x, label) in enumerate(zip(X, y, strict=True), start=1):
            score = dot(w, x)
            if label * (score - Q(1, 2)) <= 0:
                mistakes.append((t, score))
                factor = Q(2) if label > 0 else Q(1, 2)
                w = [c * factor if on else c for c, on in zip(w, x, strict=True)]
            rows.append(tuple(w))
        if 2 <= len(mistakes) <= 3 and {y[t - 1] for t, _ in mistakes} == {-1, 1}:
            break
    return Variant(
        r"Winnow plays on four switches with the factor 2 and the threshold $\frac12$. All weights start at $\frac14$. A round "
        r"with the example $(x_t,y_t)$ is a mistake if $y_t(\langle w_t,x_t\rangle-\frac12)\le0$; then the weights of the switches with "
        r"$x_{t,i}=1$ are doubled if $y_t=+1$ and halved if $y_t=-1$. The examples are "
        f"{labelled(X, y)}.",
        f"Mistakes, each with its score: {', '.join(f'${vector(m)}$' for m in mistakes)}. The weights after the rounds are "
        + ", ".join(f"${vector(row)}$" for row in rows)
        + ". The switches that fit: "
        + ", ".join(map(str, fitting(X, y)))
        + ".",
        {"X": X, "y": y},
        {"mistakes": mistakes, "weights": rows, "fit": fitting(X, y)},
    )


def fitting(X: Sequence[Sequence[int]], y: Sequence[int]) -> list[int]:
    """The numbers, from 1, of the single switches that explain all labels."""
    columns = zip(*X, strict=True)
    return [i for i, c in enumerate(columns, start=1) if [2 * b - 1 for b in c] == list(y)]


@question(
    "winnow",
    "winnow-window",
    "Between two bounds",
    upper="what Winnow promises",
    lower="what the opponent forces",
    upper100="what Winnow promises with the copies",
    lower100="what the opponent forces with the copies",
)
def winnow_window(rng: Rng) -> Variant:
    """What Winnow promises, and what no deterministic learner can promise."""
    k, exponent = integer(rng, 2, 40), integer(rng, 4, 9)
    d = k * 2**exponent
    upper, lower = 8 * k * math.log(d), k * exponent
    upper100, lower100 = 8 * k * math.log(100 * d), k * math.floor(math.log2(100 * 2**exponent))
    return Variant(
        f"A lamp is on if at least one of $k={k}$ switches is on, out of $d={d}$. Winnow with $\\eta=\\frac14$ makes at most $8k\\ln d$ "
        r"mistakes, and an opponent forces $k\lfloor\log_2(d/k)\rfloor$ from every deterministic learner. "
        "Then ninety-nine copies that are never on are added for each switch, so that $d$ is a hundred times as large.",
        rf"At most $8\cdot{k}\ln{d}\approx{upper:.1f}$, at least ${k}\cdot{exponent}={lower}$. With $100d$ switches: at most "
        rf"${upper100:.1f}$, at least ${lower100}$. Both grow by a constant times $k$.",
        {"k": k, "d": d},
        {"upper": upper, "lower": lower, "upper100": upper100, "lower100": lower100},
    )


@question(
    "winnow",
    "literals",
    "The margin of a disjunction",
    points="for each of the four points its label and its value",
    smallest="the smallest value that any x can have, and how many x have it",
    largest="the largest value that any x can have, and how many x have it",
)
def literals(rng: Rng) -> Variant:
    """Scores of a disjunction against the threshold one half."""
    d = integer(rng, 7, 10)
    while True:
        u = tuple(integers(rng, 0, 1, d))
        k, X = sum(u), [tuple(integers(rng, 0, 1, d)) for _ in range(4)]
        values = [2 * int(dot(u, x)) - 1 for x in X]
        if 3 <= k < d and min(values) < 0 and max(values) > 1:
            break
    points = [(1 if value > 0 else -1, abs(value)) for value in values]
    smallest, largest = (1, (1 + k) * 2 ** (d - k)), (2 * k - 1, 2 ** (d - k))
    return Variant(
        f"The vector $u={vector(u)}$ stands for a disjunction: the label of $x\\in\\{{0,1\\}}^{{{d}}}$ is $+1$ if "
        r"$\langle u,x\rangle\ge1$ and $-1$ otherwise. With the label $y$ its functional value is $y(2\langle u,x\rangle-1)$. "
        f"The four points are {', '.join(f'${vector(x)}$' for x in X)}.",
        f"The labels and values are {', '.join(f'${vector(point)}$' for point in points)}. The smallest value is 1, for every $x$ with at most one of the {k} literals on: "
        f"there are $(1+{k})\\cdot2^{{{d - k}}}={smallest[1]}$. The largest is $2\\cdot{k}-1={largest[0]}$, with all on: $2^{{{d - k}}}={largest[1]}$.",
        {"u": u, "X": X},
        {"points": points, "smallest": smallest, "largest": largest},
    )


@question(
    "online_to_batch",
    "halving",
    "Halving on three examples",
    votes="for each round, how many of the thresholds that are left before it call its point positive",
    mistakes="for each round with a mistake, its number and how many thresholds are left after it",
    left="the thresholds that are left at the end",
    most="how many mistakes it makes at most, on streams of any length, in the other game",
)
def halving(rng: Rng) -> Variant:
    """Thresholds held and mistakes made."""
    while True:
        N = integer(rng, 5, 12)
        k, sample = integer(rng, 0, N), integers(rng, 0, N - 1, 3)
        alive, left, mistakes, votes = list(range(N + 1)), [], [], []
        for t, s in enumerate(sample, start=1):
            plus = sum(s >= threshold for threshold in alive)
            said, truth = (1 if 2 * plus > len(alive) else -1), (1 if s >= k else -1)
            alive = [threshold for threshold in alive if (1 if s >= threshold else -1) == truth]
            if said != truth:
                mistakes.append((t, len(alive)))
            left.append(list(alive))
            votes.append(plus)
        if len(mistakes) == 1 and left[0] != left[1] != left[2]:  # as much to do for everybody
            break
    many = integer(rng, 20, 5000)
    most = math.floor(math.log2(many))
    rows = "; ".join(f"$\\{{{', '.join(map(str, row))}\\}}$" for row in left)
    return Variant(
        f"The points are $0,1,\\dots,{N - 1}$. The hypothesis with the threshold $k\\in\\{{0,\\dots,{N}\\}}$ calls the point $s$ positive if "
        f"$s\\ge k$. Halving answers like the majority of the thresholds that fit all labels so far; a draw counts as negative. The truth is $k={k}$, and "
        f"the points {listed(sample)} come, in three rounds. In the other game there are {many} thresholds.",
        f"The votes for positive are {listed(votes)}, so there is a mistake in round {mistakes[0][0]}, which leaves {mistakes[0][1]}. Left are {rows}. A mistake leaves at most half, so there "
        f"are at most $\\lfloor\\log_2{many}\\rfloor={most}$ with ${many}$ thresholds.",
        {"N": N, "k": k, "sample": sample, "many": many},
        {"votes": votes, "mistakes": mistakes, "left": left[-1], "most": most},
    )


@question(
    "online_to_batch",
    "sample-size",
    "How many examples?",
    risk="the bound for the expected risk of the pick",
    chance="the bound, by Markov's inequality, for the chance that its risk is at least epsilon",
    enough="how many examples make this bound at most delta",
)
def sample_size(rng: Rng) -> Variant:
    """From a mistake bound to a risk, a chance and a sample size."""
    while True:
        M, T = integer(rng, 5, 40), 100 * integer(rng, 5, 30)
        epsilon, delta = Q(1, integer(rng, 4, 20)), Q(1, integer(rng, 5, 20))
        if Q(M, T) / epsilon < 1:
            break
    return Variant(
        f"A learner makes at most $M={M}$ mistakes on every sample that can be drawn. It runs once over $T={T}$ examples that are independent and identically distributed, and one of the "
        "hypotheses with which it predicted in rounds $1,\\dots,T$ is picked at random, all equally likely. "
        rf"Let $\epsilon={tex(epsilon)}$ and $\delta={tex(delta)}$.",
        rf"At most $\frac MT={tex(Q(M, T))}$. The chance is at most $\frac{{M}}{{\epsilon T}}={tex(Q(M, T) / epsilon)}$. "
        rf"$\frac{{M}}{{\epsilon\delta}}={tex(M / (epsilon * delta))}$ examples are enough.",
        {"M": M, "T": T, "epsilon": epsilon, "delta": delta},
        {"risk": Q(M, T), "chance": Q(M, T) / epsilon, "enough": M / (epsilon * delta)},
    )


@question(
    "online_to_batch",
    "survivor",
    "The longest survivor",
    first="the first round of the hypothesis that it keeps for the most rounds",
    last="the last round of this hypothesis",
    chance="the chance that a round picked at random has this hypothesis",
    least="for how many rounds, at least, some hypothesis is kept whenever there are as many mistakes in T rounds",
)
def survivor(rng: Rng) -> Variant:
    """Which hypothesis stays longest, and how likely a random pick is to be it."""
    T = integer(rng, 20, 60)
    while True:
        mistakes = sorted(int(t) for t in rng.choice(T, size=4, replace=False) + 1)
        starts = [1, *(t + 1 for t in mistakes)]
        ends = [*mistakes, T]
        lengths = [end - start + 1 for start, end in zip(starts, ends, strict=True)]
        if mistakes[-1] < T and sorted(lengths)[-1] > sorted(lengths)[-2]:
            break
    best = max(range(len(lengths)), key=lambda k: lengths[k])
    return Variant(
        f"A learner that changes its hypothesis after each mistake, and only then, runs over $T={T}$ examples and errs in the rounds "
        f"{', '.join(map(str, mistakes))}. The hypothesis of a round is the one it predicts with, before it learns.",
        f"From round ${starts[best]}$ to ${ends[best]}$, ${lengths[best]}$ rounds; the chance is ${tex(Q(lengths[best], T))}$. With {len(mistakes)} mistakes there are "
        rf"{len(lengths)} hypotheses in turn, so one of them is kept for at least $\lceil{T}/{len(lengths)}\rceil={math.ceil(Q(T, len(lengths)))}$ rounds.",
        {"T": T, "mistakes": mistakes},
        {
            "first": starts[best],
            "last": ends[best],
            "chance": Q(lengths[best], T),
            "least": math.ceil(Q(T, len(lengths))),
        },
    )


@question(
    "gd_eg_ftrl",
    "gd-three-rounds",
    "Three rounds of gradient descent",
    scores="its predictions s_1, s_2, s_3",
    loss="what it loses in the three rounds together",
    w="w_4",
)
def gd_three_rounds(rng: Rng) -> Variant:
    """The absolute loss, with its kink."""
    while True:
        X = [tuple(integers(rng, -2, 2, 2)) for _ in range(3)]
        y = integers(rng, -3, 3, 3)
        w, scores, slopes = (Q(0), Q(0)), [], []
        for x, target in zip(X, y, strict=True):
            scores.append(dot(w, x))
            error = scores[-1] - target
            slopes.append((error > 0) - (error < 0))
            w = (w[0] - Q(slopes[-1] * x[0], 2), w[1] - Q(slopes[-1] * x[1], 2))
        if (0, 0) not in X and set(slopes) == {-1, 1} and len(set(scores)) == 3:
            break
    lost = sum(abs(s - b) for s, b in zip(scores, y, strict=True))
    return Variant(
        r"Gradient descent with $\eta=\frac12$ starts at $w_1=0$, predicts $s_t=\langle w_t,x_t\rangle$ and pays the absolute loss $|s_t-y_t|$. Then "
        r"$w_{t+1}=w_t-\eta z_tx_t$, where $z_t$ is the sign of $s_t-y_t$, and $0$ if both are equal. The inputs come with their truths: "
        f"{targeted(X, y)}.",
        f"The predictions are {listed(scores)}, the loss is ${tex(lost)}$, and $w_4={vector(w)}$.",
        {"X": X, "y": y},
        {"scores": scores, "loss": lost, "w": w},
    )


@question(
    "gd_eg_ftrl",
    "hedge-three-rounds",
    "Three experts, three rounds",
    worth=(3, 1, 1, 1),
    weights="the weights of the experts that it plays in each of the three rounds",
    final="the weights at the end",
    loss="what it loses in the three rounds together",
    regret="its regret against the best expert",
)
def hedge_three_rounds(rng: Rng) -> Variant:
    """Hedge with the step ln 2: a loss of 1 halves a weight."""
    while True:
        G = [tuple(integers(rng, 0, 1, 3)) for _ in range(3)]
        totals = [sum(column) for column in zip(*G, strict=True)]
        if all(0 < sum(g) < 3 for g in G) and len(set(totals)) > 1:
            break
    v, rows, paid = [Q(1)] * 3, [], Q(0)
    for g in G:
        rows.append(tuple(c / sum(v) for c in v))
        paid += dot(rows[-1], g)
        v = [c / 2 if bad else c for c, bad in zip(v, g, strict=True)]
    final = tuple(c / sum(v) for c in v)
    return Variant(
        r"Hedge gives each of three experts the weight $\frac13$ at first. After a round with the losses $g_t$ it multiplies the weight of expert $i$ by "
        r"$e^{-\eta g_{t,i}}$, with $\eta=\ln2$, and divides by the sum. Its own loss in the round is $\langle w_t,g_t\rangle$. The losses are "
        + ", ".join(f"$g_{t}={vector(g)}$" for t, g in enumerate(G, 1))
        + ".",
        f"It plays {', '.join(f'${vector(row)}$' for row in rows)} and ends with ${vector(final)}$. It loses ${tex(paid)}$, the best expert ${min(totals)}$: the "
        f"regret is ${tex(paid - min(totals))}$.",
        {"G": G},
        {"weights": rows, "final": final, "loss": paid, "regret": paid - min(totals)},
    )


@question(
    "gd_eg_ftrl",
    "hedge-tuned",
    "How many rounds do experts need?",
    step="the step that makes the bound smallest",
    bound="the bound with this step",
    factor="by which factor the bound with the best step is larger for the other number of experts",
)
def hedge_tuned(rng: Rng) -> Variant:
    """The step and bound of Hedge, and what a power of the number of experts does."""
    d, T, power = 2 ** integer(rng, 2, 16), 50 * integer(rng, 2, 200), integer(rng, 2, 8)
    step, bound = math.sqrt(8 * math.log(d) / T), math.sqrt(T / 2 * math.log(d))
    return Variant(
        f"Hedge plays $T={T}$ rounds with $d={d}$ experts whose losses lie between 0 and 1. With the step $\\eta$ its regret is at most "
        rf"$\frac{{\ln d}}\eta+\frac\eta8T$. The other number of experts is $d^{power}$.",
        rf"$\eta=\sqrt{{8\ln d/T}}\approx{step:.4f}$ and $\sqrt{{\frac T2\ln d}}\approx{bound:.3f}$. The logarithm is ${power}$ times as large, so the factor is $\sqrt{power}$.",
        {"d": d, "T": T, "power": power},
        {"step": step, "bound": bound, "factor": math.sqrt(power)},
    )


@question(
    "gd_eg_ftrl",
    "add-or-multiply",
    "Add or multiply?",
    adds="the bound of gradient descent, divided by sqrt(T)",
    multiplies="the bound of exponentiated gradient, divided by sqrt(T)",
    factor="the bound of gradient descent divided by that of exponentiated gradient: below 1 if adding has the smaller bound, above 1 if multiplying has it",
)
def add_or_multiply(rng: Rng) -> Variant:
    """The two bounds for a comparator with some equal entries and inputs of signs."""
    d = 100 * integer(rng, 1, 20)
    k, n = integer(rng, 2, 9) ** 2, integer(rng, 2, 10) ** 2
    adds, multiplies = math.sqrt(k * n), k * math.sqrt(2 * math.log(2 * d))
    better, factor = ("adding" if adds < multiplies else "multiplying"), adds / multiplies
    return Variant(
        r"With slopes of size at most 1, gradient descent has regret at most $\|u\|_2X_2\sqrt T$ and exponentiated gradient with weights of both signs "
        r"at most $\|u\|_1X_\infty\sqrt{2T\ln(2d)}$, where $X_2$ and $X_\infty$ bound the length and the largest entry of the inputs. "
        f"There are $d={d}$ coordinates. The comparator $u$ has ${k}$ entries $\\pm1$, the inputs have ${n}$ entries $\\pm1$, and all others are 0.",
        rf"Divided by $\sqrt T$: adding $\sqrt{{{k}}}\cdot\sqrt{{{n}}}={adds:g}$, multiplying ${k}\cdot\sqrt{{2\ln{2 * d}}}\approx{multiplies:.2f}$. "
        f"The first divided by the second is ${factor:.4f}$, so the bound is smaller for {better}.",
        {"d": d, "k": k, "n": n},
        {"adds": adds, "multiplies": multiplies, "factor": factor},
    )


@question(
    "square_loss",
    "widrow-hoff-rounds",
    "Three rounds of Widrow-Hoff",
    errors="the errors l_1, l_2, l_3",
    w="w_4",
    loss="the sum of the squared errors",
    bound="the bound for u = (1, 0)",
)
def widrow_hoff_rounds(rng: Rng) -> Variant:
    """Errors, weights and the sum of the squared errors."""
    X = [(1, 0) if b else (0, 1) for b in (1, 0, integer(rng, 0, 1))]
    signs, sizes = [1 - 2 * b for b in integers(rng, 0, 1, 3)], integers(rng, 1, 5, 3)
    y = [sign * size for sign, size in zip(signs, sizes, strict=True)]
    eta = Q(1, integer(rng, 2, 5))
    w, errors = (Q(0), Q(0)), []
    for x, target in zip(X, y, strict=True):
        errors.append(dot(w, x) - target)
        w = (w[0] - eta * errors[-1] * x[0], w[1] - eta * errors[-1] * x[1])
    loss = sum((e * e for e in errors), Q(0))
    of_u = sum((x[0] - target) ** 2 for x, target in zip(X, y, strict=True))
    bound = of_u / (1 - eta) + 1 / eta
    return Variant(
        rf"Widrow-Hoff with $\eta={tex(eta)}$ starts at $w_1=0$. In each round its error is $l_t=\langle w_t,x_t\rangle-y_t$, and $w_{{t+1}}=w_t-\eta l_tx_t$. The inputs "
        f"come with their targets: {targeted(X, y)}. For every $u$ the sum of the squared errors is at most "
        r"$\frac{1}{1-\eta}\sum_t(\langle u,x_t\rangle-y_t)^2+\frac{\|u\|^2}\eta$.",
        f"The errors are {listed(errors)}, $w_4={vector(w)}$, the sum of squares is ${tex(loss)}$. The bound is ${tex(bound)}$.",
        {"X": X, "y": y, "eta": eta},
        {"errors": errors, "w": w, "loss": loss, "bound": bound},
    )


@question(
    "square_loss",
    "implicit-step",
    "A step that looks ahead",
    explicit="the error after the explicit step",
    implicit="the error after the implicit step",
    v="the point to which the implicit step leads",
)
def implicit_step(rng: Rng) -> Variant:
    """The explicit and the implicit step on one example."""
    x, w = tuple(integers(rng, 1, 3, 2)), tuple(integers(rng, -3, 3, 2))
    target, eta = integer(rng, 12, 20), Q(integer(rng, 1, 6), 2)
    error, squared = dot(w, x) - target, x[0] ** 2 + x[1] ** 2
    explicit, implicit = error * (1 - eta * squared), error / (1 + eta * squared)
    v = tuple(c - eta * implicit * e for c, e in zip(w, x, strict=True))
    return Variant(
        rf"The weights are $w={vector(w)}$, the example is $x={vector(x)}$ with the target $y={target}$, and $\eta={tex(eta)}$. The explicit step of "
        r"the square loss is $v=w-\eta(\langle w,x\rangle-y)x$; the implicit step solves $v=w-\eta(\langle v,x\rangle-y)x$. The error "
        r"after a step is $\langle v,x\rangle-y$.",
        rf"The error before is ${tex(error)}$, and $\|x\|^2={squared}$. The explicit step multiplies it by $1-\eta\|x\|^2$: ${tex(explicit)}$. "
        rf"The implicit step divides it by $1+\eta\|x\|^2$: ${tex(implicit)}$, at $v={vector(v)}$.",
        {"w": w, "x": x, "y": target, "eta": eta},
        {"explicit": explicit, "implicit": implicit, "v": v},
    )


@question(
    "square_loss",
    "square-tuned",
    "The best step of Widrow-Hoff",
    eta="the eta that makes the bound smallest",
    bound="the bound with this eta",
    other="the bound with the other eta",
)
def square_tuned(rng: Rng) -> Variant:
    """The step that balances the two terms, and the bound that it gives."""
    root, U = integer(rng, 1, 30), integer(rng, 1, 30)
    eta, bound = Q(U, U + root), (root + U) ** 2
    other = root**2 / (1 - Q(1, U + root + 1)) + U * U * (U + root + 1)
    return Variant(
        r"On inputs of length at most 1, the sum of the squared errors of Widrow-Hoff is at most $\frac C{1-\eta}+\frac{U^2}\eta$ for every $\eta$ between 0 and 1, "
        f"where a vector of length $U={U}$ has the sum of squared errors $C={root**2}$. "
        rf"The other $\eta$ is $\frac1{{{U + root + 1}}}$.",
        rf"$\eta=\frac{{U}}{{U+\sqrt C}}={tex(eta)}$, and then it is $(\sqrt C+U)^2={bound}$. The other step gives "
        f"${tex(other)}$.",
        {"C": root**2, "U": U},
        {"eta": eta, "bound": bound, "other": other},
    )


@question(
    "mirror_descent",
    "leaders",
    "The leader, and the leader on a lead",
    ftl="the points that the leader plays, w_1 to w_4",
    ftrl="the points that the regularised leader plays, w_1 to w_4",
    ftl_pays="what the leader pays together",
    ftrl_pays="what the regularised leader pays together",
    best="what the best fixed point pays together",
)
def leaders(rng: Rng) -> Variant:
    """Follow the leader against the regularised leader."""
    while True:
        g = [SLOPES[k] for k in integers(rng, 0, 7, 4)]
        sums = [sum(g[:t], Q(0)) for t in range(5)]
        if 0 not in sums[1:] and len({s > 0 for s in sums[1:]}) == 2:
            break
    ftl = [Q(0) if s == 0 else Q(-1 if s > 0 else 1) for s in sums[:4]]
    ftrl = [clip(-s / 2) for s in sums[:4]]
    best = -abs(sums[4])
    return Variant(
        r"On $\mathcal W=[-1,1]$ the losses are $g_tw$ with "
        f"$g_1,\\dots,g_4={', '.join(tex(s) for s in g)}$. *Follow the leader* plays $w_1=0$ and then the point that would have cost least so far. The "
        r"*regularised leader* plays the point of $\mathcal W$ at which $\eta\sum_{s<t}g_sw+\frac12w^2$ is smallest, with $\eta=\frac12$.",
        f"The leader plays {listed(ftl)} and pays ${tex(dot(ftl, g))}$. The regularised leader plays {listed(ftrl)} and pays ${tex(dot(ftrl, g))}$. The best "
        f"fixed point pays ${tex(best)}$.",
        {"g": g},
        {
            "ftl": ftl,
            "ftrl": ftrl,
            "ftl_pays": dot(ftl, g),
            "ftrl_pays": dot(ftrl, g),
            "best": best,
        },
    )


@question(
    "mirror_descent",
    "two-mirrors",
    "One step in two mirrors",
    entropy="the point to which step (a) leads",
    euclid="the point to which step (b) leads",
)
def two_mirrors(rng: Rng) -> Variant:
    """A mirror step on the simplex, with the entropy and with half the squared norm."""
    n, factor, tenths = integer(rng, 5, 20), integer(rng, 2, 5), integer(rng, 1, 4)
    share = Q(integer(rng, n // 5 + 1, n - 1), n)  # so that step (b) does not end at a corner
    w = (share, 1 - share)
    entropy = (w[0] / factor / (w[0] / factor + w[1]), w[1] / (w[0] / factor + w[1]))
    shift = Q(tenths, 10) / 2
    euclid = (w[0] - shift, w[1] + shift)
    return Variant(
        f"On the simplex of the plane let $w={vector(w)}$. A mirror step goes to the point of the simplex with the least "
        r"$\eta\langle g,v\rangle+D(v,w)$. (a) Let $D$ be the relative entropy $\sum_iv_i\ln\frac{v_i}{w_i}$, and "
        rf"$\eta g=(\ln{factor},0)$. (b) Let $D(v,w)=\frac12\|v-w\|^2$, and $\eta g=({tex(Q(tenths, 10))},0)$.",
        rf"(a) Divide the first weight by ${factor}$ and normalise: ${vector(entropy)}$. (b) Subtract $\eta g$ and project; on the line of the simplex "
        f"half of it is taken from the first weight and given to the second: ${vector(euclid)}$.",
        {"w": w, "factor": factor, "tenths": tenths},
        {"entropy": entropy, "euclid": euclid},
    )


@question(
    "mirror_descent",
    "divergences",
    "Two divergences, both ways",
    forth="the relative entropy of p with respect to q",
    back="the relative entropy of q with respect to p",
    half="the divergence of half the squared norm, between p and q",
    least="the lower bound of Pinsker's inequality for both relative entropies",
)
def divergences(rng: Rng) -> Variant:
    """Relative entropy and half the squared distance."""
    n = integer(rng, 5, 25)
    while True:
        a, b = sorted(int(c) + 1 for c in rng.choice(n - 1, size=2, replace=False))
        if a + b != n:
            break
    p, q = (Q(a, n), 1 - Q(a, n)), (Q(b, n), 1 - Q(b, n))
    forth = sum(float(s) * math.log(s / t) for s, t in zip(p, q, strict=True))
    back = sum(float(t) * math.log(t / s) for s, t in zip(p, q, strict=True))
    half = (p[0] - q[0]) ** 2
    return Variant(
        f"Let $p={vector(p)}$ and $q={vector(q)}$. The relative entropy of $p$ with respect to $q$ is $\\sum_ip_i\\ln\\frac{{p_i}}{{q_i}}$, and "
        r"the divergence of half the squared norm is $\frac12\|p-q\|^2$. Pinsker's inequality says that a relative entropy is at least $\frac12\|p-q\|_1^2$.",
        rf"${forth:.4f}$ and ${back:.4f}$; $\frac12\|p-q\|^2={tex(half)}$, and only this is the same both ways. "
        rf"$\frac12\|p-q\|_1^2={tex(2 * half)}$, so the room is ${forth - 2 * float(half):.4f}$ and ${back - 2 * float(half):.4f}$.",
        {"p": p, "q": q},
        {"forth": forth, "back": back, "half": half, "least": 2 * half},
    )
