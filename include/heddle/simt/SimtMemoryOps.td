//===- SimtMemoryOps.td - What accesses memory -------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Ops of `simt` that allocate, read and write memory.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_SIMTMEMORYOPS_TD
#define HEDDLE_SIMT_SIMTMEMORYOPS_TD

include "heddle/simt/SimtDialect.td"

def Space : I32EnumAttr<"Space", "memory", [
  I32EnumAttrCase<"Global", 0, "global">, I32EnumAttrCase<"Shared", 1, "shared">,
  I32EnumAttrCase<"Cluster", 2, "cluster">
]> {
  let cppNamespace = "::heddle::simt";
}

def CacheLevel : I32EnumAttr<"CacheLevel", "where a line is kept", [
  I32EnumAttrCase<"All", 1, "ca">, I32EnumAttrCase<"Global", 2, "cg">,
  I32EnumAttrCase<"Streaming", 3, "cs">, I32EnumAttrCase<"WriteBack", 4, "wb">,
  I32EnumAttrCase<"WriteThrough", 5, "wt">, I32EnumAttrCase<"Volatile", 6, "cv">
]> {
  let cppNamespace = "::heddle::simt";
}
def Eviction : I32EnumAttr<"Eviction", "when a line is given up", [
  I32EnumAttrCase<"First", 1, "evict_first">,
  I32EnumAttrCase<"Last", 2, "evict_last">
]> {
  let cppNamespace = "::heddle::simt";
}

def SharedOp : NamingOp<"shared", []> {
  let summary = "a piece of the block's shared memory";
  let description = [{
    The address of the first of `bytes` bytes, a multiple of `align`. Every
    execution begins a new life of them: what they hold is not known until it is
    stored. The life ends with the last access whose address comes from this one
    and that no other execution precedes; from then on the bytes may be others'.
    Nobody accesses a byte of it in any other way than from here.

    The address is `at`, which `simt-allocate-shared` attaches: pieces that live
    at the same time share no byte. What runs has it everywhere. No instruction.
  }];
  let arguments = (ins I32Attr:$bytes, I32Attr:$alignment, OptionalAttr<I32Attr>:$at);
  let results = (outs Res<I32, "", [MemAlloc]>:$result);
  let assemblyFormat = "$bytes `align` $alignment (`at` $at^)? attr-dict";
  let hasVerifier = 1;
}

def PeerAddressOp : RegisterOp<"peer_address", "Integer"> {
  let summary = "where another block of the cluster has a byte of shared memory";
  let description = [{
    The address for accesses of `cluster` of what is at `address` in the shared
    memory of block `block` of the cluster, which may be the thread's own. The
    address comes from a `shared` of this program, which the other block
    executes too. (PTX ISA: mapa.shared::cluster.)
  }];
  let arguments = (ins I32:$address, I32:$block);
  let results = (outs I32:$result);
  let assemblyFormat = "$address `in` $block attr-dict";
}

class AccessOp<string mnemonic, list<Trait> traits = []>
    : SimtOp<mnemonic, traits> {
  let description = [{
    Access i moves `width` registers, from register i * `width` on, to or from
    the address `bases[at[i]] + offsets[i]`, in bytes, which is a multiple of what
    it moves. With predicates, access i takes place if `predicates[i]` is true;
    of a load that does not, the registers are those of `other`, or anything.
    `implied` says that the tensor program gave no `other`, so that it has the
    language's, zeros: whoever checks programs may want to know who reads them.
    An i1 is a byte, 0 or 1. Accesses of `shared` are of the block's own shared
    memory; those of `cluster`, whose addresses come from `peer_address`, of that
    of any block of the cluster that has started and has not ended: behind one
    barrier of the cluster, and before another one.

    With a `buffer`, an address in global memory that all threads of a warp agree
    on, `bases` are i32, and access i is at `buffer + (bases[at[i]] + offsets[i])`
    with the sum in parentheses modulo 2^32, without a sign. What lies 2^31 or
    further past the buffer is outside of it: a load gets zeros there, a store
    does nothing. So does a load where its predicate is false, unless there is
    `other`. (CDNA3 ISA, "Memory Buffer Instructions".)

    After a `last_use` the block needs these bytes of global memory no more, and
    the first-level cache need not keep them. The second level keeps them as
    always: other kernels may need them.

    `transposed`, each 16 lanes exchange what an access loads, 8 bytes of shared
    memory a lane of elements of one or two bytes: in the order of lanes they
    are a matrix of `width` rows, 16 elements each, of which lane l gets column
    l % 16. All lanes take part. (CDNA4 ISA, DS_READ_B64_TR_B16.)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Bytes that one access moves.
    unsigned getAccessBytes();
  }];
}

