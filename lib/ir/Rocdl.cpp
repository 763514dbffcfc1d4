//===- Rocdl.cpp - Instructions of AMD's GPUs -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Rocdl.h"
#include "Releases.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Tt.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/Builders.h"

namespace heddle::rocdl {

using namespace mlir;
using mlir::failure;

// `valu|salu`, `none`, `all`, or a number
static ParseResult parseGroups(OpAsmParser &parser, SchedGroupsAttr &mask) {
  uint32_t bits = 0;
  SMLoc loc = parser.getCurrentLocation();
  OptionalParseResult number = parser.parseOptionalInteger(bits);
  if (number.has_value() && failed(*number))
    return failure();
  if (!number.has_value())
    do {
      llvm::StringRef word;
      loc = parser.getCurrentLocation();
      if (parser.parseKeyword(&word))
        return failure();
      std::optional<SchedGroups> group = symbolizeSchedGroups(word);
      if (!group)
        return parser.emitError(loc)
               << "expected kinds of instructions or a number, but got '"
               << word << "'";
      bits |= static_cast<uint32_t>(*group);
    } while (succeeded(parser.parseOptionalVerticalBar()));
  std::optional<SchedGroups> groups = symbolizeSchedGroups(bits);
  if (!groups)
    return parser.emitError(loc)
           << "expected bits for kinds of instructions, but got " << bits;
  mask = SchedGroupsAttr::get(parser.getContext(), *groups);
  return success();
}

static void printGroups(OpAsmPrinter &printer, Operation *op,
                        SchedGroupsAttr mask) {
  if (!ir::has(op->getContext(), ir::Feature::SchedulingWords))
    printer << static_cast<uint32_t>(mask.getValue());
  else if (mask.getValue() == SchedGroups::All)
    printer << "all";
  else
    printer << stringifySchedGroups(mask.getValue());
}

} // namespace heddle::rocdl

#include "heddle/ir/RocdlDialect.cpp.inc"
#include "heddle/ir/RocdlEnums.cpp.inc"

#define GET_OP_CLASSES
#include "heddle/ir/RocdlOps.cpp.inc"

namespace heddle::rocdl {

void RocdlDialect::initialize() {
  // As of MLIR's: what an op of another release means does not matter here.
  allowUnknownOperations();
  addOperations<
#define GET_OP_LIST
#include "heddle/ir/RocdlOps.cpp.inc"
      >();
  // Of MLIR's ops not all: that would take a minute to compile. These exchange
  // values between lanes, wait, or say who executes them.
  addOperations<
      ROCDL::BallotOp, ROCDL::BarrierJoinOp, ROCDL::BarrierLeaveOp,
      ROCDL::BarrierOp, ROCDL::BarrierSignalIsfirstOp, ROCDL::BarrierSignalOp,
      ROCDL::BarrierWaitOp, ROCDL::BlockIdXOp, ROCDL::BlockIdYOp,
      ROCDL::BlockIdZOp, ROCDL::ClusterIdXOp, ROCDL::ClusterIdYOp,
      ROCDL::ClusterIdZOp, ROCDL::CvtPkRtz, ROCDL::DPPUpdateOp,
      ROCDL::DsBpermuteOp, ROCDL::DsSwizzleOp, ROCDL::IglpOpt, ROCDL::MbcntHiOp,
      ROCDL::MbcntLoOp, ROCDL::Permlane16SwapOp, ROCDL::Permlane32SwapOp,
      ROCDL::PermlaneX16Op, ROCDL::ROCDLExp2, ROCDL::ReadfirstlaneOp,
      ROCDL::ReadlaneOp, ROCDL::SBarrierOp, ROCDL::SNopOp, ROCDL::SSleepOp,
      ROCDL::SWaitcntOp, ROCDL::SetPrioOp, ROCDL::ThreadIdXOp,
      ROCDL::ThreadIdYOp, ROCDL::ThreadIdZOp, ROCDL::WaitAsynccntOp,
      ROCDL::WaitDscntOp, ROCDL::WaitExpcntOp, ROCDL::WaitLoadcntOp,
      ROCDL::WaitStorecntOp, ROCDL::WaitTensorcntOp, ROCDL::WavefrontSizeOp>();
}

} // namespace heddle::rocdl
