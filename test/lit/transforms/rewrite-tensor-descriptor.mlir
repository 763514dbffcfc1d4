// Descriptors and block pointers become pointers and masks.
// RUN: heddle-opt %s --triton-rewrite-tensor-descriptor-to-pointer | FileCheck %s
// RUN: heddle-opt %s --triton-rewrite-tensor-descriptor-to-pointer | heddle-opt | FileCheck %s

// What is the same for the whole block is added to the base; coordinates are compared
// without a sign, so that negative ones are outside.
// CHECK-LABEL: @load(
// CHECK-SAME:    %[[BASE:.+]]: !tt.ptr<f16>, %[[SIZE:.+]]: i32, %[[I:.+]]: i32)
// CHECK:         %[[SIZE64:.+]] = arith.extsi %[[SIZE]] : i32 to i64
// CHECK:         %[[NAN:.+]] = arith.constant true
// CHECK:         %[[I64:.+]] = arith.extsi %[[I]] : i32 to i64
// CHECK:         %[[RANGE:.+]] = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
// CHECK:         %[[RANGE64:.+]] = arith.extsi %[[RANGE]] : tensor<64xi32> to tensor<64xi64>
// CHECK:         %[[IS:.+]] = tt.splat %[[I]]
// CHECK:         %[[AT:.+]] = arith.addi %[[IS]], %[[RANGE]] : tensor<64xi32>
// CHECK:         %[[POSITIVE:.+]] = arith.maxsi %[[SIZE64]], %{{.+}} : i64
// CHECK:         %[[LIMITED:.+]] = arith.minsi %[[POSITIVE]], %{{.+}} : i64
// CHECK:         %[[BOUND:.+]] = arith.trunci %[[LIMITED]] : i64 to i32
// CHECK:         %[[BOUNDS:.+]] = tt.splat %[[BOUND]]
// CHECK:         %[[MASK:.+]] = arith.cmpi ult, %[[AT]], %[[BOUNDS]] : tensor<64xi32>
// CHECK:         %[[FIRST:.+]] = tt.addptr %[[BASE]], %[[I64]] : !tt.ptr<f16>, i64
// CHECK:         %[[ALL:.+]] = tt.splat %[[FIRST]]
// CHECK:         %[[P:.+]] = tt.addptr %[[ALL]], %[[RANGE64]]
// CHECK:         %[[PADDING:.+]] = arith.select %[[NAN]], %{{.+}}, %{{.+}} : f16
// CHECK:         %[[OTHER:.+]] = tt.splat %[[PADDING]]
// CHECK:         tt.load %[[P]], %[[MASK]], %[[OTHER]] {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>} : tensor<64x!tt.ptr<f16>>
tt.func private @load(%base: !tt.ptr<f16>, %size: i32, %i: i32) -> tensor<64xf16> {
  %c1 = arith.constant 1 : i64
  %0 = tt.make_tensor_descriptor %base, [%size], [%c1] {padding = 2 : i32} : <f16>, <tensor<64xf16>>
  %1 = tt.descriptor_load %0[%i] evictionPolicy = evict_first : !tt.tensordesc<tensor<64xf16>> -> tensor<64xf16>
  tt.return %1 : tensor<64xf16>
}

// A kernel's descriptor is the arguments that a launcher passes, and what it checks is
// known of them: bytes of the base, elements of the strides, the last of which is 1. What
// is known of other arguments stays with them.
// CHECK-LABEL: @kernel(
// CHECK-SAME:    %[[N:.+]]: i32 {tt.divisibility = 4 : i32}, %[[BASE:[^ ]+]]: !tt.ptr<i32> {tt.divisibility = 16 : i32},
// CHECK-SAME:    %{{[^ ]+}}: i64, %{{[^ ]+}}: i64, %[[ROW:[^ ]+]]: i64 {tt.divisibility = 4 : i32}, %[[ONE:[^ ]+]]: i64,
// CHECK-SAME:    %{{[^ ]+}}: i1, %[[M:[^ ]+]]: i32 {tt.divisibility = 8 : i32})
// CHECK-NOT:     %[[ONE]]
// CHECK:         tt.atomic_rmw umax, relaxed, gpu, %{{.+}}, %{{.+}}, %{{.+}} : (tensor<8x16x!tt.ptr<i32>>, tensor<8x16xi32>, tensor<8x16xi1>)
tt.func public @kernel(%n: i32 {tt.divisibility = 4 : i32}, %d: !tt.tensordesc<tensor<8x16xui32>>, %m: i32 {tt.divisibility = 8 : i32}) {
  %v = arith.constant dense<3> : tensor<8x16xi32>
  tt.descriptor_reduce max, %d[%n, %m], %v : !tt.tensordesc<tensor<8x16xui32>>, tensor<8x16xi32>
  tt.return
}

