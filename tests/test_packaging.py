"""What is shipped: a wheel and a source archive, looked into, and the wheel run away from the
tree on every Python that is at hand."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PACKAGES = {
    "pozzetto": "engine",
    "pozzetto_house": "plugins",
    "pozzetto_rulesets": "rulesets",
}
"""Each package that is shipped, and the folder that holds it."""
UNUSED = {"__pycache__", ".mypy_cache", ".ruff_cache"}

PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")

CASES = """\
ruleset: burraco
melds:
  - {cards: 3H 4H 5H 6H 7H 8H 9H, is: run, burraco: clean}
  - {cards: 2S 2H 2D, refused: true}
"""


# --- what is in them


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and the source archive, built from the tree."""
    return build(ROOT, tmp_path_factory.mktemp("built"), "sdist", "wheel")


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (path,) = built.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def sdist(built: Path) -> Path:
    (path,) = built.glob("*.tar.gz")
    return path


def build(tree: Path, folder: Path, *targets: str) -> Path:
    """Build from a tree, with the build backend that is installed here."""
    wanted = [word for target in targets for word in ("--target", target)]
    done([sys.executable, "-m", "hatchling", "build", "-d", str(folder), *wanted], tree)
    return folder


def done(command: list[str], folder: Path, **variables: str) -> str:
    """What a command prints, which has to end well."""
    came = subprocess.run(
        command,
        cwd=folder,
        env=environment() | variables,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert came.returncode == 0, f"{command}\n{came.stdout}\n{came.stderr}"
    return came.stdout


def environment() -> dict[str, str]:
    """The environment without what would bring the tree, or other settings, in."""
    left_out = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "SOURCE_DATE_EPOCH", "LANGUAGE")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return kept | {"PYTHONIOENCODING": "utf-8", "LANGUAGE": "en"}


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def names_in(sdist: Path) -> set[str]:
    with tarfile.open(sdist) as archive:
        return {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}


def sources() -> dict[str, Path]:
    """Every file of the packages, by its name in a wheel."""
    found = {}
    for package, folder in PACKAGES.items():
        for path in sorted((ROOT / folder / package).rglob("*")):
            if path.is_file() and not UNUSED & set(path.parts):
                found[path.relative_to(ROOT / folder).as_posix()] = path
    return found


def test_the_wheel_holds_the_packages_and_nothing_else(wheel: Path) -> None:
    found = contents(wheel)
    about = f"pozzetto-{PROJECT['version']}.dist-info"
    assert {name for name in found if not name.startswith(about)} == set(sources())
    assert {name for name in found if name.startswith(about)} == {
        f"{about}/{name}"
        for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")
    }
    for name, path in sources().items():
        assert found[name] == path.read_bytes(), name


def test_the_wheel_holds_what_is_no_module(wheel: Path) -> None:
    found = set(contents(wheel))
    assert {"pozzetto/py.typed", "pozzetto/ruleset.schema.json"} <= found
    assert "pozzetto_rulesets/__init__.py" in found
    books = {name for name in found if re.fullmatch(r"pozzetto_rulesets/[a-z0-9-]+\.yaml", name)}
    assert {f"pozzetto_rulesets/{name}.yaml" for name in ("burraco", "burraco-fibur")} <= books
    assert "pozzetto/locale/it/LC_MESSAGES/pozzetto.mo" in found
    folders = {name.partition("/")[0] for name in found}
    assert not folders & {"tests", "tools", "docs", *PACKAGES.values()}


def test_what_the_wheel_says_of_itself(wheel: Path) -> None:
    found = contents(wheel)
    about = f"pozzetto-{PROJECT['version']}.dist-info"
    said = Parser().parsestr(found[f"{about}/METADATA"].decode("utf-8"))
    assert said["Name"] == "pozzetto"
    assert said["Requires-Python"] == PROJECT["requires-python"] == ">=3.11"
    assert said["License-Expression"] == "MIT"
    assert "MIT License" in found[f"{about}/licenses/LICENSE"].decode("utf-8")
    assert said["Description-Content-Type"] == "text/markdown"
    assert said.get_payload() == (ROOT / "README.md").read_text("utf-8")


def test_the_source_archive_holds_the_tree(sdist: Path) -> None:
    found = names_in(sdist)
    for name in ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md"):
        assert name in found
    assert ".ci/run" in found
    assert "tests/test_packaging.py" in found
    assert {f"{folder}/{package}/__init__.py" for package, folder in PACKAGES.items()} <= found
    hidden = {name for name in found for part in name.split("/") if part in UNUSED}
    assert hidden == set()


def test_the_source_archive_builds_the_same_wheel(wheel: Path, sdist: Path, tmp_path: Path) -> None:
    # not every 3.11 has the filter that later ones ask for
    safely: dict[str, Any] = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "unpacked", **safely)
    (tree,) = (tmp_path / "unpacked").iterdir()
    (again,) = build(tree, tmp_path / "again", "wheel").iterdir()
    assert again.name == wheel.name
    assert contents(again) == contents(wheel)


