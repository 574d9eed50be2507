"""The package that a DOCX is: parts of XML in a ZIP, read within bounds."""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile
import zlib
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from audit.files import ReadError

MOST_OF_PART = 60_000_000
MOST_IN_ALL = 100_000_000
MOST_TAGS = 2_000_000
"""Tags of one part, begins and ends: more than 1,000 pages of tables with tracked changes."""
_MOST_OF_LIST = 4_000_000
_FREELY = 4_000_000
_MOST_TIMES = 250
"""How many times its packed size a part may have, beyond the first bytes; text of a word processor has about 20."""
_CHUNK = 1 << 20
_MEND = "open it in a word processor and save it anew"
_STRICT = b"http://purl.oclc.org/ooxml/"
_TRANSITIONAL = (
    (b"http://purl.oclc.org/ooxml/officeDocument/relationships", b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"),
    (b"http://purl.oclc.org/ooxml/officeDocument/math", b"http://schemas.openxmlformats.org/officeDocument/2006/math"),
    (b"http://purl.oclc.org/ooxml/wordprocessingml/main", b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"),
)
_RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"

Element = Any
"""An element of lxml, which has no types of its own."""


@dataclass
class Package:
    """The parts of an opened package by their names in small letters."""

    name: str
    file: zipfile.ZipFile
    parts: dict[str, zipfile.ZipInfo]
    inflated: int = field(default=0)

    def holds(self, part: str) -> bool:
        return part.lower() in self.parts

    def read(self, part: str) -> bytes:
        """What a part holds.  Raises `ReadError` where it is damaged, encrypted or larger than the bounds."""
        about = self.parts[part.lower()]
        if about.flag_bits & 1:
            raise ReadError("encrypted", self.name, "encrypted; it opens only with a password", "ask the submitter for an open copy")
        if about.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            raise ReadError("unreadable", self.name, f"damaged: {part} is packed in a manner that no word processor uses", _MEND)
        most = min(MOST_OF_PART, MOST_IN_ALL - self.inflated, max(_FREELY, _MOST_TIMES * about.compress_size))
        if about.file_size > most:
            raise self._too_large(part)
        read = bytearray()
        try:
            with self.file.open(about) as stream:
                while chunk := stream.read(_CHUNK):
                    read += chunk
                    # What the list declares may be a lie; what comes out is not.
                    if len(read) > most:
                        raise self._too_large(part)
        except (zipfile.BadZipFile, zlib.error, EOFError, struct.error, OSError, ValueError, NotImplementedError, RuntimeError) as error:
            raise ReadError("unreadable", self.name, f"damaged: {part} cannot be unpacked", _MEND) from error
        self.inflated += len(read)
        return bytes(read)

    def _too_large(self, part: str) -> ReadError:
        return ReadError("too-large", self.name, f"{part} unpacks to far more than a document of words holds", _MEND)

    def xml(self, part: str) -> Element:
        """The root element of a part.  Entities are not resolved, nothing is fetched."""
        data = self.read(part)
        if b"<!DOCTYPE" in data or "<!DOCTYPE".encode("utf-16-le") in data or "<!DOCTYPE".encode("utf-16-be") in data:
            raise ReadError("unreadable", self.name, f"{part} declares a document type, which no word processor writes", _MEND)
        if data.count(b"<") > MOST_TAGS:
            raise ReadError("too-large", self.name, f"{part} has more than {MOST_TAGS:,} tags", "split it into smaller files")
        if _STRICT in data:
            for strict, transitional in _TRANSITIONAL:
                data = data.replace(strict, transitional)
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
        )
        try:
            root = etree.fromstring(data, parser)
        except (etree.XMLSyntaxError, ValueError, LookupError) as error:
            line = getattr(error, "lineno", None)
            where = f", line {line}" if line else ""
            raise ReadError("unreadable", self.name, f"damaged: {part}{where} is not the XML of a word processor", _MEND) from error
        if root is None or root.getroottree().docinfo.doctype:
            raise ReadError("unreadable", self.name, f"damaged: {part} is not the XML of a word processor", _MEND)
        return root

    def relations(self, part: str) -> list[tuple[str, str]]:
        """The kinds (last word of the type) and parts that a part refers to within the package; others are left alone."""
        folder, own = posixpath.split(part)
        listed = posixpath.join(folder, "_rels", f"{own}.rels")
        if not self.holds(listed):
            return []
        found = []
        for relation in self.xml(listed).iter(_RELATION):
            if relation.get("TargetMode", "").lower() == "external":
                continue
            target = relation.get("Target", "").replace("\\", "/")
            path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
            found.append((relation.get("Type", "").rsplit("/", 1)[-1], path))
        return found


def open_package(data: bytes, name: str) -> Package:
    """The package in these bytes.  Raises `ReadError` where it is no whole ZIP, or its list is beyond the bounds."""
    end = data.rfind(b"PK\x05\x06", max(0, len(data) - 65_557))
    if end < 0 or len(data) < end + 22:
        raise ReadError("unreadable", name, "damaged: the file is cut off, or no whole ZIP package", "ask the submitter for it again")
    size = int.from_bytes(data[end + 12 : end + 16], "little")
    if size > _MOST_OF_LIST or data[max(0, end - 20) : end].startswith(b"PK\x06\x07"):
        raise ReadError("too-large", name, "its package lists more parts than a document has", _MEND)
    try:
        file = zipfile.ZipFile(io.BytesIO(data))
        listed = file.infolist()
    except (zipfile.BadZipFile, struct.error, OSError, ValueError, NotImplementedError) as error:
        raise ReadError("unreadable", name, "damaged: its ZIP package cannot be read", "ask the submitter for it again") from error
    parts: dict[str, zipfile.ZipInfo] = {}
    for about in listed:
        part = about.filename.replace("\\", "/").lstrip("/").lower()
        if part in parts and part.endswith((".xml", ".rels")):
            raise ReadError("unreadable", name, f"its package holds two parts called {part}; which counts is not known", _MEND)
        parts[part] = about
    return Package(name, file, parts)
