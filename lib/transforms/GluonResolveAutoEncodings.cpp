//===- GluonResolveAutoEncodings.cpp - Layouts that follow ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenLayouts.h"
#include "heddle/ir/Gluon.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Pass/Pass.h"

namespace heddle {

#define GEN_PASS_DEF_GLUONRESOLVEAUTOENCODINGS
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

class GluonResolveAutoEncodings
    : public impl::GluonResolveAutoEncodingsBase<GluonResolveAutoEncodings> {
  void runOnOperation() final {
    // Without the dialect no layout is left open.
    if (!getContext().getLoadedDialect<gluon::GluonDialect>())
      return;
    OpenLayouts layouts(getOperation(),
                        gluon::AutoEncodingAttr::get(&getContext()));
    llvm::SmallVector<gluon::SetAutoLayoutOp> said;
    getOperation().walk([&](gluon::SetAutoLayoutOp op) {
      said.push_back(op);
      layouts.seed(
          op.getSrc(),
          cast<RankedTensorType>(op.getResult().getType()).getEncoding());
    });
    if (failed(layouts.infer()) || failed(checkSaid(layouts, said)) ||
        failed(layouts.apply()))
      return signalPassFailure();
    for (gluon::SetAutoLayoutOp op : said) {
      op.getResult().replaceAllUsesWith(op.getSrc());
      op.erase();
    }
  }

  /// Each value has what was said of it.
  static LogicalResult checkSaid(OpenLayouts &layouts,
                                 ArrayRef<gluon::SetAutoLayoutOp> said) {
    for (gluon::SetAutoLayoutOp op : said) {
      Attribute asked =
          cast<RankedTensorType>(op.getResult().getType()).getEncoding();
      Attribute found = layouts.layoutOf(op.getSrc());
      if (found == asked)
        continue;
      InFlightDiagnostic diagnostic = op.emitOpError()
                                      << "expects the layout that its source "
                                         "has, "
                                      << found << ", but got " << asked;
      diagnostic.attachNote(op.getSrc().getLoc())
          << "that follows from what it is computed with; convert it with "
             "ttg.convert_layout instead";
      return diagnostic;
    }
    return success();
  }
};

} // namespace
} // namespace heddle
