//===- SourceLocation.cpp - Lines that people wrote ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/SourceLocation.h"
#include "heddle/f2/Error.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace heddle {

using namespace mlir;

namespace {

/// The files and lines of a location, the innermost first: what is inlined
/// comes before where it was called.
void collectFrames(Location location,
                   llvm::SmallVectorImpl<FileLineColLoc> &all) {
  if (auto file = dyn_cast<FileLineColLoc>(location)) {
    all.push_back(file);
  } else if (auto named = dyn_cast<NameLoc>(location)) {
    collectFrames(named.getChildLoc(), all);
  } else if (auto call = dyn_cast<CallSiteLoc>(location)) {
    collectFrames(call.getCallee(), all);
    collectFrames(call.getCaller(), all);
  } else if (auto fused = dyn_cast<FusedLoc>(location)) {
    // Several ops have become one: it is shown where the first was.
    for (Location each : fused.getLocations()) {
      collectFrames(each, all);
      if (!all.empty())
        return;
    }
  }
}

SourceLocation locationOf(FileLineColLoc location) {
  return {.file = location.getFilename().str(),
          .line = location.getLine(),
          .column = location.getColumn()};
}

} // namespace

SourceLocation sourceLocationOf(Location location, llvm::StringRef file) {
  llvm::SmallVector<FileLineColLoc> frames;
  collectFrames(location, frames);
  for (FileLineColLoc frame : frames)
    if (frame.getFilename() == file)
      return locationOf(frame);
  return frames.empty() ? SourceLocation() : locationOf(frames.back());
}

std::optional<std::string> findSource(llvm::StringRef file,
                                      llvm::StringRef input) {
  namespace path = llvm::sys::path;
  llvm::SmallString<128> beside = path::parent_path(input);
  path::append(beside, path::filename(file));
  for (llvm::StringRef each : {file, llvm::StringRef(beside)})
    if (llvm::sys::fs::is_regular_file(each))
      return each.str();
  return std::nullopt;
}

std::string locationText(const SourceLocation &location) {
  if (location.line == 0)
    return "?";
  return concat(location.file, ":", location.line, ":", location.column);
}

} // namespace heddle
