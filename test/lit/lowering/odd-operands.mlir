// What Triton reads though nothing can be made of it is refused here; signs of
// printed values may be missing.
// RUN: split-file %s %t
// RUN: not heddle-opt %t/float.mlir --lower-to-simt 2>&1 | FileCheck %t/float.mlir
// RUN: not heddle-opt %t/integer.mlir --lower-to-simt 2>&1 | FileCheck %t/integer.mlir
// RUN: heddle-opt %t/print.mlir --lower-to-simt | FileCheck %t/print.mlir

//--- float.mlir
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%p: !tt.ptr<i32>, %i: i32) {
    // CHECK: float.mlir:[[@LINE+1]]:10: error: 'tt.atomic_rmw' op expects floats for 'fadd', but got 'i32'
    %0 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %i : (!tt.ptr<i32>, i32) -> i32
    tt.return
  }
}

//--- integer.mlir
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%p: !tt.ptr<f32>, %i: f32) {
    // CHECK: integer.mlir:[[@LINE+1]]:10: error: 'tt.atomic_rmw' op expects integers for 'add', but got 'f32'
    %0 = tt.atomic_rmw add, acq_rel, gpu, %p, %i : (!tt.ptr<f32>, f32) -> f32
    tt.return
  }
}

//--- print.mlir
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%i: i32) {
    // CHECK: simt.print "{{.*}} none\0A"
    tt.print " none" {hex = false, isSigned = array<i32: 0>}
    // CHECK: simt.print "{{.*}} unsigned{{.*}}%u\0A"
    tt.print " unsigned" {hex = false, isSigned = array<i32>} : %i : i32
    tt.return
  }
}
