// What Triton 3.9 reads though it says little, or too much.
// RUN: heddle-opt %s --split-input-file | FileCheck %s
// RUN: heddle-opt %s --split-input-file | heddle-opt --split-input-file | FileCheck %s

#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[1]]}>
#answer = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], CGALayout = [[0]]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  // One of an array of barriers, each block's its own.
  // CHECK-LABEL: @barrier_of_array
  // CHECK: ttng.clc_try_cancel %{{.*}}, %{{.*}} : !ttg.memdesc<2xi64, #{{.*}}, #smem, mutable>, !ttg.memdesc<1xi64, #{{.*}}, #smem, mutable>
  // CHECK: ttng.tc_gen5_commit %{{.*}} : !ttg.memdesc<1xi64,
  // CHECK: ttng.arrive_barrier %{{.*}}, 1 {multicastCTA = 1 : i32} : !ttg.memdesc<1xi64,
  tt.func @barrier_of_array(%a: !ttg.memdesc<2xi64, #answer, #smem, mutable>, %b: !ttg.memdesc<1xi64, #bar, #smem, mutable>) {
    ttng.clc_try_cancel %a, %b : !ttg.memdesc<2xi64, #answer, #smem, mutable>, !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.tc_gen5_commit %b : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    ttng.arrive_barrier %b, 1 {multicastCTA = 1 : i32} : !ttg.memdesc<1xi64, #bar, #smem, mutable>
    tt.return
  }
}

// -----

// CHECK: #shared = #ttg.padded_shared<[4:+4] {order = [1, 0], shape = [1, 1]}>
#one = #ttg.padded_shared<[4:+4] {order = [1, 0], shape = [1, 1]}>
#part = #ttg.padded_shared<[32:+8] {order = [1, 0], shape = [16, 32]}>
#parts = #ttg.partitioned_shared<{numPartitions = 2, numGroups = 2, partitionDim = 0, partitionLayout = #part}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx1250", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @padded
  // CHECK: ttg.local_alloc : () -> !ttg.memdesc<1x1xf16, #shared, #smem, mutable>
  // CHECK: ttg.local_alloc : () -> !ttg.memdesc<128x32xf16, #{{.*}}, #smem, mutable>
  tt.func @padded() {
    %0 = ttg.local_alloc : () -> !ttg.memdesc<1x1xf16, #one, #smem, mutable>
    %1 = ttg.local_alloc : () -> !ttg.memdesc<128x32xf16, #parts, #smem, mutable>
    tt.return
  }
}

// -----

#warp = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  // Parts of tensors in one warp of four.
  // CHECK-LABEL: @parts
  // CHECK: amdg.extract_slice %{{.*}} [8, 0] : tensor<16x64xf16, #blocked> to tensor<8x64xf16, #blocked>
  // CHECK: amdg.concat %{{.*}}, %{{.*}} : tensor<8x64xf16, #blocked>, tensor<8x64xf16, #blocked> -> tensor<16x64xf16, #blocked>
  tt.func @parts(%a: tensor<16x64xf16, #warp>) {
    %0 = amdg.extract_slice %a [8, 0] : tensor<16x64xf16, #warp> to tensor<8x64xf16, #warp>
    %1 = amdg.concat %0, %0 : tensor<8x64xf16, #warp>, tensor<8x64xf16, #warp> -> tensor<16x64xf16, #warp>
    tt.return
  }
}

// -----

// Parameters that these families do not have, and an instruction that stands for
// two of 16x8.
// CHECK-DAG: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16]}>
// CHECK-DAG: #linear = #ttg.linear<{register = {{\[\[}}0, 1], [8, 0], [0, 8]], lane = {{\[\[}}0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}16, 0], [32, 0]], block = []}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 16], isTranspose = false}>
#linear = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], block = [], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @same_threads
  // CHECK: tt.trans
  tt.func @same_threads(%a: tensor<64x16xf32, #mma>) -> tensor<64x16xf32, #linear> {
    %0 = tt.trans %a {order = array<i32: 0, 1>} : tensor<64x16xf32, #mma> -> tensor<64x16xf32, #linear>
    tt.return %0 : tensor<64x16xf32, #linear>
  }
}

// -----

