"""The files that a forge reads: workflows, forms, the hooks before a commit."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from test_project import TOOLS

pytestmark = pytest.mark.landing

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def faults(schema: str, *files: Path) -> str:
    """What does not agree with a published schema, which comes with the checker."""
    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        schema,
        *map(str, files),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


def test_workflows_agree_with_their_schema() -> None:
    assert [path.stem for path in WORKFLOWS] == ["checks", "release", "site"]
    assert faults("vendor.github-workflows", *WORKFLOWS) == ""
    assert faults("custom.github-workflows-require-timeout", *WORKFLOWS) == ""


def test_forms_agree_with_their_schema() -> None:
    assert faults("vendor.github-issue-forms", *FORMS) == ""
    assert faults("vendor.citation-file-format", ROOT / "CITATION.cff") == ""


@pytest.mark.parametrize(("schema", "good", "planted"), [
    ("vendor.github-workflows", WORKFLOWS[0], ("runs-on", "run-on")),
    ("vendor.github-issue-forms", FORMS[0], ("type: textarea", "type: area")),
])  # fmt: skip
def test_planted_fault_is_seen(
    schema: str, good: Path, planted: tuple[str, str], tmp_path: Path
) -> None:
    bad = tmp_path / good.name
    bad.write_text(good.read_text(encoding="utf-8").replace(*planted), encoding="utf-8")
    assert "Schema validation errors" in faults(schema, bad)


def test_workflows_call_what_there_is() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([\w-]+):", makefile, re.MULTILINE))
    for path in WORKFLOWS:
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(r"run: make ([\w-]+)", text)) <= targets, path.name
        for script in re.findall(r"(?:\.venv\S+python|run:) (book/\S+\.py|\.ci/\S+)", text):
            assert (ROOT / script).exists(), script


def test_workflows_name_no_address() -> None:
    for path in WORKFLOWS:
        hosts = re.findall(r"https?://[\w.-]+", path.read_text(encoding="utf-8"))
        assert hosts == [], path.name  # they ask the forge for its own


def test_a_slip_is_reported_with_page_version_and_statement() -> None:
    form = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE/slip.yml").read_text(encoding="utf-8"))
    needed = {f["id"] for f in form["body"] if f.get("validations", {}).get("required")}
    assert {"page", "version", "statement"} <= needed


def test_the_hooks_are_the_linters_of_the_tests() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    entries = [shlex.split(hook["entry"]) for repo in hooks["repos"] for hook in repo["hooks"]]
    assert [entry[:2] for entry in entries] == [[".venv/bin/python", "-m"]] * len(TOOLS)
    assert [entry[2:] for entry in entries] == list(TOOLS.values())
