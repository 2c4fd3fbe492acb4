"""The hand-written command line parser: what the options table allows, and nothing else."""

from __future__ import annotations

import pytest

from kernelc.cli.arguments import Arguments, find_command, parse
from kernelc.cli.failure import COMMAND_LINE_AT_FAULT, Failure
from kernelc.options import ARCHITECTURES, COMMANDS, OPTIONS, Options, environment_defaults, options_from


def read(*words: str, command: str = "build", environment: dict[str, str] | None = None) -> Arguments:
    return parse(find_command(command), words, environment or {})


def refused(*words: str, command: str = "build", environment: dict[str, str] | None = None) -> str:
    with pytest.raises(Failure) as caught:
        read(*words, command=command, environment=environment)
    assert caught.value.code == COMMAND_LINE_AT_FAULT
    return caught.value.message


@pytest.mark.parametrize("words", [("-o", "k.ptx"), ("-ok.ptx",), ("--output", "k.ptx"), ("--output=k.ptx",), ("-o=k.ptx",)])
def test_every_spelling_of_a_value(words: tuple[str, ...]) -> None:
    arguments = read("k.rs", *words)
    assert arguments.text("output") == "k.ptx"
    assert arguments.words == ["k.rs"]


def test_lists_gather_over_repeated_options() -> None:
    assert read("--emit", "mir,cfg", "--emit=ptx").items("emit") == ("mir", "cfg", "ptx")


@pytest.mark.parametrize(("word", "level"), [("-O0", "0"), ("-O1", "1"), ("-O2", "2")])
def test_levels(word: str, level: str) -> None:
    assert read(word).text("level") == level


def test_later_options_win() -> None:
    assert read("-O0", "-O1").text("level") == "1"


def test_dashes_end_options() -> None:
    assert read("--", "-o", "--help").words == ["-o", "--help"]


def test_a_dash_alone_is_a_word() -> None:
    assert read("-").words == ["-"]


def test_negative_numbers_are_words() -> None:
    assert read("k.rs::k", "-1.5", "-3", "-inf", "-.5", command="run").words == ["k.rs::k", "-1.5", "-3", "-inf", "-.5"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--emti", "ptx"), "no option --emti; did you mean `--emit`?"),
        (
            ("--emit", "ptz"),
            "--emit: `ptz` is not one of tokens, ast, hir, contract, mir, cfg, dom, ssa, ptx, cubin, sass; did you mean `ptx`?",
        ),
        (("--emit", "ptx,"), "--emit: `` is not one of"),
        (("-O3",), "-O: `3` is not one of 0, 1, 2"),
        (("-O",), "-O needs a value: -O0|1|2"),
        (("-o",), "-o needs a value: -o FILE"),
        (("--verify=yes",), "--verify takes no value"),
        (("--grid", "4"), "--grid is an option of `run`, `sanitize`, not of `build`"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], said: str) -> None:
    assert refused(*words).startswith(said)


def test_unknown_command_gets_a_suggestion() -> None:
    with pytest.raises(Failure) as caught:
        find_command("biuld")
    assert "did you mean `build`?" in caught.value.message


def test_a_file_as_command_is_explained() -> None:
    with pytest.raises(Failure) as caught:
        find_command("saxpy.rs")
    assert "kernelc build saxpy.rs" in caught.value.help


def test_variables_give_defaults_and_flags_win() -> None:
    environment = {"KERNELC_ARCH": "sm_80", "KERNELC_OPT_LEVEL": "0"}
    assert read("k.rs", environment=environment).text("arch") == "sm_80"
    assert read("k.rs", "--arch", "sm_90", environment=environment).text("arch") == "sm_90"
    assert read("k.rs", environment=environment).text("level") == "0"


def test_a_bad_variable_is_named() -> None:
    assert refused("k.rs", environment={"KERNELC_OPT_LEVEL": "9"}).startswith("KERNELC_OPT_LEVEL: `9` is not one of")
    assert refused("k.rs", environment={"KERNELC_VERIFY": "maybe"}) == "KERNELC_VERIFY: `maybe` is neither 1 nor 0"


def test_switch_variables() -> None:
    assert environment_defaults({"KERNELC_VERIFY": "1"}) == {"verify": True}
    assert environment_defaults({"KERNELC_VERIFY": "0"}) == {"verify": False}
    assert environment_defaults({"KERNELC_VERIFY": ""}) == {}


def test_options_are_the_rows_that_decide_a_compilation() -> None:
    rows = {row.name: row for row in OPTIONS if row.compiles}
    assert sorted(rows) == list(Options.__slots__)
    plain = Options()
    for name, row in rows.items():
        expected = int(str(row.default)) if name == "level" else row.default
        assert getattr(plain, name) == expected, name


def test_parsed_options_reach_the_compilation() -> None:
    words = ("-O1", "--no-fmad", "--unchecked", "-g", "--panic", "trap", "--arch", "sm_90", "-p", "mem2reg,dce", "--verify")
    options = options_from(read(*words).values)
    expected = Options(
        arch="sm_90", level=1, passes="mem2reg,dce", fmad=False, unchecked=True, panic="trap", debug=True, verify=True
    )
    assert options.key() == expected.key()
    assert Options().key() != expected.key()


def test_architectures_are_those_of_the_lowering() -> None:
    from ptx.lower.targets import FIRST_VERSION

    assert tuple(FIRST_VERSION) == ARCHITECTURES


def test_rows_are_consistent() -> None:
    commands = {command.name for command in COMMANDS}
    for row in OPTIONS:
        assert set(row.commands) <= commands, row.name
        assert all(flag.startswith("-") for flag in row.flags), row.name
    for name in commands:
        flags = [flag for row in OPTIONS if name in row.commands for flag in row.flags]
        assert len(flags) == len(set(flags)), name
