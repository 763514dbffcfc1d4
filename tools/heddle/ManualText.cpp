//===- ManualText.cpp - The manual page heddle(1) -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandText.h"
#include "heddle/f2/Error.h"
#include "heddle/program/Version.h"

namespace heddle {

namespace {

/// Text as roff prints it: hyphens stay what people can paste, and no line is
/// taken for a request.
std::string escaped(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  bool isRequest = result.starts_with('.') || result.starts_with('\'');
  return isRequest ? "\\&" + result : result;
}

std::string bold(std::string_view text) {
  return concat("\\fB", escaped(text), "\\fR");
}

std::string entry(const OptionText &option) {
  std::string heading;
  for (const std::string &name : option.names)
    heading += (heading.empty() ? "" : ", ") + bold(name);
  if (!option.value.empty())
    heading += concat(" \\fI", escaped(option.value), "\\fR");
  std::string meaning = escaped(option.meaning);
  if (!option.standard.empty())
    meaning += concat(" (default: ", escaped(option.standard), ")");
  return concat(".TP\n", heading, "\n", meaning, "\n");
}

/// A command with its options, and those below it.
std::string section(const CommandText &command) {
  std::string text =
      concat(".SS ", escaped(command.path), "\n.B ", escaped(command.usage()),
             "\n.PP\n", escaped(command.meaning), ".\n");
  for (const auto *options : {&command.arguments, &command.options})
    for (const OptionText &option : *options)
      text += entry(option);
  if (!command.examples.empty())
    text += ".PP\nExamples:\n";
  for (const ExampleText &example : command.examples)
    text += concat(".PP\n", escaped(example.sentence), ":\n.PP\n.RS 4\n.nf\n",
                   escaped(example.line), "\n.fi\n.RE\n");
  for (const CommandText &each : command.commands)
    text += section(each);
  return text;
}

constexpr std::string_view Ending = R"(.SH EXIT STATUS
.TP
.B 0
Done.
.TP
.B 1
The answer is no: a kernel or a layout is refused, a check fails, the simulator
stops at an error of the kernel, two things differ, a line of a batch is wrong.
.TP
.B 2
The question could not be asked: wrong usage, a file that cannot be read or is
not what it was taken for, output that cannot be written.
.SH ENVIRONMENT
.TP
.B NO_COLOR
If it is set and not empty, nothing is coloured unless \-\-color=always is given.
.TP
.B PAGER
The program through which \fBheddle layout\fR shows what is longer than the
terminal; less \-RFX if it is not set, none if it is empty or cat.
.SH SEE ALSO
The folder docs of the source tree has a page for each command.
)";

} // namespace

std::string manualText(const CommandText &program) {
  std::string version = versionText(program.name);
  std::string text = concat(
      ".TH HEDDLE 1 \"\" \"", version.substr(0, version.find('\n')),
      "\" \"User Commands\"\n", ".SH NAME\nheddle \\- ",
      escaped(program.meaning), "\n", ".SH SYNOPSIS\n.B ",
      escaped(program.usage()), "\n",
      ".SH DESCRIPTION\n"
      "Shows and compares layouts of GPU tensors, plans conversions "
      "between them,\ncompiles kernels in Triton's IR, and runs them on "
      "a simulator or a GPU.\nData goes to the standard output, messages "
      "to the standard error.\n.SH OPTIONS\n");
  for (const OptionText &option : program.options)
    text += entry(option);
  text += ".SH COMMANDS\n";
  for (const CommandText &command : program.commands)
    text += section(command);
  return text + std::string(Ending);
}

} // namespace heddle
