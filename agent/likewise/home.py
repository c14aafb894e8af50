"""HOME: the folder that holds everything. Opened safely or refused, never repaired in silence.

Folders are 0700 and files 0600, set explicitly whatever the umask. What was there before must be the person's own, no
link, and closed to everybody else.
"""

import contextlib
import os
import stat
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from .failure import Failure, Locked

NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
POSIX = hasattr(os, "geteuid")
DATABASE = "likewise.sqlite3"
LOCK = "lock"


@dataclass(frozen=True)
class Home:
    path: Path

    @classmethod
    def open(cls, path: Path) -> "Home":
        """The home at `path`, made if it is not there. Raises Failure where it is unsafe."""
        _private_folder(path, parents=True)
        return cls(path)

    def folder(self, name: str) -> Path:
        _private_folder(self.path / name, parents=False)
        return self.path / name

    def file(self, name: str) -> Path:
        """A file in HOME, made empty if it is not there; safe to hand to a library that opens it by name."""
        path = self.path / name
        with contextlib.suppress(FileExistsError):
            handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | NOFOLLOW, 0o600)
            _close_to_others(handle)
            os.close(handle)
        check_file(path)
        return path

    def database(self) -> Path:
        for suffix in ("-wal", "-shm", "-journal"):
            if os.path.lexists(self.path / (DATABASE + suffix)):
                check_file(self.path / (DATABASE + suffix))
        return self.file(DATABASE)

    def read(self, name: str, limit: int) -> bytes | None:
        """A file's bytes, None where there is none. Raises Failure where it is unsafe or longer than `limit`."""
        path = self.path / name
        if not os.path.lexists(path):
            return None
        check_file(path)
        with os.fdopen(os.open(path, os.O_RDONLY | NOFOLLOW), "rb") as file:
            content = file.read(limit + 1)
        if len(content) > limit:
            raise Failure(f"{path} is larger than {limit} bytes: it is damaged. Move it away.")
        return content

    def write(self, name: str, content: bytes) -> None:
        """The whole file or, after a crash, the whole old one."""
        new = self.path / f"{name}.{uuid.uuid4().hex}.new"
        handle = os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY | NOFOLLOW, 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                _close_to_others(file.fileno())
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(new, self.path / name)
        except OSError:
            new.unlink(missing_ok=True)
            raise
        _sync_folder(self.path)

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """One process at a time has the home; a lock left by a killed one does not count. Raises Locked at once."""
        lock = FileLock(self.file(LOCK), timeout=0, mode=0o600)
        try:
            lock.acquire()
        except Timeout as error:
            raise Locked(f"Likewise already runs in {self.path}. Use it, end it, or choose another --home.") from error
        try:
            yield
        finally:
            lock.release()


def check_file(path: Path) -> None:
    """Raises Failure unless `path` is a plain file, the person's own, with one name, closed to everybody else."""
    facts = os.lstat(path)
    if not stat.S_ISREG(facts.st_mode):
        raise Failure(f"{path} is not a plain file. Remove it: Likewise does not follow links.")
    if facts.st_nlink != 1:
        raise Failure(f"{path} has a second name (hard link). Remove the other one, or move the file away.")
    _check_owner(path, facts, "chmod 600")


def _private_folder(path: Path, *, parents: bool) -> None:
    try:
        if parents:
            _make_parents(path.parent)
        os.mkdir(path, 0o700)
    except FileExistsError:
        pass
    except OSError as error:
        raise Failure(f"{path} cannot be made ({error.strerror}). Choose another --home.") from error
    else:
        if POSIX:
            os.chmod(path, 0o700)
    facts = os.lstat(path)
    if not stat.S_ISDIR(facts.st_mode):
        raise Failure(f"{path} is not a folder (or is a link to one). Remove it, or choose another --home.")
    _check_owner(path, facts, "chmod 700")


def _make_parents(path: Path) -> None:
    if path.is_dir():
        return
    _make_parents(path.parent)
    os.mkdir(path, 0o700)
    if POSIX:
        os.chmod(path, 0o700)


def _check_owner(path: Path, facts: os.stat_result, mend: str) -> None:
    if not POSIX:
        return
    if facts.st_uid != os.geteuid():
        raise Failure(f"{path} belongs to another user. Choose another --home.")
    if facts.st_mode & 0o077:
        raise Failure(f"{path} is open to other users (mode {stat.S_IMODE(facts.st_mode):04o}). {mend} it.")


def _close_to_others(handle: int) -> None:
    if POSIX:
        os.fchmod(handle, 0o600)


def _sync_folder(path: Path) -> None:
    if not POSIX:
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
