// A conversion waits until buffers have been freed, and may lie where they were: the block then needs
// less shared memory at its peak.
// RUN: heddle-opt %s --tritonamdgpu-sink-layout-conversions | FileCheck %s
// RUN: heddle-opt %s --lower-to-simt --simt-allocate-shared | FileCheck %s --check-prefix=BEFORE
// RUN: heddle-opt %s --tritonamdgpu-sink-layout-conversions --lower-to-simt --simt-allocate-shared | FileCheck %s --check-prefix=AFTER

#row = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#column = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#shared = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {

// CHECK-LABEL: @peak
// CHECK: ttg.local_load
// CHECK: ttg.local_dealloc
// CHECK-NEXT: ttg.convert_layout
// CHECK: arith.addf
// BEFORE: simt.kernel @peak({{.+}}) warps(4) lanes(64) shared(32768)
// AFTER: simt.kernel @peak({{.+}}) warps(4) lanes(64) shared(16384)
tt.func public @peak(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %row = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #row}>>
  %column = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #row}>>
  %rows = tt.expand_dims %row {axis = 1 : i32} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #row}>> -> tensor<64x1xi32, #row>
  %columns = tt.expand_dims %column {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #row}>> -> tensor<1x64xi32, #row>
  %stride = arith.constant dense<64> : tensor<64x1xi32, #row>
  %starts = arith.muli %rows, %stride : tensor<64x1xi32, #row>
  %allRows = tt.broadcast %starts : tensor<64x1xi32, #row> -> tensor<64x64xi32, #row>
  %allColumns = tt.broadcast %columns : tensor<1x64xi32, #row> -> tensor<64x64xi32, #row>
  %offsets = arith.addi %allRows, %allColumns : tensor<64x64xi32, #row>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #row>
  %at = tt.addptr %base, %offsets : tensor<64x64x!tt.ptr<f32>, #row>, tensor<64x64xi32, #row>
  %value = tt.load %at : tensor<64x64x!tt.ptr<f32>, #row>
  %memory = ttg.local_alloc %value : (tensor<64x64xf32, #row>) -> !ttg.memdesc<64x64xf32, #shared, #smem>
  %turned = ttg.convert_layout %value : tensor<64x64xf32, #row> -> tensor<64x64xf32, #column>
  %loaded = ttg.local_load %memory : !ttg.memdesc<64x64xf32, #shared, #smem> -> tensor<64x64xf32, #column>
  ttg.local_dealloc %memory : !ttg.memdesc<64x64xf32, #shared, #smem>
  %sum = arith.addf %turned, %loaded : tensor<64x64xf32, #column>
  %to = tt.splat %x : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #column>
  tt.store %to, %sum : tensor<64x64x!tt.ptr<f32>, #column>
  tt.return
}

// One that is used before stays before.

// CHECK-LABEL: @used_before
// CHECK: ttg.convert_layout
// CHECK: arith.addf
// CHECK: ttg.local_dealloc
tt.func public @used_before(%p: !tt.ptr<f32>) {
  %first = tt.load %p : !tt.ptr<f32>
  %x = tt.splat %first : f32 -> tensor<64x64xf32, #row>
  %to = tt.splat %p : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #column>
  %memory = ttg.local_alloc %x : (tensor<64x64xf32, #row>) -> !ttg.memdesc<64x64xf32, #shared, #smem>
  %turned = ttg.convert_layout %x : tensor<64x64xf32, #row> -> tensor<64x64xf32, #column>
  %sum = arith.addf %turned, %turned : tensor<64x64xf32, #column>
  ttg.local_dealloc %memory : !ttg.memdesc<64x64xf32, #shared, #smem>
  tt.store %to, %sum : tensor<64x64x!tt.ptr<f32>, #column>
  tt.return
}
}
