//===- Proof.cpp - Are two tensor programs the same function? -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/verify/Proof.h"
#include "CaseSplit.h"
#include "JoinPartitions.h"
#include "Mismatch.h"
#include "Trial.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// Each round refutes something, so that this is never reached by programs that
/// people write.
constexpr unsigned MostRounds = 1000;

bool areSameTypes(llvm::ArrayRef<Type> left, llvm::ArrayRef<Type> right) {
  return llvm::equal(left, right, [](Type one, Type other) {
    auto shaped = dyn_cast<ShapedType>(one),
         second = dyn_cast<ShapedType>(other);
    if (!shaped || !second)
      return one == other ||
             (isa<tt::TensorDescType>(one) && isa<tt::TensorDescType>(other) &&
              cast<tt::TensorDescType>(one).blockType() ==
                  cast<tt::TensorDescType>(other).blockType());
    return shaped.getElementType() == second.getElementType() &&
           shaped.getShape() == second.getShape();
  });
}

ProofResult notProved(tt::FuncOp left, tt::FuncOp right, std::string reason) {
  return {.left = left.getLoc(),
          .right = right.getLoc(),
          .reason = std::move(reason)};
}

/// What both give back and leave in memory, compared.
ProofResult compare(const Claims &claims, const FunctionTerms &left,
                    const FunctionTerms &right) {
  auto check = [&](llvm::ArrayRef<TermRef> some,
                   llvm::ArrayRef<TermRef> others) {
    std::optional<ProofResult> result;
    for (auto [one, other] : llvm::zip(some, others)) {
      if (one == other)
        continue;
      Mismatch at = findMismatch(claims, left, right, one, other);
      // Where one function has what cannot be followed and the other has not,
      // this is the reason, wherever they part.
      if (left.firstUnknown().has_value() != right.firstUnknown().has_value()) {
        const Stuck &unknown =
            left.firstUnknown() ? *left.firstUnknown() : *right.firstUnknown();
        (left.firstUnknown() ? at.leftLocation : at.rightLocation) =
            unknown.op->getLoc();
        result = ProofResult{.left = at.leftLocation,
                             .right = at.rightLocation,
                             .reason = unknown.reason};
        break;
      }
      result =
          ProofResult{.left = at.leftLocation,
                      .right = at.rightLocation,
                      .reason = "expects equal values, but got " + at.text()};
      break;
    }
    return result;
  };
  if (auto result = check(left.results(), right.results()))
    return *result;
  if (auto result = check(left.memory(), right.memory()))
    return *result;
  return {.isProved = true, .effects = left.effects()};
}

/// What a proof takes for granted, or goes into.
struct Attempt {
  bool assumesIndices = false, followsRings = false;
};

/// A function, and conditions in it that are true.
struct Side {
  tt::FuncOp function;
  llvm::ArrayRef<Value> facts;
};

/// Terms are made with what is known of both functions.
void learnFacts(Terms &terms, const Side &side, unsigned number) {
  if (side.facts.empty())
    return;
  Claims claims(terms);
  FunctionTerms values(terms, claims, number);
  values.assume(side.facts);
  values.run(side.function);
}

/// What the first function is promised of its arguments, the second one is.
void learnDivisors(Terms &terms, tt::FuncOp function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    Type type = function.getArgumentTypes()[i];
    if (isa<IntegerType>(type))
      terms.learnZeroBits(terms.argument(type, i),
                          static_cast<unsigned>(
                              llvm::countr_zero(divisibilityOf(function, i))));
  }
}

ProofResult prove(const Side &some, const Side &others,
                  const ProofOptions &options, Attempt attempt) {
  tt::FuncOp left = some.function, right = others.function;
  Terms terms(left.getContext(), options,
              {.widened = attempt.assumesIndices,
               .compared = attempt.assumesIndices && attempt.followsRings});
  learnDivisors(terms, left);
  learnFacts(terms, some, 0);
  learnFacts(terms, others, 1);
  Claims claims(terms);
  for (unsigned round = 0; round < MostRounds; ++round) {
    FunctionTerms one(terms, claims, 0, attempt.followsRings),
        other(terms, claims, 1, attempt.followsRings);
    if (!one.run(left))
      return {.left = one.stuck()->op->getLoc(), .reason = one.stuck()->reason};
    if (!other.run(right))
      return {.right = other.stuck()->op->getLoc(),
              .reason = other.stuck()->reason};
    if (!terms.failure().empty())
      return notProved(left, right, terms.failure().str());
    if (claims.refine())
      continue;
    if (const std::optional<Stuck> &problem = one.problemOfRings())
      return {.left = problem->op->getLoc(), .reason = problem->reason};
    if (const std::optional<Stuck> &problem = other.problemOfRings())
      return {.right = problem->op->getLoc(), .reason = problem->reason};
    return compare(claims, one, other);
  }
  return notProved(left, right,
                   "cannot tell within " + std::to_string(MostRounds) +
                       " rounds what the loops carry");
}

