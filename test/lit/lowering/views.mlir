// Views name registers; assembly is given single ones.
// RUN: heddle-opt %s --lower-to-simt | FileCheck %s
// RUN: heddle-opt %s --lower-to-simt | heddle-opt | FileCheck %s

#a = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#wide = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// CHECK-LABEL: simt.kernel @views
// CHECK: %[[X:.+]] = simt.splat %{{.+}} : i32 -> vector<2xi32>
// CHECK: %[[Y:.+]] = simt.splat %{{.+}} : i32 -> vector<2xi32>
// CHECK: %[[J:.+]] = simt.permute %[[X]], %[[Y]] [0, 2, 1, 3] : vector<2xi32>, vector<2xi32> -> vector<4xi32>
// CHECK: simt.permute %[[J]] [0, 2] : vector<4xi32> -> vector<2xi32>
// CHECK: simt.permute %[[J]] [1, 3] : vector<4xi32> -> vector<2xi32>
// CHECK: simt.permute %[[X]], %[[Y]] [0, 1, 2, 3]
tt.func public @views(%s: i32, %t: i32) {
  %x = tt.splat %s : i32 -> tensor<64xi32, #a>
  %y = tt.splat %t : i32 -> tensor<64xi32, #a>
  %0 = tt.join %x, %y : tensor<64xi32, #a> -> tensor<64x2xi32, #pairs>
  %1, %2 = tt.split %0 : tensor<64x2xi32, #pairs> -> tensor<64xi32, #a>
  %3 = tt.cat %x, %y : tensor<64xi32, #a> -> tensor<128xi32, #wide>
  tt.return
}

// Two elements of 16 bits are one operand.
// CHECK-LABEL: simt.kernel @packed
// CHECK: %[[W:.+]] = simt.to_words %{{.+}} : vector<2xf16> -> vector<1xi32>
// CHECK: %[[O:.+]] = simt.extract %[[W]][0]
// CHECK: simt.assembly pure "neg.f16x2 $0, $1;", "=r,r"(%[[O]]) : (i32) -> i32
// CHECK: simt.from_words %{{.+}} : vector<1xi32> -> vector<2xf16>
tt.func public @packed(%s: f16) {
  %x = tt.splat %s : f16 -> tensor<64xf16, #a>
  %0 = tt.elementwise_inline_asm "neg.f16x2 $0, $1;" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %x : tensor<64xf16, #a> -> tensor<64xf16, #a>
  tt.return
}

// A last group that is not full has its last register twice.
// CHECK-LABEL: simt.kernel @left
// CHECK: %[[G:.+]] = simt.permute %{{.+}} [0, 1, 1, 1] : vector<2xi8> -> vector<4xi8>
// CHECK: %[[W:.+]] = simt.to_words %[[G]] : vector<4xi8> -> vector<1xi32>
// CHECK: simt.assembly pure "not.b32 $0, $1;"
// CHECK: simt.permute %{{.+}} [0, 1] : vector<4xi8> -> vector<2xi8>
tt.func public @left(%s: i8) {
  %x = tt.splat %s : i8 -> tensor<64xi8, #a>
  %0 = tt.elementwise_inline_asm "not.b32 $0, $1;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x : tensor<64xi8, #a> -> tensor<64xi8, #a>
  tt.return
}
}
