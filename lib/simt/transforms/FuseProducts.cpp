//===- FuseProducts.cpp - Contracts products and sums ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/PatternMatch.h"

namespace heddle {

using namespace mlir;

#define GEN_PASS_DEF_SIMTFUSEPRODUCTS
#include "heddle/simt/transforms/Passes.h.inc"

namespace {

template <class Op> bool mayContract(Op op) {
  return arith::bitEnumContainsAny(op.getFastmath(),
                                   arith::FastMathFlags::contract);
}

/// a + b or a - b that may be contracted. Chips have no common fma of bf16.
bool isSum(Operation *op) {
  if (op->getNumOperands() != 2 || op->getOperand(0) == op->getOperand(1) ||
      getElementTypeOrSelf(op->getOperand(0)).isBF16())
    return false;
  if (auto sum = dyn_cast<arith::AddFOp>(op))
    return mayContract(sum);
  auto difference = dyn_cast<arith::SubFOp>(op);
  return difference && mayContract(difference);
}

/// The registers of one value in another order.
simt::PermuteOp permutationOf(Operation *op) {
  auto permute = dyn_cast_or_null<simt::PermuteOp>(op);
  return permute && permute.getSrcs().size() == 1 ? permute : simt::PermuteOp();
}

/// Everybody who needs it is a sum of its block.
bool isOnlyAdded(Value product) {
  return llvm::all_of(product.getUsers(), [&](Operation *user) {
    if (user->getBlock() != product.getParentBlock())
      return false;
    if (simt::PermuteOp permute = permutationOf(user))
      return isOnlyAdded(permute);
    return isSum(user);
  });
}

/// An operand of a sum that can go into it.
struct Product {
  arith::MulFOp op;
  /// From the sum up to the product.
  llvm::SmallVector<simt::PermuteOp, 2> path;

  static std::optional<Product> match(Value operand) {
    Product product;
    while (simt::PermuteOp permute = permutationOf(operand.getDefiningOp())) {
      product.path.push_back(permute);
      operand = permute.getSrcs().front();
    }
    product.op = operand.getDefiningOp<arith::MulFOp>();
    if (!product.op || !mayContract(product.op) || !isOnlyAdded(operand))
      return std::nullopt;
    return product;
  }

  /// A factor as it arrives at the sum.
  Value arriving(Value factor, OpBuilder &builder) const {
    for (simt::PermuteOp permute : llvm::reverse(path))
      factor =
          simt::PermuteOp::create(builder, permute.getLoc(), permute.getType(),
                                  factor, permute.getIndices());
    return factor;
  }
};

Value negated(Value value, OpBuilder &builder, Location loc) {
  return builder.createOrFold<arith::NegFOp>(loc, value);
}

void fuse(Operation *sum, IRRewriter &rewriter) {
  Value left = sum->getOperand(0), right = sum->getOperand(1);
  bool isLeft = true;
  std::optional<Product> product = Product::match(left);
  if (!product) {
    isLeft = false;
    product = Product::match(right);
  }
  if (!product)
    return;
  rewriter.setInsertionPoint(sum);
  Location loc = sum->getLoc();
  Value a = product->arriving(product->op.getLhs(), rewriter);
  Value b = product->arriving(product->op.getRhs(), rewriter);
  Value c = isLeft ? right : left;
  if (isa<arith::SubFOp>(sum))
    (isLeft ? c : a) = negated(isLeft ? c : a, rewriter, loc);
  rewriter.replaceOpWithNewOp<math::FmaOp>(sum, a, b, c);
}

struct SimtFuseProducts : impl::SimtFuseProductsBase<SimtFuseProducts> {
  void runOnOperation() final {
    llvm::SmallVector<Operation *> sums;
    getOperation()->walk([&](Operation *op) {
      if (isSum(op))
        sums.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *sum : sums)
      fuse(sum, rewriter);
    // Products that went into all their sums.
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>(
        [&](Operation *op) {
          if (isa<arith::MulFOp, simt::PermuteOp>(op) && op->use_empty())
            rewriter.eraseOp(op);
        });
  }
};

} // namespace

} // namespace heddle
