//===- HelpCommands.cpp - heddle help and heddle completion ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HelpCommands.h"
#include "Command.h"
#include "CommandText.h"
#include "Options.h"
#include "UsageError.h"
#include "heddle/target/Target.h"

namespace heddle {

namespace {

int runHelp(const CLI::App &program, const std::vector<std::string> &words) {
  Result<const CLI::App *> command = findCommand(program, words);
  if (!command)
    return report(command.error(), ErrorKind::Trouble);
  std::string path = program.get_name();
  for (const std::string &word : words)
    path += " " + word;
  return finish(helpText(describe(**command, path)));
}

/// The description of the program; what `help` takes are its commands.
CommandText describeProgram(const CLI::App &program) {
  CommandText text = describe(program, program.get_name());
  std::vector<std::string> names;
  for (const CommandText &command : text.commands)
    names.push_back(command.name);
  for (CommandText &command : text.commands)
    if (command.name == "help")
      command.arguments.front().value = choicesText(names);
  return text;
}

} // namespace

void addHelpCommand(CLI::App &program, int &exitCode) {
  struct Arguments {
    std::vector<std::string> words;
    bool wantsManual = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App *help = program.add_subcommand(
      "help", "Print what a command does and takes: heddle help layout diff");
  help->add_option("COMMAND", arguments->words, "the command")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  help->add_flag("--man", arguments->wantsManual,
                 "print the manual page heddle(1) in roff");
  addExample(*help, "How kernels are compiled", "heddle help compile");
  addExample(*help, "The manual page, as man prints it",
             "heddle help --man | man -l -");
  help->callback([=, &program, &exitCode] {
    exitCode = arguments->wantsManual
                   ? finish(manualText(describeProgram(program)))
                   : runHelp(program, arguments->words);
  });
}

void addCompletionCommand(CLI::App &program, int &exitCode) {
  auto shell = std::make_shared<std::string>();
  CLI::App *completion = program.add_subcommand(
      "completion", "Print a script that completes command lines in a shell");
  CLI::Option *option = completion->add_option("SHELL", *shell, "the shell");
  takeOneOf(*option, {"bash", "zsh", "fish"});
  option->required();
  addExample(*completion, "In this shell, until it ends",
             "source <(heddle completion bash)");
  addExample(*completion, "In every zsh, if ~/.zfunc is in $fpath",
             "heddle completion zsh > ~/.zfunc/_heddle");
  completion->callback([=, &program, &exitCode] {
    std::vector<std::string> targets;
    for (const Target &target : allTargets())
      targets.emplace_back(target.name);
    exitCode =
        finish(completionText(describeProgram(program), *shell, targets));
  });
}

} // namespace heddle
