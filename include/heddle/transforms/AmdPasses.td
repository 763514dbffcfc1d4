//===- AmdPasses.td - Passes for AMD GPUs ------------------*- tablegen -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// Passes whose names begin with `tritonamdgpu`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TRANSFORMS_AMDPASSES_TD
#define HEDDLE_TRANSFORMS_AMDPASSES_TD

include "mlir/Pass/PassBase.td"

def TritonAMDGPUCanonicalizePointers
    : Pass<"tritonamdgpu-canonicalize-pointers", "::mlir::ModuleOp"> {
  let summary = "pointers as a scalar and offsets from it";
  let description = [{
    Tensors of pointers become one scalar pointer and a tensor of offsets. What
    all elements of an offset have in common is added to the scalar; what is
    left is i32 where that is enough. A loop carries the scalar alone, as long
    as it adds the same to all pointers, and so does an `scf.if`.

    ```mlir
    // before
    %r = scf.for ... iter_args(%p = %first) -> tensor<64x!tt.ptr<f32>, #b> {
      %v = tt.load %p : tensor<64x!tt.ptr<f32>, #b>
      %next = tt.addptr %p, %step : ...  // %step = tt.splat %n
      scf.yield %next : tensor<64x!tt.ptr<f32>, #b>
    }
    // after
    %r = scf.for ... iter_args(%p = %base) -> !tt.ptr<f32> {
      %all = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #b>
      %at = tt.addptr %all, %offsets : ...
      %v = tt.load %at : tensor<64x!tt.ptr<f32>, #b>
      %next = tt.addptr %p, %n : !tt.ptr<f32>, i32
      scf.yield %next : !tt.ptr<f32>
    }
    ```

    As everywhere (`AxisInfo.h`), sums and products of indices do not overflow.
    Pointers stay as they are unless their offsets could be those of a buffer
    (`tritonamdgpu-convert-buffer-ops`): not negative, and below 2^31 bytes. So
    do those that come from memory, from an `scf.while` or from a choice between
    elements.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::heddle::tt::TtDialect"];
}

def TritonAMDGPUConvertToBufferOps
    : Pass<"tritonamdgpu-convert-buffer-ops", "::mlir::ModuleOp"> {
  let summary = "accesses what is at offsets from a scalar as a buffer";
  let description = [{
    Loads, stores and atomics at `tt.addptr (tt.splat %base), %offsets` become
    `amdg.buffer_load` and so on, if offsets are i32, are known not to be
    negative, and stay below 2^31 bytes: because of their bounds, or since the
    tensor is no larger (`tt.pointer_range = 32` of the argument).

    ```mlir
    // before
    %all = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #b>
    %at = tt.addptr %all, %range : ...
    %v = tt.load %at, %mask, %zero : tensor<64x!tt.ptr<f32>, #b>
    // after
    %v = amdg.buffer_load %x[%range], %mask
        : !tt.ptr<f32> -> tensor<64xf32, #b>
    ```

    A load without `other` is marked (`heddle.undefined_other`), so that the
    simulator still knows that nobody should use its zeros.

    Masks then need no branches, and offsets half the registers of pointers.
    Volatile accesses stay, atomics that the module's GPU has no instruction
    for, and loads that give all elements the same, which scalar loads do.
  }];
  let options = [
    Option<"onlyMasked", "only-masked", "bool", "false",
           "leave accesses without a mask, which need no branches anyway">
  ];
  let dependentDialects = ["::heddle::amdg::AmdgDialect"];
}

def TritonAMDGPUBufferOpsToPointers
    : Pass<"tritonamdgpu-buffer-ops-to-pointers", "::mlir::ModuleOp"> {
  let summary = "accesses what is at offsets from a pointer by pointers";
  let description = [{
    Buffer accesses of Triton's IR for AMD GPUs become those of `tt`, in the
    layouts that they have.

    ```mlir
    // before
    %v = amdg.buffer_load %ptr[%offsets], %mask : tensor<64xf32, #blocked>
    // after
    %base = tt.splat %ptr : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #blocked>
    %at = tt.addptr %base, %offsets : ...
    %zero = arith.constant dense<0.0> : tensor<64xf32, #blocked>
    %v = tt.load %at, %mask, %zero : ...
    ```

    `tritonamdgpu-convert-buffer-ops` does the opposite. With a `target`, what
    it has instructions for stays: on AMD GPUs loads, stores, and atomics but for
    those of elements of 16 bits and the extrema of floats, and sums of floats on
    some. Copies to shared memory (`amdg.buffer_load_to_local`) are left.
  }];
  let options = [
    Option<"target", "target", "std::string", "",
           "the GPU whose instructions are kept: gfx942, ...">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::heddle::tt::TtDialect"];
}

def TritonAMDGPUHoistLayoutConversions
    : Pass<"tritonamdgpu-hoist-layout-conversions", "::mlir::ModuleOp"> {
  let summary = "converts factors of products before loops";
  let description = [{
    A conversion to the layout of a factor (`#ttg.dot_op`) of what a loop does
    not change moves out of all such loops: the factor stays in registers, as
    that of attention's queries does. `triton-licm` moves everything else as
    well.

    ```mlir
    // before
    scf.for ... {
      %a = ttg.convert_layout %q : ... -> tensor<64x64xf16, #dot_op>
      %d = tt.dot %a, %k, %c : ...
    // after
    %a = ttg.convert_layout %q : ... -> tensor<64x64xf16, #dot_op>
    scf.for ... {
      %d = tt.dot %a, %k, %c : ...
    ```
  }];
}

def TritonAMDGPUSinkLayoutConversions
    : Pass<"tritonamdgpu-sink-layout-conversions", "::mlir::ModuleOp"> {
  let summary = "converts layouts when buffers have been freed";
  let description = [{
    A conversion moves behind the last `ttg.local_dealloc` before its first user
    in the block, so that what it takes of shared memory may lie where the buffer
    was. `tritongpu-reorder-instructions` does that among other things.

    ```mlir
    // before
    %c = ttg.convert_layout %x : ...
    %v = ttg.local_load %m : ...
    ttg.local_dealloc %m : ...
    // after
    %v = ttg.local_load %m : ...
    ttg.local_dealloc %m : ...
    %c = ttg.convert_layout %x : ...
    ```
  }];
}

def TritonAMDGPUOptimizeEpilogue
    : Pass<"tritonamdgpu-optimize-epilogue", "::mlir::ModuleOp"> {
  let summary = "stores results of products in their own layout";
  let description = [{
    A value that is converted from the layout of a product's result (`amd_mfma`,
    `amd_wmma`), changed element by element, and stored, is stored without the
    conversion: no shared memory, for stores that are less wide. Pointers or
    offsets and the mask are converted instead; what they are computed from can
    have that layout (`tritongpu-remove-layout-conversions`).

    ```mlir
    // before
    %c = ttg.convert_layout %d : tensor<64x64xf32, #mfma> -> tensor<64x64xf32, #blocked>
    %v = arith.truncf %c : ...
    tt.store %p, %v : tensor<64x64x!tt.ptr<f16>, #blocked>
    // after
    %v = arith.truncf %d : ...
    %q = ttg.convert_layout %p : ... -> tensor<64x64x!tt.ptr<f16>, #mfma>
    tt.store %q, %v : tensor<64x64x!tt.ptr<f16>, #mfma>
    ```
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect"];
}

def TritonAMDGPUOptimizeDotOperands
    : Pass<"tritonamdgpu-optimize-dot-operands", "::mlir::ModuleOp"> {
  let summary = "reads scales of factors from shared memory";
  let description = [{
    A scale of `amdg.scaled_upcast_fp4` or `scaled_upcast_fp8` that is loaded in
    the same loop and converted becomes a buffer and a load from there, which a
    pipeline can fill ahead.

    ```mlir
    // before
    %s = tt.load %p : tensor<128x4x!tt.ptr<i8>, #blocked>
    %c = ttg.convert_layout %s : ... -> tensor<128x4xi8, #scales>
    %f = amdg.scaled_upcast_fp4 %x scale %c ...
    // after
    %s = tt.load %p : tensor<128x4x!tt.ptr<i8>, #blocked>
    %m = ttg.local_alloc %s : ... -> !ttg.memdesc<128x4xi8, #shared, #smem>
    %c = ttg.local_load %m : ... -> tensor<128x4xi8, #scales>
    %f = amdg.scaled_upcast_fp4 %x scale %c ...
    ```
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect"];
}

def TritonAMDGPUInThreadTranspose
    : Pass<"tritonamdgpu-in-thread-transpose", "::mlir::ModuleOp"> {
  let summary = "stores factors of products along K";
  let description = [{
    A factor that global memory has along M or N lies in shared memory the same
    way, where a thread finds its neighbours along K far apart: it reads element
    by element. Here each thread loads several rows, of 8 bytes together along
    K, turns them around in its registers (`amdg.in_thread_transpose`), and
    stores along K; so the factor is read 8 bytes at a time.

    Of buffers of two axes that are filled by loads in a blocked layout only,
    and read as factors of `amd_mfma` or `amd_wmma` only.

    ```mlir
    // before
    %x = tt.load %p : tensor<64x128x!tt.ptr<f16>, #row>       // [1, 8] a thread
    ttg.local_store %x, %m : ... -> !ttg.memdesc<64x128xf16, #swizzled, ...>
    // after
    %x = tt.load %q : tensor<64x128x!tt.ptr<f16>, #box>       // [4, 8] a thread
    %t = amdg.in_thread_transpose %x : ... -> tensor<64x128xf16, #linear>
    ttg.local_store %t, %m : ... -> !ttg.memdesc<64x128xf16, #rotating, ...>
    ```
  }];
  let dependentDialects = ["::heddle::amdg::AmdgDialect",
                           "::heddle::ttg::TtgDialect"];
}

def TritonAMDGPUScheduleLoops
    : Pass<"tritonamdgpu-schedule-loops", "::mlir::ModuleOp"> {
  let summary = "says in which stage of a pipeline a loop does what";
  let description = [{
    Loads of an innermost loop on which its products depend, or all loads of a
    loop with `tt.num_stages`, run ahead by one iteration less than there are
    stages, and wait in registers. This is `tritongpu-assign-latencies` with
    `in-registers`, and `tritongpu-schedule-loops`; `tritonamdgpu-pipeline`
    expands the loop.

    ```mlir
    // before
    %v = tt.load %p : ...
    %d = tt.dot %a, %v, %c : ...
    // after
    %v = tt.load %p {loop.cluster = 0 : i32, loop.stage = 0 : i32} : ...
    %d = tt.dot %a, %v, %c {loop.cluster = 1 : i32, loop.stage = 1 : i32} : ...
    ```
  }];
  let options = [
    Option<"numStages", "num_stages", "int32_t", "2", "stages of a pipeline">
  ];
  let dependentDialects = ["::heddle::ttg::TtgDialect",
                           "::mlir::scf::SCFDialect"];
}

def TritonAMDGPUPipeline : Pass<"tritonamdgpu-pipeline", "::mlir::ModuleOp"> {
  let summary = "expands loops that were scheduled";
  let description = [{
    `tritongpu-pipeline`: without asynchronous copies, what one stage loads stays
    in registers until a later one uses it.

    ```mlir
    // before, with stages 0 and 1
    scf.for ... {
      %v = tt.load %p : ...
      %d = tt.dot %a, %v, %c : ...
    // after
    %first = tt.load %p, %any : ...
    scf.for ... iter_args(%v = %first) {
      %next = tt.load %q, %more : ...
      %d = tt.dot %a, %v, %c : ...
      scf.yield %next
    ```
  }];
  let dependentDialects = ["::heddle::ttg::TtgDialect",
                           "::heddle::ttng::TtngDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

#endif // HEDDLE_TRANSFORMS_AMDPASSES_TD
