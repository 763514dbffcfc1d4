//===- GroupProducts.cpp - Products by warp groups ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffer.h"
#include "Emitters.h"
#include "GroupProductPlan.h"
#include "ProductPlan.h"
#include "Registers.h"
#include "Threads.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/MatrixTypes.h"
#include "heddle/ir/Ttng.h"
#include "heddle/plan/BlockPart.h"
#include "heddle/simt/RegisterLimit.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// Where each bit of a block's number leads along two axes.
using Begins = std::vector<std::vector<std::uint64_t>>;

/// What a block has of a factor, and where that begins.
FailureOr<SharedFactor> factorOf(LoweringContext &context, Operation *op,
                                 Value memory, Begins &begins) {
  auto type = cast<ttg::MemDescType>(memory.getType());
  FailureOr<Buffer> buffer = bufferOf(op, type);
  if (failed(buffer))
    return failure();
  if (!arraySizes(type).empty() || !buffer->paddings.empty())
    return refuse(op) << "its factor is an array of buffers, or has paddings: "
                      << type;
  Result<BlockPart> part = BlockPart::of(buffer->layout);
  Result<LinearLayout> inBlock =
      part ? part->inBlock(buffer->layout) : tl::unexpected(part.error());
  if (!inBlock)
    return ir::report([&] { return op->emitOpError(); }, inBlock.error());
  begins = part->begins;
  return SharedFactor{.layout = *inBlock,
                      .elementBits = buffer->elementBits,
                      .alignment = buffer->alignment,
                      .start = context.subviewOffsets.lookup(memory)};
}

/// The same of registers.
FailureOr<LinearLayout>
registersInBlock(Operation *op, const LinearLayout &layout, Begins &begins) {
  Result<BlockPart> part = BlockPart::of(layout);
  Result<LinearLayout> inBlock =
      part ? part->inBlock(layout) : tl::unexpected(part.error());
  if (!inBlock)
    return ir::report([&] { return op->emitOpError(); }, inBlock.error());
  begins = part->begins;
  return *inBlock;
}

/// A block multiplies what it has: the rows of A and columns of B that its
/// part of the result needs, along all of K.
LogicalResult checkBlocks(Operation *op, const Begins &a, const Begins &b,
                          const Begins &d) {
  for (std::size_t bit = 0; bit < d.size(); ++bit) {
    bool hasRows = a[bit][0] == d[bit][0] && a[bit][1] == 0;
    bool hasColumns = b[bit][1] == d[bit][1] && b[bit][0] == 0;
    if (!hasRows || !hasColumns)
      return refuse(op) << "block " << (1U << bit)
                        << " of the cluster multiplies "
                        << (hasRows ? "B" : "A")
                        << " from another place than its part of the result "
                           "needs, which begins at ("
                        << d[bit][0] << ", " << d[bit][1] << ")";
  }
  return success();
}

/// The address of a warp's tiles. Lane 0 computes it for all, so that code has
/// it in registers that all lanes share.
Value addressOf(LoweringContext &context, Location loc, Value memory,
                const FactorTiles &tiles) {
  Value begin = context.get(memory);
  if (llvm::all_of(tiles.warps, [](Word warp) { return warp == 0; }))
    return begin;
  ThreadMap map;
  for (unsigned lane = 1; lane < context.target.lanes; lane *= 2)
    map.columns.push_back(0);
  for (Word warp : tiles.warps)
    map.columns.push_back(warp);
  Value offset = evaluate(context, loc, map);
  Value first = context.number(0, context.builder.getI32Type());
  offset =
      context.make<simt::ShuffleIndexOp>(loc, offset.getType(), offset, first);
  return context.make<arith::AddIOp>(loc, begin, offset);
}

class DotEmitter {
public:
  DotEmitter(LoweringContext &context, ttng::WarpGroupDotOp dot)
      : context(context), dot(dot), loc(dot.getLoc()) {}

  LogicalResult emit();

private:
  LogicalResult choose();
  Value makeGroup(Value a, Value leftAddress, Value rightAddress, Value c,
                  Value useC, llvm::ArrayRef<std::int32_t> products);
  Value wait(Value sum);
  LogicalResult stagger();
  Value addExactly(Value a, Value c, std::int64_t depthOfSum);
  std::uint64_t depth() {
    return static_cast<std::uint64_t>(
        cast<ttg::MemDescType>(dot.getB().getType()).getDimSize(0));
  }

