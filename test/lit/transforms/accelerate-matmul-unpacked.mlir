// A factor that is computed of what was loaded is stored along the axis along which threads have
// loaded most of it, whatever layout it is computed in.
// RUN: heddle-opt %s --heddle-tensors='target=sm_90 num-warps=4' --stop-after tritongpu-accelerate-matmul | FileCheck %s

// CHECK: #[[ALONG_N:shared[0-9]*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK: #[[ALONG_K:shared[0-9]*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>

// Packed along N and scaled: unpacked neighbours are side by side.
// CHECK-LABEL: @along_n
// CHECK: ttg.local_alloc %{{.*}} -> !ttg.memdesc<64x64xf16, #[[ALONG_N]]
// CHECK: ttg.local_alloc %{{.*}} -> !ttg.memdesc<64x64xf16, #[[ALONG_N]]
tt.func public @along_n(%a: tensor<64x64xf16>, %b: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %scales: tensor<1x64xf16>, %out: tensor<64x64x!tt.ptr<f32>>) {
  %rows = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %words = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %c16 = arith.constant dense<16> : tensor<64x1xi32>
  %column = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %first = arith.muli %column, %c16 : tensor<64x1xi32>
  %row = tt.expand_dims %words {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %0 = tt.broadcast %first : tensor<64x1xi32> -> tensor<64x16xi32>
  %1 = tt.broadcast %row : tensor<1x16xi32> -> tensor<64x16xi32>
  %at = arith.addi %0, %1 : tensor<64x16xi32>
  %base = tt.splat %b : !tt.ptr<i32> -> tensor<64x16x!tt.ptr<i32>>
  %pointers = tt.addptr %base, %at : tensor<64x16x!tt.ptr<i32>>, tensor<64x16xi32>
  %packed = tt.load %pointers : tensor<64x16x!tt.ptr<i32>>
  %2 = tt.join %packed, %packed : tensor<64x16xi32> -> tensor<64x16x2xi32>
  %3 = tt.reshape %2 : tensor<64x16x2xi32> -> tensor<64x32xi32>
  %4 = tt.join %3, %3 : tensor<64x32xi32> -> tensor<64x32x2xi32>
  %5 = tt.reshape %4 : tensor<64x32x2xi32> -> tensor<64x64xi32>
  %numbers = arith.sitofp %5 : tensor<64x64xi32> to tensor<64x64xf16>
  %scale = tt.broadcast %scales : tensor<1x64xf16> -> tensor<64x64xf16>
  %factor = arith.mulf %numbers, %scale : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = tt.dot %a, %factor, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  tt.store %out, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// As it lies in memory along K, and then transposed and scaled.
// CHECK-LABEL: @along_k
// CHECK: ttg.local_alloc %{{.*}} -> !ttg.memdesc<64x64xf16, #[[ALONG_N]]
// CHECK: ttg.local_alloc %{{.*}} -> !ttg.memdesc<64x64xf16, #[[ALONG_K]]
tt.func public @along_k(%a: tensor<64x64xf16>, %b: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %scales: tensor<1x64xf16>, %out: tensor<64x64x!tt.ptr<f32>>) {
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %c64 = arith.constant dense<64> : tensor<64x1xi32>
  %column = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %first = arith.muli %column, %c64 : tensor<64x1xi32>
  %row = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %0 = tt.broadcast %first : tensor<64x1xi32> -> tensor<64x64xi32>
  %1 = tt.broadcast %row : tensor<1x64xi32> -> tensor<64x64xi32>
  %at = arith.addi %0, %1 : tensor<64x64xi32>
  %base = tt.splat %b : !tt.ptr<i8> -> tensor<64x64x!tt.ptr<i8>>
  %pointers = tt.addptr %base, %at : tensor<64x64x!tt.ptr<i8>>, tensor<64x64xi32>
  %loaded = tt.load %pointers : tensor<64x64x!tt.ptr<i8>>
  %turned = tt.trans %loaded {order = array<i32: 1, 0>} : tensor<64x64xi8> -> tensor<64x64xi8>
  %numbers = arith.sitofp %turned : tensor<64x64xi8> to tensor<64x64xf16>
  %scale = tt.broadcast %scales : tensor<1x64xf16> -> tensor<64x64xf16>
  %factor = arith.mulf %numbers, %scale : tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = tt.dot %a, %factor, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  tt.store %out, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// Looked up in a table by what lies in memory along N.
// CHECK-LABEL: @looked_up
// CHECK: ttg.local_alloc %{{.*}} -> !ttg.memdesc<64x64xf16, #[[ALONG_N]]
// CHECK: ttg.local_alloc %{{.*}} -> !ttg.memdesc<64x64xf16, #[[ALONG_N]]
tt.func public @looked_up(%a: tensor<64x64xf16>, %b: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %table: tensor<16xf16>, %out: tensor<64x64x!tt.ptr<f32>>) {
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %c64 = arith.constant dense<64> : tensor<64x1xi32>
  %c15 = arith.constant dense<15> : tensor<64x64xi8>
  %column = tt.expand_dims %range {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %first = arith.muli %column, %c64 : tensor<64x1xi32>
  %row = tt.expand_dims %range {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %0 = tt.broadcast %first : tensor<64x1xi32> -> tensor<64x64xi32>
  %1 = tt.broadcast %row : tensor<1x64xi32> -> tensor<64x64xi32>
  %at = arith.addi %0, %1 : tensor<64x64xi32>
  %base = tt.splat %b : !tt.ptr<i8> -> tensor<64x64x!tt.ptr<i8>>
  %pointers = tt.addptr %base, %at : tensor<64x64x!tt.ptr<i8>>, tensor<64x64xi32>
  %loaded = tt.load %pointers : tensor<64x64x!tt.ptr<i8>>
  %codes = arith.andi %loaded, %c15 : tensor<64x64xi8>
  %flat = tt.reshape %codes : tensor<64x64xi8> -> tensor<4096xi8>
  %indices = arith.extui %flat : tensor<4096xi8> to tensor<4096xi32>
  %values = tt.gather %table[%indices] {axis = 0 : i32} : (tensor<16xf16>, tensor<4096xi32>) -> tensor<4096xf16>
  %factor = tt.reshape %values : tensor<4096xf16> -> tensor<64x64xf16>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %sum = tt.dot %a, %factor, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  tt.store %out, %sum : tensor<64x64x!tt.ptr<f32>>
  tt.return
}
