"""A forked kernel is to a cell what one is that starts from nothing."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import forked
import pytest
from jupyter_client.manager import start_new_kernel
from jupyter_client.provisioning.factory import KernelProvisionerFactory

pytestmark = pytest.mark.landing

SEEN = """
import matplotlib, os, sys
seen = {
    "names": sorted(globals()),
    "folder": os.getcwd(),
    "hash": hash("a"),
    "backend": matplotlib.get_backend(),
    "after each cell": len(get_ipython().events.callbacks["post_execute"]),
    "own modules": [name for name in sys.modules if name.startswith("olbook")],
}
"""


@contextmanager
def kernel(folder: Path, provisioner: str = "forked") -> Iterator[tuple[Any, Any]]:
    factory = KernelProvisionerFactory.instance()
    factory.default_provisioner_name = provisioner
    try:
        manager, client = start_new_kernel(kernel_name="python3", cwd=str(folder))
    finally:
        factory.default_provisioner_name = "forked"
    try:
        yield manager, client
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def test_a_cell_sees_the_same(tmp_path: Path) -> None:
    seen = {}
    for provisioner in ("forked", "local-provisioner"):
        with kernel(tmp_path, provisioner) as (manager, client):
            reply = client.execute_interactive(SEEN, user_expressions={"it": "seen"}, timeout=60)
            seen[type(manager.provisioner).__name__] = reply["content"]["user_expressions"]["it"]
    assert list(seen) == ["ForkedProvisioner", "LocalProvisioner"]
    assert seen["ForkedProvisioner"] == seen["LocalProvisioner"]
    assert str(tmp_path) in seen["ForkedProvisioner"]["data"]["text/plain"]


def test_a_cell_can_be_interrupted(tmp_path: Path) -> None:
    with kernel(tmp_path) as (manager, client):
        client.execute("import time\nprint('begun', flush=True)\ntime.sleep(600)")
        while client.get_iopub_msg(timeout=60)["msg_type"] != "stream":
            pass
        manager.interrupt_kernel()
        assert client.get_shell_msg(timeout=60)["content"]["ename"] == "KeyboardInterrupt"


def test_a_kernel_that_has_died_is_not_alive(tmp_path: Path) -> None:
    with kernel(tmp_path) as (manager, client):
        client.execute("import os; os._exit(3)")
        end = time.monotonic() + 60
        while manager.is_alive() and time.monotonic() < end:
            time.sleep(0.05)
        assert not manager.is_alive()


FORGOTTEN = """
import sys
sys.path.append(sys.argv[1])
import forked
from jupyter_client.manager import start_new_kernel
forked.install()
start_new_kernel(kernel_name="python3")
"""


def test_a_kernel_that_nobody_shuts_down_ends_with_the_run(tmp_path: Path) -> None:
    tools = str(Path(forked.__file__).parent)
    subprocess.run([sys.executable, "-c", FORGOTTEN, tools], cwd=tmp_path, check=True, timeout=60)
