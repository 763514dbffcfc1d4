"""Opens every kernel below a folder."""

import pathlib
import sys

from client import Client, Document

paths = sorted(path for path in pathlib.Path(sys.argv[1]).rglob("*")
               if path.suffix in (".ttir", ".ttgir"))
conversions = 0
with Client() as client:
    for path in paths:
        document = Document.open(client, path)
        assert document.errors() == [], (path, document.errors())
        lenses = document.lenses()
        text = document.text
        count = text.count(" = ttg.convert_layout ")
        found = sum(title.startswith("convert: ") for _, title in lenses)
        assert found == count, (path, found, count)
        sums = sum(title.startswith("on ") for _, title in lenses)
        if path.suffix == ".ttgir":
            # A function of scalars has none.
            assert 1 <= sums <= text.count("tt.func "), (path, lenses)
        else:
            assert lenses == [], (path, lenses)
        conversions += found
        document.close()
print(f"{len(paths)} files without an error, {conversions} lenses of conversions")
