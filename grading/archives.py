"""Unpacks what was handed in as an archive. It may be a stranger's: nothing in it is believed."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import tarfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
LARGEST = 64 << 20  # bytes of one file
ALL = 256 << 20  # bytes of all files of one student
MOST = 2_000  # files
DEEPEST = 8  # folders inside of folders
LONGEST = 200  # bytes of a part of a path

Member = tuple[str, float, IO[bytes]]
"""The name of a file, when it was changed, and what to read it from."""


class ArchiveError(Exception):
    """Why an archive cannot be unpacked, in words for the instructor."""


def is_archive(path: Path) -> bool:
    """Whether the name is that of an archive that can be unpacked here."""
    return path.name.lower().endswith(ENDINGS)


def unpack(archive: Path, into: Path, largest: int = ALL, most: int = MOST) -> None:
    """Write the files of an archive into a folder, which is made anew; ArchiveError if it cannot.

    A name says no more than the place in the folder: what would lead out of it does not, links and
    devices are left out, and nothing is written beyond the limits.
    """
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    written = 0
    try:
        for number, (name, changed, file) in enumerate(_members(archive)):
            if number >= most:
                raise ArchiveError(f"it holds more than {most} files")
            content = file.read(min(LARGEST, largest - written) + 1)
            written += len(content)
            if len(content) > LARGEST or written > largest:
                raise ArchiveError(f"it holds more than {min(LARGEST, largest) >> 20} MB")
            place = into / _inside(name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
            with contextlib.suppress(OSError, OverflowError):
                os.utime(place, (changed, changed))
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, OSError) as error:
        raise ArchiveError(f"it cannot be unpacked: {error}"[:200]) from None
    except (NotImplementedError, RuntimeError) as error:  # what zipfile says of a password
        raise ArchiveError(f"it cannot be unpacked: {error}"[:200]) from None


def _members(archive: Path) -> Iterator[Member]:
    if archive.name.lower().endswith(".zip"):
        with zipfile.ZipFile(archive) as packed:
            for info in packed.infolist():
                if not info.is_dir():
                    with packed.open(info) as file:
                        yield info.filename, _seconds(info.date_time), file
        return
    with tarfile.open(archive) as tape:
        for entry in tape:
            if entry.isreg() and (content := tape.extractfile(entry)) is not None:
                yield entry.name, entry.mtime, content


def _seconds(date: tuple[int, ...]) -> float:
    try:
        return time.mktime((*date, 0, 0, -1))  # type: ignore[arg-type]
    except (ValueError, OverflowError):
        return 0.0


def _inside(name: str) -> Path:
    """The place of a member in the folder: Windows writes ``\\``, and nobody leads out of it."""
    parts = [re.sub(r"[\x00-\x1f:]", "_", part) for part in re.split(r"[/\\]", name)]
    kept = [_short(part) for part in parts if part.strip(". ")]
    return Path(*kept[-DEEPEST:]) if kept else Path("nameless")


def _short(part: str) -> str:
    """A part of a path that every file system takes: it says at its two ends whose it is and what."""
    content = part.encode(errors="replace")
    if len(content) <= LONGEST:
        return part
    ends = content[: LONGEST // 2], content[-LONGEST // 4 :]
    first, last = (end.decode(errors="ignore") for end in ends)
    return f"{first}-{hashlib.sha256(content).hexdigest()[:8]}-{last}"
