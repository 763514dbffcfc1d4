// A factor that memory has along N is stored along K: each thread loads 4 rows
// of 8, and turns them around in its registers.
// RUN: heddle-opt %s --tritonamdgpu-in-thread-transpose --split-input-file | FileCheck %s

#wide = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#deep = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>
#along = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [1, 0]}>
#across = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory

// CHECK-DAG: #[[WIDE:.+]] = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 16]
// CHECK-DAG: #[[BOX:.+]] = #ttg.blocked<{sizePerThread = [4, 8], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
// CHECK-DAG: #[[TURNED:.+]] = #ttg.linear<{register = {{\[\[}}1, 0], [2, 0], [0, 1], [0, 2], [0, 4]], lane = {{\[\[}}0, 8], [0, 16], [0, 32], [0, 64], [4, 0], [8, 0]], warp = {{\[\[}}16, 0], [32, 0]], block = []}>
// CHECK-DAG: #[[ROTATING:.+]] = #ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 16, order = [0, 1]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {

// The buffers of a loop: what is stored in it and before it, and all views. A,
// which memory has along K, stays.
// CHECK-LABEL: @loop
tt.func public @loop(%a: tensor<128x64x!tt.ptr<f16>, #deep>, %b: tensor<64x128x!tt.ptr<f16>, #wide>, %mask: tensor<64x128xi1, #wide>, %n: i32, %c: tensor<128x128x!tt.ptr<f32>, #mma>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %sums = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  // CHECK: ttg.local_alloc : () -> !ttg.memdesc<1x128x64xf16, #{{.+}}, #smem, mutable>
  %as = ttg.local_alloc : () -> !ttg.memdesc<1x128x64xf16, #along, #smem, mutable>
  // CHECK: %[[BS:.+]] = ttg.local_alloc : () -> !ttg.memdesc<1x64x128xf16, #[[ROTATING]], #smem, mutable>
  %bs = ttg.local_alloc : () -> !ttg.memdesc<1x64x128xf16, #across, #smem, mutable>
  %x0 = tt.load %a : tensor<128x64x!tt.ptr<f16>, #deep>
  // CHECK: %[[P:.+]] = ttg.convert_layout %arg1 : {{.+}} -> tensor<64x128x!tt.ptr<f16>, #[[BOX]]>
  // CHECK: %[[M:.+]] = ttg.convert_layout %arg2 : {{.+}} -> tensor<64x128xi1, #[[BOX]]>
  // CHECK: %[[Y:.+]] = tt.load %[[P]], %[[M]] : tensor<64x128x!tt.ptr<f16>, #[[BOX]]>
  %y0 = tt.load %b, %mask : tensor<64x128x!tt.ptr<f16>, #wide>
  %a0 = ttg.memdesc_index %as[%zero] : !ttg.memdesc<1x128x64xf16, #along, #smem, mutable> -> !ttg.memdesc<128x64xf16, #along, #smem, mutable>
  %b0 = ttg.memdesc_index %bs[%zero] : !ttg.memdesc<1x64x128xf16, #across, #smem, mutable> -> !ttg.memdesc<64x128xf16, #across, #smem, mutable>
  ttg.local_store %x0, %a0 : tensor<128x64xf16, #deep> -> !ttg.memdesc<128x64xf16, #along, #smem, mutable>
  // CHECK: %[[T:.+]] = amdg.in_thread_transpose %[[Y]] : tensor<64x128xf16, #[[BOX]]> -> tensor<64x128xf16, #[[TURNED]]>
  // CHECK: ttg.local_store %[[T]], %{{.+}} : tensor<64x128xf16, #[[TURNED]]> -> !ttg.memdesc<64x128xf16, #[[ROTATING]], #smem, mutable>
  ttg.local_store %y0, %b0 : tensor<64x128xf16, #wide> -> !ttg.memdesc<64x128xf16, #across, #smem, mutable>
  // CHECK: scf.for {{.+}} !ttg.memdesc<64x128xf16, #[[ROTATING]], #smem, mutable>)
  %r:3 = scf.for %i = %zero to %n step %one iter_args(%acc = %sums, %am = %a0, %bm = %b0) -> (tensor<128x128xf32, #mma>, !ttg.memdesc<128x64xf16, #along, #smem, mutable>, !ttg.memdesc<64x128xf16, #across, #smem, mutable>) : i32 {
    // CHECK: tt.load {{.+}} #[[BOX]]>
    %y = tt.load %b, %mask : tensor<64x128x!tt.ptr<f16>, #wide>
    %af = ttg.local_load %am : !ttg.memdesc<128x64xf16, #along, #smem, mutable> -> tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>
    // CHECK: ttg.local_load {{.+}} : !ttg.memdesc<64x128xf16, #[[ROTATING]], #smem, mutable>
    %bf = ttg.local_load %bm : !ttg.memdesc<64x128xf16, #across, #smem, mutable> -> tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
    %d = tt.dot %af, %bf, %acc : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<128x128xf32, #mma>
    %next = ttg.memdesc_index %bs[%zero] : !ttg.memdesc<1x64x128xf16, #across, #smem, mutable> -> !ttg.memdesc<64x128xf16, #across, #smem, mutable>
    // CHECK: amdg.in_thread_transpose
    ttg.local_store %y, %next : tensor<64x128xf16, #wide> -> !ttg.memdesc<64x128xf16, #across, #smem, mutable>
    scf.yield %d, %am, %next : tensor<128x128xf32, #mma>, !ttg.memdesc<128x64xf16, #along, #smem, mutable>, !ttg.memdesc<64x128xf16, #across, #smem, mutable>
  }
  tt.store %c, %r#0 : tensor<128x128x!tt.ptr<f32>, #mma>
  tt.return
}

