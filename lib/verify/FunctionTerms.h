//===- FunctionTerms.h - The terms of a function's values -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Carries out a function on terms: one walk over its ops, in which memory is a
/// value like others. There is a region of memory for each argument of the
/// function, one for all other memory, one for what the function tells the
/// world (prints, assertions), one for each mutable buffer whose contents can
/// be followed, and one for all others.
///
/// An op with effects that nothing is known of is a function of all memory, and
/// changes all memory: it is equal to the same op on equal operands after equal
/// ops.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_FUNCTIONTERMS_H
#define HEDDLE_LIB_VERIFY_FUNCTIONTERMS_H

#include "Claims.h"
#include "ElementGroups.h"
#include "RingPlan.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle::equivalence {

/// Why there are no terms.
struct Stuck {
  mlir::Operation *op;
  std::string reason;
};

/// What an access of memory has in common with others.
struct MemoryAccess {
  mlir::Operation *op;
  /// Which memory: that of what a pointer is derived from.
  Bases bases;
  /// Does it order the accesses before and after it, whatever they access?
  bool isFence = false;
  /// The op that it is a form of, if it is another one.
  llvm::StringRef isOf = {};
  /// Of shared memory, and of what the world hears, too?
  bool isOfAll = false;
};

/// What an op says of how its product is rounded.
struct ProductRounding {
  mlir::Attribute operands;
  mlir::IntegerAttr sums;
};

class FunctionTerms {
public:
  /// Rings of buffers are followed, or else compared op by op.
  FunctionTerms(Terms &terms, Claims &claims, unsigned side,
                bool followsRings = false)
      : terms(terms), claims(claims), side(side), followsRings(followsRings) {}

  /// Tells `terms` that these conditions are true, once they have a term.
  void assume(llvm::ArrayRef<mlir::Value> conditions) {
    facts.insert_range(conditions);
  }

  /// False if it got stuck.
  bool run(tt::FuncOp function);

  const std::optional<Stuck> &stuck() const { return whyStuck; }
  llvm::ArrayRef<TermRef> results() const { return returned; }
  /// Memory at the end.
  llvm::ArrayRef<TermRef> memory() const { return regions; }
  unsigned effects() const { return effectCount; }
  /// The first op that is not followed, but only compared with those of the
  /// other function.
  const std::optional<Stuck> &firstUnknown() const { return unknown; }
  /// Why what was read from rings of buffers is not known.
  const std::optional<Stuck> &problemOfRings() const { return ringProblem; }
  /// The first op that made a term.
  std::optional<mlir::Location> locationOf(TermRef term) const;

private:
  using TermList = llvm::SmallVector<TermRef>;

  // Walking.
  bool execute(mlir::Operation *op);
  bool executeBlock(mlir::Block &block);
  bool executeBody(mlir::Region &body, llvm::ArrayRef<TermRef> arguments,
                   TermList &results);
  bool executeBranches(mlir::Region &body, llvm::ArrayRef<TermRef> arguments,
                       TermList &results);
  bool stop(mlir::Operation *op, const llvm::Twine &reason);

  // Control flow, in LoopTerms.cpp.
  std::optional<bool> executeFlow(mlir::Operation *op);
  bool execute(mlir::scf::ForOp loop);
  bool execute(mlir::scf::WhileOp loop);
  bool execute(mlir::scf::IfOp branch);
  bool execute(ttg::MaskOp mask);
  bool execute(tt::CallOp call);
  struct CarriedState {
    llvm::SmallVector<unsigned> claims;
    TermList first;
    std::size_t values;
  };
  void dropBuffersBehind(std::size_t count);
  CarriedState enterLoop(mlir::Operation *loop, mlir::ValueRange arguments,
                         TermList first);
  void leaveIteration(const CarriedState &state, llvm::ArrayRef<TermRef> next);

  // Views, in ViewTerms.cpp.
  std::optional<bool> executeView(mlir::Operation *op);
  std::optional<bool> executeBufferView(mlir::Operation *op);
  std::optional<bool> executeJoin(mlir::Operation *op);
  bool setConstant(mlir::Operation *op);
  bool executeUnordered(mlir::Operation *op);
  bool viewBits(mlir::Operation *op, llvm::ArrayRef<unsigned> bits);

