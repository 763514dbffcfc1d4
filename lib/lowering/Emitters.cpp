//===- Emitters.cpp - The families of emitters ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitters.h"

namespace heddle {

static EmitterTable allEmitters() {
  EmitterTable table;
  registerAddressEmitters(table);
  registerAssemblyEmitters(table);
  registerAsyncCopyEmitters(table);
  registerAtomicEmitters(table);
  registerBoxCopyEmitters(table);
  registerBranchEmitters(table);
  registerCallEmitters(table);
  registerConversionEmitters(table);
  registerDebugEmitters(table);
  registerDotEmitters(table);
  registerElementwiseEmitters(table);
  registerGatherEmitters(table);
  registerGlobalMemoryEmitters(table);
  registerGroupProductEmitters(table);
  registerLocalMemoryEmitters(table);
  registerMapEmitters(table);
  registerMathEmitters(table);
  registerMbarrierEmitters(table);
  registerMemoryViewEmitters(table);
  registerPackedFloatEmitters(table);
  registerPartitionEmitters(table);
  registerReduceEmitters(table);
  registerScaledProductEmitters(table);
  registerScanEmitters(table);
  registerScheduleEmitters(table);
  registerStructuredEmitters(table);
  registerTensorMapEmitters(table);
  registerViewEmitters(table);
  return table;
}

const EmitterTable &emitters() {
  static const EmitterTable table = allEmitters();
  return table;
}

} // namespace heddle
