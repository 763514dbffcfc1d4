//===- LoweringPass.cpp - Lowering as a pass ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/ModuleTarget.h"
#include "heddle/ir/Ttg.h"
#include "heddle/lowering/Lowering.h"
#include "heddle/lowering/Record.h"
#include "heddle/simt/Simt.h"
#include "mlir/Pass/Pass.h"

namespace heddle {

using namespace mlir;

namespace {

class LowerToSimt : public PassWrapper<LowerToSimt, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerToSimt)

  LowerToSimt(const Target *target, const ArithmeticOptions &arithmetic,
              LoweringRecord *record)
      : target(target), record(record) {
    fusesProducts = arithmetic.fusesProducts;
    math = arithmetic.math;
  }
  LowerToSimt(const LowerToSimt &other)
      : PassWrapper(other), target(other.target), record(other.record) {}

  llvm::StringRef getArgument() const final { return "lower-to-simt"; }
  llvm::StringRef getDescription() const final {
    return "makes programs of tensors the programs of one thread";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<simt::SimtDialect>();
  }
  void runOnOperation() final {
    ModuleOp module = getOperation();
    auto name = module->getAttrOfType<StringAttr>(ttg::TargetAttr);
    if (target == nullptr)
      target = ir::targetOf(module);
    if (target == nullptr) {
      module.emitError() << "expects a known chip as '" << ttg::TargetAttr
                         << "', but got " << (name ? name.getValue() : "none");
      return signalPassFailure();
    }
    FailureOr<OwningOpRef<ModuleOp>> kernels =
        lowerToSimt(module, *target,
                    {.fusesProducts = fusesProducts, .math = math}, record);
    if (failed(kernels))
      return signalPassFailure();
    if (record != nullptr) {
      record->tensors = ModuleOp::create(module.getLoc());
      record->tensors->getOperation()->setAttrs(module->getAttrs());
      record->tensors->getBodyRegion().takeBody(module.getBodyRegion());
    }
    module.getBodyRegion().takeBody((*kernels)->getBodyRegion());
  }

private:
  Option<bool> fusesProducts{
      *this, "fp-fusion", llvm::cl::desc("products and sums may be contracted"),
      llvm::cl::init(true)};
  Option<MathMode> math{
      *this, "math", llvm::cl::desc("how functions of f32 are computed"),
      llvm::cl::init(MathMode::Fast),
      llvm::cl::values(clEnumValN(MathMode::Fast, "fast",
                                  "by the hardware's approximations"),
                       clEnumValN(MathMode::Precise, "precise",
                                  "to two units in the last place"))};
  const Target *target;
  LoweringRecord *record;
};

} // namespace

std::unique_ptr<Pass> createLowerToSimtPass(const Target *target,
                                            const ArithmeticOptions &arithmetic,
                                            LoweringRecord *record) {
  return std::make_unique<LowerToSimt>(target, arithmetic, record);
}

void registerLoweringPasses() {
  registerPass([] { return createLowerToSimtPass(); });
}

} // namespace heddle
