"""Grading a course: hidden tests, the sandbox they look through, and the marks of a class.

It is not installed with the package. From the root of the repository::

    python -m grading.grade one SUBMISSION.ipynb --topic perceptron --out marks.json
    python -m grading.grade class SUBMISSIONS --topic perceptron --out DIRECTORY

The page *Teaching with this book* says how a course uses it.
"""
