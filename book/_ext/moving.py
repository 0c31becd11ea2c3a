"""A picture that moves: a still one for everybody, and sliders that set it in motion.

A notebook stores such a picture as Vega-Lite. While building, vl-convert draws it as it first stands: this is
the figure of the page, on paper and without scripts. Below it stand its sliders, which ``moving.js`` shows.
When one is first used, it loads Vega and the picture, which is written here in the form that Vega reads.
Vega comes by npm; where npm's registry cannot be reached, the pictures stand still.
"""

from __future__ import annotations

import json
import shutil
from html import escape
from pathlib import Path
from typing import Any

import vl_convert
from docutils import nodes
from hooks import copy_script, when_finished
from sphinx.application import Sphinx

from olbook.plotting import VEGA_LITE

SCRIPT = Path(__file__).with_name("moving.js")
VEGA = Path(__file__).parents[2] / "node_modules" / "vega" / "build" / "vega.min.js"
VERSION = "5.20"  # of Vega-Lite, which Altair writes
SLIDER = (
    '<label>{label}<input type="range" name="{name}" min="{min}" max="{max}" step="{step}"'
    ' value="{value}" autocomplete="off"></label>'
)


def hold_still(app: Sphinx, docname: str, source: list[str]) -> None:
    """Draw the moving pictures of a notebook, and keep how they move."""
    if not str(app.env.doc2path(docname)).endswith(".ipynb"):
        return
    notebook = json.loads(source[0])
    moving: dict[str, Any] = {}
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            spec = output.get("data", {}).pop(VEGA_LITE, None)
            if spec is None:
                continue
            moving[cell["metadata"]["mystnb"]["figure"]["name"]] = spec
            output["data"]["image/svg+xml"] = vl_convert.vegalite_to_svg(spec, vl_version=VERSION)
    if moving:
        app.env.temp_data["moving"] = moving
        source[0] = json.dumps(notebook)


def add_sliders(app: Sphinx, doctree: nodes.document) -> None:
    """Put its sliders between each moving picture and its caption, and write how it moves."""
    moving = app.env.temp_data.get("moving", {})
    if not VEGA.exists():
        return
    for figure in doctree.findall(nodes.figure):
        for name in moving.keys() & {*figure["names"]}:
            vega = vl_convert.vegalite_to_vega(moving[name], vl_version=VERSION)
            binds = [(signal, signal.pop("bind", None)) for signal in vega["signals"]]
            sliders = "".join(slider(signal, bind) for signal, bind in binds if bind)
            figure.insert(1, nodes.raw("", controls(name, sliders), format="html"))
            script = Path(app.outdir, "_static", "moving", f"{name}.js")
            script.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps(vega, ensure_ascii=False, separators=(",", ":"))
            script.write_text(f'moving["{name}"] = {text};\n', encoding="utf-8")


def slider(signal: dict[str, Any], bind: dict[str, Any]) -> str:
    """What moves one number of a picture."""
    return SLIDER.format(**(bind | signal), label=escape(bind["name"]))


def controls(name: str, sliders: str) -> str:
    """The sliders of a picture, which show where scripts run."""
    return f'<div class="moving" data-picture="{name}" hidden>{sliders}</div>'


def load_script(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Only a page with such a picture loads the small script."""
    if 'class="moving"' in context.get("body", ""):
        app.add_js_file("moving.js", loading_method="defer")


def copy_scripts(site: Path) -> None:
    """Put the scripts into the finished site."""
    if VEGA.exists():
        copy_script(SCRIPT, site)
        (site / "_static" / "moving").mkdir(exist_ok=True)
        shutil.copy2(VEGA, site / "_static" / "moving" / "vega.js")


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it loads the extension."""
    app.connect("source-read", hold_still)
    app.connect("doctree-read", add_sliders)
    app.connect("html-page-context", load_script)
    when_finished(app, copy_scripts)
