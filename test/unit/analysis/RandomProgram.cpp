//===- RandomProgram.cpp - Programs of integers ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/RandomProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"

namespace heddle::test {

using namespace mlir;

namespace {

constexpr std::int64_t MostElements = 256;

/// Writes ops, each on values that are there already.
class Writer {
public:
  Writer(OpBuilder &builder, std::mt19937_64 &engine)
      : builder(builder), engine(engine), place(builder.getUnknownLoc()) {}

  void write(unsigned ops) {
    while (ops-- > 0)
      writeOne();
  }
  void add(Value value) { values.push_back(value); }
  std::uint64_t below(std::uint64_t limit) { return engine() % limit; }
  std::int64_t power(unsigned bits) {
    return std::int64_t(1) << below(bits + 1);
  }

private:
  using Filter = llvm::function_ref<bool(Type)>;

  void writeOne();
  void writeRange();
  void writeConstant();
  void writeBinary();
  void writeShift();
  void writeMask();
  void writeCompare();
  void writeSelect();
  void writeCast();
  void writeFloatCast();
  void writeAddress();
  void writeLoad();
  void writeSplat();
  void writeExpand();
  void writeBroadcast();
  void writeMatrix();
  void writeTrans();
  void writeReshape();
  void writePairs();
  void writeGather();
  void writeReduction();
  void writeLoop();

  /// One of the values that will do, rather a late one; null if there is none.
  Value pick(Filter filter);
  Value pickLike(Type type) {
    return pick([&](Type other) { return other == type; });
  }
  Value constantOf(Type type, std::int64_t number);
  template <class Op, class... Rest> void emit(Rest &&...rest) {
    add(Op::create(builder, place, std::forward<Rest>(rest)...)->getResult(0));
  }
  void fillCombine(Region &region, Type element);

