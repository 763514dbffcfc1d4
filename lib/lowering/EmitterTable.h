//===- EmitterTable.h - The emitter of every op -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which function lowers which op. Emitters are free functions that take the
/// concrete op; their names come from its class:
///
///     LogicalResult emitSplat(LoweringContext &context, tt::SplatOp splat);
///     table.add<tt::SplatOp>(emitSplat);
///
/// One function may serve several ops, and a whole dialect; it then takes an
/// `Operation *`. An op's own emitter goes before its dialect's.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_EMITTERTABLE_H
#define HEDDLE_LIB_LOWERING_EMITTERTABLE_H

#include "LoweringContext.h"
#include "llvm/ADT/StringMap.h"

#include <functional>
#include <source_location>

namespace heddle {

/// Fails with an error at the op.
struct Emitter {
  /// For ops in the body of a function.
  std::function<mlir::LogicalResult(LoweringContext &, mlir::Operation *)>
      inFunction;
  /// For ops in scalar regions; empty if the op cannot stand there.
  std::function<mlir::LogicalResult(ElementContext &, mlir::Operation *)>
      inRegion;
  /// Where it was put into the table: in the file that it stands in.
  std::source_location registered = {};
};

class EmitterTable {
public:
  /// An emitter whose context is an `ElementContext` also lowers the ops in
  /// scalar regions. An op has one emitter.
  template <class... Ops, class Context, class Argument>
  void add(mlir::LogicalResult (*emit)(Context &, Argument),
           std::source_location registered = std::source_location::current()) {
    static_assert(sizeof...(Ops) > 0, "name the ops");
    (insert(ops, Ops::getOperationName(), emitterOf<Ops>(emit), registered),
     ...);
  }
  /// For all ops of a dialect that have none of their own.
  template <class Dialect, class Context>
  void addDialect(
      mlir::LogicalResult (*emit)(Context &, mlir::Operation *),
      std::source_location registered = std::source_location::current()) {
    insert(dialects, Dialect::getDialectNamespace(),
           emitterOf<mlir::Operation *>(emit), registered);
  }

  /// Says why ops have no emitter; the text is a constant.
  template <class... Ops> void refuse(llvm::StringLiteral reason) {
    ((reasons[Ops::getOperationName()] = reason), ...);
  }

  /// Null if there is none.
  const Emitter *find(mlir::OperationName name) const;
  /// Why there is none.
  llvm::StringRef reasonOf(mlir::OperationName name) const {
    auto found = reasons.find(name.getStringRef());
    return found == reasons.end() ? "it has no lowering" : found->second;
  }
  /// The names of the ops with emitters of their own, and of the dialects:
  /// "arith.divf", "arith". Sorted.
  std::vector<std::string> names() const;

private:
  template <class Op, class Argument>
  static Argument castTo(mlir::Operation *op) {
    if constexpr (std::is_same_v<Argument, mlir::Operation *>)
      return op;
    else
      return mlir::cast<Op>(op);
  }
  template <class Op, class Argument>
  static Emitter emitterOf(mlir::LogicalResult (*emit)(LoweringContext &,
                                                       Argument)) {
    return {[emit](LoweringContext &context, mlir::Operation *op) {
              return emit(context, castTo<Op, Argument>(op));
            },
            nullptr};
  }
  template <class Op, class Argument>
  static Emitter emitterOf(mlir::LogicalResult (*emit)(ElementContext &,
                                                       Argument)) {
    auto call = [emit](ElementContext &context, mlir::Operation *op) {
      return emit(context, castTo<Op, Argument>(op));
    };
    return {call, call};
  }
  static void insert(llvm::StringMap<Emitter> &map, llvm::StringRef name,
                     Emitter emitter, std::source_location registered);

  llvm::StringMap<Emitter> ops, dialects;
  llvm::StringMap<llvm::StringRef> reasons;
};

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_EMITTERTABLE_H
