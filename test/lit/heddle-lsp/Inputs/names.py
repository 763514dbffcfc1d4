"""names.py FILE FOLDER: prints where names of the file are, and what can be typed."""

import base64
import pathlib
import subprocess
import sys

from client import Client, Document, Failure


def place(span):
    """Counted from 1, as in an editor."""
    return "-".join(f"{each['line'] + 1}:{each['character'] + 1}"
                    for each in (span["start"], span["end"]))


def places(answer):
    return [place(each["range"]) for each in answer]


def outline(symbol):
    start = symbol["range"]["start"]
    text = f"{symbol['name']} {start['line'] + 1}:{start['character'] + 1}"
    inner = ", ".join(outline(child) for child in symbol.get("children", []))
    return f"{text} [{inner}]" if inner else text


def where(document):
    def definition(words):
        return places(document.ask("definition", document.find(words, 1)))

    def references(words, declares):
        return places(document.ask("references", document.find(words, 1),
                                   context={"includeDeclaration": declares}))

    print("definition of a call:", *definition("@move(%x, %0"))
    print("definition of a layout:", *definition("#mma>\n    %s"))
    print("definition of a block:", *definition("^bb1"))
    print("definition of nothing:", definition("} else"))
    print("references:", references("%x: tensor", False))
    print("with the definition:", references("%x: tensor", True))
    symbol, = document.ask("documentSymbol")
    print("symbols:", outline(symbol))
    hints = document.ask("inlayHint", range={"start": {"line": 9, "character": 0},
                                             "end": {"line": 12, "character": 9}})
    print("hints:", [f"{hint['position']['line'] + 1}:{hint['position']['character'] + 1} "
                     + hint["label"] for hint in hints])


def items(client, text):
    """What completes the text at its end: {label: the typed text that it replaces}."""
    document = Document(client, text)
    end = document.position(len(text))
    answer = document.ask("completion", end, context={"triggerKind": 1})
    found = {}
    for item in answer["items"]:
        edit = item["textEdit"]
        assert edit["newText"] == item["label"] and edit["range"]["end"] == end, item
        typed = end["character"] - edit["range"]["start"]["character"]
        found[item["label"]] = text[len(text) - typed:]
    return found


def completes(client):
    def show(what, text, labels, over=""):
        found = items(client, text)
        missing = [label for label in labels if found.get(label) != over]
        assert not missing, (what, missing, found)
        print(f"{what}: {', '.join(labels)}" + (f" over '{over}'" if over else ""))

    body = "tt.func @f(%a: i32) {\n  "
    show("dialects", body, ["arith", "tt", "ttg"])
    show("ops", body + "ttg.local_", ["local_alloc", "local_dealloc", "local_gather",
                                      "local_load"], "local_")
    show("ops of tt", body + "%0 = tt.", ["load"])
    show("values", body + "%abc.d = arith.addi %a, %a : i32\n  arith.addi %ab",
         ["%a", "%abc.d"], "%ab")
    show("blocks", body + "cf.br ^bb1\n^bb1:\n  cf.br ^", ["^bb1"], "^")
    show("layouts", "#b = #ttg.", ["blocked", "dot_op", "generic_linear"])
    found = items(client, "#b = #ttg.blocked<{sizePerThread = [1], ")
    assert "sizePerThread" not in found, found
    show("parameters", "#b = #ttg.blocked<{sizePerThread = [1], thr", ["order", "warpsPerCTA"],
         "thr")
    show("aliases", "#b = 1 : i32\ntt.func @f(%a: tensor<16xf32, #", ["b"])
    show("types", "tt.func @f(%a: ", ["f16", "i32", "tensor"])


def sources(client, folder):
    """Definitions in the program that an op comes from."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "here.py").write_text("a = b\n" * 9)
    kernel = folder / "kernel.ttgir"
    kernel.write_text(f"""#loc = loc("{folder / "here.py"}":7:3)
#beside = loc("here.py":8:5)
#gone = loc("/nowhere/gone.py":8:3)
tt.func @f(%a: i32) {{
  %0 = arith.addi %a, %a : i32 loc(#loc)
  %1 = arith.subi %0, %a : i32 loc(callsite("g" at #beside))
  %2 = arith.muli %0, %1 : i32 loc(#gone)
  tt.return
}}""")
    document = Document.open(client, kernel)

    def show(words, inside=1):
        found = document.ask("definition", document.find(words, inside))
        print(f"{words}:", *[f"{each['uri'].rsplit('/', 1)[1]} {place(each['range'])}"
                             for each in found])

    show("%0, %1")
    show("arith.addi")
    show("%1 = ")
    show("%2 = ")
    print("references of an op:", places(document.ask(
        "references", document.find("arith.addi", 1), context={"includeDeclaration": False})))


def failure(action):
    try:
        return action()
    except Failure as error:
        return str(error).split(": ", 1)[1]


def files(client, folder):
    document = Document(client, "tt.func @f() {\n  tt.nothing\n}")
    error, = document.errors()
    action, = document.ask("codeAction", range=error["range"],
                           context={"diagnostics": [error]})
    edit, = action["edit"]["changes"][document.uri]
    assert edit["range"]["start"] == edit["range"]["end"] == {"line": 1, "character": 0}
    print("checks:", repr(edit["newText"]).replace('"', "'"))

    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    bytecode, text = folder / "kernel.mlirbc", folder / "text.mlir"
    kernel = "tt.func @f() {\n  tt.return\n}"
    subprocess.run(["heddle-opt", "--emit-bytecode", "-o", bytecode], input=kernel.encode(),
                   check=True)

    def from_bytecode(path):
        return client.ask("mlir/convertFromBytecode", {"uri": path.resolve().as_uri()})["output"]

    def to_bytecode(words):
        return client.ask("mlir/convertToBytecode", {"uri": Document(client, words).uri})["output"]

    print("from bytecode:", "tt.func @f()" in from_bytecode(bytecode))
    print("to bytecode:", base64.b64decode(to_bytecode(kernel)).startswith(b"ML\xefR"))
    print("no file:", failure(lambda: from_bytecode(folder / "none")))
    text.write_text("nothing")
    print("no bytecode:", failure(lambda: from_bytecode(text)))
    print("parts:", failure(lambda: to_bytecode(kernel + "\n// -----\n")))


with Client() as running:
    where(Document.open(running, sys.argv[1]))
    completes(running)
    sources(running, sys.argv[2])
    files(running, sys.argv[2])