def LoadOp : AccessOp<"load", [AttrSizedOperandSegments]> {
  let summary = "registers from memory";
  let arguments = (ins Space:$space, Addresses:$bases, Optional<I64>:$buffer,
                       Optional<Predicates>:$predicates,
                       Optional<Registers>:$other, DenseI32ArrayAttr:$at,
                       DenseI32ArrayAttr:$offsets, I32Attr:$width,
                       OptionalAttr<CacheLevel>:$cache,
                       OptionalAttr<Eviction>:$eviction, UnitAttr:$isVolatile,
                       UnitAttr:$isOtherImplied, UnitAttr:$isLastUse,
                       UnitAttr:$isTransposed);
  let results = (outs Registers:$result);
  let assemblyFormat = [{
    $space (`buffer` $buffer^ `,`)? $bases $at `+` $offsets `width` $width
    (`if` $predicates^)? (`else` $other^)? (`implied` $isOtherImplied^)? (`cache` $cache^)?
    (`policy` $eviction^)? (`volatile` $isVolatile^)? (`last_use` $isLastUse^)?
    (`transposed` $isTransposed^)? attr-dict `:`
    functional-type(operands, $result)
  }];
}

def StoreOp : AccessOp<"store", [AttrSizedOperandSegments]> {
  let summary = "registers to memory";
  let arguments = (ins Space:$space, Addresses:$bases, Optional<I64>:$buffer,
                       Registers:$value, Optional<Predicates>:$predicates,
                       DenseI32ArrayAttr:$at, DenseI32ArrayAttr:$offsets,
                       I32Attr:$width, OptionalAttr<CacheLevel>:$cache,
                       OptionalAttr<Eviction>:$eviction, UnitAttr:$isLastUse);
  let assemblyFormat = [{
    $space (`buffer` $buffer^ `,`)? $bases $at `+` $offsets `,` $value `width` $width
    (`if` $predicates^)? (`cache` $cache^)? (`policy` $eviction^)?
    (`last_use` $isLastUse^)? attr-dict `:` type(operands)
  }];
}

class MatrixAccessOp<string mnemonic> : SimtOp<mnemonic> {
  let description = [{
    One, two or four matrices of 8 rows, each 16 bytes of the block's shared
    memory. Lane 8 * m + r gives the address of row r of matrix m, a multiple of
    16, to which `offset` is added; those of other lanes do not matter. Word m of
    lane l holds the 16-bit units 2 * (l % 4), in its low half, and the next of
    row l / 4 of matrix m; transposed, those of column l / 4. A predicate is the
    same in all lanes of a warp. (PTX ISA, ldmatrix and stmatrix.)
  }];
  let hasVerifier = 1;
}

def MatrixLoadOp : MatrixAccessOp<"matrix_load"> {
  let summary = "small matrices from shared memory";
  let arguments = (ins I32:$address, I32Attr:$offset, UnitAttr:$transposed);
  let results = (outs Words:$result);
  let assemblyFormat = [{
    $address `+` $offset (`transposed` $transposed^)? attr-dict `:` type($result)
  }];
}

def MatrixStoreOp : MatrixAccessOp<"matrix_store"> {
  let summary = "small matrices to shared memory";
  let arguments = (ins I32:$address, Words:$value, Optional<I1>:$predicate,
                       I32Attr:$offset, UnitAttr:$transposed);
  let assemblyFormat = [{
    $address `+` $offset `,` $value (`transposed` $transposed^)?
    (`if` $predicate^)? attr-dict `:` type($value)
  }];
}

