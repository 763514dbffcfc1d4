// Loads of block pointers, which have no mask, move if the loop has iterations.
// RUN: heddle-opt %s --triton-licm --triton 3.6 | FileCheck %s
// RUN: heddle-opt %s --triton-licm --triton 3.6 | heddle-opt --triton 3.6

// CHECK-LABEL: @block_pointer(
// CHECK: scf.for
// CHECK-NEXT: tt.load
// CHECK: tt.load
// CHECK-NEXT: scf.for
tt.func @block_pointer(%p: !tt.ptr<tensor<128xi32>>, %lo: i32, %hi: i32, %o: tensor<128xi32>) -> (tensor<128xi32>, tensor<128xi32>) {
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %r = scf.for %i = %lo to %hi step %lo iter_args(%a = %o) -> (tensor<128xi32>) : i32 {
    %v = tt.load %p : !tt.ptr<tensor<128xi32>>
    %s = arith.addi %a, %v : tensor<128xi32>
    scf.yield %s : tensor<128xi32>
  }
  %s = scf.for %i = %c0 to %c4 step %c4 iter_args(%a = %o) -> (tensor<128xi32>) : i32 {
    %v = tt.load %p : !tt.ptr<tensor<128xi32>>
    %s = arith.addi %a, %v : tensor<128xi32>
    scf.yield %s : tensor<128xi32>
  }
  tt.return %r, %s : tensor<128xi32>, tensor<128xi32>
}
