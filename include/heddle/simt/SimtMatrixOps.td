//===- SimtMatrixOps.td - Products of matrices -------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Ops of `simt` that multiply matrices. An op executes many instructions of one
/// row of the table of matrix instructions (target/MatrixInstruction.h), one
/// after the other. What they have in registers lies there as fragments: those
/// of one instruction side by side, in the order of the table.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_SIMTMATRIXOPS_TD
#define HEDDLE_SIMT_SIMTMATRIXOPS_TD

include "heddle/simt/SimtDialect.td"

def ProductAttr : AttrDef<SimtDialect, "Product"> {
  let mnemonic = "product";
  let summary = "a matrix instruction: its shape, and the types of A, B, C";
  let description = [{
    `<m16n8k16 f16 f16 f32>`, of warp groups `<m64n128k16 f16 f16 f32>`, of
    blocks with scales `<m16n8k64 e2m1 e2m1 f32 by ue8m0>`. Types have the names
    of the table of matrix instructions: `tf32`, `e4m3`, `s8`. AMD's
    generations have instructions of one shape whose fragments differ, so their
    set comes first: `<rdna4 m16n16k16 f16 f16 f32>`.
  }];
  let parameters = (ins "unsigned":$m, "unsigned":$n, "unsigned":$k,
                        "::heddle::ScalarType":$a, "::heddle::ScalarType":$b,
                        "::heddle::ScalarType":$c,
                        "std::optional<::heddle::ScalarType>":$scale,
                        "std::optional<::heddle::MatrixSet>":$set);
  let builders = [AttrBuilder<(ins "const ::heddle::MatrixInstruction &":$row,
                                   "unsigned":$columns,
                                   "const ::heddle::MatrixTypes &":$types)>];
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    ::heddle::MatrixTypes types() const;
    /// The row of the table; null if there is none. Of warp groups, and of one
    /// warp.
    const ::heddle::MatrixInstruction *findOfGroup() const;
    const ::heddle::MatrixInstruction *findOfWarp() const;
  }];
}

def MmaOp
    : RegisterOp<"mma", "MatrixProduct", "instructionCount()",
                 [Pure, AllTypesMatch<["c", "d"]>]> {
  let summary = "products of small matrices, each by one warp";
  let description = [{
    `products` has three numbers for each instruction: of the fragments of A, of
    B and of C. In their order each adds A * B to its fragment of C; `d` is what
    C has become. Products are exact where C has the precision for them, as it
    has for all types but f64; sums are rounded in the order of k, one product
    after the other. The chip adds several at once and rounds in ways of its own
    (docs/simulator.md). Integers wrap.
  }];
  let arguments = (ins ProductAttr:$instruction, Registers:$a, Registers:$b,
                       Registers:$c, DenseI32ArrayAttr:$products);
  let results = (outs Registers:$d);
  let assemblyFormat = [{
    $instruction $a `*` $b `+` $c $products attr-dict `:` type($a) `*` type($b)
    `+` type($c)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    unsigned productCount() {
      return static_cast<unsigned>(getProducts().size() / 3);
    }
    /// Some products take several.
    unsigned instructionCount();
  }];
}

def ScaledMmaOp
    : RegisterOp<"scaled_mma", "MatrixProduct", "productCount()",
                 [Pure, AllTypesMatch<["c", "d"]>]> {
  let summary = "products of small matrices in blocks with a scale each";
  let description = [{
    As `mma`, but each block along K of a row of A, and of a column of B, has a
    scale: (A * aScales) * (B * bScales) + C. Elements of four bits lie in pairs
    in an i8, the lower one in its low half. A fragment of scales has the bytes
    that the table says (target/MatrixInstruction.h).

    `scales` has four numbers for each instruction: of the fragment of A's
    scales, of the lanes that it is taken from, and the same for B. The lanes
    are bits that lead nowhere in the fragments of the table, and what others
    have there does not matter: of four side by side NVIDIA's take rows of A
    from the first or the second two (0, 1), columns of B from one (0 to 3).
    AMD's take a scale from each lane (0). The sum of a block's products, in the order of k, is multiplied
    by both scales and added to C with one rounding.
  }];
  let arguments = (ins ProductAttr:$instruction, Registers:$a, Registers:$b,
                       Registers:$c, Registers:$aScales, Registers:$bScales,
                       DenseI32ArrayAttr:$products, DenseI32ArrayAttr:$scales);
  let results = (outs Registers:$d);
  let assemblyFormat = [{
    $instruction $a `by` $aScales `*` $b `by` $bScales `+` $c $products `by`
    $scales attr-dict `:` type($a) `by` type($aScales) `*` type($b) `by`
    type($bScales) `+` type($c)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    unsigned productCount() {
      return static_cast<unsigned>(getProducts().size() / 3);
    }
  }];
}

//===----------------------------------------------------------------------===//
// Products of warp groups
//===----------------------------------------------------------------------===//

def GroupMmaOp : SimtOp<"group_mma", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a group of products, each by four warps, that go on by themselves";
  let description = [{
    As `mma`, but B is in shared memory, and A may be: the second number of a
    product is the offset of B's tile in bytes from `bAddress`, and so is the
    first if there is an `aAddress`. What lies where in a tile, its descriptor
    says (target/MatrixDescriptor.h). Addresses are the same in the four warps.

    The instructions read shared memory as what is called the async proxy: what
    threads have stored there, a `proxy_fence` of theirs and a barrier make
    known. Until `group_wait` has waited for the group, nobody may write to the
    tiles, and registers of the result, of C and of A are nobody else's. Where
    `useC` is false, C counts as zero. (PTX ISA, wgmma.fence, wgmma.mma_async
    and wgmma.commit_group, which this is one of each.)
  }];
  let arguments = (ins ProductAttr:$instruction, Optional<Registers>:$a,
                       Optional<I32>:$aAddress, I32:$bAddress, Registers:$c,
                       Optional<I1>:$useC, OptionalAttr<I64Attr>:$aDescriptor,
                       I64Attr:$bDescriptor, UnitAttr:$isATransposed,
                       UnitAttr:$isBTransposed, DenseI32ArrayAttr:$products);
  let results = (outs Registers:$d);
  let assemblyFormat = [{
    $instruction (`registers` $a^)? (`at` $aAddress^ `as` $aDescriptor)?
    (`transposed` $isATransposed^)? `*` $bAddress `as` $bDescriptor
    (`transposed` $isBTransposed^)? `+` $c (`if` $useC^)? $products attr-dict
    `:` functional-type(operands, $d)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    unsigned productCount() {
      return static_cast<unsigned>(getProducts().size() / 3);
    }
  }];
}

def GroupWaitOp : SimtOp<"group_wait", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "waits until at most so many groups of products are under way";
  let description = [{
    The results are the registers, which the groups that are done no longer
    need; `read` is where these groups read in shared memory. (PTX ISA,
    wgmma.wait_group.)
  }];
  let arguments = (ins I32Attr:$pending, Variadic<Registers>:$registers,
                       Variadic<I32>:$read);
  let results = (outs Variadic<Registers>:$results);
  let assemblyFormat = [{
    $pending `(` $registers `)` (`read` `(` $read^ `)`)? attr-dict `:`
    functional-type(operands, $results)
  }];
  let hasVerifier = 1;
}

def ProxyFenceOp : SimtOp<"proxy_fence", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "what this thread stored in shared memory is seen by what goes on by itself";
  let description = "Behind a barrier of the block. (PTX ISA, fence.proxy.async.)";
  let assemblyFormat = "attr-dict";
}

#endif // HEDDLE_SIMT_SIMTMATRIXOPS_TD
