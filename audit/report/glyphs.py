"""Which characters the fonts inside the PDF engine can show.

PDF/A forbids a character without a glyph, and no font of the machine is used, so that a report is the same bytes
everywhere.  A character outside the table is replaced: by its plain form where there is one, else by its number.  The
data attached to the PDF keep every character.
"""

from __future__ import annotations

import functools
import re
import unicodedata

# Libertinus Serif, DejaVu Sans Mono, New Computer Modern as they ship in Typst 0.15: found by setting each character.
_COVERED = (
    "a0-ac ae-377 37a-37f 384-38a 38c 38e-3a1 3a3-4ff 510-513 51a-51d 531-556 559-58a 58d-58f 591-5c7 5d0-5ea "
    "5ef-5f4 606-60c 61f 621-63a 640-655 65a 660-66d 674 679-67b 67e-680 683-684 686-687 691 698 6a4 6a9 6be "
    "6cc 900-97f e81-e82 e84 e87-e88 e8a e8d e94-e97 e99-e9f ea1-ea3 ea5 ea7 eaa-eab ead-eb9 ebb-ebc ec8-ecd "
    "10d0-10ff 13a0-13f5 13f8-13fd 17c1-17c3 180b-180d 180f 1ab0-1ace 1d00-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d "
    "1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fc4 1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe "
    "2000-200a 2010-2029 202f-205f 2070-2071 2074-208e 2090-209c 20a0-20c0 20d0-20f0 2100-2151 2153-2184 2189 "
    "2190-23ff 2422-2423 2460-262f 2638-268b 2690-269c 26a0-26a7 26aa-26b2 2701-2704 2706-2709 270c-2727 "
    "2729-274b 274d 274f-2752 2756 2758-275e 2761-277f 2794 2798-27af 27b1-2b73 2b76-2b95 2b97-2bff 2c60-2cf3 "
    "2cf9-2cff a708-a716 a71b-a727 a72d a730 a735 a765 ab66 fb00-fb06 fb13-fb17 fb1d-fb36 fb38-fb3c fb3e "
    "fb40-fb41 fb43-fb44 fb46-fb4f fe00-fe0f fe20-fe2f fe66 fffc-fffd 1d400-1d454 1d456-1d49c 1d49e-1d49f "
    "1d4a2 1d4a5-1d4a6 1d4a9-1d4ac 1d4ae-1d4b9 1d4bb 1d4bd-1d4c3 1d4c5-1d505 1d507-1d50a 1d50d-1d514 "
    "1d516-1d51c 1d51e-1d539 1d53b-1d53e 1d540-1d544 1d546 1d54a-1d550 1d552-1d6a5 1d6a8-1d7cb 1d7ce-1d7ff "
)


@functools.cache
def _outside() -> re.Pattern[str]:
    ranges = (part.split("-") for part in _COVERED.split())
    inside = "".join(f"{chr(int(r[0], 16))}-{chr(int(r[-1], 16))}" for r in ranges)
    return re.compile(f"[^ -~{inside}]")


def settable(words: str) -> str:
    """The words with every character that the fonts lack replaced; ASCII passes as it is, line feeds too."""
    if words.isascii():
        return words
    return _outside().sub(_replaced, words)


def _replaced(match: re.Match[str]) -> str:
    character = match[0]
    if character == "\n":
        return character
    plain = unicodedata.normalize("NFKC", character)
    if plain != character and not _outside().search(plain):
        return plain
    return f"⟨U+{ord(character):04X}⟩"
