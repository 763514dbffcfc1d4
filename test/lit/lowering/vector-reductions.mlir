// Sums of floats that nobody sees are added to neighbours at once, where a chip can.
// RUN: heddle-opt %s --lower-to-simt --cse | FileCheck %s
// RUN: sed 's/cuda:90/cuda:80/' %s | heddle-opt --lower-to-simt --cse | FileCheck %s --check-prefix=SINGLE

// SINGLE-NOT: simt.reduction

#wide = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// CHECK-LABEL: simt.kernel @sums
// CHECK: simt.reduction fadd relaxed gpu global %{{.+}} [0, 0] + [0, 16], %{{.+}} width 4 : vector<1xi64>, vector<8xf32>
tt.func public @sums(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %v: f32) {
  %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #wide>
  %1 = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #wide>
  %2 = tt.addptr %1, %0 : tensor<512x!tt.ptr<f32>, #wide>, tensor<512xi32, #wide>
  %3 = tt.splat %v : f32 -> tensor<512xf32, #wide>
  %4 = tt.atomic_rmw fadd, relaxed, gpu, %2, %3 : (tensor<512x!tt.ptr<f32>, #wide>, tensor<512xf32, #wide>) -> tensor<512xf32, #wide>
  tt.return
}

// Masks are true of pairs together; one of the threads that have an element adds it.
// CHECK-LABEL: simt.kernel @masked
// CHECK: simt.reduction fadd release system global %{{.+}} [0, 0, 0, 0] + [0, 4, 8, 12], %{{.+}} width 2 if %{{.+}} : vector<1xi64>, vector<8xf16>, vector<4xi1>
tt.func public @masked(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %v: f16, %n: i32 {tt.divisibility = 2 : i32}) {
  %0 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #wide>
  %1 = tt.splat %x : !tt.ptr<f16> -> tensor<256x!tt.ptr<f16>, #wide>
  %2 = tt.addptr %1, %0 : tensor<256x!tt.ptr<f16>, #wide>, tensor<256xi32, #wide>
  %3 = tt.splat %v : f16 -> tensor<256xf16, #wide>
  %m = tt.splat %n : i32 -> tensor<256xi32, #wide>
  %in = arith.cmpi slt, %0, %m : tensor<256xi32, #wide>
  %4 = tt.atomic_rmw fadd, release, sys, %2, %3, %in : (tensor<256x!tt.ptr<f16>, #wide>, tensor<256xf16, #wide>, tensor<256xi1, #wide>) -> tensor<256xf16, #wide>
  tt.return
}

// Whatever its order, which fences see to.
// CHECK-LABEL: simt.kernel @ordered
// CHECK: simt.reduction fadd acq_rel gpu global %{{.+}} [0, 0] + [0, 16], %{{.+}} width 4 : vector<1xi64>, vector<8xf32>
tt.func public @ordered(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %v: f32) {
  %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #wide>
  %1 = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #wide>
  %2 = tt.addptr %1, %0 : tensor<512x!tt.ptr<f32>, #wide>, tensor<512xi32, #wide>
  %3 = tt.splat %v : f32 -> tensor<512xf32, #wide>
  %4 = tt.atomic_rmw fadd, acq_rel, gpu, %2, %3 : (tensor<512x!tt.ptr<f32>, #wide>, tensor<512xf32, #wide>) -> tensor<512xf32, #wide>
  tt.return
}

// Somebody sees what was there, or it is no sum of floats.
// CHECK-LABEL: simt.kernel @singly
// CHECK-NOT: simt.reduction
// CHECK-COUNT-2: simt.atomic
tt.func public @singly(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %v: f32, %w: i32) {
  %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32, #wide>
  %1 = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #wide>
  %2 = tt.addptr %1, %0 : tensor<512x!tt.ptr<f32>, #wide>, tensor<512xi32, #wide>
  %3 = tt.splat %v : f32 -> tensor<512xf32, #wide>
  %4 = tt.atomic_rmw fadd, relaxed, gpu, %2, %3 : (tensor<512x!tt.ptr<f32>, #wide>, tensor<512xf32, #wide>) -> tensor<512xf32, #wide>
  tt.store %2, %4 : tensor<512x!tt.ptr<f32>, #wide>
  %6 = tt.splat %y : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>, #wide>
  %7 = tt.addptr %6, %0 : tensor<512x!tt.ptr<i32>, #wide>, tensor<512xi32, #wide>
  %8 = tt.splat %w : i32 -> tensor<512xi32, #wide>
  %9 = tt.atomic_rmw add, relaxed, gpu, %7, %8 : (tensor<512x!tt.ptr<i32>, #wide>, tensor<512xi32, #wide>) -> tensor<512xi32, #wide>
  tt.return
}
}
