// Warps of their own begin the copies of a loop, where threads have to copy some of its factors.
// RUN: heddle-opt %s --tritongpu-automatic-warp-specialization --remarks-filter=tritongpu-automatic-warp-specialization 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.remarks
// RUN: heddle-opt %s --tritongpu-automatic-warp-specialization | heddle-opt -o /dev/null
// With 32 registers of a thread, those who load leave none.
// RUN: sed 's/module attributes {/module attributes {ttg.maxnreg = 32 : i32, /' %s > %t.few.mlir
// RUN: heddle-opt %t.few.mlir --tritongpu-automatic-warp-specialization --remarks-filter=tritongpu-automatic-warp-specialization -o /dev/null 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: Reason="the warps that load would leave too few registers"

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [8, 1], order = [1, 0]}>
#flat = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [8], order = [0]}>
#parts = #ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 4], [0, 8], [1, 0], [2, 0]], warp = [[4, 0], [0, 0], [0, 0]], block = []}>
#wide = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// Four warps load, with twice as many rows each as the eight had. What is in front of the loop they
// compute for themselves, also the zeros for what is not read. All their threads arrive, and one more
// expects the bytes of the other factor, which the copy engine loads.
// CHECK: #[[FOUR:.+]] = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-LABEL: @gathered
// CHECK-COUNT-3: ttng.init_barrier %{{.+}}, 129
// CHECK-COUNT-3: ttng.init_barrier %{{.+}}, 8
// CHECK: requestedRegisters = array<i32: 56>
// CHECK: default {
// CHECK: scf.for
// CHECK-NOT: tt.load
// CHECK: ttng.wait_barrier
// CHECK: ttng.warp_group_dot
// CHECK: ttng.arrive_barrier %{{.+}}, 8, %{{.+}} {heddle.each_warp}
// CHECK: partition0({{.+}}) num_warps(4) {
// CHECK: %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : tensor<128x64xf16, #[[FOUR]]>
// CHECK: tt.make_range {{.+}} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #[[FOUR]]}>>
// CHECK: scf.for
// CHECK: %[[ROWS:.+]] = tt.load %{{.+}} : tensor<128x!tt.ptr<i32>, #ttg.slice<{dim = 1, parent = #[[FOUR]]}>>
// CHECK: ttng.wait_barrier
// CHECK: ttng.barrier_expect %[[FILLED:.+]], 8192, %true
// CHECK: ttg.async_copy_global_to_local %{{.+}}, %{{.+}} mask %{{.+}} other %[[ZERO]] {contiguity = 8 : i32} : tensor<128x64x!tt.ptr<f16>, #[[FOUR]]>
// CHECK: ttng.async_tma_copy_global_to_local %{{.+}} %{{.+}}, %[[FILLED]], %true
// CHECK: ttng.async_copy_mbarrier_arrive %[[FILLED]] {noIncrement}
// WHY: remark: [Passed] specialized | {{.*}}buffers=3, late products=0, loading warps=4
tt.func public @gathered(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.tensordesc<64x64xf16, #shared>, %table: !tt.ptr<i32>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32, #wide>
  %none = arith.constant dense<0.0> : tensor<128x64xf16, #row>
  %least = arith.constant dense<0> : tensor<128xi32, #ttg.slice<{dim = 1, parent = #row}>>
  %pitch = arith.constant dense<64> : tensor<128x1xi32, #row>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %column = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #row}>>
  %column1 = tt.expand_dims %column {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #row}>> -> tensor<1x64xi32, #row>
  %columns = tt.broadcast %column1 : tensor<1x64xi32, #row> -> tensor<128x64xi32, #row>
  %number = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #row}>>
  %base = tt.splat %a : !tt.ptr<f16> -> tensor<128x64x!tt.ptr<f16>, #row>
  %numbers = tt.splat %table : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #ttg.slice<{dim = 1, parent = #row}>>
  %r = scf.for %j = %c0 to %n step %c64 iter_args(%sum = %zero) -> (tensor<128x64xf32, #wide>) : i32 {
    %first = tt.splat %j : i32 -> tensor<128xi32, #ttg.slice<{dim = 1, parent = #row}>>
    %entry = arith.addi %first, %number : tensor<128xi32, #ttg.slice<{dim = 1, parent = #row}>>
    %where = tt.addptr %numbers, %entry : tensor<128x!tt.ptr<i32>, #ttg.slice<{dim = 1, parent = #row}>>, tensor<128xi32, #ttg.slice<{dim = 1, parent = #row}>>
    %row = tt.load %where : tensor<128x!tt.ptr<i32>, #ttg.slice<{dim = 1, parent = #row}>>
    %is = arith.cmpi sge, %row, %least : tensor<128xi32, #ttg.slice<{dim = 1, parent = #row}>>
    %is1 = tt.expand_dims %is {axis = 1 : i32} : tensor<128xi1, #ttg.slice<{dim = 1, parent = #row}>> -> tensor<128x1xi1, #row>
    %are = tt.broadcast %is1 : tensor<128x1xi1, #row> -> tensor<128x64xi1, #row>
    %row1 = tt.expand_dims %row {axis = 1 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #row}>> -> tensor<128x1xi32, #row>
    %offset = arith.muli %row1, %pitch : tensor<128x1xi32, #row>
    %offsets = tt.broadcast %offset : tensor<128x1xi32, #row> -> tensor<128x64xi32, #row>
    %all = arith.addi %offsets, %columns : tensor<128x64xi32, #row>
    %p = tt.addptr %base, %all : tensor<128x64x!tt.ptr<f16>, #row>, tensor<128x64xi32, #row>
    %x = tt.load %p, %are, %none : tensor<128x64x!tt.ptr<f16>, #row>
    %y = tt.descriptor_load %b[%j, %c0] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %x : (tensor<128x64xf16, #row>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    %v = ttg.local_alloc %y : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<128x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<128x64xf32, #wide>
    scf.yield %d : tensor<128x64xf32, #wide>
  } {tt.warp_specialize}
  tt.return
}

// A view of what is looked up has its registers in another order than its result: it is converted. So
// are layouts that the eight warps share, some of which have the same elements.
// CHECK-LABEL: @looked_up_in_parts
// CHECK: partition0({{.+}}) num_warps(4) {
// CHECK: %[[WIDE:.+]] = tt.broadcast %{{.+}} -> tensor<8x16xi32, #[[PARTS:[^>]+]]>
// CHECK: %[[FLAT:.+]] = tt.reshape %[[WIDE]] : tensor<8x16xi32, #[[PARTS]]> -> tensor<128xi32, #[[OWN:.+]]>
// CHECK: ttg.convert_layout %[[FLAT]] : tensor<128xi32, #[[OWN]]>
// WHY: remark: [Passed] specialized | {{.*}}buffers=3, late products=0, loading warps=4
tt.func public @looked_up_in_parts(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.tensordesc<64x64xf16, #shared>, %table: !tt.ptr<i32>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32, #wide>
  %pitch = arith.constant dense<64> : tensor<128x1xi32, #row>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %base = tt.splat %a : !tt.ptr<f16> -> tensor<128x64x!tt.ptr<f16>, #row>
  %column = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #row}>>
  %column1 = tt.expand_dims %column {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #row}>> -> tensor<1x64xi32, #row>
  %columns = tt.broadcast %column1 : tensor<1x64xi32, #row> -> tensor<128x64xi32, #row>
  %part = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #parts}>>
  %numbers = tt.splat %table : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>, #ttg.slice<{dim = 1, parent = #parts}>>
  %r = scf.for %j = %c0 to %n step %c64 iter_args(%sum = %zero) -> (tensor<128x64xf32, #wide>) : i32 {
    %first = tt.splat %j : i32 -> tensor<8xi32, #ttg.slice<{dim = 1, parent = #parts}>>
    %entry = arith.addi %first, %part : tensor<8xi32, #ttg.slice<{dim = 1, parent = #parts}>>
    %where = tt.addptr %numbers, %entry : tensor<8x!tt.ptr<i32>, #ttg.slice<{dim = 1, parent = #parts}>>, tensor<8xi32, #ttg.slice<{dim = 1, parent = #parts}>>
    %page = tt.load %where : tensor<8x!tt.ptr<i32>, #ttg.slice<{dim = 1, parent = #parts}>>
    %page1 = tt.expand_dims %page {axis = 1 : i32} : tensor<8xi32, #ttg.slice<{dim = 1, parent = #parts}>> -> tensor<8x1xi32, #parts>
    %pages = tt.broadcast %page1 : tensor<8x1xi32, #parts> -> tensor<8x16xi32, #parts>
    %flat = tt.reshape %pages : tensor<8x16xi32, #parts> -> tensor<128xi32, #flat>
    %row = ttg.convert_layout %flat : tensor<128xi32, #flat> -> tensor<128xi32, #ttg.slice<{dim = 1, parent = #row}>>
    %row1 = tt.expand_dims %row {axis = 1 : i32} : tensor<128xi32, #ttg.slice<{dim = 1, parent = #row}>> -> tensor<128x1xi32, #row>
    %offset = arith.muli %row1, %pitch : tensor<128x1xi32, #row>
    %offsets = tt.broadcast %offset : tensor<128x1xi32, #row> -> tensor<128x64xi32, #row>
    %all = arith.addi %offsets, %columns : tensor<128x64xi32, #row>
    %p = tt.addptr %base, %all : tensor<128x64x!tt.ptr<f16>, #row>, tensor<128x64xi32, #row>
    %x = tt.load %p : tensor<128x64x!tt.ptr<f16>, #row>
    %y = tt.descriptor_load %b[%j, %c0] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %x : (tensor<128x64xf16, #row>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    %v = ttg.local_alloc %y : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<128x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<128x64xf32, #wide>
    scf.yield %d : tensor<128x64xf32, #wide>
  } {tt.warp_specialize}
  tt.return
}

// Its warps need the rows' numbers, too.
// CHECK-LABEL: @needed
// CHECK-NOT: ttg.warp_specialize
// CHECK: tt.return
// WHY: remark: [Missed] not-specialized | {{.*}}Reason="its warps need what tt.load loads, too"
tt.func public @needed(%b: !tt.tensordesc<64x64xf16, #shared>, %q: !tt.tensordesc<128x64xf16, #shared>, %table: !tt.ptr<i32>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %r:2 = scf.for %j = %c0 to %n step %c64 iter_args(%sum = %zero, %last = %c0) -> (tensor<128x64xf32, #wide>, i32) : i32 {
    %where = tt.addptr %table, %j : !tt.ptr<i32>, i32
    %row = tt.load %where : !tt.ptr<i32>
    %x = tt.descriptor_load %q[%row, %j] : !tt.tensordesc<128x64xf16, #shared> -> tensor<128x64xf16, #row>
    %y = tt.descriptor_load %b[%row, %c0] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %x : (tensor<128x64xf16, #row>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    %v = ttg.local_alloc %y : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<128x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<128x64xf32, #wide>
    scf.yield %d, %row : tensor<128x64xf32, #wide>, i32
  } {tt.warp_specialize}
  tt.store %table, %r#1 : !tt.ptr<i32>
  tt.return
}

// Somebody writes what says where it loads.
// CHECK-LABEL: @written
// CHECK-NOT: ttg.warp_specialize
// CHECK: tt.return
// WHY: remark: [Missed] not-specialized | {{.*}}Reason="tt.store may write what says where it loads"
tt.func public @written(%b: !tt.tensordesc<64x64xf16, #shared>, %q: !tt.tensordesc<128x64xf16, #shared>, %table: !tt.ptr<i32>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  tt.store %table, %n : !tt.ptr<i32>
  %r = scf.for %j = %c0 to %n step %c64 iter_args(%sum = %zero) -> (tensor<128x64xf32, #wide>) : i32 {
    %where = tt.addptr %table, %j : !tt.ptr<i32>, i32
    %row = tt.load %where : !tt.ptr<i32>
    %x = tt.descriptor_load %q[%row, %j] : !tt.tensordesc<128x64xf16, #shared> -> tensor<128x64xf16, #row>
    %y = tt.descriptor_load %b[%row, %c0] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
    %u = ttg.local_alloc %x : (tensor<128x64xf16, #row>) -> !ttg.memdesc<128x64xf16, #shared, #smem>
    %v = ttg.local_alloc %y : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<128x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<128x64xf32, #wide>
    scf.yield %d : tensor<128x64xf32, #wide>
  } {tt.warp_specialize}
  tt.return
}

}
