//===- Nvws.td - Handing data between groups of warps ------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// The dialect `nvws`, with which Triton divides a kernel among groups of warps on
/// NVIDIA GPUs before they are partitions of `ttg.warp_specialize`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_NVWS_TD
#define HEDDLE_IR_NVWS_TD

include "heddle/ir/NvwsEnums.td"
include "heddle/ir/Traits.td"
include "heddle/ir/TtTypes.td"
include "heddle/ir/TtgDialect.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"

def NvwsDialect : Dialect {
  let name = "nvws";
  let cppNamespace = "::heddle::nvws";
  let summary = "Data handed between groups of warps";
  let description = [{
    An *aref* is an array of buffers that one group of warps fills and another one
    reads. `put.enter` and `get.enter` wait until a buffer may be written, or
    read, and `put.exit` and `get.exit` hand it on. Tokens are an older way to say
    the same: a producer acquires and commits, a consumer waits and releases.
  }];
  let dependentDialects = ["::heddle::tt::TtDialect",
                           "::heddle::ttg::TtgDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
  private:
    void registerAttributesAndTypes();
  }];
}

//===----------------------------------------------------------------------===//
// Attributes and types
//===----------------------------------------------------------------------===//

class NvwsAttr<string name, string attrMnemonic> : AttrDef<NvwsDialect, name> {
  let mnemonic = attrMnemonic;
}

def NvwsTypeArrayAttr : NvwsAttr<"TypeArray", "type_array"> {
  let summary = "a list of types: `#nvws<type_array[i32]>`";
  let parameters = (ins OptionalArrayRefParameter<"::mlir::Type">:$value);
  let assemblyFormat = "`[` (`]`) : ($value^ `]`)?";
}

def NvwsIntArrayAttr : NvwsAttr<"IntArray", "int_array"> {
  let summary = "a list of numbers: `#nvws<int_array[1, 2]>`";
  let parameters = (ins OptionalArrayRefParameter<"int32_t">:$value);
  let assemblyFormat = "`[` (`]`) : ($value^ `]`)?";
}

/// `#nvws.async_op<tma_load>`.
def AsyncOpAttr : EnumAttr<NvwsDialect, AsyncOpKind, "async_op"> {
  let assemblyFormat = "`<` $value `>`";
}
def AsyncOps : TypedArrayAttrBase<AsyncOpAttr, "array of asynchronous ops">;

class NvwsType<string name, string typeMnemonic> : TypeDef<NvwsDialect, name> {
  let mnemonic = typeMnemonic;
}

def ArefType : NvwsType<"Aref", "aref"> {
  let summary = "an array of buffers that is handed to and fro";
  let description = [{
    `!nvws.aref<[!ttg.memdesc<2x128x64xf16, ...>]>`: of each type, as many as its
    first axis is long.
  }];
  let parameters = (ins OptionalArrayRefParameter<"::mlir::Type">:$buffers);
  let assemblyFormat = "`<` `[` (`]`) : ($buffers^ `]`)? `>`";
}

def TokenType : NvwsType<"Token", "token"> {
  let summary = "stands for a buffer that producers and consumers hand over";
}

def Tokens : RankedTensorOf<[AnyType]>;

//===----------------------------------------------------------------------===//
// Arrays of buffers
//===----------------------------------------------------------------------===//

class NvwsOp<string mnemonic, list<Trait> traits = []>
    : Op<NvwsDialect, mnemonic, traits>;

