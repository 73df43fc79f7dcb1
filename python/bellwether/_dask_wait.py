"""Waiting for a cluster, but not for ever."""

from __future__ import annotations

import asyncio
import time
from typing import Any

_PATIENCE = 30.0  #: seconds without any worker that could compute


class _Watch:
    """Notices a cluster that cannot go on: nobody left, all out of memory, or no scheduler."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.alive = time.monotonic()

    def look(self) -> None:
        if self.client.status not in ("running", "connecting"):
            raise RuntimeError("the connection to Dask's scheduler is closed")
        try:
            workers = self.client.scheduler_info(n_workers=-1)["workers"].values()
        except (KeyError, OSError):
            workers = []
        if any(worker.get("status", "running") != "paused" for worker in workers):
            self.alive = time.monotonic()
        elif time.monotonic() - self.alive > _PATIENCE:
            found = ("every worker of the Dask cluster has paused because its memory is full: give them more, or add workers" if workers
                     else "the Dask cluster has no worker left")
            raise RuntimeError(f"{found} (waited {_PATIENCE:.0f} seconds)")


def result_of(client: Any, future: Any) -> Any:
    """The future's result; its error; or an error when nobody is left to compute it."""
    watch = _Watch(client)
    while True:
        try:
            return future.result(timeout=2)
        except (TimeoutError, asyncio.TimeoutError):
            if future.done():
                raise
            watch.look()


def gathered(client: Any, futures: list[Any]) -> list[Any]:
    """Results in order. Of several errors that of the first part is raised."""
    return [result_of(client, future) for future in futures]
