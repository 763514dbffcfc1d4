//===- SimtCopyOps.td - Copies that go on by themselves ----*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Ops of `simt` that copy from one memory to another while the program goes on.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_SIMTCOPYOPS_TD
#define HEDDLE_SIMT_SIMTCOPYOPS_TD

include "heddle/simt/SimtMemoryOps.td"

class CopyOp<string mnemonic, list<Trait> traits = []>
    : SimtOp<mnemonic,
             traits # [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]>;

def AsyncCopyOp : CopyOp<"async_copy", [AttrSizedOperandSegments]> {
  let summary = "from global to shared memory, going on by itself";
  let description = [{
    Copy i moves `bytes` bytes, 4, 8 or 16, from the global address
    `sources[from[i]] + fromOffsets[i]` to the address
    `targets[to[i]] + toOffsets[i]` of the block's shared memory; both are
    multiples of `bytes`. With predicates, copy i takes place if `predicates[i]`
    is true. With `reads`, where `reads[i]` is false nothing is read, and zeros
    are what is copied. The cache level is all or global, the latter of 16 bytes.

    Nobody may touch what a copy writes until its thread has waited for it
    (`async_wait`), and other threads not before a barrier behind that.
    (PTX ISA, cp.async.)
  }];
  let arguments = (ins Addresses:$sources, Addresses:$targets,
                       Optional<Predicates>:$predicates,
                       Optional<Predicates>:$reads, DenseI32ArrayAttr:$from,
                       DenseI32ArrayAttr:$fromOffsets, DenseI32ArrayAttr:$to,
                       DenseI32ArrayAttr:$toOffsets, I32Attr:$bytes,
                       OptionalAttr<CacheLevel>:$cache);
  let assemblyFormat = [{
    $sources $from `+` $fromOffsets `to` $targets $to `+` $toOffsets
    `bytes` $bytes (`if` $predicates^)? (`zeros` `unless` $reads^)?
    (`cache` $cache^)? attr-dict `:` type(operands)
  }];
  let hasVerifier = 1;
}

def AsyncCommitOp : CopyOp<"async_commit"> {
  let summary = "this thread's copies since the last one are a group";
  let description = "There may be none. (PTX ISA, cp.async.commit_group.)";
  let assemblyFormat = "attr-dict";
}

def AsyncWaitOp : CopyOp<"async_wait"> {
  let summary = "waits until at most so many groups of this thread are under way";
  let description = [{
    The oldest are done first. Copies that are in no group yet do not count, and
    are not waited for. (PTX ISA, cp.async.wait_group.)
  }];
  let arguments = (ins I32Attr:$pending);
  let assemblyFormat = "$pending attr-dict";
}

#endif // HEDDLE_SIMT_SIMTCOPYOPS_TD
