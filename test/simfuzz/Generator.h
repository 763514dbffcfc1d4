//===- Generator.h - Writes random programs ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes random programs.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_SIMFUZZ_GENERATOR_H
#define HEDDLE_TEST_SIMFUZZ_GENERATOR_H

#include "Layouts.h"
#include "Program.h"

#include <functional>

namespace heddle::simfuzz {

/// A program whose results are clear: `evaluate` expects something of it. The
/// same for the same seed.
Program generate(std::uint64_t seed);

/// Replaces by constants what a statement results in, or takes it out; false if
/// that cannot be.
bool neutralize(Program &program, const Statement *statement);

/// Writes one program.
class Generator {
public:
  explicit Generator(std::uint64_t seed);
  Program write();

private:
  using Value = unsigned;
  using MaybeValue = std::optional<unsigned>;
  using Writer = bool (Generator::*)();

  // Random choices.
  std::uint64_t below(std::uint64_t limit) { return engine() % limit; }
  bool oneIn(std::uint64_t times) { return below(times) == 0; }
  std::int64_t power(unsigned most) {
    return std::int64_t(1) << below(most + 1);
  }
  template <class T> const T &choose(const std::vector<T> &list) {
    return list[below(list.size())];
  }
  Shape anyShape(unsigned leastRank = 1, unsigned mostRank = 4);
  Element anyElement();
  std::string layoutFor(const Shape &shape);
  std::uint64_t anyNumber(Element element, unsigned style);
  std::vector<std::int64_t> anyOrder(std::size_t rank);
  /// Of so many elements, a power of two, along at most so many axes.
  Shape anyShapeOf(std::int64_t count, unsigned mostAxes);

  // Values.
  const Type &typeOf(Value value) const { return program.types[value]; }
  /// The first result; nothing if the statement is not allowed.
  MaybeValue emit(Statement statement);
  MaybeValue pick(const std::function<bool(const Type &)> &filter);
  /// The same of all values, each as often.
  MaybeValue pickOf(const std::function<bool(const Type &)> &filter);
  MaybeValue pickTensor();
  MaybeValue pickNumber();
  /// A value of exactly this type.
  Value need(const Type &type);
  Value constant(const Type &type, std::uint64_t bits);
  Value constant(const Type &type, double number);
  Value convert(Value value, const std::string &layout);
  Value cast(Value value, Element to);
  Value iota(const Shape &shape, const std::string &layout);
  Value binary(const std::string &name, Value left, Value right);
  /// An index below `size`, a power of two, for each of `like`'s elements.
  Value indexBelow(Value index, std::int64_t size);
  Value load(const Type &type);
  Value scalarNumber();
  unsigned addGlobal(Global::Role role, Element element, std::int64_t count);
  unsigned inputOf(Element element, std::int64_t atLeast);

  // Statements; false if nothing fits.
  bool writeOne();
  bool writeBinary();
  bool writeUnary();
  bool writeFused();
  bool writeCast();
  bool writeCompare();
  bool writeSelect();
  bool writeScalar();
  bool writeSplat();
  bool writeLoad();
  bool writeMaskedLoad();
  bool writeGatherLoad();
  bool writeConvert();
  bool writeExpand();
  bool writeBroadcast();
  bool writeReshape();
  bool writeTrans();
  bool writeJoin();
  bool writeSplit();
  bool writeCat();
  bool writeGather();
  bool writeReduce();
  bool writeScan();
  bool writeHistogram();
  bool writeDot();
  bool writeAtomic();
  bool writeBuffer();
  bool writeBufferArray();
  bool writeLocalStore();
  bool writeLocalLoad();
  bool loadView(MaybeValue view);
  bool load(unsigned memory);
  bool writeMemoryPart();
  bool writeMemoryTrans();
  bool writeMemoryReshape();
  bool writeBarrier();
  bool writeFor();
  bool writeIf();
  bool writeWhile();
  bool combineMany(Op op);
  Value condition();
  Body writeBody(const std::vector<Type> &arguments, bool isLoop);
  void writeOutputs();
  void writeOutput(Value value);

  std::mt19937_64 engine;
  Program program;
  LayoutSource layouts;
  std::vector<Statement> *statements = nullptr;
  /// Values that statements may use now.
  std::vector<Value> live;
  unsigned depth = 0;
  std::int64_t mostElements = 0;
};

} // namespace heddle::simfuzz

#endif // HEDDLE_TEST_SIMFUZZ_GENERATOR_H
