//===- Messages.cpp - Prints and assertions -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"
#include "SimtOps.h"

#include <cinttypes>
#include <cstring>

HEDDLE_SIM_BEGIN

namespace {

/// One directive of a format of C, from its sign to its letter, with an
/// argument of 32 or 64 bits.
std::string printed(const std::string &directive,
                    const PrintTable::Argument &argument,
                    const std::uint8_t *bytes) {
  constexpr std::size_t Most = 64;
  std::array<char, Most> text{};
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, argument.bytes);
  char letter = directive.back();
  // Flags and widths stay; how long the argument is we know better.
  std::string flags =
      directive.substr(0, directive.find_first_of("hlzjtdiouxXpcfFeEgG"));
  if (argument.isFloat)
    std::snprintf(text.data(), text.size(), (flags + letter).c_str(),
                  std::bit_cast<double>(bits));
  else if (argument.bytes == 4 && (letter == 'd' || letter == 'i'))
    std::snprintf(text.data(), text.size(), (flags + "d").c_str(),
                  static_cast<int>(bits));
  else
    std::snprintf(text.data(), text.size(),
                  (flags + "ll" + (letter == 'p' ? 'x' : letter)).c_str(),
                  static_cast<unsigned long long>(bits));
  return text.data();
}

/// The same of an argument that is not defined: as wide, without its digits.
std::string undefinedText(const std::string &directive) {
  std::size_t width = directive.find_first_of("123456789.");
  bool isLeft = directive.substr(0, width).find('-') != std::string::npos;
  std::size_t most = 0;
  for (std::size_t at = width; at < directive.size(); ++at) {
    if (directive[at] < '0' || directive[at] > '9')
      break;
    most = most * 10 + static_cast<std::size_t>(directive[at] - '0');
  }
  std::string text = "undefined";
  std::string padding(most > text.size() ? most - text.size() : 0, ' ');
  return isLeft ? text + padding : padding + text;
}

std::string lineOf(Warp &warp, const PrintTable &table, unsigned lane) {
  std::string line;
  auto next = table.arguments.begin();
  const std::string &format = table.format;
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%') {
      line += format[at];
      continue;
    }
    std::size_t end = format.find_first_of("%diouxXpcfFeEgGs", at + 1);
    if (end == std::string::npos || format[end] == '%' ||
        next == table.arguments.end()) {
      line += '%';
      at += at + 1 < format.size() && format[at + 1] == '%' ? 1 : 0;
      continue;
    }
    std::string directive = format.substr(at, end - at + 1);
    if (lacking(warp, next->where, std::uint64_t(1) << lane) != 0)
      line += undefinedText(directive);
    else
      line += printed(directive, *next,
                      warp.at<std::uint8_t>(next->where) +
                          std::size_t(lane) * next->bytes);
    ++next;
    at = end;
  }
  return line;
}

} // namespace

bool runPrint(Warp &warp, const Instruction &each) {
  const PrintTable &table = warp.block->code.prints[each.immediate];
  std::uint64_t lanes = warp.all;
  if (table.predicate)
    lanes = lanesWhere(warp.at<std::uint8_t>(*table.predicate), warp.lanes);
  const auto &print = warp.block->execution.launch.print;
  for (; lanes != 0; lanes &= lanes - 1) {
    std::string line =
        lineOf(warp, table, static_cast<unsigned>(std::countr_zero(lanes)));
    if (print)
      print(line);
    else
      llvm::errs() << line;
  }
  return true;
}

bool runObserve(Warp &warp, const Instruction &each) {
  const ThreadBlock &block = *warp.block;
  const auto &observe = block.execution.launch.observe;
  const ObservedValue &value = block.code.observed[each.immediate];
  if (!observe)
    return true;
  observe({.number = value.number,
           .program = block.program,
           .block = block.rank,
           .warp = warp.number,
           .warpInPartition = warp.numberInPart(),
           .lanes = warp.lanes,
           .registers = each.count,
           .bytes = value.bytes,
           .elements = warp.at<std::uint8_t>(each.a),
           .defined = warp.masksAt(each.a),
           .shared = block.shared.contents()});
  return true;
}

bool runAssert(Warp &warp, const Instruction &each) {
  const auto *conditions = warp.at<std::uint8_t>(each.a);
  for (std::uint32_t index = 0; index < each.count; ++index) {
    std::uint64_t missing = warp.all & ~warp.masksAt(each.a)[index];
    if (IsWatched && missing != 0)
      return stopAtUndefined(warp, each, missing,
                             "expects a defined condition");
    std::uint64_t wrong =
        warp.all &
        ~lanesWhere(conditions + std::size_t(index) * warp.lanes, warp.lanes);
    if (wrong != 0)
      return stop(warp, each, wrong,
                  "assertion failed: " +
                      warp.block->code.prints[each.immediate].format);
  }
  return true;
}

HEDDLE_SIM_END
