"""The report in a real browser: it draws at two widths, light and dark, without errors, side scrolling or network."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.proofs_check.browser import browser, look
from tests.proofs_check.pages import pages, shared

PAGES = (
    "index.html", "errata.html", "formulas.html", "zfb/index.html", "zfb/graph.html", "zfb/sharpness.html",
    "zfb/lemma-17.html", "zfb/lemma-19.html", "zfb/section-4.2-query-orthogonal.html", "ccs/index.html",
)  # fmt: skip


@pytest.fixture(scope="module")
def folder() -> Path:
    return shared()


@pytest.fixture(scope="module")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with browser(tmp_path_factory.mktemp("profile")) as running:
        yield running


def _shot(chrome: Any) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(chrome.get_screenshot_as_png())).convert("L"), dtype=float)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [380, 1280])
def test_the_pages_draw_at_every_width_in_both_themes(chrome: Any, folder: Path, width: int, dark: bool) -> None:
    for page in PAGES[::3]:
        look(chrome, folder / page, width, dark=dark)
        shot = _shot(chrome)
        ground = np.median(shot)
        assert ground < 60 if dark else ground > 220, page
        assert (np.abs(shot - ground) > 80).mean() > 0.005, page


def test_nothing_is_wider_than_a_narrow_window(chrome: Any, folder: Path) -> None:
    for page in sorted(pages(folder)):
        look(chrome, folder / page, 380)
        wide = chrome.execute_script("return document.documentElement.scrollWidth")
        assert wide <= 380, (page, wide)


def test_the_console_stays_empty_and_nothing_comes_from_the_network(chrome: Any, folder: Path) -> None:
    for kind in ("browser", "performance"):
        chrome.get_log(kind)
    for page in PAGES:
        look(chrome, folder / page, 1280)
    assert [entry["message"] for entry in chrome.get_log("browser")] == []
    events = [json.loads(entry["message"])["message"] for entry in chrome.get_log("performance")]
    asked = {e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"}
    assert asked
    assert all(url.startswith(("file://", "data:")) for url in asked), asked


def test_formulas_are_drawn_as_formulas(chrome: Any, folder: Path) -> None:
    look(chrome, folder / "formulas.html", 1280)
    sizes = chrome.execute_script(
        "return [...document.querySelectorAll('math mfrac')].map(f => "
        "[f.children[0].getBoundingClientRect().bottom, f.children[1].getBoundingClientRect().top])"
    )
    assert sizes
    assert all(above <= below for above, below in sizes), "a numerator stands above its denominator"


def test_a_word_narrows_the_table_of_statements(chrome: Any, folder: Path) -> None:
    look(chrome, folder / "zfb/index.html", 1280)
    shown = "return [...document.querySelectorAll('tbody tr')].filter(row => row.offsetParent).length"
    every = chrome.execute_script(shown)
    chrome.find_element("name", "words").send_keys("Lemma 17")
    assert chrome.execute_script(shown) == 1 < every
    assert chrome.find_element("tag name", "output").text == f"1 of {every}"


def test_without_scripts_the_whole_table_is_there_and_no_form(chrome: Any, folder: Path) -> None:
    chrome.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        look(chrome, folder / "zfb/index.html", 1280)
        assert not chrome.find_element("css selector", "form.filter").is_displayed()
        assert all(row.is_displayed() for row in chrome.find_elements("css selector", "tbody tr"))
    finally:
        chrome.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_the_keyboard_skips_to_the_content_and_opens_a_node_of_the_graph(chrome: Any, folder: Path) -> None:
    look(chrome, folder / "zfb/graph.html", 1280)
    body = chrome.find_element("tag name", "body")
    body.send_keys("\ue004")  # Tab
    first = chrome.switch_to.active_element
    assert first.text == "Skip to the content"
    node = chrome.find_element("css selector", ".graph a[href='lemma-17.html']")
    chrome.execute_script("arguments[0].focus()", node)
    outline = "return getComputedStyle(arguments[0].querySelector('rect')).strokeWidth"
    assert chrome.execute_script(outline, node) == "3px"
    node.send_keys("\ue007")  # Enter
    assert chrome.current_url.endswith("/zfb/lemma-17.html")
