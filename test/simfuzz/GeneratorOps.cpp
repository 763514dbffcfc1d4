//===- GeneratorOps.cpp - Random statements -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

namespace heddle::simfuzz {

// One of these, as often as it stands here.
bool Generator::writeOne() {
  using G = Generator;
  static constexpr Writer Any[] = {
      &G::writeBinary,     &G::writeBinary,     &G::writeBinary,
      &G::writeUnary,      &G::writeUnary,      &G::writeFused,
      &G::writeCast,       &G::writeBinary,     &G::writeBinary,
      &G::writeBinary,     &G::writeUnary,      &G::writeUnary,
      &G::writeFused,      &G::writeCast,       &G::writeCast,
      &G::writeCompare,    &G::writeSelect,     &G::writeSelect,
      &G::writeScalar,     &G::writeSplat,      &G::writeLoad,
      &G::writeMaskedLoad, &G::writeGatherLoad, &G::writeExpand,
      &G::writeExpand,     &G::writeBroadcast,  &G::writeBroadcast,
      &G::writeReshape,    &G::writeTrans,      &G::writeJoin,
      &G::writeSplit,      &G::writeCat,        &G::writeGather,
      &G::writeReduce,     &G::writeReduce,     &G::writeReduce,
      &G::writeScan,       &G::writeScan,       &G::writeHistogram,
      &G::writeDot,        &G::writeAtomic,     &G::writeFor,
      &G::writeIf,         &G::writeWhile,      &G::writeBarrier};
  static constexpr Writer WithLayouts[] = {
      &G::writeMemoryPart,   &G::writeMemoryTrans, &G::writeMemoryReshape,
      &G::writeConvert,      &G::writeConvert,     &G::writeConvert,
      &G::writeBuffer,       &G::writeBuffer,      &G::writeBufferArray,
      &G::writeLocalStore,   &G::writeLocalStore,  &G::writeLocalLoad,
      &G::writeLocalLoad,    &G::writeMemoryPart,  &G::writeMemoryTrans,
      &G::writeMemoryReshape};
  constexpr std::size_t Count = std::size(Any), More = std::size(WithLayouts);
  std::size_t chosen = below(Count + (program.hasLayouts ? More : 0));
  return (
      this->*(chosen < Count ? Any[chosen] : WithLayouts[chosen - Count]))();
}

//===----------------------------------------------------------------------===//
// Element by element
//===----------------------------------------------------------------------===//

bool Generator::writeBinary() {
  MaybeValue left = pickNumber();
  if (!left)
    return false;
  Type type = typeOf(*left);
  Value right = need(type);
  static const std::vector<std::string> Bits = {"arith.andi", "arith.ori",
                                                "arith.xori"};
  static const std::vector<std::string> Integers = {
      "arith.addi",  "arith.subi",  "arith.muli",  "arith.andi",  "arith.ori",
      "arith.xori",  "arith.minsi", "arith.maxsi", "arith.minui", "arith.maxui",
      "arith.divsi", "arith.divui", "arith.remsi", "arith.remui", "arith.shli",
      "arith.shrui", "arith.shrsi"};
  static const std::vector<std::string> Floats = {
      "arith.addf",     "arith.addf",      "arith.subf",    "arith.mulf",
      "arith.mulf",     "arith.minnumf",   "arith.maxnumf", "arith.minimumf",
      "arith.maximumf", "tt.precise_divf", "math.copysign"};
  if (type.element == Element::I1)
    return emit({.op = Op::Elementwise,
                 .operands = {*left, right},
                 .name = choose(Bits)})
        .has_value();
  std::string name = choose(isFloat(type.element) ? Floats : Integers);
  if ((type.element == Element::I32 || type.element == Element::I64) &&
      oneIn(20))
    name = "tt.mulhiui";
  if (name.starts_with("arith.sh"))
    right = binary("arith.andi", right,
                   constant(type, std::uint64_t(bitsOf(type.element) - 1)));
  if (name.starts_with("arith.div") || name.starts_with("arith.rem"))
    right =
        binary("arith.ori",
               binary("arith.andi", right, constant(type, std::uint64_t(63))),
               constant(type, std::uint64_t(1)));
  // Quotients of f32 are exact only where the op says so.
  if (name == "tt.precise_divf" && type.element != Element::F32)
    name = "arith.divf";
  return emit({.op = Op::Elementwise, .operands = {*left, right}, .name = name})
      .has_value();
}

bool Generator::writeUnary() {
  MaybeValue value = pick([](const Type &type) {
    return !type.isBuffer() && type.element != Element::I1;
  });
  if (!value)
    return false;
  static const std::vector<std::string> Integers = {"math.absi", "math.ctpop",
                                                    "math.ctlz", "math.cttz"};
  static const std::vector<std::string> Floats = {
      "arith.negf", "math.absf",      "math.floor", "math.ceil",
      "math.trunc", "math.roundeven", "math.round", "math.sqrt"};
  return emit({.op = Op::Elementwise,
               .operands = {*value},
               .name =
                   choose(isFloat(typeOf(*value).element) ? Floats : Integers)})
      .has_value();
}

bool Generator::writeFused() {
  MaybeValue value = pick([](const Type &type) {
    return !type.isBuffer() && isFloat(type.element);
  });
  if (!value)
    return false;
  Type type = typeOf(*value);
  return emit({.op = Op::Elementwise,
               .operands = {*value, need(type), need(type)},
               .name = "math.fma"})
      .has_value();
}

bool Generator::writeCast() {
  MaybeValue value = pickNumber();
  if (!value)
    return false;
  Element from = typeOf(*value).element;
  Element to = oneIn(10) ? Element::I1 : anyElement();
  if (oneIn(4) && bitsOf(from) == bitsOf(to) && from != to)
    return emit({.op = Op::Cast,
                 .operands = {*value},
                 .name = "tt.bitcast",
                 .type = Type::scalar(to)})
        .has_value();
  cast(*value, to);
  return from != to;
}

bool Generator::writeCompare() {
  MaybeValue left = pick([](const Type &type) {
    return !type.isBuffer() && type.element != Element::I1;
  });
  if (!left)
    return false;
  static const std::vector<std::string> Integers = {
      "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"};
  static const std::vector<std::string> Floats = {
      "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
      "ueq", "ugt", "uge", "ult", "ule", "une", "uno"};
  Type type = typeOf(*left);
  std::string name = isFloat(type.element) ? "arith.cmpf " + choose(Floats)
                                           : "arith.cmpi " + choose(Integers);
  return emit(
             {.op = Op::Compare, .operands = {*left, need(type)}, .name = name})
      .has_value();
}

bool Generator::writeSelect() {
  MaybeValue side = pickNumber();
  if (!side)
    return false;
  Type type = typeOf(*side);
  return emit({.op = Op::Select,
               .operands = {need(type.with(Element::I1)), *side, need(type)}})
      .has_value();
}

Generator::Value Generator::scalarNumber() {
  return *emit({.op = Op::Argument,
                .numbers = {static_cast<std::int64_t>(oneIn(2) ? 16 * below(8)
                                                               : below(100))}});
}

bool Generator::writeScalar() {
  if (depth == 0 && oneIn(2)) {
    scalarNumber();
    return true;
  }
  MaybeValue one = pick([](const Type &type) {
    return type.isTensor() && countOf(type.shape) == 1;
  });
  return one && emit({.op = Op::Unsplat, .operands = {*one}});
}

bool Generator::writeSplat() {
  MaybeValue value = pick([](const Type &type) { return type.isScalar(); });
  if (!value)
    return false;
  Shape shape = anyShape();
  if (MaybeValue like = pickTensor(); like && oneIn(2))
    shape = typeOf(*like).shape;
  return emit({.op = Op::Splat,
               .operands = {*value},
               .type = Type::tensor(typeOf(*value).element, shape,
                                    layoutFor(shape))})
      .has_value();
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

bool Generator::writeLoad() {
  Shape shape = anyShape();
  load(Type::tensor(anyElement(), shape, layoutFor(shape)));
  return true;
}

bool Generator::writeMaskedLoad() {
  MaybeValue like = pickTensor();
  if (!like)
    return false;
  Type type = typeOf(*like).with(anyElement());
  std::int64_t count = countOf(type.shape);
  Value index = iota(type.shape, type.layout);
  Value mask = 0;
  if (oneIn(2)) {
    // As kernels have it: all below a limit.
    Value limit = depth == 0 && oneIn(2)
                      ? scalarNumber()
                      : constant(Type::scalar(Element::I32),
                                 below(static_cast<std::uint64_t>(count + 1)));
    Value all =
        *emit({.op = Op::Splat, .operands = {limit}, .type = typeOf(index)});
    mask = *emit({.op = Op::Compare,
                  .operands = {index, all},
                  .name = "arith.cmpi slt"});
  } else {
    mask = need(type.with(Element::I1));
  }
  Value other = need(type);
  std::vector<Value> operands = {index, mask};
  bool hasOther = !oneIn(3);
  if (hasOther)
    operands.push_back(other);
  Value loaded = *emit({.op = Op::Load,
                        .operands = operands,
                        .global = inputOf(type.element, count)});
  // What is undefined is not looked at.
  if (!hasOther)
    emit({.op = Op::Select, .operands = {mask, loaded, other}});
  return true;
}

bool Generator::writeGatherLoad() {
  MaybeValue index = pick([](const Type &type) {
    return type.isTensor() && type.element == Element::I32;
  });
  if (!index)
    return false;
  unsigned global = inputOf(anyElement(), power(8));
  auto size =
      static_cast<std::int64_t>(program.globals[global].contents.size());
  Value at = indexBelow(*index, size);
  return emit({.op = Op::Load, .operands = {at}, .global = global}).has_value();
}

bool Generator::writeAtomic() {
  MaybeValue picked = pick([](const Type &type) {
    return type.isTensor() &&
           (type.element == Element::I32 || type.element == Element::I64);
  });
  if (!picked)
    return false;
  Value value = *picked;
  Type type = typeOf(value);
  static const std::vector<std::string> Names = {"add", "and", "or",   "xor",
                                                 "max", "min", "umax", "umin"};
  bool isUnique = oneIn(3) && depth == 0 && program.grid == 1;
  std::int64_t count = countOf(type.shape);
  std::int64_t size = isUnique ? count : power(8);
  Value index = isUnique ? iota(type.shape, type.layout)
                         : indexBelow(need(type.with(Element::I32)), size);
  std::vector<Value> operands = {index, value};
  if (oneIn(3))
    operands.push_back(need(type.with(Element::I1)));
  MaybeValue old =
      emit({.op = Op::Atomic,
            .operands = operands,
            .name = choose(Names),
            .numbers = {isUnique ? 1 : 0},
            .global = addGlobal(Global::Role::Sum, type.element, size)});
  bool isSeen = isUnique && operands.size() == 2;
  if (old && !isSeen)
    live.pop_back();
  return old.has_value();
}

} // namespace heddle::simfuzz
