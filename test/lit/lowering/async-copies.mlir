// Copies from global to shared memory: as wide as both sides allow; narrower
// ones, and those of targets that have none, are loads and stores.
// RUN: heddle-opt %s --lower-to-simt --cse | FileCheck %s
// RUN: sed 's/cuda:80/cuda:75/' %s | heddle-opt --lower-to-simt --cse | FileCheck %s --check-prefix OLD

#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#row = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#shared = #ttg.swizzled_shared<{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}>
#column = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#flat = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

// Eight f16 lie next to each other in both. What is copied to begins at a line: sectors of global
// memory that would lie in two of shared memory are read twice.
// CHECK-LABEL: simt.kernel @wide
// CHECK: simt.shared 2048 align 128
// CHECK: simt.async_copy %{{.+}} [0] + [0] to %{{.+}} [0] + [0] bytes 16 : vector<1xi64>, vector<1xi32>
// CHECK-NEXT: simt.async_commit
// CHECK-NEXT: simt.async_wait 0
// OLD-LABEL: simt.kernel @wide
// OLD: simt.load global {{.*}} width 8
// OLD: simt.store shared {{.*}} width 8
// OLD-NOT: simt.async
tt.func public @wide(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
  %m = ttg.local_alloc : () -> !ttg.memdesc<32x32xf16, #shared, #smem, mutable>
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
  %c = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
  %r1 = tt.expand_dims %r {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<32x1xi32, #blocked>
  %c1 = tt.expand_dims %c {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
  %width = arith.constant dense<64> : tensor<32x1xi32, #blocked>
  %rw = arith.muli %r1, %width : tensor<32x1xi32, #blocked>
  %rb = tt.broadcast %rw : tensor<32x1xi32, #blocked> -> tensor<32x32xi32, #blocked>
  %cb = tt.broadcast %c1 : tensor<1x32xi32, #blocked> -> tensor<32x32xi32, #blocked>
  %o = arith.addi %rb, %cb : tensor<32x32xi32, #blocked>
  %b = tt.splat %p : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>, #blocked>
  %a = tt.addptr %b, %o : tensor<32x32x!tt.ptr<f16>, #blocked>, tensor<32x32xi32, #blocked>
  %t = ttg.async_copy_global_to_local %a, %m : tensor<32x32x!tt.ptr<f16>, #blocked> -> <32x32xf16, #shared, #smem, mutable>
  %g = ttg.async_commit_group tokens %t
  %w = ttg.async_wait %g {num = 0 : i32}
  tt.return
}

// Rows of the buffer are columns of the tensor: elements of 2 bytes that are
// neighbours in only one of the two.
// CHECK-LABEL: simt.kernel @crossed
// CHECK-NOT: simt.async_copy
// CHECK: simt.load global {{.*}} width 8
// CHECK: simt.store shared {{.*}} width 1
// CHECK: simt.async_commit
// CHECK: simt.return
tt.func public @crossed(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
  %m = ttg.local_alloc : () -> !ttg.memdesc<32x32xf16, #column, #smem, mutable>
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>>
  %c = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>>
  %r1 = tt.expand_dims %r {axis = 1 : i32} : tensor<32xi32, #ttg.slice<{dim = 1, parent = #blocked}>> -> tensor<32x1xi32, #blocked>
  %c1 = tt.expand_dims %c {axis = 0 : i32} : tensor<32xi32, #ttg.slice<{dim = 0, parent = #blocked}>> -> tensor<1x32xi32, #blocked>
  %width = arith.constant dense<64> : tensor<32x1xi32, #blocked>
  %rw = arith.muli %r1, %width : tensor<32x1xi32, #blocked>
  %rb = tt.broadcast %rw : tensor<32x1xi32, #blocked> -> tensor<32x32xi32, #blocked>
  %cb = tt.broadcast %c1 : tensor<1x32xi32, #blocked> -> tensor<32x32xi32, #blocked>
  %o = arith.addi %rb, %cb : tensor<32x32xi32, #blocked>
  %b = tt.splat %p : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>, #blocked>
  %a = tt.addptr %b, %o : tensor<32x32x!tt.ptr<f16>, #blocked>, tensor<32x32xi32, #blocked>
  %t = ttg.async_copy_global_to_local %a, %m : tensor<32x32x!tt.ptr<f16>, #blocked> -> <32x32xf16, #column, #smem, mutable>
  %g = ttg.async_commit_group tokens %t
  tt.return
}

// A mask without another value, or with zeros, fills with zeros.
// CHECK-LABEL: simt.kernel @masked
// CHECK-COUNT-2: simt.async_copy %{{.+}} zeros unless %{{.+}} : vector<1xi64>, vector<1xi32>, vector<1xi1>
// CHECK-NOT: simt.store
// CHECK: simt.return
tt.func public @masked(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
  %m = ttg.local_alloc : () -> !ttg.memdesc<512xf32, #flat, #smem, mutable>
  %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #row>
  %s = tt.splat %n : i32 -> tensor<512xi32, #row>
  %i = arith.cmpi slt, %r, %s : tensor<512xi32, #row>
  %b = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #row>
  %a = tt.addptr %b, %r : tensor<512x!tt.ptr<f32>, #row>, tensor<512xi32, #row>
  %zero = arith.constant dense<0.000000e+00> : tensor<512xf32, #row>
  %t = ttg.async_copy_global_to_local %a, %m mask %i : tensor<512x!tt.ptr<f32>, #row> -> <512xf32, #flat, #smem, mutable>
  %u = ttg.async_copy_global_to_local %a, %m mask %i other %zero : tensor<512x!tt.ptr<f32>, #row> -> <512xf32, #flat, #smem, mutable>
  tt.return
}

// Another value is stored where nothing is copied. Threads that hold what
// others hold do neither.
// CHECK-LABEL: simt.kernel @other
// CHECK: simt.store shared %{{.+}} [0] + [0], %{{.+}} width 4 if %{{.+}} : vector<1xi32>, vector<4xf32>, vector<1xi1>
// CHECK: simt.async_copy %{{.+}} [0] + [0] to %{{.+}} [0] + [0] bytes 16 if %{{.+}} : vector<1xi64>, vector<1xi32>, vector<1xi1>
// CHECK: simt.return
tt.func public @other(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) attributes {noinline = false} {
  %m = ttg.local_alloc : () -> !ttg.memdesc<128xf32, #flat, #smem, mutable>
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #row>
  %s = tt.splat %n : i32 -> tensor<128xi32, #row>
  %i = arith.cmpi slt, %r, %s : tensor<128xi32, #row>
  %b = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #row>
  %a = tt.addptr %b, %r : tensor<128x!tt.ptr<f32>, #row>, tensor<128xi32, #row>
  %two = arith.constant dense<2.000000e+00> : tensor<128xf32, #row>
  %t = ttg.async_copy_global_to_local %a, %m mask %i other %two : tensor<128x!tt.ptr<f32>, #row> -> <128xf32, #flat, #smem, mutable>
  tt.return
}

// Without facts about the address, what can be copied alone is 4 bytes.
// CHECK-LABEL: simt.kernel @narrow
// CHECK: simt.async_copy %{{.+}} [0, 0, 0, 0] + [0, 4, 8, 12] to %{{.+}} [0, 0, 0, 0] + [0, 4, 8, 12] bytes 4 : vector<1xi64>, vector<1xi32>
tt.func public @narrow(%p: !tt.ptr<f32>) attributes {noinline = false} {
  %m = ttg.local_alloc : () -> !ttg.memdesc<512xf32, #flat, #smem, mutable>
  %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #row>
  %b = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #row>
  %a = tt.addptr %b, %r : tensor<512x!tt.ptr<f32>, #row>, tensor<512xi32, #row>
  %t = ttg.async_copy_global_to_local %a, %m : tensor<512x!tt.ptr<f32>, #row> -> <512xf32, #flat, #smem, mutable>
  tt.return
}

}
