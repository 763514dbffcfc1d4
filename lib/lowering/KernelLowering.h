//===- KernelLowering.h - Lowering one function -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowering one function: what the emit functions of ops share.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_KERNELLOWERING_H
#define HEDDLE_LIB_LOWERING_KERNELLOWERING_H

#include "ReductionPlan.h"
#include "heddle/analysis/AxisAnalysis.h"
#include "heddle/ir/Ttg.h"
#include "heddle/layout/LinearLayout.h"
#include "heddle/lowering/Record.h"
#include "heddle/mathlib/FloatCasts.h"
#include "heddle/plan/Conversion.h"
#include "heddle/plan/Program.h"
#include "heddle/plan/SharedAccess.h"
#include "heddle/simt/Simt.h"
#include "heddle/target/Target.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dominance.h"

namespace heddle {

/// How a thread's registers are moved: `width` at once, each access at an
/// address that is known, or a constant behind one.
struct AccessPlan {
  unsigned width = 1;
  /// The registers whose addresses are computed.
  llvm::SmallVector<std::int32_t> bases;
  /// Of each access: which of `bases`, and how many bytes behind it.
  llvm::SmallVector<std::int32_t> at, offsets;
  /// The first register of each access.
  llvm::SmallVector<std::int32_t> first;
};

/// One buffer in shared memory, of those in an array.
struct Buffer {
  SharedTensor memory;
  /// To the next one.
  std::uint64_t bytes = 0;
  /// Of an array.
  std::vector<Padding> gaps;
};

class KernelLowering {
public:
  KernelLowering(const AxisFacts &facts, const Target &target,
                 mlir::OpBuilder &builder, LoweringRecord &record)
      : facts(facts), target(target), builder(builder), record(record) {}

  mlir::LogicalResult lower(tt::FuncOp function);

private:
  struct Call;
  using Emit = mlir::LogicalResult (KernelLowering::*)(mlir::Operation *);

  /// The emit function of an op; null if there is none.
  static Emit emitOf(mlir::Operation *op);
  mlir::LogicalResult lowerOp(mlir::Operation *op);
  mlir::LogicalResult lowerBlock(mlir::Block &block);
  /// Every tensor has a layout and elements that are registers.
  mlir::LogicalResult checkTypes(mlir::Operation *op, mlir::TypeRange types);

