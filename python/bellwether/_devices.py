"""Where the plug-ins for GPUs are, and what they find."""

from __future__ import annotations

import os
import pathlib


def plug_ins() -> list[str]:
    """The file that BELLWETHER_DEVICES names, or the one beside the package."""
    named = os.environ.get("BELLWETHER_DEVICES")
    return [named] if named else [str(pathlib.Path(__file__).with_name("libbellwether_cuda.so"))]