// A buffer that something else uses, too, stays: here its rows are also read as
// they are.
// CHECK-LABEL: @shared
// CHECK-NOT: in_thread_transpose
// CHECK: tt.return
tt.func public @shared(%b: tensor<64x128x!tt.ptr<f16>, #wide>, %to: tensor<64x128x!tt.ptr<f16>, #wide>, %af: tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>, %c: tensor<128x128x!tt.ptr<f32>, #mma>) {
  %sums = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  %y = tt.load %b : tensor<64x128x!tt.ptr<f16>, #wide>
  %m = ttg.local_alloc %y : (tensor<64x128xf16, #wide>) -> !ttg.memdesc<64x128xf16, #across, #smem>
  %bf = ttg.local_load %m : !ttg.memdesc<64x128xf16, #across, #smem> -> tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  %rows = ttg.local_load %m : !ttg.memdesc<64x128xf16, #across, #smem> -> tensor<64x128xf16, #wide>
  %d = tt.dot %af, %bf, %sums : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<128x128xf32, #mma>
  tt.store %to, %rows : tensor<64x128x!tt.ptr<f16>, #wide>
  tt.store %c, %d : tensor<128x128x!tt.ptr<f32>, #mma>
  tt.return
}

// A tensor that another op makes is not loaded again, and one that has no more
// rows for a thread stays.
// CHECK-LABEL: @computed
// CHECK-NOT: in_thread_transpose
// CHECK: tt.return
tt.func public @computed(%y: tensor<64x128xf16, #wide>, %b: tensor<16x128x!tt.ptr<f16>, #wide>, %af: tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>, %ag: tensor<128x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>>, %c: tensor<128x128x!tt.ptr<f32>, #mma>) {
  %sums = arith.constant dense<0.0> : tensor<128x128xf32, #mma>
  %m = ttg.local_alloc %y : (tensor<64x128xf16, #wide>) -> !ttg.memdesc<64x128xf16, #across, #smem>
  %bf = ttg.local_load %m : !ttg.memdesc<64x128xf16, #across, #smem> -> tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  %d = tt.dot %af, %bf, %sums : tensor<128x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<64x128xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<128x128xf32, #mma>
  %z = tt.load %b : tensor<16x128x!tt.ptr<f16>, #wide>
  %n = ttg.local_alloc %z : (tensor<16x128xf16, #wide>) -> !ttg.memdesc<16x128xf16, #across, #smem>
  %bg = ttg.local_load %n : !ttg.memdesc<16x128xf16, #across, #smem> -> tensor<16x128xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>>
  %e = tt.dot %ag, %bg, %d : tensor<128x16xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>> * tensor<16x128xf16, #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 4}>> -> tensor<128x128xf32, #mma>
  tt.store %c, %e : tensor<128x128x!tt.ptr<f32>, #mma>
  tt.return
}
}
