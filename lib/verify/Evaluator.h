//===- Evaluator.h - Executes tensor programs -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Executes one program of a kernel in Triton's IR, tensor by tensor. Layouts
/// play no part, nor does time: what is asynchronous is done at once, and
/// barriers are none. A mistake in a layout cannot be seen here, but one in the
/// conversion between two layouts, or in a thread's program, shows beside what
/// the simulator says of that.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_EVALUATOR_H
#define HEDDLE_LIB_VERIFY_EVALUATOR_H

#include "Memory.h"
#include "Strands.h"
#include "UnderWay.h"
#include "Value.h"
#include "heddle/ir/Tt.h"

#include <array>
#include <functional>

namespace heddle::equivalence {

/// Why an execution ended early.
struct Stop {
  enum class Kind {
    Unknown, ///< an op that is not known here
    Long,    ///< more work than allowed
    Assert,  ///< an assertion failed
    Misuse,  ///< an index is out of bounds, and the like
  };
  Kind kind;
  mlir::Operation *op;
  std::string message;
};

/// An op's execution, by the contents of its tensors.
struct TraceEntry {
  mlir::Operation *op;
  llvm::SmallVector<std::uint64_t, 4> operands, results;
};

struct Program {
  std::array<std::uint32_t, 3> id = {0, 0, 0}, grid = {1, 1, 1};

  std::uint32_t number() const {
    return (id[2] * grid[1] + id[1]) * grid[0] + id[0];
  }
};

class Evaluator;

/// Is told what is executed, as it is executed.
class Watcher {
public:
  virtual ~Watcher() = default;
  /// The block's arguments are set.
  virtual void entered(Evaluator &evaluator, mlir::Block &block) = 0;
  /// The op's results are set.
  virtual void executed(Evaluator &evaluator, mlir::Operation &op) = 0;
};

class Evaluator {
public:
  /// Elements that ops may compute together before an execution counts as too
  /// long.
  static constexpr std::uint64_t MostWork = std::uint64_t(1) << 24;

  Evaluator(Memory &memory, const Program &program)
      : memory(memory), program(program) {}

  /// Executes the function; nothing if it ended.
  std::optional<Stop> run(tt::FuncOp function, llvm::ArrayRef<Datum> arguments);

  /// Notes what is executed, from now on.
  void trace(std::vector<TraceEntry> &entries) { traced = &entries; }
  void watch(Watcher &by) { watcher = &by; }

  //===--------------------------------------------------------------------===//
  // For what executes ops
  //===--------------------------------------------------------------------===//

  Memory &memory;
  const Program program;

  const Datum &get(mlir::Value value) { return values[value]; }
  /// Of an operand that is one.
  const Tensor &tensor(mlir::Value value) {
    return *std::get<TensorRef>(values[value]);
  }
  const View &view(mlir::Value value) {
    return *std::get<ViewRef>(values[value]);
  }
  const Box &box(mlir::Value value) { return *std::get<BoxRef>(values[value]); }
  /// A scalar's bits; of an integer with its sign.
  Bits scalar(mlir::Value value) { return tensor(value).elements.front(); }
  std::int64_t integer(mlir::Value value) {
    const Tensor &one = tensor(value);
    return signedOf(one.elements.front(), one.element);
  }
  /// Of an optional operand: true if there is none.
  bool isOn(mlir::Value value) { return !value || scalar(value) != 0; }

  void set(mlir::Value value, Datum datum) { values[value] = std::move(datum); }
  void set(mlir::Value value, Tensor tensor) {
    values[value] = std::make_shared<const Tensor>(std::move(tensor));
  }
  void set(mlir::Value value, View view) {
    values[value] = std::make_shared<const View>(std::move(view));
  }

  bool fail(Stop::Kind kind, mlir::Operation *op, const llvm::Twine &message);
  bool refuse(mlir::Operation *op);
  /// Counts work; false if it was too much.
  bool spend(mlir::Operation *op, std::uint64_t work);
  /// Of the op that is executed now, to tell its writes from others.
  Memory::Execution execution() const {
    return {.program = program.number(), .number = executions};
  }