  // Global memory, in MemoryTerms.cpp.
  std::optional<bool> executeMemory(mlir::Operation *op);
  std::optional<bool> executeMessage(mlir::Operation *op);
  bool load(mlir::Operation *op, TermRef pointer, mlir::Value mask,
            TermRef other) {
    return loadWhere(op, pointer, valueOrAbsent(mask), other);
  }
  bool loadWhere(mlir::Operation *op, TermRef pointer, TermRef mask,
                 TermRef other);
  bool update(mlir::Operation *op, TermRef pointer, TermRef value,
              mlir::Value mask, tt::MemoryOrder order);
  bool read(const MemoryAccess &access, mlir::DictionaryAttr attributes);
  bool storeWhere(mlir::Operation *op, TermRef pointer, TermRef value,
                  TermRef mask, mlir::DictionaryAttr attributes);
  bool changeAll(mlir::Operation *op, mlir::DictionaryAttr attributes);
  bool write(const MemoryAccess &access, llvm::ArrayRef<TermRef> operands,
             mlir::DictionaryAttr attributes);
  llvm::SmallVector<unsigned> regionsOf(const MemoryAccess &access) const;
  TermRef memoryOf(llvm::ArrayRef<unsigned> accessed);
  TermRef bufferAddress(mlir::Value pointer, mlir::Value offsets);

  // Descriptors, in DescriptorTerms.cpp.
  std::optional<bool> executeBlockAccess(mlir::Operation *op);
  struct BlockAccess {
    TermRef pointer, isInside, outside;
  };
  /// None if it is not known what the descriptor is made of.
  std::optional<BlockAccess> blockAccess(mlir::Value descriptor,
                                         mlir::ValueRange coordinates);
  TermRef unsignedSize(TermRef size);

  // The engine's tensor maps and stores, in EngineTerms.cpp.
  std::optional<bool> executeEngine(mlir::Operation *op);
  static bool isReadLikeAStore(mlir::Operation *op);
  bool readMap(ttng::ReinterpretTensorDescOp op);
  TermRef elementsOf(TermRef bytes, unsigned size);

  // Buffers, in BufferTerms.cpp.
  static bool canFollow(mlir::Value buffer);
  /// Is it known what the buffer contains?
  bool isFollowed(mlir::Value buffer) const;
  std::optional<bool> executeBuffer(mlir::Operation *op);
  bool allocate(ttg::LocalAllocOp op);
  bool changeOtherBuffers(mlir::Operation *op, llvm::ArrayRef<TermRef> operands,
                          mlir::DictionaryAttr attributes);
  bool storeBuffer(mlir::Operation *op, mlir::Value buffer, TermRef value);
  /// Null, and stuck, if there is no such buffer any more.
  TermRef *findContents(mlir::Operation *op, TermRef buffer);
  /// Null, and stuck, if there is no such buffer any more.
  TermRef contentsOf(mlir::Operation *op, mlir::Value buffer);

  // Rings of buffers, in RingTerms.cpp.
  struct Ring {
    RingPlan plan;
    struct Tile {
      TermRef index, value;
    };
    /// In front of the loop.
    llvm::SmallVector<Tile> tiles;
    /// Of the loop.
    unsigned depth;
  };
  std::optional<bool> executeCopy(mlir::Operation *op);
  bool allocateRing(ttg::LocalAllocOp op, RingPlan plan);
  bool allocateBarriers(ttg::LocalAllocOp op);
  /// What is done with mbarriers of a ring; nothing of other ops.
  std::optional<bool> executeBarrier(mlir::Operation *op);
  /// What the engine copies.
  bool copyBlock(ttng::AsyncTMACopyGlobalToLocalOp copy);
  TermRef blockOf(ttng::AsyncTMACopyGlobalToLocalOp copy);
  bool indexRing(ttg::MemDescIndexOp op, TermRef ring);
  Ring *ringOf(TermRef slot);
  std::optional<std::int64_t> turnOf(const Ring &ring, TermRef index);
  TermRef tileOf(const Ring &ring, TermRef copy, std::int64_t number,
                 bool isCertain);
  CarriedKey keyOf(const Ring &ring) const;
  TermRef unknownOf(TermRef slot);
  bool fillRing(mlir::Operation *op, TermRef slot, TermRef value);
  TermRef readRing(mlir::Operation *op, TermRef slot);
  void loseRings(mlir::Operation *op, const llvm::Twine &reason);