  OpBuilder &builder;
  std::mt19937_64 &engine;
  Location place;
  std::vector<Value> values;
  unsigned depth = 0;
};

RankedTensorType tensorOf(Type type) {
  return dyn_cast<RankedTensorType>(type);
}
bool isTensor(Type type) { return static_cast<bool>(tensorOf(type)); }
bool isNumber(Type type) { return getElementTypeOrSelf(type).isInteger(); }
bool isBit(Type type) { return getElementTypeOrSelf(type).isInteger(1); }
bool isWide(Type type) { return isNumber(type) && !isBit(type); }
bool isAddress(Type type) {
  return isa<tt::PointerType>(getElementTypeOrSelf(type));
}

using tt::withElement;

Value Writer::pick(Filter filter) {
  for (unsigned tries = 0; tries < 12; ++tries) {
    std::size_t back = std::min(below(values.size()), below(values.size()));
    Value value = values[values.size() - 1 - back];
    if (filter(value.getType()))
      return value;
  }
  return {};
}

Value Writer::constantOf(Type type, std::int64_t number) {
  auto element = cast<IntegerType>(getElementTypeOrSelf(type));
  APInt bits(64, static_cast<std::uint64_t>(number));
  bits = bits.sextOrTrunc(element.getWidth());
  TypedAttr value = IntegerAttr::get(element, bits);
  if (auto tensor = tensorOf(type))
    value = DenseElementsAttr::get(tensor, bits);
  return arith::ConstantOp::create(builder, place, value);
}

void Writer::writeRange() {
  std::int64_t size = power(8), start = below(3) == 0 ? below(100) : 0;
  if (below(2) == 0)
    start *= size;
  auto type = RankedTensorType::get({size}, builder.getI32Type());
  emit<tt::MakeRangeOp>(type, static_cast<std::uint32_t>(start),
                        static_cast<std::uint32_t>(start + size));
}

void Writer::writeConstant() {
  Value like = pick(isNumber);
  if (!like)
    return;
  constexpr std::int64_t Numbers[] = {0,  1,  2,  3,  4,  7,  8,  12,
                                      15, 16, 31, 32, 48, 64, -1, -4};
  add(constantOf(like.getType(), Numbers[below(std::size(Numbers))]));
}

void Writer::writeBinary() {
  Value l = pick(isNumber);
  Value r = l ? pickLike(l.getType()) : Value();
  if (!r)
    return;
  auto make = [&]<class... Ops>(std::type_identity<std::tuple<Ops...>>) {
    std::uint64_t chosen = below(sizeof...(Ops)), index = 0;
    ((index++ == chosen ? emit<Ops>(l, r) : void()), ...);
  };
  using All =
      std::tuple<arith::AddIOp, arith::AddIOp, arith::AddIOp, arith::SubIOp,
                 arith::MulIOp, arith::MulIOp, arith::DivSIOp, arith::DivUIOp,
                 arith::RemSIOp, arith::RemUIOp, arith::AndIOp, arith::OrIOp,
                 arith::XOrIOp, arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp,
                 arith::MaxUIOp>;
  using Bits = std::tuple<arith::AndIOp, arith::OrIOp, arith::XOrIOp>;
  if (isBit(l.getType()))
    make(std::type_identity<Bits>());
  else
    make(std::type_identity<All>());
}

void Writer::writeShift() {
  Value value = pick(isWide);
  if (!value)
    return;
  Value amount =
      constantOf(value.getType(), static_cast<std::int64_t>(below(6)));
  switch (below(3)) {
  case 0:
    return emit<arith::ShLIOp>(value, amount);
  case 1:
    return emit<arith::ShRSIOp>(value, amount);
  default:
    return emit<arith::ShRUIOp>(value, amount);
  }
}

/// With numbers that leave or take away low bits, and quotients by powers.
void Writer::writeMask() {
  Value value = pick(isWide);
  if (!value)
    return;
  std::int64_t number = power(5);
  Value power = constantOf(value.getType(), number);
  switch (below(6)) {
  case 0:
    return emit<arith::AndIOp>(value, constantOf(value.getType(), number - 1));
  case 1:
    return emit<arith::AndIOp>(value, constantOf(value.getType(), -number));
  case 2:
    return emit<arith::OrIOp>(value, power);
  case 3:
    return emit<arith::DivSIOp>(value, power);
  case 4:
    return emit<arith::RemSIOp>(value, power);
  default:
    return emit<arith::MulIOp>(value, power);
  }
}

void Writer::writeCompare() {
  Value l = pick(isNumber);
  Value r = l ? pickLike(l.getType()) : Value();
  if (!r)
    return;
  if (!isBit(l.getType()) && below(2) == 0)
    r = constantOf(l.getType(), power(5) - static_cast<std::int64_t>(below(2)));
  if (below(2) == 0)
    std::swap(l, r);
  emit<arith::CmpIOp>(static_cast<arith::CmpIPredicate>(below(10)), l, r);
}

void Writer::writeSelect() {
  Value l = pick([](Type type) { return isNumber(type) || isAddress(type); });
  Value r = l ? pickLike(l.getType()) : Value();
  if (!r)
    return;
  Type wanted = withElement(l.getType(), builder.getI1Type());
  Value condition = pick(
      [&](Type type) { return type == wanted || type == builder.getI1Type(); });
  if (condition)
    emit<arith::SelectOp>(condition, l, r);
}

void Writer::writeCast() {
  Value value = pick(isNumber);
  if (!value)
    return;
  constexpr unsigned Widths[] = {1, 8, 16, 32, 64};
  unsigned from =
      cast<IntegerType>(getElementTypeOrSelf(value.getType())).getWidth();
  unsigned to = Widths[below(std::size(Widths))];
  Type type = withElement(value.getType(), builder.getIntegerType(to));
  if (to > from && below(2) == 0)
    emit<arith::ExtSIOp>(type, value);
  else if (to > from)
    emit<arith::ExtUIOp>(type, value);
  else if (to < from)
    emit<arith::TruncIOp>(type, value);
}

void Writer::writeFloatCast() {
  Value value = pick(isNumber);
  if (!value)
    return;
  Value there = arith::SIToFPOp::create(
      builder, place, withElement(value.getType(), builder.getF32Type()),
      value);
  if (below(2) == 0)
    return emit<arith::FPToSIOp>(
        withElement(value.getType(), builder.getI64Type()), there);
  emit<arith::FPToUIOp>(withElement(value.getType(), builder.getI8Type()),
                        there);
}

void Writer::writeAddress() {
  Value pointer = pick(isAddress);
  if (!pointer)
    return;
  Type type = pointer.getType();
  switch (below(4)) {
  case 0:
    return emit<tt::PtrToIntOp>(withElement(type, builder.getI64Type()),
                                pointer);
  case 1: {
    Type element = builder.getIntegerType(8U << below(4));
    return emit<tt::BitcastOp>(
        withElement(type, tt::PointerType::get(element, 1)), pointer);
  }
  default:
    break;
  }
  Value offset = pick([&](Type other) {
    return isWide(other) &&
           withElement(other, getElementTypeOrSelf(type)) == type;
  });
  if (offset)
    emit<tt::AddPtrOp>(type, pointer, offset);
}

void Writer::writeLoad() {
  Value pointer = pick(isAddress);
  if (!pointer || !isNumber(tt::pointee(pointer.getType())))
    return;
  Type type = tt::pointee(pointer.getType());
  Value mask = pickLike(withElement(type, builder.getI1Type()));
  Value other = pickLike(type);
  OperationState state(place, tt::LoadOp::getOperationName());
  state.addOperands(pointer);
  bool isMasked = mask && other;
  if (isMasked)
    state.addOperands({mask, other});
  state.addAttribute("operandSegmentSizes",
                     builder.getDenseI32ArrayAttr({1, isMasked, isMasked}));
  state.addTypes(type);
  add(builder.create(state)->getResult(0));
}

void Writer::writeSplat() {
  Value scalar = pick([](Type type) {
    return !isTensor(type) && (isNumber(type) || isAddress(type));
  });
  Value like = pick(isTensor);
  if (scalar && like)
    emit<tt::SplatOp>(tensorOf(like.getType()).clone(scalar.getType()), scalar);
}

void Writer::writeExpand() {
  Value value = pick(
      [](Type type) { return isTensor(type) && tensorOf(type).getRank() < 3; });
  if (!value)
    return;
  auto type = tensorOf(value.getType());
  llvm::SmallVector<int64_t> shape(type.getShape());
  auto axis = static_cast<std::uint32_t>(below(shape.size() + 1));
  shape.insert(shape.begin() + axis, 1);
  emit<tt::ExpandDimsOp>(type.clone(shape), value, axis);
}

void Writer::writeBroadcast() {
  Value value = pick([](Type type) {
    return isTensor(type) && llvm::is_contained(tensorOf(type).getShape(), 1);
  });
  if (!value)
    return;
  auto type = tensorOf(value.getType());
  llvm::SmallVector<int64_t> shape(type.getShape());
  for (int64_t &size : shape)
    if (size == 1)
      size = std::min(power(4), MostElements / type.getNumElements());
  auto wide = type.clone(shape);
  if (wide.getNumElements() <= MostElements)
    emit<tt::BroadcastOp>(wide, value);
}

/// Offsets of a matrix whose rows follow each other, or nearly so.
void Writer::writeMatrix() {
  Value rows = pick([](Type type) {
    auto tensor = tensorOf(type);
    return tensor && isWide(type) && tensor.getRank() == 1 &&
           tensor.getElementTypeBitWidth() >= 32 &&
           tensor.getNumElements() <= MostElements / 2;
  });
  if (!rows)
    return;
  auto type = tensorOf(rows.getType());
  Type element = type.getElementType();
  int64_t count = type.getNumElements();
  int64_t columns = std::min(power(3), MostElements / count);
  constexpr int64_t Changes[] = {0, 0, 0, 0, 1, -1, 4};
  int64_t stride = columns + Changes[below(std::size(Changes))];
  Value row = tt::ExpandDimsOp::create(builder, place, type.clone({count, 1}),
                                       rows, 1U);
  row = arith::MulIOp::create(builder, place, row,
                              constantOf(row.getType(), stride));
  auto i32 = builder.getI32Type();
  Value column = tt::MakeRangeOp::create(
      builder, place, RankedTensorType::get({columns}, i32), 0U,
      static_cast<std::uint32_t>(columns));
  if (element != i32)
    column = arith::ExtSIOp::create(
        builder, place, RankedTensorType::get({columns}, element), column);
  column = tt::ExpandDimsOp::create(
      builder, place, RankedTensorType::get({1, columns}, element), column, 0U);
  auto matrix = RankedTensorType::get({count, columns}, element);
  auto wide = [&](Value value) -> Value {
    return value.getType() == matrix
               ? value
               : tt::BroadcastOp::create(builder, place, matrix, value);
  };
  emit<arith::AddIOp>(wide(row), wide(column));
  Value pointer =
      pick([](Type type) { return !isTensor(type) && isAddress(type); });
  if (!pointer)
    return;
  auto addresses = matrix.clone(pointer.getType());
  Value base = tt::SplatOp::create(builder, place, addresses, pointer);
  emit<tt::AddPtrOp>(addresses, base, values.back());
}

void Writer::writeTrans() {
  Value value = pick(isTensor);
  if (!value)
    return;
  auto type = tensorOf(value.getType());
  llvm::SmallVector<int32_t> order(static_cast<std::size_t>(type.getRank()));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), engine);
  llvm::SmallVector<int64_t> shape;
  for (int32_t axis : order)
    shape.push_back(type.getDimSize(axis));
  emit<tt::TransOp>(type.clone(shape), value, order);
}

