// A conversion of what a copy brings may stand in a region of the loop's body: it is read there.
// RUN: heddle-opt %s --tritongpu-assign-latencies=num-stages=3 --tritongpu-schedule-loops --tritongpu-pipeline | FileCheck %s

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#column = #ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

// CHECK-LABEL: @region
// CHECK: scf.for
// CHECK: ttg.async_copy_global_to_local
// CHECK: %[[BUFFER:.+]] = ttg.memdesc_index
// CHECK-NEXT: scf.if
// CHECK-NEXT: %[[READ:.+]] = ttg.local_load %[[BUFFER]] {{.+}} -> tensor<64x64xf16, #{{.+}}>
// CHECK-NEXT: scf.yield %[[READ]] :
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.return
tt.func @region(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %flag: i1, %n: i32) -> tensor<64x64xf16, #column> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf16, #column>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf16, #column>) : i32 {
    %a = tt.load %p : tensor<64x64x!tt.ptr<f16>, #row>
    %chosen = scf.if %flag -> tensor<64x64xf16, #column> {
      %u = ttg.convert_layout %a : tensor<64x64xf16, #row> -> tensor<64x64xf16, #column>
      scf.yield %u : tensor<64x64xf16, #column>
    } else {
      scf.yield %zero : tensor<64x64xf16, #column>
    }
    %s = arith.addf %sum, %chosen : tensor<64x64xf16, #column>
    scf.yield %s : tensor<64x64xf16, #column>
  } {tt.num_stages = 3 : i32}
  tt.return %r : tensor<64x64xf16, #column>
}

}
