"""A small client of the Language Server Protocol, for tests of heddle-lsp."""

import contextlib
import json
import pathlib
import queue
import subprocess
import threading

TIMEOUT = 60  # seconds for one answer


class ServerGone(Exception):
    """The server ended, or did not answer in time."""


class Failure(Exception):
    """The answer is an error."""

    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code = error["code"]


class Client:
    """A running server. `with Client() as client:` starts one, and checks that it ends
    with the exit code 0 after `shutdown` and `exit`."""

    def __init__(self, *arguments, options=None, formats=("markdown",), initialize=True):
        self.process = subprocess.Popen(
            ["heddle-lsp", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.messages = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.number = self.documents = 0
        self.together = None
        self.diagnostics = {}
        self.versions = {}
        self.kept = {}
        if initialize:
            self.start = self.ask("initialize", {
                "processId": None, "rootUri": None, "initializationOptions": options or {},
                "capabilities": {"textDocument": {"hover": {"contentFormat": list(formats)}}}})
            self.tell("initialized", {})

    def _read(self):
        out = self.process.stdout
        while True:
            length = None
            while (line := out.readline().strip()):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if length is None:
                self.messages.put(None)
                return
            self.messages.put(json.loads(out.read(length)))

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        data = json.dumps(message).encode()
        data = b"Content-Length: %d\r\n\r\n%s" % (len(data), data)
        if self.together is None:
            self.send_bytes(data)
        else:
            self.together.append(data)

    @contextlib.contextmanager
    def at_once(self):
        """Sends all that is said inside as one piece, so that it arrives together."""
        self.together = []
        yield
        data, self.together = b"".join(self.together), None
        self.send_bytes(data)

    def tell(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method, params):
        """Asks without waiting; `wait` has the answer."""
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.number

    def next_message(self):
        try:
            message = self.messages.get(timeout=TIMEOUT)
        except queue.Empty:
            raise ServerGone(f"no answer within {TIMEOUT} seconds") from None
        if message is None:
            raise ServerGone(f"exit code {self.process.wait()}")
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.diagnostics[params["uri"]] = params["diagnostics"]
            self.versions[params["uri"]] = params.get("version")
        return message

    def wait(self, number):
        while number not in self.kept:
            message = self.next_message()
            if "id" in message and "method" not in message:
                self.kept[message["id"]] = message
        answer = self.kept.pop(number)
        if "error" in answer:
            raise Failure(answer["error"])
        return answer["result"]

    def ask(self, method, params):
        return self.wait(self.request(method, params))

    def errors_of(self, uri, version):
        """What the server says of that version of a document."""
        while self.versions.get(uri) != version:
            self.next_message()
        return self.diagnostics[uri]

    def stop(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        code = self.process.wait(timeout=TIMEOUT)
        assert code == 0, f"expects exit code 0, but got {code}"

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            self.stop()
        else:
            self.process.kill()


class Document:
    """A document that is open in a server."""

    def __init__(self, client, text, uri=None):
        # Names of their own, so that nobody takes errors of one for those of another.
        client.documents += 1
        uri = uri or f"file:///kernel{client.documents}.ttgir"
        self.client, self.uri, self.text, self.version = client, uri, text, 1
        client.tell("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "mlir", "version": 1, "text": text}})

    @staticmethod
    def open(client, path):
        path = pathlib.Path(path)
        return Document(client, path.read_text(), path.resolve().as_uri())

    def errors(self):
        return self.client.errors_of(self.uri, self.version)

    def position(self, offset):
        """Of an offset in characters, in UTF-16 units."""
        before = self.text[:offset]
        line = before[before.rfind("\n") + 1:]
        return {"line": before.count("\n"), "character": len(line.encode("utf-16-le")) // 2}

    def find(self, words, inside=0):
        """The position that is so many characters into the first such words."""
        return self.position(self.text.index(words) + inside)

    def ask(self, method, position=None, **others):
        params = {"textDocument": {"uri": self.uri}, **others}
        if position is not None:
            params["position"] = position
        return self.client.ask(f"textDocument/{method}", params)

    def hover(self, words, inside=0):
        """The text of a hover, or None."""
        answer = self.ask("hover", self.find(words, inside))
        return answer and answer["contents"]["value"]

    def edit(self, begin, end, text):
        """Replaces the characters from begin to end, by an incremental change."""
        change = {"range": {"start": self.position(begin), "end": self.position(end)},
                  "text": text}
        self.text = self.text[:begin] + text + self.text[end:]
        self.change([change])

    def replace(self, old, new):
        begin = self.text.index(old)
        self.edit(begin, begin + len(old), new)

    def change(self, changes):
        self.version += 1
        self.client.tell("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": changes})

    def lenses(self):
        """[(line, title)], lines counted from 1."""
        return [(lens["range"]["start"]["line"] + 1, lens["command"]["title"])
                for lens in self.ask("codeLens") if "command" in lens]

    def kernels(self):
        """[title] of what becomes of each kernel."""
        lenses = [lens for lens in self.ask("codeLens") if "command" not in lens]
        return [self.client.ask("codeLens/resolve", lens)["command"]["title"] for lens in lenses]

    def close(self):
        self.client.tell("textDocument/didClose", {"textDocument": {"uri": self.uri}})