  // Tensors as a whole, in TensorTerms.cpp.
  std::optional<bool> executeTensor(mlir::Operation *op);
  struct Factors {
    TermRef a, b, c;
    mlir::Type aType, bType;
  };
  bool multiply(mlir::Operation *op, const Factors &factors,
                const ProductRounding &rounding);
  bool multiplyInGroup(mlir::Operation *op);
  bool mapElements(mlir::Operation *op);
  bool applyToElements(tt::MapElementwiseOp op,
                       llvm::ArrayRef<TermRef> arguments, TermList &results);
  enum class MappedAlone : std::uint8_t { Yes, No, Stuck };
  MappedAlone mapAlone(tt::MapElementwiseOp op, TermList &results);
  bool mapGroups(tt::MapElementwiseOp op, const ElementGroups &groups,
                 TermList &results);
  bool combine(mlir::Operation *op, unsigned axis, bool isScan,
               bool isReversed);
  bool combined(mlir::Operation *op, TermList &results);
  bool executeElements(mlir::Operation *op);
  bool executeWhole(mlir::Operation *op, llvm::ArrayRef<TermRef> more = {},
                    llvm::ArrayRef<Word> extra = {});

  TermRef valueOf(mlir::Value value) const { return values.lookup(value); }
  TermList valuesOf(mlir::ValueRange range) const;
  /// Of an operand that may be missing.
  TermRef valueOrAbsent(mlir::Value value);
  bool set(mlir::Value value, TermRef term);
  void noteUnknown(mlir::Operation *op);
  void mark(TermRef term, mlir::Operation *op) {
    locations.try_emplace(term, op->getLoc());
  }
  unsigned otherMemory() const { return argumentCount; }
  unsigned output() const { return argumentCount + 1; }
  /// All buffers whose contents are not followed.
  unsigned otherBuffers() const { return argumentCount + 2; }
  unsigned firstBuffer() const { return argumentCount + 3; }

  Terms &terms;
  Claims &claims;
  unsigned side;
  /// Where the function is called that is carried out.
  std::uintptr_t path = 0;
  unsigned depth = 0, callDepth = 0, argumentCount = 0, effectCount = 0,
           opCount = 0;
  llvm::DenseMap<mlir::Value, TermRef> values;
  llvm::DenseSet<mlir::Value> facts;
  TermList regions, returned;
  /// Mutable buffers that there are, in the order of their regions.
  struct BufferRegion {
    unsigned number;
    unsigned indexBits;
  };
  llvm::SmallVector<BufferRegion> buffers;
  unsigned bufferCount = 0;
  bool hasOtherBuffers = false;
  /// How often a term was made whose elements are in no certain order.
  llvm::DenseMap<TermRef, unsigned> unordered;
  llvm::DenseMap<TermRef, mlir::Location> locations;
  std::optional<Stuck> whyStuck, unknown, ringProblem;
  bool followsRings;
  std::vector<Ring> rings;
  /// Of each loop around, that its iteration exists; null if that is not known.
  TermList existing;
};

/// Attributes of an op that change what it computes: its own, without hints and
/// promises and those that are named; null if there are none.
mlir::DictionaryAttr meaningOf(mlir::Operation *op,
                               llvm::ArrayRef<llvm::StringRef> hints = {});
/// The same with the types of operands and results, layouts included.
mlir::DictionaryAttr withTypes(mlir::Operation *op,
                               mlir::DictionaryAttr meaning);
/// Of a tensor or a buffer that of its elements; the type itself of others, a
/// descriptor's without the layout.
mlir::Type elementOf(mlir::Type type);

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_FUNCTIONTERMS_H
