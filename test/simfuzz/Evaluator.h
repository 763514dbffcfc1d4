//===- Evaluator.h - A program that is evaluated ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The state of a program that is evaluated.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_SIMFUZZ_EVALUATOR_H
#define HEDDLE_TEST_SIMFUZZ_EVALUATOR_H

#include "Evaluate.h"
#include "Numbers.h"

#include <functional>
#include <memory>

namespace heddle::simfuzz {

/// Elements, row by row.
struct Cells {
  std::vector<std::uint64_t> bits;
  std::vector<std::uint8_t> isDefined;

  explicit Cells(std::size_t count = 0) : bits(count, 0), isDefined(count, 0) {}
  std::size_t count() const { return bits.size(); }
  void set(std::size_t at, Bits value) {
    bits[at] = value.value_or(0);
    isDefined[at] = static_cast<std::uint8_t>(value.has_value());
  }
  Bits get(std::size_t at) const {
    return isDefined[at] != 0 ? Bits(bits[at]) : std::nullopt;
  }
};

struct Memory {
  Cells cells;
  bool isFree = false;
};

/// A scalar or tensor, or a view of memory: where each of its elements is.
struct Datum {
  Cells cells;
  std::shared_ptr<Memory> memory;
  std::vector<std::uint32_t> places;
};

/// The coordinates of the element with this number, and back.
std::vector<std::int64_t> placeOf(std::int64_t number, const Shape &shape);
std::int64_t numberOf(const std::vector<std::int64_t> &place,
                      const Shape &shape);

/// Runs a program.
class Evaluator {
public:
  Evaluator(const Program &program, Mistake mistake)
      : program(program), mistake(mistake), data(program.types.size()) {
    for (const Global &global : program.globals) {
      contents.push_back(global.contents);
      touched.emplace_back(global.contents.size(), 0);
    }
  }

  Expectation evaluate();

private:
  bool run(const std::vector<Statement> &statements);
  bool run(const Statement &each);
  bool fail(const std::string &reason) {
    if (!unclear)
      unclear = Unclear{current, reason};
    return false;
  }

  const Type &typeOf(unsigned value) const { return program.types[value]; }
  const Type &operandType(std::size_t operand) const {
    return typeOf(current->operands[operand]);
  }
  const Type &resultType(std::size_t result = 0) const {
    return typeOf(current->results[result]);
  }
  const Datum &operand(std::size_t index) const {
    return data[current->operands[index]];
  }
  std::size_t operands() const { return current->operands.size(); }
  Cells &result(std::size_t index = 0) {
    Datum &datum = data[current->results[index]];
    datum.cells =
        Cells(static_cast<std::size_t>(countOf(resultType(index).shape)));
    return datum.cells;
  }
  Bits scalar(unsigned value) const { return data[value].cells.get(0); }

  void elementwise();
  bool access();
  bool accessOne(std::size_t element, std::uint64_t at, Cells *old);
  void moved(const std::function<std::int64_t(std::int64_t)> &source);
  void view();
  void pair();
  bool gather();
  void along(std::size_t axis, bool isReversed, bool isScan);
  void catReduce();
  bool histogram();
  void dot();
  bool memory();
  bool memoryView();
  bool loop();
  bool branch();
  bool body(const Body &body, std::int64_t counter,
            std::vector<Datum> &carried);

  const Program &program;
  Mistake mistake;
  std::vector<Datum> data;
  std::vector<std::vector<std::uint64_t>> contents;
  /// How often each element was written.
  std::vector<std::vector<std::uint8_t>> touched;
  std::optional<Unclear> unclear;
  const Statement *current = nullptr;
  std::int64_t programId = 0;
  std::uint64_t work = 0;
};

} // namespace heddle::simfuzz

#endif // HEDDLE_TEST_SIMFUZZ_EVALUATOR_H
