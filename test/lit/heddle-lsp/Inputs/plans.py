"""Prints the lens of a conversion of each kind, and of modules without a target."""

from client import Client, Document

KERNEL = """#from = {0}
#to = {1}
module attributes {{{3}"ttg.num-ctas" = {4} : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = {5} : i32}} {{
  tt.func @f(%x: tensor<{2}xf32, #from>) {{
    %y = ttg.convert_layout %x : tensor<{2}xf32, #from> -> tensor<{2}xf32, #to>
    tt.return
  }}
}}
"""


def kernel(source, result, shape="128", target="cuda:90", blocks=1, lanes=32):
    name = f'ttg.target = "{target}", ' if target else ""
    return KERNEL.format(source, result, shape, name, blocks, lanes)


def linear(register, lane, warp, block=""):
    return f"#ttg.linear<{{register = [{register}], lane = [{lane}], warp = [{warp}], block = [{block}]}}>"


LANES, WARPS = "[1], [2], [4], [8], [16]", "[32], [64]"
ROW = linear("", LANES, WARPS)
SWAPPED = linear("", "[2], [1], [4], [8], [16]", WARPS)
OTHER_WARPS = linear("", LANES, "[64], [32]")
TEXTS = {
    "nothing": kernel(ROW, ROW.replace("block = []", "block = [] ")),
    "registers": kernel(linear("[128], [256]", LANES, WARPS), linear("[256], [128]", LANES, WARPS),
                        "512"),
    "shuffle": kernel(ROW, SWAPPED),
    "shared": kernel(ROW, OTHER_WARPS),
    "cluster": kernel(linear("", LANES, WARPS, "[128]"), linear("", LANES, "[32], [128]", "[64]"),
                      "256", blocks=2),
}

with Client() as client:
    for name, text in TEXTS.items():
        document = Document(client, text)
        assert document.errors() == [], document.errors()
        print(f"{name}:", *[title for _, title in document.lenses()[1:]])

unnamed = kernel(ROW, OTHER_WARPS, target="")
wide = "[1], [2], [4], [8], [16], [32]"
unnamed64 = kernel(linear("", wide, "[64], [128]"), linear("", wide, "[128], [64]"), "256",
                   target="", lanes=64)
mixed = kernel(ROW, OTHER_WARPS, target="hip:gfx942", lanes=32)
for name, arguments, options, text in (
        ("no target", [], {}, unnamed), ("option", ["--target=sm_90"], {}, unnamed),
        ("client", ["--target=sm_90"], {"target": "sm_100"}, unnamed),
        ("64 lanes", ["--target=sm_90"], {}, unnamed64)):
    with Client(*arguments, options=options) as client:
        print(f"{name}:", Document(client, text).lenses()[0][1])
with Client() as client:
    lenses = Document(client, mixed).lenses()
    print("other lanes:", *lenses[1:] or ["none"])
with Client(formats=["plaintext"]) as client:
    document = Document(client, unnamed)
    answer = document.ask("hover", document.find("#from>", 1))
    print("plain text:", answer["contents"]["kind"] == "plaintext"
          and "`" not in answer["contents"]["value"])
