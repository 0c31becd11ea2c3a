"""Writes the topics' sections of the page on the package when the book is built.

A section documents what the module of its topic adds to the public names of the package.
"""

from __future__ import annotations

from pathlib import Path

from chapters import title
from hooks import filling

import olbook as ol

PLACE = "<!-- The topics are put here when the book is built, by book/_ext/api.py. -->"
SECTION = """\
## {title}

```{{eval-rst}}
.. automodule:: olbook.{topic}
   :members: {names}
   :inherited-members:
```"""


def public_names(topic: str) -> list[str]:
    """The public names of the package that are defined in the module of a topic."""
    module = f"olbook.{topic}"
    public = [(name, getattr(ol, name)) for name in ol.__all__]
    public += [(name, getattr(ol.streams, name)) for name in ol.streams.__all__]
    return [name for name, thing in public if getattr(thing, "__module__", "") == module]


def as_markdown(folder: Path) -> str:
    """A section for each topic, in the order of the book."""
    sections = [
        SECTION.format(
            title=title(folder, topic), topic=topic, names=", ".join(public_names(topic))
        )
        for topic in ol.TOPICS
    ]
    return "\n\n".join(sections)


setup = filling({PLACE: as_markdown})
