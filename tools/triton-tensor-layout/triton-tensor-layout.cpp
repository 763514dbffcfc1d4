//===- triton-tensor-layout.cpp - Triton's layout printer -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// usage: triton-tensor-layout -t TYPE [-l ATTRIBUTE] [-i FILE]
///            [-alias-names=NAME,...] [-use-hw-view] [-o FILE]
///
/// A drop-in for the program of this name that Triton's sources build: the same
/// flags, with one dash or two, the same text and the same exit codes. Beside
/// them: `--triton VERSION` chooses the Triton release whose syntax and
/// semantics apply, `--spelling legacy` writes attributes as older releases
/// did.
///
//===----------------------------------------------------------------------===//

#include "TensorLayoutArguments.h"
#include "heddle/answers/AliasFile.h"
#include "heddle/answers/LayoutReport.h"
#include "heddle/files/OutputFile.h"
#include "heddle/program/Version.h"

#include <algorithm>
#include <iostream>

using namespace heddle;

namespace {

int fail(std::string_view text) {
  std::cerr << text << "\n";
  return 1;
}

/// One attribute: its line, then the layout.
Result<std::string> print(std::string_view prefix, const std::string &attribute,
                          const AliasFile &file,
                          const TensorLayoutArguments &arguments) {
  Result<LayoutSubject> subject =
      makeSubject({.layout = attribute, .tensor = arguments.tensor},
                  file.readOptions(), arguments.version);
  if (!subject)
    return tl::unexpected(std::move(subject.error()));
  ReportOptions options;
  options.format = ReportFormat::Triton;
  options.view =
      arguments.useHardwareView ? LayoutView::Hardware : LayoutView::Tensor;
  options.write = {.version = arguments.version,
                   .spelling = arguments.spelling};
  Result<std::string> canonical = toText(subject->encoding, options.write);
  if (!canonical)
    return canonical;
  Result<std::string> body = reportLayout(*subject, options);
  // The remedy that it names is an option of another program.
  if (!body)
    return failure(body.error().reason, body.error().witness,
                   "heddle layout can show it");
  return concat("Print layout attribute: ", prefix, *canonical, "\n", *body);
}

/// The layouts of the file: those named, in the order of the names and each
/// followed by an empty line, or all of them.
Result<std::string> printFile(const AliasFile &file,
                              const TensorLayoutArguments &arguments) {
  std::vector<std::string> names = arguments.aliasNames;
  bool isSelection = !names.empty();
  if (!isSelection)
    for (const AliasFile::Alias &alias : file.aliases())
      names.push_back(alias.name);
  std::string text;
  for (const std::string &name : names) {
    std::optional<std::string> definition = file.find(name);
    if (!definition)
      return failure(concat("Can't find the layout attribute: ", name));
    Result<std::string> one =
        print(concat("#", name, " = "), *definition, file, arguments);
    if (!one)
      return failure(concat("Unsupported tensor layout attribute: #", name,
                            " = ", *definition),
                     one.error().text());
    text += *one + (isSelection ? "\n" : "");
  }
  return text;
}

int run(const TensorLayoutArguments &arguments) {
  if (arguments.input.empty() && arguments.layout.empty())
    return 0;
  if (arguments.tensor.empty())
    return fail("Must specify the tensor type argument");
  std::string text;
  AliasFile file;
  if (!arguments.input.empty()) {
    Result<AliasFile> opened = AliasFile::open(arguments.input);
    if (!opened)
      return fail(opened.error().text());
    file = std::move(*opened);
    Result<std::string> part = printFile(file, arguments);
    if (!part)
      return fail(part.error().text());
    text += *part;
  }
  if (!arguments.layout.empty()) {
    Result<std::string> part = print("", arguments.layout, file, arguments);
    if (!part)
      return fail(part.error().text());
    text += *part;
  }
  if (Result<void> written = writeOutput(arguments.output, text); !written)
    return fail(written.error().text());
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  Result<TensorLayoutArguments> arguments =
      parseArguments({argv + 1, argv + std::max(argc, 1)});
  if (!arguments)
    return fail(concat("triton-tensor-layout: ", arguments.error().text()));
  if (!arguments->wantsHelp && !arguments->wantsVersion)
    return run(*arguments);
  Result<void> written = writeOutput(
      "-", arguments->wantsHelp ? tensorLayoutHelp()
                                : versionText("triton-tensor-layout"));
  return written ? 0 : fail(written.error().text());
}