  /// \name Ops, each in the file that is named after its kind
  /// @{
  mlir::LogicalResult emitElementwise(mlir::Operation *op);
  mlir::LogicalResult emitMath(mlir::Operation *op);
  mlir::LogicalResult emitExtern(mlir::Operation *op);
  mlir::LogicalResult emitRenamed(mlir::Operation *op);
  mlir::LogicalResult emitHighProduct(mlir::Operation *op);
  mlir::LogicalResult emitFloatCast(mlir::Operation *op);
  mlir::LogicalResult emitClamp(mlir::Operation *op);
  mlir::LogicalResult emitPoison(mlir::Operation *op);
  mlir::LogicalResult emitNothing(mlir::Operation *op);
  mlir::LogicalResult emitConstant(mlir::Operation *op);
  mlir::LogicalResult emitProgram(mlir::Operation *op);
  mlir::LogicalResult emitRange(mlir::Operation *op);
  mlir::LogicalResult emitSplat(mlir::Operation *op);
  mlir::LogicalResult emitAddPointer(mlir::Operation *op);
  mlir::LogicalResult emitBitcast(mlir::Operation *op);
  mlir::LogicalResult emitView(mlir::Operation *op);
  mlir::LogicalResult emitLoad(mlir::Operation *op);
  mlir::LogicalResult emitStore(mlir::Operation *op);
  mlir::LogicalResult emitAtomic(mlir::Operation *op);
  mlir::LogicalResult emitHistogram(mlir::Operation *op);
  mlir::LogicalResult emitGather(mlir::Operation *op);
  mlir::LogicalResult emitReduce(mlir::Operation *op);
  mlir::LogicalResult emitScan(mlir::Operation *op);
  mlir::LogicalResult emitMap(mlir::Operation *op);
  mlir::LogicalResult emitDot(mlir::Operation *op);
  mlir::LogicalResult emitConvert(mlir::Operation *op);
  mlir::LogicalResult emitLocalAlloc(mlir::Operation *op);
  mlir::LogicalResult emitLocalLoad(mlir::Operation *op);
  mlir::LogicalResult emitLocalStore(mlir::Operation *op);
  mlir::LogicalResult emitMemoryView(mlir::Operation *op);
  mlir::LogicalResult emitMemoryIndex(mlir::Operation *op);
  mlir::LogicalResult emitMemorySubslice(mlir::Operation *op);
  mlir::LogicalResult emitBarrier(mlir::Operation *op);
  mlir::LogicalResult emitReturn(mlir::Operation *op);
  mlir::LogicalResult emitFor(mlir::Operation *op);
  mlir::LogicalResult emitIf(mlir::Operation *op);
  mlir::LogicalResult emitWhile(mlir::Operation *op);
  mlir::LogicalResult emitYield(mlir::Operation *op);
  mlir::LogicalResult emitCondition(mlir::Operation *op);
  mlir::LogicalResult emitBranch(mlir::Operation *op);
  mlir::LogicalResult emitCall(mlir::Operation *op);
  mlir::LogicalResult emitUnsplat(mlir::Operation *op);
  mlir::LogicalResult emitSplit(mlir::Operation *op);
  mlir::LogicalResult emitCat(mlir::Operation *op);
  mlir::LogicalResult emitAssembly(mlir::Operation *op);
  mlir::LogicalResult emitPrint(mlir::Operation *op);
  mlir::LogicalResult emitAssert(mlir::Operation *op);
  mlir::LogicalResult emitRemainder(mlir::Operation *op);
  mlir::LogicalResult lowerRegion(mlir::Block &from, mlir::Block &to);
  /// The blocks of a function, behind the first, as blocks of the kernel.
  mlir::LogicalResult lowerBlocks(mlir::Region &body, mlir::Block *entry);
  /// The same where there may be one block only.
  mlir::LogicalResult lowerNested(Call &call);
  mlir::LogicalResult lowerWay(mlir::Block *from, mlir::Block *to,
                               mlir::PostDominanceInfo &meetings, Call &call,
                               llvm::SmallVectorImpl<mlir::Value> &passed);
  llvm::SmallVector<mlir::Value> all(mlir::ValueRange values);
  /// @}

  /// \name Values
  /// @{
  mlir::Value get(mlir::Value value) const { return values.lookup(value); }
  void set(mlir::Value value, mlir::Value lowered) { values[value] = lowered; }
  mlir::Type lowered(mlir::Type type);
  mlir::VectorType registersOf(mlir::RankedTensorType type);
  mlir::Value number(std::int64_t value, mlir::Type type);
  template <class Op, class... Arguments>
  auto make(mlir::Location place, Arguments &&...arguments) {
    return Op::create(builder, place, std::forward<Arguments>(arguments)...);
  }
  /// @}

  /// \name Layouts
  /// @{
  /// Without registers that are copies of others.
  const LinearLayout &layoutOf(mlir::RankedTensorType type);
  /// Where this thread's part of an element's coordinates comes from.
  ThreadMap threadMapOf(const LinearLayout &layout, unsigned axis);
  mlir::Value apply(const ThreadMap &map, mlir::Location place);
  /// The coordinates of this thread's elements along an axis.
  mlir::Value coordinates(const LinearLayout &layout, unsigned axis,
                          mlir::Location place);
  mlir::Value thread(mlir::Location place);
  /// True in one of the threads that hold the same elements; null if there is
  /// no other.
  mlir::Value isOwner(const LinearLayout &layout, mlir::Location place);
  /// True in one thread of the block.
  mlir::Value isFirst(mlir::Location place);
  /// These bits of the thread's number are.
  mlir::Value isZero(Word threadBits, mlir::Location place);
  /// @}