# --- run away from the tree


def usable(name: str) -> str:
    """The path of a Python of this name; a program that only stands for one will not do."""
    path = sys.executable if name == RUNNING else shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not on PATH")
    if subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode:
        pytest.skip(f"{name} is on PATH and does not run")
    return path


RUNNING = f"python{sys.version_info.major}.{sys.version_info.minor}"


class Installed:
    """The wheel in a virtual environment of its own, far from the tree."""

    def __init__(self, python: str, wheel: Path, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        done([python, "-m", "venv", str(folder / "venv")], folder)
        pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        self.python(*pip, str(wheel))

    def python(self, *words: str) -> str:
        """What its Python prints."""
        return done([str(self.bin / "python"), *words], self.folder)

    def pozzetto(self, *words: str) -> str:
        """What its program prints."""
        return done([str(self.bin / "pozzetto"), *words], self.folder)


@pytest.fixture(scope="module", params=dict.fromkeys((RUNNING, *PYTHONS)))
def installed(
    request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Installed:
    return Installed(usable(request.param), wheel, tmp_path_factory.mktemp("away"))


ABOUT = """
import importlib.util, json, pathlib, sys
import pozzetto, pozzetto_house, pozzetto_rulesets
from importlib.metadata import distribution
ours = distribution("pozzetto")
print(json.dumps({
    "prefix": sys.prefix,
    "files": [each.__file__ for each in (pozzetto, pozzetto_house, pozzetto_rulesets)],
    "there": [name for name in ("engine", "rulesets", "plugins", "tests", "tools")
              if importlib.util.find_spec(name)],
    "points": sorted([point.group, point.name, point.value] for point in ours.entry_points),
    # pytest, which is not needed, loads its plugin itself
    "loaded": [bool(point.load()) for point in ours.entry_points if point.group != "pytest11"],
}))
"""


@pytest.mark.packaging
def test_it_is_imported_from_where_it_is_installed(installed: Installed) -> None:
    about = json.loads(installed.python("-c", ABOUT))
    for file in about["files"]:
        assert Path(file).resolve().is_relative_to(Path(about["prefix"]).resolve())
    assert about["there"] == []


@pytest.mark.packaging
def test_its_entry_points_are_found(installed: Installed) -> None:
    about = json.loads(installed.python("-c", ABOUT))
    groups = {"console_scripts": PROJECT["scripts"], **PROJECT["entry-points"]}
    assert about["points"] == sorted(
        [group, name, value] for group, points in groups.items() for name, value in points.items()
    )
    assert all(about["loaded"])


@pytest.mark.packaging
def test_its_program_answers(installed: Installed) -> None:
    assert installed.pozzetto("--version") == f"pozzetto {PROJECT['version']}\n"
    listed = installed.pozzetto("list")
    assert "burraco-fibur" in listed
    assert installed.pozzetto("meld", "3H 4H JK 6H").startswith("3H 4H JK=5H 6H\n")
    (installed.folder / "cases.yaml").write_text(CASES, encoding="utf-8")
    assert installed.pozzetto("judge", "cases.yaml") == "2 passed, 0 failed\n"
    assert "calat" in installed.pozzetto("explain", "burraco", "--lang", "it")


@pytest.mark.packaging
def test_a_new_plugin_is_installed_and_its_tests_pass(installed: Installed) -> None:
    installed.pozzetto("new", "plugin", "two-bonus")
    pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    installed.python(*pip, "-e", "./two-bonus[test]")
    tested = done(
        [str(installed.bin / "python"), "-m", "pytest", "-q"], installed.folder / "two-bonus"
    )
    assert "5 passed" in tested
    listed = [line.split() for line in installed.pozzetto("plugins").splitlines()]
    assert ["two-bonus", "two-bonus", "0.1.0"] in listed
    told = installed.pozzetto("explain", "two-bonus/club.yaml", "house_rules")
    assert "Each clean burraco pays 25 points more. [two-bonus]" in told


@pytest.mark.packaging
def test_it_counts_what_the_tree_counts(installed: Installed) -> None:
    words = ("compare", "burraco", "burraco-fibur", "--hands", "20", "--workers", "2", "--json")
    here = done([sys.executable, "-c", "from pozzetto.cli import main; main()", *words], ROOT)
    assert json.loads(installed.pozzetto(*words)) == json.loads(here)


@pytest.mark.packaging
def test_the_source_archive_is_built_with_nothing_but_what_it_asks_for(
    wheel: Path, sdist: Path, tmp_path: Path
) -> None:
    done([sys.executable, "-m", "venv", str(tmp_path / "venv")], tmp_path)
    python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    asked = ["-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    done([str(python), *asked, "--wheel-dir", str(tmp_path / "again"), str(sdist)], tmp_path)
    (again,) = (tmp_path / "again").iterdir()
    assert set(contents(again)) == set(contents(wheel))
