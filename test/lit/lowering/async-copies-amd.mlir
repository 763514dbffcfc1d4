// A warp's copies follow each other in shared memory, lane after lane, 4 or 16 bytes each. What fills no
// run of the warp is loaded and stored.
// RUN: heddle-opt %s --lower-to-simt --cse | FileCheck %s

#wide = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [64], warpsPerCTA = [2], order = [0]}>
#words = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [64], warpsPerCTA = [2], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [64], warpsPerCTA = [2], order = [0]}>
#rows = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#swizzled = #ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>
#padded = #ttg.padded_shared<[512:+8] {order = [0], shape = [1024]}>
#split = #ttg.padded_shared<[256:+8] {order = [0], shape = [1024]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "hip:gfx950", "ttg.threads-per-warp" = 64 : i32} {

// CHECK-LABEL: simt.kernel @wide(
// CHECK: simt.async_copy %{{.+}} [0] + [0] to %{{.+}} [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
// CHECK-NEXT: simt.async_commit
// CHECK-NEXT: simt.async_wait 0
tt.func public @wide(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #wide>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #wide>
  %p = tt.addptr %b, %r : tensor<1024x!tt.ptr<f16>, #wide>, tensor<1024xi32, #wide>
  %m = ttg.local_alloc : () -> !ttg.memdesc<1024xf16, #plain, #smem, mutable>
  %t = ttg.async_copy_global_to_local %p, %m : tensor<1024x!tt.ptr<f16>, #wide> -> <1024xf16, #plain, #smem, mutable>
  %g = ttg.async_commit_group tokens %t
  ttg.async_wait %g {num = 0 : i32}
  tt.return
}

// Paddings come between runs, not into them.

// CHECK-LABEL: simt.kernel @padded(
// CHECK: simt.async_copy {{.*}} bytes 16
tt.func public @padded(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #wide>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #wide>
  %p = tt.addptr %b, %r : tensor<1024x!tt.ptr<f16>, #wide>, tensor<1024xi32, #wide>
  %m = ttg.local_alloc : () -> !ttg.memdesc<1024xf16, #padded, #smem, mutable>
  %t = ttg.async_copy_global_to_local %p, %m : tensor<1024x!tt.ptr<f16>, #wide> -> <1024xf16, #padded, #smem, mutable>
  tt.return
}

// CHECK-LABEL: simt.kernel @parted(
// CHECK-NOT: simt.async_copy
// CHECK: simt.store shared {{.*}} width 8
tt.func public @parted(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #wide>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #wide>
  %p = tt.addptr %b, %r : tensor<1024x!tt.ptr<f16>, #wide>, tensor<1024xi32, #wide>
  %m = ttg.local_alloc : () -> !ttg.memdesc<1024xf16, #split, #smem, mutable>
  %t = ttg.async_copy_global_to_local %p, %m : tensor<1024x!tt.ptr<f16>, #wide> -> <1024xf16, #split, #smem, mutable>
  tt.return
}

// CHECK-LABEL: simt.kernel @words(
// CHECK: simt.async_copy %{{.+}} [0, 0, 0, 0] + [0, 512, 1024, 1536] to %{{.+}} [0, 0, 0, 0] + [0, 512, 1024, 1536] bytes 4
tt.func public @words(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #words>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #words>
  %p = tt.addptr %b, %r : tensor<1024x!tt.ptr<f16>, #words>, tensor<1024xi32, #words>
  %m = ttg.local_alloc : () -> !ttg.memdesc<1024xf16, #plain, #smem, mutable>
  %t = ttg.async_copy_global_to_local %p, %m : tensor<1024x!tt.ptr<f16>, #words> -> <1024xf16, #plain, #smem, mutable>
  tt.return
}

// There are none of 8 bytes, and two of 4 would not be next to the neighbour's.

// CHECK-LABEL: simt.kernel @pairs(
// CHECK-NOT: simt.async_copy
// CHECK: simt.store shared {{.*}} width 4
tt.func public @pairs(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #pairs>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #pairs>
  %p = tt.addptr %b, %r : tensor<1024x!tt.ptr<f16>, #pairs>, tensor<1024xi32, #pairs>
  %m = ttg.local_alloc : () -> !ttg.memdesc<1024xf16, #plain, #smem, mutable>
  %t = ttg.async_copy_global_to_local %p, %m : tensor<1024x!tt.ptr<f16>, #pairs> -> <1024xf16, #plain, #smem, mutable>
  tt.return
}