def ArefCreateOp : NvwsOp<"aref.create", [Pure]> {
  let summary = "makes an array of buffers one that is handed to and fro";
  let description = "`nvws.aref.create %a, %b : <[!ttg.memdesc<...>, ...]>`";
  let arguments = (ins Variadic<MemDescType>:$buffers);
  let results = (outs ArefType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def ArefBufferOp : NvwsOp<"aref.buffer"> {
  let summary = "the buffers of a turn that has begun";
  let arguments = (ins ArefType:$aref, AsyncTokenType:$token,
                       Optional<I32>:$stage);
  let results = (outs Variadic<MemDescType>:$buffers);
  let assemblyFormat = [{
    $aref (`[` $stage^ `]`)? `,` $token attr-dict `:` type($aref) `,`
    qualified(type($token)) (`->` qualified(type($buffers))^)?
  }];
}

class ArefEnterOp<string mnemonic>
    : NvwsOp<mnemonic, [AttrSizedOperandSegments,
                        DeclareOpInterfaceMethods<OpAsmOpInterface,
                                                  ["getAsmResultNames"]>]> {
  let description = [{
    `nvws.aref.put.enter %aref[%stage, %phase] : <[...]> -> <buffers>, <token>`
  }];
  let arguments = (ins ArefType:$aref, Optional<I32>:$stage,
                       Optional<I32>:$phase);
  let results = (outs Variadic<MemDescType>:$buffers, AsyncTokenType:$token);
  let assemblyFormat = [{
    $aref (`[` $stage^ `,` $phase `]`)? attr-dict `:` type($aref) `->`
    type(results)
  }];
  let hasVerifier = 1;
}

def ArefPutEnterOp : ArefEnterOp<"aref.put.enter"> {
  let summary = "waits until a buffer may be filled";
}

def ArefGetEnterOp : ArefEnterOp<"aref.get.enter"> {
  let summary = "waits until a buffer is filled";
}

class ArefExitOp<string mnemonic> : NvwsOp<mnemonic> {
  let description = [{
    Once the asynchronous ops of these kinds, which use it, are done.
  }];
  let arguments = (ins ArefType:$aref, AsyncTokenType:$token,
                       Optional<I32>:$stage, AsyncOps:$async_ops);
  let assemblyFormat = [{
    $aref (`[` $stage^ `]`)? `,` $token $async_ops attr-dict `:` type($aref) `,`
    qualified(type($token))
  }];
}

def ArefPutExitOp : ArefExitOp<"aref.put.exit"> {
  let summary = "hands a filled buffer to its readers";
}

def ArefGetExitOp : ArefExitOp<"aref.get.exit"> {
  let summary = "hands a buffer that was read back";
}

def ArefPhiOp : NvwsOp<"aref.phi", [Pure, SameOperandsAndResultType]> {
  let summary = "a value that some partitions have from here, others from there";
  let description = "The partitions are those of `ttg.partition`.";
  let arguments = (ins AnyType:$local, AnyType:$remote);
  let results = (outs AnyType:$result);
  let assemblyFormat = "operands attr-dict `:` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

def CreateTokenOp : NvwsOp<"create_token"> {
  let summary = "tokens for so many buffers";
  let description = "`loadType` says which kind of op fills them.";
  let arguments = (ins I32Attr:$numBuffers, I32Attr:$loadType);
  let results = (outs Tokens:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

class TokenOp<string mnemonic> : NvwsOp<mnemonic> {
  let assemblyFormat = "operands attr-dict `:` type(operands)";
}

def ProducerAcquireOp : TokenOp<"producer_acquire"> {
  let summary = "waits until the buffer may be filled";
  let arguments = (ins Tokens:$token, I32:$index, I1:$phase);
}

def ProducerCommitOp : TokenOp<"producer_commit"> {
  let summary = "says that the buffer is filled";
  let arguments = (ins Tokens:$token, I32:$index);
}

def ConsumerWaitOp : TokenOp<"consumer_wait"> {
  let summary = "waits until the buffer is filled";
  let arguments = (ins Tokens:$token, I32:$index, I1:$phase);
}

def ConsumerReleaseOp : TokenOp<"consumer_release"> {
  let summary = "says that the buffer was read";
  let arguments = (ins Tokens:$token, I32:$index);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

def DescriptorLoadOp : NvwsOp<"descriptor_load"> {
  let summary = "copies a block into a buffer, `txCount` bytes";
  let arguments = (ins TensorDescType:$desc, Variadic<I32>:$indices,
                       I32Attr:$txCount, MemDescType:$result);
  let assemblyFormat = [{
    $desc `[` $indices `]` $txCount $result attr-dict `:` type(operands)
  }];
}

def DescriptorGatherOp : NvwsOp<"descriptor_gather"> {
  let summary = "copies rows into a buffer, `txCount` bytes";
  let arguments = (ins TensorDescType:$desc,
                       RankedTensorOf<[I16, I32]>:$x_offsets, I32:$y_offset,
                       I32Attr:$txCount, MemDescType:$result);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` $txCount $result attr-dict `:`
    type(operands)
  }];
}

def CLCTryCancelOp : NvwsOp<"clc_try_cancel"> {
  let summary = "requests the work of a cluster that has not started";
  let arguments = (ins MemDescType:$result);
  let assemblyFormat = "$result attr-dict `:` qualified(type($result))";
}

//===----------------------------------------------------------------------===//
// Groups of warps
//===----------------------------------------------------------------------===//

def WarpGroupOp : NvwsOp<"warp_group", [RecursiveMemoryEffects,
                                        RecursivelySpeculatable]> {
  let summary = "groups of warps, each with a region of its own";
  let description = [{
    ```mlir
    %0 = nvws.warp_group
    partition0 num_warps(4) {
      nvws.warp_group.yield %a : i32
    }
    partition1 num_warps(4) {
      nvws.warp_group.return
    } -> i32
    ```
    The first region yields the results.
  }];
  let arguments = (ins DenseI32ArrayAttr:$numWarps);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region VariadicRegion<MinSizedRegion<1>>:$partitionRegions);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def WarpGroupYieldOp
    : NvwsOp<"warp_group.yield", [HasParent<"WarpGroupOp">, Pure, ReturnLike,
                                  Terminator]> {
  let summary = "ends the first region";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^)? attr-dict (`:` type($values)^)?";
}

def WarpGroupReturnOp
    : NvwsOp<"warp_group.return", [HasParent<"WarpGroupOp">, Pure, ReturnLike,
                                   Terminator]> {
  let summary = "ends a region without values";
  let assemblyFormat = "attr-dict";
}

#endif // HEDDLE_IR_NVWS_TD
