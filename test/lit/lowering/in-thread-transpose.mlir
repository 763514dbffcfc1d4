// Registers of a thread change places; no data go to other threads.
// RUN: heddle-opt %s --lower-to-simt | FileCheck %s

#box = #ttg.blocked<{sizePerThread = [4, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#transposed = #ttg.linear<{register = [[1, 0], [2, 0], [0, 1], [0, 2], [0, 4]], lane = [[0, 8], [0, 16], [0, 32], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {

// CHECK: simt.kernel @turns
// CHECK-NOT: simt.shared
// CHECK-NOT: simt.shuffle
// CHECK: simt.permute %{{.+}} [0, 8, 16, 24, 1, 9, 17, 25, {{.+}}, 7, 15, 23, 31] : vector<32xi32> -> vector<32xi32>
// CHECK-NOT: simt.shared
// CHECK-NOT: simt.shuffle
// CHECK: simt.return
tt.func public @turns(%p: !tt.ptr<i32>) {
  %row = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #box}>>
  %rows = tt.expand_dims %row {axis = 1 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #box}>> -> tensor<128x1xi32, #box>
  %x = tt.broadcast %rows : tensor<128x1xi32, #box> -> tensor<128x64xi32, #box>
  %t = amdg.in_thread_transpose %x : tensor<128x64xi32, #box> -> tensor<128x64xi32, #transposed>
  %to = tt.splat %p : !tt.ptr<i32> -> tensor<128x64x!tt.ptr<i32>, #transposed>
  %at = tt.addptr %to, %t : tensor<128x64x!tt.ptr<i32>, #transposed>, tensor<128x64xi32, #transposed>
  tt.store %at, %t : tensor<128x64x!tt.ptr<i32>, #transposed>
  tt.return
}
}
