//===- UnderWay.h - Copies and products that nobody waited for --*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is asynchronous in a tensor program that is executed op by op. It ends
/// as late as it may: a copy puts its elements into shared memory when somebody
/// waits for it, and until then there is nothing that looks like a result; a
/// product has its sums when somebody waits for it, and has read its factors by
/// then only. So a wait that is missing, of the wrong group, or for the wrong
/// phase of an mbarrier makes a difference.
///
/// Mbarriers are in the order of the program: a wait that nothing before it
/// ends would never end. The blocks of a cluster do the same at the same time,
/// so that one's mbarriers are like all others'. Partitions have mbarriers in
/// common; copies of threads and products are those of one of them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_UNDERWAY_H
#define HEDDLE_LIB_VERIFY_UNDERWAY_H

#include "Value.h"
#include "heddle/ir/Tt.h"
#include "llvm/ADT/DenseMap.h"

#include <deque>
#include <map>
#include <string>

namespace heddle::equivalence {

class UnderWay {
public:
  /// Before the function is executed. If it has ops that arrive at mbarriers in
  /// ways that are not known here, or copies and products in several
  /// partitions, everything is done at once and waits are for nothing.
  void begin(tt::FuncOp function);
  bool isFollowed() const { return isKnown; }

  // Copies of threads, in groups.
  void startCopy(const View &view, Tensor values);
  void commit();
  void waitForCopies(std::size_t pending);

  // Mbarriers; `at` is the view of one. Each returns what is wrong, if
  // anything is.
  using Problem = std::optional<std::string>;
  void initialize(const View &at, std::uint64_t arrivals);
  void invalidate(const View &at) { barriers.erase(keyOf(at)); }
  Problem expect(const View &at, std::uint64_t bytes);
  Problem arrive(const View &at, std::uint64_t arrivals);
  /// So many threads arrive when their copies are done: those that are in no
  /// group yet.
  Problem arriveBehindCopies(const View &at, std::uint64_t threads);
  /// So many bytes will arrive at the mbarrier.
  Problem startCopy(const View &view, Tensor values, const View &at,
                    std::uint64_t bytes);
  Problem waitFor(const View &at, std::uint64_t parity);

  // Products of warp groups.
  /// The sums, of which nothing is to be seen yet.
  TensorRef startProduct(Tensor sums, std::vector<View> factors);
  Problem waitForProducts(std::size_t pending);
  /// What a tensor is for a wait, or for the next product: of one whose product
  /// is under way its sums.
  const TensorRef &sumsOf(const TensorRef &tensor) const;
  /// The same once its product has been waited for, else the tensor.
  const TensorRef &waited(const TensorRef &tensor) const;

private:
  struct Copy {
    View view;
    Tensor values;
    std::uint64_t bytes = 0;
  };
  struct Barrier {
    /// `late` ones of those that are left come when the copies are done.
    std::uint64_t arrivals = 0, left = 0, late = 0;
    std::int64_t bytes = 0;
    unsigned phase = 0;
    std::vector<Copy> copies;

    void endPhase();
  };
  using Key = std::pair<const void *, std::uint32_t>;
  static Key keyOf(const View &at) { return {at.cells.get(), at.at.front()}; }
  Barrier *find(const View &at);
  /// If the mbarrier still expects so many arrivals.
  Problem arriveAs(const View &at, std::uint64_t arrivals,
                   llvm::function_ref<void(Barrier &)> arrive);

  struct Product {
    TensorRef sums;
    std::vector<View> factors;
    std::vector<std::vector<Bits>> contents;
    bool isDone = false;
  };

  bool isKnown = true;
  std::vector<Copy> open;
  std::deque<std::vector<Copy>> groups;
  std::map<Key, Barrier> barriers;
  /// By the tensors that stand for their sums, which they keep alive.
  llvm::DenseMap<const Tensor *, std::size_t> productOf;
  std::vector<TensorRef> stands;
  std::vector<Product> products;
  std::size_t done = 0;
};

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_UNDERWAY_H
