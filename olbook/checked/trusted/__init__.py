r"""What must be right for a false statement not to be accepted. An outsider can audit it in a day.

In the order in which one reads it:

* :mod:`.algebra`: when are two formulas identically equal;
* :mod:`.facts`: what a fact is quantified over, and the registry of facts that every rule asks;
* :mod:`.signs`, :mod:`.duties`: when is a formula visibly nonnegative, when does it make sense;
* :mod:`.definitions`, :mod:`.stating`: when does a definition define something, and how what is
  stated becomes a fact;
* :mod:`.known`, :mod:`.statements`: what a rule consults, and what it returns;
* :mod:`.instances`, :mod:`.uses`, :mod:`.steps`: what a reason states at a step;
* :mod:`.kernel`: when is a step accepted; it makes the facts that are proved.

The rules in :mod:`.rules` (chance, infima, calculus, theorems of other contexts) add to this and can
be left out of reading it: a theorem that does not use them does not depend on them.

What would take for ever is refused by :mod:`..guard`. What the text of a formula means is read in
:mod:`..reading`. Nothing here imports how certificates are searched, how proofs are shown, or how
statements are judged. The meaning that all of this must be sound for is written on the page *What a
formula means*.
"""
