"""The one exception a reader of this package ever meets."""


class CheckError(Exception):
    """A text is not in the language, or a step is not justified by the reasons it gives."""