void Writer::writeReshape() {
  Value value = pick(isTensor);
  if (!value)
    return;
  auto type = tensorOf(value.getType());
  llvm::SmallVector<int64_t> shape(1 + below(3), 1);
  for (int64_t rest = type.getNumElements(); rest > 1; rest /= 2)
    shape[below(shape.size())] *= 2;
  emit<tt::ReshapeOp>(type.clone(shape), value, false, false);
}

void Writer::writePairs() {
  Value l = pick([](Type type) {
    return isTensor(type) && tensorOf(type).getRank() < 3 &&
           tensorOf(type).getNumElements() < MostElements;
  });
  Value r = l ? pickLike(l.getType()) : Value();
  if (!r)
    return;
  auto type = tensorOf(l.getType());
  llvm::SmallVector<int64_t> shape(type.getShape());
  if (type.getRank() == 1 && below(3) == 0)
    return emit<tt::CatOp>(type.clone({shape[0] * 2}), l, r);
  shape.push_back(2);
  Value pairs = tt::JoinOp::create(builder, place, type.clone(shape), l, r);
  add(pairs);
  if (below(2) == 0)
    return;
  Value other = pick([](Type type) {
    return isTensor(type) && tensorOf(type).getRank() > 1 &&
           tensorOf(type).getShape().back() == 2;
  });
  Value source = other ? other : pairs;
  auto whole = tensorOf(source.getType());
  auto half = whole.clone(whole.getShape().drop_back());
  auto split = tt::SplitOp::create(builder, place, half, half, source);
  add(split.getOutLHS());
  add(split.getOutRHS());
}

