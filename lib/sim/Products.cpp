//===- Products.cpp - Products of matrices --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductKernels.h"

HEDDLE_SIM_BEGIN

namespace {

template <class T, class A, class B, class C> struct Products {
  static bool run(Warp &warp, const Instruction &each) {
    warp.block->mbarriers.meet(warp.number);
    const ProductTable &table = warp.block->code.products[each.immediate];
    unsigned sizeA = table.m * table.k, sizeB = table.k * table.n,
             sizeC = table.m * table.n;
    std::vector<T> a(std::size_t(table.countA) * sizeA),
        b(std::size_t(table.countB) * sizeB),
        c(std::size_t(table.countC) * sizeC);
    gather<A>(warp, each.a, table.a, table.countA, sizeA, a.data());
    gather<B>(warp, each.b, table.b, table.countB, sizeB, b.data());
    gather<C>(warp, each.c, table.c, table.countC, sizeC, c.data());
    multiplyAll<T, A, C>(table, a.data(), b.data(), c.data());
    if constexpr (IsWatched)
      spreadAllHoles(warp, table, each);
    scatter<C>(warp, each.result, table.c, table.countC, sizeC, c.data());
    return true;
  }
};

} // namespace

Run productRun(const MatrixTypes &types) {
  return RunsByTypes<Products>::find(types);
}

HEDDLE_SIM_END
