"""`audit diff`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands import diff_documents as documents
from audit.commands.examining import Wanted, examine
from audit.commands.options import Output, command
from audit.commands.output import Compared, Form, Made, as_json, deliver, lines_of, planned, say
from audit.commands.reading import Asked, Convention, Encoding, Marks, PasswordFile
from audit.commands.replaying import Typed, comparison_typed
from audit.commands.session import CLEAN, FINDINGS, INCOMPLETE, Session, usage
from audit.commands.working import each

if TYPE_CHECKING:
    from audit.compare.entry import Comparison
    from audit.compare.side import Side

FORMS = (Form.TEXT, Form.JSON, Form.HTML, Form.PDF, Form.XLSX)


def register(app: typer.Typer) -> None:
    command(app, "diff", diff_two, "What differs between two rulesets or documents.")


def diff_two(
    context: typer.Context,
    old: Annotated[str, typer.Argument(metavar="OLD", help="The ruleset or document compared with.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The one examined.")],
    noise: Annotated[bool, typer.Option("--noise", help="List what is only renumbered, too.")] = False,
    chapter: Annotated[str | None, typer.Option(metavar="NAME", help="Of documents: the rules with this title.")] = None,
    part: Annotated[
        list[int] | None, typer.Option(metavar="N", help="Of documents: the part of this number; twice: old, then new.")
    ] = None,
    clause: Annotated[str | None, typer.Option(metavar="CLAUSES", help="Of documents, with commas: these alone.")] = None,
    marks: Convention = Marks.LINES,
    encoding: Encoding = None,
    password_file: PasswordFile = None,
    format: Annotated[Compared, typer.Option(help="The form on stdout.")] = Compared.TEXT,
    output: Output = None,
) -> int:
    """What differs between two rulesets, in whose favour, and the shortest round that shows it.

    Of two documents: which clauses changed, weightiest first, with page and line on both sides; what is only renumbered,
    or follows a renumbering, is set apart.
    """
    session: Session = context.obj
    files = planned(output, FORMS)
    if documents.are_documents(old, new):
        clauses = tuple(c.strip() for c in (clause or "").split(",") if c.strip())
        if part and len(part) > 2:
            raise usage("--part is given more than twice", "once for both documents, or old and new", "part")
        read = Asked(marks=marks, encoding=encoding, password_file=password_file)
        wanted = documents.Wanted(old, new, read, chapter, tuple(part or ()), clauses)
        shown = Form.CONCISE if session.quiet and format is Compared.TEXT else Form(format.value)
        return documents.diff_documents(session, wanted, shown, files, noise=noise)
    if chapter or part or clause:
        raise usage("--chapter, --part and --clause are for documents", "two rulesets are compared whole", "diff")
    done = each(session, "diff", [(f"{old}, {new}", (old, new))], _compared, unwritten=list(files))
    comparison, sides = done.made[0]
    shown = Form.CONCISE if session.quiet and format is Compared.TEXT else Form(format.value)
    deliver(session, shown, files, lambda to: _forms(to, comparison, sides, noise=noise))
    unfinished = unsolved(comparison, sides)
    for line in unfinished:
        say(line)
    if unfinished:
        say("  = what differs in words is told; which rounds differ is not known.  audit verify says more")
    return max(INCOMPLETE if unfinished else CLEAN, FINDINGS if comparison.entries else CLEAN)


def _compared(
    session: Session, pair: tuple[str, str], part: Callable[[str], None]
) -> tuple[Comparison, tuple[Side, Side]]:
    return compared(session, *pair, part)


def compared(session: Session, old: str, new: str, part: Callable[[str], None]) -> tuple[Comparison, tuple[Side, Side]]:
    """Two rulesets read, verified and compared."""
    from audit.compare.comparing import compare
    from audit.compare.side import Side

    library = session.library()
    read = [session.read(wanted, library) for wanted in (old, new)]
    sides: list[Side] = []
    names: list[Typed] = []
    for asked, checked in zip((old, new), read, strict=True):
        done = examine(session, asked, checked, Wanted(), part)
        names.append(done.typed)
        assert done.checked.assembled is not None
        sources = done.checked.assembled.sources
        sides.append(Side(done.ruleset, done.verified.configured, done.verified, sources, done.findings))
    part("comparing")
    return comparison_typed(compare(sides[0], sides[1]), names[::-1]), (sides[0], sides[1])


def _forms(session: Session, comparison: Comparison, sides: tuple[Side, Side], *, noise: bool) -> Made:
    from audit.report.documents import diff_document
    from audit.report.terminal.diff import concise_diff, diff_text

    def report(form: Form) -> Callable[[], str | bytes]:
        def render() -> str | bytes:
            from audit.commands.report import diff_report

            return diff_report(comparison, sides, form)

        return render

    return {
        Form.TEXT: lambda: lines_of(diff_text(comparison, session.width, noise=noise)),
        Form.CONCISE: lambda: lines_of(concise_diff(comparison)),
        Form.JSON: lambda: as_json(diff_document(comparison, unsolved(comparison, sides))),
        Form.HTML: report(Form.HTML),
        Form.PDF: report(Form.PDF),
        Form.XLSX: report(Form.XLSX),
    }


def unsolved(comparison: Comparison, sides: tuple[Side, Side]) -> list[str]:
    """What the comparison does not know, where something differs that play would have to show: a line a ruleset."""
    from audit.compare.entry import Weight

    if not any(entry.weight is Weight.PLAY for entry in comparison.entries):
        return []
    told: list[str] = []
    for side in sides:
        refused = side.verified.refused
        if refused:
            first, error = next(iter(refused.items()))
            more = f"; {len(refused) - 1} more likewise" if len(refused) > 1 else ""
            name = side.ruleset.head.id
            told.append(f"{name}: not completed: {first} is not solvable: {error.why}{more} [not-solvable, exit 4]")
    return told
