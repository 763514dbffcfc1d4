//===- CompletionText.cpp - Scripts that complete command lines -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandText.h"
#include "heddle/f2/Error.h"

#include <functional>

namespace heddle {

namespace {

std::string joined(const std::vector<std::string> &words,
                   std::string_view between) {
  std::string text;
  for (const std::string &word : words)
    text += concat(text.empty() ? "" : between, word);
  return text;
}

/// Words that an option or an argument takes, GPUs too; none if it takes
/// others.
std::vector<std::string> wordsOf(const OptionText &option,
                                 const std::vector<std::string> &targets) {
  return option.value == "TARGET" ? targets : option.choices();
}

bool takesFile(const OptionText &option) {
  return option.value == "FILE" ||
         (option.value.empty() && option.names.front() == "FILE");
}

void forEachCommand(const CommandText &command,
                    const std::function<void(const CommandText &)> &visit) {
  visit(command);
  for (const CommandText &each : command.commands)
    forEachCommand(each, visit);
}

std::vector<std::string> commandNames(const CommandText &command) {
  std::vector<std::string> names;
  names.reserve(command.commands.size());
  for (const CommandText &each : command.commands)
    names.push_back(each.name);
  return names;
}

/// Words that can stand where a command's arguments do.
std::vector<std::string> argumentWords(const CommandText &command) {
  std::vector<std::string> words = commandNames(command);
  for (const OptionText &argument : command.arguments)
    for (const std::string &word : argument.choices())
      words.push_back(word);
  return words;
}

bool takesFileArgument(const CommandText &command) {
  for (const OptionText &argument : command.arguments)
    if (takesFile(argument))
      return true;
  return false;
}

// Bash calls the functions with the words of the line. `path` is the
// command so far; an option's value is completed by a `case` on both.

constexpr std::string_view BashBegin =
    R"(# Completes command lines of heddle in bash. To load it:
#   source <(heddle completion bash)
_heddle() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
    local path=heddle index
    # --view=hw comes as three words.
    if [[ $current == = ]]; then
        current=
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
    fi
    for ((index = 1; index < COMP_CWORD; ++index)); do
        case "$path ${COMP_WORDS[index]}" in
)";

std::string bashText(const CommandText &program,
                     const std::vector<std::string> &targets) {
  std::string paths, values, words;
  forEachCommand(program, [&](const CommandText &command) {
    if (&command != &program)
      paths += concat(paths.empty() ? "" : " | ", "'", command.path, "'");
    std::vector<std::string> names;
    for (const OptionText &option : command.options) {
      names.insert(names.end(), option.names.begin(), option.names.end());
      if (option.value.empty())
        continue;
      std::vector<std::string> choices = wordsOf(option, targets);
      values += "        ";
      for (const std::string &name : option.names)
        values += concat(name == option.names.front() ? "" : " | ", "'",
                         command.path, " ", name, "'");
      values += ")\n            ";
      values += takesFile(option)
                    ? "compopt -o filenames\n"
                      "            COMPREPLY=($(compgen -f -- \"$current\"))\n"
                : choices.empty()
                    ? "COMPREPLY=()\n"
                    : concat("COMPREPLY=($(compgen -W '", joined(choices, " "),
                             "' -- \"$current\"))\n");
      values += "            return ;;\n";
    }
    words += concat("        '", command.path, "')\n            options='",
                    joined(names, " "), "'\n            words='",
                    joined(argumentWords(command), " "), "'\n",
                    takesFileArgument(command) ? "            files=yes\n" : "",
                    "            ;;\n");
  });
  return concat(BashBegin, "        ", paths, R"()
            path="$path ${COMP_WORDS[index]}" ;;
        esac
    done
    case "$path $previous" in
)",
                values, R"(    esac
    local options= words= files=
    case "$path" in
)",
                words, R"(    esac
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    elif [[ $files ]]; then
        compopt -o filenames
        COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
    else
        COMPREPLY=($(compgen -W "$words" -- "$current"))
    fi
}
complete -F _heddle heddle
)");
}

/// Text between single quotes of a shell. fish knows `\'` there, others do not.
std::string quoted(std::string_view text, std::string_view quote) {
  std::string result = "'";
  for (char c : text)
    result += c == '\'' ? std::string(quote) : std::string(1, c);
  return result + "'";
}

constexpr std::string_view PosixQuote = "'\\''", FishQuote = "\\'";

/// `[...]` and `:` mean something to _arguments.
std::string zshEscaped(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\')
      result += '\\';
    result += c;
  }
  return result;
}

/// What follows an option, or stands as an argument: `:message:action`.
std::string zshAction(const OptionText &option,
                      const std::vector<std::string> &targets) {
  std::vector<std::string> words = wordsOf(option, targets);
  std::string name = option.value.empty()       ? option.names.front()
                     : option.choices().empty() ? option.value
                                                : "value";
  return concat(":", zshEscaped(name), ":",
                takesFile(option) ? "_files"
                : words.empty()   ? " "
                                  : concat("(", joined(words, " "), ")"));
}

