"""Every command and option of --help is in the completions and the manual page."""

import re
import subprocess


def output(*arguments):
    return subprocess.run(["heddle", *arguments], check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def names(text):
    """The options at the beginnings of lines, and the commands below "Commands:"."""
    options = [name for line in re.findall(r"^  (-.*?)(?:  |$)", text, re.M)
               for name in re.findall(r"(?<![\w-])--?[a-z][\w-]*", line)]
    below = text.partition("\nCommands:\n")[2].partition("\n\n")[0]
    return options, re.findall(r"^  ([a-z]+)", below, re.M)


def main():
    texts = {"bash": output("completion", "bash"), "zsh": output("completion", "zsh"),
             "fish": output("completion", "fish"),
             "man": output("help", "--man").replace("\\-", "-")}
    todo, missing, count = [[]], [], 0
    while todo:
        command = todo.pop()
        options, commands = names(output("help", *command))
        count += len(options)
        path = " ".join(["heddle", *command])
        for kind, text in texts.items():
            if path not in text:
                missing.append(f"{kind}: {path}")
            for option in options:
                # fish has the names without dashes.
                spelled = (f"-l {option[2:]} " if option.startswith("--") else
                           f"-s {option[1:]} ") if kind == "fish" else option
                if spelled not in text:
                    missing.append(f"{kind}: {path} {option}")
        todo += [command + [each] for each in commands]
    assert count > 100, count
    print("\n".join(missing) or
          "bash, zsh, fish and the manual page name all commands and options")


main()