// Through a loop, a branch, a selection and a call, what is on both sides of a selection
// once.
// CHECK-LABEL: @passed(
// CHECK-SAME:    %[[X:.+]]: !tt.ptr<f32>, %[[Y:.+]]: !tt.ptr<f32>, %[[N:.+]]: i32, %[[C:.+]]: i1)
// CHECK:         %[[XY:.+]] = arith.select %[[C]], %[[X]], %[[Y]] : !tt.ptr<f32>
// CHECK-NOT:     arith.select
// CHECK:         %[[IF:.+]]:4 = scf.if %[[C]] -> (!tt.ptr<f32>, i64, i64, i1)
// CHECK:         scf.for {{.+}} iter_args(%[[B:.+]] = %[[IF]]#0, %[[SIZE:.+]] = %[[IF]]#1, %[[STRIDE:.+]] = %[[IF]]#2, %[[NAN:.+]] = %[[IF]]#3)
// CHECK:           %[[CALL:.+]]:4 = tt.call @pass(%[[B]], %[[SIZE]], %[[STRIDE]], %[[NAN]]) : (!tt.ptr<f32>, i64, i64, i1) -> (!tt.ptr<f32>, i64, i64, i1)
// CHECK:           scf.yield %[[CALL]]#0, %[[CALL]]#1, %[[CALL]]#2, %[[CALL]]#3
tt.func public @passed(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32, %c: i1) {
  %c1 = arith.constant 1 : i64
  %zero = arith.constant 0 : i32
  %step = arith.constant 32 : i32
  %a = tt.make_tensor_descriptor %x, [%n], [%c1] : <f32>, <tensor<32xf32>>
  %e = tt.make_tensor_descriptor %y, [%n], [%c1] : <f32>, <tensor<32xf32>>
  %p = tt.make_tensor_ptr %x, [%c1], [%c1], [%n] {order = array<i32: 0>} : <tensor<32xf32>>
  %q = tt.make_tensor_ptr %y, [%c1], [%c1], [%n] {order = array<i32: 0>} : <tensor<32xf32>>
  %s = arith.select %c, %p, %q : !tt.ptr<tensor<32xf32>>
  %i = scf.if %c -> (!tt.tensordesc<tensor<32xf32>>) {
    scf.yield %a : !tt.tensordesc<tensor<32xf32>>
  } else {
    scf.yield %e : !tt.tensordesc<tensor<32xf32>>
  }
  %f = scf.for %k = %zero to %n step %step iter_args(%d = %i) -> (!tt.tensordesc<tensor<32xf32>>) : i32 {
    %v = tt.descriptor_load %d[%k] : !tt.tensordesc<tensor<32xf32>> -> tensor<32xf32>
    tt.store %s, %v : !tt.ptr<tensor<32xf32>>
    %g = tt.call @pass(%d) : (!tt.tensordesc<tensor<32xf32>>) -> !tt.tensordesc<tensor<32xf32>>
    scf.yield %g : !tt.tensordesc<tensor<32xf32>>
  }
  tt.return
}
// CHECK-LABEL: tt.func private @pass(
// CHECK-SAME:    %[[B:.+]]: !tt.ptr<f32>, %[[N:.+]]: i64, %[[S:.+]]: i64, %[[P:.+]]: i1) -> (!tt.ptr<f32>, i64, i64, i1)
// CHECK:         tt.return %[[B]], %[[N]], %[[S]], %[[P]]
tt.func private @pass(%d: !tt.tensordesc<tensor<32xf32>>) -> !tt.tensordesc<tensor<32xf32>> {
  tt.return %d : !tt.tensordesc<tensor<32xf32>>
}

// Blocks are passed to blocks.
// CHECK-LABEL: @branches(
// CHECK:         cf.cond_br %{{.+}}, ^bb1(%{{.+}} : !tt.ptr<f32>, i64, i64, i1), ^bb1(
// CHECK:       ^bb1(%[[B:.+]]: !tt.ptr<f32>, %{{.+}}: i64, %{{.+}}: i64, %{{.+}}: i1):
// CHECK:         tt.addptr %[[B]]
tt.func public @branches(%x: !tt.ptr<f32>, %n: i32, %c: i1) {
  %c1 = arith.constant 1 : i64
  %v = arith.constant dense<1.0> : tensor<32xf32>
  %a = tt.make_tensor_descriptor %x, [%n], [%c1] : <f32>, <tensor<32xf32>>
  %e = tt.make_tensor_descriptor %x, [%n], [%c1] {padding = 2 : i32} : <f32>, <tensor<32xf32>>
  cf.cond_br %c, ^next(%a : !tt.tensordesc<tensor<32xf32>>), ^next(%e : !tt.tensordesc<tensor<32xf32>>)
^next(%d: !tt.tensordesc<tensor<32xf32>>):
  tt.descriptor_store %d[%n], %v : !tt.tensordesc<tensor<32xf32>>, tensor<32xf32>
  tt.return
}