  /// \name A piece of shared memory that holds a tensor, row-major
  /// @{
  /// The piece; null, with an error, if it is too large.
  mlir::Value makeScratch(std::uint64_t bytes, mlir::Operation *op);
  /// Where the elements of this thread's registers are.
  mlir::Value scratchAddresses(mlir::Value piece, const LinearLayout &layout,
                               unsigned bytes, mlir::Location place);
  mlir::Value loadScratch(mlir::Value addresses, mlir::Type element,
                          mlir::Location place);
  void storeScratch(mlir::Value addresses, mlir::Value registers,
                    mlir::Value predicates, mlir::Location place);
  /// A predicate of a thread for so many registers; null stays.
  mlir::Value forAll(mlir::Value predicate, unsigned count,
                     mlir::Location place);
  /// @}

  ByteCasts byteCasts() const {
    return target.float8Casts ? ByteCasts::ByInstruction : ByteCasts::ByProgram;
  }
  mlir::LogicalResult planOf(mlir::Operation *op, mlir::Value pointers,
                             mlir::Value mask, AccessPlan &plan);

  /// \name Buffers
  /// @{
  mlir::LogicalResult bufferOf(mlir::Operation *op, ttg::MemDescType type,
                               Buffer &buffer);
  /// A buffer, or all those of an array as one.
  mlir::LogicalResult memoryOf(mlir::Operation *op, ttg::MemDescType type,
                               Buffer &memory);
  /// Where a view of a part begins in its buffer: the offset in elements, to be
  /// added bit by bit.
  Word partOf(mlir::Value memory) const { return parts.lookup(memory); }
  /// Only whole buffers pass branches.
  mlir::LogicalResult checkPassed(mlir::Operation *op);
  mlir::LogicalResult storeLocal(mlir::Operation *op, mlir::Value source,
                                 mlir::Value memory);
  mlir::Value localAddresses(llvm::ArrayRef<ThreadMap> maps,
                             const Buffer &buffer, mlir::Value base,
                             mlir::Location place);
  /// @}

  /// The registers with these numbers.
  mlir::Value pick(mlir::Value registers, llvm::ArrayRef<std::int32_t> indices);

  Result<Conversion> planFor(const LinearLayout &from, const LinearLayout &to,
                             unsigned bits);
  /// The words of the result, from those of the source, as a plan says.
  mlir::LogicalResult runPlan(const LinearLayout &from, const LinearLayout &to,
                              mlir::Value source, mlir::Value &result,
                              mlir::Operation *op);
  mlir::LogicalResult emitProgram(const Program &program, mlir::Value words,
                                  llvm::SmallVectorImpl<mlir::Value> &outputs,
                                  mlir::Operation *op);
  /// The words of a load; null for a store. So below.
  mlir::Value emitMatrixAccess(const Program &program, const Instruction &each,
                               mlir::Value address,
                               llvm::ArrayRef<mlir::Value> computed,
                               mlir::Location place);
  mlir::Value emitScratchAccess(const Program &program, const Instruction &each,
                                llvm::ArrayRef<mlir::Value> addresses,
                                llvm::ArrayRef<mlir::Value> computed,
                                mlir::Location place);
  /// Registers of several vectors by their numbers.
  mlir::Value permuted(mlir::ValueRange sources,
                       llvm::ArrayRef<std::int32_t> indices,
                       mlir::Location place);
  /// One register as a vector of one; vectors, and nothing, as they are.
  mlir::Value asRegisters(mlir::Value value);
  /// Single registers as one vector.
  mlir::Value gather(llvm::ArrayRef<mlir::Value> scalars, mlir::Location place);
  /// What a region of a reduction makes of two sets of registers. Null or not,
  /// `active` is as in `lowerElements`.
  mlir::LogicalResult combine(mlir::Region &region,
                              mlir::ArrayRef<mlir::Value> l,
                              mlir::ArrayRef<mlir::Value> r,
                              llvm::SmallVectorImpl<mlir::Value> &results,
                              mlir::Value active = {});

