//===- FactorAhead.cpp - Factors in registers half ahead ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactorAhead.h"
#include "BufferViews.h"
#include "CarriedProduct.h"
#include "EngineCopies.h"
#include "LoadOrder.h"
#include "LoopBody.h"
#include "RegisterRoom.h"
#include "SharedRoom.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/ir/Traits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;

std::optional<FactorAhead> FactorAhead::match(scf::ForOp loop) {
  FactorAhead found(loop);
  if (!found.matchBody() || !found.matchSums() || !found.matchFactor() ||
      !found.matchRefill() || !found.isAlone())
    return std::nullopt;
  return found;
}

// One product; loads of what copies bring, and stores of what is loaded.
bool FactorAhead::matchBody() {
  copies = AwaitedCopies::match(loop);
  if (!copies)
    return false;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto product = dyn_cast<ttng::WarpGroupDotOp>(op)) {
      if (dot || product.getIsAsync() || product.getUseC())
        return false;
      dot = product;
    } else if (!isa<ttg::LocalLoadOp, ttg::LocalAllocOp>(op) &&
               !copies->contains(&op) && !isPure(&op)) {
      return false;
    }
  }
  return static_cast<bool>(dot);
}

/// From the carried sums to the product's, and back.
bool FactorAhead::matchSums() {
  Value value = dot.getC();
  while (auto trans = value.getDefiningOp<tt::TransOp>()) {
    if (trans->getBlock() != loop.getBody() || !trans->hasOneUse())
      return false;
    before.insert(before.begin(), trans);
    value = trans.getSrc();
  }
  sums = dyn_cast<BlockArgument>(value);
  if (!sums || sums.getOwner() != loop.getBody() ||
      sums == loop.getInductionVar() || !sums.hasOneUse())
    return false;
  Value result = dot.getD();
  while (result.hasOneUse() && isa<tt::TransOp>(*result.user_begin())) {
    behind.push_back(*result.user_begin());
    result = behind.back()->getResult(0);
  }
  return result.hasOneUse() &&
         loop.getTiedLoopYieldedValue(sums)->get() == result;
}

bool FactorAhead::matchFactor() {
  constexpr std::int64_t InstructionBits = 256;
  auto type = dyn_cast<RankedTensorType>(dot.getA().getType());
  if (!type)
    return false;
  std::int64_t bits = type.getElementTypeBitWidth();
  half = type.getDimSize(1) / 2;
  // Sums of 8-bit floats are taken out of the instructions now and then.
  if (bits < 16 || half == 0 || half % (InstructionBits / bits) != 0)
    return false;
  auto found = LoadedFactor::match(loop, dot.getA(), /*axis=*/1, half);
  if (!found)
    return false;
  factor = *found;
  return canLoadAhead(factor);
}

bool FactorAhead::canLoadAhead(const LoadedFactor &loaded) {
  Operation *known[] = {copies->wait()};
  return (!loaded.token || loaded.token.getDefiningOp() == copies->wait()) &&
         copies->wait()->isBeforeInBlock(loaded.load) &&
         copies->leaveAlone(loaded.memory) &&
         staysInMemory(loop, loaded.memory) &&
         canComputeAhead(loop, loaded.memory, known);
}

/// Is the right factor stored by no iteration, or can it be stored ahead, into
/// two buffers? Nothing else is loaded or stored.
bool FactorAhead::matchRefill() {
  auto loads = llvm::range_size(loop.getOps<ttg::LocalLoadOp>());
  auto stores = llvm::range_size(loop.getOps<ttg::LocalAllocOp>());
  stored = filledByThreads(loop, dot.getB());
  if (!stored)
    return loads == 1 && stores == 0 && copies->leaveAlone(dot.getB());
  auto type = cast<RankedTensorType>(stored.getSrc().getType());
  auto found = LoadedFactor::match(loop, stored.getSrc(), /*axis=*/0,
                                   type.getDimSize(0));
  const Target *target = ir::nearestTargetOf(loop->getParentOfType<ModuleOp>());
  if (!found || target == nullptr || loads != 2 || stores != 1)
    return false;
  turned = *found;
  return canLoadAhead(turned) &&
         sharedBytesDuring(loop, {}, *target) + bytesOfBuffer(stored) <=
             target->sharedBytes;
}

/// Do registers leave no room for a second block? Those of sums and of the
/// factor. Where the right factor is stored as well, memory leaves none, and
/// threads have so much to do that products under way pay in any case.
bool FactorAhead::isAlone() {
  auto threads = static_cast<std::uint64_t>(ir::warpsAt(loop).value_or(1)) *
                 static_cast<std::uint64_t>(ir::lanesAt(loop).value_or(1));
  Type live[] = {dot.getD().getType(), dot.getA().getType()};
  return stored || leaveAlone(registersFor(live, threads), threads);
}

ttng::WarpGroupDotOp FactorAhead::start(OpBuilder &builder, Value left,
                                        std::int64_t begin, Value to) {
  Value right = sliceOf(builder, dot.getB(), /*axis=*/0, begin, half);
  auto product = cast<ttng::WarpGroupDotOp>(builder.clone(*dot));
  product->setOperands(ValueRange{left, right, to});
  product.setIsAsync(true);
  return product;
}

