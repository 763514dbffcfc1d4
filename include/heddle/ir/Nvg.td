//===- Nvg.td - The dialect nvg ----------------------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// What Triton lowers `ttng` to on its way to PTX, beside `llvm` and `nvvm`.
/// Its files are read, checked and printed; nothing here lowers them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_NVG_TD
#define HEDDLE_IR_NVG_TD

include "mlir/Dialect/LLVMIR/LLVMOpBase.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def NvgDialect : Dialect {
  let name = "nvg";
  let cppNamespace = "::heddle::nvg";
  let summary = "Instructions of NVIDIA GPUs, as Triton's LLVM dialect has them";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

class NvgOp<string mnemonic, list<Trait> traits = []>
    : Op<NvgDialect, mnemonic, traits>;

class NumberOp<string mnemonic> : NvgOp<mnemonic, [Pure]> {
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}

def ClusterIdOp : NumberOp<"cluster_id"> {
  let summary = "the number of the cluster";
}

def WarpGroupBarrierIdOp : NumberOp<"warp_group_barrier_id"> {
  let summary = "the hardware barrier of the warps of a partition";
}

def TensorMemoryBaseOp : NvgOp<"tensor_memory_base", [Pure]> {
  let summary = "where the block's tensor memory starts";
  let results = (outs LLVM_PointerInAddressSpace<6>:$result);
  let assemblyFormat = "attr-dict";
}

/// 0 to 7: s8, s32, e4m3, e5m2, f16, bf16, tf32, f32.
def ProductElement
    : ConfinedAttr<I32Attr, [IntNonNegative, IntMaxValue<7>]>;
/// 0: row by row, 1: column by column.
def ProductOrder : ConfinedAttr<I32Attr, [IntNonNegative, IntMaxValue<1>]>;
def ProductFactor : AnyTypeOf<[LLVM_AnyStruct, I64],
                              "registers or the descriptor of a matrix">;

def WGMMAOp : NvgOp<"wgmma"> {
  let summary = "a product of a warp group, computed meanwhile";
  let description = [{
    Of the registers or the descriptor `opA` and the descriptor `opB`, plus
    `opC` where `useC` is true.
  }];
  let arguments = (ins ProductFactor:$opA, ProductFactor:$opB, I1:$useC,
                       Optional<LLVM_AnyStruct>:$opC, I32Attr:$m, I32Attr:$n,
                       I32Attr:$k, ProductElement:$eltTypeC,
                       ProductElement:$eltTypeA, ProductElement:$eltTypeB,
                       ProductOrder:$layoutA, ProductOrder:$layoutB);
  let results = (outs LLVM_AnyStruct:$result);
  let assemblyFormat = [{
    $opA `,` $opB `,` $useC (`,` $opC^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def WGMMAWaitGroupOp
    : NvgOp<"wgmma_wait_group", [AllTypesMatch<["input", "output"]>]> {
  let summary = "waits until no more than so many products are under way";
  let arguments = (ins LLVM_AnyStruct:$input, I32Attr:$pendings);
  let results = (outs LLVM_AnyStruct:$output);
  let assemblyFormat = "$input attr-dict `:` type($input)";
}

#endif // HEDDLE_IR_NVG_TD
