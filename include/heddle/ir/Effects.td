//===- Effects.td - Memory that ops touch ------------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Which memory an op touches. Global memory, shared memory and tensor memory do
/// not alias.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_EFFECTS_TD
#define HEDDLE_IR_EFFECTS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"

def GlobalMemory : Resource<"::heddle::ir::GlobalMemory">;
def SharedMemory : Resource<"::heddle::ir::SharedMemory">;
def TensorMemory : Resource<"::heddle::ir::TensorMemory">;

def GlobalRead : MemRead<GlobalMemory>;
def GlobalWrite : MemWrite<GlobalMemory>;
def GlobalAlloc : MemAlloc<GlobalMemory>;
def SharedRead : MemRead<SharedMemory>;
def SharedWrite : MemWrite<SharedMemory>;
def SharedFree : MemFree<SharedMemory>;
def TensorRead : MemRead<TensorMemory>;
def TensorWrite : MemWrite<TensorMemory>;

/// Ops with an attribute `pure`.
def EffectsUnlessPure : DeclareOpInterfaceMethods<MemoryEffectsOpInterface>;
def SpeculatableIfPure : DeclareOpInterfaceMethods<ConditionallySpeculatable>;
defvar PureIfSaysSo = [{
  void $cppClass::getEffects(
      ::llvm::SmallVectorImpl<::mlir::MemoryEffects::EffectInstance> &effects) {
    if (!getPure())
      ::heddle::ir::addAllEffects(effects);
  }
  ::mlir::Speculation::Speculatability $cppClass::getSpeculatability() {
    return getPure() ? ::mlir::Speculation::Speculatable
                     : ::mlir::Speculation::NotSpeculatable;
  }
}];

#endif // HEDDLE_IR_EFFECTS_TD
