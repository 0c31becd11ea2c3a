"""Kernels forked from a process that has imported what the book depends on.

A run of all tests starts some forty kernels, and half of what a short notebook costs is to import NumPy,
SymPy and Matplotlib once more.  Nothing of our own is shared: a forked kernel imports the package anew,
and has a namespace, a folder and an environment of its own.  Outputs are stored by kernels that start
from nothing (``book/_tools/notebooks.py``), so whoever compares outputs compares the two.
"""

from __future__ import annotations

import multiprocessing
import os
from importlib.metadata import EntryPoint
from typing import Any

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

IMPORTED = [
    "ipykernel.kernelapp",
    "ipykernel.debugger",
    "sympy",
    "matplotlib.pyplot",
    "sklearn.datasets",
    "altair",
]


def run_kernel(arguments: list[str], folder: str, environment: dict[str, str]) -> None:
    """Be a kernel, until it is shut down."""
    from ipykernel.kernelapp import IPKernelApp

    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    IPKernelApp.launch_instance(argv=arguments)


class Process:
    """A process of ``multiprocessing`` with the methods of one of ``subprocess``."""

    stdin = stdout = stderr = None

    def __init__(self, *args: Any) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(IMPORTED)
        # A kernel that nobody shuts down must not keep the run from ending.
        self._process = context.Process(target=run_kernel, args=args, daemon=True)
        self._process.start()
        self.pid = self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self) -> int | None:
        self._process.join()
        return self.poll()

    def send_signal(self, number: int) -> None:
        if self.pid and self.poll() is None:
            os.kill(self.pid, number)


class ForkedProvisioner(LocalProvisioner):
    """Starts a kernel by a fork; all else is as for a kernel that is started by a command."""

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        arguments = cmd[cmd.index("-f") :]  # behind the command that would start a process
        folder = os.fspath(kwargs.get("cwd") or os.getcwd())
        process: Any = Process(arguments, folder, dict(kwargs["env"]))
        self.process, self.pid, self.cwd = process, process.pid, folder
        return self.connection_info


def install() -> None:
    """Let kernels be forked from now on, where processes can be."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        factory = KernelProvisionerFactory.instance()
        factory.provisioners["forked"] = EntryPoint(
            "forked", "forked:ForkedProvisioner", factory.GROUP_NAME
        )
        factory.default_provisioner_name = "forked"
