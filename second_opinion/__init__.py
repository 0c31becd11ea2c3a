"""A second opinion on the theorems of the book: each proved again, in Rocq.

``python -m second_opinion`` writes one file for each theorem, has ``coqc`` check it, and compares
with the stored run ``accepted.json``. The modules, in the order in which one reads them:

* ``Prelude.v`` and ``Calculus.v``: sums, inner products, expectations, infima, limits; tactics;
* :mod:`.formulas`: formulas as trees, read from the displayed text;
* :mod:`.checker`: the one module that knows the insides of :mod:`olbook.checked`;
* :mod:`.printing`: formulas as Rocq text;
* :mod:`.statements`: what a theorem says, which is what its box displays;
* :mod:`.definitions`: the lemmas that what is defined exists;
* :mod:`.algebra`, :mod:`.vectors`, :mod:`.normal`, :mod:`.sums`, :mod:`.functions`: equations between
  normal forms, with the scripts (:mod:`.scripts`) that prove them;
* :mod:`.certificates`, :mod:`.lemmas`, :mod:`.citing`, :mod:`.calculus`, :mod:`.proofs`, :mod:`.limits`:
  a script for each step of a derivation;
* :mod:`.files`, :mod:`.run`: a file for each theorem, and the runner.

A name that is defined outright, such as M, is a ``let`` of the statement. What is defined with an
index is a hypothesis, and :mod:`.definitions` writes the lemma that it exists, whatever the other
names stand for; likewise an infimum, which the proof bounds below. E is a positive linear functional
on all functions of the outcome with E 1 = 1, as on a finite probability space; a uniform index is
averaged over, which is the expectation under the product law (``with_uniform`` in ``Prelude.v``).

What must be trusted is Rocq's kernel, the definitions of ``Prelude.v``, and that the statement says
what the page says: :mod:`.statements` with :mod:`.printing` and :mod:`.formulas`. A fault anywhere
else makes a proof fail.
"""

from .statements import statement

__all__ = ["statement"]
