//===- TtAttrs.td - Attributes of the dialect tt -----------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Enumerations and attributes of `tt`. Spellings and numbers are Triton's: the
/// generic form of an op prints the numbers.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TTATTRS_TD
#define HEDDLE_IR_TTATTRS_TD

include "heddle/ir/TtDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class TtEnum<string name, string what, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, what, cases> {
  let cppNamespace = "::heddle::tt";
}

def MemoryOrder : TtEnum<"MemoryOrder", "memory order", [
  I32EnumAttrCase<"Relaxed", 1, "relaxed">,
  I32EnumAttrCase<"Acquire", 2, "acquire">,
  I32EnumAttrCase<"Release", 3, "release">,
  I32EnumAttrCase<"AcquireRelease", 4, "acq_rel">
]>;

def MemoryScope : TtEnum<"MemoryScope", "memory scope", [
  I32EnumAttrCase<"Gpu", 1, "gpu">,
  I32EnumAttrCase<"Block", 2, "cta">,
  I32EnumAttrCase<"System", 3, "sys">
]>;

def CacheModifier : TtEnum<"CacheModifier", "cache modifier", [
  I32EnumAttrCase<"None", 1, "none">,
  I32EnumAttrCase<"CacheAll", 2, "ca">,
  I32EnumAttrCase<"CacheGlobal", 3, "cg">,
  I32EnumAttrCase<"WriteBack", 4, "wb">,
  I32EnumAttrCase<"Streaming", 5, "cs">,
  I32EnumAttrCase<"WriteThrough", 6, "wt">,
  I32EnumAttrCase<"Volatile", 7, "cv">
]>;

def EvictionPolicy : TtEnum<"EvictionPolicy", "eviction policy", [
  I32EnumAttrCase<"Normal", 1, "evict_normal">,
  I32EnumAttrCase<"First", 2, "evict_first">,
  I32EnumAttrCase<"Last", 3, "evict_last">
]>;

def PaddingOption : TtEnum<"PaddingOption", "value outside of the tensor", [
  I32EnumAttrCase<"Zero", 1, "zero">,
  I32EnumAttrCase<"Nan", 2, "nan">
]>;

def AtomicOp : TtEnum<"AtomicOp", "atomic operation", [
  I32EnumAttrCase<"And", 1, "and">,
  I32EnumAttrCase<"Or", 2, "or">,
  I32EnumAttrCase<"Xor", 3, "xor">,
  I32EnumAttrCase<"Add", 4, "add">,
  I32EnumAttrCase<"FAdd", 5, "fadd">,
  I32EnumAttrCase<"Max", 6, "max">,
  I32EnumAttrCase<"Min", 7, "min">,
  I32EnumAttrCase<"UMax", 8, "umax">,
  I32EnumAttrCase<"UMin", 9, "umin">,
  I32EnumAttrCase<"Exchange", 10, "exch">,
  // Not in Triton's text, but in its reductions through descriptors.
  I32EnumAttrCase<"Inc", 12, "inc">,
  I32EnumAttrCase<"Dec", 13, "dec">,
  I32EnumAttrCase<"FMax", 14, "fmax">,
  I32EnumAttrCase<"FMin", 15, "fmin">
]>;

def DescriptorReduceKind : TtEnum<"DescriptorReduceKind",
                                  "reduction of a descriptor's store", [
  I32EnumAttrCase<"Add", 1, "add">,
  I32EnumAttrCase<"Min", 2, "min">,
  I32EnumAttrCase<"Max", 3, "max">,
  I32EnumAttrCase<"Inc", 4, "inc">,
  I32EnumAttrCase<"Dec", 5, "dec">,
  I32EnumAttrCase<"And", 6, "and">,
  I32EnumAttrCase<"Or", 7, "or">,
  I32EnumAttrCase<"Xor", 8, "xor">
]>;

def GridAxis : TtEnum<"GridAxis", "axis of the grid", [
  I32EnumAttrCase<"X", 0, "x">,
  I32EnumAttrCase<"Y", 1, "y">,
  I32EnumAttrCase<"Z", 2, "z">
]>;

def RoundingMode : TtEnum<"RoundingMode", "rounding mode", [
  I32EnumAttrCase<"TowardZero", 0, "rtz">,
  I32EnumAttrCase<"NearestEven", 1, "rtne">
]>;

def NanPropagation : TtEnum<"NanPropagation", "what becomes of NaNs", [
  I32EnumAttrCase<"None", 0, "none">,
  I32EnumAttrCase<"All", 0xFFFF, "all">
]>;

def InputPrecision : TtEnum<"InputPrecision", "precision of f32 products", [
  I32EnumAttrCase<"Tf32", 0, "tf32">,
  I32EnumAttrCase<"Tf32x3", 1, "tf32x3">,
  I32EnumAttrCase<"Ieee", 2, "ieee">,
  I32EnumAttrCase<"Bf16x3", 3, "bf16x3">,
  I32EnumAttrCase<"Bf16x6", 4, "bf16x6">
]>;

def ScaledElement : TtEnum<"ScaledElement", "element of a scaled product", [
  I32EnumAttrCase<"E4M3", 0, "e4m3">,
  I32EnumAttrCase<"E5M2", 1, "e5m2">,
  I32EnumAttrCase<"E2M3", 2, "e2m3">,
  I32EnumAttrCase<"E3M2", 3, "e3m2">,
  I32EnumAttrCase<"E2M1", 4, "e2m1">,
  I32EnumAttrCase<"BF16", 5, "bf16">,
  I32EnumAttrCase<"FP16", 6, "fp16">
]>;

def CachePolicyAttr : AttrDef<TtDialect, "CachePolicy"> {
  let mnemonic = "cache_policy";
  let summary = "how a memory access uses the caches";
  let description = [{
    A hint: `#tt.cache_policy<cache_modifier = cg, eviction_policy =
    evict_last>`. Up to 3.8 the ops write it as `cacheModifier = cg
    evictionPolicy = evict_last`; here it is this attribute in either case.
  }];
  let parameters = (ins EnumParameter<CacheModifier>:$cache_modifier,
                        EnumParameter<EvictionPolicy>:$eviction_policy);
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif // HEDDLE_IR_TTATTRS_TD
