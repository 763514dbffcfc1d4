//===- Mbarriers.cpp - mbarrier -------------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "PeerOrder.h"
#include "PtxText.h"
#include "SharedMemory.h"
#include "heddle/codegen/common/InlineAssembly.h"
#include "heddle/codegen/common/Requirements.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

/// An instruction at the address of an mbarrier, `$0`; the predicate, if there
/// is one, is the last operand.
template <class Op>
void emitAt(EmissionContext &context, Op op, const std::string &text,
            bool isDistributed = false) {
  llvm::Value *address = context.scalar(op.getAddress());
  Registers operands = {isDistributed ? address
                                      : sharedAddress(context, address)};
  std::string constraints = "r", predicate;
  if (op.getPredicate()) {
    predicate = predicateText(operands.size());
    operands.push_back(context.scalar(op.getPredicate()));
    constraints += ",b";
  }
  emitAssembly(context, predicate + text, constraints + ",~{memory}",
               context.builder.getVoidTy(), operands);
}

// What counts down its bytes is no thread of the block: it has to see the new
// mbarrier too.
void emitInit(EmissionContext &context, simt::MbarrierInitOp init) {
  emitAt(context, init,
         concat("mbarrier.init.shared::cta.b64 [$0], ", init.getCount(), ";"));
  emitPlain(context, "fence.mbarrier_init.release.cluster;");
}

void emitEnd(EmissionContext &context, simt::MbarrierEndOp end) {
  emitAt(context, end, "mbarrier.inval.shared::cta.b64 [$0];");
}

//===----------------------------------------------------------------------===//
// Arrivals
//===----------------------------------------------------------------------===//

template <class Op>
void emitArrival(EmissionContext &context, Op op, llvm::StringRef what,
                 std::uint32_t count) {
  bool isDistributed = op.getIsDistributed();
  emitAt(context, op,
         concat("mbarrier.arrive", what,
                isDistributed && publishesStores(op) ? ".release.cluster" : "",
                isDistributed ? ".shared::cluster" : ".shared::cta",
                ".b64 _, [$0], ", count, ";"),
         isDistributed);
}

void emitArrive(EmissionContext &context, simt::MbarrierArriveOp arrive) {
  emitArrival(context, arrive, "", arrive.getCount());
}

void emitExpect(EmissionContext &context, simt::MbarrierExpectOp expect) {
  emitArrival(context, expect, ".expect_tx", expect.getBytes());
}

void emitArriveCopies(EmissionContext &context,
                      simt::MbarrierArriveCopiesOp arrive) {
  emitAt(context, arrive,
         concat("cp.async.mbarrier.arrive",
                arrive.getIsCounted() ? ".noinc" : "",
                ".shared::cta.b64 [$0];"));
}

// PTX ISA, mbarrier.try_wait: it gives up after a while. The braces give each
// loop a label of its own.
void emitWait(EmissionContext &context, simt::MbarrierWaitOp wait) {
  Registers operands = {
      sharedAddress(context, context.scalar(wait.getAddress())),
      context.builder.CreateAnd(context.scalar(wait.getParity()), 1)};
  bool isOfCluster = mayLearnOfStores(wait);
  std::string constraints = "r,r", skip;
  if (wait.getPredicate()) {
    skip = "@!$2 bra DONE;\n";
    operands.push_back(context.scalar(wait.getPredicate()));
    constraints += ",b";
  }
  emitAssembly(context,
               concat("{\n"
                      ".reg .pred done;\n",
                      skip,
                      "WAIT:\n"
                      "mbarrier.try_wait.parity",
                      isOfCluster ? ".acquire.cluster" : "",
                      ".shared::cta.b64 done, [$0], $1;\n"
                      "@done bra DONE;\n"
                      "bra WAIT;\n"
                      "DONE:\n"
                      "}"),
               constraints + ",~{memory}", context.builder.getVoidTy(),
               operands);
}

} // namespace

void addMbarriers(EmitterTable &table) {
  table.add<simt::MbarrierInitOp>(emitInit, hasBoxCopies);
  table.add<simt::MbarrierEndOp>(emitEnd, hasBoxCopies);
  table.add<simt::MbarrierArriveOp>(emitArrive, hasBoxCopies);
  table.add<simt::MbarrierExpectOp>(emitExpect, hasBoxCopies);
  table.add<simt::MbarrierArriveCopiesOp>(emitArriveCopies, hasBoxCopies);
  table.add<simt::MbarrierWaitOp>(emitWait, hasBoxCopies);
}

} // namespace heddle::codegen