void Writer::writeGather() {
  Value source = pick(isTensor);
  if (!source)
    return;
  auto type = tensorOf(source.getType());
  auto axis = static_cast<std::uint32_t>(
      below(static_cast<std::uint64_t>(type.getRank())));
  auto size = type.getDimSize(axis);
  if (type.getRank() == 1 && size > 1 && below(3) == 0) {
    // A range that is inside, but starts anywhere.
    auto wanted = static_cast<std::uint64_t>(std::min(power(4), size));
    auto start = below(static_cast<std::uint64_t>(size) - wanted + 1);
    auto range = RankedTensorType::get({static_cast<int64_t>(wanted)},
                                       builder.getI32Type());
    add(tt::MakeRangeOp::create(builder, place, range,
                                static_cast<std::uint32_t>(start),
                                static_cast<std::uint32_t>(start + wanted)));
    return emit<tt::GatherOp>(range.clone(type.getElementType()), source,
                              values.back(), axis, false);
  }
  Value indices = pick([&](Type other) {
    auto shape = tensorOf(other);
    return isWide(other) && shape && shape.getRank() == type.getRank() &&
           llvm::all_of(llvm::seq<int64_t>(0, type.getRank()),
                        [&](int64_t each) {
                          return each == axis || shape.getDimSize(each) ==
                                                     type.getDimSize(each);
                        });
  });
  if (!indices)
    return;
  // Mostly inside.
  if (below(4) != 0)
    indices = arith::RemUIOp::create(builder, place, indices,
                                     constantOf(indices.getType(), size));
  emit<tt::GatherOp>(tensorOf(indices.getType()).clone(type.getElementType()),
                     source, indices, axis, false);
}