  /// Executes a block up to its terminator, whose operands are the results.
  bool runBlock(mlir::Block &block, llvm::ArrayRef<Datum> arguments,
                llvm::SmallVectorImpl<Datum> &results);
  /// Executes a region of blocks.
  bool runRegion(mlir::Region &region, llvm::ArrayRef<Datum> arguments,
                 llvm::SmallVectorImpl<Datum> &results);
  llvm::SmallVector<Datum> allOf(mlir::ValueRange range);
  /// Addresses for programs' own memory.
  std::uint64_t scratch(std::uint64_t bytes);
  /// Descriptors that are written to memory, by their addresses.
  llvm::DenseMap<std::uint64_t, BoxRef> writtenBoxes;
  /// What nobody has waited for.
  UnderWay underWay;
  /// The partitions that are executed; null outside of them.
  Strands *strands = nullptr;
  bool hasStopped() const { return stop.has_value(); }
  /// Fails if there is a problem.
  bool check(mlir::Operation *op, const UnderWay::Problem &problem) {
    return !problem || fail(Stop::Kind::Misuse, op, *problem);
  }
  /// A descriptor of no elements was made, which engines do not have.
  bool hasEmptyBoxes = false;

private:
  bool runOp(mlir::Operation &op);
  void note(mlir::Operation &op);

  llvm::DenseMap<mlir::Value, Datum> values;
  mlir::MLIRContext *context = nullptr;
  std::optional<Stop> stop;
  std::uint64_t work = 0, executions = 0;
  std::optional<std::uint64_t> scratchEnd;
  std::vector<TraceEntry> *traced = nullptr;
  Watcher *watcher = nullptr;
};

/// Executes an op: false if it stopped.
using Executor = std::function<bool(Evaluator &, mlir::Operation *)>;

class ExecutorTable {
public:
  template <class Op> void add(bool (*executor)(Evaluator &, Op)) {
    executors[mlir::TypeID::get<Op>()] = [executor](Evaluator &evaluator,
                                                    mlir::Operation *op) {
      return executor(evaluator, llvm::cast<Op>(op));
    };
  }
  /// Ops that do nothing that matters here; their results are nothing.
  template <class... Ops> void ignore() {
    auto pass = [](Evaluator &evaluator, mlir::Operation *op) {
      for (mlir::Value result : op->getResults())
        evaluator.set(result, Datum());
      return true;
    };
    ((executors[mlir::TypeID::get<Ops>()] = pass), ...);
  }
  const Executor *find(mlir::Operation *op) const {
    auto found = executors.find(op->getName().getTypeID());
    return found == executors.end() ? nullptr : &found->second;
  }

private:
  llvm::DenseMap<mlir::TypeID, Executor> executors;
};

void addTensorExecutors(ExecutorTable &table);
void addReductionExecutors(ExecutorTable &table);
void addProductExecutors(ExecutorTable &table);
void addFlowExecutors(ExecutorTable &table);
void addGlobalExecutors(ExecutorTable &table);
void addBoxExecutors(ExecutorTable &table);
void addBufferExecutors(ExecutorTable &table);
void addPartitionExecutors(ExecutorTable &table);

/// Moves a box's block at these places from global memory, or there.
Tensor loadBox(Evaluator &evaluator, const Box &box,
               llvm::ArrayRef<std::int64_t> offsets, Shape shape);
void storeBox(Evaluator &evaluator, mlir::Operation *op, const Box &box,
              llvm::ArrayRef<std::int64_t> offsets, const Tensor &tensor);
/// What memory has at these places after all.
Tensor contentsOf(const View &view);
void fill(const View &view, const Tensor &tensor);

/// a * b + c of matrices, with a batch in front or without.
bool multiply(Evaluator &evaluator, mlir::Operation *op, const Tensor &a,
              const Tensor &b, const Tensor &c, Tensor &result);

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_EVALUATOR_H
