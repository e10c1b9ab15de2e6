"""Debian's chromium without a window, driven by selenium; whoever asks is skipped where there is none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars", "--force-device-scale-factor=1",
)  # fmt: skip


@contextmanager
def browser(profile: Path) -> Iterator[Any]:
    """A running browser with a profile of its own."""
    selenium = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not chromium or not driver:
        pytest.skip("no chromium here: apt-get install chromium chromium-driver")
    options = selenium.ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    running = selenium.Chrome(options, selenium.ChromeService(driver))
    try:
        yield running
    finally:
        running.quit()


def look(running: Any, page: Path, width: int, height: int = 900, dark: bool = False) -> None:
    """Open ``page`` at this width and theme."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    running.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    running.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [theme]})
    running.get(page.as_uri())