void Writer::fillCombine(Region &region, Type element) {
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(&region, region.end(), {element, element},
                                     {place, place});
  Value l = block->getArgument(0), r = block->getArgument(1);
  auto make = [&]<class... Ops>(std::type_identity<std::tuple<Ops...>>) {
    Value result;
    std::uint64_t chosen = below(sizeof...(Ops)), index = 0;
    ((index++ == chosen ? void(result = Ops::create(builder, place, l, r))
                        : void()),
     ...);
    return result;
  };
  using All =
      std::tuple<arith::AddIOp, arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp,
                 arith::MaxUIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp,
                 arith::MulIOp, arith::SubIOp>;
  Value result = make(std::type_identity<All>());
  if (isa<tt::ReduceOp>(region.getParentOp()))
    tt::ReduceReturnOp::create(builder, place, result);
  else
    tt::ScanReturnOp::create(builder, place, result);
}

void Writer::writeReduction() {
  Value source = pick([](Type type) { return isTensor(type) && isWide(type); });
  if (!source)
    return;
  auto type = tensorOf(source.getType());
  auto axis =
      static_cast<int>(below(static_cast<std::uint64_t>(type.getRank())));
  bool isScan = below(2) == 0;
  OperationState state(place, isScan ? tt::ScanOp::getOperationName()
                                     : tt::ReduceOp::getOperationName());
  state.addOperands(source);
  state.addAttribute("axis", builder.getI32IntegerAttr(axis));
  llvm::SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + axis);
  if (isScan) {
    state.addAttribute("reverse", builder.getBoolAttr(false));
    state.addTypes(type);
  } else {
    state.addTypes(shape.empty() ? type.getElementType()
                                 : Type(type.clone(shape)));
  }
  state.addRegion();
  Operation *op = builder.create(state);
  fillCombine(op->getRegion(0), type.getElementType());
  add(op->getResult(0));
}

