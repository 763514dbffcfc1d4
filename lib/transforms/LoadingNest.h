//===- LoadingNest.h - Loops around loads of a product ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop whose products multiply what asynchronous copies can load, or such a
/// loop and the one around it: other warps can begin the copies, if they
/// compute what these depend on for themselves. One thread begins those of the
/// copy engine. Others need a group of warps, which computes with tensors, in
/// the layouts that these have for so few warps.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_LOADINGNEST_H
#define HEDDLE_LIB_TRANSFORMS_LOADINGNEST_H

#include "CopiedLoad.h"
#include "LoopBody.h"
#include "StoredMemory.h"
#include "heddle/ir/Ttng.h"

namespace heddle {

struct LoadingNest {
  /// Copies that are used from the same product on: they arrive together, and
  /// are overwritten together.
  struct Group {
    std::vector<CopiedLoad> copies;
    /// Products of the loop: only they use what is loaded.
    ttng::WarpGroupDotOp first, last;

    /// Of the buffers of one iteration: those that the copy engine fills, and
    /// all.
    std::uint64_t bytesOfEngine() const;
    std::uint64_t bytes() const;
    /// Are some of the copies begun by threads, each for itself?
    bool hasCopiesOfThreads() const;
  };

  /// The loop with the loads, and the outermost one, which may be the same.
  mlir::scf::ForOp inner, outer;
  /// The only product of the loop, if it goes on across iterations: both of its
  /// factors are loaded then. Null otherwise.
  ttng::WarpGroupDotOp product;
  /// In the order of their first products.
  std::vector<Group> groups;
  /// Ops of both loops that compute where the loads read and how often. They
  /// have no effects, or load what nobody writes meanwhile.
  OpSet makers;
  /// Arguments of the loops' bodies that they carry for that.
  llvm::DenseSet<mlir::Value> carried;
  /// The same ops in front of the loops, in order, that compute tensors: only
  /// numbers can be handed to other warps.
  std::vector<mlir::Operation *> prepared;

  /// Of an innermost loop. Fails, with the reason.
  [[nodiscard]] static Result<LoadingNest>
  match(mlir::scf::ForOp inner, const AxisFacts &facts, const Target &target);

  /// Of all groups.
  std::uint64_t bytes() const;
  std::vector<const CopiedLoad *> copies() const;
  /// Loads, and buffers for them: copies take their place.
  OpSet replaced() const;
  /// Numbers that are computed in front of the loops and used by those who
  /// load.
  llvm::SmallVector<mlir::Value> handed() const;

  /// How many warps load, how many threads these have, and the registers of
  /// each.
  unsigned loadingWarps() const;
  std::uint64_t loadingThreads() const;
  std::uint64_t loadingRegisters() const;
  /// At most, of shared memory, while these convert layouts of where they load.
  std::uint64_t exchangedBytes() const;

private:
  std::optional<std::string> matchLoads(const AxisFacts &facts,
                                        const Target &target);
  std::optional<std::string> addToGroups(CopiedLoad copied);
  std::optional<std::string> matchOuter();
  std::optional<std::string> findMakers();
  std::optional<std::string> addMaker(mlir::Operation *maker,
                                      const StoredMemory &stored);
  std::optional<std::string> matchRest(const Target &target);
  OpSet neededByOthers() const;
};

/// Nests in a row, in one block, that load blocks of the same kinds: a warp can
/// load for all of them, into the same buffers.
struct LoadingSequence {
  /// At least one; if there are more, each is a loop alone.
  std::vector<LoadingNest> nests;
  /// Ops between them, in order, that compute where a later one loads, or how
  /// often: they can stand in front of all.
  std::vector<mlir::Operation *> between;

  mlir::scf::ForOp first() const { return nests.front().outer; }
  mlir::scf::ForOp last() const { return nests.back().outer; }
  /// What is used behind the last nest, of all that is computed from the first
  /// one on.
  llvm::SmallVector<mlir::Value> results() const;
  OpSet replaced() const;
  /// Of the warps that load for all of them.
  unsigned loadingWarps() const { return nests.front().loadingWarps(); }
  std::uint64_t loadingRegisters() const;

  /// From an innermost loop on. Fails, with the reason: also where a loop with
  /// products stands behind it that does not belong to them.
  [[nodiscard]] static Result<LoadingSequence>
  match(mlir::scf::ForOp inner, const AxisFacts &facts, const Target &target);

private:
  bool append(LoadingNest nest);
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_LOADINGNEST_H
