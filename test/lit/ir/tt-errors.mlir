// What the ops of tt refuse, and how they say it.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics

tt.func @f(%a: tensor<16xf32>) {
  // expected-error @+1 {{expects types of one width, but got 'f32' of 32 bits and 'i16' of 16}}
  %0 = tt.bitcast %a : tensor<16xf32> -> tensor<16xi16>
  tt.return
}

// -----

tt.func @f(%a: !tt.ptr<f32>) {
  // expected-error @+1 {{expects pointers on both sides or on none, but got '!tt.ptr<f32>' and 'i64'}}
  %0 = tt.bitcast %a : !tt.ptr<f32> -> i64
  tt.return
}

// -----

tt.func @f(%a: tensor<16xf32>) {
  // expected-error @+1 {{expects 'rounding' for a cast to fewer bits, but got none from 32 to 8 bits}}
  %0 = tt.fp_to_fp %a : tensor<16xf32> -> tensor<16xf8E5M2>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{expects a start below the end, but got 4 and 4}}
  %0 = tt.make_range {end = 4 : i32, start = 4 : i32} : tensor<4xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{expects a result of 8 elements along one axis, but got 'tensor<4xi32>'}}
  %0 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%a: f32) {
  // expected-error @+1 {{expects sizes that are powers of two, but got 24 along axis 0 of result 0}}
  %0 = tt.splat %a : f32 -> tensor<24xf32>
  tt.return
}

// -----

tt.func @f(%a: f32) {
  // expected-error @+1 {{expects at most 1048576 elements, but got more in result 0}}
  %0 = tt.splat %a : f32 -> tensor<2048x1024xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16xf32>) {
  // expected-error @+1 {{expects an axis from 0 to 1, but got 2}}
  %0 = tt.expand_dims %a {axis = 2 : i32} : tensor<16xf32> -> tensor<16x1xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16xf32>) {
  // expected-error @+1 {{expects a result of shape 1x16, but got 'tensor<16x1xf32>'}}
  %0 = tt.expand_dims %a {axis = 0 : i32} : tensor<16xf32> -> tensor<16x1xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x2xf32>) {
  // expected-error @+1 {{expects to copy along axes of size 1 only, but got 16x2 and 16x4}}
  %0 = tt.broadcast %a : tensor<16x2xf32> -> tensor<16x4xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x2xf32>) {
  // expected-error @+1 {{expects as many elements on both sides, but got 32 and 64}}
  %0 = tt.reshape %a : tensor<16x2xf32> -> tensor<64xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x2xf32>) {
  // expected-error @+1 {{expects an order that names each axis from 0 to 1 once, but got [1, 1]}}
  %0 = tt.trans %a {order = array<i32: 1, 1>} : tensor<16x2xf32> -> tensor<2x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16xf32>) {
  // expected-error @+1 {{expects a result of shape 16x2, but got 'tensor<2x16xf32>'}}
  %0 = tt.join %a, %a : tensor<16xf32> -> tensor<2x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x4xf32>) {
  // expected-error @+1 {{expects a last axis of size 2, but got 'tensor<16x4xf32>'}}
  %0, %1 = tt.split %a : tensor<16x4xf32> -> tensor<16xf32>
  tt.return
}

// -----

tt.func @f(%p: tensor<16x!tt.ptr<f32>>, %o: tensor<16xf32>) {
  // expected-error @+1 {{expects a mask beside another value, but got none}}
  %0 = "tt.load"(%p, %o) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (tensor<16x!tt.ptr<f32>>, tensor<16xf32>) -> tensor<16xf32>
  tt.return
}

// -----

tt.func @f(%p: tensor<16x!tt.ptr<f32>>) {
  // expected-error @+1 {{expects a result of type 'tensor<16xf32>', but got 'tensor<16xi32>'}}
  %0 = "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<16x!tt.ptr<f32>>) -> tensor<16xi32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{expects the order relaxed or acquire, but got release}}
  %0 = tt.atomic_load release, gpu, %p : (!tt.ptr<f32>) -> f32
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<64x32xf16>, %x: tensor<16xi32>, %y: i32) {
  // expected-error @+1 {{expects a descriptor with blocks of one row, but got 'tensor<64x32xf16>'}}
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<64x32xf16>, tensor<16xi32>, i32) -> tensor<16x32xf16>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xf16>, %b: tensor<64x32xf16>, %c: tensor<64x32xf32>) {
  // expected-error @+1 {{expects matrices MxK, KxN and MxN, or as many of each, but got 64x32, 64x32 and 64x32}}
  %0 = tt.dot %a, %b, %c : tensor<64x32xf16> * tensor<64x32xf16> -> tensor<64x32xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x32xf32>) {
  // expected-error @+1 {{expects a result of shape 64, but got 'tensor<32xf32>'}}
  %0 = "tt.reduce"(%a) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    tt.reduce.return %x : f32
  }) : (tensor<64x32xf32>) -> tensor<32xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64xf32>) {
  // expected-error @+1 {{expects arguments of the region of types ('f32', 'f32'), but got ('f32', 'i32')}}
  %0 = "tt.reduce"(%a) <{axis = 0 : i32}> ({
  ^bb0(%x: f32, %y: i32):
    tt.reduce.return %x : f32
  }) : (tensor<64xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%a: tensor<64xf32>) {
  %0 = "tt.scan"(%a) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%x: f32, %y: f32):
    %c = arith.constant 1 : i32
    // expected-error @+1 {{expects values of types ('f32'), but got ('i32')}}
    tt.scan.return %c : i32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<64x8xf32>, %i: tensor<64x16xi32>) {
  // expected-error @+1 {{expects indices no larger than the source along axis 1, but got 16 of 8}}
  %0 = tt.gather %a[%i] {axis = 0 : i32} : (tensor<64x8xf32>, tensor<64x16xi32>) -> tensor<64x16xf32>
  tt.return
}

// -----

tt.func @f(%a: i32) -> i64 {
  // expected-error @+1 {{expects the function's results, ('i64'), but got ('i32')}}
  tt.return %a : i32
}

// -----

tt.func @f(%a: i32) {
  // expected-error @+1 {{expects a function of the module, but got 'g'}}
  tt.call @g(%a) : (i32) -> ()
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%a: tensor<64x32xf32, #blocked>) {
  // No data moves in a transpose, so the layout has to turn with it.
  // expected-error @+1 {{expects a result whose registers hold what those of the source hold, since no data moves}}
  %0 = tt.trans %a {order = array<i32: 1, 0>} : tensor<64x32xf32, #blocked> -> tensor<32x64xf32, #blocked>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @f(%a: tensor<64xf32, #blocked>) {
  // expected-error @+1 {{expects a layout of all tensors or of none, but got 'tensor<64xf32, #ttg.blocked<}}
  %0 = tt.expand_dims %a {axis = 0 : i32} : tensor<64xf32, #blocked> -> tensor<1x64xf32>
  tt.return
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#wide = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @f(%p: tensor<64x!tt.ptr<f32>, #blocked>, %i: tensor<64xi32, #wide>) {
  // expected-error @+1 {{expects one layout of all tensors}}
  %0 = tt.addptr %p, %i : tensor<64x!tt.ptr<f32>, #blocked>, tensor<64xi32, #wide>
  tt.return
}
