//===- TtgDialect.cpp - The dialect ttg -----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlinesAnywhere.h"
#include "Offsets.h"
#include "Releases.h"
#include "heddle/ir/Gpu.h"
#include "heddle/ir/Ttg.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "heddle/ir/TtgDialect.cpp.inc"
#include "heddle/ir/TtgEnums.cpp.inc"

#define GET_OP_CLASSES
#include "heddle/ir/TtgOps.cpp.inc"

namespace heddle::ttg {

using namespace mlir;

namespace {

/// Short names for what types repeat.
struct Aliases : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attribute,
                       llvm::raw_ostream &stream) const final {
    if (isa<SharedMemoryAttr>(attribute)) {
      stream << "smem";
      return AliasResult::FinalAlias;
    }
    auto layout = dyn_cast<LayoutAttr>(attribute);
    llvm::StringRef name =
        layout ? nameOf(layout.getEncoding()) : llvm::StringRef();
    if (name.empty())
      return AliasResult::NoAlias;
    stream << name;
    return AliasResult::FinalAlias;
  }

private:
  static llvm::StringRef nameOf(const Encoding &encoding) {
    if (encoding.kind() == EncodingKind::Shared)
      return "shared";
    if (encoding.is<BlockedEncoding>())
      return "blocked";
    if (encoding.is<LinearEncoding>())
      return "linear";
    if (encoding.is<GenericLinearEncoding>())
      return "generic_linear";
    if (encoding.is<NvidiaMmaEncoding>() || encoding.is<AmdMfmaEncoding>() ||
        encoding.is<AmdWmmaEncoding>())
      return "mma";
    return "";
  }
};

/// Partitions are not inlined into partitions: they cannot be nested.
struct Inliner final : ir::InlinesAnywhere {
  using InlinesAnywhere::InlinesAnywhere;
  using InlinesAnywhere::isLegalToInline;

  bool isLegalToInline(Operation *op, Region *region, bool,
                       IRMapping &) const final {
    bool isInside = isa<WarpSpecializeOp>(region->getParentOp()) ||
                    region->getParentOp()->getParentOfType<WarpSpecializeOp>();
    return !isa<WarpSpecializeOp>(op) || !isInside;
  }
};

} // namespace

void TtgDialect::initialize() {
  registerAttributesAndTypes();
  addOperations<
#define GET_OP_LIST
#include "heddle/ir/TtgOps.cpp.inc"
      >();
  addInterfaces<Aliases, Inliner>();
}

Operation *TtgDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                           Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

/// What a module says of its threads stands at the module. Of a number of warps
/// a function may have its own.
LogicalResult TtgDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  llvm::StringRef name = attribute.getName();
  bool isOfModule =
      name == LanesAttr || name == BlocksAttr || name == TargetAttr;
  if (isOfModule && !isa<ModuleOp>(op))
    return op->emitOpError()
           << "expects '" << name << "' of a module, but got it here";
  return success();
}

std::optional<Dialect::ParseOpHook>
TtgDialect::getParseOperationHook(llvm::StringRef name) const {
  return ir::parseOpOfOtherRelease(name);
}

} // namespace heddle::ttg
