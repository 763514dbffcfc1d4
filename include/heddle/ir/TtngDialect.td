//===- TtngDialect.td - The dialect ttng -------------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// The dialect `ttng`: what NVIDIA's GPUs from Hopper on do asynchronously, its
/// attributes and types.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TTNGDIALECT_TD
#define HEDDLE_IR_TTNGDIALECT_TD

include "heddle/ir/TtAttrs.td"
include "heddle/ir/TtgDialect.td"
include "heddle/ir/TtngEnums.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/TensorEncoding.td"

def TtngDialect : Dialect {
  let name = "ttng";
  let cppNamespace = "::heddle::ttng";
  let summary = "Asynchronous work of NVIDIA's GPUs";
  let description = [{
    Three engines work beside the threads: one copies tiles between global and
    shared memory by descriptors (TMA), one multiplies matrices that lie in
    shared memory (a warp group's products), one multiplies into *tensor
    memory*, 128 rows of 512 words in each multiprocessor. Threads learn that
    work is done by barriers in shared memory that count arrivals and bytes.

    A module may say by `ttng.two-ctas` whether its products are those of pairs
    of blocks.
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect"];
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute,
                        ::mlir::DialectAsmPrinter &printer) const override;
    /// Unknown ops: the names of other releases are answered with today's.
    std::optional<ParseOpHook>
    getParseOperationHook(::llvm::StringRef opName) const override;

  private:
    void registerAttributesAndTypes();
  }];
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// An enumeration that is written `#ttng.mnemonic<word>`.
class NamedEnumAttr<EnumAttrInfo info, string mnemonic>
    : EnumAttr<TtngDialect, info, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def LoadReductionAttr : NamedEnumAttr<LoadReduction, "redOp">;
def ScalesOrderAttr : NamedEnumAttr<ScalesOrder, "blockRepOrder">;

def TensorMemoryAttr : AttrDef<TtngDialect, "TensorMemory"> {
  let mnemonic = "tensor_memory";
  let summary = "the memory of the tensor cores";
}

def TensorMemoryLayoutAttr : AttrDef<TtngDialect, "TensorMemoryLayout"> {
  let summary = "a layout of tensor memory";
  let description = [{
    `#ttng.tensor_memory_encoding<blockM = 128, ...>` of matrices and
    `#ttng.tensor_memory_scales_encoding<...>` of the scales of their blocks. As
    `#ttg`'s layouts they are the library's: text, rules and meaning.
  }];
  let attrName = "ttng.tensor_memory_layout";
  let parameters = (ins EncodingParameter:$encoding);
}

def PriorityParameter : EnumParameter<EvictionPriority> {
  let defaultValue = "::heddle::ttng::EvictionPriority::None";
}
def ModifierParameter : EnumParameter<CacheModifier> {
  let defaultValue = "::heddle::tt::CacheModifier::None";
}

def NvidiaCachePolicyAttr : AttrDef<TtngDialect, "CachePolicy"> {
  let mnemonic = "cache_policy";
  let summary = "how a memory access uses the caches, in detail";
  let description = [{
    A hint, from 3.9 on: a fraction `l2_fraction` of the lines has priority
    `l2_primary` in the second-level cache, the others `l2_secondary`; `l1` is
    for the first level, and `l2_prefetch_size` bytes are fetched ahead.
  }];
  let parameters = (ins ModifierParameter:$cache_modifier,
                        PriorityParameter:$l1, PriorityParameter:$l2_primary,
                        PriorityParameter:$l2_secondary,
                        OptionalParameter<"::mlir::FloatAttr">:$l2_fraction,
                        OptionalParameter<"::mlir::IntegerAttr">:$l2_prefetch_size);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def Im2ColDescType : TypeDef<TtngDialect, "Im2ColDesc"> {
  let mnemonic = "tensordesc_im2col";
  let summary = "descriptor of a tensor whose windows are the rows of a matrix";
  let description = [{
    `!ttng.tensordesc_im2col<128x64xf16, #shared>`: as `!tt.tensordesc`, but the
    block is a matrix with a pixel of an image in each row and its channels
    along the row, as a convolution needs it.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        OptionalParameter<"::mlir::Attribute">:$layout);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // HEDDLE_IR_TTNGDIALECT_TD