#wide = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // A function for more warps than the module.
  // CHECK-LABEL: @warps
  // CHECK: attributes {"ttg.num-warps" = 8 : i32}
  // CHECK: ttg.convert_layout
  tt.func @warps(%a: tensor<128x64xf16, #wide>) attributes {"ttg.num-warps" = 8 : i32} {
    %0 = ttg.convert_layout %a : tensor<128x64xf16, #wide> -> tensor<128x64xf16, #wide>
    tt.return
  }

  // CHECK-LABEL: @casts
  // CHECK: tt.fp_to_fp %{{.*}}, rounding = rtne : f16 -> f32
  // CHECK: tt.load %{{.*}}, %{{.*}} : !tt.ptr<f32>
  // CHECK: tt.print " done" {hex = false, isSigned = array<i32: 0>}
  // CHECK: tt.atomic_rmw fadd, acq_rel, gpu, %{{.*}}, %{{.*}} : (!tt.ptr<i32>, i32) -> i32
  tt.func @casts(%a: f16, %p: !tt.ptr<f32>, %yes: i1, %q: !tt.ptr<i32>, %i: i32) {
    %0 = tt.fp_to_fp %a, rounding = rtne : f16 -> f32
    %1 = tt.load %p, %yes, : !tt.ptr<f32>
    tt.print " done" {hex = false, isSigned = array<i32: 0>}
    %2 = tt.atomic_rmw fadd, acq_rel, gpu, %q, %i : (!tt.ptr<i32>, i32) -> i32
    tt.return
  }

  // CHECK-LABEL: @layout_of_one
  // CHECK: tt.broadcast %{{.*}} : tensor<1xf32> -> tensor<128xf32, #blocked1>
  tt.func @layout_of_one(%a: tensor<1xf32>) {
    %0 = tt.broadcast %a : tensor<1xf32> -> tensor<128xf32, #row>
    tt.return
  }

  // CHECK-LABEL: @large
  // CHECK: ttg.async_copy_global_to_local %{{.*}} : tensor<2097152x!tt.ptr<f32>, #blocked1> -> <2097152xf32, #shared, #smem, mutable>
  tt.func @large(%p: tensor<2097152x!tt.ptr<f32>, #row>, %m: !ttg.memdesc<2097152xf32, #shared, #smem, mutable>) {
    %0 = ttg.async_copy_global_to_local %p, %m : tensor<2097152x!tt.ptr<f32>, #row> -> <2097152xf32, #shared, #smem, mutable>
    tt.return
  }
}

// -----

#rows = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
// CHECK-LABEL: @mutable_parts
tt.func @mutable_parts(%a: !ttg.memdesc<4x128x64xf16, #rows, #smem>, %i: i32) {
  // CHECK: ttg.memdesc_index %{{.*}}#smem> -> !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
  %0 = ttg.memdesc_index %a[%i] : !ttg.memdesc<4x128x64xf16, #rows, #smem> -> !ttg.memdesc<128x64xf16, #rows, #smem, mutable>
  // CHECK: ttg.memdesc_subslice %{{.*}}#smem, mutable> -> !ttg.memdesc<64x64xf16, #shared, #smem, 128x64>
  %1 = ttg.memdesc_subslice %0[64, 0] : !ttg.memdesc<128x64xf16, #rows, #smem, mutable> -> !ttg.memdesc<64x64xf16, #rows, #smem, 128x64>
  tt.return
}

// -----

// An op of another release.
// CHECK-LABEL: @instructions
llvm.func @instructions() {
  // CHECK: "rocdl.s.new"() : () -> ()
  "rocdl.s.new"() : () -> ()
  llvm.return
}

// -----

#TM = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
#tmem = #ttng.tensor_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%m: !ttg.memdesc<128x128xf32, #TM, #tmem, mutable>) {
    // N is an attribute as any beside an offset.
    // CHECK: ttng.tmem_subslice %{{.*}} {N = 64 : i32, offset = 0 : i32}
    %0 = ttng.tmem_subslice %m {N = 64 : i32, offset = 0 : i32} : !ttg.memdesc<128x128xf32, #TM, #tmem, mutable> -> !ttg.memdesc<128x64xf32, #TM, #tmem, mutable, 128x128>
    tt.return
  }
}

// -----

