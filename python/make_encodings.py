"""Writes heddle/encodings.py: a dataclass for each family of layouts.

usage: make_encodings.py OUTPUT

The families, their parameters and what these mean stand in the tables of the library.
"""

import pathlib
import sys
import textwrap

import _core  # the module that was just built

HEADER = '''\
"""Triton's layouts by their parameters, a dataclass for each of its attributes.

>>> from heddle import encodings
>>> memory = encodings.SwizzledShared(vec=8, perPhase=1, maxPhase=8, order=[1, 0])
>>> print(memory)
#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
>>> encodings.parse(str(memory)) == memory
True
>>> memory.layout([64, 64]).in_dims
[('offset', 4096), ('block', 1)]
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from heddle._encoding import Encoding, parse

__all__ = [
NAMES]

# Given as any sequences, kept as tuples.
Numbers: TypeAlias = Sequence[int]
Vectors: TypeAlias = Sequence[Sequence[int]]
'''


def class_name(mnemonic):
    """`dot_op` is DotOperand, `tensor_memory_encoding` is TensorMemory."""
    words = mnemonic.replace("dot_op", "dot_operand").removesuffix("_encoding").split("_")
    return "".join(word.capitalize() for word in words)


def wrapped(text, indent):
    return textwrap.fill(text, 96, initial_indent="    ", subsequent_indent="    " + indent,
                         break_long_words=False)


def definition(family):
    lines = ["", "", "@dataclass(frozen=True, kw_only=True)",
             f'class {class_name(family["mnemonic"])}(Encoding, family="{family["mnemonic"]}"):',
             f'    """{family["meaning"][0].upper()}{family["meaning"][1:]}.',
             "", f'    `#{family["dialect"]}.{family["mnemonic"]}<...>`, with', ""]
    for row in family["parameters"]:
        values = f'; {row["values"]}' if row["values"] else ""
        lines.append(wrapped(f'- {row["name"]}: {row["meaning"]}{values}', "  "))
    lines += ['    """', ""]
    for row in family["parameters"]:
        default = f' = {row["default"]!r}' if "default" in row else ""
        lines.append(f'    {row["name"]}: {row["type"]}{default}')
    return "\n".join(lines)


def main():
    families = _core.families()
    names = sorted(["Encoding", "parse"] + [class_name(each["mnemonic"]) for each in families])
    text = HEADER.replace("NAMES", "".join(f'    "{name}",\n' for name in names))
    text += "\n".join(definition(family) for family in families) + "\n"
    output = pathlib.Path(sys.argv[1])
    output.parent.mkdir(exist_ok=True)
    output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
