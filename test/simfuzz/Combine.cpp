//===- Combine.cpp - Reductions' regions ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combine.h"
#include "Numbers.h"

namespace heddle::simfuzz {

namespace {

/// What "each" does to an operand.
std::string opOf(std::size_t operand, Element element) {
  if (isFloat(element))
    return operand % 2 == 0 ? "arith.maxnumf" : "arith.minimumf";
  constexpr const char *Ops[] = {"arith.addi", "arith.maxsi", "arith.xori"};
  return Ops[operand % 3];
}

std::string str(std::size_t number) { return std::to_string(number); }

std::string chooseText(bool isLeast, Element element) {
  std::string type = nameOf(element);
  std::string text;
  text += "%c0 = arith.cmpi eq, %a0, %b0 : " + type + "\n";
  text += "%c1 = arith.cmpi slt, %a1, %b1 : i32\n";
  text += "%c2 = arith.andi %c0, %c1 : i1\n";
  text += std::string("%c3 = arith.cmpi ") + (isLeast ? "slt" : "sgt") +
          ", %a0, %b0 : " + type + "\n";
  text += "%c4 = arith.ori %c3, %c2 : i1\n";
  text += "%d0 = arith.select %c4, %a0, %b0 : " + type + "\n";
  text += "%d1 = arith.select %c4, %a1, %b1 : i32\n";
  return text;
}

std::string affineText(Element element) {
  std::string type = nameOf(element);
  return "%d0 = arith.muli %a0, %b0 : " + type + "\n" +
         "%c0 = arith.muli %a1, %b0 : " + type + "\n" +
         "%d1 = arith.addi %c0, %b1 : " + type + "\n";
}

} // namespace

std::vector<std::string> combinersOf(Element element) {
  if (isFloat(element))
    return {"arith.addf", "arith.minnumf", "arith.maxnumf", "arith.minimumf",
            "arith.maximumf"};
  if (element == Element::I1)
    return {"arith.andi", "arith.ori", "arith.xori"};
  return {"arith.addi",  "arith.addi", "arith.muli",  "arith.andi",
          "arith.ori",   "arith.xori", "arith.minsi", "arith.maxsi",
          "arith.minui", "arith.maxui"};
}

std::string combineText(const std::string &name,
                        const std::vector<Element> &elements,
                        const std::string &terminator) {
  std::string text = "^bb0(", returned, types;
  for (const char *side : {"%a", "%b"})
    for (std::size_t operand = 0; operand < elements.size(); ++operand)
      text += (text.ends_with("(") ? "" : ", ") + (side + str(operand)) + ": " +
              nameOf(elements[operand]);
  text += "):\n";
  for (std::size_t operand = 0; operand < elements.size(); ++operand) {
    returned += (operand == 0 ? "%d" : ", %d") + str(operand);
    types +=
        (operand == 0 ? "" : ", ") + std::string(nameOf(elements[operand]));
    if (name == "least" || name == "greatest" || name == "affine")
      continue;
    std::string op = name == "each" ? opOf(operand, elements[operand]) : name;
    text += "%d" + str(operand) + " = " + op + " %a" + str(operand) + ", %b" +
            str(operand) + " : " + nameOf(elements[operand]) + "\n";
  }
  if (name == "affine")
    text += affineText(elements[0]);
  else if (name == "least" || name == "greatest")
    text += chooseText(name == "least", elements[0]);
  return text + terminator + " " + returned + " : " + types + "\n";
}

std::vector<std::uint64_t> combine(const std::string &name,
                                   const std::vector<Element> &elements,
                                   const std::vector<std::uint64_t> &left,
                                   const std::vector<std::uint64_t> &right) {
  auto two = [&](const std::string &op, std::size_t operand, std::uint64_t a,
                 std::uint64_t b) {
    return compute(op, elements[operand], {a, b}).value_or(0);
  };
  if (name == "affine")
    return {two("arith.muli", 0, left[0], right[0]),
            two("arith.addi", 1, two("arith.muli", 1, left[1], right[0]),
                right[1])};
  if (name == "least" || name == "greatest") {
    std::int64_t a = signedOf(left[0], elements[0]),
                 b = signedOf(right[0], elements[0]);
    bool isFirst = name == "least" ? a < b : a > b;
    bool isTie = a == b && signedOf(left[1], elements[1]) <
                               signedOf(right[1], elements[1]);
    return isFirst || isTie ? left : right;
  }
  std::vector<std::uint64_t> both;
  for (std::size_t operand = 0; operand < elements.size(); ++operand)
    both.push_back(two(name == "each" ? opOf(operand, elements[operand]) : name,
                       operand, left[operand], right[operand]));
  return both;
}

} // namespace heddle::simfuzz