void Writer::writeLoop() {
  Type i32 = builder.getI32Type();
  if (depth > 1)
    return;
  auto scalar = [&] {
    Value value = pickLike(i32);
    return value && below(2) == 0
               ? value
               : constantOf(i32, static_cast<std::int64_t>(below(12)));
  };
  Value first = scalar(), end = scalar();
  Value step = constantOf(i32, power(4));
  llvm::SmallVector<Value> carried;
  for (unsigned count = 1 + below(3); count > 0; --count)
    if (Value value =
            pick([](Type type) { return isNumber(type) || isAddress(type); }))
      carried.push_back(value);
  auto loop = scf::ForOp::create(builder, place, first, end, step, carried);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  std::vector<Value> outside = values;
  add(loop.getInductionVar());
  for (Value argument : loop.getRegionIterArgs())
    add(argument);
  ++depth;
  write(6);
  --depth;
  llvm::SmallVector<Value> yielded;
  for (Value value : carried) {
    Value next = pickLike(value.getType());
    yielded.push_back(next ? next : value);
  }
  if (!loop.getBody()->empty() &&
      loop.getBody()->back().hasTrait<OpTrait::IsTerminator>())
    loop.getBody()->back().erase();
  builder.setInsertionPointToEnd(loop.getBody());
  scf::YieldOp::create(builder, place, yielded);
  values = std::move(outside);
  for (Value result : loop.getResults())
    add(result);
}

void Writer::writeOne() {
  using Method = void (Writer::*)();
  constexpr Method Methods[] = {
      &Writer::writeRange,   &Writer::writeConstant,  &Writer::writeConstant,
      &Writer::writeBinary,  &Writer::writeBinary,    &Writer::writeBinary,
      &Writer::writeBinary,  &Writer::writeBinary,    &Writer::writeShift,
      &Writer::writeMask,    &Writer::writeMask,      &Writer::writeMask,
      &Writer::writeCompare, &Writer::writeCompare,   &Writer::writeSelect,
      &Writer::writeCast,    &Writer::writeFloatCast, &Writer::writeAddress,
      &Writer::writeAddress, &Writer::writeLoad,      &Writer::writeSplat,
      &Writer::writeSplat,   &Writer::writeExpand,    &Writer::writeBroadcast,
      &Writer::writeMatrix,  &Writer::writeTrans,     &Writer::writeReshape,
      &Writer::writePairs,   &Writer::writeGather,    &Writer::writeReduction,
      &Writer::writeLoop};
  (this->*Methods[below(std::size(Methods))])();
}

} // namespace

RandomProgram randomProgram(MLIRContext &context, std::mt19937_64 &engine,
                            unsigned ops) {
  OpBuilder builder(&context);
  Location place = builder.getUnknownLoc();
  RandomProgram program;
  program.module = ModuleOp::create(place);
  builder.setInsertionPointToStart(program.module->getBody());
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  llvm::SmallVector<Type> types = {
      i32,
      i32,
      i64,
      tt::PointerType::get(builder.getF16Type(), 1),
      tt::PointerType::get(i64, 1),
      tt::PointerType::get(tt::PointerType::get(i64, 1), 1)};
  // The elements of what is loaded are integers here.
  types[3] = tt::PointerType::get(builder.getIntegerType(16), 1);
  program.function = tt::FuncOp::create(builder, place, "f",
                                        builder.getFunctionType(types, {}));
  Block *entry = program.function.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  Writer writer(builder, engine);
  for (unsigned index = 0; index < types.size(); ++index) {
    std::int64_t divisor = writer.below(2) == 0 ? 16 : 1;
    std::int64_t number =
        static_cast<std::int64_t>(writer.below(200)) - (index < 3 ? 60 : 0);
    program.arguments.push_back({{}, {number * divisor}});
    if (divisor > 1)
      program.function.setArgAttr(index, "tt.divisibility",
                                  builder.getI32IntegerAttr(16));
    writer.add(entry->getArgument(index));
  }
  program.programId = static_cast<std::int64_t>(writer.below(50));
  writer.add(tt::GetProgramIdOp::create(builder, place, i32, tt::GridAxis::X));
  writer.add(tt::MakeRangeOp::create(
      builder, place, RankedTensorType::get({32}, i32), 0U, 32U));
  writer.write(ops);
  tt::ReturnOp::create(builder, place, ValueRange());
  return program;
}

} // namespace heddle::test
