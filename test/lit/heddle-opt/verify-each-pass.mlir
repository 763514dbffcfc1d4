// A pass that changes what a kernel computes is named with the rewrite that did it; one that does not
// is not.
// RUN: not heddle-opt %s --canonicalize --test-fault='kind=predicate number=0' --verify-each-pass 2>&1 | FileCheck %s
// RUN: heddle-opt %s --canonicalize --cse --verify-each-pass
// CHECK: verify-each-pass.mlir:[[#@LINE+8]]:{{[0-9]+}}: error: pass 2, 'test-fault', changes what 'clip' computes: from operands that the first program has too, 'arith.cmpi' makes something else
// CHECK: note: argument 1[{{[0-9]+}}] is {{.+}} in the first program
// CHECK: note: in program (0, 0, 0) with argument 2 = {{[0-9]+}}
// CHECK: verify-each-pass.mlir:[[#@LINE+5]]:{{[0-9]+}}: note: with rewrite {{[0-9]+}} of the pass, MarkOrBreak, here; without it and those behind it nothing changes
tt.func public @clip(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ends = tt.splat %n : i32 -> tensor<64xi32>
  %from = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %inside = arith.cmpi slt, %range, %ends : tensor<64xi32>
  %zeros = arith.constant dense<0> : tensor<64xi32>
  %source = tt.addptr %from, %range : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %value = tt.load %source : tensor<64x!tt.ptr<i32>>
  %clipped = arith.select %inside, %value, %zeros : tensor<64xi1>, tensor<64xi32>
  %to = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %target = tt.addptr %to, %range : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  tt.store %target, %clipped : tensor<64x!tt.ptr<i32>>
  tt.return
}
