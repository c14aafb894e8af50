"""The shop as a server that can be started, reset, broken on purpose and killed."""

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self, TypedDict

from .shop import faults
from .shop.faults import Faults

USER = "admin"
PASSWORD = "lantern-teapot-41"
START_TIMEOUT_S = 60
STOP_TIMEOUT_S = 5

PRODUCTS = """
    SELECT p.name, p.price, c.name AS category, p.in_stock, p.available_from, p.description
    FROM shop_product p JOIN shop_category c ON c.id = p.category_id ORDER BY p.id
"""


class Product(TypedDict):
    name: str
    price: str
    category: str
    in_stock: bool
    available_from: str | None
    description: str


class ShopServer:
    """A context manager: inside it, the shop answers at `url` in a process of its own.

    Everything it keeps is in `folder`: the database, the database as it was at first, the log. The same
    folder can be used again. A given `port` is kept over restarts, a port of 0 is chosen at the first start.
    """

    def __init__(self, folder: Path, port: int = 0, password: str = PASSWORD) -> None:
        self.folder = folder
        self.port = port
        self.user = USER
        self.password = password
        self.database = folder / "shop.sqlite3"
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """Without a slash at its end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Returns when the shop listens. Raises RuntimeError with the end of its log if it does not start."""
        self.folder.mkdir(parents=True, exist_ok=True)
        log = self.folder / "shop.log"
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "likewise.demo.shop.serve", str(self.port)],
                env={
                    **os.environ,
                    "LIKEWISE_SHOP_DATABASE": str(self.database),
                    "LIKEWISE_SHOP_PASSWORD": self.password,
                },
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        line = _first_line(self._process)
        if not line.strip().isdigit():
            self.stop()
            raise RuntimeError(f"The shop did not start:\n{log.read_text()[-2000:]}")
        self.port = int(line)

    def stop(self) -> None:
        """Ends the process, hard if need be. Does nothing if none runs."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                pipe.close()

    def products(self) -> list[Product]:
        """What the database holds, oldest first, read without going through the shop."""
        with closing(sqlite3.connect(f"{self.database.as_uri()}?mode=ro", uri=True)) as connection:
            rows = connection.execute(PRODUCTS).fetchall()
        return [
            {
                "name": name,
                "price": f"{price:.2f}",
                "category": category,
                "in_stock": bool(in_stock),
                "available_from": available_from,
                "description": description,
            }
            for name, price, category, in_stock, available_from, description in rows
        ]

    def reset(self) -> None:
        """The database as it was at first: no products, nobody signed in; no faults."""
        self.set_faults(faults.NONE)
        shutil.copyfile(self.folder / "seed.sqlite3", self.database)

    def set_faults(self, now: Faults) -> None:
        """Exactly these go wrong from the next request on."""
        faults.write(self.folder, now)


def _first_line(process: subprocess.Popen[str]) -> str:
    """What the process says first; nothing if it ends, or says nothing within START_TIMEOUT_S."""
    assert process.stdout
    alarm = threading.Timer(START_TIMEOUT_S, process.kill)
    alarm.start()
    try:
        return process.stdout.readline()
    finally:
        alarm.cancel()