  LoweringContext &context;
  ttng::WarpGroupDotOp dot;
  Location loc;
  std::optional<MatrixTypes> types;
  const MatrixInstruction *instruction = nullptr;
  GroupProductPlan plan;
  Value leftAddress, rightAddress;
};

LogicalResult DotEmitter::choose() {
  auto element = [](Value value) {
    if (auto memory = dyn_cast<ttg::MemDescType>(value.getType()))
      return memory.getElementType();
    return getElementTypeOrSelf(value);
  };
  types = ir::matrixTypes(element(dot.getA()), element(dot.getB()),
                          element(dot.getD()), dot.getInputPrecision());
  if (!types)
    return refuse(dot) << "no matrix instruction multiplies "
                       << dot.getA().getType() << " and adds in "
                       << dot.getD().getType();
  std::optional<LinearLayout> registersOfA;
  std::optional<SharedFactor> a;
  Begins ofA, ofB, ofD;
  if (isa<ttg::MemDescType>(dot.getA().getType())) {
    FailureOr<SharedFactor> factor = factorOf(context, dot, dot.getA(), ofA);
    if (failed(factor))
      return failure();
    a = std::move(*factor);
  } else {
    FailureOr<LinearLayout> inBlock =
        registersInBlock(dot, context.layoutOf(dot.getA()), ofA);
    if (failed(inBlock))
      return failure();
    registersOfA = *inBlock;
  }
  FailureOr<SharedFactor> b = factorOf(context, dot, dot.getB(), ofB);
  FailureOr<LinearLayout> inBlock =
      registersInBlock(dot, context.layoutOf(dot.getD()), ofD);
  if (failed(b) || failed(inBlock) || failed(checkBlocks(dot, ofA, ofB, ofD)))
    return failure();
  const LinearLayout &d = *inBlock;
  for (const MatrixInstruction *each :
       matrixInstructions(context.target, *types)) {
    if (each->family != MatrixFamily::Wgmma)
      continue;
    Result<GroupProductPlan> found =
        planGroupProduct(*each, registersOfA, a, *b, d, depth());
    if (!found)
      return ir::report([&] { return refuse(dot); }, found.error());
    instruction = each;
    plan = std::move(*found);
    return success();
  }
  return refuse(dot) << context.target.name
                     << " has no instruction of warp groups for "
                     << nameOf(types->a) << ", " << nameOf(types->b) << " and "
                     << nameOf(types->c);
}

Value DotEmitter::makeGroup(Value a, Value left, Value right, Value c,
                            Value useC, llvm::ArrayRef<std::int32_t> products) {
  auto product = simt::ProductAttr::get(dot.getContext(), *instruction,
                                        plan.columns, *types);
  auto descriptor = [&](const FactorTiles &tiles) {
    return context.builder.getI64IntegerAttr(
        static_cast<std::int64_t>(encode(tiles.descriptor)));
  };
  return context.make<simt::GroupMmaOp>(
      loc, c.getType(), product, a, left, right, c, useC,
      plan.left ? descriptor(*plan.left) : IntegerAttr(),
      descriptor(plan.right),
      plan.left && plan.left->isTransposed ? context.builder.getUnitAttr()
                                           : UnitAttr(),
      plan.right.isTransposed ? context.builder.getUnitAttr() : UnitAttr(),
      context.builder.getDenseI32ArrayAttr(products));
}

Value DotEmitter::wait(Value sum) {
  llvm::SmallVector<Value> read = {rightAddress};
  if (leftAddress)
    read.push_back(leftAddress);
  llvm::SmallVector<Type> sums = {sum.getType()};
  return simt::GroupWaitOp::create(context.builder, loc, sums,
                                   /*pending=*/0, ValueRange(sum), read)
      .getResults()
      .front();
}

