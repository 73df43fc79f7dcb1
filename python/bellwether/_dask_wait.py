"""Waiting for a cluster, but not for ever."""

from __future__ import annotations

import asyncio
import time
from typing import Any

_PATIENCE = 30.0  #: seconds without any worker that could compute


class WorkerGone(Exception):
    """A worker that was asked is there no longer; what it held is made again elsewhere."""


class _Watch:
    """Notices a cluster that cannot go on: nobody left, all out of memory, or no scheduler; and that one of `asked` has gone."""

    def __init__(self, client: Any, asked: list[str | None] | None = None) -> None:
        self.client = client
        self.asked = {address for address in asked or [] if address is not None}
        self.alive = time.monotonic()

    def look(self) -> None:
        if self.client.status not in ("running", "connecting"):
            raise RuntimeError("the connection to Dask's scheduler is closed")
        try:
            found = self.client.scheduler_info(n_workers=-1)["workers"]
        except (KeyError, OSError):
            found = {}
        if found and not self.asked <= set(found):
            raise WorkerGone
        workers = found.values()
        if any(worker.get("status", "running") != "paused" for worker in workers):
            self.alive = time.monotonic()
        elif time.monotonic() - self.alive > _PATIENCE:
            trouble = ("every worker of the Dask cluster has paused because its memory is full: give them more, or add workers" if workers
                       else "the Dask cluster has no worker left")
            raise RuntimeError(f"{trouble} (waited {_PATIENCE:.0f} seconds)")


def result_of(client: Any, future: Any, asked: list[str | None] | None = None) -> Any:
    """The future's result; its error; or an error when nobody is left to compute it. WorkerGone if one of the workers that were asked is."""
    watch = _Watch(client, asked)
    while True:
        try:
            return future.result(timeout=2)
        except (TimeoutError, asyncio.TimeoutError):
            if future.done():
                raise
            watch.look()


def gathered(client: Any, futures: list[Any], asked: list[str | None] | None = None) -> list[Any]:
    """Results in order. Of several errors that of the first part is raised."""
    return [result_of(client, future, asked) for future in futures]
