r"""Derivations in plain text that are checked step by step and print themselves.

A :class:`Context` holds declared names, hypotheses, definitions and assumed lemmas. ``ctx.prove``
checks a derivation, ``ctx.theorem`` also makes something to display. Both raise :class:`CheckError`
with a message that says what is wrong.

The modules, in the order in which one reads them. What must be trusted:

* :mod:`.terms`, :mod:`.names`, :mod:`.language`: a formula, read once, has a meaning and a display;
* :mod:`.algebra`: when are two formulas identically equal;
* :mod:`.signs` and :mod:`.duties`: when is a formula visibly nonnegative, when does it make sense;
* :mod:`.calculus` and :mod:`.limits`: inequalities in one number, and limits;
* :mod:`.facts`: what a fact is quantified over;
* :mod:`.statements`, :mod:`.rules`, :mod:`.instances`, :mod:`.uses`, :mod:`.steps`: what a reason
  states;
* :mod:`.citing`: when a theorem of another context may be used;
* :mod:`.kernel`: when is a step accepted. It alone makes proved facts, with :mod:`.citing`;
* :mod:`.context` and :mod:`.chains`: the text is cut into lines, and a theorem says what was proved;
* :mod:`.theorem`, :mod:`.setting`, :mod:`.render`, :mod:`.layout`, for what you see: the hypotheses
  and the lines.

What need not be trusted: :mod:`.finder` searches certificates, :mod:`.numbers` searches witnesses
and counterexamples, :mod:`.explain` words refusals, :mod:`.unfolding` proposes how a claim is spelled
out. Below all of them are SymPy and Python.
"""

from .context import Context
from .errors import CheckError
from .show.setting import Setting
from .show.theorem import Proof, Theorem

__all__ = ["CheckError", "Context", "Proof", "Setting", "Theorem"]
