// Masks that leave out what is outside of a box of the tensor are the descriptor's sizes: it reads
// zeros there.
// RUN: heddle-opt %s --heddle-pointers-to-descriptors=num-warps=8 --canonicalize --cse --remarks-filter=heddle-pointers-to-descriptors 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.remarks

// An empty tensor has no descriptor: then the block is one behind the end.
// CHECK-LABEL: @rows
// CHECK-SAME: %[[ROWS:[^ ]+]]: i32)
// CHECK: %[[WIDE:.+]] = arith.extsi %[[ROWS]] : i32 to i64
// CHECK: %[[NONE:.+]] = arith.cmpi slt, %[[WIDE]], %c1_i64 : i64
// CHECK: %[[MOST:.+]] = arith.minsi %[[WIDE]], %c2147483647_i64 : i64
// CHECK: %[[LEAST:.+]] = arith.maxsi %[[MOST]], %c1_i64 : i64
// CHECK: %[[SIZE:.+]] = arith.trunci %[[LEAST]] : i64 to i32
// CHECK: tt.make_tensor_descriptor %{{.+}}, [%[[SIZE]], %c128_i32]
// CHECK: scf.for %[[I:[^ ]+]] =
// CHECK: %[[AT:.+]] = arith.select %[[NONE]], %c1073741824_i32, %[[I]] : i32
// CHECK: tt.descriptor_load %{{.+}}[%[[AT]], %c0_i32]
tt.func public @rows(%k: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: tensor<128x128x!tt.ptr<f32>>, %end: i32, %rows: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = arith.constant dense<0.5> : tensor<128x128xf16>
  %nothing = arith.constant dense<0.0> : tensor<128x128xf16>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %along = tt.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %along2 = tt.broadcast %along : tensor<1x128xi32> -> tensor<128x128xi32>
  %width = arith.constant dense<128> : tensor<128x1xi32>
  %ks = tt.splat %k : !tt.ptr<f16> -> tensor<128x128x!tt.ptr<f16>>
  %r = scf.for %i = %c0 to %end step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32>) : i32 {
    %is = tt.splat %i : i32 -> tensor<128xi32>
    %row = arith.addi %is, %range : tensor<128xi32>
    %down = tt.expand_dims %row {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %down1 = arith.muli %down, %width : tensor<128x1xi32>
    %down2 = tt.broadcast %down1 : tensor<128x1xi32> -> tensor<128x128xi32>
    %at = arith.addi %down2, %along2 : tensor<128x128xi32>
    %x = tt.addptr %ks, %at : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
    %n = tt.splat %rows : i32 -> tensor<128x1xi32>
    %isRow = arith.cmpi slt, %down, %n : tensor<128x1xi32>
    %mask = tt.broadcast %isRow : tensor<128x1xi1> -> tensor<128x128xi1>
    %a = tt.load %x, %mask, %nothing : tensor<128x128x!tt.ptr<f16>>
    %s = tt.dot %q, %a, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %d = tt.dot %p, %a, %o : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %r : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// From row 0 on, which is where the first iteration reads; columns are fewer than the block's. What
// is left counts as well.
// CHECK-LABEL: @both_axes
// CHECK: tt.make_tensor_descriptor %{{.+}}, [%{{.+}}, %c100_i32]
// CHECK: tt.descriptor_load
tt.func public @both_axes(%k: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: tensor<128x128x!tt.ptr<f32>>, %end: i32, %rows: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = arith.constant dense<0.5> : tensor<128x128xf16>
  %nothing = arith.constant dense<0.0> : tensor<128x128xf16>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %along = tt.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %along2 = tt.broadcast %along : tensor<1x128xi32> -> tensor<128x128xi32>
  %width = arith.constant dense<128> : tensor<128x1xi32>
  %ks = tt.splat %k : !tt.ptr<f16> -> tensor<128x128x!tt.ptr<f16>>
  %r = scf.for %i = %c0 to %end step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32>) : i32 {
    %is = tt.splat %i : i32 -> tensor<128xi32>
    %row = arith.addi %is, %range : tensor<128xi32>
    %down = tt.expand_dims %row {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %down1 = arith.muli %down, %width : tensor<128x1xi32>
    %down2 = tt.broadcast %down1 : tensor<128x1xi32> -> tensor<128x128xi32>
    %at = arith.addi %down2, %along2 : tensor<128x128xi32>
    %x = tt.addptr %ks, %at : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
    %least = arith.constant dense<0> : tensor<128x1xi32>
    %isFirst = arith.cmpi sge, %down, %least : tensor<128x1xi32>
    %left = arith.subi %rows, %i : i32
    %lefts = tt.splat %left : i32 -> tensor<128xi32>
    %isLeft = arith.cmpi sgt, %lefts, %range : tensor<128xi32>
    %isLeft1 = tt.expand_dims %isLeft {axis = 1 : i32} : tensor<128xi1> -> tensor<128x1xi1>
    %isRow = arith.andi %isFirst, %isLeft1 : tensor<128x1xi1>
    %some = arith.constant dense<99> : tensor<1x128xi32>
    %isColumn = arith.cmpi sle, %along, %some : tensor<1x128xi32>
    %isRow2 = tt.broadcast %isRow : tensor<128x1xi1> -> tensor<128x128xi1>
    %isColumn2 = tt.broadcast %isColumn : tensor<1x128xi1> -> tensor<128x128xi1>
    %mask = arith.andi %isRow2, %isColumn2 : tensor<128x128xi1>
    %a = tt.load %x, %mask, %nothing : tensor<128x128x!tt.ptr<f16>>
    %s = tt.dot %q, %a, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %d = tt.dot %p, %a, %o : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %r : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// Descriptors read no ones.
// CHECK-LABEL: @ones
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.return
// WHY: remark: [Missed] no-descriptors | {{.*}}Reason="a mask leaves out more than what is outside of a box"
tt.func public @ones(%k: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: tensor<128x128x!tt.ptr<f32>>, %end: i32, %rows: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = arith.constant dense<0.5> : tensor<128x128xf16>
  %nothing = arith.constant dense<0.0> : tensor<128x128xf16>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %along = tt.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %along2 = tt.broadcast %along : tensor<1x128xi32> -> tensor<128x128xi32>
  %width = arith.constant dense<128> : tensor<128x1xi32>
  %ks = tt.splat %k : !tt.ptr<f16> -> tensor<128x128x!tt.ptr<f16>>
  %r = scf.for %i = %c0 to %end step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32>) : i32 {
    %is = tt.splat %i : i32 -> tensor<128xi32>
    %row = arith.addi %is, %range : tensor<128xi32>
    %down = tt.expand_dims %row {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %down1 = arith.muli %down, %width : tensor<128x1xi32>
    %down2 = tt.broadcast %down1 : tensor<128x1xi32> -> tensor<128x128xi32>
    %at = arith.addi %down2, %along2 : tensor<128x128xi32>
    %x = tt.addptr %ks, %at : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
    %n = tt.splat %rows : i32 -> tensor<128x1xi32>
    %isRow = arith.cmpi slt, %down, %n : tensor<128x1xi32>
    %mask = tt.broadcast %isRow : tensor<128x1xi1> -> tensor<128x128xi1>
    %a = tt.load %x, %mask, %q : tensor<128x128x!tt.ptr<f16>>
    %s = tt.dot %q, %a, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %d = tt.dot %p, %a, %o : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %r : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// They read zeros, not -0.
// CHECK-LABEL: @negative_zeros
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.return
// WHY: remark: [Missed] no-descriptors | {{.*}}Reason="a mask leaves out more than what is outside of a box"
tt.func public @negative_zeros(%k: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: tensor<128x128x!tt.ptr<f32>>, %end: i32, %rows: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = arith.constant dense<0.5> : tensor<128x128xf16>
  %nothing = arith.constant dense<0.0> : tensor<128x128xf16>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %along = tt.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %along2 = tt.broadcast %along : tensor<1x128xi32> -> tensor<128x128xi32>
  %width = arith.constant dense<128> : tensor<128x1xi32>
  %ks = tt.splat %k : !tt.ptr<f16> -> tensor<128x128x!tt.ptr<f16>>
  %r = scf.for %i = %c0 to %end step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32>) : i32 {
    %is = tt.splat %i : i32 -> tensor<128xi32>
    %row = arith.addi %is, %range : tensor<128xi32>
    %down = tt.expand_dims %row {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %down1 = arith.muli %down, %width : tensor<128x1xi32>
    %down2 = tt.broadcast %down1 : tensor<128x1xi32> -> tensor<128x128xi32>
    %at = arith.addi %down2, %along2 : tensor<128x128xi32>
    %x = tt.addptr %ks, %at : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
    %n = tt.splat %rows : i32 -> tensor<128x1xi32>
    %isRow = arith.cmpi slt, %down, %n : tensor<128x1xi32>
    %mask = tt.broadcast %isRow : tensor<128x1xi1> -> tensor<128x128xi1>
    %negative = arith.constant dense<-0.0> : tensor<128x128xf16>
    %a = tt.load %x, %mask, %negative : tensor<128x128x!tt.ptr<f16>>
    %s = tt.dot %q, %a, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %d = tt.dot %p, %a, %o : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %r : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// Below the diagonal is no box.
// CHECK-LABEL: @diagonal
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.return
// WHY: remark: [Missed] no-descriptors | {{.*}}Reason="a mask leaves out more than what is outside of a box"
tt.func public @diagonal(%k: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: tensor<128x128x!tt.ptr<f32>>, %end: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = arith.constant dense<0.5> : tensor<128x128xf16>
  %nothing = arith.constant dense<0.0> : tensor<128x128xf16>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %along = tt.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %along2 = tt.broadcast %along : tensor<1x128xi32> -> tensor<128x128xi32>
  %width = arith.constant dense<128> : tensor<128x1xi32>
  %ks = tt.splat %k : !tt.ptr<f16> -> tensor<128x128x!tt.ptr<f16>>
  %r = scf.for %i = %c0 to %end step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32>) : i32 {
    %is = tt.splat %i : i32 -> tensor<128xi32>
    %row = arith.addi %is, %range : tensor<128xi32>
    %down = tt.expand_dims %row {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %down1 = arith.muli %down, %width : tensor<128x1xi32>
    %down2 = tt.broadcast %down1 : tensor<128x1xi32> -> tensor<128x128xi32>
    %at = arith.addi %down2, %along2 : tensor<128x128xi32>
    %x = tt.addptr %ks, %at : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
    %down3 = tt.broadcast %down : tensor<128x1xi32> -> tensor<128x128xi32>
    %mask = arith.cmpi sge, %down3, %along2 : tensor<128x128xi32>
    %a = tt.load %x, %mask, %nothing : tensor<128x128x!tt.ptr<f16>>
    %s = tt.dot %q, %a, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %d = tt.dot %p, %a, %o : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %r : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// All iterations read the same rows.
// CHECK-LABEL: @same_rows
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.return
// WHY: remark: [Missed] no-descriptors | {{.*}}Reason="a mask leaves out more than what is outside of a box"
tt.func public @same_rows(%k: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: tensor<128x128x!tt.ptr<f32>>, %end: i32, %rows: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = arith.constant dense<0.5> : tensor<128x128xf16>
  %nothing = arith.constant dense<0.0> : tensor<128x128xf16>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %along = tt.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %along2 = tt.broadcast %along : tensor<1x128xi32> -> tensor<128x128xi32>
  %width = arith.constant dense<128> : tensor<128x1xi32>
  %ks = tt.splat %k : !tt.ptr<f16> -> tensor<128x128x!tt.ptr<f16>>
  %r = scf.for %i = %c0 to %end step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32>) : i32 {
    %is = tt.splat %i : i32 -> tensor<128xi32>
    %row = arith.addi %is, %range : tensor<128xi32>
    %down = tt.expand_dims %row {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %down1 = arith.muli %down, %width : tensor<128x1xi32>
    %down2 = tt.broadcast %down1 : tensor<128x1xi32> -> tensor<128x128xi32>
    %at = arith.addi %down2, %along2 : tensor<128x128xi32>
    %x = tt.addptr %ks, %at : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
    %first = tt.expand_dims %range {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %n = tt.splat %rows : i32 -> tensor<128x1xi32>
    %isRow = arith.cmpi slt, %first, %n : tensor<128x1xi32>
    %mask = tt.broadcast %isRow : tensor<128x1xi1> -> tensor<128x128xi1>
    %a = tt.load %x, %mask, %nothing : tensor<128x128x!tt.ptr<f16>>
    %s = tt.dot %q, %a, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %d = tt.dot %p, %a, %o : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %r : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// Rows from %rows on, which may be more than 0.
// CHECK-LABEL: @later_rows
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.return
// WHY: remark: [Missed] no-descriptors | {{.*}}Reason="a mask leaves out more than what is outside of a box"
tt.func public @later_rows(%k: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: tensor<128x128x!tt.ptr<f32>>, %end: i32, %rows: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = arith.constant dense<0.5> : tensor<128x128xf16>
  %nothing = arith.constant dense<0.0> : tensor<128x128xf16>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %along = tt.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %along2 = tt.broadcast %along : tensor<1x128xi32> -> tensor<128x128xi32>
  %width = arith.constant dense<128> : tensor<128x1xi32>
  %ks = tt.splat %k : !tt.ptr<f16> -> tensor<128x128x!tt.ptr<f16>>
  %r = scf.for %i = %c0 to %end step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32>) : i32 {
    %is = tt.splat %i : i32 -> tensor<128xi32>
    %row = arith.addi %is, %range : tensor<128xi32>
    %down = tt.expand_dims %row {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %down1 = arith.muli %down, %width : tensor<128x1xi32>
    %down2 = tt.broadcast %down1 : tensor<128x1xi32> -> tensor<128x128xi32>
    %at = arith.addi %down2, %along2 : tensor<128x128xi32>
    %x = tt.addptr %ks, %at : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
    %n = tt.splat %rows : i32 -> tensor<128x1xi32>
    %isRow = arith.cmpi sge, %down, %n : tensor<128x1xi32>
    %mask = tt.broadcast %isRow : tensor<128x1xi1> -> tensor<128x128xi1>
    %a = tt.load %x, %mask, %nothing : tensor<128x128x!tt.ptr<f16>>
    %s = tt.dot %q, %a, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %d = tt.dot %p, %a, %o : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %r : tensor<128x128x!tt.ptr<f32>>
  tt.return
}

// A condition of no axis.
// CHECK-LABEL: @anywhere
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.return
// WHY: remark: [Missed] no-descriptors | {{.*}}Reason="a mask leaves out more than what is outside of a box"
tt.func public @anywhere(%k: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: tensor<128x128x!tt.ptr<f32>>, %end: i32, %rows: i1) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %q = arith.constant dense<0.5> : tensor<128x128xf16>
  %nothing = arith.constant dense<0.0> : tensor<128x128xf16>
  %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %along = tt.expand_dims %range {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %along2 = tt.broadcast %along : tensor<1x128xi32> -> tensor<128x128xi32>
  %width = arith.constant dense<128> : tensor<128x1xi32>
  %ks = tt.splat %k : !tt.ptr<f16> -> tensor<128x128x!tt.ptr<f16>>
  %r = scf.for %i = %c0 to %end step %c128 iter_args(%o = %zero) -> (tensor<128x128xf32>) : i32 {
    %is = tt.splat %i : i32 -> tensor<128xi32>
    %row = arith.addi %is, %range : tensor<128xi32>
    %down = tt.expand_dims %row {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
    %down1 = arith.muli %down, %width : tensor<128x1xi32>
    %down2 = tt.broadcast %down1 : tensor<128x1xi32> -> tensor<128x128xi32>
    %at = arith.addi %down2, %along2 : tensor<128x128xi32>
    %x = tt.addptr %ks, %at : tensor<128x128x!tt.ptr<f16>>, tensor<128x128xi32>
    %mask = tt.splat %rows : i1 -> tensor<128x128xi1>
    %a = tt.load %x, %mask, %nothing : tensor<128x128x!tt.ptr<f16>>
    %s = tt.dot %q, %a, %zero : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    %p = arith.truncf %s : tensor<128x128xf32> to tensor<128x128xf16>
    %d = tt.dot %p, %a, %o : tensor<128x128xf16> * tensor<128x128xf16> -> tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tt.store %out, %r : tensor<128x128x!tt.ptr<f32>>
  tt.return
}
