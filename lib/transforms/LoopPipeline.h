//===- LoopPipeline.h - A loop whose copies run ahead -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A scheduled loop, with copies into rings of buffers in place of its loads.
///
/// A ring has as many buffers as there are iterations between a copy into a
/// buffer and the last read of it, and one more if the copy comes before that
/// read in the order of an iteration:
///
///     order of an iteration       use 2 stages later    buffers
///     wait, copy, read            copy before read      3
///     wait, read, copy            copy behind read      2
///     wait, start wgmma, wait     read ends with the    3
///     for the last one, copy      next iteration's wait
///     wait, wait for the last     as above              3
///     wgmma, start one, copy
///
/// The number of a buffer is counted by what the loop carries, one count for
/// each stage and number of buffers.
///
/// Copies by threads are committed as groups, which waits count. The copy
/// engine tells barriers of the bytes that have arrived, one for each buffer;
/// the loop carries the parity of their phases.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_LOOPPIPELINE_H
#define HEDDLE_LIB_TRANSFORMS_LOOPPIPELINE_H

#include "CopiedLoad.h"
#include "LoopSchedule.h"
#include "heddle/ir/Ttng.h"

namespace heddle {

/// `ttg.async_wait` whose number is not known before the loop is expanded.
inline constexpr std::int32_t OpenWait = -1;

class LoopPipeline {
public:
  /// Takes the schedule from the loop's attributes, and plans the copies; what
  /// is loaded otherwise stays in registers from its stage to its users. Fails
  /// with an error if the schedule is none.
  static mlir::FailureOr<LoopPipeline>
  plan(mlir::scf::ForOp loop, const AxisFacts &facts, const Target &target);

  /// Puts copies, waits and reads into the body and into the schedule, and what
  /// ends them behind the loop. The numbers of waits stay open.
  void lower();

  mlir::scf::ForOp loop() const { return source; }
  LoopSchedule &schedule() { return slots; }
  const LoopSchedule &schedule() const { return slots; }

private:
  /// A load that becomes copies.
  struct Ring {
    CopiedLoad copied;
    unsigned copyStage = 0;
    /// The first op that uses what was copied, and its stage.
    mlir::Operation *firstUse = nullptr;
    unsigned useStage = 0;
    std::int32_t buffers = 1;
    mlir::Value memory;
  };
  /// Rings that are copied and waited for together.
  struct Group {
    llvm::SmallVector<Ring *, 2> rings;
    /// Is it the engine that copies?
    bool isOfEngine = false;
    /// Then, a barrier for each buffer of the rings, which
    /// have as many.
    mlir::Value barriers;

    unsigned copyStage() const { return rings.front()->copyStage; }
    unsigned useStage() const { return rings.front()->useStage; }
    std::int32_t buffers() const { return rings.front()->buffers; }
    /// The first op that uses what was copied.
    mlir::Operation *firstUse(const LoopSchedule &slots) const;
  };
  /// What each iteration puts into memory for the product. It lies in two
  /// buffers by turns, since that of the iteration before is still read.
  struct Refill {
    ttg::LocalAllocOp alloc;
    mlir::Value memory;
    static constexpr std::int32_t Buffers = 2;
  };
  using CountKey = std::pair<unsigned, std::int32_t>;

  LoopPipeline(mlir::scf::ForOp loop, LoopSchedule slots)
      : source(loop), slots(std::move(slots)) {}

  void planRings(const AxisFacts &facts, const Target &target);
  bool planUses(Ring &ring) const;
  void findProduct();
  bool keepsUntilNext(mlir::Value factor);
  void countBuffers(Ring &ring) const;
  void makeGroups();
  bool goTogether(const Ring &a, const Ring &b) const;

  void makeMemory();
  std::vector<CountKey> countedKeys();
  std::vector<CountKey> phasedKeys();
  void makeCounts();
  void place(mlir::Operation *op, mlir::Operation *at, unsigned stage);
  mlir::Value elementAt(mlir::Value all, std::int32_t buffers,
                        mlir::Operation *at);
  mlir::Value bufferAt(const Ring &ring, mlir::Operation *at) {
    return elementAt(ring.memory, ring.buffers, at);
  }
  void makeCopies(const Group &group);
  void makeCopiesOfEngine(const Group &group);
  /// `copies` is the first of the ops that copy.
  mlir::Value makeWait(const Group &group, mlir::Value token,
                       mlir::Operation *copies);
  void makeWaitOfEngine(const Group &group);
  void makeReads(const Ring &ring, mlir::Value token);
  void readDirectly(const Ring &ring, mlir::Operation *convert,
                    mlir::Value token);
  void readElements(const Ring &ring, mlir::Value token);
  void giveBuffer(const Ring &ring, ttg::LocalAllocOp alloc);
  void makeRefill(const Refill &refill);
  void startProduct();
  void moveProductBehindCopies();
  void finish();

  mlir::scf::ForOp source;
  LoopSchedule slots;
  std::vector<Ring> rings;
  std::vector<Group> together;
  std::vector<Refill> refills;
  /// The product that goes on across iterations; null if none does.
  ttng::WarpGroupDotOp product;
  std::map<CountKey, mlir::Value> counts;
  /// The parity of the phase in which the barrier of that count is.
  std::map<CountKey, mlir::Value> parities;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_LOOPPIPELINE_H
