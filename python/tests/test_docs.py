"""The examples in docstrings, those of the extension module too, and in docs/python.md."""

import doctest
import inspect
import pathlib
import re

import pytest

import heddle


def documented():
    yield heddle
    members = [getattr(module, name) for module in (heddle, heddle.encodings)
               for name in module.__all__]
    for value in members:
        yield value
        if inspect.isclass(value):
            yield from (member for key, member in vars(value).items() if not key.startswith("__")
                        and (callable(member) or isinstance(member, property)))


TESTS = [test for value in documented() if inspect.getdoc(value)
         for test in [doctest.DocTestParser().get_doctest(
             inspect.getdoc(value), {}, getattr(value, "__name__", "property"), None, 0)]
         if test.examples]


PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/python.md"
TESTS.append(doctest.DocTestParser().get_doctest(
    "\n".join(re.findall(r"^```pycon\n(.*?)^```$", PAGE.read_text(), re.M | re.S)), {},
    PAGE.name, str(PAGE), 0))


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.name)
def test_examples(test):
    runner = doctest.DocTestRunner(verbose=False)
    said = []
    runner.run(test, out=said.append)
    assert not runner.failures, "".join(said)


def test_the_version_is_that_of_the_project():
    project = (PAGE.parents[1] / "CMakeLists.txt").read_text()
    assert f"project(heddle VERSION {heddle.__version__} " in project


def test_there_are_examples():
    assert len(TESTS) >= 17
