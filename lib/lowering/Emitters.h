//===- Emitters.h - The families of emitters --------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The families of ops that are lowered. Each has a file in emitters/, which
/// ends with the function here that enters its emitters in the table. To lower
/// one more op, write its emitter into the file of its family and enter it
/// there; a family that is new gets a line here and in Emitters.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_EMITTERS_H
#define HEDDLE_LIB_LOWERING_EMITTERS_H

#include "EmitterTable.h"

namespace heddle {

/// All of them.
const EmitterTable &emitters();

void registerAddressEmitters(EmitterTable &table);
void registerAssemblyEmitters(EmitterTable &table);
void registerAsyncCopyEmitters(EmitterTable &table);
void registerAtomicEmitters(EmitterTable &table);
void registerBoxCopyEmitters(EmitterTable &table);
void registerBranchEmitters(EmitterTable &table);
void registerCallEmitters(EmitterTable &table);
void registerConversionEmitters(EmitterTable &table);
void registerDebugEmitters(EmitterTable &table);
void registerDotEmitters(EmitterTable &table);
void registerElementwiseEmitters(EmitterTable &table);
void registerGatherEmitters(EmitterTable &table);
void registerGlobalMemoryEmitters(EmitterTable &table);
void registerGroupProductEmitters(EmitterTable &table);
void registerLocalMemoryEmitters(EmitterTable &table);
void registerMapEmitters(EmitterTable &table);
void registerMathEmitters(EmitterTable &table);
void registerMbarrierEmitters(EmitterTable &table);
void registerMemoryViewEmitters(EmitterTable &table);
void registerPackedFloatEmitters(EmitterTable &table);
void registerPartitionEmitters(EmitterTable &table);
void registerReduceEmitters(EmitterTable &table);
void registerScaledProductEmitters(EmitterTable &table);
void registerScanEmitters(EmitterTable &table);
void registerScheduleEmitters(EmitterTable &table);
void registerStructuredEmitters(EmitterTable &table);
void registerTensorMapEmitters(EmitterTable &table);
void registerViewEmitters(EmitterTable &table);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_EMITTERS_H
