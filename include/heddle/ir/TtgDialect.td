//===- TtgDialect.td - The dialect ttg ---------------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// The dialect `ttg`: tile programs in which every tensor has a layout, its
/// attributes and types.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TTGDIALECT_TD
#define HEDDLE_IR_TTGDIALECT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/TensorEncoding.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def TtgDialect : Dialect {
  let name = "ttg";
  let cppNamespace = "::heddle::ttg";
  let summary = "Tile programs with layouts";
  let description = [{
    A module says for how many threads it is: `ttg.num-warps` warps of
    `ttg.threads-per-warp` lanes in each of the `ttg.num-ctas` blocks of a
    cluster, and for which `ttg.target`. The type of each tensor says by its
    layout which of their registers hold what. `ttg.convert_layout` moves data
    from one layout to another; `!ttg.memdesc` values stand for data in shared
    or tensor memory.
  }];
  let dependentDialects = ["::heddle::tt::TtDialect", "::heddle::gpu::GpuDialect"];
  let hasConstantMaterializer = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
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

def EncodingParameter
    : AttrOrTypeParameter<"::heddle::Encoding", "a layout by its family"> {
  let cppAccessorType = "const ::heddle::Encoding &";
}

def LayoutAttr : AttrDef<TtgDialect, "Layout"> {
  let summary = "a layout of any family";
  let description = [{
    `#ttg.blocked<{...}>`, `#ttg.swizzled_shared<{...}>`, ...: what the layout
    library knows as an `Encoding` (heddle/encoding/Encoding.h), with its tables
    for text, rules and meaning. Layouts of tensor memory are `ttng`'s.
  }];
  let attrName = "ttg.layout";
  let parameters = (ins EncodingParameter:$encoding);
}

def SharedMemoryAttr : AttrDef<TtgDialect, "SharedMemory"> {
  let mnemonic = "shared_memory";
  let summary = "the memory that the threads of a block share";
}

class TtgType<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<TtgDialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def AsyncTokenType : TtgType<"AsyncToken", "async.token"> {
  let summary = "stands for asynchronous work";
  let description = "Ties it to the op that waits for it.";
}

def MemDescType : TtgType<"MemDesc", "memdesc", [ShapedTypeInterface]> {
  let summary = "data in shared or tensor memory";
  let description = [{
    `!ttg.memdesc<3x128x64xf16, #shared, #smem, mutable, 4x128x64>`: shape and
    element, the layout (dimensions in front of those that it describes are an
    array of buffers), which memory, whether it may be written more than once,
    and the shape of the allocation where that is larger.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        "::mlir::Attribute":$encoding,
                        "::mlir::Attribute":$memorySpace,
                        "bool":$mutableMemory,
                        ArrayRefParameter<"int64_t">:$allocShape);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape,
        "::mlir::Type":$elementType, "::mlir::Attribute":$encoding,
        "::mlir::Attribute":$memorySpace, CArg<"bool", "false">:$mutableMemory,
        CArg<"::llvm::ArrayRef<int64_t>", "{}">:$allocShape), [{
      return $_get(elementType.getContext(), shape, elementType, encoding,
                   memorySpace, mutableMemory,
                   allocShape.empty() ? shape : allocShape);
    }]>
  ];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    bool hasRank() const { return true; }
    MemDescType cloneWith(std::optional<::llvm::ArrayRef<int64_t>> shape,
                          ::mlir::Type elementType) const;
    bool isInSharedMemory() const;
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def AddressSpaces : I32BitEnumAttr<"AddressSpaces", "kinds of memory", [
  I32BitEnumAttrCase<"None", 0, "none">,
  I32BitEnumAttrCase<"Local", 1, "local">,
  I32BitEnumAttrCase<"GlobalRead", 2, "global_read">,
  I32BitEnumAttrCase<"GlobalWrite", 4, "global_write">,
  I32BitEnumAttrCase<"TensorRead", 8, "tensor_read">,
  I32BitEnumAttrCase<"TensorWrite", 16, "tensor_write">,
  I32BitEnumAttrCase<"All", 31, "all">
]> {
  let cppNamespace = "::heddle::ttg";
}

#endif // HEDDLE_IR_TTGDIALECT_TD
