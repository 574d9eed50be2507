"""Characters of symbol fonts, which a DOCX names by their place in the font."""

from __future__ import annotations

UNKNOWN = "\ufffd"
_SYMBOL = {
    0xA3: "≤", 0xA5: "∞", 0xA7: "♣", 0xA8: "♦", 0xA9: "♥", 0xAA: "♠", 0xAB: "↔", 0xAC: "←", 0xAD: "↑", 0xAE: "→", 0xAF: "↓",
    0xB0: "°", 0xB1: "±", 0xB2: "″", 0xB3: "≥", 0xB4: "×", 0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBB: "≈", 0xBC: "…", 0xC5: "⊕",
    0xD2: "®", 0xD3: "©", 0xD4: "™", 0xD6: "√", 0xD7: "⋅", 0xE2: "®", 0xE3: "©", 0xE4: "™",
}
_WINGDINGS = {
    0x6C: "●", 0x6E: "■", 0x6F: "□", 0x71: "❑", 0x75: "◆", 0x76: "❖", 0x77: "⬥", 0x9E: "·", 0x9F: "•", 0xA7: "▪", 0xA8: "◻",
    0xAA: "✦", 0xAB: "★", 0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xF0: "⇨", 0xFB: "✗", 0xFC: "✓",
    0xFD: "☒", 0xFE: "☑",
}
_AS_TYPED = "()+,./0123456789:;<=>[]{}|%&! "
"""What the font Symbol shows as other fonts do; letters are Greek in it."""
_FONTS = {"symbol": _SYMBOL, "wingdings": _WINGDINGS}


def symbol(char: str, font: str) -> str:
    """The character of a place (hexadecimal) in a font; `UNKNOWN` where the font is not known or the place is none."""
    try:
        place = int(char, 16) if 0 < len(char) <= 6 else -1
    except ValueError:
        place = -1
    name = font.strip().lower()
    if name in _FONTS:
        # Word writes these places from F000 on, where no character is defined.
        low = place - 0xF000 if 0xF000 <= place <= 0xF0FF else place
        plain = chr(low) if name == "symbol" and 0x20 <= low < 0x7F else ""
        return _FONTS[name].get(low, plain if plain and plain in _AS_TYPED else UNKNOWN)
    if 0x20 <= place < 0xD800 and not 0x7F <= place < 0xA0 or 0xF900 <= place < 0xFFFE or 0x1F000 <= place < 0x1FB00:
        return chr(place)
    return UNKNOWN