def Atomic : I32EnumAttr<"Atomic", "what an atomic access does", [
  I32EnumAttrCase<"And", 1, "and">, I32EnumAttrCase<"Or", 2, "or">,
  I32EnumAttrCase<"Xor", 3, "xor">, I32EnumAttrCase<"Add", 4, "add">,
  I32EnumAttrCase<"AddFloat", 5, "fadd">, I32EnumAttrCase<"Max", 6, "max">,
  I32EnumAttrCase<"Min", 7, "min">, I32EnumAttrCase<"MaxUnsigned", 8, "umax">,
  I32EnumAttrCase<"MinUnsigned", 9, "umin">,
  I32EnumAttrCase<"Exchange", 10, "exch">,
  I32EnumAttrCase<"CompareAndSwap", 11, "cas">,
  I32EnumAttrCase<"Increment", 12, "inc">,
  I32EnumAttrCase<"Decrement", 13, "dec">,
  I32EnumAttrCase<"MaxFloat", 14, "fmax">,
  I32EnumAttrCase<"MinFloat", 15, "fmin">
]> {
  let cppNamespace = "::heddle::simt";
}
def Order : I32EnumAttr<"Order", "what is seen in order", [
  I32EnumAttrCase<"Relaxed", 1, "relaxed">,
  I32EnumAttrCase<"Acquire", 2, "acquire">,
  I32EnumAttrCase<"Release", 3, "release">,
  I32EnumAttrCase<"AcquireRelease", 4, "acq_rel">
]> {
  let cppNamespace = "::heddle::simt";
}
def Reach : I32EnumAttr<"Reach", "among which threads", [
  I32EnumAttrCase<"Gpu", 1, "gpu">, I32EnumAttrCase<"Block", 2, "block">,
  I32EnumAttrCase<"System", 3, "system">
]> {
  let cppNamespace = "::heddle::simt";
}

def AtomicOp : SimtOp<"atomic", [AttrSizedOperandSegments]> {
  let summary = "reads, combines and writes with nobody in between";
  let description = [{
    Register i of the value is combined with what is at address i, one after the
    other; the result is what was there before. With predicates only where they
    are true; elsewhere the result is anything. `cas` writes the value where
    `expected` is there, bit by bit. `inc` writes one more than what is there, or
    0 if that is not below the value; `dec` one less, or the value if that is 0
    or above the value (without signs). `fmax` and `fmin` take a number rather
    than NaN. `fadd` is rounded to the nearest and keeps
    subnormal numbers, except that an f32 in global memory loses them. Order and
    reach are those of the memory model (PTX ISA, "Memory Consistency Model", and
    atom). With a `buffer` addresses are i32, counted from there, as those of
    loads and stores; outside of it nothing is done.
  }];
  let arguments = (ins Atomic:$kind, Order:$order, Reach:$reach, Space:$space,
                       Addresses:$addresses, Optional<I64>:$buffer,
                       Registers:$value,
                       Optional<Registers>:$expected,
                       Optional<Predicates>:$predicates);
  let results = (outs Registers:$result);
  let assemblyFormat = [{
    $kind $order $reach $space (`buffer` $buffer^ `,`)? $addresses `,` $value
    (`expects` $expected^)? (`if` $predicates^)? attr-dict `:`
    functional-type(operands, $result)
  }];
  let hasVerifier = 1;
}

def ReductionOp : SimtOp<"reduction"> {
  let summary = "combines registers with memory, several at once";
  let description = [{
    Access i combines `width` registers, from register i * `width` on, with what
    is at the address `bases[at[i]] + offsets[i]`, in bytes, which is a multiple
    of what it changes: each element as `simt.atomic` does it, in no order, and
    nobody learns what was there. With predicates, access i takes place if
    `predicates[i]` is true. (PTX ISA, red, vectors.)
  }];
  let arguments = (ins Atomic:$kind, Order:$order, Reach:$reach, Space:$space,
                       Addresses:$bases, Registers:$value,
                       Optional<Predicates>:$predicates, DenseI32ArrayAttr:$at,
                       DenseI32ArrayAttr:$offsets, I32Attr:$width);
  let assemblyFormat = [{
    $kind $order $reach $space $bases $at `+` $offsets `,` $value `width` $width
    (`if` $predicates^)? attr-dict `:` type(operands)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Bytes that one access changes.
    unsigned getAccessBytes();
  }];
}

#endif // HEDDLE_SIMT_SIMTMEMORYOPS_TD
