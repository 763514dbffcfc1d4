//===- LoweringContext.h - The state of lowering a kernel -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the emitters of ops share while one kernel is lowered. Lowering is one
/// walk over the function, in which every value of `ttg` becomes one of `simt`:
///
///     a number                  itself
///     !tt.ptr<f32>              i64, an address
///     tensor<512xf32, #l>       vector<4xf32>, if #l gives a thread 4
///     registers tensor<512x!tt.ptr<f32>>  vector<4xi64> !ttg.memdesc<...> i32,
///     an address in shared memory
///     !tt.tensordesc<...>      i64, the address of a tensor map
///
/// There are no modes: what an emitter may do follows from the type of its
/// first parameter. With a `LoweringContext` it lowers ops in the body of a
/// function; with an `ElementContext`, of which this is one, it lowers them in
/// scalar regions as well. The two scopes that a body can be in, the function
/// that it belongs to and the blocks that its branches lead to, are members
/// below.
///
/// What is derived from this state stands in headers of its own: who a thread
/// is (Threads.h), accesses of global memory (AccessPlan.h), temporary tensors
/// in shared memory (Scratch.h), buffers (Buffer.h), conversions
/// (ConvertLayout.h), scalar regions (ElementRegion.h).
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_LOWERINGCONTEXT_H
#define HEDDLE_LIB_LOWERING_LOWERINGCONTEXT_H

#include "ElementContext.h"
#include "heddle/analysis/AxisAnalysis.h"
#include "heddle/ir/Ttg.h"
#include "heddle/layout/LinearLayout.h"
#include "heddle/lowering/Record.h"
#include "heddle/plan/Program.h"
#include "heddle/simt/Simt.h"

namespace heddle {

class EmitterTable;
class FunctionScope;

/// The global memory of a program as far as it is allocated (GlobalScratch.h).
struct GlobalScratch {
  /// Where it begins, and the constant of how much the kernel has in the end;
  /// null as long as there is none.
  mlir::Value base, size;
  std::uint64_t bytes = 0, alignment = 1;
};

class LoweringContext : public ElementContext {
public:
  LoweringContext(const AxisFacts &facts, const Target &target,
                  const ArithmeticOptions &arithmetic, mlir::OpBuilder &builder,
                  LoweringRecord &record, const EmitterTable &emitters)
      : ElementContext(builder, target, arithmetic), facts(facts),
        record(record), emitters(emitters) {}

  using ElementContext::lowered;
  mlir::Type lowered(mlir::Type type) final;
  llvm::SmallVector<std::int32_t> equalRegisters(mlir::Value value) final;
  /// The type of a tensor's registers.
  mlir::VectorType registersOf(mlir::RankedTensorType type);
  /// The layout of a verified type, without registers that only replicate
  /// others. The reference holds until the next call.
  const LinearLayout &layoutOf(mlir::RankedTensorType type);
  const LinearLayout &layoutOf(mlir::Value tensor) {
    return layoutOf(mlir::cast<mlir::RankedTensorType>(tensor.getType()));
  }
  /// The number of this thread in its block, or in its partition. One op at the
  /// begin of either serves all who ask.
  mlir::Value thread(mlir::Location loc);
  /// The same in the cluster: the block's bits are above those of the warp.
  mlir::Value clusterThread(mlir::Location loc);
  /// The number of this block in the cluster.
  mlir::Value blockRank(mlir::Location loc);
  /// All threads of a program.
  simt::Scope programScope() const {
    return threads.block == 0 ? simt::Scope::Block : simt::Scope::Cluster;
  }
  /// The first block of the kernel, or of the partition that is lowered.
  mlir::Block *entryBlock();
  /// From now on threads are those of a partition; gives back what
  /// `leavePartition` takes.
  struct ThreadNumbers {
    mlir::Value inBlock, inCluster, rank;
  };
  ThreadNumbers enterPartition() { return std::exchange(numbers, {}); }
  void leavePartition(const ThreadNumbers &ofKernel) { numbers = ofKernel; }

  const AxisFacts &facts;
  LoweringRecord &record;
  const EmitterTable &emitters;
  /// How many bits the number of a thread has.
  ThreadBits threads;
  /// The function whose body is being lowered: the kernel's, or one that takes
  /// the place of a call (FunctionScope.h). Set by the scope itself.
  FunctionScope *function = nullptr;
  /// The kernel's blocks, by those of functions that they were made from.
  llvm::DenseMap<mlir::Block *, mlir::Block *> blocks;
  /// Of subviews of buffers in shared memory, the offset at which they begin,
  /// in elements, to be xored into that of an element; 0 of others.
  llvm::DenseMap<mlir::Value, Word> subviewOffsets;
  GlobalScratch globalScratch;

private:
  llvm::DenseMap<mlir::Type, LinearLayout> layouts;
  /// Null until somebody asks for one.
  ThreadNumbers numbers;
};

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_LOWERINGCONTEXT_H
