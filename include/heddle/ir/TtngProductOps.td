//===- TtngProductOps.td - Products ------------------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Products: ops of `ttng`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TTNGPRODUCTOPS_TD
#define HEDDLE_IR_TTNGPRODUCTOPS_TD

include "heddle/ir/TtngOpBase.td"

//===----------------------------------------------------------------------===//
// Products of warp groups
//===----------------------------------------------------------------------===//

def WarpGroupDotOp
    : TtngOp<"warp_group_dot",
             [OwnEffects, FlowsLayouts,
              TypesMatchWith<"the result is like the accumulator", "d", "c",
                             "$_self">]> {
  let summary = "d = a * b + c, four warps at a time";
  let description = [{
    The first operand comes from shared memory or registers, the second from
    shared memory. With `useC` false the accumulator counts as zero. An
    asynchronous one is done behind `ttng.warp_group_dot_wait`. Up to
    `maxNumImpreciseAcc` products of 8-bit floats are added before the sum is
    rounded to f32.
  }];
  let arguments = (ins
      TensorOrMemDesc:$a, MemDescType:$b, TtNumberTensor:$c, Optional<I1>:$useC,
      DefaultValuedAttr<InputPrecision,
                        "::heddle::tt::InputPrecision::Ieee">:$inputPrecision,
      DefaultValuedAttr<I32Attr, "0">:$maxNumImpreciseAcc,
      DefaultValuedAttr<BoolAttr, "false">:$isAsync);
  let results = (outs TtNumberTensor:$d);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`,` $useC^)? attr-dict `:` type($a) `*`
    qualified(type($b)) `->` type($d)
  }];
  let hasVerifier = 1;
}

