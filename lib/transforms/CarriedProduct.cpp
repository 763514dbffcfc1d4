//===- CarriedProduct.cpp - Products that go on across iterations ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedProduct.h"
#include "BufferViews.h"

namespace heddle {

using namespace mlir;

namespace {

/// Are the products of 8-bit floats added up exactly in between? Registers are
/// read then while the instructions run.
bool addsInParts(ttng::WarpGroupDotOp dot) {
  ttg::MemDescType factor = dot.getB().getType();
  auto most = static_cast<std::int64_t>(dot.getMaxNumImpreciseAcc());
  return isa<FloatType>(factor.getElementType()) &&
         factor.getElementTypeBitWidth() == 8 &&
         getElementTypeOrSelf(dot.getD().getType()).isF32() && most != 0 &&
         most < factor.getShape()[0];
}

} // namespace

bool isCarried(scf::ForOp loop, ttng::WarpGroupDotOp dot) {
  auto sums = dyn_cast<BlockArgument>(dot.getC());
  if (dot->getBlock() != loop.getBody() || dot.getIsAsync() || dot.getUseC() ||
      addsInParts(dot) || !sums || sums.getOwner() != loop.getBody() ||
      !sums.hasOneUse() || !dot.getD().hasOneUse())
    return false;
  OpOperand *next = loop.getTiedLoopYieldedValue(sums);
  return next != nullptr && next->get() == dot.getD();
}

ttng::WarpGroupDotOp onlyProductOf(scf::ForOp loop) {
  llvm::SmallVector<ttng::WarpGroupDotOp> dots;
  WalkResult waits = loop.getBody()->walk([&](Operation *op) {
    if (auto dot = dyn_cast<ttng::WarpGroupDotOp>(op))
      dots.push_back(dot);
    return isa<ttng::WarpGroupDotWaitOp>(op) ? WalkResult::interrupt()
                                             : WalkResult::advance();
  });
  return waits.wasInterrupted() || dots.size() != 1 ? ttng::WarpGroupDotOp()
                                                    : dots.front();
}

ttng::WarpGroupDotOp carriedProductOf(scf::ForOp loop) {
  ttng::WarpGroupDotOp dot = onlyProductOf(loop);
  return dot && isa<ttg::MemDescType>(dot.getA().getType()) &&
                 isCarried(loop, dot)
             ? dot
             : ttng::WarpGroupDotOp();
}

namespace {

/// Does the memory of the factor stay as it is for another iteration: because
/// there is a buffer for each, or because the loop does not change it?
bool staysInMemory(scf::ForOp loop, Value factor, const OpSet &filled) {
  Operation *op = memoryOf(factor);
  return op == nullptr || op->getBlock() != loop.getBody() ||
         filled.contains(op) || filledByThreads(loop, factor);
}

/// Does nobody need the product's sums before the next iteration, and nobody
/// there before the first product?
bool goesOnUntil(scf::ForOp loop, ttng::WarpGroupDotOp first,
                 ttng::WarpGroupDotOp dot) {
  BlockArgument next = onlyCarriedAs(loop, dot.getD());
  if (dot == first || dot.getIsAsync() || addsInParts(dot) || !next)
    return false;
  return llvm::all_of(next.getUsers(), [&](Operation *user) {
    Operation *op = inBody(loop, user);
    return op != nullptr && first->isBeforeInBlock(op);
  });
}

} // namespace

ttng::WarpGroupDotOp productBeforeCopies(scf::ForOp loop, const OpSet &filled) {
  if (ttng::WarpGroupDotOp only = carriedProductOf(loop))
    return staysInMemory(loop, only.getA(), filled) &&
                   staysInMemory(loop, only.getB(), filled)
               ? only
               : ttng::WarpGroupDotOp();
  auto dots = llvm::to_vector(loop.getBody()->getOps<ttng::WarpGroupDotOp>());
  bool goesOn = llvm::any_of(dots, [&](ttng::WarpGroupDotOp dot) {
    return isCarried(loop, dot) || goesOnUntil(loop, dots.front(), dot);
  });
  return dots.size() > 1 && goesOn ? dots.front() : ttng::WarpGroupDotOp();
}

ttng::WarpGroupDotWaitOp waitFor(OpBuilder &builder, ttng::WarpGroupDotOp dot,
                                 std::uint32_t later) {
  llvm::SmallVector<Value> held = {dot.getD()};
  for (Value factor : {Value(dot.getA()), Value(dot.getB())})
    if (isa<ttg::MemDescType>(factor.getType()))
      held.push_back(factor);
  return ttng::WarpGroupDotWaitOp::create(builder, dot.getLoc(),
                                          TypeRange(held), held, later);
}

// On sm_90, 64 x 64 by 32 bytes of K take 32 cycles.
static std::uint64_t cyclesOf(ttng::WarpGroupDotOp dot) {
  constexpr std::uint64_t BytesOfCycle = 4096;
  auto left = cast<ShapedType>(dot.getA().getType());
  std::int64_t columns = cast<ShapedType>(dot.getD().getType()).getShape()[1];
  std::int64_t bytes =
      left.getNumElements() * left.getElementTypeBitWidth() / 8;
  return llvm::divideCeil(static_cast<std::uint64_t>(bytes * columns),
                          BytesOfCycle);
}

// Measured on an H200, tiles of 64 x 16 x 128 to 128 x 256 x 64, 3 and 4
// stages: with one barrier an iteration instead of two, products of at most 256
// cycles take 2 to 9 % less time where a multiprocessor has one block, between
// 8 % less and 3 % more where it has several, and those of 512 cycles between
// 18 % less and 15 % more.
bool isShort(ttng::WarpGroupDotOp dot) { return cyclesOf(dot) <= 256; }

// Measured on an H200, 64 x 4096 x 4096 in tiles of 64 x 16 x 64 to 64 x 64 x
// 32, both majors of the right factor, the best of 3 to 6 stages: with the
// copies first, products of 32 and 64 cycles take between 12 % less time and
// 2 % more, 4 % less in the mean; those of 128 cycles between 3 % less and 22 %
// more.
bool isShorterThanCopies(ttng::WarpGroupDotOp dot) {
  return cyclesOf(dot) <= 64;
}

ttng::WarpGroupDotWaitOp startCarried(ttng::WarpGroupDotOp product) {
  product.setIsAsync(true);
  OpBuilder builder(product->getContext());
  builder.setInsertionPointAfter(product);
  ttng::WarpGroupDotWaitOp wait = waitFor(builder, product, /*later=*/1);
  product.getD().replaceAllUsesExcept(wait.getResult(0), wait);
  return wait;
}

ttng::WarpGroupDotWaitOp waitForAll(OpBuilder &builder, Location loc,
                                    Value sums) {
  return ttng::WarpGroupDotWaitOp::create(builder, loc, sums.getType(),
                                          ValueRange(sums), /*pendings=*/0);
}

ttng::WarpGroupDotWaitOp startAfterLast(ttng::WarpGroupDotOp product) {
  product.setIsAsync(true);
  OpBuilder builder(product);
  ttng::WarpGroupDotWaitOp wait =
      waitForAll(builder, product.getLoc(), product.getC());
  product.getCMutable().assign(wait.getResult(0));
  return wait;
}

ttng::WarpGroupDotWaitOp endCarried(scf::ForOp loop,
                                    ttng::WarpGroupDotOp product) {
  Value sums = loop.getTiedLoopResult(cast<BlockArgument>(product.getC()));
  OpBuilder builder(loop->getContext());
  builder.setInsertionPointAfter(loop);
  ttng::WarpGroupDotWaitOp end = waitForAll(builder, product.getLoc(), sums);
  sums.replaceAllUsesExcept(end.getResult(0), end);
  return end;
}

ttg::LocalAllocOp filledByThreads(scf::ForOp loop, Value factor) {
  auto alloc = dyn_cast_or_null<ttg::LocalAllocOp>(memoryOf(factor));
  return alloc && alloc.getSrc() && alloc->getBlock() == loop.getBody() &&
                 canBeReplaced(alloc)
             ? alloc
             : ttg::LocalAllocOp();
}

} // namespace heddle
