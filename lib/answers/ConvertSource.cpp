//===- ConvertSource.cpp - Conversions as code to paste -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvertParts.h"
#include "heddle/view/PlainText.h"

namespace heddle {

namespace {

Result<void> checkLanguage(const Target &target, SourceLanguage language) {
  bool isCuda = language == SourceLanguage::Cuda;
  if (isCuda == (target.vendor == Vendor::Nvidia))
    return {};
  return failure(
      concat("expects an ", isCuda ? "NVIDIA" : "AMD", " target for ",
             isCuda ? "CUDA" : "HIP", ", but got ", target.name),
      {},
      concat("use --emit=", isCuda ? "hip" : "cuda", ", or another --target"));
}

// A block's rank is read from the hardware.
Result<void> checkClusters(const ConvertAnswer &answer) {
  std::uint64_t blocks = answer.from.layout.inSize(Dim::Block);
  if (blocks == 1 || answer.target->clusterBlocks > 1)
    return {};
  return failure(concat("expects a layout of one block to print its code for ",
                        answer.target->name,
                        ", which has no clusters, but got one of ", blocks,
                        " blocks"),
                 {}, "leave the blocks out of both layouts");
}

std::string costText(const Conversion &conversion) {
  const ProgramCounts &counts = conversion.counts;
  std::string text =
      concat("A block executes ", countText(counts.shuffles, "shuffle"), ", ",
             countText(counts.permutes, "byte permute"), " and ",
             countText(counts.selects, "select"));
  if (counts.stores + counts.loads != 0)
    text +=
        concat(",\n", countText(counts.stores, "store"), " in ",
               countText(counts.write.actual, "wavefront"), " (minimum ",
               counts.write.minimum, "), ", countText(counts.loads, "load"),
               " in ", countText(counts.read.actual, "wavefront"), " (minimum ",
               counts.read.minimum, ");\nbarriers: ", barriersText(counts));
  return text + ".\n";
}

/// How to call it.
std::string launchText(const ConvertAnswer &answer) {
  const Program &program = answer.conversion.program;
  const ThreadBits &threads = program.threads;
  std::uint64_t lanes = f2::unit(threads.lane);
  std::string text =
      concat("All threads of a block of ", f2::unit(threads.warp) * lanes, " (",
             countText(f2::unit(threads.warp), "warp"), " of ", lanes,
             ") call it together");
  if (threads.block != 0)
    text += concat(", in clusters of ", f2::unit(threads.block), " blocks");
  if (program.scratchBytes == 0)
    return text + ";\nit needs no shared memory, and scratch may be null.\n";
  text += concat(";\nscratch is ", program.scratchBytes,
                 " bytes of shared memory, aligned to 128.\n");
  if (program.scratchBytes > answer.target->staticSharedBytes)
    text += concat("That is more than the ", answer.target->staticSharedBytes,
                   " bytes that a block has by default: raise the limit "
                   "with\ncudaFuncSetAttribute(kernel, "
                   "cudaFuncAttributeMaxDynamicSharedMemorySize, ...).\n");
  return text;
}

} // namespace

Result<std::string> convertSource(const ConvertAnswer &answer,
                                  SourceLanguage language,
                                  const std::string &name,
                                  TritonVersion version) {
  if (Result<void> fit = checkLanguage(*answer.target, language); !fit)
    return tl::unexpected(std::move(fit.error()));
  if (Result<void> fit = checkClusters(answer); !fit)
    return tl::unexpected(std::move(fit.error()));
  if (answer.counterexample)
    return failure("expects a conversion with a proof to print its code, but "
                   "got one that is wrong",
                   answer.counterexample->text(),
                   "this is a mistake of heddle: please report it with both "
                   "types and the target");
  Result<std::string> subjects = subjectsText(answer, version);
  if (!subjects)
    return subjects;
  const Conversion &conversion = answer.conversion;
  std::string comment = concat(
      name,
      ": registers of one layout to those of another, by heddle convert\n",
      *subjects, "strategy ", strategyName(conversion.strategy),
      ", predicted at ", decimalText(conversion.cycles),
      " cycles per block, proved for every register of every thread.\n",
      costText(conversion), launchText(answer));
  return emitSource(conversion,
                    {.language = language, .name = name, .comment = comment});
}

} // namespace heddle