  /// \name Regions of scalars, for all registers at once
  /// @{
  /// What the region returns for these arguments. Where `active`, if there is
  /// one, is false, the result is anything and nothing stops. A path is where
  /// an op is reached; null if everywhere.
  mlir::LogicalResult
  lowerElements(mlir::Region &region, mlir::ValueRange arguments,
                mlir::Value active,
                llvm::SmallVectorImpl<mlir::Value> &results);
  mlir::LogicalResult lowerElementBlock(mlir::Block &block, mlir::Value path);
  mlir::LogicalResult lowerElement(mlir::Operation *op, mlir::Value path);
  mlir::LogicalResult lowerElementIf(mlir::scf::IfOp branch, mlir::Value path);
  mlir::LogicalResult lowerElementFor(mlir::scf::ForOp loop, mlir::Value path);
  struct Arrival;
  /// Another way leads there.
  void arrive(Arrival &at, mlir::Value path, mlir::ValueRange values,
              mlir::Location place);
  mlir::Value both(mlir::Value path, mlir::Value condition,
                   mlir::Location place);
  mlir::Value negation(mlir::Value condition, mlir::Location place);
  mlir::Value uniformOf(mlir::Value value);
  mlir::InFlightDiagnostic refuseElement(mlir::Operation *op);
  /// @}

  /// Combines registers whose numbers differ in these bits.
  mlir::LogicalResult
  reduceRegisters(mlir::Region &region, llvm::ArrayRef<unsigned> bits,
                  llvm::SmallVectorImpl<mlir::Value> &values);
  mlir::LogicalResult
  reduceInThread(mlir::Region &region, const ReductionPlan &plan,
                 llvm::SmallVectorImpl<mlir::Value> &values);
  /// Combines with the lanes in these directions.
  mlir::LogicalResult reduceLanes(mlir::Region &region,
                                  llvm::ArrayRef<LaneDirection> directions,
                                  llvm::SmallVectorImpl<mlir::Value> &values);
  /// True if one instruction for each register does that for all lanes.
  bool combineWholeWarps(mlir::Region &region,
                         llvm::ArrayRef<LaneDirection> directions,
                         llvm::SmallVectorImpl<mlir::Value> &values);
  /// Combines what warps have, and leaves it where the result has it.
  mlir::LogicalResult exchangeWarps(tt::ReduceOp reduce,
                                    const ReductionPlan &plan,
                                    llvm::SmallVectorImpl<mlir::Value> &values);
  /// Of shared memory, of elements of so many bits.
  Result<std::uint64_t> countAccesses(const std::vector<ExchangeStep> &way,
                                      unsigned bits);
  /// The registers of a lane in this direction, in the own order.
  mlir::Value shuffled(mlir::Value registers, LaneDirection direction);
  /// The registers of another lane.
  mlir::Value shuffledFrom(mlir::Value registers, mlir::Value lane);
  /// Registers whose words have been moved one by one.
  mlir::Value shuffledBy(mlir::Value registers,
                         llvm::function_ref<mlir::Value(mlir::Value)> shuffle);
  class Scanner;
  mlir::InFlightDiagnostic refuse(mlir::Operation *op) {
    return op->emitOpError() << "cannot be compiled yet: ";
  }

  const AxisFacts &facts;
  const Target &target;
  mlir::OpBuilder &builder;
  LoweringRecord &record;
  llvm::DenseMap<mlir::Value, mlir::Value> values;
  llvm::DenseMap<mlir::Value, Word> parts;
  llvm::DenseMap<mlir::Type, LinearLayout> layouts;
  /// The blocks of the kernel, by those of functions.
  llvm::DenseMap<mlir::Block *, mlir::Block *> blocks;
  /// Functions that are being put in place of their calls, the innermost last.
  struct Call {
    tt::FuncOp callee;
    /// Where it returns to, with its results; null if it has one block.
    mlir::Block *after;
    llvm::SmallVector<mlir::Value> results;
    /// How many more blocks may be lowered, each as often as ways lead there.
    unsigned blocksLeft = 1024;
  };
  llvm::SmallVector<Call> calls;
  /// How many registers there are of each scalar, in a region of scalars;
  /// 0 elsewhere.
  unsigned copiesOfScalars = 0;
  /// Values from outside of that region, as they are there.
  llvm::DenseMap<mlir::Value, mlir::Value> uniform;
  mlir::Value threadNumber;
  ThreadBits threads;
};

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_KERNELLOWERING_H
