//===- Passes.td - Passes over kernels ---------------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Passes over `tt` and `ttg`. Names and options are Triton's where the job is
/// the same, so that its tests and scripts can be used.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TRANSFORMS_PASSES_TD
#define HEDDLE_TRANSFORMS_PASSES_TD

include "heddle/transforms/AmdPasses.td"
include "heddle/transforms/PipelinePasses.td"
include "heddle/transforms/ProductPasses.td"
include "heddle/transforms/ScalarPasses.td"
include "mlir/Pass/PassBase.td"

def TritonRewriteTensorDescriptorToPointer
    : Pass<"triton-rewrite-tensor-descriptor-to-pointer", "::mlir::ModuleOp"> {
  let summary = "accesses tensors through pointers and masks, not descriptors";
  let description = [{
    A descriptor becomes the values that it is made of: base, sizes, strides, and
    whether NaN is read outside of the tensor, wherever it goes: through loops,
    branches, selections and calls. A block pointer, of releases up to 3.7,
    becomes base, sizes, strides and offsets. What accesses a block of a tensor
    becomes a load, a store or an atomic access of that many pointers. Elements
    outside of the tensor are masked out; of a block pointer only along the axes
    of `boundaryCheck`.

    ```mlir
    // before
    %d = tt.make_tensor_descriptor %base, [%size], [%c1] : <f16>, <64xf16>
    %v = tt.descriptor_load %d[%i] : !tt.tensordesc<64xf16> -> tensor<64xf16>
    // after, without casts; %size is from 0 to 2^31
    %first = tt.addptr %base, %i : !tt.ptr<f16>, i64
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %pointers = tt.splat %first : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>>
    %p = tt.addptr %pointers, %range : tensor<64x!tt.ptr<f16>>, tensor<64xi64>
    %is = tt.splat %i : i32 -> tensor<64xi32>
    %at = arith.addi %is, %range : tensor<64xi32>
    %sizes = tt.splat %size : i32 -> tensor<64xi32>
    %mask = arith.cmpi ult, %at, %sizes : tensor<64xi32>
    %v = tt.load %p, %mask, %zeros : tensor<64x!tt.ptr<f16>>
    ```

    A descriptor that a kernel is given becomes arguments: base, sizes (i64),
    strides (i64), and i1 for NaN, which is how Triton's launcher passes one that
    it takes apart. Of these is known what the launcher checks: the last stride is
    1, and the base and the other strides are multiples of 16 bytes.

    With `engine`, descriptors stay whose blocks the tensor memory accelerator
    moves, and their types get layouts of shared memory; those of one type stay
    or become pointers together. Rows without a range (gather, scatter), blocks
    whose innermost axis has fewer than 16 bytes, and reductions that exist for
    pointers only do not stay. A module all of whose descriptors are copied by
    the accelerator already (`ttng.async_tma_*`) is left as it is.
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect",
                           "::mlir::arith::ArithDialect"];
  let options = [
    Option<"hasEngine", "engine", "bool", /*default=*/"false",
           "the target has a tensor memory accelerator">,
    Option<"blocks", "num-ctas", "int32_t", /*default=*/"1",
           "blocks of a cluster, whose layouts triton-nvidia-gpu-plan-cta gives "
           "descriptors later: only those stay that a kernel is given, and "
           "uses nowhere but in accesses">
  ];
}

def HeddleLoadDistinct : Pass<"heddle-load-distinct", "::mlir::ModuleOp"> {
  let summary = "loads once what neighbours share";
  let description = [{
    In loops of TTIR, where groups of neighbours along an axis are known to read
    the same address under the same mask, as eight rows of four-bit weights read
    one word, a load reads the address once for each group, and a broadcast gives
    what was read to all of it. Copies, buffers and registers are then as small as
    what is read. Outside of loops, where nothing is copied ahead, a load may as
    well read an address several times: moving what was read between threads
    takes as long.

    ```mlir
    // before: i / 8 * %stride + j, where i is from 0 to 63
    %v = tt.load %p : tensor<64x128x!tt.ptr<i32>>
    // after: i * %stride + j, where i is from 0 to 7
    %w = tt.load %q : tensor<8x128x!tt.ptr<i32>>
    %e = tt.expand_dims %w {axis = 1 : i32} : tensor<8x128xi32> -> tensor<8x1x128xi32>
    %b = tt.broadcast %e : tensor<8x1x128xi32> -> tensor<8x8x128xi32>
    %v = tt.reshape %b : tensor<8x8x128xi32> -> tensor<64x128xi32>
    ```

    Addresses and masks are computed anew for one element of each group. Where
    they are made of other things than ranges, constants, scalars, elementwise
    ops, views, and what loops carry of these, the load stays, with a remark
    (`--remarks-filter=heddle-load-distinct`); so does a volatile one.
  }];
  let dependentDialects = ["::heddle::tt::TtDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def TritonDecomposeScaledDot
    : Pass<"triton-decompose-scaled-dot", "::mlir::ModuleOp"> {
  let summary = "scales factors before their product";
  let description = [{
    `tt.dot_scaled` becomes `tt.dot` of factors that are unpacked and multiplied
    by their scales. Both are bf16, which holds every product of an element of
    at most 8 bits and a scale of 8 bits; f16 if there is no such scale, or if
    one factor is f16, for which the other is rounded. A scale goes to its
    elements through views, so that no data need move: conversions of layouts
    are on scales and on packed elements.

    ```mlir
    // before
    %d = tt.dot_scaled %a scale %s, %b, %c lhs = e2m1 rhs = bf16
        {fastMath = true} : tensor<64x32xi8>, tensor<64x2xi8>
        * tensor<64x16xbf16> -> tensor<64x16xf32>
    // after
    %v = ttg.fp4_to_fp %a {axis = 1 : i32} : tensor<64x32xi8> -> tensor<64x64xbf16>
    %0 = arith.extui %s : tensor<64x2xi8> to tensor<64x2xi16>
    %1 = arith.shli %0, %c7 : tensor<64x2xi16>
    %2 = arith.maxui %1, %c64 : tensor<64x2xi16>
    %3 = tt.bitcast %2 : tensor<64x2xi16> -> tensor<64x2xbf16>
    %4 = tt.expand_dims %3 {axis = 2 : i32} : ... -> tensor<64x2x1xbf16>
    %5 = tt.broadcast %4 : ... -> tensor<64x2x32xbf16>
    %6 = tt.reshape %5 : ... -> tensor<64x64xbf16>
    %w = arith.mulf %v, %6 : tensor<64x64xbf16>
    %d = tt.dot %w, %b, %c : ... -> tensor<64x16xf32>
    ```

    A scale of 8 bits is 2^(s - 127); 255 is NaN, or with `fastMath` anything.
    Tensors that have layouts are left alone, and so are products that the
    target has instructions with scales for, but for factors of four bits that
    these take as bytes only.
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect",
                           "::mlir::arith::ArithDialect"];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"\"",
           "the GPU: cuda:120; without, every product becomes one without "
           "scales">
  ];
}

def ConvertTritonToTritonGPU
    : Pass<"convert-triton-to-tritongpu", "::mlir::ModuleOp"> {
  let summary = "gives every tensor a layout, and the module its threads";
  let description = [{
    Every tensor gets the default blocked layout of its shape, so that ops on
    tensors of one shape need nothing. Where an op wants other layouts
    (`LayoutFlow`), what it takes is converted to what it needs for a result
    with the default layout; where there is no such layout, its result gets the
    layout that follows from its operands, and is converted to the default.

    ```mlir
    // before
    %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    // after
    %1 = ttg.convert_layout %0 : tensor<64xi32, #blocked>
        -> tensor<64xi32, #ttg.slice<{dim = 1, parent = #blocked1}>>
    %2 = tt.expand_dims %1 {axis = 1 : i32} : ... -> tensor<64x1xi32, #blocked1>
    ```
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect"];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"\"",
           "the GPU, for the module's attribute: cuda:90, hip:gfx942">,
    Option<"numWarps", "num-warps", "int32_t", /*default=*/"4",
           "warps of a block">,
    Option<"threadsPerWarp", "threads-per-warp", "int32_t", /*default=*/"32",
           "lanes of a warp">,
    Option<"numCTAs", "num-ctas", "int32_t", /*default=*/"1",
           "blocks of a cluster">,
    Option<"enableSourceRemat", "enable-source-remat", "bool",
           /*default=*/"false",
           "make constants, ranges and splats again instead of converting them">
  ];
}

def TritonGPUCoalesce : Pass<"tritongpu-coalesce", "::mlir::ModuleOp"> {
  let summary = "lets lanes move wide pieces of global memory, side by side";
  let description = [{
    An op on global memory gets a blocked layout in which a lane has as many
    consecutive elements as one instruction moves, along the axis with the
    longest runs of addresses, and its neighbours have the next ones. Where that
    axis ends and the addresses go on along another one, a lane goes on there,
    as far as one mask covers it. What it takes and gives is converted. Accesses
    that one tensor's elements go through get one layout where that makes none
    of them narrower; only loads have more in a lane than they move at once.

    ```mlir
    // before: #blocked has sizePerThread = [1]
    %v = tt.load %p : tensor<128x!tt.ptr<f16>, #blocked>
    // after: #blocked1 has sizePerThread = [4], if %p is a run of addresses
    %q = ttg.convert_layout %p : tensor<128x!tt.ptr<f16>, #blocked>
        -> tensor<128x!tt.ptr<f16>, #blocked1>
    %w = tt.load %q : tensor<128x!tt.ptr<f16>, #blocked1>
    %v = ttg.convert_layout %w : ... -> tensor<128xf16, #blocked>
    ```

    A remark says of each op how many bytes a lane moves at once and how many
    sectors of 32 bytes a warp touches (`--remarks-filter=tritongpu-coalesce`).
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect"];
  let options = [
    Option<"maxVecBits", "max-vec-bits", "uint32_t", /*default=*/"0",
           "the most bits that a lane moves at once; 0: what the module's "
           "target moves">
  ];
}

def GluonResolveAutoEncodings
    : Pass<"gluon-resolve-auto-encodings", "::mlir::ModuleOp"> {
  let summary = "the layouts that `#gluon.auto_encoding` stands for";
  let description = [{
    `gluon.set_auto_layout` says which layout a tensor has; those of the tensors
    that it is computed from, and of what is computed with them, follow.

    ```mlir
    %0 = tt.make_range {...} : tensor<128xi32, #gluon.auto_encoding>
    %1 = gluon.set_auto_layout %0 : tensor<128xi32, #gluon.auto_encoding>
        -> tensor<128xi32, #blocked>
    // becomes
    %0 = tt.make_range {...} : tensor<128xi32, #blocked>
    ```
    It is an error if two different ones follow, or none.
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect"];
}

def GluonInferCoalescedEncodings
    : Pass<"gluon-infer-coalesced-encodings", "::mlir::ModuleOp"> {
  let summary = "layouts for wide accesses, where `#gluon.coalesced_encoding` is";
  let description = [{
    As `tritongpu-coalesce` chooses them, for the pointers of each access; the
    layouts of the tensors around them follow.
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect"];
}

def HeddleLayoutHints : Pass<"heddle-layout-hints", "::mlir::ModuleOp"> {
  let summary = "what a file says of layouts, as attributes of ops";
  let description = [{
    The file is a list in JSON. Each entry names ops by their place in the
    source, by the name of what they compute there, by their kind, or by several
    of these, and says what `analysis/LayoutWishes.h` lists. Attributes that an
    op has already stay.

    ```json
    [
      {"at": "matmul.py:23", "op": "tt.load", "pin": "{contiguous = 16}"},
      {"value": "total", "forbid": "{shared = true}"}
    ]
    ```

    Fails on an entry that names no op with a tensor.
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect"];
  let options = [
    Option<"file", "file", "std::string", /*default=*/"\"\"",
           "the file with the list">
  ];
}

def TritonGPURemoveLayoutConversions
    : Pass<"tritongpu-remove-layout-conversions", "::mlir::ModuleOp"> {
  let summary = "chooses layouts so that conversions cost as little as can be";
  let description = [{
    All layouts are chosen at once (`analysis/LayoutProblem.h`), so that
    conversions, ops and accesses of global memory cost the least in all; loops
    count as often as is assumed. Ops that do not move data between threads,
    reductions, what loops carry and branches result in take any layout that
    they can have; loads and stores take others than those they came with at
    what wider or narrower accesses and sectors cost. What a loop will copy to
    shared memory is read from there in any layout. All other ops keep theirs.
    Where two layouts of one value are needed, it is made once more if that is
    cheaper than to convert it: never a large load, an op with effects, or an op
    of more than a few instructions on each element.

    ```mlir
    // before
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked>
    %p = tt.addptr %x, %r : tensor<128x!tt.ptr<f16>, #blocked>, tensor<128xi32, #blocked>
    %q = ttg.convert_layout %p : tensor<128x!tt.ptr<f16>, #blocked>
        -> tensor<128x!tt.ptr<f16>, #blocked1>
    %v = tt.load %q : tensor<128x!tt.ptr<f16>, #blocked1>
    // after
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #blocked1>
    %p = tt.addptr %x, %r : tensor<128x!tt.ptr<f16>, #blocked1>, tensor<128xi32, #blocked1>
    %v = tt.load %p : tensor<128x!tt.ptr<f16>, #blocked1>
    ```

    With `cost-model=triton` it does what Triton 3.9's pass of that name does, by
    its anchors, its conflict rule and its prices (`analysis/LayoutRules.h`), for
    comparisons and for bisecting. `phases` runs some of its sub-phases only:

    - `propagate`: layouts of anchors go forward; of several, a value gets the
      last anchor's, but that of a matrix instruction before others, and the
      result of an access a blocked one;
    - `rematerialize`: what is behind a conversion is cloned in the new layout,
      where that costs no more than the conversion;
    - `hoist-over-widening`: the operand of a cast to a wider type, of
      `tt.broadcast` or `tt.expand_dims` is converted, not the result;
    - `hoist-into-branches`: within a loop, where one branch of an `scf.if` can
      do without the conversion, the other one converts;
    - `hoist-to-loads`: what becomes a factor of a matrix instruction in the same
      block is converted right behind its load.

    Remarks tell what each of them did to which conversion, and the prices
    (`--remarks-filter=tritongpu-remove-layout-conversions`). The attributes of
    `analysis/LayoutWishes.h` mean nothing then.
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect"];
  let options = [
    Option<"numStages", "num-stages", "int32_t", /*default=*/"3",
           "stages of loops that ask for no other number: what they load "
           "becomes copies to shared memory, which are read in any layout">,
    Option<"costModel", "cost-model", "::heddle::CostModel",
           /*default=*/"::heddle::CostModel::Heddle", "whose rules choose",
           [{::llvm::cl::values(
               clEnumValN(::heddle::CostModel::Heddle, "heddle",
                          "all layouts at once, at what lowering costs"),
               clEnumValN(::heddle::CostModel::Triton, "triton",
                          "the sub-phases and prices of Triton 3.9"))}]>,
    ListOption<"phases", "phases", "std::string",
               "with cost-model=triton: these sub-phases only">,
    Option<"disableRematSplitting", "disable-remat-splitting", "bool",
           /*default=*/"false",
           "with cost-model=triton: clone nothing whose original stays">
  ];
}

class PlanCTA<string name> : Pass<name, "::mlir::ModuleOp"> {
  let summary = "chooses how the blocks of a cluster share tensors";
  let description = [{
    Blocks of a cluster have tiles of a product's result each: of the ways to
    cut it into rows and columns, that is taken in which the blocks together
    load the fewest bytes of factors. Tiles keep the rows and columns of a
    matrix instruction of warp groups if they can. What loads a factor loads in
    each block what that block multiplies, along all of K, and what stores the
    result stores the block's tile.

    ```mlir
    // before: #blocked has CGALayout = [[1, 0]]
    %b = tt.load %p : tensor<64x128x!tt.ptr<f16>, #blocked>
    %f = ttg.convert_layout %b : ... -> tensor<64x128xf16, #dot_op1>
    %d = tt.dot %a, %f, %c : ... -> tensor<256x128xf32, #blocked>
    // after: #blocked1 has CGALayout = [[0, 0]]: both blocks have all columns
    %q = ttg.convert_layout %p : ... -> tensor<64x128x!tt.ptr<f16>, #blocked1>
    %b = tt.load %q : tensor<64x128x!tt.ptr<f16>, #blocked1>
    ```

    In kernels without products, a reduction along an axis that blocks share has
    its operand loaded so that each block has all of that axis, if the other
    axes are long enough.

    Descriptors that a kernel is given get layouts with the blocks of the first
    tensor that is loaded or stored by them. Nothing changes where programs are
    single blocks.
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect"];
}

def TritonNvidiaGPUPlanCTA : PlanCTA<"triton-nvidia-gpu-plan-cta">;

/// The same by the name that it has from Triton 3.9 on.
def TritonNvidiaGPUAssignCGALayouts
    : PlanCTA<"triton-nvidia-gpu-assign-cga-layouts">;

def TritonNvidiaGPUOptimizeCTALocality
    : Pass<"triton-nvidia-gpu-optimize-cta-locality", "::mlir::ModuleOp"> {
  let summary = "stores in each block of a cluster what that block has";
  let description = [{
    Where what is stored was loaded or multiplied in other tiles, on the way
    only computed by elements, with axes exchanged or reduced, the store takes
    these tiles: nothing has to go from one block to another.

    ```mlir
    // before: #blocked and #turned have CGALayout = [[1, 0]]
    %v = tt.load %p : tensor<64x128x!tt.ptr<f32>, #blocked>
    %t = tt.trans %v {order = array<i32: 1, 0>} : ... -> tensor<128x64xf32, ...>
    %c = ttg.convert_layout %t : ... -> tensor<128x64xf32, #turned>
    tt.store %q, %c : tensor<128x64x!tt.ptr<f32>, #turned>
    // after: #turned1 has CGALayout = [[0, 1]]
    %c = ttg.convert_layout %t : ... -> tensor<128x64xf32, #turned1>
    tt.store %r, %c : tensor<128x64x!tt.ptr<f32>, #turned1>
    ```
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect"];
}

def TritonGPUOptimizeThreadLocality
    : Pass<"tritongpu-optimize-thread-locality", "::mlir::ModuleOp"> {
  let summary = "lets threads reduce their own elements, and warps gather theirs";
  let description = [{
    A reshape whose elements may come in any order, and that is reduced along one
    axis, gets a blocked layout in which other axes have all threads if they are
    long enough. What uses it is converted.

    ```mlir
    // before
    %r = tt.reshape %x allow_reorder : tensor<4096xf32, #blocked>
        -> tensor<32x128xf32, #blocked1>
    %s = "tt.reduce"(%r) <{axis = 1 : i32}> ...
    // after: #blocked2 has threadsPerWarp = [32, 1], warpsPerCTA = [1, 4]
    %q = tt.reshape %x allow_reorder efficient_layout : tensor<4096xf32, #blocked>
        -> tensor<32x128xf32, #blocked2>
    %r = ttg.convert_layout %q : ... -> tensor<32x128xf32, #blocked1>
    %s = "tt.reduce"(%r) <{axis = 1 : i32}> ...
    ```

    `tt.gather` gets a layout in which each warp has the whole axis, so that it
    takes shuffles and no shared memory.

    A loop that reduces a loaded tensor along its last axis, and combines each
    result with what it carries by the same op, carries one element for each
    thread along the axis instead; a reduction follows the loop. Sums and products
    of floats are taken in another order.

    ```mlir
    // before
    %sum = scf.for ... iter_args(%acc = %zero) -> (tensor<32xf32, #slice>) {
      %x = tt.load %p : tensor<32x128x!tt.ptr<f32>, #blocked>
      %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({ arith.addf }) : ...
      %next = arith.addf %acc, %r : tensor<32xf32, #slice>
      scf.yield %next
    }
    // after: 8 threads have a row
    %part = scf.for ... iter_args(%acc = %zeros) -> (tensor<32x8xf32, #slice1>) {
      %x = tt.load %p : tensor<32x128x!tt.ptr<f32>, #blocked>
      %0 = tt.reshape %x : ... -> tensor<32x4x8x4xf32, #blocked2>
      %1 = tt.trans %0 {order = array<i32: 0, 2, 1, 3>} : ... -> tensor<32x8x4x4xf32, #blocked3>
      %2 = tt.reshape %1 efficient_layout : ... -> tensor<32x8x16xf32, #blocked4>
      %r = "tt.reduce"(%2) <{axis = 2 : i32}> ({ arith.addf }) : ...
      %next = arith.addf %acc, %r : tensor<32x8xf32, #slice1>
      scf.yield %next
    }
    %3 = "tt.reduce"(%part) <{axis = 1 : i32}> ({ arith.addf }) : ...
    %4 = ttg.convert_layout %3 : ... -> tensor<32xf32, #slice>
    %sum = arith.addf %zero, %4 : tensor<32xf32, #slice>
    ```
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect",
                           "::mlir::arith::ArithDialect"];
}

#endif // HEDDLE_TRANSFORMS_PASSES_TD
