"""Statements: each block with its lines, headings worked into them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from audit.language.building import (
    Above,
    BuildError,
    any_of,
    below,
    build,
    build_line,
    number_of,
    plan,
    stated,
    text_of,
    under,
    when_of,
)
from audit.language.building_tables import TableContext, build_table, cells_of, grid_cell, names_of
from audit.language.constructs import CLASSES
from audit.language.syntax import Node, Word
from audit.language.vocabulary import Vocabulary
from audit.ruleset import chance, conditions, controls, money, places, tables, wagers, worth
from audit.ruleset import patterns as pt
from audit.ruleset import rounds as rd
from audit.ruleset.names import Name
from audit.ruleset.stated import Statement

UNDER_CHOICE = frozenset({"under_choice_line", "under_choice_actions", "under_choice_classes"})


class StatementBuilder:
    """Builds the statements of one file; ``edition`` is the id that they are said by."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def statements(self, node: Node, above: Above) -> Iterator[Statement]:
        """The statement, or those below a ``when`` heading."""
        if node.kind == "under_choice":
            inner = replace(below(node, above), when=conditions.both(above.when, _heading_choice(node)))
            for line in node.body:
                yield from self.statements(line, inner)
        else:
            yield self.statement(node, above)

    def statement(self, node: Node, above: Above) -> Any:
        method = self.BLOCKS.get(node.kind)
        if method is not None:
            return method(self, node, above)
        if node.body and node.body[0].kind in ("table_row", "highest_only", "first_row_only", "every_row"):
            return self.with_table(node, above)
        if node.body or any(name in ("lines", "choices", "settings") for name in _fields(node)):
            return self.with_lines(node, above)
        return build_line(node, above)

    # blocks of lines

    def with_lines(self, node: Node, above: Above) -> Any:
        name = next(n for n in _fields(node) if n in ("lines", "choices", "settings"))
        return build_line(node, above, **{name: tuple(self.lines(node, below(node, above)))})

    def lines(self, node: Node, inner: Above) -> Iterator[Any]:
        for line in node.body:
            yield from self.line(line, inner)

    def line(self, node: Node, above: Above) -> Iterator[Any]:
        """A line, or the lines below a heading."""
        if node.kind in UNDER_CHOICE:
            inner = replace(below(node, above), when=conditions.both(above.when, _heading_choice(node)))
            for line in node.body:
                yield from self.line(line, inner)
        elif node.kind == "heading_line":
            word = node.words[0]
            assert isinstance(word, Node)
            inner = under(node, above)
            heading = build(word) if word.kind == "at_step" else _roll_heading(word)
            for line in node.body:
                yield from self.line(line, replace(inner, at=(*above.at, heading)))
        else:
            method = self.LINES.get(node.kind)
            yield method(self, node, above) if method is not None else self.statement(node, above)

    # tables

    def with_table(self, node: Node, above: Above) -> Any:
        across = next((build(w) for w in node.words if isinstance(w, Node) and w.kind == "across"), None)
        name = next((w.text for w in node.words if isinstance(w, Word) and w.kind == "NAME"), None)
        context = TableContext(
            self.vocabulary,
            wagers=names_of(node) if node.kind == "settle" else frozenset(),
            value_columns=node.kind in ("pick_table", "option_rows"),
            gives=name if node.kind in ("table", "choose_table") else None,
        )
        table = build_table(node, below(node, above), context, across)
        words = tuple(w for w in node.words if not (isinstance(w, Node) and w.kind == "across"))
        if node.kind in ("settle", "pays_list", "pays_table", "bonus", "table", "pays_by_table"):
            words = tuple(w for n, w in enumerate(node.words) if not self._is_across(node, n))
        return build_line(replace(node, children=(*words, *node.children[len(node.words) :])), above, table=table)

    def _is_across(self, node: Node, index: int) -> bool:
        """Whether a part is the place of ``across``, the last before the table."""
        return index == len(node.words) - 1

    def grid(self, node: Node, above: Above) -> Any:
        down, across = (build(w) for w in node.body if w.kind != "table_row")
        rows = [line for line in node.body if line.kind == "table_row"]
        inner = below(node, above)
        made: list[tables.Row] = []
        width = len(cells_of(rows[0]))
        for row in rows[1:]:
            cells = [grid_cell(c, is_test=n == 0) for n, c in enumerate(cells_of(row))]
            if len(cells) != width:
                raise BuildError(row, "row-length", f"{len(cells)} cells, and the heading has {width}", "")
            made.append(tables.Row(cells=tuple(cells), **stated(tables.Row, row, inner)))
        headings = tuple(grid_cell(c, is_test=True) for c in cells_of(rows[0])[1:])
        return build_line(
            Node(node.kind, node.children, node.span),
            above,
            down=down,
            across=across,
            headings=headings,
            rows=tuple(made),
        )

    def way(self, node: Node, above: Above) -> Any:
        inner = below(node, above)
        rules = tuple(
            tables.WayRule(rule=build(line), **stated(tables.WayRule, line, inner))
            for line in node.body
            if line.kind in ("first_settable", "prefer")
        )
        rows = tuple(line for line in node.body if line.kind == "table_row")
        names = [w for w in node.words if isinstance(w, Word)]
        context = TableContext(self.vocabulary, demands=frozenset(w.text for w in names[1:]))
        table = build_table(node.with_body(rows), inner, context, None)
        return build_line(node, above, rules=rules, table=table)

    # chance and places

    def wheel(self, node: Node, above: Above) -> Any:
        inner = below(node, above)
        rows = tuple(line for line in node.body if line.kind == "table_row")
        table = None
        if rows:
            context = TableContext(self.vocabulary, value_columns=True)
            table = build_table(node.with_body(rows), inner, context, None)
        order = tuple(build_line(line, inner) for line in node.body if line.kind == "in_order")
        return chance.Wheel(
            name=_optional_name(node.words[0]),
            sections=_number_or_not_stated(node.words[1]),
            order=order,
            table=table,
            **stated(chance.Wheel, node, above),
        )

    def layout(self, node: Node, above: Above) -> Any:
        rows = tuple(tuple(c.text for c in cells_of(row)) for row in node.body)
        for row, texts in zip(node.body, rows, strict=True):
            if len(texts) != len(rows[0]):
                raise BuildError(row, "row-length", f"{len(texts)} boxes, and the first row has {len(rows[0])}", "")
        return chance.Layout(name=_optional_name(node.words[0]), rows=rows, **stated(chance.Layout, node, above))

    def deck(self, node: Node, above: Above) -> Any:
        packs, cards, jokers, *without = node.words
        assert isinstance(packs, Node) and isinstance(cards, Word)
        return chance.Deck(
            packs=build(packs),
            cards=number_of(cards),
            jokers=number_of(jokers) if isinstance(jokers, Word) else None,
            without=tuple(rank_span(w) for w in without if isinstance(w, Node)),
            lines=tuple(build_line(line, below(node, above)) for line in node.body),
            **stated(chance.Deck, node, above),
        )

    def listed_deck(self, node: Node, above: Above) -> Any:
        packs, pieces, piece = node.words
        assert isinstance(packs, Node) and isinstance(pieces, Word) and isinstance(piece, Word)
        inner = below(node, above)
        rows = tuple(line for line in node.body if line.kind == "table_row")
        table = build_table(node.with_body(rows), inner, TableContext(self.vocabulary, value_columns=True), None)
        return chance.ListedDeck(
            packs=build(packs),
            pieces=number_of(pieces),
            piece=Name(piece.text, piece.span),
            lines=tuple(build_line(line, inner) for line in node.body if line.kind != "table_row"),
            table=table,
            **stated(chance.ListedDeck, node, above),
        )

    def seats(self, node: Node, above: Above) -> Any:
        numbers = [number_of(w) for w in node.words if isinstance(w, Word)]
        least = None if node.kind == "seats_at_most" else numbers[0]
        return places.Seats(least=least, most=numbers[-1], **stated(places.Seats, node, above))

    # cards

    def group(self, node: Node, above: Above) -> Any:
        name = node.words[0]
        assert isinstance(name, Word)
        return worth.Group(
            name=Name(name.text, name.span), members=any_of(node.words[1:]), **stated(worth.Group, node, above)
        )

    def suits(self, node: Node, above: Above) -> Any:
        down, *uses = node.words
        assert isinstance(down, Node)
        try:
            order = tuple(pt.Suit(w.text) for w in down.children if isinstance(w, Word))
        except ValueError as error:
            raise BuildError(down, "suits", "suits are spades, hearts, diamonds, clubs", "") from error
        names = tuple(Name(w.text, w.span) for w in uses if isinstance(w, Word))
        return worth.SuitsOrdered(suits=order, uses=names, **stated(worth.SuitsOrdered, node, above))

    def ranking(self, node: Node, above: Above) -> Any:
        name, title, *rest = node.words
        assert isinstance(name, Word)
        numbers = [number_of(w) for w in rest if isinstance(w, Word)]
        more = next((w for w in rest if isinstance(w, Node) and w.kind.startswith("sizes_")), None)
        most = numbers[0] if numbers else None
        if more is not None and isinstance(more.children[0], Word):
            most = number_of(more.children[0])
        worst = any(isinstance(w, Node) and w.kind == "worst_first" for w in rest)
        return worth.Ranking(
            name=Name(name.text, name.span),
            title=text_of(title) if isinstance(title, Word) else None,
            least=numbers[0] if numbers else None,
            most=most,
            worst_first=worst,
            lines=tuple(self.lines(node, below(node, above))),
            **stated(worth.Ranking, node, above),
        )

    def hand_class(self, node: Node, above: Above) -> Any:
        name, title, *rest = node.words
        assert isinstance(name, Word)
        keys = next((build(w) for w in rest if isinstance(w, Node) and w.kind == "keys"), ())
        tests = any_of([w for w in rest if not (isinstance(w, Node) and w.kind == "keys")])
        return worth.HandClass(
            name=Name(name.text, name.span),
            title=text_of(title) if isinstance(title, Word) else None,
            tests=tests,
            keys=keys,
            **stated(worth.HandClass, node, above),
        )

    def counts(self, node: Node, above: Above) -> Any:
        ranks = tuple(rank_span(w) for w in node.words if isinstance(w, Node))
        numbers = [number_of(w) for w in node.words if isinstance(w, Word)]
        return CLASSES[node.kind](ranks, *numbers, **stated(CLASSES[node.kind], node, above))

    def inverse(self, node: Node, above: Above) -> Any:
        name, title, of, *order = node.words
        assert isinstance(name, Word) and isinstance(of, Word)
        return worth.InverseRanking(
            name=Name(name.text, name.span),
            title=text_of(title) if isinstance(title, Word) else None,
            of=Name(of.text, of.span),
            order=tuple(build(w) for w in order if isinstance(w, Node)),
            **stated(worth.InverseRanking, node, above),
        )

    # controls

    def example(self, node: Node, above: Above) -> Any:
        return build_line(node, above)

    def duty(self, node: Node, above: Above) -> Any:
        name, actor, modal, text, *slots = node.words
        assert isinstance(name, Word) and isinstance(actor, Node) and isinstance(modal, Node) and isinstance(text, Word)
        return controls.Duty(
            name=Name(name.text, name.span),
            actor=actor_of(actor),
            modal=build(modal),
            text=text_of(text),
            slots=tuple(slot_of(w) for w in slots if isinstance(w, Node)),
            lines=tuple(self.lines(node, below(node, above))),
            **stated(controls.Duty, node, above),
        )

    def further(self, node: Node, above: Above) -> Any:
        slots = tuple(slot_of(w) for w in node.words if isinstance(w, Node))
        return controls.FurtherSlots(slots=slots, **stated(controls.FurtherSlots, node, above))

    def remedies(self, node: Node, above: Above) -> Any:
        *all_but, actor, otherwise = node.words
        return controls.Remedies(
            remedies=tuple(build(w) for w in all_but if isinstance(w, Node)),
            at_the_word_of=actor_of(actor) if isinstance(actor, Node) else None,
            otherwise=otherwise is not None,
            **stated(controls.Remedies, node, above),
        )

    def needs(self, node: Node, above: Above) -> Any:
        name = node.words[0]
        assert isinstance(name, Word)
        what = controls.Needed(node.kind.removeprefix("needs_"))
        return controls.Needs(what=what, name=Name(name.text, name.span), **stated(controls.Needs, node, above))

    # wagers

    def result_row(self, node: Node, above: Above) -> Any:
        what, on = node.words
        assert isinstance(what, Node)
        trigger = build(on) if isinstance(on, Node) else None
        made = build(what)
        if isinstance(made, tables.Outcome):
            return wagers.ResultRow(outcome=made, on=trigger, **stated(wagers.ResultRow, node, above))
        if made is wagers.SettleNow.SETTLE:
            return wagers.SettleRow(on=trigger, **stated(wagers.SettleRow, node, above))
        return wagers.MemoryRow(memory=made, on=trigger, **stated(wagers.MemoryRow, node, above))

    def otherwise_row(self, node: Node, above: Above) -> Any:
        what = node.words[0]
        assert isinstance(what, Node)
        made = build(what)
        if not isinstance(made, tables.Outcome):
            raise BuildError(
                what, "otherwise-result", "only a result can stand before otherwise", "win, lose, push, void, stay"
            )
        return wagers.OtherwiseRow(outcome=made, **stated(wagers.OtherwiseRow, node, above))

    def result_not_stated(self, node: Node, above: Above) -> Any:
        return wagers.ResultNotStated(**stated(wagers.ResultNotStated, node, above))

    def dealer_may_take(self, node: Node, above: Above) -> Any:
        share = node.words[0]
        assert isinstance(share, Word)
        return wagers.MayTake(who=None, share=number_of(share), **stated(wagers.MayTake, node, above))

    def pays_not_stated(self, node: Node, above: Above) -> Any:
        names = tuple(Name(w.text, w.span) for w in node.words if isinstance(w, Word))
        return tables.PaysRate(
            wagers=names, limit=None, payout=money.NOT_STATED, **stated(tables.PaysRate, node, above)
        )

    # the round

    def round(self, node: Node, above: Above) -> Any:
        title = node.words[0]
        inner = below(node, above)
        steps: list[rd.Step] = []
        loose: list[Any] = []
        for line in node.body:
            if line.kind == "step":
                steps.append(self.step(line, inner))
            else:
                loose.extend(self.line(line, inner))
        if loose:
            steps.insert(
                0,
                rd.Step(
                    name=Name("round", node.span),
                    title=None,
                    at_each_new_shoe=False,
                    lines=tuple(loose),
                    **stated(rd.Step, node, above),
                ),
            )
        return rd.Round(
            title=text_of(title) if isinstance(title, Word) else None,
            steps=tuple(steps),
            **stated(rd.Round, node, above),
        )

    def step(self, node: Node, above: Above) -> rd.Step:
        name, title, at_shoe = node.words
        assert isinstance(name, Word)
        return rd.Step(
            name=Name(name.text, name.span),
            title=text_of(title) if isinstance(title, Word) else None,
            at_each_new_shoe=at_shoe is not None,
            lines=tuple(self.lines(node, below(node, above))),
            **stated(rd.Step, node, above),
        )

    def act(self, node: Node, above: Above) -> Any:
        actions, *on = node.words
        assert isinstance(actions, Node)
        if node.kind == "act_otherwise":
            return rd.ActOtherwise(actions=build(actions), **stated(rd.ActOtherwise, node, above))
        trigger = build(on[0]) if on and isinstance(on[0], Node) else None
        return rd.Act(actions=build(actions), on=trigger, **stated(rd.Act, node, above))

    def branch(self, node: Node, above: Above) -> Any:
        condition = node.words[0]
        assert isinstance(condition, Node)
        arms = [line for line in node.body if line.kind in ("else_if", "else_")]
        first = node.with_body(tuple(line for line in node.body if line not in arms))
        cases = [
            rd.Case(
                condition=build(condition),
                lines=tuple(self.lines(first, below(node, above))),
                **stated(rd.Case, node, above),
            )
        ]
        for arm in arms:
            asked = arm.words[0] if arm.kind == "else_if" else None
            cases.append(
                rd.Case(
                    condition=build(asked) if isinstance(asked, Node) else None,
                    lines=tuple(self.lines(arm, below(arm, above))),
                    **stated(rd.Case, arm, above),
                )
            )
        return rd.Branch(cases=tuple(cases), **stated(rd.Branch, node, above))

    def decides(self, node: Node, above: Above) -> Any:
        inner = below(node, above)
        choices = tuple(self.choice(line, inner) for line in node.body)
        return CLASSES[node.kind](choices=choices, **stated(CLASSES[node.kind], node, above))

    def choice(self, node: Node, above: Above) -> rd.Choice:
        name, actions = node.words
        assert isinstance(name, Word)
        inner = below(node, above)
        permissions: list[Any] = []
        lines: list[Any] = []
        for line in node.body:
            if line.kind in ("only_if", "not_if", "only_when"):
                permissions.append(self.permission(line, inner))
            else:
                lines.extend(self.line(line, inner))
        return rd.Choice(
            name=Name(name.text, name.span),
            actions=build(actions) if isinstance(actions, Node) else (),
            permissions=tuple(permissions),
            lines=tuple(lines),
            **stated(rd.Choice, node, above),
        )

    def permission(self, node: Node, above: Above) -> Any:
        condition = node.words[0]
        assert isinstance(condition, Node)
        if condition.kind == "when":
            inner = condition.children[0]
            assert isinstance(inner, Node)
            condition = inner
        return CLASSES[node.kind](condition=build(condition), **stated(CLASSES[node.kind], node, above))

    BLOCKS: ClassVar[dict[str, Callable[[StatementBuilder, Node, Above], Any]]] = {
        "grid": grid,
        "way": way,
        "wheel": wheel,
        "layout": layout,
        "deck": deck,
        "deck_listed": listed_deck,
        "seats": seats,
        "seats_at_most": seats,
        "group": group,
        "suits_ordered": suits,
        "ranking": ranking,
        "ranking_inverse": inverse,
        "duty": duty,
        "needs_wager": needs,
        "needs_wheel": needs,
        "needs_area": needs,
        "needs_step": needs,
        "round": round,
        "pays_not_stated": pays_not_stated,
    }
    LINES: ClassVar[dict[str, Callable[[StatementBuilder, Node, Above], Any]]] = {
        "row": result_row,
        "row_otherwise": otherwise_row,
        "hand_class": hand_class,
        "counts": counts,
        "counts_as_printed": counts,
        "counts_high_or_low": counts,
        "counts_either": counts,
        "further": further,
        "remedies": remedies,
        "result_not_stated": result_not_stated,
        "dealer_may_take": dealer_may_take,
        "act": act,
        "act_otherwise": act,
        "branch": branch,
        "decides": decides,
        "plays_each_hand": decides,
    }


