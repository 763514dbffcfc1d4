//===- GeneratorOps.cpp - Random statements -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combine.h"
#include "Generator.h"

#include <algorithm>

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

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

bool Generator::writeConvert() {
  MaybeValue value = pickTensor();
  return value && convert(*value, layoutFor(typeOf(*value).shape)) != *value;
}

// The layout of what comes out is drawn; the operand gets its slice.
bool Generator::writeExpand() {
  MaybeValue value = pick([](const Type &type) {
    return type.isTensor() && type.shape.size() < 4;
  });
  if (!value)
    return false;
  Shape shape = typeOf(*value).shape;
  auto axis = static_cast<std::int64_t>(below(shape.size() + 1));
  shape.insert(shape.begin() + axis, 1);
  Value from = *value;
  if (program.hasLayouts) {
    std::string slice = *slicedLayout(layoutFor(shape), axis);
    if (!fits(slice, typeOf(from).shape, program.warps))
      return false;
    from = convert(from, slice);
  }
  MaybeValue wide =
      emit({.op = Op::ExpandDims, .operands = {from}, .numbers = {axis}});
  if (wide && oneIn(2))
    writeBroadcast();
  return wide.has_value();
}

bool Generator::writeBroadcast() {
  MaybeValue value = pick([](const Type &type) {
    return type.isTensor() && std::find(type.shape.begin(), type.shape.end(),
                                        1) != type.shape.end();
  });
  if (!value)
    return false;
  Shape shape = typeOf(*value).shape;
  std::int64_t room = mostElements / countOf(shape);
  for (std::int64_t &size : shape)
    if (size == 1 && room > 1) {
      size = std::int64_t(1) << below(5);
      size = std::min(size, room);
      while ((size & (size - 1)) != 0)
        size &= size - 1;
      room /= size;
    }
  return emit({.op = Op::Broadcast,
               .operands = {*value},
               .type = Type::tensor(Element::I32, shape, "")})
      .has_value();
}

bool Generator::writeReshape() {
  MaybeValue value = pickTensor();
  if (!value)
    return false;
  Shape shape(1 + below(4), 1);
  for (std::int64_t count = countOf(typeOf(*value).shape); count > 1;
       count /= 2)
    shape[below(shape.size())] *= 2;
  return emit({.op = Op::Reshape,
               .operands = {*value},
               .type = Type::tensor(Element::I32, shape, "")})
      .has_value();
}

bool Generator::writeTrans() {
  MaybeValue value = pick([](const Type &type) {
    return type.isTensor() && type.shape.size() > 1;
  });
  return value && emit({.op = Op::Trans,
                        .operands = {*value},
                        .numbers = anyOrder(typeOf(*value).shape.size())});
}

bool Generator::writeJoin() {
  MaybeValue left = pick([](const Type &type) {
    return type.isTensor() && type.shape.size() < 4;
  });
  if (!left)
    return false;
  Type type = typeOf(*left);
  MaybeValue both = emit({.op = Op::Join, .operands = {*left, need(type)}});
  if (both && oneIn(3))
    emit({.op = Op::Split, .operands = {*both}});
  return both.has_value();
}

bool Generator::writeSplit() {
  MaybeValue value = pick([](const Type &type) {
    return type.isTensor() && type.shape.size() > 1 && type.shape.back() == 2;
  });
  return value && emit({.op = Op::Split, .operands = {*value}});
}

//===----------------------------------------------------------------------===//
// Tensors as a whole
//===----------------------------------------------------------------------===//

bool Generator::writeCat() {
  MaybeValue left = pick([](const Type &type) {
    return type.isTensor() && type.shape.size() == 1;
  });
  if (!left)
    return false;
  Type type = typeOf(*left), both = type;
  both.shape[0] *= 2;
  if (program.hasLayouts && !mayCat(type.layout, type.shape, both.shape))
    return false;
  return emit({.op = Op::CatReduce,
               .operands = {*left, need(type)},
               .name = choose(combinersOf(type.element))})
      .has_value();
}

bool Generator::writeGather() {
  MaybeValue source = pickTensor();
  if (!source)
    return false;
  Type type = typeOf(*source);
  auto axis = below(type.shape.size());
  Shape shape = type.shape;
  shape[axis] = power(4);
  std::int64_t size = type.shape[axis];
  Value indices = indexBelow(
      need(Type::tensor(Element::I32, shape, layoutFor(shape))), size);
  return emit({.op = Op::Gather,
               .operands = {*source, indices},
               .numbers = {static_cast<std::int64_t>(axis)}})
      .has_value();
}

