// The ops that Triton's files have beside `llvm` and `nvvm`.
// RUN: heddle-opt %s | FileCheck %s
// RUN: heddle-opt %s | heddle-opt | FileCheck %s

!regs = !llvm.struct<(f32, f32)>

// CHECK-LABEL: llvm.func @nvg
llvm.func @nvg(%desc: i64, %use: i1, %regs: !regs) {
  // CHECK: nvg.cluster_id
  %0 = nvg.cluster_id
  // CHECK: nvg.warp_group_barrier_id
  %1 = nvg.warp_group_barrier_id
  // CHECK: %[[BASE:.+]] = nvg.tensor_memory_base
  %2 = nvg.tensor_memory_base
  // CHECK: llvm.ptrtoint %[[BASE]] : !llvm.ptr<6> to i32
  %3 = llvm.ptrtoint %2 : !llvm.ptr<6> to i32
  // CHECK: nvg.wgmma %arg0, %arg0, %arg1 {eltTypeA = 3 : i32, {{.*}}} : (i64, i64, i1) -> !llvm.struct<(f32, f32)>
  %4 = nvg.wgmma %desc, %desc, %use {eltTypeA = 3 : i32, eltTypeB = 3 : i32, eltTypeC = 7 : i32, k = 32 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 256 : i32} : (i64, i64, i1) -> !regs
  // CHECK: nvg.wgmma %arg2, %arg0, %arg1, %{{.+}} {{{.*}}} : (!llvm.struct<(f32, f32)>, i64, i1, !llvm.struct<(f32, f32)>) -> !llvm.struct<(f32, f32)>
  %5 = nvg.wgmma %regs, %desc, %use, %4 {eltTypeA = 4 : i32, eltTypeB = 4 : i32, eltTypeC = 7 : i32, k = 16 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 8 : i32} : (!regs, i64, i1, !regs) -> !regs
  // CHECK: nvg.wgmma_wait_group %{{.+}} {pendings = 0 : i32} : !llvm.struct<(f32, f32)>
  %6 = nvg.wgmma_wait_group %5 {pendings = 0 : i32} : !regs
  llvm.return
}
