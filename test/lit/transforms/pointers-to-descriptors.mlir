// Loads by pointers of loops in which a warp of its own loads become blocks of descriptors.
// RUN: heddle-opt %s --heddle-pointers-to-descriptors=num-warps=8 --remarks-filter=heddle-pointers-to-descriptors 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.remarks
// RUN: heddle-opt %s --heddle-pointers-to-descriptors=num-warps=8 | heddle-opt -o /dev/null
// With four warps another block has room beside this one.
// RUN: heddle-opt %s --heddle-pointers-to-descriptors=num-warps=4 | FileCheck %s --check-prefix=FOUR
// FOUR-NOT: tt.make_tensor_descriptor

// The keys are read with their rows across, by pointers made in each iteration; the values by pointers
// that step on. Rows are %stride elements apart, and begin where the first iteration reads. What is
// assumed, and what is added to another argument, does not matter.
// CHECK-LABEL: @attention
// CHECK-SAME: %[[K:[^ ]+]]: !tt.ptr<f16> {{.*}}, %[[V:[^ ]+]]: !tt.ptr<f16> {{.*}}, %[[OUT:.+]]: !tt.ptr<f32>, %[[BEGIN:.+]]: i32 {{.*}}, %[[END:.+]]: i32, %[[STRIDE:.+]]: i32 {
// CHECK: %[[AT:.+]] = tt.addptr %[[K]], %{{.+}} : !tt.ptr<f16>, i64
// CHECK: %[[ROW:.+]] = arith.extsi %[[STRIDE]]
// CHECK: %[[KEYS:.+]] = tt.make_tensor_descriptor %[[AT]], [%c2147483647{{[^,]*}}, %c128{{[^,]*}}], [%[[ROW]], %c1_{{[^,]*}}] : {{.*}}<128x128xf16>
// CHECK: %[[FROM:.+]] = tt.addptr %[[V]], %{{.+}} : !tt.ptr<f16>, i64
// CHECK: %[[VALUES:.+]] = tt.make_tensor_descriptor %[[FROM]]
// CHECK: scf.for %[[I:[^ ]+]] = %[[BEGIN]] to %[[END]]
// CHECK: %[[PAST:.+]] = arith.subi %[[I]], %[[BEGIN]] : i32
// CHECK: %[[TILE:.+]] = tt.descriptor_load %[[KEYS]][%[[PAST]], %c0{{[^,]*}}] : !tt.tensordesc<128x128xf16> -> tensor<128x128xf16>
// CHECK: %[[TURNED:.+]] = tt.trans %[[TILE]] {order = array<i32: 1, 0>}
// CHECK: tt.dot %{{.+}}, %[[TURNED]],
// CHECK: %[[PAST2:.+]] = arith.subi %[[I]], %[[BEGIN]] : i32
// CHECK: %[[TILE2:.+]] = tt.descriptor_load %[[VALUES]][%[[PAST2]], %c0{{[^,]*}}]
// CHECK: tt.dot %{{.+}}, %[[TILE2]],
tt.func public @attention(%k: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %v: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32>, %begin: i32 {tt.divisibility = 16 : i32}, %end: i32, %stride: i32 {tt.divisibility = 16 : i32}) {
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = arith.constant dense<0.5> : tensor<128x128xf16>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %rows = tt.splat %stride : i32 -> tensor<1x128xi32>
  %down = tt.expand_dims %range {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %along = tt.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %strides = tt.splat %stride : i32 -> tensor<128x1xi32>
  %down1 = arith.muli %down, %strides : tensor<128x1xi32>
  %down2 = tt.broadcast %down1 : tensor<128x1xi32> -> tensor<128x128xi32>
  %along2 = tt.broadcast %along : tensor<1x128xi32> -> tensor<128x128xi32>
  %first = arith.addi %down2, %along2 : tensor<128x128xi32>
  %vs = tt.splat %v : !tt.ptr<f16> -> tensor<128x128x!tt.ptr<f16>>
  %y0 = tt.addptr %vs, %first : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
  %by = arith.muli %stride, %c128 : i32
  %steps = tt.splat %by : i32 -> tensor<128x128xi32>
  %isSome = arith.cmpi slt, %begin, %end : i32
  llvm.intr.assume %isSome : i1
  %one = arith.constant 1.0 : f32
  %old = tt.atomic_rmw fadd, relaxed, gpu, %out, %one : (!tt.ptr<f32>, f32) -> f32
  %r:2 = scf.for %i = %begin to %end step %c128 iter_args(%o = %zero, %y = %y0) -> (tensor<128x128xf32>, tensor<128x128x!tt.ptr<f16>>) : i32 {
    %is = tt.splat %i : i32 -> tensor<128xi32>
    %row = arith.addi %is, %range : tensor<128xi32>
    %row1 = tt.expand_dims %row {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
    %row2 = arith.muli %row1, %rows : tensor<1x128xi32>
    %row3 = tt.broadcast %row2 : tensor<1x128xi32> -> tensor<128x128xi32>
    %down3 = tt.broadcast %down : tensor<128x1xi32> -> tensor<128x128xi32>
    %at = arith.addi %row3, %down3 : tensor<128x128xi32>
    %ks = tt.splat %k : !tt.ptr<f16> -> tensor<128x128x!tt.ptr<f16>>
    %x = tt.addptr %ks, %at : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
    %a = tt.load %x : tensor<128x128x!tt.ptr<f16>>
    %s = tt.dot %q, %a, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    %e = math.exp2 %s : tensor<128x128xf32>
    %p = arith.truncf %e : tensor<128x128xf32> to tensor<128x128xf16>
    %b = tt.load %y : tensor<128x128x!tt.ptr<f16>>
    %d = tt.dot %p, %b, %o : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    %next = tt.addptr %y, %steps : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
    scf.yield %d, %next : tensor<128x128xf32>, tensor<128x128x!tt.ptr<f16>>
  }
  %outs = tt.splat %out : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>>
  %to = tt.addptr %outs, %first : tensor<128x128x!tt.ptr<f32>>, tensor<128x128xi32>
  tt.store %to, %r#0 : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// What is not known to be aligned stays, and so does all of the loop.
// CHECK-LABEL: @unaligned
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.return
// WHY: remark: [Missed] no-descriptors | {{.*}}Reason="rows are not known to begin at multiples of 16 bytes"
tt.func public @unaligned(%k: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: tensor<128x128x!tt.ptr<f32>>, %end: i32, %stride: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = arith.constant dense<0.5> : tensor<128x128xf16>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %down = tt.expand_dims %range {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %along = tt.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %strides = tt.splat %stride : i32 -> tensor<128x1xi32>
  %down1 = arith.muli %down, %strides : tensor<128x1xi32>
  %down2 = tt.broadcast %down1 : tensor<128x1xi32> -> tensor<128x128xi32>
  %along2 = tt.broadcast %along : tensor<1x128xi32> -> tensor<128x128xi32>
  %first = arith.addi %down2, %along2 : tensor<128x128xi32>
  %ks = tt.splat %k : !tt.ptr<f16> -> tensor<128x128x!tt.ptr<f16>>
  %x = tt.addptr %ks, %first : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
  %r = scf.for %i = %c0 to %end step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32>) : i32 {
    %a = tt.load %x : tensor<128x128x!tt.ptr<f16>>
    %s = tt.dot %q, %a, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %d = tt.dot %p, %a, %o : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %r : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// Threads copy lines of 128 bytes as fast, and need no descriptor.
// CHECK-LABEL: @narrow
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.return
// WHY: remark: [Missed] no-descriptors | {{.*}}Reason="threads copy rows of at most 128 bytes without masks as fast"
tt.func public @narrow(%k: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: tensor<128x64x!tt.ptr<f32>>, %end: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %none = arith.constant dense<0.0> : tensor<128x64xf32>
  %q = arith.constant dense<0.5> : tensor<128x64xf16>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %column = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %down = tt.expand_dims %range {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %along = tt.expand_dims %column {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %strides = arith.constant dense<64> : tensor<128x1xi32>
  %down1 = arith.muli %down, %strides : tensor<128x1xi32>
  %down2 = tt.broadcast %down1 : tensor<128x1xi32> -> tensor<128x64xi32>
  %along2 = tt.broadcast %along : tensor<1x64xi32> -> tensor<128x64xi32>
  %first = arith.addi %down2, %along2 : tensor<128x64xi32>
  %ks = tt.splat %k : !tt.ptr<f16> -> tensor<128x64x!tt.ptr<f16>>
  %x = tt.addptr %ks, %first : tensor<128x64x!tt.ptr<f16>>, tensor<128x64xi32>
  %r = scf.for %i = %c0 to %end step %c128 iter_args(%o = %none) -> (tensor<128x64xf32>) : i32 {
    %a = tt.load %x : tensor<128x64x!tt.ptr<f16>>
    %b = tt.trans %a {order = array<i32: 1, 0>} : tensor<128x64xf16> -> tensor<64x128xf16>
    %s = tt.dot %q, %b, %zero : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
    %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %d = tt.dot %p, %a, %o : tensor<128x128xf16> * tensor<128x64xf16> -> tensor<128x64xf32>
    scf.yield %d : tensor<128x64xf32>
  }
  tt.store %out, %r : tensor<128x64x!tt.ptr<f32>>
  tt.return
}

// There is nothing to say of a loop that loads by descriptors anyway.
// WHY-NOT: no-descriptors
tt.func public @by_descriptors(%k: !tt.tensordesc<128x128xf16>, %out: tensor<128x128x!tt.ptr<f32>>, %end: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = arith.constant dense<0.5> : tensor<128x128xf16>
  %r = scf.for %i = %c0 to %end step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32>) : i32 {
    %a = tt.descriptor_load %k[%i, %c0] : !tt.tensordesc<128x128xf16> -> tensor<128x128xf16>
    %s = tt.dot %q, %a, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %d = tt.dot %p, %a, %o : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %r : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// What the kernel may have written itself another proxy might not see.
// CHECK-LABEL: @written
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.return
// WHY: remark: [Missed] no-descriptors | {{.*}}Reason="tt.store may write what it loads"
tt.func public @written(%k: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %end: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = arith.constant dense<0.5> : tensor<128x128xf16>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %down = tt.expand_dims %range {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %along = tt.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %strides = arith.constant dense<128> : tensor<128x1xi32>
  %down1 = arith.muli %down, %strides : tensor<128x1xi32>
  %down2 = tt.broadcast %down1 : tensor<128x1xi32> -> tensor<128x128xi32>
  %along2 = tt.broadcast %along : tensor<1x128xi32> -> tensor<128x128xi32>
  %first = arith.addi %down2, %along2 : tensor<128x128xi32>
  %ks = tt.splat %k : !tt.ptr<f16> -> tensor<128x128x!tt.ptr<f16>>
  %x = tt.addptr %ks, %first : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
  tt.store %x, %q : tensor<128x128x!tt.ptr<f16>>
  %r = scf.for %i = %c0 to %end step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32>) : i32 {
    %a = tt.load %x : tensor<128x128x!tt.ptr<f16>>
    %s = tt.dot %q, %a, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %d = tt.dot %p, %a, %o : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.return
}

// A function may write anything.
// CHECK-LABEL: @called
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.return
// WHY: remark: [Missed] no-descriptors | {{.*}}Reason="tt.call may write what it loads"
tt.func private @fill()
tt.func public @called(%k: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %end: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = arith.constant dense<0.5> : tensor<128x128xf16>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %down = tt.expand_dims %range {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %along = tt.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %strides = arith.constant dense<128> : tensor<128x1xi32>
  %down1 = arith.muli %down, %strides : tensor<128x1xi32>
  %down2 = tt.broadcast %down1 : tensor<128x1xi32> -> tensor<128x128xi32>
  %along2 = tt.broadcast %along : tensor<1x128xi32> -> tensor<128x128xi32>
  %first = arith.addi %down2, %along2 : tensor<128x128xi32>
  %ks = tt.splat %k : !tt.ptr<f16> -> tensor<128x128x!tt.ptr<f16>>
  %x = tt.addptr %ks, %first : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
  tt.call @fill() : () -> ()
  %r = scf.for %i = %c0 to %end step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32>) : i32 {
    %a = tt.load %x : tensor<128x128x!tt.ptr<f16>>
    %s = tt.dot %q, %a, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %d = tt.dot %p, %a, %o : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.return
}

// Nor is it done where the number of the iteration is no i32, or a descriptor would be made anew in
// each iteration of another loop.
// CHECK-LABEL: @wide
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.return
tt.func public @wide(%k: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: tensor<128x128x!tt.ptr<f32>>, %end: i64) {
  %c0 = arith.constant 0 : i64
  %c128 = arith.constant 128 : i64
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = arith.constant dense<0.5> : tensor<128x128xf16>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %down = tt.expand_dims %range {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %along = tt.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %strides = arith.constant dense<128> : tensor<128x1xi32>
  %down1 = arith.muli %down, %strides : tensor<128x1xi32>
  %down2 = tt.broadcast %down1 : tensor<128x1xi32> -> tensor<128x128xi32>
  %along2 = tt.broadcast %along : tensor<1x128xi32> -> tensor<128x128xi32>
  %first = arith.addi %down2, %along2 : tensor<128x128xi32>
  %ks = tt.splat %k : !tt.ptr<f16> -> tensor<128x128x!tt.ptr<f16>>
  %x = tt.addptr %ks, %first : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
  %r = scf.for %i = %c0 to %end step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32>) : i64 {
    %a = tt.load %x : tensor<128x128x!tt.ptr<f16>>
    %s = tt.dot %q, %a, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %d = tt.dot %p, %a, %o : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %r : tensor<128x128x!tt.ptr<f32>>
  tt.return
}
// CHECK-LABEL: @nested
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.return
tt.func public @nested(%k: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: tensor<128x128x!tt.ptr<f32>>, %end: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = arith.constant dense<0.5> : tensor<128x128xf16>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %down = tt.expand_dims %range {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %along = tt.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %strides = arith.constant dense<128> : tensor<128x1xi32>
  %down1 = arith.muli %down, %strides : tensor<128x1xi32>
  %down2 = tt.broadcast %down1 : tensor<128x1xi32> -> tensor<128x128xi32>
  %along2 = tt.broadcast %along : tensor<1x128xi32> -> tensor<128x128xi32>
  %first = arith.addi %down2, %along2 : tensor<128x128xi32>
  %ks = tt.splat %k : !tt.ptr<f16> -> tensor<128x128x!tt.ptr<f16>>
  %x = tt.addptr %ks, %first : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
  scf.for %tile = %c0 to %end step %c128 : i32 {
    %r = scf.for %i = %c0 to %end step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32>) : i32 {
      %a = tt.load %x : tensor<128x128x!tt.ptr<f16>>
      %s = tt.dot %q, %a, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
      %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
      %d = tt.dot %p, %a, %o : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
      scf.yield %d : tensor<128x128xf32>
    }
    tt.store %out, %r : tensor<128x128x!tt.ptr<f32>>
  }
  tt.return
}