std::string zshSpecs(const CommandText &command,
                     const std::vector<std::string> &targets) {
  std::string text;
  for (const OptionText &option : command.options)
    for (const std::string &name : option.names) {
      // An option excludes itself and its other name, unless it can be
      // repeated.
      std::string before = option.isRepeatable
                               ? "*"
                               : concat("(", joined(option.names, " "), ")");
      bool isLong = name.starts_with("--") && !option.value.empty();
      text += concat(
          " \\\n        ",
          quoted(concat(before, name, isLong ? "=" : "", "[",
                        zshEscaped(option.meaning), "]",
                        option.value.empty() ? "" : zshAction(option, targets)),
                 PosixQuote));
    }
  std::vector<std::string> commands = commandNames(command);
  bool isFirst = true;
  for (const OptionText &argument : command.arguments) {
    std::string action = zshAction(argument, targets);
    // A command may stand instead of the first argument.
    if (isFirst && !commands.empty())
      action = concat(":argument:(", joined(commands, " "), ")");
    isFirst = false;
    text +=
        " \\\n        " +
        quoted(concat(argument.isRepeatable ? "*" : "", action), PosixQuote);
  }
  return text;
}

std::string zshText(const CommandText &program,
                    const std::vector<std::string> &targets) {
  std::string cases, paths, commands;
  forEachCommand(program, [&](const CommandText &command) {
    if (&command == &program)
      return;
    paths += concat(paths.empty() ? "" : "|", "\"", command.path, "\"");
    cases +=
        concat("    ", quoted(command.path, PosixQuote),
               ")\n        _arguments -s", zshSpecs(command, targets), " ;;\n");
  });
  for (const CommandText &each : program.commands)
    commands += concat(
        "            ",
        quoted(concat(each.name, ":", zshEscaped(each.meaning)), PosixQuote),
        "\n");
  return concat(R"(#compdef heddle
# Completes command lines of heddle in zsh: put it into a folder of $fpath as
# _heddle, or load it by
#   source <(heddle completion zsh)
_heddle() {
    local path_so_far=heddle index=2
    while ((index < CURRENT)); do
        case "$path_so_far $words[index]" in
        ()",
                paths, R"()
            path_so_far="$path_so_far $words[index]"
            # What stands before a command's arguments is done with.
            words=(heddle "${(@)words[index+1,-1]}")
            ((CURRENT -= index - 1))
            index=1 ;;
        esac
        ((++index))
    done
    case "$path_so_far" in
    heddle)
        local -a commands=(
)",
                commands, R"(        )
        _arguments -s)",
                zshSpecs(program, targets), R"( \
            '1:command:{_describe command commands}' ;;
)",
                cases, R"(    esac
}
if [[ $funcstack[1] == _heddle ]]; then
    _heddle "$@"
else
    compdef _heddle heddle
fi
)");
}

/// The condition under which a line of fish's holds: the command is this one,
/// and none below it.
std::string fishCondition(const CommandText &command) {
  return concat("__heddle_at ", quoted(command.path, FishQuote));
}

std::string fishText(const CommandText &program,
                     const std::vector<std::string> &targets) {
  std::string lines, paths;
  forEachCommand(program, [&](const CommandText &command) {
    paths += " " + quoted(command.path, FishQuote);
    std::string begin = concat("complete -c heddle -n ",
                               quoted(fishCondition(command), "\\'"), " ");
    for (const CommandText &each : command.commands)
      lines += concat(begin, "-a ", each.name, " -d ",
                      quoted(each.meaning, FishQuote), "\n");
    for (const OptionText &argument : command.arguments) {
      for (const std::string &word : argument.choices())
        lines += concat(begin, "-a ", word, "\n");
      if (takesFile(argument))
        lines += concat(begin, "-F\n");
    }
    for (const OptionText &option : command.options) {
      lines += begin;
      for (const std::string &name : option.names)
        lines += name.starts_with("--") ? concat("-l ", name.substr(2), " ")
                                        : concat("-s ", name.substr(1), " ");
      std::vector<std::string> words = wordsOf(option, targets);
      if (takesFile(option))
        lines += "-r -F ";
      else if (!option.value.empty())
        lines +=
            words.empty()
                ? std::string("-x ")
                : concat("-x -a ", quoted(joined(words, " "), FishQuote), " ");
      lines += concat("-d ", quoted(option.meaning, FishQuote), "\n");
    }
  });
  return concat(R"(# Completes command lines of heddle in fish. To load it:
#   heddle completion fish | source
# Is the command so far this one?
function __heddle_at
    set -l path heddle
    for word in (commandline -opc)[2..]
        if contains -- "$path $word")",
                paths, R"(
            set path "$path $word"
        end
    end
    test "$path" = "$argv[1]"
end
complete -c heddle -f
)",
                lines);
}

} // namespace

std::string completionText(const CommandText &program, std::string_view shell,
                           const std::vector<std::string> &targets) {
  return shell == "bash"  ? bashText(program, targets)
         : shell == "zsh" ? zshText(program, targets)
                          : fishText(program, targets);
}

} // namespace heddle
