//===- Dim.cpp - Names of layout dimensions -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/Dim.h"

#include <array>
#include <deque>
#include <mutex>
#include <string>
#include <unordered_map>

namespace heddle {

namespace {

/// The names with a fixed number, which is their place here.
constexpr std::array<std::string_view, MaxDims + 13> FixedNames = {
    "dim0",    "dim1",   "dim2",      "dim3",  "dim4",     "dim5",   "dim6",
    "dim7",    "dim8",   "dim9",      "dim10", "dim11",    "dim12",  "dim13",
    "dim14",   "dim15",  "dim16",     "dim17", "dim18",    "dim19",  "dim20",
    "dim21",   "dim22",  "dim23",     "dim24", "dim25",    "dim26",  "dim27",
    "dim28",   "dim29",  "dim30",     "dim31", "register", "lane",   "warp",
    "block",   "offset", "partition", "row",   "col",      "vector", "bank",
    "segment", "reps",   "thread"};
static_assert(FixedNames[Dim::Register.id()] == "register");
static_assert(FixedNames[Dim::Thread.id()] == "thread");

#ifdef __wasi__
/// A WebAssembly module has one thread, and its library no mutex.
struct Mutex {
  void lock() {}
  void unlock() {}
};
#else
using Mutex = std::mutex;
#endif

/// The names beyond the fixed ones. It only grows, and a deque never moves its
/// elements, so a name that was handed out stays valid.
class NameTable {
public:
  std::uint32_t intern(std::string_view name) {
    std::lock_guard lock(mutex);
    if (auto found = numbers.find(name); found != numbers.end())
      return found->second;
    const std::string &stored = names.emplace_back(name);
    auto number = static_cast<std::uint32_t>(FixedNames.size() + names.size());
    numbers.emplace(stored, --number);
    return number;
  }

  std::string_view name(std::uint32_t number) {
    std::lock_guard lock(mutex);
    return names[number - FixedNames.size()];
  }

private:
  Mutex mutex;
  std::deque<std::string> names;
  std::unordered_map<std::string_view, std::uint32_t> numbers;
};

NameTable &nameTable() {
  // Never destroyed: destructors of other static objects may still ask.
  static NameTable &table = *new NameTable;
  return table;
}

} // namespace

Dim Dim::named(std::string_view name) {
  for (std::uint32_t i = 0; i < FixedNames.size(); ++i)
    if (FixedNames[i] == name)
      return Dim(i);
  return Dim(nameTable().intern(name));
}

Dim Dim::namedStandard(unsigned axis) {
  return named("dim" + std::to_string(axis));
}

std::string_view Dim::name() const {
  return number < FixedNames.size() ? FixedNames[number]
                                    : nameTable().name(number);
}

} // namespace heddle
