// Loads of AMD GPUs run ahead, and what they read waits in registers.
// RUN: heddle-opt %s --tritonamdgpu-schedule-loops=num_stages=2 | FileCheck %s --check-prefix=SCHEDULE
// RUN: heddle-opt %s --tritonamdgpu-schedule-loops=num_stages=2 --tritonamdgpu-pipeline > %t.amd
// RUN: heddle-opt %s --tritongpu-assign-latencies='num-stages=2 in-registers' --tritongpu-schedule-loops --tritongpu-pipeline > %t.general
// RUN: diff %t.amd %t.general
// RUN: FileCheck %s --check-prefix=PIPELINE < %t.amd

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [16, 16, 16], isTransposed = true}>
#A = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#B = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {

// SCHEDULE: tt.load {{.+}}loop.stage = 0
// SCHEDULE: tt.dot {{.+}}loop.stage = 1
// PIPELINE: %[[ANY:.+]] = tt.splat %{{.+}} : i1
// PIPELINE: %[[FIRST:.+]] = tt.load %arg0, %[[ANY]]
// PIPELINE: scf.for {{.+}} iter_args(%{{.+}} = %arg4, %{{.+}} = %{{.+}}, %[[V:.+]] = %[[FIRST]])
// PIPELINE: %[[MORE:.+]] = tt.splat %{{.+}} : i1
// PIPELINE: %[[NEXT:.+]] = tt.load %{{.+}}, %[[MORE]]
// PIPELINE: %[[B:.+]] = ttg.convert_layout %[[V]]
// PIPELINE: %[[D:.+]] = tt.dot %arg2, %[[B]]
// PIPELINE: scf.yield %[[D]], %{{.+}}, %[[NEXT]]
tt.func @product(%p: tensor<64x64x!tt.ptr<f16>, #blocked> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<16> : tensor<2xi32>}, %step: tensor<64x64xi32, #blocked>, %a: tensor<64x64xf16, #A>, %n: i32, %acc: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%c = %acc, %q = %p) -> (tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #blocked>) : i32 {
    %k = tt.load %q : tensor<64x64x!tt.ptr<f16>, #blocked>
    %b = ttg.convert_layout %k : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #B>
    %d = tt.dot %a, %b, %c : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
    %next = tt.addptr %q, %step : tensor<64x64x!tt.ptr<f16>, #blocked>, tensor<64x64xi32, #blocked>
    scf.yield %d, %next : tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #blocked>
  }
  tt.return %r#0 : tensor<64x64xf32, #mma>
}

// Addresses that are loaded are loaded as early as what they lead to; what the loop writes stays.

// SCHEDULE-LABEL: @through_indices
// SCHEDULE: tt.load %arg0 {{.*}}loop.stage = 0
// SCHEDULE: tt.load %{{.+}} {loop.cluster = 0 : i32, loop.stage = 0 : i32, tt.latency = 1 : i32}
// SCHEDULE-LABEL: @written
// SCHEDULE-NOT: loop.stage
// SCHEDULE: tt.return
tt.func @through_indices(%q: tensor<64x64x!tt.ptr<i32>, #blocked>, %p: tensor<64x64x!tt.ptr<f16>, #blocked>, %a: tensor<64x64xf16, #A>, %n: i32, %acc: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %zero to %n step %one iter_args(%c = %acc) -> (tensor<64x64xf32, #mma>) : i32 {
    %indices = tt.load %q : tensor<64x64x!tt.ptr<i32>, #blocked>
    %at = tt.addptr %p, %indices : tensor<64x64x!tt.ptr<f16>, #blocked>, tensor<64x64xi32, #blocked>
    %k = tt.load %at : tensor<64x64x!tt.ptr<f16>, #blocked>
    %b = ttg.convert_layout %k : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #B>
    %d = tt.dot %a, %b, %c : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
    scf.yield %d : tensor<64x64xf32, #mma>
  }
  tt.return %r : tensor<64x64xf32, #mma>
}
tt.func @written(%p: tensor<64x64x!tt.ptr<f16>, #blocked>, %a: tensor<64x64xf16, #A>, %n: i32, %acc: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.for %i = %zero to %n step %one iter_args(%c = %acc) -> (tensor<64x64xf32, #mma>) : i32 {
    %k = tt.load %p : tensor<64x64x!tt.ptr<f16>, #blocked>
    %b = ttg.convert_layout %k : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #B>
    %d = tt.dot %a, %b, %c : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
    tt.store %p, %k : tensor<64x64x!tt.ptr<f16>, #blocked>
    scf.yield %d : tensor<64x64xf32, #mma>
  }
  tt.return %r : tensor<64x64xf32, #mma>
}
}
