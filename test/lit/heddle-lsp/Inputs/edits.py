"""Edits documents, and prints what the server says."""

import pathlib

from client import Client, Document, Failure


def errors(document):
    """["line:character-line:character message"]"""
    found = []
    for error in document.errors():
        start, end = error["range"]["start"], error["range"]["end"]
        found.append(f"{start['line']}:{start['character']}-{end['line']}:{end['character']} "
                     + error["message"])
    return found



def hover(document, words, inside=1):
    text = document.hover(words, inside)
    return text and text.split("\n")[0]


def typed(client):
    document = Document.open(client, pathlib.Path(__file__).parent / "kernel.ttgir")
    print("opened:", errors(document))
    document.replace("ttg.local_load %buffer", "ttg.local_loa %buffer")
    document.replace("    %y = ", "     %y = ")
    document.replace("     %y = ", "   %y = ")
    print("wrong:", errors(document))
    print("a name:", hover(document, "%s = "))
    print("behind the edit:", hover(document, "%s : tensor"))
    print("in the edit:", hover(document, "ttg.local_loa", 6))
    print("a layout:", document.hover("tensor<64x64xf16, #blocked>", 1).split("\n")[1])
    document.replace("sizePerThread = [1, 4]", "sizePerThread = [2, 2]")
    print("a new layout:", document.hover("tensor<64x64xf16, #blocked>", 1).split("\n")[1])
    document.replace("sizePerThread = [2, 2]", "sizePerThread = [1, 4]")
    print("lenses:", [line for line, _ in document.lenses()])
    module, = document.ask("documentSymbol")
    print("symbols:", [symbol["name"] for symbol in module["children"]])
    definition, = document.ask("definition", document.find("%s : tensor", 1))
    print("definition:", definition["range"]["start"])
    document.replace("   %y = ttg.local_loa ", "    %y = ttg.local_load ")
    print("right again:", errors(document))


def verified(client):
    document = Document(client, """#loc = loc("k.py":7:3)
tt.func @f(%a: tensor<16xf32>) {
  %0 = tt.bitcast %a : tensor<16xf32> -> tensor<16xi16> loc(#loc)
  tt.return
}""")
    print("verifier:", errors(document))
    print("hover:", hover(document, "tt.bitcast"))


def wide(client):
    document = Document(client, 'tt.func @f(%a: i32) { // \n  "u.x"() {n = "\u00e4\U0001d11e"} : () -> () '
                                '%0 = arith.addi %a, %a : i32 tt.return }')
    print("characters:", errors(document))
    print("a value behind them:", hover(document, "%0"))
    # After a character of two units: the columns have to be ours.
    document.replace("%a, %a", "%a, %\u00e4".replace("\u00e4", "b"))
    print("errors behind them:", errors(document))
    error, = document.errors()
    print("column:", error["range"]["start"] == document.find("%b"))


PART = "tt.func @f(%a: i32) {{\n  %0 = arith.{} %a, %a : i32\n  tt.return\n}}\n"


def in_parts(client, between):
    """Two parts; then an empty one between them, about which `between` may ask; then that one cannot
    be parsed."""
    document = Document(client, PART.format("addi") + "// -----\n" + PART.format("muli"))
    document.replace("// -----", "// -----\n// -----")
    between(document)
    document.edit(0, len(document.text), PART.format("addi").replace("\n  tt.return", " tt.return")
                  + "// -----\n  }\n// -----\n" + PART.format("muli"))
    return document


def outline(document):
    return [symbol["name"] for symbol in document.ask("documentSymbol")]


def split(client):
    # The server may parse what it has read before it reads on: edits that are to count as one are sent as
    # one, which is no promise. So the empty part may have been seen, or not.
    with client.at_once():
        document = in_parts(client, lambda _: None)
    print("parts:", errors(document))
    print("part 1:", hover(document, "%0"))
    print("part 3:", hover(document, "%0 = arith.muli"))
    print("symbols of parts:", outline(document))
    print("symbols of a part that was empty:", outline(in_parts(client, errors)))
    document.replace("// -----\n  }\n// -----", "//")
    print("joined:", *errors(document))
    document.text = "tt.func @f() { tt.return }"
    document.change([{"text": document.text}])
    print("whole text:", errors(document))
    document.close()
    try:
        document.ask("documentSymbol")
    except Failure as failure:
        print("closed:", "not open" if "is not open" in str(failure) else failure)
    document = Document(client, "tt.func @f() { tt.return }", "untitled:Untitled-1")
    print("unsaved:", errors(document))


with Client() as running:
    typed(running)
    verified(running)
    wide(running)
    split(running)