/// Lets groups of warps start one after the other, if that is asked for.
LogicalResult DotEmitter::stagger() {
  constexpr std::int64_t Most = 1 << 20;
  Attribute given = dot->getAttr(ttng::StaggerAttr);
  if (!given)
    return success();
  auto cycles = dyn_cast<IntegerAttr>(given);
  if (!cycles || !cycles.getType().isInteger(32) || cycles.getInt() < 0 ||
      cycles.getInt() > Most)
    return dot.emitOpError()
           << "expects 0 to " << Most << " cycles, an i32, as "
           << ttng::StaggerAttr << ", but got " << given;
  ThreadMap group;
  unsigned first = context.threads.lane + llvm::Log2_32(simt::GroupWarps),
           all = context.threads.lane + context.threads.warp;
  for (unsigned bit = 0; bit < all; ++bit)
    group.columns.push_back(bit < first ? 0 : f2::unit(bit - first));
  Value each = context.number(cycles.getInt(), context.builder.getI32Type());
  context.make<simt::DelayOp>(
      loc, context.make<arith::MulIOp>(loc, evaluate(context, loc, group), each)
               .getResult());
  return success();
}

/// Sums of so many products along K each, which are added in f32: the
/// instruction's own sums of 8-bit floats have fewer bits.
Value DotEmitter::addExactly(Value a, Value c, std::int64_t depthOfSum) {
  Type i1 = context.builder.getI1Type();
  Value never = context.number(0, i1);
  for (const std::vector<std::int32_t> &products :
       inRounds(plan.products,
                static_cast<std::size_t>(depthOfSum) / instruction->k)) {
    Value part =
        wait(makeGroup(a, leftAddress, rightAddress, c, never, products));
    c = context.make<arith::AddFOp>(loc, part, c);
  }
  return c;
}

LogicalResult DotEmitter::emit() {
  if (failed(choose()))
    return failure();
  auto toFragments = [&](Value value, llvm::ArrayRef<std::int32_t> registers) {
    return pick(context.builder, context.get(value), registers);
  };
  Value a;
  if (plan.left)
    leftAddress = addressOf(context, loc, dot.getA(), *plan.left);
  else
    a = toFragments(dot.getA(), plan.a);
  rightAddress = addressOf(context, loc, dot.getB(), plan.right);
  Value c = toFragments(dot.getC(), plan.c);
  Value useC = dot.getUseC() ? context.get(dot.getUseC()) : Value();
  auto most = static_cast<std::int64_t>(dot.getMaxNumImpreciseAcc());
  Value sum;
  bool isAsync = dot.getIsAsync();
  if (failed(stagger()))
    return failure();
  if (addsImprecisely(*types) && most > 0 &&
      most < static_cast<std::int64_t>(depth()) && !useC) {
    sum = addExactly(a, c, most);
  } else {
    sum = makeGroup(a, leftAddress, rightAddress, c, useC, plan.products);
    if (!isAsync)
      sum = wait(sum);
  }
  Value result =
      pick(context.builder, sum, llvm::ArrayRef<std::int32_t>(plan.result));
  if (isAsync && result != sum)
    return refuse(dot) << "its result is under way in registers of another "
                          "order than the instruction's";
  context.set(dot, result);
  return success();
}

LogicalResult emitDot(LoweringContext &context, ttng::WarpGroupDotOp dot) {
  return DotEmitter(context, dot).emit();
}

LogicalResult emitWait(LoweringContext &context,
                       ttng::WarpGroupDotWaitOp wait) {
  llvm::SmallVector<Value> registers, read;
  for (Value input : wait.getInputs())
    (isa<ttg::MemDescType>(input.getType()) ? read : registers)
        .push_back(context.get(input));
  llvm::SmallVector<Type> types;
  for (Value each : registers)
    types.push_back(each.getType());
  auto made = simt::GroupWaitOp::create(context.builder, wait.getLoc(), types,
                                        wait.getPendings(), registers, read);
  unsigned next = 0;
  for (auto [input, output] : llvm::zip(wait.getInputs(), wait.getOutputs())) {
    if (!isa<ttg::MemDescType>(input.getType())) {
      context.set(output, made.getResults()[next++]);
      continue;
    }
    context.set(output, context.get(input));
    context.subviewOffsets[output] = context.subviewOffsets.lookup(input);
  }
  return success();
}

} // namespace

void registerGroupProductEmitters(EmitterTable &table) {
  table.add<ttng::WarpGroupDotOp>(emitDot);
  table.add<ttng::WarpGroupDotWaitOp>(emitWait);
}

} // namespace heddle
