"""The report as one HTML file: nothing is fetched, it reads without JavaScript and can be filtered with it.

Every string is escaped by the template engine.  Beyond that the page carries a policy that allows its own style sheet
and its own script, by their hashes, and nothing else: words of a hostile document can do nothing.
"""

from __future__ import annotations

import base64
import functools
import hashlib

import jinja2
from markupsafe import Markup

from audit.report.layout import laid_out
from audit.report.model import Report
from audit.report.paper import Paper
from audit.resources import folder


def render_html(report: Report, paper: Paper = Paper.A4) -> str:
    """The whole page; ``paper`` is what it prints on.  Equal reports make equal text."""
    environment = _environment()
    tree = laid_out(report)
    style = environment.get_template("report.css.j2").render(
        paper=paper.css, game=css_string(report.running.game), edition=css_string(report.running.edition),
        foot=css_string(report.running.kind),
    )
    script = _script()
    policy = (
        f"default-src 'none'; style-src '{_fingerprint(style)}'; script-src '{_fingerprint(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    # Both come from the package's own files; what the report put into the style sheet is escaped for it.
    own = {"style": Markup(style), "script": Markup(script)}
    return environment.get_template("report.html.j2").render(report=tree, policy=policy, **own)


def css_string(words: str) -> Markup:
    """Words inside a quoted CSS string: all but plain letters and figures by their numbers."""
    return Markup("".join(
        c if c.isascii() and (c.isalnum() or c in " ,.") else f"\\{ord(c):x} " for c in " ".join(words.split())
    ))


def _fingerprint(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


@functools.cache
def _script() -> str:
    return (folder("reports") / "html" / "report.js").read_text(encoding="utf-8")


@functools.cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder("reports") / "html"), autoescape=True, undefined=jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )
