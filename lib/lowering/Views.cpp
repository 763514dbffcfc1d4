//===- Views.cpp - Views and conversions ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "heddle/ir/Layout.h"
#include "heddle/plan/Certificate.h"
#include "heddle/plan/Conversion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <map>

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

using Place = std::vector<std::uint64_t>;

std::int64_t numberOf(const Place &place, llvm::ArrayRef<std::int64_t> shape) {
  std::int64_t number = 0;
  for (auto [index, size] : llvm::zip(place, shape))
    number = number * size + static_cast<std::int64_t>(index);
  return number;
}

Place placeOf(std::int64_t number, llvm::ArrayRef<std::int64_t> shape) {
  Place place(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    place[axis] = static_cast<std::uint64_t>(number % shape[axis]);
    number /= shape[axis];
  }
  return place;
}

/// The element that a register of thread 0 holds.
Place elementOf(const LinearLayout &layout, std::uint64_t index) {
  Word element = f2::multiply(layout.bases(Dim::Register), index);
  Place place;
  for (unsigned axis = 0; axis < layout.outs().size(); ++axis)
    place.push_back(layout.field(element, Dim::standard(axis)));
  return place;
}

/// The operand, and the place in it, of an element of the result.
std::pair<unsigned, Place> sourcePlace(Operation *op, Place place) {
  auto from = cast<RankedTensorType>(op->getOperand(0).getType()).getShape();
  auto to = cast<RankedTensorType>(op->getResult(0).getType()).getShape();
  if (auto expand = dyn_cast<tt::ExpandDimsOp>(op)) {
    place.erase(place.begin() + expand.getAxis());
    return {0, place};
  }
  if (isa<tt::BroadcastOp>(op)) {
    for (auto [index, size] : llvm::zip(place, from))
      index &= static_cast<std::uint64_t>(size - 1);
    return {0, place};
  }
  if (auto trans = dyn_cast<tt::TransOp>(op)) {
    Place source(place.size());
    for (auto [axis, old] : llvm::enumerate(trans.getOrder()))
      source[static_cast<std::size_t>(old)] = place[axis];
    return {0, source};
  }
  if (isa<tt::JoinOp>(op)) {
    auto half = static_cast<unsigned>(place.back());
    place.pop_back();
    return {half, place};
  }
  return {0, placeOf(numberOf(place, to), from)};
}

/// The number of the register of thread 0 that holds each element.
std::map<Place, std::int32_t> registersByPlace(const LinearLayout &layout) {
  std::map<Place, std::int32_t> registers;
  for (std::uint64_t index = 0; index < layout.inSize(Dim::Register); ++index)
    registers.try_emplace(elementOf(layout, index),
                          static_cast<std::int32_t>(index));
  return registers;
}

} // namespace

Value KernelLowering::permuted(ValueRange sources,
                               llvm::ArrayRef<std::int32_t> indices,
                               Location place) {
  auto type = cast<VectorType>(sources.front().getType());
  bool isIdentity =
      sources.size() == 1 &&
      static_cast<std::int64_t>(indices.size()) == type.getNumElements();
  for (auto [position, index] : llvm::enumerate(indices))
    isIdentity = isIdentity && static_cast<std::size_t>(index) == position;
  if (isIdentity)
    return sources.front();
  return make<simt::PermuteOp>(
      place,
      simt::registers(type.getElementType(),
                      static_cast<unsigned>(indices.size())),
      sources, indices);
}

// The verifier has seen that each thread holds the same elements on both sides,
// so which register has which can be read off any thread.
LogicalResult KernelLowering::emitView(Operation *op) {
  auto from = cast<RankedTensorType>(op->getOperand(0).getType());
  auto to = cast<RankedTensorType>(op->getResult(0).getType());
  const LinearLayout source = layoutOf(from), result = layoutOf(to);
  auto sourceCount = static_cast<std::int32_t>(source.inSize(Dim::Register));
  if (auto reshape = dyn_cast<tt::ReshapeOp>(op);
      reshape && reshape.getAllowReorder() &&
      source.inSize(Dim::Register) == result.inSize(Dim::Register)) {
    // In any order.
    set(op->getResult(0), get(op->getOperand(0)));
    return success();
  }
  std::map<Place, std::int32_t> registers = registersByPlace(source);
  llvm::SmallVector<std::int32_t> indices;
  for (std::uint64_t index = 0; index < result.inSize(Dim::Register); ++index) {
    auto [operand, place] = sourcePlace(op, elementOf(result, index));
    auto found = registers.find(place);
    if (found == registers.end())
      return refuse(op) << "a thread lacks elements of its result";
    indices.push_back(static_cast<std::int32_t>(operand) * sourceCount +
                      found->second);
  }
  set(op->getResult(0),
      permuted(all(op->getOperands()), indices, op->getLoc()));
  return success();
}

LogicalResult KernelLowering::emitSplit(Operation *op) {
  auto split = cast<tt::SplitOp>(op);
  std::map<Place, std::int32_t> registers = registersByPlace(
      layoutOf(cast<RankedTensorType>(split.getSrc().getType())));
  for (std::uint64_t half : {0U, 1U}) {
    Value result = op->getResult(static_cast<unsigned>(half));
    const LinearLayout &layout =
        layoutOf(cast<RankedTensorType>(result.getType()));
    llvm::SmallVector<std::int32_t> indices;
    for (std::uint64_t index = 0; index < layout.inSize(Dim::Register);
         ++index) {
      Place place = elementOf(layout, index);
      place.push_back(half);
      auto found = registers.find(place);
      if (found == registers.end())
        return refuse(op) << "a thread lacks elements of its result";
      indices.push_back(found->second);
    }
    set(result, permuted(get(split.getSrc()), indices, op->getLoc()));
  }
  return success();
}

// Elements may be in any order: each thread keeps its own.
LogicalResult KernelLowering::emitCat(Operation *op) {
  auto cat = cast<tt::CatOp>(op);
  const LinearLayout from = layoutOf(cat.getLhs().getType());
  const LinearLayout to = layoutOf(cat.getType());
  auto count = static_cast<unsigned>(to.inSize(Dim::Register));
  if (count != 2 * from.inSize(Dim::Register))
    return refuse(op) << "threads have unequal shares on both sides";
  llvm::SmallVector<std::int32_t> indices;
  for (unsigned index = 0; index < count; ++index)
    indices.push_back(static_cast<std::int32_t>(index));
  set(cat,
      permuted({get(cat.getLhs()), get(cat.getRhs())}, indices, op->getLoc()));
  return success();
}

/// The only element, which each thread holds.
LogicalResult KernelLowering::emitUnsplat(Operation *op) {
  auto unsplat = cast<tt::UnsplatOp>(op);
  set(unsplat, make<simt::ExtractOp>(op->getLoc(), lowered(unsplat.getType()),
                                     get(unsplat.getSrc()), 0));
  return success();
}

