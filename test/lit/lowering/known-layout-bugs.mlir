// Reports against other compilers: wrong addresses, vectors that are not aligned,
// copies that are stored. Each as it was reported.
// RUN: heddle-opt %s --lower-to-simt --simt-allocate-shared --simt-insert-barriers --cse | FileCheck %s

#p = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>
#q = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [8, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// A reduction and a conversion of its result: whatever is loaded was stored
// before a barrier.
// CHECK-LABEL: simt.kernel @reduce_then_convert
// CHECK: simt.store shared
// CHECK-NOT: simt.load shared
// CHECK: simt.barrier block
// CHECK: simt.load shared
// CHECK: simt.return
tt.func public @reduce_then_convert(%v: i32) {
  %0 = tt.splat %v : i32 -> tensor<128x128xi32, #p>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %2 = arith.addi %a, %b : i32
    tt.reduce.return %2 : i32
  }) : (tensor<128x128xi32, #p>) -> tensor<128xi32, #ttg.slice<{dim = 0, parent = #p}>>
  %3 = ttg.convert_layout %1 : tensor<128xi32, #ttg.slice<{dim = 0, parent = #p}>> -> tensor<128xi32, #ttg.slice<{dim = 0, parent = #q}>>
  tt.return
}

// Halves in accesses no wider than what there is: eight bytes for four.
// CHECK-LABEL: simt.kernel @narrow
// CHECK: simt.shared 2048 align [[A:[0-9]+]]
// CHECK: simt.store shared %{{.+}} width 2 {{.*}}: vector<1xi32>, vector<2xi32>
// CHECK: simt.return
tt.func public @narrow(%v: bf16) {
  %0 = tt.splat %v : bf16 -> tensor<128x128xbf16, #p>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: bf16, %b: bf16):
    %2 = arith.addf %a, %b : bf16
    tt.reduce.return %2 : bf16
  }) : (tensor<128x128xbf16, #p>) -> tensor<128xbf16, #ttg.slice<{dim = 0, parent = #p}>>
  %3 = tt.expand_dims %1 {axis = 0 : i32} : tensor<128xbf16, #ttg.slice<{dim = 0, parent = #p}>> -> tensor<1x128xbf16, #p>
  %4 = tt.broadcast %3 : tensor<1x128xbf16, #p> -> tensor<128x128xbf16, #p>
  tt.return
}
}
