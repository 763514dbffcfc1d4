"""Runs a command on a terminal of its own, and prints what comes out of that.

usage: terminal.py ROWS COLUMNS KEYS COMMAND...

KEYS, in which \\x03 is Ctrl-C, are typed when the terminal shows the prompt "more?", which the pagers of the
tests print; a last line says the exit code.
"""

import fcntl
import os
import pty
import struct
import sys
import termios

rows, columns, keys, *command = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", int(rows), int(columns), 0, 0))
    os.execvp(command[0], command)

shown = b""
while True:
    try:
        part = os.read(terminal, 1 << 16)
    except OSError:  # Linux says so when the last program has ended.
        break
    if not part:
        break
    shown += part
    if keys and shown.endswith(b"more?"):
        os.write(terminal, keys.encode().decode("unicode_escape").encode())
        keys = ""
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
sys.stdout.write(shown.decode().replace("\r\n", "\n").replace("\x1b", "<esc>"))
print(f"exit code {status}")
