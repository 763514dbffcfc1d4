//===- CompiledKernel.cpp - What a whole kernel costs ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledKernel.h"
#include "MoveCosts.h"
#include "heddle/report/MakeReport.h"
#include "heddle/view/PlainText.h"

#include <cmath>

namespace heddle::lsp {

namespace {

/// Longer texts take seconds.
constexpr std::size_t MostBytes = 1 << 20;

std::string refusal(const Messages &messages) {
  for (const Message &message : messages.all)
    if (message.isError)
      return "not compiled: " + message.error.reason;
  return "not compiled";
}

std::string summary(const KernelReport &report) {
  unsigned barriers =
      report.blockBarriers + report.warpBarriers + report.clusterBarriers;
  return concat("compiled: ~",
                static_cast<std::uint64_t>(std::llround(report.cycles)),
                " cycles of a block, ", bytesText(report.sharedBytes),
                " shared, ", countText(barriers, "barrier"));
}

std::string compile(std::string_view text, const std::string &kernel,
                    const Target &target) {
  Messages messages;
  CompileOptions options;
  options.input = "kernel";
  options.text = std::string(text);
  options.target = &target;
  options.entry = kernel;
  options.stage = CompileStage::Simt;
  options.doesReport = true;
  options.messages = &messages;
  Reported<std::unique_ptr<KernelFile>> file = KernelFile::read(options);
  if (!file || failed((*file)->giveLayouts()) || failed((*file)->lower()))
    return refusal(messages);
  for (const KernelReport &report : makeReports(**file))
    if (report.kernel == kernel)
      return summary(report);
  return refusal(messages);
}

} // namespace

std::string CompiledKernels::summaryOf(std::string_view text,
                                       const std::string &kernel,
                                       const Target &target) {
  if (text.size() > MostBytes)
    return "not compiled: the text is too long to do that while it is edited";
  std::string key = concat(kernel, "\n", target.name, "\n", text);
  if (auto found = known.find(key); found != known.end())
    return found->second;
  constexpr std::size_t MostKernels = 64;
  if (known.size() == MostKernels)
    known.clear();
  std::string made = compile(text, kernel, target);
  known.emplace(std::move(key), made);
  return made;
}

} // namespace heddle::lsp