bool Generator::combineMany(Op op) {
  MaybeValue first = pickTensor();
  if (!first)
    return false;
  Type type = typeOf(*first);
  std::vector<Value> operands = {*first};
  std::string name = choose(combinersOf(type.element));
  bool isInteger = !isFloat(type.element) && type.element != Element::I1;
  if (isInteger && oneIn(4)) {
    name = oneIn(2) ? "least" : "greatest";
    operands.push_back(oneIn(2) ? iota(type.shape, type.layout)
                                : need(type.with(Element::I32)));
  } else if (isInteger && op == Op::Scan && oneIn(2)) {
    name = "affine";
    operands.push_back(need(type));
  } else if (oneIn(4) && type.element != Element::I1) {
    name = "each";
    for (std::uint64_t more = 1 + below(3); more > 0; --more)
      operands.push_back(need(type.with(anyElement())));
  }
  Statement statement = {
      .op = op,
      .operands = operands,
      .name = name,
      .numbers = {static_cast<std::int64_t>(below(type.shape.size()))}};
  if (op == Op::Scan)
    statement.numbers.push_back(oneIn(3) ? 1 : 0);
  return emit(statement).has_value();
}

bool Generator::writeReduce() { return combineMany(Op::Reduce); }
bool Generator::writeScan() { return combineMany(Op::Scan); }

bool Generator::writeHistogram() {
  MaybeValue source = pick([](const Type &type) {
    return type.isTensor() && type.shape.size() == 1 &&
           type.element == Element::I32;
  });
  if (!source)
    return false;
  Shape bins = {power(7)};
  Value numbers = *source;
  if (!oneIn(4))
    numbers = indexBelow(numbers, bins[0]);
  std::vector<Value> operands = {numbers};
  if (oneIn(3))
    operands.push_back(need(typeOf(numbers).with(Element::I1)));
  return emit({.op = Op::Histogram,
               .operands = operands,
               .type = Type::tensor(Element::I32, bins, layoutFor(bins))})
      .has_value();
}

