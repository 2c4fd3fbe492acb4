"""Every code block of the README and of the guides is true."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documents import BLOCK, fits, run_page

ROOT = Path(__file__).resolve().parents[1]
PAGES = {
    "README.md": 8, "docs/from-source-to-ssa.md": 8, "docs/front-end.md": 1, "docs/host-crates.md": 2, "docs/python.md": 4, "docs/tour.md": 15,
    "docs/vm.md": 2,
}  # fmt: skip
"""Pages with blocks that run, and how many they hold at least."""


@pytest.mark.parametrize("page", PAGES)
def test_blocks_are_true(page: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    assert run_page(ROOT / page, tmp_path, bool(request.config.getoption("--update"))) >= PAGES[page]


def test_no_other_page_has_blocks_that_would_not_be_run() -> None:
    for page in sorted((ROOT / "docs").glob("*.md")):
        if f"docs/{page.name}" not in PAGES:
            assert {language for language, _, _ in BLOCK.findall(page.read_text("utf-8"))} <= {"text", "rust"}, page


def test_links_lead_somewhere() -> None:
    import re

    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#:]+)\)", BLOCK.sub("", page.read_text("utf-8"))):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_matcher_itself() -> None:
    assert fits(["a", "b", "c"], ["a", "…", "c"])
    assert fits(["a"], ["a", "…"])
    assert not fits(["a", "b"], ["a"])
    assert not fits(["ab"], ["a."])
