"""After asking, a `cfg(…)` attribute is true or false for the device that kernelc compiles for.

`cfg(target_arch = "nvptx64")`, the features given by the user and the flags given by the user hold; `test` does not.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kernelc.frontend import ast
    from kernelc.frontend.tree_builder import Builder

TARGET = (
    ("target_arch", "nvptx64"),
    ("target_vendor", "nvidia"),
    ("target_os", "cuda"),
    ("target_pointer_width", "64"),
    ("target_endian", "little"),
    ("panic", "abort"),
)


class Configuration:
    """The options that hold: names (`feature_x`) and pairs (`feature = "x"`)."""

    __slots__ = ("names", "pairs")

    def __init__(self, features: tuple[str, ...] = (), names: tuple[str, ...] = ()) -> None:
        self.names = frozenset(names)
        self.pairs = frozenset((*TARGET, *(("feature", feature) for feature in features)))

    @staticmethod
    def of(conditions: list[tuple[str, str | None]]) -> Configuration:
        """That of the device with conditions of the user: names, and names with values."""
        made = Configuration(names=tuple([name for name, value in conditions if value is None]))
        made.pairs |= {(name, value) for name, value in conditions if value is not None}
        return made

    def holds(self, builder: Builder, attribute: ast.Attribute | ast.MacroCall) -> bool:
        """Whether `#[cfg(predicate)]` or `cfg!(predicate)` holds; a malformed predicate is an error and holds."""
        tree = attribute.tree
        if tree is None or tree.delimiter != "(":
            builder.error(
                "K1010", attribute.span, "`cfg` takes a predicate in parentheses", help='write `#[cfg(feature = "name")]`'
            )
            return True
        reader = Predicate(self, builder, tree.first, tree.end)
        answer = reader.predicate()
        if reader.failed or reader.at not in (tree.end, tree.end - 1) or (reader.at < tree.end and reader.text() != ","):
            builder.error(
                "K1010", tree.span, "malformed `cfg` predicate", help='use names, `name = "value"`, all(…), any(…), not(…)'
            )
            return True
        return answer

    def resolved(self, builder: Builder, attribute: ast.Attribute) -> list[ast.Attribute]:
        """The attributes that `cfg_attr(predicate, attribute, …)` stands for."""
        tree = attribute.tree
        if tree is None or tree.delimiter != "(":
            builder.error("K1010", attribute.span, "`cfg_attr` takes a predicate and attributes in parentheses")
            return []
        reader = Predicate(self, builder, tree.first, tree.end)
        holds = reader.predicate()
        if reader.failed or reader.text() != ",":
            builder.error("K1010", tree.span, "malformed `cfg_attr`", help="write `cfg_attr(predicate, attribute)`")
            return []
        made = [builder.attribute_of(first, end, attribute.span) for first, end in reader.parts()]
        nested = [each for one in made for each in (self.resolved(builder, one) if one.path == ("cfg_attr",) else [one])]
        return nested if holds else []


class Predicate:
    """Reads one predicate from tokens; nesting is bounded by `LIMIT`."""

    LIMIT = 32

    def __init__(self, configuration: Configuration, builder: Builder, first: int, end: int) -> None:
        self.configuration = configuration
        self.builder = builder
        self.at = first
        self.end = end
        self.failed = False

    def text(self) -> str:
        """The token at hand, "" at the end."""
        return self.builder.token_text(self.at) if self.at < self.end else ""

    def predicate(self, depth: int = 0) -> bool:
        """Name | name = "value" | all(…) | any(…) | not(…)."""
        name = self.text()
        self.at += 1
        if not (name.isidentifier() or name.startswith("r#")) or depth > self.LIMIT:
            self.failed = True
            return False
        if name in ("true", "false"):
            return name == "true"
        following = self.text()
        if following == "(" and name in ("all", "any", "not"):
            answers = self.arguments(depth)
            self.failed |= name == "not" and len(answers) != 1
            return all(answers) if name == "all" else any(answers) if name == "any" else not any(answers)
        if following == "=":
            self.at += 1
            value = self.text()
            self.at += 1
            self.failed |= not (len(value) >= 2 and value[0] == value[-1] == '"')
            return (name, value[1:-1]) in self.configuration.pairs
        self.failed |= following == "("
        return name in self.configuration.names

    def arguments(self, depth: int) -> list[bool]:
        """The predicates between parentheses."""
        answers: list[bool] = []
        self.at += 1
        while not self.failed and self.text() != ")":
            answers.append(self.predicate(depth + 1))
            if self.text() == ",":
                self.at += 1
            elif self.text() != ")":
                self.failed = True
        self.at += 1
        return answers

    def parts(self) -> list[tuple[int, int]]:
        """The ranges of tokens between the commas after the predicate."""
        ranges: list[tuple[int, int]] = []
        depth = 0
        first = self.at + 1
        for at in range(first, self.end):
            text = self.builder.token_text(at)
            depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
            if text == "," and depth == 0:
                ranges.append((first, at))
                first = at + 1
        return [each for each in [*ranges, (first, self.end)] if each[0] < each[1]]


DEVICE = Configuration()
