//===- TtDialect.cpp - The dialect tt -------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Releases.h"
#include "heddle/ir/Tt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

#include "heddle/ir/TtDialect.cpp.inc"
#include "heddle/ir/TtEnums.cpp.inc"

#define GET_OP_CLASSES
#include "heddle/ir/TtOps.cpp.inc"

namespace heddle::tt {

using namespace mlir;
using mlir::failure;

namespace {

/// Calls of functions without `noinline` may be replaced by their bodies.
struct Inliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Operation *callee, bool) const final {
    auto flag = callee->getAttrOfType<BoolAttr>("noinline");
    return !flag || !flag.getValue();
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  void handleTerminator(Operation *op, Block *next) const final {
    auto exit = dyn_cast<ReturnOp>(op);
    if (!exit)
      return;
    OpBuilder builder(op);
    cf::BranchOp::create(builder, op->getLoc(), next, exit.getSrcs());
    op->erase();
  }
  void handleTerminator(Operation *op, ValueRange results) const final {
    for (auto [result, value] :
         llvm::zip(results, cast<ReturnOp>(op).getSrcs()))
      result.replaceAllUsesWith(value);
  }
};

} // namespace

void TtDialect::initialize() {
  registerAttributesAndTypes();
  addOperations<
#define GET_OP_LIST
#include "heddle/ir/TtOps.cpp.inc"
      >();
  addInterfaces<Inliner>();
}

Operation *TtDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                          Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

std::optional<Dialect::ParseOpHook>
TtDialect::getParseOperationHook(llvm::StringRef name) const {
  return ir::parseOpOfOtherRelease(name);
}

} // namespace heddle::tt
