"""The HTML page: whole, closed to everything outside, sound, and the same on each run."""

from __future__ import annotations

import base64
import hashlib
import itertools
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from audit.compare.entry import Comparison
from audit.report.building import check_report, diff_report, verify_diff_report, verify_report
from audit.report.examined import Examined
from audit.report.html import css_string, render_html
from audit.report.paper import Paper
from audit.resources import folder

VOID = {"meta", "link", "input", "br", "hr", "img", "wbr", "rect", "path", "circle", "use"}


class Page(HTMLParser):
    """Fails on a tag that is not closed where it should be; collects ids, links and text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = dict(attrs)
        self.tags.append((tag, held))
        if held.get("id"):
            self.ids.append(str(held["id"]))
        for name in ("href", "aria-labelledby", "data-table"):
            if held.get(name):
                self.links.append(str(held[name]).removeprefix("#"))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.words.append(data)


@pytest.fixture
def pages(new: Examined, old: Examined, compared: Comparison, nasty: Examined) -> list[str]:
    return [
        render_html(verify_report(new)), render_html(check_report(new)), render_html(diff_report(old, new, compared)),
        render_html(verify_diff_report(old, new, compared)), render_html(verify_report(nasty)),
    ]


def test_pages_are_sound(pages: list[str]) -> None:
    for text in pages:
        page = Page(text)
        assert len(page.ids) == len(set(page.ids))
        assert set(page.links) <= set(page.ids)


def test_tables_have_captions_and_scopes(pages: list[str]) -> None:
    for text in pages:
        page = Page(text)
        tables = sum(1 for tag, _ in page.tags if tag == "table")
        assert tables == sum(1 for tag, _ in page.tags if tag == "caption")
        assert all(held.get("scope") for tag, held in page.tags if tag == "th")


def test_headings_step_down_by_one(pages: list[str]) -> None:
    for text in pages:
        levels = [int(tag[1]) for tag, _ in Page(text).tags if re.fullmatch(r"h[1-6]", tag)]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(b - a <= 1 for a, b in itertools.pairwise(levels))


def test_nothing_is_fetched_and_nothing_runs_but_our_own(pages: list[str]) -> None:
    for text in pages:
        page = Page(text)
        assert not [tag for tag, _ in page.tags if tag in ("link", "img", "iframe", "object", "embed", "base")]
        assert not [held for _, held in page.tags if "style" in held or "src" in held]
        assert not [name for _, held in page.tags for name in held if name.startswith("on")]
        scripts = re.findall(r"<script>(.*?)</script>", text, re.S)
        styles = re.findall(r"<style>(.*?)</style>", text, re.S)
        assert len(scripts) == len(styles) == 1
        for own in (*scripts, *styles):
            digest = base64.b64encode(hashlib.sha256(own.encode()).digest()).decode()
            assert f"sha256-{digest}" in text


def test_hostile_words_are_words(nasty: Examined) -> None:
    text = render_html(verify_report(nasty))
    assert "<script>alert" not in text
    assert text.count("</style>") == 1
    assert "{{ 7 * 7 }}" in "".join(Page(text).words)
    assert "\u202e" not in text
    assert "\x07" not in text


def test_words_in_the_style_sheet() -> None:
    assert css_string('a"b\\</style>') == "a\\22 b\\5c \\3c \\2f style\\3e "
    assert css_string("Craps, Oneida") == "Craps, Oneida"


def test_the_same_on_each_run(new: Examined) -> None:
    assert render_html(verify_report(new)) == render_html(verify_report(new))


def test_prints_on_the_paper_asked_for(new: Examined) -> None:
    report = verify_report(new)
    assert "@page{size:A4;" in render_html(report)
    assert "@page{size:letter;" in render_html(report, Paper.LETTER)


def test_reads_without_script(new: Examined) -> None:
    """Only the filters are hidden until the script shows them."""
    page = Page(render_html(verify_report(new)))
    assert {tag for tag, held in page.tags if "hidden" in held} == {"form"}


def luminance(colour: str) -> float:
    full = colour if len(colour) == 6 else "".join(c * 2 for c in colour)
    parts = [int(full[n:n + 2], 16) / 255 for n in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast() -> None:
    """Text at least 6.2 to 1 on paper and wash, lines that mean something 3 to 1, light and dark."""
    style = (folder("reports") / "html" / "report.css.j2").read_text(encoding="utf-8")
    light, dark = (dict(re.findall(r"--(\w+):#([0-9a-f]{3,6})", part)) for part in style.split("@media screen", 2)[:2])
    for theme in (light, {**light, **dark}):
        for ground in ("paper", "wash"):
            for ink in ("ink", "ink2", "link", "error", "warning", "note"):
                assert contrast(theme[ink], theme[ground]) >= 6.2, (ink, ground)
        assert contrast(theme["rule2"], theme["paper"]) >= 3


def test_golden_page(new: Examined, request: pytest.FixtureRequest) -> None:
    """The page of a check, without style and script; recorded by ``--record``."""
    text = render_html(check_report(new))
    text = re.sub(r"<(style|script)>.*?</\1>", r"<\1></\1>", text, flags=re.S)
    text = re.sub(r"sha256-[\w+/=]+", "sha256-…", text)
    golden = Path(__file__).parent / "golden" / "check.html"
    if request.config.getoption("--record", default=False):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")
