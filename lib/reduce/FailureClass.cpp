//===- FailureClass.cpp - Failures in words that last ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FailureClass.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle::reduction {

namespace {

bool isNameCharacter(char character) {
  return llvm::isAlnum(character) || character == '_' || character == '$' ||
         character == '.' || character == '-';
}

/// Behind the bracket that closes the first one; npos if none does.
std::size_t endOfBrackets(llvm::StringRef text) {
  unsigned depth = 0;
  for (std::size_t index = 0; index < text.size(); ++index) {
    // The arrow of a function's type.
    bool isArrow = index > 0 && text[index - 1] == '-';
    if (text[index] == '<')
      ++depth;
    else if (text[index] == '>' && !isArrow && --depth == 0)
      return index + 1;
  }
  return llvm::StringRef::npos;
}

} // namespace

std::string messageClass(llvm::StringRef message) {
  std::string result;
  char before = ' ';
  while (!message.empty()) {
    char first = message.front();
    if (first == '%' || first == '#' || first == '@') {
      result += first;
      message = message.drop_front().drop_while(
          [](char each) { return isNameCharacter(each); });
    } else if (llvm::isDigit(first)) {
      // `f32` and `i1` are words, and so is `v2`.
      if (!llvm::isAlpha(before) && before != '_')
        result += '#';
      else
        result += message.take_while(llvm::isDigit);
      message = message.drop_while(llvm::isDigit);
    } else if (first == '<' && (llvm::isAlnum(before) || before == '_') &&
               endOfBrackets(message) != llvm::StringRef::npos) {
      result += "<>";
      message = message.drop_front(endOfBrackets(message));
    } else {
      result += first;
      message = message.drop_front();
    }
    before = result.back();
  }
  return result;
}

std::string firstError(llvm::StringRef errors) {
  llvm::SmallVector<llvm::StringRef> lines;
  errors.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines)
    if (std::size_t begin = line.find("error: ");
        begin != llvm::StringRef::npos)
      return line.drop_front(begin).str();
  for (llvm::StringRef line : lines)
    if (line.contains("Error: ") || line.contains("Exception: "))
      return line.str();
  return lines.empty() ? std::string() : lines.front().str();
}

std::string shownLine(llvm::StringRef errors) {
  auto [before, behind] = errors.split("error: ");
  llvm::StringRef line = behind.split('\n').second.split('\n').first.trim();
  return line.contains(": note: ") ? std::string() : line.str();
}

namespace {

/// Frames of the machinery that handles a signal, and of libc's abort.
bool isOfHandler(llvm::StringRef frame) {
  for (llvm::StringRef each :
       {"PrintStackTrace", "RunSignalHandlers", "SignalHandler", "__restore_rt",
        "libc.so", "libpthread", "pthread_kill", "abort", "__assert_fail",
        "libLLVM", "report_fatal_error", "llvm_unreachable_internal"})
    if (frame.contains(each))
      return true;
  return false;
}

/// "#4 0x55 (anonymous namespace)::f(int) file.cpp:3" without number and
/// address.
llvm::StringRef frameText(llvm::StringRef line) {
  line = line.trim();
  if (!line.consume_front("#"))
    return {};
  line = line.drop_while(llvm::isDigit).ltrim();
  if (!line.consume_front("0x"))
    return {};
  return line.drop_while(llvm::isHexDigit).ltrim();
}

/// The first frame behind those of libc, if there are any, else the fourth:
/// LLVM's handler has three.
std::string topFrame(llvm::ArrayRef<llvm::StringRef> lines) {
  llvm::SmallVector<llvm::StringRef> frames;
  for (llvm::StringRef line : lines)
    if (llvm::StringRef frame = frameText(line); !frame.empty())
      frames.push_back(frame);
  constexpr std::size_t Seen = 10, OfHandler = 3;
  std::size_t top = std::min(OfHandler, frames.size());
  for (std::size_t index = 0; index < std::min(Seen, frames.size()); ++index)
    if (isOfHandler(frames[index]))
      top = index + 1;
  return top < frames.size() ? frames[top].str() : std::string();
}

} // namespace

std::string crashReason(llvm::StringRef errors) {
  llvm::SmallVector<llvm::StringRef> lines;
  errors.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines) {
    if (std::size_t begin = line.find("Assertion "); begin != line.npos)
      return messageClass(line.drop_front(begin));
    for (llvm::StringRef each :
         {"LLVM ERROR: ", "UNREACHABLE executed",
          "fatal error: ", "ERROR: AddressSanitizer",
          "runtime error: ", "panicked at", "terminate called"})
      if (std::size_t begin = line.find(each); begin != line.npos)
        return messageClass(line.drop_front(begin));
  }
  return topFrame(lines);
}

} // namespace heddle::reduction