bool Generator::writeDot() {
  Shape c = {power(5), power(5)}, a = c, b = c;
  a[1] = b[0] = power(4);
  static const std::vector<std::pair<Element, Element>> Pairs = {
      {Element::I8, Element::I32},   {Element::F16, Element::F32},
      {Element::BF16, Element::F32}, {Element::F32, Element::F32},
      {Element::F16, Element::F16},  {Element::F64, Element::F64}};
  auto [from, to] = choose(Pairs);
  std::string parent, left, right;
  if (program.hasLayouts) {
    parent = layouts.blocked(2);
    left = "#ttg.dot_op<{opIdx = 0, parent = " + parent + "}>";
    right = "#ttg.dot_op<{opIdx = 1, parent = " + parent + "}>";
    if (!fits(parent, c, program.warps) || !fits(left, a, program.warps) ||
        !fits(right, b, program.warps))
      return false;
  }
  return emit({.op = Op::Dot,
               .operands = {need(Type::tensor(from, a, left)),
                            need(Type::tensor(from, b, right)),
                            need(Type::tensor(to, c, parent))}})
      .has_value();
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

namespace {

Type bufferType(Element element, const Shape &shape, const std::string &layout,
                bool isMutable) {
  Type type = Type::tensor(element, shape, layout);
  type.kind = Type::Kind::Buffer;
  type.whole = shape;
  type.isMutable = isMutable;
  return type;
}

} // namespace

bool Generator::writeBuffer() {
  MaybeValue source = pickTensor();
  if (!source || typeOf(*source).element == Element::I1)
    return false;
  Type type = typeOf(*source);
  bool isMutable = oneIn(2), isFilled = !isMutable || oneIn(2);
  Type buffer =
      bufferType(type.element, type.shape,
                 layouts.shared(type.shape, bitsOf(type.element)), isMutable);
  Statement alloc = {.op = Op::Alloc, .type = buffer};
  if (isFilled)
    alloc.operands.push_back(*source);
  MaybeValue memory = emit(alloc);
  if (memory && !isFilled)
    emit({.op = Op::LocalStore, .operands = {*source, *memory}});
  return memory.has_value();
}

bool Generator::writeBufferArray() {
  MaybeValue source = pickTensor();
  if (!source || typeOf(*source).element == Element::I1 ||
      typeOf(*source).shape.size() > 3)
    return false;
  Type type = typeOf(*source);
  std::int64_t count = 1 + static_cast<std::int64_t>(below(3));
  Shape whole = type.shape;
  whole.insert(whole.begin(), count);
  constexpr std::int64_t Most = 4096;
  if (countOf(whole) > Most)
    return false;
  Type buffer =
      bufferType(type.element, whole,
                 layouts.shared(type.shape, bitsOf(type.element)), true);
  MaybeValue memory = emit({.op = Op::Alloc, .type = buffer});
  for (std::int64_t index = 0; memory && index < count; ++index) {
    Value at =
        constant(Type::scalar(Element::I32), static_cast<std::uint64_t>(index));
    Value one = *emit({.op = Op::MemoryIndex, .operands = {*memory, at}});
    emit({.op = Op::LocalStore,
          .operands = {index == 0 ? *source : need(type), one}});
  }
  if (!memory)
    return false;
  // One that is not known when it is compiled.
  Value any = oneIn(2) ? scalarNumber() : need(Type::scalar(Element::I32));
  Value at = binary(
      "arith.remui", any,
      constant(Type::scalar(Element::I32), static_cast<std::uint64_t>(count)));
  Value one = *emit({.op = Op::MemoryIndex, .operands = {*memory, at}});
  return emit({.op = Op::LocalLoad,
               .operands = {one},
               .type = Type::tensor(type.element, type.shape,
                                    layoutFor(type.shape))})
      .has_value();
}

namespace {

/// A buffer, not an array of them.
bool isOne(const Type &type) {
  return type.isBuffer() && type.shape.size() < 4;
}

} // namespace

bool Generator::writeLocalStore() {
  MaybeValue memory =
      pick([](const Type &type) { return isOne(type) && type.isMutable; });
  if (!memory)
    return false;
  Type type = typeOf(*memory);
  Value value =
      need(Type::tensor(type.element, type.shape, layoutFor(type.shape)));
  return emit({.op = Op::LocalStore, .operands = {value, *memory}}).has_value();
}

bool Generator::writeLocalLoad() {
  MaybeValue memory = pickOf([](const Type &type) { return type.isBuffer(); });
  if (!memory)
    return false;
  Type type = typeOf(*memory);
  return emit({.op = Op::LocalLoad,
               .operands = {*memory},
               .type = Type::tensor(type.element, type.shape,
                                    layoutFor(type.shape))})
      .has_value();
}

namespace {

/// Whether the layout describes all axes, as it does not those of an array.
bool isWhole(const Type &type) {
  return type.isBuffer() && transposedMemory(type.layout, type.whole, [&] {
           std::vector<std::int64_t> order;
           for (std::size_t axis = 0; axis < type.whole.size(); ++axis)
             order.push_back(static_cast<std::int64_t>(axis));
           return order;
         }());
}

} // namespace

/// Mostly what is seen through a view is loaded.
bool Generator::loadView(MaybeValue view) {
  if (!view || oneIn(4))
    return view.has_value();
  Type type = typeOf(*view);
  return emit({.op = Op::LocalLoad,
               .operands = {*view},
               .type = Type::tensor(type.element, type.shape,
                                    layoutFor(type.shape))})
      .has_value();
}

bool Generator::writeMemoryPart() {
  MaybeValue memory = pickOf(isWhole);
  if (!memory)
    return false;
  Type type = typeOf(*memory);
  std::vector<std::int64_t> offsets;
  for (std::int64_t &size : type.shape) {
    std::int64_t whole = size;
    if (oneIn(2) && size > 1)
      size /= 2;
    if (oneIn(4) && size > 1)
      size /= 2;
    offsets.push_back(size * static_cast<std::int64_t>(below(
                                 static_cast<std::uint64_t>(whole / size))));
  }
  return loadView(emit({.op = Op::MemoryPart,
                        .operands = {*memory},
                        .numbers = offsets,
                        .type = type}));
}

bool Generator::writeMemoryTrans() {
  MaybeValue memory = pickOf(isWhole);
  return memory &&
         loadView(emit({.op = Op::MemoryTrans,
                        .operands = {*memory},
                        .numbers = anyOrder(typeOf(*memory).shape.size())}));
}

bool Generator::writeMemoryReshape() {
  MaybeValue memory = pickOf(isWhole);
  if (!memory)
    return false;
  Shape shape(1 + below(3), 1);
  for (std::int64_t count = countOf(typeOf(*memory).shape); count > 1;
       count /= 2)
    shape[below(shape.size())] *= 2;
  Type type = Type::tensor(Element::I32, shape, "");
  return loadView(
      emit({.op = Op::MemoryReshape, .operands = {*memory}, .type = type}));
}

bool Generator::writeBarrier() { return oneIn(4) && emit({.op = Op::Barrier}); }

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

Body Generator::writeBody(const std::vector<Type> &types, bool isLoop) {
  Body body;
  auto *outer = statements;
  std::size_t known = live.size();
  statements = &body.statements;
  ++depth;
  if (isLoop)
    body.arguments.push_back(program.add(Type::scalar(Element::I32)));
  for (std::size_t index = 0; isLoop && index < types.size(); ++index)
    body.arguments.push_back(program.add(types[index]));
  live.insert(live.end(), body.arguments.begin(), body.arguments.end());
  for (std::uint64_t count = 1 + below(6); count > 0; --count)
    writeOne();
  for (const Type &type : types)
    body.yields.push_back(need(type));
  --depth;
  live.resize(known);
  statements = outer;
  return body;
}

bool Generator::writeFor() {
  constexpr unsigned MostDepth = 2;
  if (depth >= MostDepth)
    return false;
  Type number = Type::scalar(Element::I32);
  Value lower = constant(number, below(3) == 0 ? below(4) : 0);
  Value upper = oneIn(2) && depth == 0
                    ? *emit({.op = Op::Argument,
                             .numbers = {static_cast<std::int64_t>(below(5))}})
                    : constant(number, below(6));
  Statement loop = {.op = Op::For,
                    .operands = {lower, upper},
                    .numbers = {1 + static_cast<std::int64_t>(below(2))}};
  std::vector<Type> types;
  for (std::uint64_t count = below(4); count > 0; --count)
    if (MaybeValue value = pickNumber()) {
      loop.operands.push_back(*value);
      types.push_back(typeOf(*value));
    }
  loop.bodies.push_back(writeBody(types, true));
  return emit(loop).has_value();
}

bool Generator::writeWhile() {
  constexpr unsigned MostDepth = 2;
  if (depth >= MostDepth)
    return false;
  Statement loop = {.op = Op::While};
  loop.operands.push_back(
      constant(Type::scalar(Element::I32), std::uint64_t(below(4))));
  std::vector<Type> types;
  for (std::uint64_t count = 1 + below(2); count > 0; --count)
    if (MaybeValue value = pickNumber()) {
      loop.operands.push_back(*value);
      types.push_back(typeOf(*value));
    }
  loop.bodies.push_back(writeBody(types, true));
  return emit(loop).has_value();
}

Generator::Value Generator::condition() {
  Type number = Type::scalar(Element::I32);
  if (MaybeValue known = pick(
          [](const Type &type) { return type == Type::scalar(Element::I1); });
      known && oneIn(2))
    return *known;
  Value left = need(number);
  return *emit({.op = Op::Compare,
                .operands = {left, constant(number, below(40))},
                .name = oneIn(2) ? "arith.cmpi slt" : "arith.cmpi ne"});
}

bool Generator::writeIf() {
  constexpr unsigned MostDepth = 2;
  if (depth >= MostDepth)
    return false;
  Statement branch = {.op = Op::If, .operands = {condition()}};
  std::vector<Type> types;
  for (std::uint64_t count = below(3); count > 0; --count)
    if (MaybeValue value = pickNumber())
      types.push_back(typeOf(*value));
  branch.bodies.push_back(writeBody(types, false));
  branch.bodies.push_back(writeBody(types, false));
  for (const Type &type : types) {
    Value result = program.add(type);
    branch.results.push_back(result);
    live.push_back(result);
  }
  statements->push_back(std::move(branch));
  return true;
}

} // namespace heddle::simfuzz
