//===- TargetNames.cpp - How people and modules name GPUs -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/f2/Spelling.h"
#include "heddle/target/Target.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace heddle {

namespace {

/// How `ttg.target` begins.
constexpr std::string_view Cuda = "cuda:", Hip = "hip:";

/// NVIDIA's names of the instructions of an architecture, and of its chips.
constexpr std::string_view Virtual = "compute_", Real = "sm_";

/// "rtx4090" for "RTX 4090", "sm90a" for "sm_90a".
std::string plain(std::string_view name) {
  std::string text;
  for (char c : name)
    if (c != ' ' && c != '-' && c != '_')
      text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

/// All spellings of a target, its name first.
std::vector<std::string> spellingsOf(const Target &target) {
  std::vector<std::string> spellings = {std::string(target.name)};
  if (target.codeName != target.name)
    spellings.emplace_back(target.codeName);
  if (target.vendor == Vendor::Nvidia)
    for (std::size_t i = spellings.size(); i-- > 0;)
      spellings.push_back(concat(Virtual, spellings[i].substr(Real.size())));
  spellings.push_back(moduleName(target));
  spellings.insert(spellings.end(), target.products.begin(),
                   target.products.end());
  return spellings;
}

/// HIP has settings behind the names of AMD's chips: "gfx942:xnack-".
bool isSpelledSo(const Target &target, const std::string &word,
                 std::string_view spelling) {
  std::string text = plain(spelling);
  return word == text ||
         (target.vendor == Vendor::Amd && word.starts_with(text + ":"));
}

std::string remedyFor(std::string_view name) {
  std::vector<std::string> spellings;
  std::string known;
  for (const Target &target : allTargets()) {
    known += concat(known.empty() ? "" : ", ", target.name);
    std::ranges::move(spellingsOf(target), std::back_inserter(spellings));
  }
  std::vector<std::string_view> candidates(spellings.begin(), spellings.end());
  std::string question = didYouMean(name, candidates);
  return concat(question, question.empty() ? "" : " ",
                "the targets known here are ", known);
}

} // namespace

std::string targetRange(Vendor vendor) {
  std::string_view first, last;
  for (const Target &target : allTargets())
    if (target.vendor == vendor) {
      first = first.empty() ? target.name : first;
      last = target.name;
    }
  return concat(first, " ... ", last);
}

Result<const Target *> findTarget(std::string_view name) {
  std::string word = plain(name);
  for (const Target &target : allTargets())
    for (const std::string &spelling : spellingsOf(target))
      if (isSpelledSo(target, word, spelling))
        return &target;
  return failure(concat("expects a target, but got '", name, "'"), {},
                 remedyFor(name));
}

std::string moduleName(const Target &target) {
  return target.vendor == Vendor::Nvidia ? concat(Cuda, target.capability)
                                         : concat(Hip, target.name);
}

const Target *targetOfModule(std::string_view name) {
  unsigned capability = 0;
  if (name.starts_with(Cuda)) {
    std::string_view digits = name.substr(Cuda.size());
    std::from_chars(digits.data(), digits.data() + digits.size(), capability);
  }
  const Target *newest = nullptr;
  for (const Target &target : allTargets()) {
    if (moduleName(target) == name)
      return &target;
    bool isOlder =
        target.vendor == Vendor::Nvidia && target.capability <= capability &&
        (newest == nullptr || newest->capability < target.capability);
    if (isOlder)
      newest = &target;
  }
  return newest;
}

} // namespace heddle
