"""What no client should send, and what a user may open."""

import time

from client import Client, Document, Failure

HOVER = {"textDocument": {"uri": "file:///not-open.ttgir"}, "position": {"line": 0, "character": 0}}


def error_of(action):
    try:
        action()
    except Failure as failure:
        return str(failure)
    raise AssertionError("expects an error")


def raw(client, data):
    """The error that is the answer to these bytes."""
    client.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
    while "error" not in (message := client.next_message()):
        pass
    return message["id"], message["error"]["code"], message["error"]["message"].split("\n")[0]


def order():
    client = Client(initialize=False)
    print("before initialize:", error_of(lambda: client.ask("textDocument/hover", HOVER)))
    client.ask("initialize", {"capabilities": {}})
    print("twice:", error_of(lambda: client.ask("initialize", {"capabilities": {}})))
    print("not open:", error_of(lambda: client.ask("textDocument/hover", HOVER)))
    print("unknown:", error_of(lambda: client.ask("textDocument/unknown", {})))
    print("parameters:", error_of(lambda: client.ask("textDocument/hover", [])))
    client.ask("shutdown", None)
    print("after shutdown:", error_of(lambda: client.ask("textDocument/hover", HOVER)))
    client.tell("exit", None)
    print("exit code", client.process.wait())
    for end in (lambda client: client.tell("exit", None),
                lambda client: client.process.stdin.close()):
        client = Client()
        end(client)
        print("without shutdown: exit code", client.process.wait())
    print("target:", error_of(lambda: Client(options={"target": "sm_9"})).split("\n")[0])


def malformed():
    with Client() as client:
        for data in (b"{", b"[]", b"1", b"\xff\xfe", b'"text"', b"{}", b'{"jsonrpc":"2.0"}',
                     b'{"jsonrpc":"2.0","id":7}', b'{"jsonrpc":"1.0","id":7,"method":"shutdown"}',
                     b'{"jsonrpc":"2.0","id":{},"method":"shutdown"}', b"[" * 100000,
                     b'{"jsonrpc":"2.0","id":8,"method":"shutdown","params":' + b"[" * 100000):
            print(data[:40], raw(client, data))
        # Header lines that mean nothing, and lengths that cannot be.
        client.send_bytes(b"Content-Length: 99999999999999999999\r\n\r\nX-Header: 1\r\n\r\n")
        client.send_bytes(b"Content-Length: -1\r\n\r\n\r\n\r\n")
        # An answer to no question.
        client.send({"jsonrpc": "2.0", "id": 99, "result": None})
        client.tell("$/unknown", {})
        client.tell("textDocument/didChange", {"textDocument": 1})
        client.tell("textDocument/didChange", {
            "textDocument": {"uri": "file:///other", "version": 1}, "contentChanges": []})
        client.tell("textDocument/didClose", {"textDocument": {"uri": "file:///other"}})
        print("then it answers:", Document(client, "tt.func @f() { tt.return }").errors())


def cancelled():
    """A request that is cancelled before its turn is not begun."""
    with Client() as client:
        body = "".join(f"  %{i} = arith.addi %a, %a : i32\n" for i in range(20000))
        with client.at_once():
            document = Document(client, "tt.func @f(%a: i32) {\n" + body + "  tt.return\n}\n")
            first = client.request("textDocument/hover", {
                "textDocument": {"uri": document.uri}, "position": document.find("arith.addi")})
            second = client.request("textDocument/codeLens",
                                    {"textDocument": {"uri": document.uri}})
            client.tell("$/cancelRequest", {"id": second})
        print("first:", client.wait(first)["contents"]["value"].split("\n")[0])
        print("second:", error_of(lambda: client.wait(second)))
        # One that was answered, and ones that never were.
        for number in (first, 12345, "text", None, {}):
            client.tell("$/cancelRequest", {"id": number})
        client.tell("$/cancelRequest", None)


def burst():
    """Edits that come faster than they can be parsed are parsed together."""
    with Client() as client:
        body = "".join(f"  %{i} = arith.addi %a, %a : i32\n" for i in range(20000))
        document = Document(client, "tt.func @f(%a: i32) {\n" + body + "  tt.return\n}\n")
        document.errors()
        count = 0
        start = time.time()
        with client.at_once():
            for _ in range(200):
                document.edit(0, 0, " ")
        while client.versions[document.uri] != document.version:
            message = client.next_message()
            count += message.get("method") == "textDocument/publishDiagnostics"
        assert count < 100, f"{count} times parsed in {time.time() - start} s"
        print("200 edits are parsed less than 100 times")


def hostile():
    texts = {
        "regions": "tt.func @f() {\n" + "scf.execute_region {\n" * 100000,
        "brackets": "#a = " + "[" * 100000,
        "types": "tt.func @f(%a: " + "tuple<" * 100000,
        "attributes": "\"x\"() {a = " + "[" * 511 + "]" * 511 + "} : () -> ()",
        "minus": "#m = affine_map<(d0) -> (" + "-" * 100000 + "d0)>",
        "line": "// " + "x" * 10 ** 6,
        "names": "%" * 100000,
        "strings": "\"" * 100001,
        "nul": "\0" * 1000,
        "blocks": "tt.func @f() {\n  cf.br ^bb0\n" + "".join(
            f"^bb{i}:\n  cf.br ^bb{i + 1}\n" for i in range(5000)) + "^bb5000:\n  tt.return\n}",
        "parts": "// -----\n" * 20000,
        "aliases": "".join(f"#a{i} = #a{i + 1}\n" for i in range(2000)),
        "chain": "#a0 = 1 : i32\n" + "".join(
            f"#a{i + 1} = [#a{i}, #a{i}]\n" for i in range(60)),
        "slices": "#s0 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], "
                  "warpsPerCTA = [4], order = [0]}>\n" + "".join(
                      f"#s{i + 1} = #ttg.slice<{{dim = 0, parent = #s{i}}}>\n"
                      for i in range(100)),
        "cycle": "#a = #ttg.slice<{dim = 0, parent = #b}>\n#b = #ttg.slice<{dim = 0, parent = #a}>\n",
        "sizes": "#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4],"
                 " order = [0]}>\n#c = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], "
                 "warpsPerCTA = [4], order = [0]}>\n"
                 "tt.func @f(%a: tensor<1048576xi8, #b>) {\n"
                 "  %0 = ttg.convert_layout %a : tensor<1048576xi8, #b> -> tensor<1048576xi8, #c>\n"
                 "  tt.return\n}",
    }
    with Client() as client:
        for name, text in texts.items():
            start = time.time()
            document = Document(client, text)
            errors = document.errors()
            for at in (0, len(text) // 2, len(text)):
                for method in ("hover", "completion", "definition", "references"):
                    document.ask(method, document.position(at))
            document.lenses()
            document.ask("documentSymbol")
            document.edit(len(text) // 2, len(text) // 2, "x")
            document.errors()
            took = time.time() - start
            assert took < 50, f"{name} takes {took:.1f} s"
            print(f"{name}: {errors[0]['message'][:60] if errors else 'no error'}")


for test in (order, malformed, cancelled, burst, hostile):
    print(f"--- {test.__name__}")
    test()