// Registers, lanes and blocks move by any number along one axis.
// CHECK: #generic_linear = #ttg.generic_linear<{register = {{.*}}[0, 1], [0, 3]]
#linear = #ttg.generic_linear<{register = [[0, 1], [0, 3]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [16, 0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @any_step
  tt.func @any_step(%a: tensor<32x16xf16, #linear>) {
    %0 = tt.bitcast %a : tensor<32x16xf16, #linear> -> tensor<32x16xi16, #linear>
    tt.return
  }
}

// -----

// Beside bases of a padded layout other names say nothing; blocks may hold the
// same.
// CHECK: #ttg.padded_shared<[32:+4] {offset = {{.*}}, block = {{.*}}[0, 2]]}>
tt.func @f() attributes {layout = #ttg.padded_shared<[32:+4] {offset = [[0, 1], [0, 2], [1, 0]], block = [[0, 2]], order = [1, 0], other = 1}>} {
  tt.return
}

// -----

// The threads that hold a result do not depend on the instruction.
// CHECK-LABEL: @instructions
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [64, 64]}>
#mfma = #ttg.amd_mfma<{version = 0, warpsPerCTA = [4, 1], instrShape = [32, 32, 3], isTransposed = true}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @instructions(%a: tensor<128x64xf16, #mma>, %b: tensor<128x64xf16, #mfma>) {
    // CHECK: tt.bitcast %{{.*}} : tensor<128x64xf16, #mma>
    %0 = tt.bitcast %a : tensor<128x64xf16, #mma> -> tensor<128x64xi16, #mma>
    %1 = tt.bitcast %b : tensor<128x64xf16, #mfma> -> tensor<128x64xi16, #mfma>
    tt.return
  }
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#operand = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @operand_of_one_axis
  // CHECK: ttg.convert_layout %{{.*}} : tensor<64xf16, #ttg.dot_op<{opIdx = 0, parent = #{{.*}}}>> -> tensor<64xf16, #
  tt.func @operand_of_one_axis(%a: tensor<64xf16, #operand>) {
    %0 = ttg.convert_layout %a : tensor<64xf16, #operand> -> tensor<64xf16, #blocked>
    tt.return
  }

  // Lists of other integers are overlooked.
  // CHECK-LABEL: @lists
  // CHECK: ttg.warp_specialize(%{{.*}}) attributes {actualRegisters = array<i32: 24, 40>}
  tt.func @lists(%a: i32) {
    ttg.warp_specialize(%a) attributes {requestedRegisters = array<i64: 24>, actualRegisters = array<i32: 24, 40>}
    default {
      ttg.warp_yield
    }
    partition0(%b: i32) num_warps(1) {
      ttg.warp_return
    } : (i32) -> ()
    tt.return
  }

  // CHECK-LABEL: @fences
  // CHECK: gpu.barrier memfence [#gpu.address_space<workgroup>, #gpu.address_space<global>] {a}
  // CHECK: gpu.barrier memfence []
  // CHECK: gpu.barrier{{$}}
  // CHECK: gpu.thread_id x upper_bound 128
  // CHECK: gpu.lane_id
  // CHECK: gpu.subgroup_id upper_bound 4 : index
  tt.func @fences() {
    gpu.barrier memfence [#gpu.address_space<workgroup>, #gpu.address_space<global>] {a}
    gpu.barrier memfence []
    gpu.barrier
    %0 = gpu.thread_id x upper_bound 128
    %1 = gpu.lane_id
    %2 = gpu.subgroup_id upper_bound 4 : index
    tt.return
  }
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  // CHECK-LABEL: @between_lanes
  // CHECK: rocdl.ballot %{{.*}} : i64
  // CHECK: rocdl.readfirstlane %{{.*}} : i32
  // CHECK: rocdl.readlane %{{.*}}, %{{.*}} : (i32, i32) -> i32
  // CHECK: rocdl.ds_bpermute %{{.*}}, %{{.*}} : (i32, i32) -> i32
  // CHECK: rocdl.s.barrier.signal id = -1
  tt.func @between_lanes(%i: i32, %c: i1) {
    %0 = rocdl.ballot %c : i64
    %1 = rocdl.readfirstlane %i : i32
    %2 = rocdl.readlane %i, %i : (i32, i32) -> i32
    %3 = rocdl.ds_bpermute %i, %i : (i32, i32) -> i32
    rocdl.s.barrier.signal id = -1
    tt.return
  }
}