/// Stores the right factor that is in that memory into one of the two buffers.
void FactorAhead::refill(OpBuilder &builder, Value memory, Value token,
                         Value number) {
  Location loc = turned.load->getLoc();
  Value values = turned.slice(builder, memory, token, 0);
  ttg::LocalStoreOp::create(builder, loc, values,
                            elementOf(builder, loc, refilled, number));
}

/// Both buffers, with the right factor of the first iteration; returns the
/// number of the one that has it.
Value FactorAhead::makeRefilled(OpBuilder &builder, Value memory, Value token) {
  constexpr std::int32_t Buffers = 2;
  Location loc = stored.getLoc();
  refilled = allocateLike(builder, stored, Buffers);
  Value number =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  refill(builder, memory, token, number);
  return number;
}

/// The right factor of the next iteration goes into the other buffer.
Value FactorAhead::stepOn(OpBuilder &builder, Value number, Value memory,
                          Value token) {
  Location loc = turned.load->getLoc();
  Value one =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(1));
  Value other = arith::SubIOp::create(builder, loc, one, number);
  refill(builder, memory, token, other);
  return other;
}

FactorAhead::Values FactorAhead::Carried::all() const {
  Values values = {factor, sums};
  for (Value value : {turn, token})
    if (value)
      values.push_back(value);
  return values;
}

FactorAhead::Carried FactorAhead::carriedAs(ValueRange values) const {
  Carried carried;
  carried.factor = values[0];
  carried.sums = values[1];
  values = values.drop_front(2);
  if (stored) {
    carried.turn = values.front();
    values = values.drop_front();
  }
  if (!values.empty())
    carried.token = values.front();
  return carried;
}

/// Both halves of this iteration: the second one's loads, behind the one of the
/// iteration before, and its start. Then the wait for the copies of the next
/// iteration, and for the first one's.
FactorAhead::Carried FactorAhead::body(OpBuilder &end, const Carried &carried) {
  Operation *wait = copies->wait();
  if (refilled) {
    OpBuilder begin(stored);
    replaceBuffer(stored,
                  elementOf(begin, stored.getLoc(), refilled, carried.turn));
  }
  // In front of the wait for copies, with what the product's factors lie in.
  OpSet moved = makersInIteration(loop, {dot.getB(), factor.memory});
  for (Operation &op : llvm::make_early_inc_range(*loop.getBody()))
    if (moved.contains(&op) && wait->isBeforeInBlock(&op))
      op.moveBefore(wait);
  OpBuilder builder(wait);
  ttng::WarpGroupDotOp first = start(builder, carried.factor, 0, carried.sums);
  Value added = waitFor(builder, first, /*later=*/1).getResult(0);
  Value later = factor.slice(builder, factor.memory, carried.token, half);
  ttng::WarpGroupDotOp second = start(builder, later, half, added);

  NextIteration next = NextIteration::following(loop, end);
  Carried following;
  following.token = copies->awaitNext(next);
  if (refilled)
    following.turn =
        stepOn(end, carried.turn, next.at(turned.memory), following.token);
  following.sums = waitFor(end, second, /*later=*/1).getResult(0);
  following.factor =
      factor.slice(end, next.at(factor.memory), following.token, 0);
  return following;
}

/// Copies of transpositions.
Value FactorAhead::through(OpBuilder &builder, Value value,
                           llvm::ArrayRef<Operation *> trans) {
  for (Operation *each : trans) {
    Operation *copy = builder.clone(*each);
    copy->setOperand(0, value);
    value = copy->getResult(0);
  }
  return value;
}

void FactorAhead::rewrite() {
  IRRewriter rewriter(loop);
  NextIteration iteration = NextIteration::first(loop, rewriter);
  Carried inits;
  inits.token = copies->awaitFirst(iteration);
  inits.factor =
      factor.slice(rewriter, iteration.at(factor.memory), inits.token, 0);
  inits.sums = through(rewriter, loop.getTiedLoopInit(sums)->get(), before);
  if (stored)
    inits.turn =
        makeRefilled(rewriter, iteration.at(turned.memory), inits.token);
  const Values all = inits.all();
  unsigned number = sums.getArgNumber() - loop.getNumInductionVars();
  scf::ForOp made = carryMore(
      rewriter, loop, all,
      [&](OpBuilder &builder, Location, ArrayRef<BlockArgument> carried) {
        Carried following =
            body(builder, carriedAs(Values(carried.begin(), carried.end())));
        // What it carried before is not used any more.
        loop.getTiedLoopYieldedValue(sums)->set(sums);
        if (following.token)
          copies->wait()->replaceAllUsesWith(ValueRange(following.token));
        return following.all();
      });
  rewriter.setInsertionPointAfter(made);
  Carried last = carriedAs(made.getResults().take_back(all.size()));
  ttng::WarpGroupDotWaitOp done =
      waitForAll(rewriter, made.getLoc(), last.sums);
  made.getResult(number).replaceAllUsesWith(
      through(rewriter, done.getResult(0), behind));
  for (Operation *op : llvm::reverse(behind))
    op->erase();
  dot.erase();
  for (Operation *op : llvm::reverse(before))
    op->erase();
  factor.erase();
  if (refilled) {
    turned.erase();
    ttg::LocalDeallocOp::create(rewriter, made.getLoc(), refilled);
  }
  copies->eraseWait();
}

} // namespace heddle
