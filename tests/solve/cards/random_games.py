"""Small games of cards made up by chance, as text in the language: the same seed gives the same game everywhere.

What is made up: the pack, a ranking, what is dealt to whom, face up or down and in which stages, what is decided, when,
under which permissions and at which stakes, who qualifies, how wagers are settled and paid, bonuses, wagers beside.
Each settle table has a row for every case, so that every wager has exactly one result.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from math import comb

MOST_ROUNDS = 120
"""About so many rounds are played in a game at most, where its deals can be so few."""

HEAD = 'ruleset test/random/game-{seed}\n  title "a game of chance"\n  source "made up"\n'
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
ODDS = ("1 to 1", "1 to 1", "2 to 1", "3 to 2", "1 to 2", "3 to 1", "5 to 1", "8 to 1", "6 to 5")

CLASSES: dict[int, tuple[tuple[str, str], ...]] = {
    1: (("spade", "1 cards of spades"), ("court", "1 cards of rank J through K"), ("ace", "1 cards of rank A")),
    2: (
        ("suited_run", "2 cards of one suit in a run"),
        ("pair", "2 cards of one rank"),
        ("flush", "2 cards of one suit"),
        ("straight", "2 cards in a run"),
        ("big_slick", "A K"),
        ("reds", "all cards of one colour"),
        ("hearts", "2 cards of hearts"),
    ),
    3: (
        ("straight_flush", "3 cards of one suit in a run"),
        ("three_of_a_kind", "3 cards of one rank"),
        ("straight", "3 cards in a run"),
        ("flush", "3 cards of one suit"),
        ("pair", "2 cards of one rank"),
        ("suited_ends", "2 cards of one suit"),
        ("rainbow", "3 cards of different suits"),
    ),
}
"""Classes that hands of so many cards may have, by name and test, roughly best first."""


@dataclass(frozen=True)
class RandomGame:
    """A game as text, with the cards that are dealt in it (all of its deck where there are none)."""

    seed: int
    text: str
    pack: tuple[str, ...]
    shape: str


def random_game(seed: int) -> RandomGame:
    """The game of that seed."""
    return _Maker(random.Random(f"game {seed}"), seed).make()


@dataclass
class _Maker:
    pick: random.Random
    seed: int
    lines: list[str] = field(default_factory=list)

    def chance(self, share: float) -> bool:
        return self.pick.random() < share

    def make(self) -> RandomGame:
        pick = self.pick
        self.shape = pick.choice(("showdown", "showdown", "stages", "board", "board", "mixed", "mixed"))
        self.size = pick.choice((1, 2, 2, 2, 3))
        self.set_places()
        moments = {"showdown": 1}
        most = min(moments.get(self.shape, 1 + len(self.board)), 2 if self.player + self.dealer > 2 else 3)
        self.decisions = pick.randint(0 if self.chance(0.2) else 1, most)
        self.pack = self.make_pack()
        self.ranking()
        self.hands()
        self.wagers()
        self.round()
        self.tables()
        text = HEAD.format(seed=self.seed) + "\n".join(self.lines) + "\n"
        return RandomGame(self.seed, text, self.pack, self.shape)

    def add(self, line: str, basis: bool = True) -> None:
        self.lines.append(f"{line:78} @ 1" if basis else line)

    # what is dealt

    def set_places(self) -> None:
        """How many cards go where: ``player``, ``dealer``, and the stages of the board."""
        pick = self.pick
        size = self.size
        self.up = 0
        match self.shape:
            case "showdown":
                self.player = self.dealer = size
                if size < 3 and self.chance(0.3):
                    self.player += self.chance(0.5)
                    self.dealer += self.chance(0.5)
                self.board: tuple[int, ...] = ()
                self.up = int(self.chance(0.5))
            case "stages":
                self.player, self.dealer = pick.choice((1, 2)), 0
                self.board = pick.choice(((1,), (2,), (1, 1), (1, 1)))
            case "board":
                self.player = self.dealer = 1 if size == 1 else pick.choice((1, 1, 2))
                self.board = pick.choice(((1,), (1,), (1, 1), (2,)))
                if self.player == 2:
                    self.board = (1,)
            case _:
                self.player = pick.choice((1, 2))
                self.dealer = pick.choice((1, 2))
                self.board = pick.choice(((), (1,), (1,), (1, 1)))
                if self.player + self.dealer > 3:
                    self.board = self.board[:1]
                self.up = int(self.chance(0.5))
        least = min(n for n in (self.player, self.dealer) if n) + sum(self.board)
        self.size = min(self.size, least)
        if self.shape == "showdown":
            self.size = min(self.size, self.player, self.dealer)

    @property
    def number(self) -> int:
        """Of how many cards the pack is: as many as can be played out in a moment."""
        dealt = self.player + self.dealer + sum(self.board)
        burned = len(self.board)
        for number in (dealt + 4, dealt + 3, dealt + 2, dealt + 1):
            if number >= dealt + burned and self.deals(number) * 2**self.decisions <= MOST_ROUNDS:
                return number
        return dealt + max(burned, 1)

    def deals(self, number: int) -> int:
        """How many ways there are to deal, cards of one stage together."""
        ways, left = 1, number
        for cards in (self.player, self.dealer - self.up, self.up, *self.board):
            ways *= comb(left, cards)
            left -= cards
        return ways

    def make_pack(self) -> tuple[str, ...]:
        number = self.number
        self.joker = self.chance(0.15) and self.size > 1
        ranks = self.pick.sample(RANKS, self.pick.choice((2, 3, 3, 4)))
        if self.chance(0.6):  # neighbours, so that runs are made
            start = self.pick.randrange(len(RANKS) - 3)
            ranks = list(RANKS[start : start + len(ranks)])
        suits = "shdc"[: self.pick.choice((2, 3, 4))]
        whole = [rank + suit for rank in ranks for suit in suits]
        while len(whole) < number:
            ranks.append(next(rank for rank in RANKS if rank not in ranks))
            whole = [rank + suit for rank in ranks for suit in suits]
        chosen = self.pick.sample(whole, number - self.joker)
        self.ranks = sorted({card[:-1] for card in chosen}, key=RANKS.index)
        return (*sorted(chosen), *(["joker"] if self.joker else []))

    def ranking(self) -> None:
        self.add(f"deck 1 of 52{' and 1 joker' if self.joker else ''}")
        self.lines.append("  shuffled before every round")
        self.add("area player_cards of each player")
        if self.dealer:
            self.add("area dealer_cards of dealer")
        if self.board:
            self.add("area board of table")
        pool = list(CLASSES[self.size])
        kept = sorted(self.pick.sample(range(len(pool)), self.pick.randint(1, min(4, len(pool)))))
        if self.chance(0.3):
            self.pick.shuffle(kept)
        self.classes = [pool[n][0] for n in kept]
        # a class that a wider one above it hides is no class of anything
        if "suited_run" in self.classes and self.classes.index("suited_run"):
            self.classes.remove("suited_run")
            self.classes.insert(0, "suited_run")
        tests = dict(pool)
        self.add(f"ranking worths of {self.size} cards")
        self.lines.append(f"  order {' '.join(RANKS)}")
        if self.chance(0.5):
            self.lines.append("  A low in a run")
        if self.joker:
            self.lines.append("  wild joker")
        for name in self.classes:
            self.lines.append(f"  {name:16} {tests[name]}")
        self.classes.append("high_card")
        self.lines.append("  high_card        anything else")
        keys = ["sets_then_cards", "sets_then_cards", "sets_only", "highest_unshared_card"]
        self.lines.append(f"  compare by {self.pick.choice(keys)}")

    def hands(self) -> None:
        board = " and board" if self.board else ""
        whole = sum(self.board)
        self.has_board_hand = self.shape == "mixed" and whole >= self.size and self.chance(0.4)

        def told(name: str, area: str, number: int, with_board: bool) -> None:
            areas = f"{area}{board if with_board else ''}"
            cards = number + (whole if with_board else 0)
            how = "all" if cards == self.size and self.chance(0.5) else f"best {self.size}"
            self.add(f"hand {name} is {how} of {areas} by worths")

        joined = self.shape in ("stages", "board")
        mine = joined or (self.player < self.size or (bool(self.board) and self.chance(0.5)))
        theirs = joined or (self.dealer < self.size or (bool(self.board) and self.chance(0.5)))
        self.on_board = mine
        told("player_hand", "player_cards", self.player, mine)
        if self.dealer:
            self.theirs_on_board = theirs
            told("dealer_hand", "dealer_cards", self.dealer, theirs)
            self.qualifies = self.chance(0.6)
            if self.qualifies:
                self.add(f"define dealer_qualifies when dealer_hand is {self.grade()}")
        else:
            self.qualifies = False

    def grade(self) -> str:
        """A point or a stretch of the ranking."""
        name = self.pick.choice(self.classes)
        forms = [f"{name} or better", f"{name} or better", f"below {self.pick.choice(self.classes[:-1] or [name])}"]
        if "pair" in self.classes:
            forms.append(f"pair of {self.pick.choice(self.ranks)} or better")
        forms.append(f"{self.pick.choice(self.ranks)} high or better")
        found = self.pick.choice(forms)
        return found if found != "high_card or better" else f"{self.classes[0]} or better"

    # wagers and the round

    def wagers(self) -> None:
        pick = self.pick
        self.add("wager ante")
        self.lines += ["  required", "  made before the deal"]
        self.mains = ["ante"]
        self.second = self.chance(0.3)
        if self.second:
            self.add("wager blind")
            self.lines += [
                "  required",
                "  made before the deal",
                f"  amount {pick.choice(('equal to ante', '2 times ante'))}",
            ]
            self.mains.append("blind")
        self.raises = [f"raise_{n + 1}" for n in range(self.decisions)]
        if self.decisions > 1 and self.chance(0.3):
            self.raises = ["raise_1"] * self.decisions
        for name in dict.fromkeys(self.raises):
            self.add(f"wager {name}")
            self.lines.append("  needs ante")
        self.sides: list[str] = []
        for name, share in (("side", 0.4), ("extra", 0.1)):
            if self.chance(share):
                self.sides.append(name)
                self.add(f"wager {name}")
                self.lines += ["  optional", "  needs ante", "  made before the deal"]
                if self.decisions and self.chance(0.3):
                    self.lines.append("  forfeited when out")
        self.has_option = bool(self.raises) and self.chance(0.2)
        if self.has_option:
            self.add(f"option terms one of low, high default {pick.choice(('low', 'high'))}")
        self.has_meter = bool(self.sides) and self.chance(0.2)
        if self.has_meter:
            self.add("meter jackpot")
            self.lines.append("  starts at $1000")

    def round(self) -> None:
        self.add("round")
        self.lines.append("  step wagering")
        self.lines.append(f"    bets {', '.join([*self.mains, *self.sides])}")
        self.lines.append("  step dealing")
        self.deal()
        self.lines.append("  step looking")
        self.lines.append("    each player looks at player_cards")
        left = list(self.board)
        self.shown_board = 0
        stages: list[str] = []
        for n in range(self.decisions):
            step = f"choice_{n + 1}"
            stages.append(step)
            self.lines.append(f"  step {step}")
            if n and left:
                self.show_board(left.pop(0))
            elif n and self.dealer > self.up and self.shape == "mixed" and not self.board:
                self.lines.append("    reveal dealer_cards")
            elif n == 0 and left and self.decisions <= len(left) and self.chance(0.4):
                self.show_board(left.pop(0))
            self.peek(n)
            self.decide(n)
        self.lines.append("  step showdown")
        for stage in left:
            self.show_board(stage)
        if self.dealer:
            self.lines.append("    reveal dealer_cards")
        raises = list(dict.fromkeys(self.raises))
        self.lines.append(f"    settle {', '.join([*self.mains, *raises])}")
        if self.sides:
            self.lines.append(f"    settle {', '.join(self.sides)}")

    def deal(self) -> None:
        down = self.dealer - self.up
        self.board_is_dealt = bool(self.board) and self.chance(0.25)
        if down and down == self.player and self.chance(0.6):
            self.lines.append(f"    deal {down} to player_cards with dealer_cards face down")
        else:
            self.lines.append(f"    deal {self.player} to player_cards face down")
            if down:
                self.lines.append(f"    deal {down} to dealer_cards face down")
        if self.up:
            self.lines.append("    deal 1 to dealer_cards face up")
        if self.board_is_dealt:
            self.lines.append(f"    deal {sum(self.board)} to board face down")

    def show_board(self, number: int) -> None:
        if self.board_is_dealt:
            self.lines.append(f"    reveal next {number} of board")
        else:
            if self.chance(0.2):
                self.lines.append("    burn 1 face down")
            self.lines.append(f"    deal {number} to board face up")
        self.shown_board += number

    @property
    def can_judge(self) -> bool:
        """Whether all of the player's hand lies there, for lines that ask of it."""
        return not self.on_board or self.shown_board == sum(self.board)

    def peek(self, n: int) -> None:
        """The dealer looks, and in some cases the round goes on to its end: the player learns something."""
        if n or not self.dealer or self.theirs_on_board or not self.chance(0.15):
            return
        self.lines.append("    dealer looks at dealer_cards")
        self.lines.append(f"    go to showdown if dealer_hand is {self.grade()}")

    def decide(self, n: int) -> None:
        pick, wager = self.pick, self.raises[n]
        is_again = n > 0 and wager in self.raises[:n]
        self.lines.append(f"    each player decides{f' unless {wager} is made' if is_again else ''}")
        is_last = n == len(self.raises) - 1
        multiples = pick.choice(
            ("equal to ante", "equal to ante", "2 times ante", "1 or 3 times ante", "from ante through 3 times ante")
        )
        few = self.decisions > 1
        if few and multiples.startswith(("1 or", "from")) and (self.decisions > 2 or self.dealer):
            multiples = "2 times ante"
        guard = f" if player_hand is {self.grade()}" if self.can_judge and self.chance(0.2) else ""
        if self.has_option and not n:
            self.lines.append("      play")
            self.lines.append("        only when terms is low")
            self.lines.append(f"        make {wager} equal to ante")
            self.lines.append("      press")
            self.lines.append("        only when terms is high")
            self.lines.append(f"        make {wager} 2 times ante")
        elif guard:
            self.lines.append(f"      press make {wager} {pick.choice(('2', '3', '4'))} times ante{guard}")
            if self.chance(0.6):
                self.lines.append(f"      play  make {wager} equal to ante")
        else:
            self.lines.append(f"      play  make {wager} {multiples}")
        exits = [self.fold(), "      check wait", self.surrender()]
        if not is_last or self.second:
            exits.append("      ease  take back blind" if self.second and not n else "      check wait")
        for line in dict.fromkeys(pick.sample(exits, 2 if not few and self.chance(0.3) else 1)):
            self.lines.append(line)

    def fold(self) -> str:
        lost = [*self.mains, *(side for side in self.sides if self.chance(0.5))]
        if self.chance(0.3):
            but = [side for side in self.sides if side not in lost]
            return f"      fold  forfeit all{f' but {chr(44).join(but)}' if but else ''} and out"
        made = list(dict.fromkeys(self.raises))
        return f"      fold  forfeit {', '.join([*lost, *made])} and out"

    def surrender(self) -> str:
        rest = [*self.mains[1:], *dict.fromkeys(self.raises)]
        return f"      yield forfeit half of ante and forfeit {', '.join(rest)} and out" if rest else self.fold()

    # tables

    def tables(self) -> None:
        self.settle_mains()
        for name in (*self.mains, *dict.fromkeys(self.raises)):
            if self.dealer:
                self.pay_main(name)
            else:
                self.pays_outright(name, "player_hand")
        if self.chance(0.4):
            self.bonus()
        for name in self.sides:
            self.side(name)

    def settle_mains(self) -> None:
        if not self.dealer:
            return
        wagers = [*self.mains, *dict.fromkeys(self.raises)]
        heads, columns = [], []
        if self.qualifies:
            heads.append("dealer_qualifies")
            columns.append(["yes", "no"])
        heads.append("player_hand against dealer_hand")
        columns.append(["higher", "equal", "lower"])
        if self.chance(0.25):
            name = self.pick.choice(self.classes[:-1])
            heads.append("player_hand")
            columns.append([f"{name} or better", f"below {name}"])
        self.add(f"settle {', '.join(wagers)}")
        self.lines.append(f"  | {' | '.join([*heads, *wagers])} |")
        for cells in product(*columns):
            results = [self.result(cells) for _ in wagers]
            self.lines.append(f"  | {' | '.join([*cells, *results])} |")

    def result(self, cells: Sequence[str]) -> str:
        usual = {"higher": "win", "equal": "push", "lower": "lose"}
        word = next(usual[cell] for cell in cells if cell in usual)
        if "no" in cells and self.chance(0.5):
            word = self.pick.choice(("win", "return"))
        if self.chance(0.12):
            word = self.pick.choice(("win", "lose", "push", "return", "2 to 1", "1 to 2"))
        return word

    def pay_main(self, name: str) -> None:
        if self.chance(0.6):
            self.add(f"pays {name} at {self.pick.choice(ODDS)}")
            return
        self.add(f"pays {name}")
        self.pay_rows("player_hand", self.pick.choice(("1 to 1", "push", "1 to 2")))

    def pays_outright(self, name: str, hand: str) -> None:
        self.add(f"pays {name}")
        self.pay_rows(hand, "lose")

    def pay_rows(self, hand: str, otherwise: str, share: bool = False) -> None:
        named = (
            self.pick.sample(self.classes[:-1], self.pick.randint(1, len(self.classes) - 1)) if self.classes[1:] else []
        )
        self.lines.append(f"  | {hand} | pays |")
        for n, name in enumerate(named):
            pays = "push" if self.chance(0.15) else self.pick.choice(ODDS)
            if share and not n:
                pays = "10% of jackpot"
            self.lines.append(f"  | {name} | {pays} |")
        if self.chance(0.3):
            self.lines.append(f"  | {self.ranks[0]} high | push |")
        self.lines.append(f"  | otherwise | {otherwise} |")

    def bonus(self) -> None:
        made = f" if {self.raises[0]} is made" if self.raises and self.chance(0.5) else ""
        self.add(f"bonus luck on ante{made}")
        self.pay_rows(self.pick.choice(("player_hand", "dealer_hand")) if self.dealer else "player_hand", "nothing")

    def side(self, name: str) -> None:
        forms = ["player_hand", "player_hand"]
        if self.dealer:
            forms.append("dealer_hand")
        if self.player >= 2 and not (self.has_meter and name == self.sides[0]):
            forms.append("player_cards")
        form = self.pick.choice(forms)
        if form != "player_cards":
            self.add(f"pays {name}")
            self.pay_rows(form, "lose", share=self.has_meter and name == self.sides[0])
            return
        self.add(f"pays {name}")
        one, other = self.ranks[0], self.ranks[-1]
        self.lines.append("  highest only")
        self.lines.append("  | player_cards | pays |")
        self.lines.append(f"  | {one} {one} | 9 to 1 |")
        self.lines.append("  | 2 cards of one suit | 2 to 1 |")
        if one != other:
            self.lines.append(f"  | {one} {other} of one suit | 5 to 1 |")
        self.lines.append("  | otherwise | lose |")
