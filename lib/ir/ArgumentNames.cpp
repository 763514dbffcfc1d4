//===- ArgumentNames.cpp - What a file calls arguments --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/ArgumentNames.h"

namespace heddle::ir {

using namespace mlir;

llvm::StringRef nameIn(Location place) {
  if (auto named = dyn_cast<NameLoc>(place))
    return named.getName();
  if (auto call = dyn_cast<CallSiteLoc>(place))
    return nameIn(call.getCallee());
  if (auto fused = dyn_cast<FusedLoc>(place))
    for (Location each : fused.getLocations())
      if (llvm::StringRef name = nameIn(each); !name.empty())
        return name;
  return {};
}

std::string nameInFile(const AsmParserState &state, BlockArgument argument) {
  const auto *block = state.getBlockDef(argument.getOwner());
  if (block == nullptr || argument.getArgNumber() >= block->arguments.size())
    return {};
  llvm::SMRange range = block->arguments[argument.getArgNumber()].loc;
  if (!range.isValid())
    return {};
  llvm::StringRef text(range.Start.getPointer(),
                       static_cast<std::size_t>(range.End.getPointer() -
                                                range.Start.getPointer()));
  return text.ltrim('%').str();
}

} // namespace heddle::ir