/// What may use asynchronous copies, or wait for them.
struct Copying {
  bool copies = false;
  /// Other copies that the same waits are for, or calls.
  bool hasOthers = false;

  explicit Copying(tt::FuncOp function) {
    function.walk([&](Operation *op) {
      copies |=
          isa<ttg::AsyncCopyGlobalToLocalOp, ttng::AsyncTMACopyGlobalToLocalOp>(
              op);
      bool isKnown =
          isa<ttg::AsyncCopyGlobalToLocalOp, ttg::AsyncCommitGroupOp,
              ttg::AsyncWaitOp, scf::ForOp, scf::IfOp, scf::WhileOp>(op);
      hasOthers |=
          isa<tt::CallOp>(op) ||
          (!isKnown && llvm::any_of(op->getResultTypes(),
                                    llvm::IsaPred<ttg::AsyncTokenType>));
    });
  }
};

/// Can rings be followed in both, and is there one?
bool canHaveRings(tt::FuncOp left, tt::FuncOp right) {
  Copying one(left), other(right);
  return (one.copies || other.copies) && !one.hasOthers && !other.hasOthers;
}

/// Of functions without partitions, taking more and more for granted.
ProofResult proveJoined(const Side &left, const Side &right,
                        const ProofOptions &options) {
  ProofResult result = prove(left, right, options, {});
  bool hasRings = canHaveRings(left.function, right.function);
  for (bool assumes : {false, true})
    for (bool follows : {false, true}) {
      // The first has been tried.
      if (result.isProved || (!assumes && !follows) ||
          (assumes && !options.allowIndexAssumption) || (follows && !hasRings))
        continue;
      result = prove(left, right, options, {assumes, follows});
      result.assumesIndices = result.isProved && assumes;
    }
  return result;
}

/// Where one function chooses between loops, case by case.
ProofResult proveCases(const Side &left, const Side &right,
                       const ProofOptions &options, unsigned mostSplits) {
  ProofResult whole = proveJoined(left, right, options);
  scf::IfOp inLeft = choiceOfLoops(left.function),
            choice = inLeft ? inLeft : choiceOfLoops(right.function);
  if (whole.isProved || mostSplits == 0 || !choice)
    return whole;
  ProofResult result = {.isProved = true,
                        .effects = std::numeric_limits<unsigned>::max()};
  for (bool isTaken : {true, false}) {
    FunctionCase one(choice, isTaken, (inLeft ? left : right).facts);
    Side split = {one.function(), one.facts()};
    ProofResult proved = proveCases(
        inLeft ? split : left, inLeft ? right : split, options, mostSplits - 1);
    if (!proved.isProved)
      return whole;
    result.assumesIndices |= proved.assumesIndices;
    result.effects = std::min(result.effects, proved.effects);
  }
  return result;
}

} // namespace

ProofResult proveEqual(tt::FuncOp left, tt::FuncOp right,
                       const ProofOptions &options) {
  if (left.getContext() != right.getContext())
    return {.reason = "expects functions of one MLIRContext"};
  if (left.isExternal() || right.isExternal())
    return notProved(left, right, "expects functions with a body");
  if (!areSameTypes(left.getArgumentTypes(), right.getArgumentTypes()))
    return notProved(left, right, "expects arguments of the same types");
  if (!areSameTypes(left.getResultTypes(), right.getResultTypes()))
    return notProved(left, right, "expects results of the same types");
  JoinedFunction one(left), other(right);
  for (const JoinedFunction *each : {&one, &other})
    if (!each->function()) {
      const PartitionPlan::Refusal &why = each->refusal();
      ProofResult refused{.reason = why.reason};
      (each == &one ? refused.left : refused.right) = why.op->getLoc();
      return refused;
    }
  // Each doubles the time.
  constexpr unsigned MostSplits = 3;
  return proveCases({one.function(), {}}, {other.function(), {}}, options,
                    MostSplits);
}

} // namespace heddle::equivalence