// A block pointer checks the axes that the access names, and no others; without padding
// what is outside is undefined.
// CHECK-LABEL: @block_pointer(
// CHECK-SAME:    %[[BASE:.+]]: !tt.ptr<f16>, %[[M:.+]]: i64, %[[N:.+]]: i64, %[[I:.+]]: i32)
// CHECK:         %[[I2:.+]] = arith.addi %[[I]], %[[I]] : i32
// CHECK-NOT:     arith.maxsi %[[M]]
// CHECK:         arith.maxsi %[[N]]
// CHECK-NOT:     arith.cmpi
// CHECK:         %[[MASK:.+]] = arith.cmpi ult, %{{.+}} : tensor<1x32xi32>
// CHECK:         %[[ALL:.+]] = tt.broadcast %[[MASK]] : tensor<1x32xi1> -> tensor<16x32xi1>
// CHECK:         tt.load %{{.+}}, %[[ALL]] : tensor<16x32x!tt.ptr<f16>>
// CHECK-NOT:     arith.cmpi
// CHECK:         tt.store %{{[^,]+}}, %{{[^,]+}} : tensor<16x32x!tt.ptr<f16>>
tt.func public @block_pointer(%base: !tt.ptr<f16>, %m: i64, %n: i64, %i: i32) {
  %c1 = arith.constant 1 : i64
  %0 = tt.make_tensor_ptr %base, [%m, %n], [%n, %c1], [%i, %i] {order = array<i32: 1, 0>} : <tensor<16x32xf16>>
  %1 = tt.advance %0, [%i, %i] : <tensor<16x32xf16>>
  %2 = tt.load %1 {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<16x32xf16>>
  tt.store %0, %2 : !tt.ptr<tensor<16x32xf16>>
  tt.return
}

// Axes of size 1 that the values do not have are checked once for all of them.
// CHECK-LABEL: @one_of_three(
// CHECK-SAME:    %[[BASE:.+]]: !tt.ptr<f32>, %[[N:.+]]: i32, %[[S:.+]]: i64)
// CHECK:         %[[IN:.+]] = arith.cmpi ult, %[[N]], %{{.+}} : i32
// CHECK:         tt.splat %[[IN]] : i1 -> tensor<4x8xi1>
// CHECK:         tt.load {{.+}} : tensor<4x8x!tt.ptr<f32>>
tt.func private @one_of_three(%base: !tt.ptr<f32>, %n: i32, %s: i64) -> tensor<4x8xf32> {
  %c1 = arith.constant 1 : i64
  %0 = tt.make_tensor_descriptor %base, [%n, %n, %n], [%s, %s, %c1] : <f32>, <tensor<1x4x8xf32>>
  %1 = tt.descriptor_load %0[%n, %n, %n] : !tt.tensordesc<tensor<1x4x8xf32>> -> tensor<4x8xf32>
  tt.return %1 : tensor<4x8xf32>
}

// Rows have numbers of their own.
// CHECK-LABEL: @rows(
// CHECK-SAME:    %{{.+}}: !tt.ptr<f32>, %{{.+}}: i32, %[[X:.+]]: tensor<8xi16>)
// CHECK:         %[[WIDE:.+]] = arith.extsi %[[X]] : tensor<8xi16> to tensor<8xi32>
// CHECK:         %[[R:.+]] = tt.expand_dims %[[WIDE]] {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
// CHECK:         arith.cmpi ult, %[[R]], %{{.+}} : tensor<8x1xi32>
// CHECK:         %[[V:.+]] = tt.load
// CHECK:         tt.store %{{.+}}, %[[V]], %{{.+}} : tensor<8x8x!tt.ptr<f32>>
tt.func public @rows(%base: !tt.ptr<f32>, %n: i32, %x: tensor<8xi16>) {
  %c1 = arith.constant 1 : i64
  %s = arith.extsi %n : i32 to i64
  %0 = tt.make_tensor_descriptor %base, [%n, %n], [%s, %c1] : <f32>, <tensor<1x8xf32>>
  %1 = tt.descriptor_gather %0[%x, %n] : (!tt.tensordesc<tensor<1x8xf32>>, tensor<8xi16>, i32) -> tensor<8x8xf32>
  tt.descriptor_scatter %0[%x, %n], %1 : !tt.tensordesc<tensor<1x8xf32>>, tensor<8xi16>, i32, tensor<8x8xf32>
  tt.return
}

// Other pointers stay as they are.
// CHECK-LABEL: @pointers(
// CHECK-SAME:    %[[P:.+]]: !tt.ptr<f32>, %[[C:.+]]: i1)
// CHECK-NEXT:    %[[V:.+]] = tt.load %[[P]], %[[C]] : !tt.ptr<f32>
// CHECK-NEXT:    tt.store %[[P]], %[[V]] : !tt.ptr<f32>
// CHECK-NEXT:    tt.return
tt.func public @pointers(%p: !tt.ptr<f32>, %c: i1) {
  %0 = tt.load %p, %c : !tt.ptr<f32>
  tt.store %p, %0 : !tt.ptr<f32>
  tt.return
}