LogicalResult KernelLowering::emitConvert(Operation *op) {
  auto convert = cast<ttg::ConvertLayoutOp>(op);
  const LinearLayout from =
      layoutOf(cast<RankedTensorType>(convert.getSrc().getType()));
  const LinearLayout to = layoutOf(cast<RankedTensorType>(convert.getType()));
  Value result;
  if (failed(runPlan(from, to, get(convert.getSrc()), result, op)))
    return failure();
  set(convert, result);
  return success();
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

namespace {

/// A selector that names a byte wherever any would do.
std::uint32_t definite(std::uint32_t selector) {
  for (unsigned byte = 0; byte < 4; ++byte)
    if (selectorDigit(selector, byte) >= AnyByte)
      selector &= ~(0xFU << (4 * byte));
  return selector;
}

/// That of the widest access; matrices have rows of 16 bytes, whatever a thread
/// gets of them.
std::uint32_t scratchAlignment(const Program &program) {
  constexpr std::uint32_t RowBytes = 16;
  std::uint32_t bytes = 1;
  for (const Instruction &each : program.code)
    if (each.op == Instruction::Op::Load || each.op == Instruction::Op::Store)
      bytes =
          std::max(bytes, each.access.form == SharedInstruction::Form::Vector
                              ? each.access.bytes
                              : RowBytes);
  return bytes;
}

} // namespace

Result<Conversion> KernelLowering::planFor(const LinearLayout &from,
                                           const LinearLayout &to,
                                           unsigned bits) {
  return planConversion(from, to, bits, target);
}

LogicalResult KernelLowering::runPlan(const LinearLayout &from,
                                      const LinearLayout &to, Value source,
                                      Value &result, Operation *op) {
  auto type = cast<VectorType>(source.getType());
  unsigned bits = 8 * simt::bytesOf(type.getElementType());
  Result<Conversion> plan = planFor(from, to, bits);
  if (!plan)
    return ir::report([&] { return op->emitOpError(); }, plan.error());
  if (Result<void> proof = checkCertificate(*plan, from, to); !proof)
    return ir::report([&] { return op->emitOpError(); }, proof.error());
  record.conversions.push_back({op, *plan});
  const Program &program = plan->program;
  VectorType wanted = simt::registers(
      type.getElementType(), static_cast<unsigned>(to.inSize(Dim::Register)));
  Location place = op->getLoc();
  if (!program.renamed.empty()) {
    llvm::SmallVector<std::int32_t> indices(program.renamed.begin(),
                                            program.renamed.end());
    bool isIdentity = wanted == type;
    for (auto [index, old] : llvm::enumerate(indices))
      isIdentity = isIdentity && static_cast<std::size_t>(old) == index;
    result =
        isIdentity
            ? source
            : make<simt::PermuteOp>(place, wanted, source, indices).getResult();
    return success();
  }
  Value words = make<simt::ToWordsOp>(
      place, simt::registers(builder.getI32Type(), simt::wordsOf(type)),
      source);
  llvm::SmallVector<Value> outputs;
  if (failed(emitProgram(program, words, outputs, op)))
    return failure();
  Value all = gather(outputs, place);
  result = make<simt::FromWordsOp>(place, wanted, all);
  return success();
}

Value KernelLowering::gather(llvm::ArrayRef<Value> scalars, Location place) {
  llvm::SmallVector<Value> vectors;
  llvm::SmallVector<std::int32_t> indices;
  for (Value scalar : scalars) {
    indices.push_back(static_cast<std::int32_t>(indices.size()));
    vectors.push_back(make<simt::SplatOp>(
        place, simt::registers(scalar.getType(), 1), scalar));
  }
  if (vectors.size() == 1)
    return vectors.front();
  return make<simt::PermuteOp>(
      place,
      simt::registers(scalars.front().getType(),
                      static_cast<unsigned>(scalars.size())),
      vectors, indices);
}

Value KernelLowering::emitMatrixAccess(const Program &program,
                                       const Instruction &each, Value address,
                                       llvm::ArrayRef<Value> computed,
                                       Location place) {
  bool isTransposed =
      each.access.form == SharedInstruction::Form::MatrixTransposed;
  unsigned words = each.access.words();
  if (each.op == Instruction::Op::Load)
    return make<simt::MatrixLoadOp>(
        place, simt::registers(builder.getI32Type(), words), address,
        each.immediate, isTransposed);
  llvm::SmallVector<Value> stored;
  for (unsigned word = 0; word < words; ++word)
    stored.push_back(computed[program.operands[each.a + word]]);
  make<simt::MatrixStoreOp>(place, address, gather(stored, place),
                            each.mask == 0 ? Value() : isZero(each.mask, place),
                            each.immediate, isTransposed);
  return {};
}

Value KernelLowering::emitScratchAccess(const Program &program,
                                        const Instruction &each,
                                        llvm::ArrayRef<Value> addresses,
                                        llvm::ArrayRef<Value> computed,
                                        Location place) {
  Type i32 = builder.getI32Type();
  if (each.access.form != SharedInstruction::Form::Vector)
    return emitMatrixAccess(program, each, addresses[each.index], computed,
                            place);
  Value base = asRegisters(addresses[each.index]);
  Value predicate =
      each.mask == 0 ? Value() : asRegisters(isZero(each.mask, place));
  unsigned words = each.access.words();
  bool isPart = each.access.bytes < 4;
  Type narrow = builder.getIntegerType(8 * std::min(each.access.bytes, 4U));
  llvm::SmallVector<std::int32_t> at = {0};
  llvm::SmallVector<std::int32_t> offset = {
      static_cast<std::int32_t>(each.immediate)};
  if (each.op == Instruction::Op::Load) {
    Value loaded = make<simt::LoadOp>(
        place, simt::registers(narrow, words), simt::Space::Shared, base,
        predicate, Value(), at, offset, words, simt::CacheLevelAttr(),
        simt::EvictionAttr(), /*isVolatile=*/false);
    if (!isPart)
      return loaded;
    Value part = make<simt::ExtractOp>(place, narrow, loaded, 0);
    return asRegisters(make<arith::ExtUIOp>(place, i32, part));
  }
  llvm::SmallVector<Value> stored;
  for (unsigned word = 0; word < words; ++word) {
    Value value = computed[program.operands[each.a + word]];
    stored.push_back(isPart ? make<arith::TruncIOp>(place, narrow, value)
                            : value);
  }
  make<simt::StoreOp>(place, simt::Space::Shared, base, gather(stored, place),
                      predicate, at, offset, words, simt::CacheLevelAttr(),
                      simt::EvictionAttr());
  return {};
}

LogicalResult KernelLowering::emitProgram(const Program &program, Value words,
                                          llvm::SmallVectorImpl<Value> &outputs,
                                          Operation *op) {
  using Kind = Instruction::Op;
  Location place = op->getLoc();
  Type i32 = builder.getI32Type();
  auto constant = [&](std::uint32_t value) {
    return number(static_cast<std::int32_t>(value), i32);
  };
  if (!program.paddings.empty())
    return refuse(op) << "its scratch has padded rows";
  llvm::SmallVector<Value> computed(program.code.size());
  llvm::SmallVector<Value> addresses;
  Value scratch;
  if (program.scratchBytes != 0)
    scratch = make<simt::SharedOp>(
        place, i32, static_cast<std::uint32_t>(program.scratchBytes),
        scratchAlignment(program), IntegerAttr());
  for (const ThreadMap &map : program.addresses)
    addresses.push_back(make<arith::AddIOp>(place, apply(map, place), scratch));
  // All words of each load.
  llvm::SmallVector<Value> loads(program.code.size());
  auto condition = [&](Word mask) -> Value {
    // An odd number of the thread's bits.
    Value bits = make<arith::AndIOp>(
        place, thread(place), constant(static_cast<std::uint32_t>(mask)));
    if (std::has_single_bit(mask))
      return make<arith::CmpIOp>(place, arith::CmpIPredicate::ne, bits,
                                 constant(0));
    Value count = make<math::CtPopOp>(place, bits);
    return make<arith::TruncIOp>(place, builder.getI1Type(), count);
  };
  for (auto [index, each] : llvm::enumerate(program.code)) {
    Value &value = computed[index];
    auto operand = [&](unsigned number) { return computed[number]; };
    switch (each.op) {
    case Kind::Input:
      value = make<simt::ExtractOp>(place, i32, words, each.index);
      break;
    case Kind::Permute:
      value = make<simt::BytePermuteOp>(
          place, i32, operand(each.a),
          operand(each.b == NoValue ? each.a : each.b),
          constant(definite(each.immediate)));
      break;
    case Kind::PermuteBy:
      value = make<simt::BytePermuteOp>(
          place, i32, operand(each.a),
          operand(each.b == NoValue ? each.a : each.b),
          make<arith::SelectOp>(place, condition(each.mask),
                                constant(definite(each.immediate & 0xFFFF)),
                                constant(definite(each.immediate >> 16))));
      break;
    case Kind::Select:
      value = make<arith::SelectOp>(place, condition(each.mask),
                                    operand(each.a), operand(each.b));
      break;
    case Kind::ShuffleXor:
      value =
          make<simt::ShuffleXorOp>(place, i32, operand(each.a), each.immediate);
      break;
    case Kind::ShuffleIndex: {
      Value lane = apply(program.maps[each.index], place);
      if (each.immediate != 0)
        lane = make<arith::XOrIOp>(place, lane, constant(each.immediate));
      value = make<simt::ShuffleIndexOp>(place, i32, operand(each.a), lane);
      break;
    }
    case Kind::Store:
    case Kind::Load: {
      if (each.block != NoValue)
        return refuse(op) << "it needs accesses of other blocks";
      loads[index] =
          emitScratchAccess(program, each, addresses, computed, place);
      if (each.op == Kind::Load)
        value = make<simt::ExtractOp>(place, i32, loads[index], 0);
      break;
    }
    case Kind::Part:
      value = make<simt::ExtractOp>(place, i32, loads[each.a], each.immediate);
      break;
    case Kind::Barrier:
      if (each.scope == Scope::Cluster)
        return refuse(op) << "it needs barriers of clusters";
      // The others follow from the accesses.
      break;
    }
  }
  for (unsigned word : program.outputWords)
    outputs.push_back(computed[word]);
  return success();
}

} // namespace heddle
