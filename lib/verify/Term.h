//===- Term.h - Values of tensor programs as terms --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A term is a value of a program as a function of an index (a vector of up to
/// 64 bits), of the iteration of each loop around it, and of what the program
/// is given. A scalar does not depend on the index, so a scalar and a tensor
/// with that scalar everywhere are the same term. Terms with equal parts are
/// one object: comparing them is comparing pointers.
///
/// A term under a binder (a reduction, a product) has an index of its own: the
/// lowest bits are those that are bound, the others the index outside.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_TERM_H
#define HEDDLE_LIB_VERIFY_TERM_H

#include "heddle/f2/Bits.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/Support/Allocator.h"

#include <vector>

namespace heddle::equivalence {

using f2::Word;

/// What the data words and the operands of each kind are.
enum class TermKind : std::uint8_t {
  // Values that are known.
  Integer,  ///< {value}; of an integer type
  Constant, ///< another one: the attribute

  // Integers modulo 2^n, and what only occurs as a factor in them, since it has
  // no width of its own.
  Polynomial, ///< {coefficient, number of factors} of each monomial; factors
  IndexBit,   ///< {form}: 0 or 1, the parity of the index and the form
  Iteration,  ///< {depth}: how many iterations of the loop are done
  Count,      ///< {unsigned?}; first, end, step: iterations of a loop

  // What comes from outside.
  Argument,  ///< {number}: of the function
  Parameter, ///< {number}: of the region of a reduction
  Carried,   ///< {class, depth, bases}: by a loop, in the current iteration
  Cyclic,    ///< {depth, size, start}: (start + iteration) mod size, but -1 in
             ///< the first iteration if the start is -1

  // Element by element.
  Computed, ///< an op: name, attributes, operands
  Select,   ///< condition, yes, no
  Load,     ///< {is element-wise?}; memory, pointer, mask, other
  Final,    ///< {depth}; count, value: of a loop, after its last iteration
  Awaited,  ///< {depth}; condition, value: when the condition is false first
  Sum,      ///< floating-point numbers, added in any order
  Pending,  ///< the result of a product that may be under way

  // Under binders.
  Reduction, ///< {bound bits, result, inputs}; combined values, inputs
  Scan,      ///< as Reduction, then {reverse?, constant, row...}: where to look
  Product,   ///< {bound bits}; two factors: the sum of their products

  // Tensors as a whole, with an index of their own.
  Part,   ///< {constant, row...}; a whole: its element at these bits
  Whole,  ///< {result, shape of each operand}: an op; its operands. Without a
          ///< name: a constant, or a term whose index is not changed any more
  Buffer, ///< {number}: mutable shared memory

  // Memory.
  Memory,    ///< {region}: what a function finds
  AllMemory, ///< of all regions
  MemoryOf,  ///< {region}; all: a region of it
  Write,     ///< {bits of the index}: an op; memory before, operands
  Absent,    ///< an operand that an op does not have
};

class Term;
using TermRef = const Term *;

/// Which arguments a pointer may be derived from: bit i for argument i. The
/// highest bit: others than arguments, too. Zero: it is no pointer.
using Bases = Word;
inline constexpr unsigned MostBases = 63;
inline constexpr Bases AnyBase = f2::unit(MostBases);

struct TermKey {
  TermKind kind;
  /// Of an element; null for memory.
  mlir::Type type = {};
  /// Of an op, with its attributes; null for other kinds.
  const void *name = nullptr;
  mlir::Attribute attribute = {};
  llvm::ArrayRef<Word> data = {};
  llvm::ArrayRef<TermRef> operands = {};

  void profile(llvm::FoldingSetNodeID &id) const;
};

class Term : public llvm::FoldingSetNode, public TermKey {
public:
  Term(const TermKey &key, unsigned number);

  void Profile(llvm::FoldingSetNodeID &id) const { profile(id); }

  /// Terms are numbered as they are made.
  unsigned number;
  /// The bits of the index that it depends on.
  Word indexBits;
  /// The loops around that it depends on: bit d for the one at depth d.
  Word loops;
  Bases bases;
  /// How deep binders are nested in it.
  unsigned binders;
};

/// Owns the terms of both programs.
class TermTable {
public:
  TermRef get(const TermKey &key);
  unsigned size() const { return count; }

private:
  template <class T> llvm::ArrayRef<T> keep(llvm::ArrayRef<T> list);

  llvm::BumpPtrAllocator allocator;
  llvm::FoldingSet<Term> terms;
  unsigned count = 0;
};

/// Has the term no width, so that it occurs only as a factor of polynomials?
bool isFactorOnly(TermRef term);
/// Is the term 0 or 1?
bool isZeroOrOne(TermRef term);
/// Of an integer, index or pointer type; 0 of others.
unsigned integerWidth(mlir::Type type);

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_TERM_H