// Where nothing is read, the lane stores a zero itself.

// CHECK-LABEL: simt.kernel @masked(
// CHECK: %[[ZEROS:.+]] = arith.constant dense<0.000000e+00> : vector<8xf16>
// CHECK: %[[NOT:.+]] = arith.xori %[[MASK:.+]], %{{.+}} : vector<1xi1>
// CHECK: simt.store shared %[[TO:.+]] [0] + [0], %[[ZEROS]] width 8 if %[[NOT]]
// CHECK: simt.async_copy %{{.+}} to %[[TO]] [0] + [0] bytes 16 if %[[MASK]] : vector<1xi64>, vector<1xi32>, vector<1xi1>
tt.func public @masked(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #wide>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #wide>
  %p = tt.addptr %b, %r : tensor<1024x!tt.ptr<f16>, #wide>, tensor<1024xi32, #wide>
  %zero = arith.constant 0 : i32
  %is = arith.cmpi sgt, %n, %zero : i32
  %mask = tt.splat %is : i1 -> tensor<1024xi1, #wide>
  %m = ttg.local_alloc : () -> !ttg.memdesc<1024xf16, #plain, #smem, mutable>
  %t = ttg.async_copy_global_to_local %p, %m mask %mask : tensor<1024x!tt.ptr<f16>, #wide> -> <1024xf16, #plain, #smem, mutable>
  tt.return
}

// Lanes copy what belongs to where they are: they exchange addresses.

// CHECK-LABEL: simt.kernel @swizzled(
// CHECK: %[[LOW:.+]] = simt.extract %[[WORDS:.+]][0] : vector<2xi32>
// CHECK: simt.shuffle_index %[[LOW]], %[[LANE:.+]]
// CHECK: simt.shuffle_index %{{.+}}, %[[LANE]]
// CHECK: %[[FROM:.+]] = simt.from_words
// CHECK: simt.async_copy %[[FROM]] [0] + [0] to %{{.+}} [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
tt.func public @swizzled(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #rows}>>
  %c = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #rows}>>
  %r1 = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32, #ttg.slice<{dim = 1, parent = #rows}>> -> tensor<16x1xi32, #rows>
  %c1 = tt.expand_dims %c {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #rows}>> -> tensor<1x64xi32, #rows>
  %width = arith.constant dense<64> : tensor<16x1xi32, #rows>
  %rw = arith.muli %r1, %width : tensor<16x1xi32, #rows>
  %rb = tt.broadcast %rw : tensor<16x1xi32, #rows> -> tensor<16x64xi32, #rows>
  %cb = tt.broadcast %c1 : tensor<1x64xi32, #rows> -> tensor<16x64xi32, #rows>
  %o = arith.addi %rb, %cb : tensor<16x64xi32, #rows>
  %b = tt.splat %x : !tt.ptr<f16> -> tensor<16x64x!tt.ptr<f16>, #rows>
  %p = tt.addptr %b, %o : tensor<16x64x!tt.ptr<f16>, #rows>, tensor<16x64xi32, #rows>
  %m = ttg.local_alloc : () -> !ttg.memdesc<16x64xf16, #swizzled, #smem, mutable>
  %t = ttg.async_copy_global_to_local %p, %m : tensor<16x64x!tt.ptr<f16>, #rows> -> <16x64xf16, #swizzled, #smem, mutable>
  tt.return
}

// CHECK-LABEL: simt.kernel @buffer(%arg0: i64
// CHECK: %[[BASE:.+]] = simt.splat %arg0 : i64 -> vector<1xi64>
// CHECK: %[[OFFSET:.+]] = arith.extui %{{.+}} : vector<1xi32> to vector<1xi64>
// CHECK: %[[AT:.+]] = arith.addi %[[BASE]], %[[OFFSET]] : vector<1xi64>
// CHECK: simt.async_copy %[[AT]] [0] + [0] to %{{.+}} [0] + [0] bytes 16
tt.func public @buffer(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #wide>
  %m = ttg.local_alloc : () -> !ttg.memdesc<1024xf16, #plain, #smem, mutable>
  %t = amdg.buffer_load_to_local %x[%r] into %m : !tt.ptr<f16>[tensor<1024xi32, #wide>] -> <1024xf16, #plain, #smem, mutable>
  tt.return
}

}
