"""One key, the address of the repository, turns on the links that need it.

``repository: url:`` in ``_config.yml`` is empty as long as the book has no public home, and then no
page shows such a link. With it every page can be edited, and a slip on it reported; a notebook opens
on Binder, and on Colab if the repository is on GitHub. Nothing is asked of another host before a click.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from sphinx.application import Sphinx
from sphinx.config import Config

import olbook

BUTTONS = ("use_repository_button", "use_edit_page_button", "use_issues_button")
BINDER = "https://mybinder.org"
COLAB = "https://colab.research.google.com"
NOTEBOOKS = "notebooks"  # the branch with the notebooks that install the package; made by site.yml
# The theme names icons that are in no font of the site: the mark of a host, and an old name.
ICONS = {r"^fab fa-\w+": "fas fa-code", r"\bfa-pencil-alt\b": "fa-pencil"}
GITHUB = "https://github.com/"


def turn_on(app: Sphinx, config: Config) -> None:
    """Set the theme's options for a book with an address, and none for one without."""
    options: dict[str, Any] = config.html_theme_options
    address = (options.get("repository_url") or "").rstrip("/")
    if not address:
        options.pop("repository_url", None)
        return
    options["repository_url"] = address
    options.update(dict.fromkeys(BUTTONS, True))
    launch = {"notebook_interface": "jupyterlab", "binderhub_url": BINDER}
    if address.startswith(GITHUB):  # Colab opens no others
        launch["colab_url"] = COLAB
    options["launch_buttons"] = launch


def improve(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Lead "report" to the form for slips, filled in, and Colab to the notebooks that install."""
    options: dict[str, Any] = app.config.html_theme_options
    address = options.get("repository_url", "")
    for group in context.get("header_buttons", []):
        if group.get("label") == "source-buttons":
            group["icon"] = "fas fa-pencil"
        for button in group.get("buttons", [group]):
            for named, shown in ICONS.items():
                button["icon"] = re.sub(named, shown, button.get("icon", ""))
            if button.get("label") == "source-issues-button":
                button["text"] = button["tooltip"] = "Report a slip"
                if address.startswith(GITHUB):
                    about = {"page": pagename, "version": olbook.__version__}
                    form = urlencode({"template": "slip.yml", **about})
                    button["url"] = f"{address}/issues/new?{form}"
            if button.get("text") == "Colab":
                branch = options.get("repository_branch") or "master"
                button["url"] = button["url"].replace(f"/blob/{branch}/", f"/blob/{NOTEBOOKS}/")


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    app.connect("config-inited", turn_on)
    app.connect("html-page-context", improve, priority=950)
