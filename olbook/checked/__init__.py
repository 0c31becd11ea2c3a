r"""Derivations in plain text that are checked step by step and print themselves.

A :class:`Context` holds declared names, hypotheses, definitions and assumed lemmas. ``ctx.prove``
checks a derivation, ``ctx.theorem`` also makes something to display. Both raise :class:`CheckError`
with a message that says what is wrong.

The rooms, in the order in which one reads them. What must be trusted, beside SymPy and Python:

* :mod:`.reading`, from text to meaning and display: :mod:`.reading.terms`, :mod:`.reading.names`,
  :mod:`.reading.language`, :mod:`.reading.limits` for formulas, :mod:`.reading.chains` for lines;
* :mod:`.trusted.algebra`: when are two formulas identically equal;
* :mod:`.trusted.signs`, :mod:`.trusted.duties`, :mod:`.trusted.definitions`: when is a formula visibly
  nonnegative, when does it make sense, when does a definition define something;
* :mod:`.trusted.facts`, :mod:`.trusted.stating`: what a fact is quantified over, and how one is stated;
* :mod:`.trusted.statements`, :mod:`.trusted.instances`, :mod:`.trusted.uses`, :mod:`.trusted.steps`: what
  a reason states, with :mod:`.trusted.known`, which they all consult;
* :mod:`.trusted.kernel`: when is a step accepted. It makes proved facts, and so does, from theorems of
  another context, :mod:`.trusted.rules.citing`;
* :mod:`.trusted.rules`, beside the core: :mod:`.trusted.rules.calculus`, :mod:`.trusted.rules.chance`,
  :mod:`.trusted.rules.infimum`;
* :mod:`.guard`, in front of all that could take for ever, and :mod:`.context`, which asks each of these;
* :mod:`.show.proof` and :mod:`.show.theorem`, which show themselves; :mod:`.show.sentence`,
  :mod:`.show.setting`, :mod:`.show.why`, which read words about them into :mod:`.show.parts`;
  :mod:`.show.grammar`, :mod:`.show.lexicon`, :mod:`.show.render`, :mod:`.show.layout`,
  :mod:`.show.wording`, for what you see: no proof depends on them.

What need not be trusted: :mod:`.search.finder` searches certificates, :mod:`.search.explain` and
:mod:`.show.refusal` word refusals. :mod:`.judge` reads only what is displayed (:mod:`.displayed`) and
tries to refute it, and :mod:`.show.told` tells what it found; :mod:`.show.unfolding` proposes how a claim
is spelled out. :mod:`.written` is a context as a text that
a reader can change.
"""

from .context import Context
from .errors import CheckError
from .show.parts import Setting
from .show.proof import Proof
from .show.theorem import Theorem

__all__ = ["CheckError", "Context", "Proof", "Setting", "Theorem"]
