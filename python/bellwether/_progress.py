"""How far a fit is: printed if `verbose` asks for it, told to a callback, or both."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable

Callback = Callable[[dict[str, Any]], Any]


def in_words(progress: dict[str, Any]) -> str:
    """One line: the stage, how far it is, and the objective where there is one."""
    words = progress["stage"]
    if progress["unit"]:
        return f"{words}: {progress['done']} {progress['unit']} ({progress['share']:.0%})"
    if progress["restarts"] > 1:
        words += f", restart {min(progress['restart'] + 1, progress['restarts'])} of {progress['restarts']}"
    if progress["iteration"]:
        words += f", iteration {progress['iteration']}, objective {progress['objective']:.6g}"
    return words


class _Printer:
    """A line that is written over, on a terminal and in a notebook alike."""

    def __init__(self) -> None:
        self.last = 0.0
        self.width = 0

    def __call__(self, progress: dict[str, Any]) -> None:
        now = time.monotonic()
        if now - self.last < 0.2:
            return
        self.last = now
        line = in_words(progress)
        print("\r" + line.ljust(self.width), end="", file=sys.stderr, flush=True)
        self.width = len(line)

    def done(self) -> None:
        if self.width:
            print("\r" + " " * self.width + "\r", end="", file=sys.stderr, flush=True)


class Teller:
    """Calls what wants to know; `callback` is None if nothing does."""

    def __init__(self, verbose: int, callback: Callback | None) -> None:
        if callback is not None and not callable(callback):
            raise TypeError("callback must be a function of one dictionary")
        self._printer = _Printer() if verbose else None
        self._user = callback
        self.callback = self._tell if self._printer else callback

    def _tell(self, progress: dict[str, Any]) -> Any:
        if self._printer:
            self._printer(progress)
        return self._user(progress) if self._user else None

    def done(self) -> None:
        if self._printer:
            self._printer.done()
