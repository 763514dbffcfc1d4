// Which op of a loop runs in which stage and cluster.
// RUN: heddle-opt %s --tritongpu-schedule-loops --remarks-filter=tritongpu-schedule-loops 2>&1 | FileCheck %s

#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#B = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
#wide = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory

// A store cannot run ahead, nor a load before itself.
// CHECK: remark: [Missed] not-scheduled | {{.*}}Reason="it has effects, and would have to run ahead"
// CHECK: remark: [Missed] not-scheduled | {{.*}}Reason="a load with a latency depends on what it loaded an iteration before"
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// Copies come first: behind the barrier of the wait everybody has read the buffer that is next.
// CHECK-LABEL: @in_warps
// CHECK-DAG: tt.load %{{.+}} {loop.cluster = 0 : i32, loop.stage = 0 : i32, tt.latency = 2 : i32}
// CHECK-DAG: tt.addptr {{.+}} {loop.cluster = 0 : i32, loop.stage = 0 : i32}
// CHECK-DAG: tt.dot {{.+}} {loop.cluster = 1 : i32, loop.stage = 2 : i32}
// CHECK: tt.scheduled_max_stage = 2 : i32
tt.func @in_warps(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %next = arith.constant dense<64> : tensor<64x64xi32, #row>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %at = %p) -> (tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #row>) : i32 {
    %a = tt.load %at {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %b = tt.load %q {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %u = ttg.convert_layout %a : tensor<64x64xf16, #row> -> tensor<64x64xf16, #A>
    %v = ttg.convert_layout %b : tensor<64x64xf16, #row> -> tensor<64x64xf16, #B>
    %d = tt.dot %u, %v, %sum : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
    %on = tt.addptr %at, %next : tensor<64x64x!tt.ptr<f16>, #row>, tensor<64x64xi32, #row>
    scf.yield %d, %on : tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #row>
  }
  tt.return %r#0 : tensor<64x64xf32, #mma>
}

// Copies run while the product does.
// CHECK-LABEL: @in_groups
// CHECK: tt.load %{{.+}} {loop.cluster = 1 : i32, loop.stage = 0 : i32
// CHECK: warp_group_dot {{.+}}loop.cluster = 0 : i32, loop.stage = 2 : i32
tt.func @in_groups(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf32, #wide> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %next = arith.constant dense<64> : tensor<64x64xi32, #row>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %at = %p) -> (tensor<64x64xf32, #wide>, tensor<64x64x!tt.ptr<f16>, #row>) : i32 {
    %a = tt.load %at {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %b = tt.load %q {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %u = ttg.local_alloc %a : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %v = ttg.local_alloc %b : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    %on = tt.addptr %at, %next : tensor<64x64x!tt.ptr<f16>, #row>, tensor<64x64xi32, #row>
    scf.yield %d, %on : tensor<64x64xf32, #wide>, tensor<64x64x!tt.ptr<f16>, #row>
  }
  tt.return %r#0 : tensor<64x64xf32, #wide>
}

// A number is loaded for the next iteration behind the last use of this one's.
// CHECK-LABEL: @number
// CHECK: tt.load %{{.+}} {loop.cluster = 1 : i32, loop.stage = 1 : i32, tt.latency = 1 : i32} : !tt.ptr<f32>
// CHECK: tt.load %{{.+}} {loop.cluster = 3 : i32, loop.stage = 0 : i32, tt.latency = 2 : i32}
// CHECK: tt.splat {{.+}} {loop.cluster = 0 : i32, loop.stage = 2 : i32}
// CHECK: arith.mulf {{.+}} {loop.cluster = 2 : i32, loop.stage = 2 : i32}
// CHECK: tt.dot {{.+}} {loop.cluster = 4 : i32, loop.stage = 2 : i32}
tt.func @number(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: !tt.ptr<f32>, %n: i32) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %one = arith.constant dense<1.0> : tensor<64x64xf16, #B>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
    %where = tt.addptr %q, %i : !tt.ptr<f32>, i32
    %decay = tt.load %where {tt.latency = 1 : i32} : !tt.ptr<f32>
    %a = tt.load %p {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %all = tt.splat %decay : f32 -> tensor<64x64xf32, #mma>
    %c = arith.mulf %sum, %all : tensor<64x64xf32, #mma>
    %u = ttg.convert_layout %a : tensor<64x64xf16, #row> -> tensor<64x64xf16, #A>
    %d = tt.dot %u, %one, %c : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
    scf.yield %d : tensor<64x64xf32, #mma>
  }
  tt.return %r : tensor<64x64xf32, #mma>
}

// Copies that are to stand behind the products stand behind the last that adds to the same sums.
// CHECK-LABEL: @behind
// CHECK: tt.load %{{.+}} {loop.cluster = 1 : i32, loop.stage = 0 : i32
// CHECK: tt.load %{{.+}} {loop.cluster = 1 : i32, loop.stage = 0 : i32
// CHECK: tt.dot {{.+}} {loop.cluster = 0 : i32, loop.stage = 2 : i32}
// CHECK: tt.dot {{.+}} {loop.cluster = 0 : i32, loop.stage = 2 : i32}
// CHECK: arith.addf {{.+}} {loop.cluster = 2 : i32, loop.stage = 2 : i32}
// CHECK: } {tt.scheduled_max_stage = 2 : i32}
tt.func @behind(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %one = arith.constant dense<1.0> : tensor<64x64xf16, #B>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #mma>) : i32 {
    %a = tt.load %p {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %b = tt.load %q {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %u = ttg.convert_layout %a : tensor<64x64xf16, #row> -> tensor<64x64xf16, #A>
    %v = ttg.convert_layout %b : tensor<64x64xf16, #row> -> tensor<64x64xf16, #A>
    %d = tt.dot %u, %one, %zero : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
    %e = tt.dot %v, %one, %d : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
    %f = arith.addf %e, %sum : tensor<64x64xf32, #mma>
    scf.yield %f : tensor<64x64xf32, #mma>
  } {heddle.copies_behind}
  tt.return %r : tensor<64x64xf32, #mma>
}

// What the second product adds is in memory before the first one starts, and what is stored for
// others is stored when both run.
// CHECK-LABEL: @stores_behind
// CHECK: scf.for
// CHECK: %[[X:.+]] = arith.truncf %{{[^ ]+}}
// CHECK: %[[Y:.+]] = arith.truncf %{{[^ ]+}}
// CHECK: ttg.local_alloc %[[Y]]
// CHECK: ttg.local_alloc %[[X]]
// CHECK: %[[ONE:.+]] = ttng.warp_group_dot
// CHECK: ttng.warp_group_dot {{.+}}, %[[ONE]]
// CHECK: %[[OUT:.+]] = ttg.convert_layout %[[X]]
// CHECK: tt.store {{.+}}, %[[OUT]]
// CHECK: scf.yield
tt.func @stores_behind(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %out: tensor<64x64x!tt.ptr<f16>, #row>, %n: i32) -> tensor<64x64xf32, #wide> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %zero, %g = %zero) -> (tensor<64x64xf32, #wide>, tensor<64x64xf32, #wide>) : i32 {
    %x = arith.truncf %h : tensor<64x64xf32, #wide> to tensor<64x64xf16, #wide>
    %to = ttg.convert_layout %x : tensor<64x64xf16, #wide> -> tensor<64x64xf16, #row>
    tt.store %out, %to : tensor<64x64x!tt.ptr<f16>, #row>
    %y = arith.truncf %g : tensor<64x64xf32, #wide> to tensor<64x64xf16, #wide>
    %a = tt.load %p {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %u = ttg.local_alloc %a : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %v = ttg.local_alloc %x : (tensor<64x64xf16, #wide>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %u, %v, %zero : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    %b = tt.load %q {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %w = ttg.local_alloc %b : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %z = ttg.local_alloc %y : (tensor<64x64xf16, #wide>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %e = ttng.warp_group_dot %w, %z, %d : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    %f = arith.addf %e, %h : tensor<64x64xf32, #wide>
    scf.yield %e, %f : tensor<64x64xf32, #wide>, tensor<64x64xf32, #wide>
  }
  tt.return %r#0 : tensor<64x64xf32, #wide>
}

// The second of two products goes on until the next iteration has waited for the first: all
// copies stand behind that one, and one barrier in front of them serves all.
// CHECK-LABEL: @in_two_groups
// CHECK-COUNT-2: tt.load %{{.+}} {loop.cluster = 1 : i32, loop.stage = 0 : i32
// CHECK: warp_group_dot {{.+}}loop.cluster = 0 : i32, loop.stage = 2 : i32
// CHECK: tt.load %{{.+}} {loop.cluster = 1 : i32, loop.stage = 0 : i32
// CHECK: warp_group_dot {{.+}}loop.cluster = 2 : i32, loop.stage = 2 : i32
tt.func @in_two_groups(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %s: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf32, #wide> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %next = arith.constant dense<64> : tensor<64x64xi32, #row>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %at = %p) -> (tensor<64x64xf32, #wide>, tensor<64x64x!tt.ptr<f16>, #row>) : i32 {
    %a = tt.load %at {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %b = tt.load %q {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %u = ttg.local_alloc %a : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %v = ttg.local_alloc %b : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %half = ttng.warp_group_dot %u, %v, %zero : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    %factor = arith.truncf %half : tensor<64x64xf32, #wide> to tensor<64x64xf16, #wide>
    %in = ttg.convert_layout %factor : tensor<64x64xf16, #wide> -> tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #wide, kWidth = 2}>>
    %c = tt.load %s {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %w = ttg.local_alloc %c : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %d = ttng.warp_group_dot %in, %w, %sum : tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #wide, kWidth = 2}>> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    %on = tt.addptr %at, %next : tensor<64x64x!tt.ptr<f16>, #row>, tensor<64x64xi32, #row>
    scf.yield %d, %on : tensor<64x64xf32, #wide>, tensor<64x64x!tt.ptr<f16>, #row>
  }
  tt.return %r#0 : tensor<64x64xf32, #wide>
}

// The product is waited for at once, as its sums are changed before the next one.
// CHECK-LABEL: @changed_sums
// CHECK: tt.load %{{.+}} {loop.cluster = 1 : i32, loop.stage = 0 : i32
// CHECK: arith.mulf {{.+}} {loop.cluster = 0 : i32, loop.stage = 2 : i32}
// CHECK: warp_group_dot {{.+}}loop.cluster = 2 : i32, loop.stage = 2 : i32
tt.func @changed_sums(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf32, #wide> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
  %next = arith.constant dense<64> : tensor<64x64xi32, #row>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %at = %p) -> (tensor<64x64xf32, #wide>, tensor<64x64x!tt.ptr<f16>, #row>) : i32 {
    %a = tt.load %at {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %b = tt.load %q {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %u = ttg.local_alloc %a : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %v = ttg.local_alloc %b : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
    %half = arith.mulf %sum, %sum : tensor<64x64xf32, #wide>
    %d = ttng.warp_group_dot %u, %v, %half : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
    %on = tt.addptr %at, %next : tensor<64x64x!tt.ptr<f16>, #row>, tensor<64x64xi32, #row>
    scf.yield %d, %on : tensor<64x64xf32, #wide>, tensor<64x64x!tt.ptr<f16>, #row>
  }
  tt.return %r#0 : tensor<64x64xf32, #wide>
}

// What the second product needs is copied before that one: a factor moves to its user.
// CHECK-LABEL: @two_products
// CHECK: tt.load %{{.+}} {loop.cluster = 0 : i32, loop.stage = 0 : i32
// CHECK: tt.load %{{.+}} {loop.cluster = 2 : i32, loop.stage = 0 : i32
// CHECK: tt.dot {{.+}} {loop.cluster = 1 : i32, loop.stage = 2 : i32}
// CHECK: ttg.convert_layout %{{.+}}loop.cluster = 3 : i32, loop.stage = 2 : i32{{.+}} tensor<64x64xf16, #blocked> ->
// CHECK: tt.dot {{.+}} {loop.cluster = 3 : i32, loop.stage = 2 : i32}
tt.func @two_products(%p: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %q: tensor<64x64x!tt.ptr<f16>, #row> {tt.contiguity = dense<[1, 64]> : tensor<2xi32>, tt.divisibility = dense<[16, 16]> : tensor<2xi32>}, %n: i32) -> tensor<64x64xf32, #mma> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #mma>
  %next = arith.constant dense<64> : tensor<64x64xi32, #row>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant dense<1.0> : tensor<64x64xf16, #A>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero, %at = %p) -> (tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #row>) : i32 {
    %a = tt.load %at {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %b = tt.load %q {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<f16>, #row>
    %v = ttg.convert_layout %b : tensor<64x64xf16, #row> -> tensor<64x64xf16, #B>
    %u = ttg.convert_layout %a : tensor<64x64xf16, #row> -> tensor<64x64xf16, #B>
    %s = tt.dot %one, %u, %sum : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
    %h = arith.truncf %s : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
    %f = ttg.convert_layout %h : tensor<64x64xf16, #mma> -> tensor<64x64xf16, #A>
    %d = tt.dot %f, %v, %zero : tensor<64x64xf16, #A> * tensor<64x64xf16, #B> -> tensor<64x64xf32, #mma>
    %on = tt.addptr %at, %next : tensor<64x64x!tt.ptr<f16>, #row>, tensor<64x64xi32, #row>
    scf.yield %d, %on : tensor<64x64xf32, #mma>, tensor<64x64x!tt.ptr<f16>, #row>
  }
  tt.return %r#0 : tensor<64x64xf32, #mma>
}

// The first load is an address of the second, and runs ahead of that.
// CHECK-LABEL: @through_indices
// CHECK: tt.load %{{.+}} {loop.cluster = 0 : i32, loop.stage = 0 : i32, tt.latency = 1 : i32}
// CHECK: tt.addptr {{.+}} {loop.cluster = 1 : i32, loop.stage = 1 : i32}
// CHECK: tt.load %{{.+}} {loop.cluster = 1 : i32, loop.stage = 1 : i32, tt.latency = 1 : i32}
// CHECK: arith.addf {{.+}} {loop.cluster = 2 : i32, loop.stage = 2 : i32}
tt.func @through_indices(%p: tensor<64x64x!tt.ptr<i32>, #row>, %q: tensor<64x64x!tt.ptr<f32>, #row>, %n: i32) -> tensor<64x64xf32, #row> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32, #row>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32, #row>) : i32 {
    %index = tt.load %p {tt.latency = 1 : i32} : tensor<64x64x!tt.ptr<i32>, #row>
    %at = tt.addptr %q, %index : tensor<64x64x!tt.ptr<f32>, #row>, tensor<64x64xi32, #row>
    %a = tt.load %at {tt.latency = 1 : i32} : tensor<64x64x!tt.ptr<f32>, #row>
    %s = arith.addf %sum, %a : tensor<64x64xf32, #row>
    scf.yield %s : tensor<64x64xf32, #row>
  }
  tt.return %r : tensor<64x64xf32, #row>
}

// CHECK-LABEL: @effects
// CHECK-NOT: loop.stage
// CHECK: tt.return
tt.func @effects(%p: tensor<64x64x!tt.ptr<i32>, #row>, %one: tensor<64x64xi32, #row>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant dense<true> : tensor<64x64xi1, #row>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %old = tt.atomic_rmw add, relaxed, gpu, %p, %one, %true : (tensor<64x64x!tt.ptr<i32>, #row>, tensor<64x64xi32, #row>, tensor<64x64xi1, #row>) -> tensor<64x64xi32, #row>
    %at = tt.addptr %p, %old : tensor<64x64x!tt.ptr<i32>, #row>, tensor<64x64xi32, #row>
    %a = tt.load %at {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<i32>, #row>
    tt.store %at, %a : tensor<64x64x!tt.ptr<i32>, #row>
  }
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%at = %p) -> (tensor<64x64x!tt.ptr<i32>, #row>) : i32 {
    %a = tt.load %at {tt.latency = 2 : i32} : tensor<64x64x!tt.ptr<i32>, #row>
    %next = tt.addptr %at, %a : tensor<64x64x!tt.ptr<i32>, #row>, tensor<64x64xi32, #row>
    scf.yield %next : tensor<64x64x!tt.ptr<i32>, #row>
  }
  tt.return
}

}
