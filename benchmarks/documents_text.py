"""How long a packet of 1,000 pages takes to become a tree of clauses, beside the splitting of its lines in the same run.

`python benchmarks/documents_text.py` prints a line; `--profile` also what the time goes into.
"""

from __future__ import annotations

import cProfile
import pstats
import random
import sys
import time
from collections.abc import Callable

from audit.documents.document import Document
from audit.documents.reading import structured
from audit.documents.text_files import printed_text

PAGES = 1_000
GAMES = 50
SECTIONS = (
    "Definitions",
    "Equipment",
    "Opening the Table",
    "Shuffle and Cut",
    "Wagers",
    "The Play",
    "Payout Odds",
    "Irregularities",
)
SAID = (
    "the dealer shall place each card face down on the layout before any player may look at it and no wager is made "
    "increased or withdrawn once the hand has been dealt unless a supervisor orders otherwise in accordance with these rules"
)
WORDS = SAID.split()


def packet(seed: int = 1) -> str:
    """Rules of fifty invented games, with a page mark on every page, in about sixty lines a page."""
    chance = random.Random(seed)
    pages: list[str] = []
    per_game = PAGES // GAMES
    for game in range(GAMES):
        lines = [f"GAME {game + 1} POKER.", ""]
        per_section = per_game * 52 // len(SECTIONS) // 10
        for n, title in enumerate(SECTIONS):
            lines += [f"{chr(65 + n)}. {title}", ""]
            for item in range(1, per_section + 1):
                lines += sentence(f"{item}. ", chance)
                for sub in range(chance.randrange(3)):
                    lines += sentence(f"    {chr(97 + sub)}. ", chance)
        size = -(-len(lines) // per_game)
        for page in range(per_game):
            body = lines[page * size : (page + 1) * size]
            pages.append("\n".join([*body, "", f"Game {game + 1} Poker   Page {page + 1} of {per_game}", ""]))
    return "\f".join(pages)


def sentence(label: str, chance: random.Random) -> list[str]:
    count = chance.randrange(18, 50)
    words = [chance.choice(WORDS) for _ in range(count)]
    rows = [" ".join(words[n : n + 13]) for n in range(0, count, 13)]
    return [f"{label}{rows[0].capitalize()}", *(f"{' ' * len(label)}{row}" for row in rows[1:]), ""]


def timed(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def main(*options: str) -> None:
    text = packet()
    made: list[Document] = []
    baseline = timed(lambda: text.split("\n"))
    profile = cProfile.Profile()
    if "--profile" in options:
        profile.enable()
    seconds = timed(lambda: made.append(structured(printed_text(text, "packet.txt", "0" * 64))))
    profile.disable()
    document = made[0]
    clauses = sum(1 for _ in document.clauses())
    lines, pages = len(document.printed.lines), len(document.printed.pages)
    print(
        f"{pages:,} pages, {lines:,} lines: {len(document.rules)} sets of rules, {clauses:,} clauses in {seconds:.1f} s "
        f"(goal 10; lines alone {baseline:.3f} s)"
    )
    if "--profile" in options:
        pstats.Stats(profile).sort_stats("cumulative").print_stats(35)


if __name__ == "__main__":
    main(*sys.argv[1:])
