//===- LockStep.h - Registers beside tensors --------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keeps what each value of a tensor program is, each time that it is computed,
/// and compares with it what a warp shows of the same value as often as it has
/// shown that before.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_LOCKSTEP_H
#define HEDDLE_LIB_VERIFY_LOCKSTEP_H

#include "Difference.h"
#include "heddle/layout/LinearLayout.h"
#include "heddle/sim/Simulator.h"

namespace heddle::equivalence {

class LockStep : public Watcher {
public:
  /// `observed` are values by the numbers that they are shown with.
  LockStep(mlir::ModuleOp module, llvm::ArrayRef<mlir::Value> observed,
           const Tolerance &tolerance);

  /// \name The tensor program
  /// @{
  /// Forgets what was; what follows is compared as such contents are.
  void begin(Contents contents);
  /// The next program of the grid is executed.
  void beginProgram() { programs.emplace_back(); }
  void entered(Evaluator &evaluator, mlir::Block &block) override;
  void executed(Evaluator &evaluator, mlir::Operation &op) override;
  /// @}

  /// \name The threads' program
  /// @{
  /// The simulator's address for one of the tensor program's.
  using AddressMap = std::function<std::optional<std::uint64_t>(Bits)>;
  void simulate(sim::GlobalMemory &memory, AddressMap addresses);
  void observe(const sim::Observation &seen);
  /// @}

  /// Who is to blame, and why.
  struct Culprit {
    mlir::Operation *op;
    std::string message;
    /// What is wrong was found in a buffer that this op wrote.
    bool isOfBuffer = false;
  };
  /// The first op that made something wrong, or that leads somewhere else.
  /// Nothing if all that was shown is right. After a trap not all is shown.
  std::optional<Culprit> culprit(bool hasTrapped) const;

private:
  using Number = std::uint32_t;

  /// Whether there are several right results, of which each program may have
  /// another.
  enum class Freedom {
    None,
    Order, ///< the same elements in any order
    Values
  };
  static Freedom freedomOf(mlir::Operation &op);

  /// What a reader could have read, and where that begins: the base of a
  /// buffer's view, as the step of this number showed it.
  struct Reading {
    Number base;
    ViewRef view;
    Tensor contents;
  };
  /// A value that is computed.
  struct Step {
    mlir::Value value;
    Datum datum;
    /// Of operands, the steps that they come from.
    llvm::SmallVector<Number, 4> operands = {};
    std::vector<Reading> readings = {};
    /// Of a scalar that numbers buffers.
    std::int64_t index = 0;
    /// Pointers that are loaded from.
    TensorRef pointers = {};
    /// Of `executions`, how many came before.
    std::size_t executions = 0;

    // What was seen of it.
    unsigned warps = 0;
    std::optional<std::uint32_t> base = {};
    std::string wrong = {};
    bool isUndefined = false;
    Freedom freedom = Freedom::None;
    /// The buffer's cell, or the address, that was wrong already.
    std::optional<std::pair<const void *, std::uint32_t>> wrongCell = {};
    std::optional<Bits> wrongAddress = {};
  };
  /// An op that is executed, with the buffers or pointers that it is given, or
  /// a block that is entered by way of an op.
  struct Execution {
    mlir::Operation *op;
    bool isBranch = false;
    llvm::SmallVector<ViewRef, 2> views = {};
    TensorRef pointers = {};
  };
  struct Program {
    std::vector<Step> steps;
    std::vector<Execution> executions;
    /// Of each value, its steps.
    llvm::DenseMap<mlir::Value, std::vector<Number>> of;
    /// How often each warp has shown each value.
    std::map<std::pair<unsigned, unsigned>, llvm::DenseMap<mlir::Value, Number>>
        shown;
    /// A value that was shown more often than it is computed.
    mlir::Value extra;
    /// The last block that was entered in each region.
    llvm::DenseMap<mlir::Region *, mlir::Block *> last;
  };
  /// Which element is in which register of which thread.
  struct Places {
    unsigned registerBits = 0, laneBits = 0, warpBits = 0, blockBits = 0;
    /// Row-major indices, of the bits of register, lane, warp and block.
    std::vector<Word> bases;
    Word indexAt(unsigned index, unsigned lane, unsigned warp,
                 unsigned block) const;
  };

  bool isFollowed(mlir::Block *block) const { return blocks.contains(block); }
  void add(Evaluator &evaluator, mlir::Value value);
  std::optional<Number> lastOf(mlir::Value value) const;
  const Places *placesOf(mlir::Type type);
  Bits expected(Bits bits, mlir::Type element, bool &isKnown) const;
  void compareRegisters(Step &step, const sim::Observation &seen);
  void compareBase(Program &program, Step &step, const sim::Observation &seen);
  /// Looks for what is wrong where a step has read it.
  void lookIntoMemory(Program &program, Step &step, std::size_t element,
                      const sim::Observation &seen);
  void lookIntoBuffer(Program &program, Step &step, const Reading &reading,
                      const sim::Observation &seen);
  Culprit blame(const Program &program, const Step &step) const;
  std::optional<Culprit> undefinedIn(const Program &program) const;

  llvm::ArrayRef<mlir::Value> observed;
  llvm::DenseSet<mlir::Value> values;
  llvm::DenseSet<mlir::Block *> blocks;
  Tolerance tolerance;
  Contents contents = Contents::Exact;
  std::vector<Program> programs;
  sim::GlobalMemory *memory = nullptr;
  AddressMap addresses;
  llvm::DenseMap<mlir::Type, std::optional<Places>> places;
};

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_LOCKSTEP_H
