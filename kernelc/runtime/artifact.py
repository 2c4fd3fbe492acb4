"""What a compilation leaves for launching: PTX, the kernels' signatures, the panic sites; and its form on disk.

The form on disk is text: a line with a format, the entry's key and the SHA-256 of the rest, then JSON. Nothing of it is executed; an entry whose key,
digest or shape is wrong is not trusted.
"""

from __future__ import annotations

from kernelc.signature import (
    REQUIREMENTS,
    GenericSignature,
    KernelParameter,
    KernelSignature,
    Requirement,
    StaticSignature,
    TypeLayout,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

FORMAT = "kernelc entry 4"
PARAMETER_FIELDS = ("name", "text", "kind", "element", "size", "align", "mutable", "optional")
SITE_FIELDS = ("label", "file", "line", "column", "message", "registers", "types", "inlined", "function")


class Site:
    """A panic site as it is kept: see `ptx.lower.context.PanicSite`."""

    __slots__ = SITE_FIELDS

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.label: str = fields["label"]
        self.file: str = fields["file"]
        self.line: int = fields["line"]
        self.column: int = fields["column"]
        self.message: str = fields["message"]
        self.registers: tuple[str, ...] = tuple(fields["registers"])
        self.types: tuple[str, ...] = tuple(fields["types"])
        self.inlined: tuple[tuple[str, int, int], ...] = tuple([tuple(each) for each in fields["inlined"]])
        self.function: str = fields["function"]

    def text(self, values: Sequence[object]) -> str:
        """The message with these values."""
        from dialect.messages import message_text

        return message_text(self.message, self.types, values)


class Artifact:
    """PTX with what a launcher must know. `files` are the digests of the source files beside the first one, by path."""

    __slots__ = ("files", "generics", "ptx", "signatures", "sites", "statics")

    def __init__(
        self,
        ptx: str,
        signatures: Sequence[KernelSignature],
        sites: Sequence[Any],
        files: Mapping[str, str],
        statics: Sequence[StaticSignature] = (),
        generics: Sequence[GenericSignature] = (),
    ) -> None:
        self.ptx, self.signatures, self.sites, self.files = ptx, list(signatures), tuple(sites), dict(files)
        self.statics, self.generics = list(statics), list(generics)

    def to_bytes(self, key: str) -> bytes:
        """The entry as it stands in a file under a key."""
        import json

        body = json.dumps(
            {
                "files": self.files,
                "kernels": [signature_fields(s) for s in self.signatures],
                "statics": [[s.name, s.symbol, s.layout.to_data(), s.space, s.mutable] for s in self.statics],
                "generics": [[g.name, g.path, g.params, g.parameters] for g in self.generics],
                "sites": [{name: getattr(site, name) for name in SITE_FIELDS} for site in self.sites],
                "ptx": self.ptx,
            },
            ensure_ascii=False,
            separators=(",", ":"),
        ).encode("utf-8", "surrogatepass")
        return f"{FORMAT} {key} {digest(body)}\n".encode("ascii") + body


def signature_fields(signature: KernelSignature) -> dict[str, Any]:
    """A signature as plain data."""
    params = [
        [*[getattr(p, name) for name in PARAMETER_FIELDS], p.layout.to_data() if p.layout is not None else None] for p in signature.params
    ]
    requirements = [[each.kind, *each.numbers] for each in signature.requirements]
    return {"name": signature.name, "symbol": signature.symbol, "params": params, "requirements": requirements, "shared": signature.shared}


def parameter_of(fields: list[Any]) -> KernelParameter:
    """A parameter from plain data."""
    name, text, kind, element, size, align, mutable, optional, layout = fields
    found = TypeLayout.from_data(layout) if layout is not None else None
    return KernelParameter(name, text, kind, element, size, align, mutable, optional, found)


def requirement_of(fields: list[Any]) -> Requirement:
    """A requirement from plain data. Raises KeyError for one that is not known."""
    kind, *numbers = fields
    REQUIREMENTS[kind]
    return Requirement(kind, tuple(numbers))


def from_bytes(data: bytes, key: str) -> Artifact | None:
    """The artifact of an entry; None where the bytes are damaged, of another format, or kept under another key."""
    import json

    head, _, body = data.partition(b"\n")
    if head != f"{FORMAT} {key} {digest(body)}".encode("ascii"):
        return None
    try:
        fields = json.loads(body.decode("utf-8", "surrogatepass"))
        signatures = [
            KernelSignature(k["name"], k["symbol"], tuple([parameter_of(p) for p in k["params"]]), tuple(map(requirement_of, k["requirements"])), k["shared"])
            for k in fields["kernels"]
        ]
        statics = [StaticSignature(name, symbol, TypeLayout.from_data(layout), *rest) for name, symbol, layout, *rest in fields["statics"]]
        generics = [
            GenericSignature(name, path, tuple(map(tuple, params)), tuple(map(tuple, rest))) for name, path, params, rest in fields["generics"]
        ]
        return Artifact(fields["ptx"], signatures, [Site(site) for site in fields["sites"]], fields["files"], statics, generics)
    except (ValueError, KeyError, TypeError):
        return None


def digest(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    from hashlib import sha256

    return sha256(data).hexdigest()
