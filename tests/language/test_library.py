"""Finding and reading rulesets: by id, by path, and what is said where that fails."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from audit.files import ReadError
from audit.language.library import Library
from audit.language.reading import MOST_BYTES

FIELD = """ruleset example/field/2026-01-05
  title  "Field"
  source "field.txt"

dice 2 with faces 1 through 6                                                   @ 1
"""


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def refused(library: Library, ruleset: str | Path) -> ReadError:
    with pytest.raises(ReadError) as caught:
        library.parsed(ruleset)
    return caught.value


def test_an_id_is_the_path_in_the_folder(tmp_path: Path) -> None:
    write(tmp_path, "example/field/2026-01-05.rop", FIELD)
    library = Library((tmp_path,))
    parsed = library.parsed("example/field/2026-01-05")
    assert parsed.id == "example/field/2026-01-05"
    assert parsed.diagnostics == ()
    assert parsed.file.source.name == "example/field/2026-01-05.rop"
    assert [statement.kind for statement in parsed.file.statements] == ["dice"]


def test_a_file_that_lies_elsewhere_is_found_by_its_head(tmp_path: Path) -> None:
    write(tmp_path, "mine.rop", "# a comment\n\n" + FIELD)
    assert Library((tmp_path,)).path_of("example/field/2026-01-05") == tmp_path / "mine.rop"


def test_a_path_with_another_id_in_its_head_is_not_that_ruleset(tmp_path: Path) -> None:
    write(tmp_path, "example/craps/2026-01-05.rop", FIELD)
    error = refused(Library((tmp_path,)), "example/craps/2026-01-05")
    assert error.kind == "not-found"


def test_ids_are_sorted_and_a_file_without_a_head_has_none(tmp_path: Path) -> None:
    write(tmp_path, "b.rop", FIELD.replace("field/", "pass/"))
    write(tmp_path, "a.rop", FIELD)
    write(tmp_path, "c.rop", "dice 2 with faces 1 through 6\n")
    write(tmp_path, "d.txt", FIELD.replace("field/", "other/"))
    assert Library((tmp_path,)).ids() == ("example/field/2026-01-05", "example/pass/2026-01-05")


def test_the_first_folder_has_an_id_that_two_have(tmp_path: Path) -> None:
    write(tmp_path, "one/example/field/2026-01-05.rop", FIELD)
    write(tmp_path, "two/field.rop", FIELD)
    library = Library((tmp_path / "two", tmp_path / "one"))
    # At its own path it is found without looking into other files.
    assert library.path_of("example/field/2026-01-05") == tmp_path / "one/example/field/2026-01-05.rop"
    write(tmp_path, "three/field.rop", FIELD)
    library = Library((tmp_path / "three", tmp_path / "two"))
    assert library.path_of("example/field/2026-01-05") == tmp_path / "three/field.rop"


def test_two_files_of_one_id_are_not_chosen_between(tmp_path: Path) -> None:
    write(tmp_path, "a.rop", FIELD)
    write(tmp_path, "b.rop", FIELD)
    error = refused(Library((tmp_path,)), "example/field/2026-01-05")
    assert error.first_line == (
        "error: example/field/2026-01-05: several files have this id: a.rop, b.rop [ambiguous, exit 2]"
    )


def test_what_is_not_there_names_what_is_near(tmp_path: Path) -> None:
    folder = tmp_path / "rulesets"
    write(folder, "oneida/craps/2022-09-08.rop", FIELD.replace("example/field/2026-01-05", "oneida/craps/2022-09-08"))
    write(folder, "x/big-six/undated.rop", FIELD.replace("example/field/2026-01-05", "x/big-six/undated"))
    error = refused(Library((folder,)), "craps/2022-9-8")
    assert str(error) == (
        "error: craps/2022-9-8: no such ruleset in rulesets [not-found, exit 2]\n"
        "  = near: oneida/craps/2022-09-08; audit list shows 2"
    )
    assert error.exit_code == 2


@pytest.mark.parametrize("asked", ["../field", "/etc/passwd", "", "x/../y", "example/field\x00/y", "x" * 100_000])
def test_an_id_is_never_a_way_out_of_the_folder(tmp_path: Path, asked: str) -> None:
    write(tmp_path, "field.rop", FIELD)
    assert refused(Library((tmp_path / "inside",)), asked).kind == "not-found"


def test_a_path_is_read_whatever_its_head_says(tmp_path: Path) -> None:
    path = write(tmp_path, "elsewhere.rop", FIELD)
    library = Library((tmp_path / "none",))
    assert library.open(str(path)).id == "example/field/2026-01-05"
    error = refused(library, tmp_path / "absent.rop")
    assert (error.kind, error.exit_code) == ("not-found", 2)
    assert error.first_line == f"error: {(tmp_path / 'absent.rop').as_posix()}: no such file [not-found, exit 2]"


def test_a_byte_order_mark_and_carriage_returns_are_no_part_of_the_text(tmp_path: Path) -> None:
    path = write(tmp_path, "field.rop", b"\xef\xbb\xbf" + FIELD.replace("\n", "\r\n").encode())
    library = Library((tmp_path,))
    assert library.read(path).text == FIELD
    assert library.ids() == ("example/field/2026-01-05",)


def test_a_byte_that_is_not_utf_8_is_named_with_its_place(tmp_path: Path) -> None:
    path = write(tmp_path, "rules.rop", b'ruleset x/y\n  title "\xc3\xa9 \x93Field\x94"\n')
    error = refused(Library((tmp_path,)), path)
    assert str(error) == (
        "rules.rop:2:12: error: byte 0x93 is not UTF-8; the file looks like Windows-1252 [encoding, exit 3]\n"
        "  = save it as UTF-8"
    )


def test_utf_16_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, "rules.rop", FIELD.encode("utf-16"))
    assert refused(Library((tmp_path,)), path).message == "the file looks like UTF-16, not UTF-8"


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "\ufeff"])
def test_a_file_that_says_nothing_is_empty(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, "field.rop", text)
    assert refused(Library((tmp_path,)), path).first_line == (
        "field.rop: error: empty; a ruleset begins with: ruleset, fragment, regulation or submission [empty, exit 3]"
    )


def test_what_is_no_plain_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "folder.rop").mkdir()
    library = Library((tmp_path,))
    assert refused(library, tmp_path / "folder.rop").message == "cannot be read: it is a folder"
    os.mkfifo(tmp_path / "pipe.rop")
    assert refused(library, tmp_path / "pipe.rop").message == "cannot be read: it is no plain file"
    assert library.ids() == ()


def test_a_file_has_a_bound(tmp_path: Path) -> None:
    path = write(tmp_path, "big.rop", b"#" * (MOST_BYTES + 1))
    error = refused(Library((tmp_path,)), path)
    assert (error.kind, error.message) == ("too-large", "larger than 5 MB")


def test_a_file_is_parsed_once(tmp_path: Path) -> None:
    path = write(tmp_path, "example/field/2026-01-05.rop", FIELD)
    library = Library((tmp_path,))
    first = library.parsed("example/field/2026-01-05")
    path.unlink()
    assert library.parsed(path) is first
