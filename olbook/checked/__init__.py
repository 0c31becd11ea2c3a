r"""Derivations in plain text that are checked step by step and print themselves.

A :class:`Context` holds declared names, hypotheses, definitions and assumed lemmas. ``ctx.prove``
checks a derivation, ``ctx.theorem`` also makes something to display. Both raise :class:`CheckError`
with a message that says what is wrong.

The modules, in the order in which one reads them. What must be trusted:

* :mod:`.terms` and :mod:`.language`: a formula, read once, has a meaning and a display;
* :mod:`.algebra`: when are two formulas identically equal;
* :mod:`.signs`: when is a formula visibly nonnegative;
* :mod:`.calculus` and :mod:`.limits`: inequalities in one number, and limits;
* :mod:`.facts` and :mod:`.uses`: what a fact is quantified over, and how it may be used;
* :mod:`.citing`: when a theorem of another context may be used;
* :mod:`.kernel`: when is a step accepted. It alone makes proved facts;
* :mod:`.context` and :mod:`.chains`: the text is cut into lines, and a theorem says what was proved;
* :mod:`.theorem` and :mod:`.render`, for what you see: the hypotheses and lines of the proof.

What need not be trusted: :mod:`.finder` searches certificates, :mod:`.numbers` searches witnesses
and counterexamples, :mod:`.explain` words refusals. Below all of them are SymPy and Python.
"""

from .context import Context
from .errors import CheckError
from .theorem import Proof, Theorem

__all__ = ["CheckError", "Context", "Proof", "Theorem"]
