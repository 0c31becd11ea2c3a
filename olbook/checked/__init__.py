r"""Derivations in plain text that are checked step by step and print themselves.

A :class:`Context` holds declared names, hypotheses, definitions and assumed lemmas. ``ctx.prove``
checks a derivation, ``ctx.theorem`` also makes something to display. Both raise :class:`CheckError`
with a message that says what is wrong.

What must be trusted is small: the reading of formulas (:mod:`.language`), the identity test
(:mod:`.algebra`), visible signs (:mod:`.signs`), the ways of using a fact (:mod:`.uses`) and the
acceptance of a certificate (:mod:`.kernel`); and below them SymPy and Python. The search for
certificates (:mod:`.finder`), the numbers (:mod:`.numbers`), the messages (:mod:`.explain`) and the
display (:mod:`.render`) are not trusted with truth.
"""

from .context import Context
from .errors import CheckError
from .theorem import Proof, Theorem

__all__ = ["CheckError", "Context", "Proof", "Theorem"]