def WarpGroupDotWaitOp
    : TtngOp<"warp_group_dot_wait", [AllTypesMatch<["inputs", "outputs"]>]> {
  let summary = "waits until no more than `pendings` products are under way";
  let description = [{
    Whoever needs what the other products read or make uses the results, which
    are the operands. With `warpGroupLocal` other warp groups may still read
    shared memory.
  }];
  let arguments = (ins Variadic<TensorOrMemDesc>:$inputs, I32Attr:$pendings,
                       UnitAttr:$warpGroupLocal);
  let results = (outs Variadic<TensorOrMemDesc>:$outputs);
  let assemblyFormat = "$inputs attr-dict `:` type($inputs)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Products in tensor memory
//===----------------------------------------------------------------------===//

def TCGen5MMAOp
    : TtngOp<"tc_gen5_mma", [AttrSizedOperandSegments, OwnEffects]> {
  let summary = "d = a * b + d, in tensor memory";
  let description = [{
    The first operand comes from shared or tensor memory, the second from shared
    memory. With `useD` false, d counts as zero. An asynchronous one tells the
    barriers whose conditions hold once it is done. With `two_ctas` a pair of
    blocks multiplies what both of them have. A token stands for the accesses to
    d.
  }];
  let arguments = (ins MemDescType:$a, MemDescType:$b, MemDescType:$d,
                       Optional<AsyncTokenType>:$acc_dep, I1:$useD, I1:$pred,
                       Variadic<MemDescType>:$barriers,
                       Variadic<I1>:$barrier_preds, UnitAttr:$is_async,
                       UnitAttr:$two_ctas, UnitAttr:$multicast,
                       UnitAttr:$is_unsigned);
  let results = (outs Optional<AsyncTokenType>:$token);
  let assemblyFormat = [{
    $a `,` $b `,` $d `` custom<Token>($acc_dep, type($token)) `,` $useD `,`
    $pred `` custom<BarriersAndPreds>($barriers, $barrier_preds) attr-dict `:`
    qualified(type($a)) `,` qualified(type($b)) `,` qualified(type($d))
    (`,` qualified(type($barriers))^)?
  }];
  let hasVerifier = 1;
}

def TCGen5MMAScaledOp
    : TtngOp<"tc_gen5_mma_scaled", [AttrSizedOperandSegments, OwnEffects]> {
  let summary = "the same of operands with a scale for each block of elements";
  let description = [{
    Scales lie in tensor memory. `lhs` and `rhs` say what the elements are where
    the type does not: two e2m1 share a byte.
  }];
  let arguments = (ins MemDescType:$a, MemDescType:$b, MemDescType:$d,
                       Optional<AsyncTokenType>:$acc_dep, MemDescType:$a_scale,
                       MemDescType:$b_scale, ScaledElement:$a_type,
                       ScaledElement:$b_type, I1:$useD, I1:$pred,
                       Variadic<MemDescType>:$barriers,
                       Variadic<I1>:$barrier_preds, UnitAttr:$two_ctas,
                       UnitAttr:$multicast, UnitAttr:$is_async);
  let results = (outs Optional<AsyncTokenType>:$token);
  let assemblyFormat = [{
    $a `,` $b `,` $d `` custom<Token>($acc_dep, type($token)) `,` $a_scale `,`
    $b_scale `,` $useD `,` $pred `lhs` `=` $a_type `rhs` `=` $b_type ``
    custom<BarriersAndPreds>($barriers, $barrier_preds) attr-dict `:`
    qualified(type($a)) `,` qualified(type($b)) `,` qualified(type($d)) `,`
    qualified(type($a_scale)) `,` qualified(type($b_scale))
    (`,` qualified(type($barriers))^)?
  }];
  let hasVerifier = 1;
}

def TCGen5CommitOp : TtngOp<"tc_gen5_commit", [AttrSizedOperandSegments]> {
  let summary = "a barrier is told once the products and copies so far are done";
  let description = [{
    With `descs` (from 3.7 on) the barriers of all blocks that got some of that
    memory by multicast.
  }];
  let arguments = (ins Arg<MemDescType, "", [SharedWrite]>:$barrier,
                       Optional<I1>:$pred, Variadic<MemDescType>:$descs);
  let assemblyFormat = [{
    $barrier (`,` $pred^)? (`descs` $descs^)? attr-dict `:`
    qualified(type($barrier)) (`,` qualified(type($descs))^)?
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Tensor memory
//===----------------------------------------------------------------------===//

def TMEMAllocOp : TtngOp<"tmem_alloc", [OwnEffects]> {
  let summary = "tensor memory, with the contents of a tensor if one is given";
  let description = [{
    Without contents it has to be mutable. It is free again behind its last use.
  }];
  let arguments = (ins Optional<TtTensor>:$src);
  let results = (outs MemDescType:$result, Optional<AsyncTokenType>:$token);
  let assemblyFormat = [{
    ($src^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TMEMLoadOp : TtngOp<"tmem_load", [AttrSizedResultSegments]> {
  let summary = "a tensor from tensor memory";
  let description = [{
    In a layout that the instruction has. From 3.7 on with `redOp` also the
    least or the greatest element of each row, of magnitudes with `abs`; a NaN is
    one with `NaN`, else it counts as missing.
  }];
  let arguments = (ins Arg<MemDescType, "", [TensorRead]>:$src,
                       Optional<AsyncTokenType>:$dep,
                       OptionalAttr<LoadReductionAttr>:$redOp,
                       OptionalAttr<BoolAttr>:$abs, OptionalAttr<BoolAttr>:$NaN);
  let results = (outs TtTensor:$result, Optional<AsyncTokenType>:$token,
                      Optional<TtTensor>:$red);
  let assemblyFormat = [{
    $src `` custom<Token>($dep, type($token)) attr-dict `:`
    qualified(type($src)) `->` type($result) (`,` type($red)^)?
  }];
  let hasVerifier = 1;
}

def TMEMStoreOp : TtngOp<"tmem_store"> {
  let summary = "a tensor into tensor memory";
  let arguments = (ins Arg<MemDescType, "", [TensorWrite]>:$dst,
                       Optional<AsyncTokenType>:$dep, TtTensor:$src, I1:$pred);
  let results = (outs Optional<AsyncTokenType>:$token);
  let assemblyFormat = [{
    $src `,` $dst `` custom<Token>($dep, type($token)) `,` $pred attr-dict `:`
    type($src) `->` qualified(type($dst))
  }];
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

def TMEMWaitOp : TtngOp<"tmem_wait"> {
  let summary = "waits for this thread's loads or stores";
  let arguments = (ins WaitKind:$kind);
  let assemblyFormat = "$kind attr-dict";
  let hasVerifier = 1;
}

def TMEMSubSliceOp : TtngOp<"tmem_subslice", [Pure]> {
  let summary = "the part of tensor memory that starts at `offset` along `dim`";
  let description = [{
    Up to 3.8 it is along the columns, and the offset is called `N`.
  }];
  let arguments = (ins MemDescType:$src, OptionalAttr<I32Attr>:$offset,
                       DefaultValuedAttr<I32Attr, "1">:$dim);
  let results = (outs MemDescType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TMEMCopyOp : TtngOp<"tmem_copy"> {
  let summary = "copies shared memory into tensor memory meanwhile";
  let description = [{
    Scales lie in shared memory as the instruction wants them, in chunks of 32
    rows of 16 bytes; their copy goes to the rows of all four warps.
  }];
  let arguments = (ins Arg<MemDescType, "", [SharedRead]>:$src,
                       Arg<MemDescType, "", [TensorWrite]>:$dst);
  let assemblyFormat = [{
    $src `,` $dst attr-dict `:` qualified(type(operands))
  }];
  let hasVerifier = 1;
}

#endif // HEDDLE_IR_TTNGPRODUCTOPS_TD
