"""The stubs say what is so."""
import ast
from conftest import ROOT

from bricard import _core

PACKAGE = ROOT / "python" / "bricard"


def test_stubs_are_those_of_the_field_tables():
    assert (PACKAGE / "tables.pyi").read_text() == _core.stubs(), "write them anew: make python_stubs"


def described(path):
    """Names of a stub file, those of classes with their members."""
    names = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef):
            names |= {node.name, *(f"{node.name}.{each.name}" for each in node.body if isinstance(each, ast.FunctionDef))}
        elif isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign):
            names.add(node.target.id)
    return names


def test_every_name_of_the_module_is_described():
    there = set()
    for name, value in vars(_core).items():
        if name.startswith("__"):
            continue
        there.add(name)
        if isinstance(value, type):
            there |= {f"{name}.{each}" for each in vars(value) if not each.startswith("_")}
    stub = described(PACKAGE / "_core.pyi")
    assert there <= stub
    assert {name for name in stub if "__" not in name} <= there


def test_every_section_has_its_method():
    methods = {name for name in described(PACKAGE / "tables.pyi") if name.startswith("Tables.")}
    runtime = {name for name in described(PACKAGE / "tables.py") if name.startswith("Tables.") and "._" not in name}
    assert methods == runtime


def test_everything_public_has_a_docstring():
    import bricard

    for name in bricard.__all__:
        value = getattr(bricard, name)
        if isinstance(value, str):
            continue
        assert value.__doc__, name
        for member, function in vars(value).items() if isinstance(value, type) else []:
            if not member.startswith("_") and callable(function):
                assert function.__doc__, f"{name}.{member}"