def _fields(node: Node) -> tuple[str, ...]:
    cls = CLASSES.get(node.kind)
    return tuple(name for name, _ in plan(cls)) if cls is not None else ()


def _heading_choice(node: Node) -> conditions.Condition | None:
    """The condition of a ``when`` heading, which stands among its words."""
    word = node.words[0]
    assert isinstance(word, Node) and isinstance(word.children[0], Node)
    return conditions.both(build(word.children[0]), when_of(node))


def _roll_heading(node: Node) -> wagers.Roll:
    return wagers.Roll.FIRST if node.kind == "first_roll" else wagers.Roll.LATER


def _optional_name(part: Node | Word | None) -> Name | None:
    return Name(part.text, part.span) if isinstance(part, Word) else None


def _number_or_not_stated(part: Node | Word | None) -> Fraction | money.NotStated:
    return number_of(part) if isinstance(part, Word) else money.NOT_STATED


def rank_span(node: Node) -> Any:
    """``7 through 10``, one rank, or the name of a group."""
    parts = node.children
    if isinstance(parts[0], Word):
        return Name(parts[0].text, parts[0].span)
    ranks = [build(p) for p in parts if isinstance(p, Node)]
    return chance.RankSpan(ranks[0], ranks[1] if len(ranks) > 1 else None)


def actor_of(node: Node) -> controls.Actor:
    names = tuple(Name(w.text, w.span) for w in node.children if isinstance(w, Word))
    return controls.Actor(names, any(isinstance(c, Node) for c in node.children))


def slot_of(node: Node) -> controls.Slot:
    if node.kind in ("verified_by", "approved_by"):
        actor = node.children[0]
        assert isinstance(actor, Node)
        made: controls.Slot = CLASSES[node.kind](actor_of(actor))
        return made
    slot: controls.Slot = build(node)
    return slot
