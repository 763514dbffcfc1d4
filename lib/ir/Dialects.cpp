//===- Dialects.cpp - All dialects that kernels use -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Dialects.h"
#include "OldPrefixes.h"
#include "heddle/ir/Amdg.h"
#include "heddle/ir/Gluon.h"
#include "heddle/ir/Gpu.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Nvg.h"
#include "heddle/ir/Nvws.h"
#include "heddle/ir/Rocdl.h"
#include "heddle/ir/Ttng.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace heddle::ir {

using namespace mlir;

namespace {

/// Gives each context that loads `tt` the release.
class ReleaseExtension
    : public DialectExtension<ReleaseExtension, tt::TtDialect> {
public:
  explicit ReleaseExtension(TritonVersion release) : release(release) {}
  void apply(MLIRContext *, tt::TtDialect *dialect) const final {
    dialect->setRelease(release);
  }

private:
  TritonVersion release;
};

} // namespace

void registerDialects(DialectRegistry &registry) {
  registry
      .insert<amdg::AmdgDialect, arith::ArithDialect, cf::ControlFlowDialect,
              func::FuncDialect, gluon::GluonDialect, gpu::GpuDialect,
              LLVM::LLVMDialect, math::MathDialect, nvg::NvgDialect,
              nvws::NvwsDialect, NVVM::NVVMDialect, rocdl::RocdlDialect,
              scf::SCFDialect, tt::TtDialect, ttg::TtgDialect, TritonGpuPrefix,
              TritonNvidiaGpuPrefix, ttng::TtngDialect, ub::UBDialect>();
}

void setRelease(DialectRegistry &registry, TritonVersion release) {
  registry.addExtension(TypeID::get<ReleaseExtension>(),
                        std::make_unique<ReleaseExtension>(release));
}

} // namespace heddle::ir
