// Every op of the dialect is printed as it is read.
// RUN: heddle-opt %s | heddle-opt | FileCheck %s

// CHECK: simt.kernel @all(%{{.+}}: i64, %{{.+}}: i32) warps(4) lanes(32) shared(512) {
simt.kernel @all(%x: i64, %n: i32) warps(4) lanes(32) shared(512) {
  // CHECK: %[[T:.+]] = simt.thread
  %t = simt.thread
  // CHECK: simt.program x
  %p = simt.program x
  // CHECK: simt.programs z
  %c = simt.programs z
  // CHECK: simt.splat %{{.+}} : i64 -> vector<2xi64>
  %0 = simt.splat %x : i64 -> vector<2xi64>
  // CHECK: simt.permute %{{.+}}, %{{.+}} [3, 0] : vector<2xi64>, vector<2xi64> -> vector<2xi64>
  %1 = simt.permute %0, %0 [3, 0] : vector<2xi64>, vector<2xi64> -> vector<2xi64>
  %yes = arith.constant dense<true> : vector<2xi1>
  %other = arith.constant dense<0.0> : vector<8xf16>
  // CHECK: simt.load global %{{.+}} [0, 1] + [0, 16] width 4 if %{{.+}} else %{{.+}} cache cg policy evict_last volatile : (vector<2xi64>, vector<2xi1>, vector<8xf16>) -> vector<8xf16>
  %2 = simt.load global %1 [0, 1] + [0, 16] width 4 if %yes else %other cache cg policy evict_last volatile : (vector<2xi64>, vector<2xi1>, vector<8xf16>) -> vector<8xf16>
  // CHECK: simt.load global %{{.+}} [0, 1] + [0, 0] width 4 if %{{.+}} else %{{.+}} implied : (vector<2xi64>, vector<2xi1>, vector<8xf16>) -> vector<8xf16>
  %zeros = simt.load global %1 [0, 1] + [0, 0] width 4 if %yes else %other implied : (vector<2xi64>, vector<2xi1>, vector<8xf16>) -> vector<8xf16>
  %words = simt.splat %n : i32 -> vector<1xi32>
  // CHECK: simt.load shared %{{.+}} [0, 0] + [0, 512] width 4 transposed : (vector<1xi32>) -> vector<8xf16>
  %columns = simt.load shared %words [0, 0] + [0, 512] width 4 transposed : (vector<1xi32>) -> vector<8xf16>
  %half = arith.constant 0.5 : f32
  // CHECK: simt.approximate rsqrt %{{.+}} ftz : f32
  %root = simt.approximate rsqrt %half ftz : f32
  // CHECK: simt.to_words %{{.+}} : vector<8xf16> -> vector<4xi32>
  %3 = simt.to_words %2 : vector<8xf16> -> vector<4xi32>
  // CHECK: simt.extract %{{.+}}[2] : vector<4xi32> -> i32
  %4 = simt.extract %3[2] : vector<4xi32> -> i32
  // CHECK: simt.shuffle_xor %{{.+}}, 16
  %5 = simt.shuffle_xor %4, 16
  // CHECK: simt.shuffle_index %{{.+}}, %[[T]]
  %6 = simt.shuffle_index %5, %t
  // CHECK: simt.lane_reduce maxsi %{{.+}}
  %m = simt.lane_reduce maxsi %6
  // CHECK: simt.byte_permute %{{.+}}, %{{.+}}, %{{.+}}
  %7 = simt.byte_permute %5, %6, %n
  %8 = simt.splat %7 : i32 -> vector<4xi32>
  // CHECK: simt.from_words %{{.+}} : vector<4xi32> -> vector<8xf16>
  %9 = simt.from_words %8 : vector<4xi32> -> vector<8xf16>
  %10 = simt.splat %t : i32 -> vector<1xi32>
  // CHECK: simt.shared 64 align 16
  %b = simt.shared 64 align 16
  // CHECK: simt.shared 128 align 32 at 384
  %c2 = simt.shared 128 align 32 at 384
  // CHECK: simt.load global buffer %{{.+}}, %{{.+}} [0] + [32] width 4 if %{{.+}} : (vector<1xi32>, i64, vector<1xi1>) -> vector<4xi32>
  %first = arith.constant dense<true> : vector<1xi1>
  %inBuffer = simt.load global buffer %x, %10 [0] + [32] width 4 if %first : (vector<1xi32>, i64, vector<1xi1>) -> vector<4xi32>
  // CHECK: simt.store global buffer %{{.+}}, %{{.+}} [0] + [0], %{{.+}} width 4 if %{{.+}} : vector<1xi32>, i64, vector<4xi32>, vector<1xi1>
  simt.store global buffer %x, %10 [0] + [0], %inBuffer width 4 if %first : vector<1xi32>, i64, vector<4xi32>, vector<1xi1>
  // CHECK: simt.atomic add relaxed gpu global buffer %{{.+}}, %{{.+}}, %{{.+}} : (vector<1xi32>, i64, vector<1xi32>) -> vector<1xi32>
  %counted = simt.atomic add relaxed gpu global buffer %x, %10, %10 : (vector<1xi32>, i64, vector<1xi32>) -> vector<1xi32>
  // CHECK: simt.store shared %{{.+}} [0] + [32], %{{.+}} width 8 : vector<1xi32>, vector<8xf16>
  simt.store shared %10 [0] + [32], %9 width 8 : vector<1xi32>, vector<8xf16>
  // CHECK: simt.barrier warp
  simt.barrier warp
  // CHECK: simt.barrier block
  simt.barrier block
  // CHECK: simt.grid_dependency wait
  simt.grid_dependency wait
  // CHECK: simt.clock
  %ns = simt.clock
  // CHECK: simt.delay %{{.+}}
  %cycles = arith.constant 700 : i32
  simt.delay %cycles
  // CHECK: simt.grid_dependency launch
  simt.grid_dependency launch
  // CHECK: simt.return
  simt.return
}
