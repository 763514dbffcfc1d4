//===- TextReducer.cpp - Fewer lines of a text ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextReducer.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle::reduction {

namespace {

using Lines = std::vector<std::string>;

std::string joined(const Lines &lines) {
  return llvm::join(lines, "\n") + "\n";
}

/// The line that closes what a line opens; the line itself if it opens nothing.
std::size_t endOfBlock(const Lines &lines, std::size_t begin) {
  int depth = 0;
  for (std::size_t index = begin; index < lines.size(); ++index) {
    llvm::StringRef line = lines[index];
    depth +=
        static_cast<int>(line.count('{')) - static_cast<int>(line.count('}'));
    if (depth <= 0)
      return index;
  }
  return begin;
}

class LineReducer {
public:
  LineReducer(Lines lines, llvm::function_ref<bool(const std::string &)> test,
              llvm::function_ref<bool()> isOver)
      : lines(std::move(lines)), test(test), isOver(isOver) {}

  const Lines &run();

private:
  bool take(Lines candidate);
  bool without(std::size_t begin, std::size_t end);
  bool dropRuns(std::size_t size);
  bool dropBlocks();

  Lines lines;
  llvm::function_ref<bool(const std::string &)> test;
  llvm::function_ref<bool()> isOver;
};

bool LineReducer::take(Lines candidate) {
  if (candidate.empty() || !test(joined(candidate)))
    return false;
  lines = std::move(candidate);
  return true;
}

bool LineReducer::without(std::size_t begin, std::size_t end) {
  Lines candidate(lines.begin(),
                  lines.begin() + static_cast<std::ptrdiff_t>(begin));
  candidate.insert(candidate.end(),
                   lines.begin() + static_cast<std::ptrdiff_t>(end),
                   lines.end());
  return take(std::move(candidate));
}

// From the end to the beginning: what is defined later is used less.
bool LineReducer::dropRuns(std::size_t size) {
  bool hasHelped = false;
  for (std::size_t end = lines.size(); end > 0 && !isOver();) {
    std::size_t begin = end - std::min(size, end);
    hasHelped |= without(begin, end);
    end = begin;
  }
  return hasHelped;
}

/// Blocks as a whole, or the two lines around what is in them.
bool LineReducer::dropBlocks() {
  bool hasHelped = false;
  for (std::size_t begin = lines.size(); begin-- > 0 && !isOver();) {
    if (begin >= lines.size())
      continue;
    std::size_t end = endOfBlock(lines, begin);
    if (end == begin)
      continue;
    if (without(begin, end + 1)) {
      hasHelped = true;
      continue;
    }
    Lines candidate = lines;
    candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(end));
    candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(begin));
    hasHelped |= take(std::move(candidate));
  }
  return hasHelped;
}

const Lines &LineReducer::run() {
  bool goesOn = true;
  while (goesOn && !isOver()) {
    goesOn = false;
    for (std::size_t size = lines.size() / 2; size > 0; size /= 2)
      goesOn |= dropRuns(size);
    goesOn |= dropBlocks();
  }
  return lines;
}

} // namespace

std::string
reduceLines(const std::string &text,
            llvm::function_ref<bool(const std::string &)> isInteresting,
            llvm::function_ref<bool()> isOver) {
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::StringRef(text).split(parts, '\n', -1, /*KeepEmpty=*/false);
  Lines lines;
  for (llvm::StringRef part : parts)
    lines.push_back(part.str());
  return joined(LineReducer(std::move(lines), isInteresting, isOver).run());
}

} // namespace heddle::reduction
