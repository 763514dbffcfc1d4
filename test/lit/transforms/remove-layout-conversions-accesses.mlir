// Ops that take any layout take the one that is there or wanted, unless their
// accesses would cost more with it than a conversion does.
// RUN: heddle-opt %s --tritongpu-remove-layout-conversions | FileCheck %s
// RUN: heddle-opt %s --tritongpu-remove-layout-conversions | heddle-opt | FileCheck %s
#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
#strided = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#plain = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#wide = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#product = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#factor = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
// CHECK-DAG: #[[ROWS:.+]] = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[COLUMNS:.+]] = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>
// CHECK-DAG: #[[WIDE:.+]] = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[PRODUCT:.+]] = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// A buffer is written and read with the layouts of the global accesses.
// CHECK-LABEL: @buffer
tt.func @buffer(%p: tensor<64x64x!tt.ptr<f32>, #rows>, %q: tensor<64x64x!tt.ptr<f32>, #rows>) {
  // CHECK-NOT: convert_layout
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #rows>
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #rows> -> tensor<64x64xf32, #strided>
  // CHECK: ttg.local_alloc {{.+}} : (tensor<64x64xf32, #[[ROWS]]>)
  %2 = ttg.local_alloc %1 : (tensor<64x64xf32, #strided>) -> !ttg.memdesc<64x64xf32, #shared, #smem, mutable>
  // CHECK: ttg.local_store {{.+}} : tensor<64x64xf32, #[[ROWS]]>
  ttg.local_store %1, %2 : tensor<64x64xf32, #strided> -> !ttg.memdesc<64x64xf32, #shared, #smem, mutable>
  // CHECK: ttg.local_load {{.+}} -> tensor<64x64xf32, #[[ROWS]]>
  %3 = ttg.local_load %2 : !ttg.memdesc<64x64xf32, #shared, #smem, mutable> -> tensor<64x64xf32, #strided>
  %4 = ttg.convert_layout %3 : tensor<64x64xf32, #strided> -> tensor<64x64xf32, #rows>
  // CHECK-NOT: convert_layout
  // CHECK: tt.return
  tt.store %q, %4 : tensor<64x64x!tt.ptr<f32>, #rows>
  tt.return
}

// Lanes along a column of this buffer are in one bank: rows are read, and
// converted, since 32 wavefronts for each word are more than a conversion.
// CHECK-LABEL: @conflicts
tt.func @conflicts(%b: !ttg.memdesc<64x64xf32, #shared, #smem>, %q: tensor<64x64x!tt.ptr<f32>, #columns>) {
  // CHECK: ttg.local_load {{.+}} -> tensor<64x64xf32, #[[ROWS]]>
  %0 = ttg.local_load %b : !ttg.memdesc<64x64xf32, #shared, #smem> -> tensor<64x64xf32, #rows>
  // CHECK-NEXT: ttg.convert_layout
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #rows> -> tensor<64x64xf32, #columns>
  // CHECK-NEXT: tt.store
  tt.store %q, %1 : tensor<64x64x!tt.ptr<f32>, #columns>
  tt.return
}

// What a buffer holds may have changed: it is not read again.
// CHECK-LABEL: @once
tt.func @once(%b: !ttg.memdesc<64x64xf32, #shared, #smem>, %p: tensor<64x64x!tt.ptr<f32>, #rows>, %q: tensor<64x64x!tt.ptr<f32>, #columns>) {
  // CHECK: ttg.local_load
  // CHECK-NOT: ttg.local_load
  // CHECK: tt.return
  %0 = ttg.local_load %b : !ttg.memdesc<64x64xf32, #shared, #smem> -> tensor<64x64xf32, #rows>
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #rows> -> tensor<64x64xf32, #columns>
  tt.store %p, %0 : tensor<64x64x!tt.ptr<f32>, #rows>
  tt.store %q, %1 : tensor<64x64x!tt.ptr<f32>, #columns>
  tt.return
}

// The arguments of a print have layouts of their own, in loops too.
// CHECK-LABEL: @debug
tt.func @debug(%p: tensor<512x!tt.ptr<f32>, #wide>, %t: tensor<64x64x!tt.ptr<f32>, #columns>, %n: i32) {
  // CHECK-NOT: convert_layout
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %0 = tt.load %p : tensor<512x!tt.ptr<f32>, #wide>
    %1 = ttg.convert_layout %0 : tensor<512xf32, #wide> -> tensor<512xf32, #plain>
    %2 = tt.load %t : tensor<64x64x!tt.ptr<f32>, #columns>
    %3 = ttg.convert_layout %2 : tensor<64x64xf32, #columns> -> tensor<64x64xf32, #rows>
    // CHECK: tt.print {{.+}} : tensor<512xf32, #[[WIDE]]>, tensor<64x64xf32, #[[COLUMNS]]>
    tt.print " x: " {hex = false, isSigned = array<i32: 0, 0>} : %1, %3 : tensor<512xf32, #plain>, tensor<64x64xf32, #rows>
    %4 = arith.cmpf oeq, %1, %1 : tensor<512xf32, #plain>
    // CHECK-NOT: convert_layout
    // CHECK: tt.assert {{.+}} : tensor<512xi1, #[[WIDE]]>
    tt.assert %4, "NaN" : tensor<512xi1, #plain>
  }
  // CHECK-NOT: convert_layout
  // CHECK: tt.return
  tt.return
}

