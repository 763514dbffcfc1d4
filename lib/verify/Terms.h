//===- Terms.h - Terms in normal form ---------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes terms, each in normal form given that its operands are. Everything
/// that rebuilds terms goes through here.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_TERMS_H
#define HEDDLE_LIB_VERIFY_TERMS_H

#include "IndexMap.h"
#include "Polynomial.h"
#include "heddle/verify/Proof.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

namespace heddle::equivalence {

/// An op that is done element by element.
struct Application {
  mlir::OperationName name;
  /// Those that change what it computes; null if there are none.
  mlir::DictionaryAttr attributes;
  /// Of an element of the result.
  mlir::Type type;
  llvm::ArrayRef<TermRef> operands;
};

/// Sums and products of indices that are taken not to overflow.
struct Assumptions {
  /// Those that are widened to 64 bits or divided, and what lies below the
  /// lowest bit of two that are compared.
  bool widened = false;
  /// Those that are compared, altogether.
  bool compared = false;
};

class Terms {
public:
  Terms(mlir::MLIRContext *context, const ProofOptions &options,
        Assumptions assumptions = {});

  const ProofOptions &options() const { return proofOptions; }
  mlir::MLIRContext *context() const { return mlirContext; }
  /// Why terms made so far are not to be trusted; empty if they are.
  llvm::StringRef failure() const { return failureReason; }

  // Values that are known.
  TermRef integer(mlir::Type type, Word value);
  TermRef constant(mlir::TypedAttr value);
  /// start, start + 1, ... over the index.
  TermRef range(mlir::Type type, Word start, unsigned bits);

  /// An argument of the function.
  TermRef argument(mlir::Type type, unsigned number);
  /// The term is a multiple of 2^bits.
  void learnZeroBits(TermRef term, unsigned bits);

  /// The condition is true. What it says of terms counts for those that are
  /// made from now on.
  void assume(TermRef condition);

  // Integers.
  Polynomial polynomial(TermRef term) const;
  TermRef ofPolynomial(mlir::Type type, const Polynomial &value);
  /// A factor of a polynomial of so many bits, which may not be a factor any
  /// more.
  Polynomial factor(unsigned width, TermRef term);
  TermRef sum(TermRef a, TermRef b);
  TermRef difference(TermRef a, TermRef b);
  TermRef scaled(TermRef a, Word factor);
  TermRef isNot(TermRef condition);
  TermRef both(TermRef one, TermRef other);
  TermRef compareLess(TermRef a, TermRef b, bool isSigned);
  std::optional<TermRef> compareIndices(TermRef a, TermRef b);
  /// Is the linear form of the index one?
  TermRef indexBit(Word form, bool isFlipped);
  TermRef signExtended(mlir::Type type, TermRef value);
  TermRef zeroExtended(mlir::Type type, TermRef value);
  /// Widened sum by sum and factor by factor, of what does not overflow.
  TermRef extendedIndex(mlir::Type type, TermRef value);
  /// A factor that has no width, as an integer of this type.
  TermRef asInteger(mlir::Type type, TermRef factor);

  // Element by element.
  TermRef apply(const Application &op);
  /// The term of this key: in normal form if it is a choice, a load, a sum of
  /// floats, a reduction or a product, and as it is given if not.
  TermRef remade(const TermKey &key);
  /// A polynomial with `factor(i)` in the place of operand i. Null if it
  /// becomes a sum of more than 2^14 products.
  TermRef remadePolynomial(TermRef term,
                           llvm::function_ref<Polynomial(std::size_t)> factor);
  /// A computed term with other operands, in normal form again.
  TermRef recomputed(TermRef term, llvm::ArrayRef<TermRef> operands);
  TermRef select(TermRef condition, TermRef yes, TermRef no);
  /// Of floating-point numbers, in any order.
  TermRef floatSum(mlir::Type type, llvm::ArrayRef<TermRef> summands);
  TermRef negated(TermRef value);
  TermRef final(unsigned depth, TermRef count, TermRef value);
  TermRef awaited(unsigned depth, TermRef condition, TermRef value);
  TermRef pending(TermRef value);

  // Loops.
  TermRef iteration(unsigned depth);
  TermRef count(TermRef first, TermRef end, TermRef step, bool isUnsigned);

