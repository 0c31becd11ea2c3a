"""Attempts to make the checker print something false, by chance, calculus, infima and citations.

Exponentials, logarithms and real powers; chance; facts for all values of a name; definitions;
induction, calculus and cases; infima and limits; theorems cited from another context. As in
``test_attacks_language``, every attack has a context of its own and ends in a CheckError, and controls
show that the same harness accepts true derivations.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from attacks import Attack, Attacks, Statement, define, demand_refusal, hyp, lemma, model

from olbook.checked import Context
from olbook.checked.show.theorem import Theorem

pytestmark = pytest.mark.landing

# X, Y and g depend on chance.
TRIED = Attacks(
    positive="a b",
    nonneg="s",
    real="x y z q p B C F G f k X Y g",
    vector="u v w",
    posint="T d",
    nonnegint="n",
    random="X Y g",
    index="t: 1..T, j: 1..T, i: 1..d",
    uniform="r: 1..T",
)
prepared, proves, theorem, states = TRIED.prepared, TRIED.proves, TRIED.theorem, TRIED.states


def there(text: str, *statements: Statement, **names: str) -> Callable[[], Theorem]:
    """A true theorem of another context, of one step, to be cited; proved when it is first asked for."""
    claim = text.partition(" |")[0].replace("\n", " ")

    @cache
    def proved() -> Theorem:
        ctx = prepared(*statements, **names)
        return ctx.theorem("th", text, claim=claim, title="There", name="Y")

    return proved


def cites(
    made: Callable[[], Theorem],
    given: str,
    *statements: Statement,
    use: str = "",
    on: str | None = None,
    **names: str,
) -> Attack:
    """Try to cite a theorem of another context, and then (if there is a ``use``) to prove something by it."""

    def attack() -> object:
        cited = made()
        ctx = prepared(*statements, **names)
        ctx.cite("c", cited, given=given)
        return ctx.prove("stolen", use, on=on) if use else ctx

    return attack


# ---------------------------------------------------------------------- theorems to cite
LOW = hyp("low", "0 <= F(p)", for_all="p")
BEST = define("best", "B == inf(F(p), p)")
ONE_ROUND = hyp("up", "f[t] <= 1")

fixed_factor = there("E(x*X) - x*E(X)\n<= 0")
drawn = there("E(g[r]) - Sum(E(g[t]),t,1,T)/T\n<= 0 | by uniform(t,r,g[t])")
small = there("x\n<= 1 | by up", hyp("up", "x <= 1"), index="i: 1..d", uniform="")  # without rounds
small_rounds = there("f[t]\n<= 1 | by up", ONE_ROUND)
small_sum = there("Sum(f[t], t, 1, T)\n<= T | by sum(t, 1, T, up)", ONE_ROUND)
at_a_half = there("-F(1/2)**4\n<= 0 | gap F(1/2)**4")
everywhere = there("F(5)\n<= 0 | by at(low, p=5)", hyp("low", "F(p) <= 0", for_all="p"))
everywhere_below = there("F(5)\n<= x | by at(low, p=5)", hyp("low", "F(p) <= x", for_all="p"))
positive_function = there(
    "-F(z)\n<= 0 | gap F(z)", positive="F a b", real="x y z q p B C G f k X Y g"
)
below_a_square = there(
    "-f[-5]\n<= q**2 | gap f[-5] + q**2", positive="f", real="q", random="", index="", uniform=""
)
function_of_a_vector = there("-F(w)**2\n<= 0 | gap F(w)**2")
natural = there("-T\n<= -1 | gap T - 1")
with_definition = there("x - y\n<= 0 | by same", define("same", "x == y"))
of_an_infimum = there("-B\n<= 0 | by inf(best, low)", LOW, BEST, model(B=0, F=lambda p: 0))
silent_expectation = there(  # the lemma with the expectations is used silently
    "-x\n<= 0 | gap x",
    hyp("product", "0 <= x*X"),
    hyp("mean", "E(X) == 1"),
    lemma("hidden", "0\n<= E(x*X) | by E(product)\n== x | by times(x, mean)"),
)

BIT = hyp("bit", "X**2 == X")
SIGN = hyp("sign", "y**2 == 1")
SIGNS = hyp("signs", "f[t]**2 == 1")
MEANS = define("mx", "x == E(X)"), define("my", "y == E(Y)")
# X >= 0 and a*p <= E(min(X, exp(p))) for all p: with a heavy tail that is so for a = 2, and E(X) is infinite.
HEAVY = (
    hyp("above", "0 <= X"),
    hyp("cut", "x*a <= E(X - pos(X - exp(a)))", for_all="a"),
    lemma("tail", "x*a\n<= E(X - pos(X - exp(a))) | by cut\n<= E(X) | gap E(pos(X - exp(a)))"),
)
NOWHERE = hyp("nowhere", "(p-7)**2 >= 1", for_all="p")
PERFECT_SQUARE = "sqrt(s**2 - 2*s + 1)"

ATTACKS: dict[str, Attack] = {
    # ------------------------------------------------------------ exponentials, logarithms, powers
    "the same, the product being positive": proves("log(x*y)\n== log(x) + log(y)", hyp("pos_xy", "x*y > 0")),
    "logarithm of a square without a sign": proves("log(x**2)\n== 2*log(x)", hyp("sqx", "x**2 > 0")),
    "logarithm of a sum": proves("log(a+b)\n== log(a) + log(b)"),
    "logarithm of what may be zero": proves("log(s)\n<= log(s) + 1 | gap 1"),
    "logarithm as visibly nonnegative": proves("0\n<= log(a) | gap log(a)"),
    "logarithm of a positive integer as positive": proves("1/log(T)\n== 1/log(T)"),
    "exponential of a sum": proves("exp(x+y)\n== exp(x) + exp(y)"),
    "exponential of a product": proves("exp(x*y)\n== exp(x)*exp(y)"),
    "exponential below its tangent": proves("exp(x)\n<= 1 + x | gap 0"),
    "the number e as a name": lambda: Context(real="e"),
    "the logarithm as a name": lambda: Context(real="ln x"),
    "an expectation as a name": lambda: Context(real="E"),
    "power of a product of unknown signs": proves("(x*y)**q\n== x**q*y**q", hyp("pos_xy", "x*y > 0")),
    "power of a square without a sign": proves("(x**2)**q\n== x**(2*q)", hyp("sqx", "x**2 > 0")),
    "power of a square, as if its base were positive": proves("(x**2)**q\n== (x**q)**2", hyp("below", "x < 0")),
    "power of what may be zero": proves("s**q\n<= s**q + 1 | gap 1"),
    "powers with another exponent": proves("a**(2*q)\n== a**q"),
    "powers with another base": proves("(-2)**n\n== -2**n"),
    "a natural power as a sign": proves("0\n<= x**n | gap x**n"),
    "zero to a natural power": proves("0**n\n== 0"),
    "a power that is not natural at the first round": proves("x**(t-2)*x**2\n== x**t"),
    "cancel a power of what may be zero": proves("x**(n-1)*x\n== x**n"),
    "an exponent with a pole": proves("a**(1/x)\n<= a**(1/x) + 1 | gap 1"),
    "an exponent that is irrational": proves("a**exp(1)\n== 1"),
    "a large power of a sum inside a function": proves("F((x+y+z+a+b)**64)\n== 1"),
    "a large power of a sum inside an exponential": proves("exp((x+y+z+a+b)**64)\n== 1"),
    "a large power of a sum behind a symbolic one": proves("(x+y+z+a+b)**(n+64)\n== 1"),
    "a long sum in a sum in a sum inside a function": proves("F(Sum(Sum(Sum(f[t,j,i],t,1,64),j,1,64),i,1,64))\n== 0"),
    "a tower of exponentials as a sign": proves("0\n<= 1 | gap exp(exp(exp(exp(9)))) - 5"),
    "a tower of exponentials": proves("0\n<= exp(exp(exp(exp(9)))) - 5"),
    "many facts with many terms": proves(
        "f[1]+f[2]+f[3]+f[4]+f[5]+f[6]+f[7]+f[8]\n== 3 | by h1, h2, h3, h4, h5, h6, h7, h8",
        *(
            hyp(
                f"h{m}", " + ".join(f"{c}*f[{c}]**{1 + (c == m)}" for c in range(1, 9)) + f" == {m}"
            )
            for m in range(1, 9)
        ),
    ),
    # ------------------------------------------------------------ signs from known facts
    "a number too small for a known fact": proves("0\n<= 3 - x | gap 3 - x", hyp("up", "x <= 4")),
    "strict from a weak fact": proves("1/(4-x)\n== 1/(4-x)", hyp("up", "x <= 4")),
    "strict from above zero": proves("1/x\n== 1/x", hyp("low", "s <= x")),
    "larger than something of unknown sign": proves("0\n<= x | gap x", hyp("low", "y <= x")),
    "larger than something that is positive by a fact about it": proves("0\n<= x | gap x", hyp("low", "y**3 <= x"),
        hyp("up", "x <= y")),
    "larger than an index that the line does not have": proves("0\n<= x - 1/2 | gap x - 1/2", hyp("low", "t <= x")),
    "larger than an index out of its range": proves("0\n<= f[t] | gap f[t]", hyp("low", "t <= f[t]"), on="t: 0..T"),
    "a sum bounded by the bound of another": proves("0\n<= Sum(3-f[t],t,1,T) | gap Sum(3-f[t],t,1,T)",
        hyp("up", "Sum(f[t],t,1,T) <= 2")),
    # ------------------------------------------------------------ expectations
    "expectation of a product": proves("E(X*Y)\n== x*y | by mx, my", *MEANS),
    "expectation of a square": proves("E(X**2)\n== x**2 | by mx", *MEANS),
    "expectation of a random factor": proves("E(Y*X)\n== Y*x | by mx", *MEANS),
    "expectation of nothing random": proves("E(x)\n== x"),
    "expectation of what cancels": proves("E(X-X)\n== 0"),
    "expectation of a vector": proves("E(w*X)\n== 0"),
    "expectation inside an expectation": proves("E(X*z)\n== z*X | by product", define("product", "z == E(Y*X)")),
    "expectation of a product of sums": proves("E(Sum(g[t],t,1,T)*Sum(g[j],j,1,T))\n== Sum(E(g[t]**2),t,1,T)"),
    "a free index and a bound one in an expectation": proves(
        "E(g[t]*Sum(f[t]*X,t,1,T))\n== Sum(f[t]*E(g[t]*X),t,1,T)"),
    "a relation without chance in expectation": proves("E(X)\n<= E(X) + 1 - x | by E(up)", hyp("up", "x <= 1")),
    "a fact of one outcome from the mean": proves("X\n<= 1 | by mean", hyp("mean", "E(X) <= 1")),
    "the mean from an inequality the wrong way": proves("E(X)\n<= 0 | by E(up)", hyp("up", "X <= 1")),
    "sign of an expectation from a sign of the mean": proves("0\n<= E(X**3) | gap E(X**3)", hyp("mean", "0 <= E(X)")),
    "a fixed name made random in an expectation": proves("E(Y*X)\n== Y*y | by at(out, x=Y), mean",
        define("mean", "y == E(X)"), lemma("out", "E(x*X)\n== x*E(X)")),
    "a fixed name defined by a random one": states(define("def1", "x == X")),
    "a fixed name for a mean made random": proves("E(X*X)\n== X**2 | by at(out, x=X)", define("mean", "x == E(X)"),
        lemma("out", "E(X*x)\n== x**2 | by mean")),
    "a random end of a sum": proves("E(Sum(X,t,1,T))\n== T*E(X)", random="X Y g T"),
    "a random index where the mean is known for fixed ones": proves("E(g[T])\n<= 1 | by at(up, t=T)",
        hyp("up", "E(g[t]) <= 1"), random="X Y g T"),
    "a silent lemma that takes expectations": proves("0\n<= Y | by at(low, x=Y)", hyp("product", "0 <= x*X"),
        hyp("mean", "E(X) == 1"), hyp("other", "0 <= Y*X"),
        lemma("hidden", "0\n<= E(x*X) | by E(product)\n== x | by times(x, mean)"), lemma("low", "0\n<= x | gap x")),
    # ------------------------------------------------------------ expectations that need not exist
    "an infinite mean in the place of a name": proves("x*(1 + E(X))\n<= E(X) | by at(tail, a=1+E(X))", *HEAVY),
    "an infinite mean as a factor": proves("E(X)*x*a\n<= E(X)**2 | by times(E(X), tail)", *HEAVY),
    "an infinite mean as a factor that is found": proves("0\n<= 0 | by times(E(X), above)", *HEAVY),
    "an infinite mean inside a mean": proves("0\n<= E(pos(X - E(X))) | gap E(pos(X - E(X)))", *HEAVY),
    "an infinite mean in a gap": proves("0\n<= 1 + x**2 | gap 1/(1 + E(X))", *HEAVY),
    "an infinite mean that tells two cases apart": proves("0\n<= 1 | by cases(above, E(X), 0, 1) ; gap 1", *HEAVY),
    "an infinite mean below all values": states(define("best", "q == inf(F(p), p)"),
        hyp("above", "-X <= g(p)", for_all="p"), hyp("mean", "E(g(p)) == F(p)", for_all="p"),
        lemma("low", "-E(X)\n<= E(g(p)) | by E(above)\n== F(p) | by mean")),
    "a name that is random and has no kind": lambda: Context(real="x", random="X"),
    "an index that is random": lambda: Context(posint="T", index="t: 1..T", random="t"),
    # ------------------------------------------------------------ a uniform index
    "a uniform index outside an expectation": states(hyp("up", "g[r] <= 1")),
    "a name defined by a uniform index": states(define("def1", "X == r")),
    "a uniform index over another range": proves("E(g[r])\n== Sum(E(g[t]),t,1,d)/d | by uniform(t,r,g[t])"),
    "a uniform index over a range that may be empty": proves(
        "E(g[r])\n== Sum(E(g[t]),t,1,n)/n | by uniform(t,r,g[t])", uniform="r: 1..n"),
    "a uniform index over an empty range": proves("E(g[r])\n== Sum(E(g[t]),t,5,2)/(-2) | by uniform(t,r,g[t])",
        uniform="r: 5..2"),
    "a uniform index over a random range": proves("E(g[r])\n== Sum(E(g[t]),t,1,T)/T | by uniform(t,r,g[t])",
        random="X Y g T", index="t: 1..d"),
    "a uniform index that is not independent of itself": proves(
        "E(g[r]*r)\n== Sum(E(g[t]*r),t,1,T)/T | by uniform(t,r,g[t]*r)"),
    "a uniform index replaced by a number": proves("E(g[1])\n== Sum(E(g[t]),t,1,T)/T | by at(mean, r=1)",
        lemma("mean", "E(g[r])\n== Sum(E(g[t]),t,1,T)/T | by uniform(t,r,g[t])")),
    "a name replaced by a uniform index": proves("E(r**2)\n== Sum(E(r)*t,t,1,T)/T | by at(mean, X=r)",
        lemma("mean", "E(X*r)\n== Sum(E(X*t),t,1,T)/T | by uniform(t,r,X*t)")),
    "a uniform index in an expectation within": proves(
        "E(g[r])**2\n== Sum(E(g[t])**2,t,1,T)/T | by uniform(t,r,g[t]*E(g[t]))"),
    "a uniform index of something fixed": proves("E(f[r])\n== Sum(f[t],t,1,T)/T | by uniform(t,r,f[t])"),
    "a uniform index captured by a sum": proves(
        "E(Sum(g[t],t,1,T)*g[r])\n== Sum(E(g[t]**2),t,1,T) | by uniform(t,r,Sum(g[t],t,1,T)*g[t])"),
    "a pole at one value of a uniform index": proves(
        "E(g[r]/(r-1))\n== Sum(E(g[t]/(t-1)),t,1,T)/T | by uniform(t,r,g[t]/(t-1))"),
    "a uniform index that is none": proves("E(g[n])\n== Sum(E(g[t]),t,1,T)/T | by uniform(t,n,g[t])"),
    "a uniform index by cases": states(hyp("known", "r == 1")),
    # ------------------------------------------------------------ for all values
    "for all values of an index": states(hyp("all", "F(t) <= 0", for_all="t")),
    "for all functions": states(hyp("all", "F(p) <= 0", for_all="F")),
    "for all values of a name that does not occur": states(hyp("all", "F(p) <= 0", for_all="x")),
    "for all values of a uniform index": states(hyp("all", "E(F(r)) <= 0", for_all="r")),
    "at a value of the wrong sign": proves("F(-1)\n<= 0 | by at(all, a=-1)", hyp("all", "F(a) <= 0", for_all="a")),
    "at a value that is no integer": proves("F(1/2)\n<= 0 | by at(all, n=1/2)", hyp("all", "F(n) <= 0", for_all="n")),
    "at another value of a name that is not quantified": proves("F(p)\n<= 0 | by at(all, x=0)",
        hyp("all", "F(p) <= x", for_all="p")),
    "for all values, where it makes sense for one": states(hyp("all", "1/p <= F(p)", for_all="p"),
        hyp("low", "p > 0")),
    "a lemma that used the sign of this very name": proves("F(-1)\n<= 0 | by at(product, p=-1)", LOW,
        hyp("sign_p", "p > 0"), lemma("product", "0\n<= p*F(p) | by times(p, low)")),
    "a value captured by a sum": proves("F(t)\n<= Sum(f[t]*t,t,1,T) | by at(all, p=t)",
        hyp("all", "F(p) <= Sum(f[t]*p,t,1,T)", for_all="p")),
    "a random value where an expectation is taken": proves("E(C(X)*X)\n<= 0 | by at(all, p=X)",
        hyp("all", "E(C(p)*X) <= 0", for_all="p")),
    "for all random values, where the expectation is over these": states(
        define("def1", "G(p) == E(C(p)*X)", for_all="p"), random="X Y g p"),
    "a hypothesis on expectations for all random values": states(hyp("all", "E(C(p)*X) <= 0", for_all="p"),
        random="X Y g p"),
    "a number defined to be every number": states(define("def1", "x == p", for_all="p")),
    "a function defined at the values of another": states(define("def1", "F((p-7)**2) == p", for_all="p")),
    "a function that turns round its own value": states(define("def1", "F(p) == 1 + F(-p)", for_all="p")),
    "the zero vector as the number zero": states(hyp("numbers", "F(p) >= 1", for_all="p"),
        hyp("vectors", "F(w) <= 0", for_all="w")),
    "the zero vector as the number zero, in a reason": proves("F(0)\n<= 0 | by at(vectors, w=p)",
        hyp("vectors", "F(w) <= 0", for_all="w")),
    "what no value satisfies": theorem("1\n<= 0 | by at(nowhere, p=7)", "1 <= 0", NOWHERE),
    "what no value satisfies, behind a large number": theorem(
        "exp(exp(10))\n<= 0 | by times(exp(exp(10)), at(nowhere, p=7))", "exp(exp(10)) <= 0", NOWHERE),
    "what no value satisfies, for a claim that holds somewhere": theorem(
        "x\n<= pos(x-1) + 1 | by pos(x-1)\n<= 1 | by times(pos(x-1), at(nowhere, p=7))", "x <= 1", NOWHERE),
    "a linear function that is bounded": theorem("100\n== 100*norm2(v) | by one\n<= 5 | by at(all, u=100*v)",
        "100 <= 5", hyp("one", "norm2(v) == 1"), hyp("all", "dot(u,v) <= 5", for_all="u")),
    # ------------------------------------------------------------ induction
    "induction on an index": proves("t**2\n== t | by induction(t)"),
    "induction on a vector": proves("w\n== 0 | by induction(w)"),
    "induction from one, for a name that may be zero": proves("n**2\n== n**2*n/n | by induction(n)"),
    "induction on a hypothesis about the same number": proves("x\n== n | by this, induction(n)",
        hyp("this", "x == n")),
    "induction through a definition": proves("x\n== n | by def1, induction(n)", define("def1", "x == n**2")),
    "induction cited for another line": proves("Sum(t,t,1,n)\n== n*(n+1) | by times(2, induction(n))"),
    # ------------------------------------------------------------ calculus
    "calculus with a range that is none": proves("x\n<= 1 | by calculus(x)", hyp("h", "x**2 <= 1")),
    "calculus on an empty range": proves("1\n<= 0 | by calculus(x)", hyp("low", "1 <= x"), hyp("up", "x <= 0")),
    "calculus on a point without it": proves("1\n<= 0 | by calculus(x)", hyp("low", "0 < x"), hyp("up", "x <= 0")),
    "calculus across a pole": proves("-1/x\n<= 1 | by calculus(x, 0)"),
    "calculus for a hidden kink": proves(f"0\n<= 1 - {PERFECT_SQUARE} | by calculus(s)"),
    "calculus for an unknown function": proves("F(x)\n<= F(x)**2 + 1 | by calculus(x)"),
    "calculus inside an expectation": proves("0\n<= E(s*X) | by calculus(s)"),
    "calculus with a cut that is a name": proves("s\n<= s + 1 | by calculus(s, a)"),
    "calculus for a concave function with one end": proves("0\n<= s*(1-s) | by calculus(s)", hyp("up", "s < 2")),
    "calculus for an equality": proves("exp(s)\n== 1 + s | by calculus(s)"),
    "calculus with a parameter": proves("0\n<= (s-a)*(s-a-1) | by calculus(s)"),
    "calculus at a parameter it was not proved for": proves("1 + s\n<= 1 | by at(bound, x=-1)", hyp("one", "x >= 1"),
        lemma("bound", "1 - s*x\n<= 1 | by calculus(s)")),
    # ------------------------------------------------------------ cases
    "cases from an inequality": proves("y\n<= 1 | by cases(up, y, -1, 1)", hyp("up", "y**2 <= 1")),
    "cases from nothing": proves("y\n== 1 | by cases(times(0, sign), y, 1)", SIGN),
    "cases from nothing in disguise": proves("y\n== 1 | by cases(times(x-x, sign), y, 1)", SIGN),
    "cases of a sum": proves("y + z\n== 1 | by cases(one, y+z, 1)", hyp("one", "y + z == 1")),
    "cases of an index": proves("t\n== 1 | by cases(one, t, 1)", hyp("one", "x == 1")),
    "cases in another round": proves("f[j]\n<= 1 | by cases(signs, f[t], -1, 1)", SIGNS),
    "cases outside of their range": proves("f[T+1]\n<= 1 | by cases(at(signs, t=T+1), f[T+1], -1, 1)", SIGNS),
    "cases inside an expectation": proves("E(X)\n== X | by cases(bit, X, 0, 1)", BIT),
    "cases inside an expectation that is cited": proves("x\n== X | by cases(bit, X, 0, 1), mean", BIT,
        hyp("mean", "E(X) == x")),
    "a case with a false line": proves("y\n<= 0 | by cases(sign, y, -1, 1)", SIGN),
    "a fact that helps in one case only": proves("y*x\n<= x | by cases(sign, y, -1, 1), low", SIGN,
        hyp("low", "0 <= x + y")),
    "cases of the end of a sum": proves("Sum(f[t],t,1,T)\n== f[1] | by cases(few, T, 1, 2)",
        hyp("few", "T**2 == 3*T - 2")),
    # ------------------------------------------------------------ infima
    "an infimum as a value": proves("B\n== F(p) | by best", LOW, BEST),
    "an infimum as an upper bound": proves("F(p)\n<= B | by best", LOW, BEST),
    "an infimum of another function": proves("0\n<= B | by inf(best, low)", LOW,
        define("best", "B == inf(F(p)**2, p)")),
    "an infimum above, from a bound above": proves("x\n<= B | by inf(best, up)", hyp("up", "F(p) <= x", for_all="p"),
        LOW, BEST),
    "an infimum from a bound with its name": proves("2*p - 1\n<= B | by inf(best, tangent)",
        define("best", "B == inf(p**2, p)"), lemma("tangent", "2*p - 1\n<= p**2 | gap (p-1)**2")),
    "an infimum from a bound that defines its name": proves("x\n<= B | by inf(best, tangent)",
        define("double", "x == 2*p"), define("best", "B == inf(1 + p**2, p)"),
        lemma("tangent", "x\n<= 1 + p**2 | by double ; gap (p-1)**2")),
    "an infimum from a lemma under a condition": proves("2\n<= B | by inf(best, larger)", hyp("large", "p**2 >= 1"),
        define("best", "B == inf(2*p**2, p)"), lemma("larger", "2\n<= 2*p**2 | by times(2, large)")),
    "an infimum made smaller": proves("0\n<= B - 1 | by at(bound, B=B-1)", LOW, BEST,
        lemma("bound", "0\n<= B | by inf(best, low)")),
    "an infimum with a larger parameter": proves("x + 1\n<= B | by at(bound, x=x+1)", LOW,
        lemma("shifted", "x\n<= F(p) + x | by low"), define("best", "B == inf(F(p) + x, p)"),
        lemma("bound", "x\n<= B | by inf(best, shifted)")),
    "an infimum at a value of the wrong sign": proves("B\n<= F(-1) | by at(best, a=-1)",
        hyp("low_a", "0 <= F(a)", for_all="a"), define("best", "B == inf(F(a), a)")),
    "an infimum with an index": states(define("best", "B == inf(f[t](p)**2, p)")),
    "an infimum over an index": states(define("best", "B == inf(t, t)")),
    "an infimum over a function": states(define("best", "B == inf(F(x)**2, F)")),
    "an infimum over what is random": states(define("best", "B == inf(X**2, X)")),
    "an infimum with a condition": states(define("best", "B == inf(p**2, p, above)"), hyp("above", "p >= 2")),
    "an infimum of itself": states(define("best", "B == inf(pos(B) + p**2, p)")),
    "a fixed infimum of something random": states(define("best", "B == inf(X**2*p**2, p)")),
    "an infimum with a pole": states(define("best", "B == inf(1/p**2, p)")),
    "an infimum with a range": states(define("best", "B == inf(F(p), p)", on="t: 1..T"), LOW),
    "an infimum that is minus infinity": states(define("best", "B == inf(p, p)")),
    "an infimum of what is bounded above": states(define("best", "B == inf(-pos(p-3), p)")),
    "an infimum of what is bounded for one value": states(define("best", "B == inf(p, p)"), hyp("above", "p >= 2")),
    "an infimum of what is bounded by its own letter": states(define("best", "B == inf(p, p)"),
        lemma("self", "p - 1\n<= p | gap 1")),
    "an infimum of what is bounded in every round of none": states(define("best", "B == inf(p, p)"),
        hyp("rounds", "f[t] <= p", on="t: 1..0", for_all="p")),
    "an infimum of a sum that is bounded by a defined letter": states(define("best", "B == inf(p, p)"),
        define("y", "y == p - 1"), lemma("below", "y\n<= p | by y ; gap 1")),
    "an infimum in a circle": states(define("y", "y == B + 1"), define("best", "B == inf(pos(y) + p**2, p)")),
    "two infima of one name": states(define("second", "B == inf(1 + p**2, p)"), define("first", "B == inf(p**2, p)")),
    # ------------------------------------------------------------ terms outside of the range of a sum
    "a pole before the first term": proves("1/(1 + Sum(1/(t-1),t,2,T))\n== 1/(2 + Sum(1/(t-1),t,2,T))"),
    "a pole after the last term": proves("1/(1 + Sum(1/(T-t),t,1,T-1))\n== 1/(2 + Sum(1/(T-t),t,1,T-1))"),
    "a pole at the end of an inner sum": proves(
        "1/(1 + Sum(Sum(1/(t-j),j,1,t-1),t,1,T))\n== 1/(2 + Sum(Sum(1/(t-j),j,1,t-1),t,1,T))"),
    "a pole under a function": proves("F(1 + Sum(1/(t-1),t,2,T))\n== F(Sum(1/(t-1),t,2,T))"),
    "a pole under a logarithm": proves("log(1 + Sum(1/(t-1),t,2,T))\n== log(2 + Sum(1/(t-1),t,2,T))"),
    "a logarithm of zero before the first term": proves("F(1 + Sum(log(t-1),t,2,T))\n== F(Sum(log(t-1),t,2,T))"),
    "an imaginary root before the first term": proves("F(1 + Sum(sqrt(t-2),t,2,T))\n== F(Sum(sqrt(t-2),t,2,T))"),
    "a pole met by induction": proves("1/(1 + Sum(1/(t-1),t,2,T))\n== 1/(T + Sum(1/(t-1),t,2,T)) | by induction(T)"),
    # ------------------------------------------------------------ definitions
    "defined twice": states(define("two", "y == x"), define("one", "y == 0")),
    "defined twice in a round": states(define("two", "f[1] == x"), define("one", "f[t] == 0")),
    "defined twice where ranges meet": states(define("two", "f[t] == 1", on="t: 2..T"), define("one", "f[t+1] == 0")),
    "defined twice by other indices": states(define("two", "k[j, t] == 1"), define("one", "k[t, j] == 0")),
    "a circle of two": states(define("two", "y == x - 1"), define("one", "x == y + z")),
    "a circle of three": states(define("three", "z == y"), define("one", "x == z + 1"), define("two", "y == x")),
    "a circle in one round": states(define("two", "k[t] == f[t]"), define("one", "f[t] == k[t] + 1")),
    "a recursion forwards": states(define("one", "f[t] == f[t+1] + 1")),
    "a recursion through a sum": states(define("one", "f[t] == 1 + Sum(f[j], j, 1, t)")),
    "a recursion through a backward letter": states(define("one", "f[t+1] == 1 + Sum(f[T + 1 - j], j, 1, t)")),
    "a recursion through a range": states(define("two", "f[t+1] == f[t] + 1"), define("one", "T == f[2]"),
        real="x f g", random="g", uniform="", index="t: 1..T, j: 1..T", nonnegint="T", posint="d"),
    "a pattern that names a value twice": states(define("one", "f[(2*t-T)**2] == t")),
    "a pattern that doubles": states(define("one", "f[2*t] == t")),
    "a pattern with one index twice": states(define("one", "k[t, t] == t")),
    "a pattern with a number as argument": states(define("one", "F(3) == x")),
    "a pattern with a formula as argument": states(define("one", "F(p + 1) == x", for_all="p")),
    "a pattern with one letter twice": states(define("one", "C(p, p) == x", for_all="p")),
    "a definition for all values of a random letter": states(define("one", "G(X) == X", for_all="X")),
    "a fixed function of something random": states(define("one", "G(p) == X*p", for_all="p")),
    "a definition of an index": states(define("one", "t == 1")),
    "a definition of a uniform index": states(define("one", "r == 1")),
    "a captured letter": theorem("G(5)\n== 5 + y | by at(g, p=5)\n== 5 + 2*p | by one", "G(5) == 5 + 2*p",
        define("one", "y == 2*p"), define("g", "G(p) == p + y", for_all="p")),
    "a captured letter in a hypothesis": theorem("G(5)\n<= 5 + y | by at(g, p=5)\n== 5 + 2*p | by one",
        "G(5) <= 5 + 2*p", hyp("g", "G(p) <= p + y", for_all="p"), define("one", "y == 2*p")),
    "a captured letter in an infimum": theorem("x\n<= y**2 - y**2 + x | by best", "x <= x", define("one", "y == 2*p"),
        define("best", "B == inf(p**2 + y**2, p)")),
    # ------------------------------------------------------------ limits
    "a limit that is infinite by a logarithm": proves("lim(log(T), T)\n== 0"),
    "a limit of an unknown power": proves("lim(T**x/T, T)\n== 0"),
    "a limit of rounds": proves("lim(f[T]/T, T)\n== 0"),
    "a limit of a sum": proves("lim(Sum(1,t,1,T)/T, T)\n== 0"),
    "a limit of a real name": proves("lim(1/a, a)\n== 0"),
    "a limit of something tied by two facts": proves("lim(x/T, T)\n== 0", define("def1", "x == y"),
        hyp("up", "T <= y")),
    "a limit of an index": proves("lim(t/T, T)\n== 0"),
    "a limit with a pole": proves("lim(1/(x*T), T)\n== 0"),
    "a limit with another value": proves("lim(a + 1/T, T)\n== a + 1"),
    # ------------------------------------------------------------ theorems of another context
    "cited for fewer rounds": cites(small_rounds, "", hyp("up", "f[t] <= 1", on="t: 1..T-1")),
    "cited for more rounds": cites(small_rounds, "T = 2*T", ONE_ROUND),
    "cited for a number that may be zero": cites(natural, "T = n"),
    "cited for a number that is no integer": cites(natural, "T = a"),
    "cited for a name that is no integer here": cites(natural, "", posint="d", positive="a b T", index="i: 1..d",
        uniform=""),
    "cited with a definition that is a bound here": cites(with_definition, "", hyp("up", "y <= x")),
    "cited with a random name for a fixed one": cites(fixed_factor, "x = Y"),
    "cited where a fixed name is random": cites(fixed_factor, "", random="X Y g x"),
    "cited with a random name, the expectation being silent": cites(silent_expectation, "x = Y",
        hyp("product", "0 <= Y*X"), hyp("mean", "E(X) == 1"), use="-Y\n<= 0 | by c"),
    "cited with a number for a uniform index": cites(drawn, "r = 1"),
    "cited where an index is not uniform": cites(drawn, "", posint="T d r", random="X Y g r", uniform=""),
    "cited where a uniform index has another range": cites(drawn, "", uniform="r: 1..d"),
    "cited with the uniform index in an image": cites(drawn, "g[t] = r*g[t]"),
    "cited for one value of what holds for all": cites(everywhere, "", hyp("low", "F(p) <= 0")),
    "cited for one value, by a lemma": cites(everywhere, "", hyp("low", "F(p) <= 0"),
        lemma("twice", "2*F(p)\n<= 0 | by times(2, low)")),
    "cited with an image that is captured": cites(everywhere_below, "x = p", hyp("low", "F(p) <= p", for_all="p")),
    "cited with an image of another argument": cites(everywhere_below, "F(z) = F(z)*q",
        hyp("low", "F(p)*p <= x", for_all="p")),
    "for all values of a random name": states(hyp("low", "F(p) <= 0", for_all="p"), random="X Y g p"),
    "cited with a placeholder of a sign": cites(positive_function, "F(a) = a", use="-z\n<= 0 | by c"),
    "cited with a placeholder that has a hypothesis": cites(positive_function, "F(x) = x", hyp("low", "x > 0"),
        use="-z\n<= 0 | by c"),
    "cited with a number for a placeholder of a vector": cites(function_of_a_vector, "F(x) = x"),
    "cited with an infimum that is no infimum": cites(of_an_infimum, "B = x", LOW,
        hyp("below", "x <= F(p)", for_all="p")),
    "cited with an infimum made smaller": cites(of_an_infimum, "B = B - 1", LOW, BEST),
    "cited with an index of its own, beyond its range": cites(small, "x = f[t]",
        hyp("up", "f[t] <= 1", on="t: 1..T-1")),
    "cited with an index of its own, used beyond its range": cites(small, "x = f[t]", ONE_ROUND,
        use="f[T+1]\n<= 1 | by at(c, t=T+1)"),
    "cited with an image for a name that does not occur": cites(small, "z = 1", hyp("up", "x <= 1")),
    "cited with two images": cites(small, "x = 1, x = 0"),
    "cited with a pole": cites(small, "x = 1/y"),
    "cited with an image of a pattern": cites(everywhere, "F(5) = 0"),
    "cited with one placeholder twice": cites(everywhere, "F(p, p) = p"),
    "cited with an image that is no text": lambda: prepared().cite("c", small(), given=3),  # type: ignore[arg-type]
    "cited with a call into Python": cites(small, 'x = __import__("os")'),
    "a proof instead of a theorem": lambda: prepared().cite("c", prepared().prove("l", "x\n== x")),  # type: ignore[arg-type]
    "cited under a name that is taken": lambda: prepared(hyp("c", "x <= 1")).cite("c", small()),
    # An image that means something at whole numbers, read at a half.
    "cited with an index in the place of an argument": cites(at_a_half, "F(t) = x**(t**2)"),
    "cited with a number in the place of an index": cites(small_sum, "t = 5", ONE_ROUND),
    "cited with a placeholder that has the range of an image": cites(below_a_square, "f[t] = t, q = 1/t"),
    # ------------------------------------------------------------ witnesses
    "a witness by rounded numbers": theorem(
        "20\n<= x + y + z + q - p | by sum_low\n== x + z + q | by first, second\n<= 7 | by up, down, below",
        "20 <= 7", define("first", "y == exp(40)"), define("second", "p == exp(40)"),
        hyp("sum_low", "x + y + z + q - p >= 20"), hyp("up", "x <= 37"), hyp("down", "z <= -15"),
        hyp("below", "q <= -15"), model(x=37, z=-15, q=-15)),
    "a mean that no outcomes have": theorem("1\n<= 0 | by E(up), mean", "1 <= 0", hyp("up", "X <= 0"),
        hyp("mean", "E(X) >= 1")),
    # ------------------------------------------------------------ display
    "a label that ends its block": states(hyp("h", "x <= 1", label=r"so $\end{aligned}$")),
    "a label that comments out the rest": states(hyp("h", "x <= 1", label="so $%$")),
    "a label with a new column": states(hyp("h", "x <= 1", label="so $a & b$")),
    "a label with a new row": states(hyp("h", "x <= 1", label=r"so $a \\ b$")),
    "a label with brackets the wrong way round": states(hyp("h", "x <= 1", label="so $}{$")),
    "a label that opens a display": states(hyp("h", "x <= 1", label="so $$ and")),
    "a label with two formulas that touch": states(hyp("h", "x <= 1", label="so $a$$b$")),
    "a label that turns the writing round": states(hyp("h", "x <= 1", label="so \u202e")),
    "a label with a control character": states(hyp("h", "x <= 1", label="so \x07")),
    "a label that is no text": states(lambda ctx: ctx.hyp("h", "x <= 1", label=5)),  # type: ignore[arg-type]
    "a reason that states nothing": proves("0\n<= x**2 | by limit ; gap x**2", lemma("limit", "lim(x/T, T)\n== 0")),
}  # fmt: skip


LAST_RESORT = {"a label that is no text"}
"""Attacks that only the last resort of a context stops: it is for strange texts."""


@pytest.mark.parametrize("name", ATTACKS)
def test_no_attack_is_accepted(name: str) -> None:
    demand_refusal(ATTACKS[name], last_resort=name in LAST_RESORT)


CONTROLS: dict[str, Attack] = {
    "a logarithm of a product": proves("log(a*b)\n== log(a) + log(b)"),
    "a logarithm of a power": proves("log(a**q)\n== q*log(a)"),
    "a logarithm that is nonnegative": proves("0\n<= log(1+s) | gap log(1+s)"),
    "an exponential of a sum": proves("exp(x+y)\n== exp(x)*exp(y)"),
    "powers of a positive number": proves("(a*b)**(q-1)*a\n== a**q*b**q/b"),
    "natural powers": proves("2**(n+1)\n== 2*2**n"),
    "a number added to a known fact": proves("1/(5-x)\n== 1/(5-x)", hyp("up", "x <= 4")),
    "larger than something visible": proves("1/x\n== 1/x", hyp("low", "a <= x")),
    "a fixed factor leaves an expectation": proves("E(x*X + Y)\n== x*E(X) + E(Y)"),
    "an expectation and a sum": proves("E(Sum(g[t],t,1,T))\n== Sum(E(g[t]),t,1,T)"),
    "a fact in expectation": proves("E(X)\n<= 1 | by E(up)", hyp("up", "X <= 1")),
    "a variance": proves("x**2\n<= x**2 + E((X-x)**2) | gap E((X-x)**2)\n== E(X**2) | by mx", *MEANS),
    "a uniform index": proves("E(g[r])\n== Sum(E(g[t]),t,1,T)/T | by uniform(t,r,g[t])"),
    "for all values": proves("F(2*x)\n<= 0 | by at(all, p=2*x)", hyp("all", "F(p) <= 0", for_all="p")),
    "for all values, in every round": proves("Sum(F(f[t]),t,1,T)\n<= 0 | by sum(t,1,T,at(all, p=f[t]))",
        hyp("all", "F(p) <= 0", for_all="p")),
    "a function that is defined": proves("F(3)\n== 9 | by at(def1, p=3)",
        define("def1", "F(p) == p**2", for_all="p")),
    "induction": proves("Sum(2**i,i,0,n)\n== 2**(n+1) - 1 | by induction(n)"),
    "calculus": proves("1 + x\n<= exp(x) | by calculus(x, 0)"),
    "calculus on a range": proves("exp(-x)\n<= 1 - x + x**2 | by calculus(x, 0)", hyp("range", "-1 <= x")),
    "cases": proves("pos(y) + pos(-y)\n== 1 | by cases(sign, y, -1, 1)", SIGN),
    "cases in a round": proves("f[t]**3\n== f[t] | by cases(signs, f[t], -1, 1)", SIGNS),
    "an infimum is below": proves("B\n<= F(3) | by at(best, p=3)", LOW, BEST),
    "an infimum of what is bounded by a lemma": proves("-1\n<= B | by inf(best, low)",
        lemma("low", "-1\n<= p**2 + 2*p | gap (p+1)**2"), define("best", "B == inf(p**2 + 2*p, p)")),
    "a recursion": proves("f[2]\n== 1 | by at(next, t=1), start", define("start", "f[1] == 0"),
        define("next", "f[t+1] == f[t] + 1")),
    "a recursion of two": proves("f[2]\n== f[1]**2 | by at(next, t=1), at(square, t=1)",
        define("square", "k[t] == f[t]**2"), define("next", "f[t+1] == k[t]")),
    "below an infimum": proves("0\n<= B | by inf(best, low)", LOW, BEST),
    "a theorem about an infimum": of_an_infimum,
    "a limit": proves("lim(a + log(T)/sqrt(T), T)\n== a"),
    "a theorem cited": cites(small, "", hyp("up", "x <= 1"), use="x\n<= 1 | by c"),
    "a theorem cited for every round": cites(small, "x = f[t]", ONE_ROUND,
        use="Sum(f[t],t,1,T)\n<= T | by sum(t,1,T,c)"),
    "a theorem cited with a function": cites(everywhere_below, "F(z) = G(z)*z",
        hyp("low", "G(p)*p <= x", for_all="p"), use="G(5)*5\n<= x | by c"),
    "a theorem about a uniform index cited": cites(drawn, "g[t] = 2*g[t]",
        use="2*E(g[r])\n<= 2*Sum(E(g[t]),t,1,T)/T | by c"),
    "a theorem about a fixed factor cited": cites(fixed_factor, "X = Y**2", use="E(x*Y**2)\n<= x*E(Y**2) | by c"),
    "a label with a formula": states(hyp("h", "x <= 1", label=r"the bound on $x_t$, as $x \le 1$")),
}  # fmt: skip


@pytest.mark.parametrize("control", CONTROLS.values(), ids=CONTROLS.keys())
def test_true_derivations_are_accepted(control: Attack) -> None:
    control()


# ---------------------------------------------------------------------- what a theorem says
def test_a_bound_knows_no_other_names_than_its_own() -> None:
    """Names that NumPy knows too, and the number e, must not be mixed up in the generated code."""
    ctx = Context(real="maximum amax", positive="numpy")
    bound = ctx.theorem(
        "stolen",
        "amax\n<= pos(amax) + exp(1)*maximum**2 + numpy | by pos(amax) ; gap exp(1)*maximum**2 + numpy",
        claim="amax <= pos(amax) + exp(1)*maximum**2 + numpy",
        title="T",
        name="X",
    )
    assert bound.bound(maximum=2, amax=3, numpy=5) == pytest.approx(8 + 4 * 2.718281828459045)


def test_the_lemma_behind_an_infimum_is_said() -> None:
    """What bounds F(u) for every u is part of the proof: in its text, and in its digest."""
    digests = set()
    for size in (1, 4):
        ctx = prepared(
            lemma("low", f"-{size}\n<= p**2 - {size} | gap p**2"),
            define("best", f"B == inf(p**2 - {size}, p)"),
        )
        line = f"-{size}\n<= B | by inf(best, low)"
        stated = ctx.theorem("bound", line, claim=f"-{size} <= B", title="T", name="X")
        assert "low:" in stated.source_text
        digests.add(stated.digest)
    assert len(digests) == 2
