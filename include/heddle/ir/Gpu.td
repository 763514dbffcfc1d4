//===- Gpu.td - Barriers and numbers of threads ------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// The dialect `gpu` as kernels have it: barriers and numbers of threads. They
/// are our own, because MLIR's barriers say which memory they fence only since
/// Triton 3.8.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_GPU_TD
#define HEDDLE_IR_GPU_TD

include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def GpuDialect : Dialect {
  let name = "gpu";
  let cppNamespace = "::heddle::gpu";
  let summary = "Barriers and numbers of threads";
  let description = [{
    MLIR's dialect of this name cannot stand beside it in one context.
  }];
  let dependentDialects = ["::heddle::tt::TtDialect"];
  let useDefaultAttributePrinterParser = 1;
}

class GpuEnum<string name, string what, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, what, cases> {
  let cppNamespace = "::heddle::gpu";
  let genSpecializedAttr = 0;
}

def AddressSpace : GpuEnum<"AddressSpace", "address space", [
  I32EnumAttrCase<"Global", 1, "global">,
  I32EnumAttrCase<"Workgroup", 2, "workgroup">,
  I32EnumAttrCase<"Private", 3, "private">
]>;
def AddressSpaceAttr : EnumAttr<GpuDialect, AddressSpace, "address_space"> {
  let assemblyFormat = "`<` $value `>`";
}
def AddressSpaces
    : TypedArrayAttrBase<AddressSpaceAttr, "list of address spaces">;

def Dimension : GpuEnum<"Dimension", "dimension", [
  I32EnumAttrCase<"x", 0>, I32EnumAttrCase<"y", 1>, I32EnumAttrCase<"z", 2>
]>;
def DimensionAttr : EnumAttr<GpuDialect, Dimension, "dim">;

class GpuOp<string mnemonic, list<Trait> traits = []>
    : Op<GpuDialect, mnemonic, traits>;

def BarrierOp : GpuOp<"barrier"> {
  let summary = "the threads of a block wait for each other";
  let description = [{
    With a list, only accesses to these memories are ordered:
    `gpu.barrier memfence [#gpu.address_space<workgroup>]`.
  }];
  let arguments = (ins OptionalAttr<AddressSpaces>:$address_spaces);
  let assemblyFormat = "(`memfence` $address_spaces^)? attr-dict";
  let hasCanonicalizeMethod = 1;
}

/// `gpu.thread_id x upper_bound 128`
class NumberOp<string mnemonic> : GpuOp<mnemonic, [Pure]> {
  let arguments = (ins DimensionAttr:$dimension,
                       OptionalAttr<IndexAttr>:$upper_bound);
  let results = (outs Index:$number);
  let assemblyFormat = [{
    $dimension (`upper_bound` $upper_bound^)? attr-dict
  }];
}

def BlockDimOp : NumberOp<"block_dim">;
def BlockIdOp : NumberOp<"block_id">;
def ClusterBlockIdOp : NumberOp<"cluster_block_id">;
def ClusterDimBlocksOp : NumberOp<"cluster_dim_blocks">;
def ClusterDimOp : NumberOp<"cluster_dim">;
def ClusterIdOp : NumberOp<"cluster_id">;
def GlobalIdOp : NumberOp<"global_id">;
def GridDimOp : NumberOp<"grid_dim">;
def ThreadIdOp : NumberOp<"thread_id">;

/// `gpu.lane_id upper_bound 32`
def LaneIdOp : GpuOp<"lane_id", [Pure]> {
  let arguments = (ins OptionalAttr<IndexAttr>:$upper_bound);
  let results = (outs Index:$number);
  let assemblyFormat = "(`upper_bound` $upper_bound^)? attr-dict";
}

/// `gpu.subgroup_id upper_bound 4 : index`
class WarpNumberOp<string mnemonic> : GpuOp<mnemonic, [Pure]> {
  let arguments = (ins OptionalAttr<IndexAttr>:$upper_bound);
  let results = (outs Index:$number);
  let assemblyFormat = [{
    (`upper_bound` $upper_bound^)? attr-dict `:` type($number)
  }];
}

def NumSubgroupsOp : WarpNumberOp<"num_subgroups">;
def SubgroupIdOp : WarpNumberOp<"subgroup_id">;
def SubgroupSizeOp : WarpNumberOp<"subgroup_size">;

#endif // HEDDLE_IR_GPU_TD