  // Tensors.
  /// A whole of so many index bits, at the index.
  TermRef elements(TermRef whole, unsigned bits);
  /// The term as a whole, where views stop, if binders in it are nested deeply:
  /// each may be seen through another view of the next, so that pushing views
  /// further down could take time and room without bounds.
  TermRef closedIfDeep(TermRef term);
  /// The tensor seen through a map of its index.
  TermRef pullBack(TermRef term, const IndexMap &map);

  /// Reductions of one operand under a known number of bound bits may be those
  /// of a reduction inside; else the term itself.
  TermRef reduction(const TermKey &key);
  TermRef product(mlir::Type type, unsigned boundBits, TermRef a, TermRef b,
                  mlir::Attribute attribute);

  /// What is loaded where the mask is true; a mask that is known is none.
  TermRef load(const TermKey &key);
  TermRef absent();
  /// A term of a kind that needs no normal form of its own.
  TermRef raw(const TermKey &key) { return table.get(key); }
  unsigned size() const { return table.size(); }

private:
  friend class PullBack;
  using Rule = TermRef (Terms::*)(const Application &);

  /// A value as the sum of a multiple of 2^n and of what is at least 0 and
  /// below 2^n.
  struct Split {
    Polynomial multiple, rest;
  };
  /// With the largest n, up to the given one. O(n * summands).
  Split split(const Polynomial &value, unsigned mostBits) const;
  unsigned zeroBits(const Summand &summand) const;
  TermRef withoutRest(TermRef a, TermRef b);
  bool isCount(TermRef factor, unsigned fuel) const;
  bool isCounted(const Polynomial &value, bool isSigned, unsigned fuel) const;

  void addIntegerRules();
  void addFloatRules();
  TermRef computed(const Application &op);
  TermRef computedSorted(const Application &op);
  TermRef named(llvm::StringRef name, mlir::Type type,
                llvm::ArrayRef<TermRef> operands,
                mlir::DictionaryAttr attributes = {});
  TermRef addIntegers(const Application &op);
  TermRef subtractIntegers(const Application &op);
  TermRef multiplyIntegers(const Application &op);
  TermRef shiftLeft(const Application &op);
  TermRef andBits(const Application &op);
  TermRef orBits(const Application &op);
  TermRef xorBits(const Application &op);
  TermRef chooseExtreme(const Application &op);
  TermRef divideIntegers(const Application &op);
  TermRef compareIntegers(const Application &op);
  TermRef isEqual(TermRef a, TermRef b);
  TermRef selectValue(const Application &op);
  TermRef extendSigned(const Application &op);
  TermRef extendUnsigned(const Application &op);
  TermRef castIndex(const Application &op);
  TermRef truncate(const Application &op);
  TermRef advancePointer(const Application &op);
  TermRef keepBits(const Application &op);
  TermRef castBits(const Application &op);

  TermRef addFloats(const Application &op);
  TermRef subtractFloats(const Application &op);
  TermRef multiplyFloats(const Application &op);
  std::optional<TermRef> scaledInside(const Application &op, TermRef value,
                                      TermRef scale);
  bool isPositive(TermRef value) const;
  TermRef negateFloat(const Application &op);
  TermRef multiplyAndAdd(const Application &op);
  TermRef compareFloats(const Application &op);
  TermRef divideFloats(const Application &op);
  TermRef extendFloat(const Application &op);
  TermRef castFloat(const Application &op);

  TermRef merged(Word form, TermRef yes, TermRef no, unsigned &fuel);
  void fail(llvm::StringRef reason) {
    if (failureReason.empty())
      failureReason = reason.str();
  }

  mlir::MLIRContext *mlirContext;
  ProofOptions proofOptions;
  Assumptions assumptions;
  TermTable table;
  /// Numbers that are more than zero, and less than infinity.
  llvm::DenseSet<TermRef> positive, bounded;
  /// The lowest bits that are known to be zero.
  llvm::DenseMap<TermRef, unsigned> knownZeroBits;
  llvm::StringMap<Rule> rules;
  std::string failureReason;
};

/// How many bits an index into so many elements has.
unsigned bitsFor(std::int64_t size);
/// Of a tensor or a buffer; 0 of other types. Each axis has bits of its own, so
/// that sizes that are no powers of two leave gaps.
unsigned indexBitsOf(mlir::Type type);
llvm::SmallVector<unsigned> axisBitsOf(mlir::Type type);

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_TERMS_H