// Source, indices and result of a gather.
// CHECK-LABEL: @gather
tt.func @gather(%p: tensor<64x64x!tt.ptr<f32>, #rows>, %i: tensor<64x64x!tt.ptr<i32>, #rows>, %q: tensor<64x64x!tt.ptr<f32>, #rows>) {
  // CHECK-NOT: convert_layout
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #rows>
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #rows> -> tensor<64x64xf32, #strided>
  %2 = tt.load %i : tensor<64x64x!tt.ptr<i32>, #rows>
  %3 = ttg.convert_layout %2 : tensor<64x64xi32, #rows> -> tensor<64x64xi32, #strided>
  // CHECK: tt.gather {{.+}} : (tensor<64x64xf32, #[[ROWS]]>, tensor<64x64xi32, #[[ROWS]]>) -> tensor<64x64xf32, #[[ROWS]]>
  %4 = tt.gather %1[%3] {axis = 1 : i32} : (tensor<64x64xf32, #strided>, tensor<64x64xi32, #strided>) -> tensor<64x64xf32, #strided>
  %5 = ttg.convert_layout %4 : tensor<64x64xf32, #strided> -> tensor<64x64xf32, #rows>
  // CHECK-NOT: convert_layout
  // CHECK: tt.return
  tt.store %q, %5 : tensor<64x64x!tt.ptr<f32>, #rows>
  tt.return
}

// Somebody chose the layouts of this one.
// CHECK-LABEL: @efficient_gather
tt.func @efficient_gather(%p: tensor<64x64x!tt.ptr<f32>, #rows>, %i: tensor<64x64xi32, #strided>, %q: tensor<64x64x!tt.ptr<f32>, #rows>) {
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #rows>
  // CHECK: ttg.convert_layout
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #rows> -> tensor<64x64xf32, #strided>
  // CHECK: tt.gather
  %2 = tt.gather %1[%i] {axis = 1 : i32, efficient_layout} : (tensor<64x64xf32, #strided>, tensor<64x64xi32, #strided>) -> tensor<64x64xf32, #strided>
  // CHECK-NEXT: ttg.convert_layout
  %3 = ttg.convert_layout %2 : tensor<64x64xf32, #strided> -> tensor<64x64xf32, #rows>
  tt.store %q, %3 : tensor<64x64x!tt.ptr<f32>, #rows>
  tt.return
}

// What is counted, its mask, and the counters.
// CHECK-LABEL: @histogram
tt.func @histogram(%p: tensor<512x!tt.ptr<i32>, #wide>, %m: tensor<512x!tt.ptr<i1>, #wide>, %q: tensor<512x!tt.ptr<i32>, #wide>) {
  // CHECK-NOT: convert_layout
  %0 = tt.load %p : tensor<512x!tt.ptr<i32>, #wide>
  %1 = ttg.convert_layout %0 : tensor<512xi32, #wide> -> tensor<512xi32, #plain>
  %2 = tt.load %m : tensor<512x!tt.ptr<i1>, #wide>
  %3 = ttg.convert_layout %2 : tensor<512xi1, #wide> -> tensor<512xi1, #plain>
  // CHECK: tt.histogram {{.+}} : tensor<512xi32, #[[WIDE]]> -> tensor<512xi32, #[[WIDE]]>
  %4 = tt.histogram %1, %3 : tensor<512xi32, #plain> -> tensor<512xi32, #plain>
  %5 = ttg.convert_layout %4 : tensor<512xi32, #plain> -> tensor<512xi32, #wide>
  // CHECK-NOT: convert_layout
  // CHECK: tt.return
  tt.store %q, %5 : tensor<512x!tt.ptr<i32>, #wide>
  tt.return
}

// Blocks of a descriptor.
// CHECK-LABEL: @descriptors
tt.func @descriptors(%x: !tt.tensordesc<64x64xf32, #shared>, %y: !tt.tensordesc<64x64xf32, #shared>, %p: tensor<64x64x!tt.ptr<f32>, #rows>, %c: i32) {
  // CHECK-NOT: convert_layout
  // CHECK: tt.descriptor_load {{.+}} -> tensor<64x64xf32, #[[ROWS]]>
  %0 = tt.descriptor_load %x[%c, %c] : !tt.tensordesc<64x64xf32, #shared> -> tensor<64x64xf32, #strided>
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #strided> -> tensor<64x64xf32, #rows>
  tt.store %p, %1 : tensor<64x64x!tt.ptr<f32>, #rows>
  %2 = tt.load %p : tensor<64x64x!tt.ptr<f32>, #rows>
  %3 = ttg.convert_layout %2 : tensor<64x64xf32, #rows> -> tensor<64x64xf32, #strided>
  // CHECK-NOT: convert_layout
  // CHECK: tt.descriptor_store {{.+}} tensor<64x64xf32, #[[ROWS]]>
  tt.descriptor_store %y[%c, %c], %3 : !tt.tensordesc<64x64xf32, #shared>, tensor<64x64xf32, #strided>
  // CHECK-NOT: convert_layout
  // CHECK: tt.return
  tt.return
}

// A wait takes the layout of the product, whose registers are not there before
// it and cannot be converted.
// CHECK-LABEL: @wait
tt.func @wait(%a: !ttg.memdesc<64x64xf16, #factor, #smem>, %b: !ttg.memdesc<64x64xf16, #factor, #smem>, %p: tensor<64x64x!tt.ptr<f32>, #rows>) {
  %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32, #product>
  // CHECK: %[[D:.+]] = ttng.warp_group_dot
  %0 = ttng.warp_group_dot %a, %b, %zero {isAsync = true} : !ttg.memdesc<64x64xf16, #factor, #smem> * !ttg.memdesc<64x64xf16, #factor, #smem> -> tensor<64x64xf32, #product>
  %1 = ttg.convert_layout %0 : tensor<64x64xf32, #product> -> tensor<64x64xf32, #rows>
  // CHECK-NEXT: %[[W:.+]] = ttng.warp_group_dot_wait %[[D]] {pendings = 0 : i32} : tensor<64x64xf32, #[[PRODUCT]]>
  %2 = ttng.warp_group_dot_wait %1 {pendings = 0 : i32} : tensor<64x64xf32, #rows>
  // CHECK-NEXT: ttg.convert_layout %[[W]]
  // CHECK-NEXT: tt.store
  tt.store %p, %2 : tensor<64x64x!tt.ptr<f32>, #rows>
  tt.return
}
}
