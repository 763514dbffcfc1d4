// What threads store, products of warp groups read behind a proxy fence and a
// barrier; where both are there, none comes.
// RUN: heddle-opt %s --simt-insert-barriers | FileCheck %s
// RUN: heddle-opt %s --simt-insert-barriers | heddle-opt --simt-insert-barriers | FileCheck %s

// One fence for both buffers.
// CHECK-LABEL: simt.kernel @stored
// CHECK: simt.store shared
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: simt.proxy_fence
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: %{{.+}} = simt.group_mma
// CHECK-NEXT: %{{.+}} = simt.group_wait
// CHECK-NEXT: simt.return
simt.kernel @stored() warps(4) lanes(32) shared(8192) {
  %t = simt.thread
  %x = simt.shared 4096 align 1024 at 0
  %y = simt.shared 4096 align 1024 at 4096
  %c16 = arith.constant 16 : i32
  %o = arith.muli %t, %c16 : i32
  %ax = arith.addi %o, %x : i32
  %ay = arith.addi %o, %y : i32
  %toX = simt.splat %ax : i32 -> vector<1xi32>
  %toY = simt.splat %ay : i32 -> vector<1xi32>
  %v = arith.constant dense<1.5> : vector<8xf16>
  %c = arith.constant dense<0.25> : vector<4xf32>
  simt.store shared %toX [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  simt.store shared %toY [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %y as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_wait 0 (%d) read(%x, %y) : (vector<4xf32>, i32, i32) -> vector<4xf32>
  simt.return
}

// Nothing is missing.
// CHECK-LABEL: simt.kernel @fenced
// CHECK: simt.store shared
// CHECK-NEXT: simt.proxy_fence
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: %{{.+}} = simt.group_mma
// CHECK-NEXT: %{{.+}} = simt.group_wait
// CHECK-NEXT: simt.return
simt.kernel @fenced() warps(4) lanes(32) shared(8192) {
  %t = simt.thread
  %x = simt.shared 4096 align 1024 at 0
  %y = simt.shared 4096 align 1024 at 4096
  %c16 = arith.constant 16 : i32
  %o = arith.muli %t, %c16 : i32
  %ax = arith.addi %o, %x : i32
  %ay = arith.addi %o, %y : i32
  %toX = simt.splat %ax : i32 -> vector<1xi32>
  %toY = simt.splat %ay : i32 -> vector<1xi32>
  %v = arith.constant dense<1.5> : vector<8xf16>
  %c = arith.constant dense<0.25> : vector<4xf32>
  simt.store shared %toX [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  simt.proxy_fence
  simt.barrier block
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_wait 0 (%d) read(%x, %x) : (vector<4xf32>, i32, i32) -> vector<4xf32>
  simt.return
}

// The barrier is there; its fence is not.
// CHECK-LABEL: simt.kernel @barrier
// CHECK: simt.store shared
// CHECK-NEXT: simt.proxy_fence
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: %{{.+}} = simt.group_mma
// CHECK-NEXT: %{{.+}} = simt.group_wait
// CHECK-NEXT: simt.return
simt.kernel @barrier() warps(4) lanes(32) shared(8192) {
  %t = simt.thread
  %x = simt.shared 4096 align 1024 at 0
  %y = simt.shared 4096 align 1024 at 4096
  %c16 = arith.constant 16 : i32
  %o = arith.muli %t, %c16 : i32
  %ax = arith.addi %o, %x : i32
  %ay = arith.addi %o, %y : i32
  %toX = simt.splat %ax : i32 -> vector<1xi32>
  %toY = simt.splat %ay : i32 -> vector<1xi32>
  %v = arith.constant dense<1.5> : vector<8xf16>
  %c = arith.constant dense<0.25> : vector<4xf32>
  simt.store shared %toX [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  simt.barrier block
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_wait 0 (%d) read(%x, %x) : (vector<4xf32>, i32, i32) -> vector<4xf32>
  simt.return
}

// While a product is under way, and is waited for before the barrier, the fence comes first.
// CHECK-LABEL: simt.kernel @beside
// CHECK: simt.group_mma
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: simt.proxy_fence
// CHECK-NEXT: %{{.+}} = simt.group_wait
// CHECK-NEXT: %{{.+}} = arith.addi
// CHECK-NEXT: simt.barrier block
simt.kernel @beside() warps(4) lanes(32) shared(8192) {
  %t = simt.thread
  %x = simt.shared 4096 align 1024 at 0
  %y = simt.shared 4096 align 1024 at 4096
  %c16 = arith.constant 16 : i32
  %o = arith.muli %t, %c16 : i32
  %ax = arith.addi %o, %x : i32
  %toX = simt.splat %ax : i32 -> vector<1xi32>
  %v = arith.constant dense<1.5> : vector<8xf16>
  %c = arith.constant dense<0.25> : vector<4xf32>
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %y as 17179869184 * %y as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  simt.store shared %toX [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  %e = simt.group_wait 0 (%d) read(%y, %y) : (vector<4xf32>, i32, i32) -> vector<4xf32>
  %ay = arith.addi %o, %y : i32
  simt.barrier block
  %f = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %g = simt.group_wait 0 (%f) read(%x, %x) : (vector<4xf32>, i32, i32) -> vector<4xf32>
  simt.return
}

// Not before what it has to order.
// CHECK-LABEL: simt.kernel @stored_behind
// CHECK: simt.store shared
// CHECK-NEXT: %{{.+}} = simt.group_wait
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: simt.proxy_fence
// CHECK-NEXT: simt.barrier block
simt.kernel @stored_behind() warps(4) lanes(32) shared(8192) {
  %t = simt.thread
  %x = simt.shared 4096 align 1024 at 0
  %y = simt.shared 4096 align 1024 at 4096
  %c16 = arith.constant 16 : i32
  %o = arith.muli %t, %c16 : i32
  %ax = arith.addi %o, %x : i32
  %toX = simt.splat %ax : i32 -> vector<1xi32>
  %v = arith.constant dense<1.5> : vector<8xf16>
  %c = arith.constant dense<0.25> : vector<4xf32>
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %y as 17179869184 * %y as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  simt.store shared %toX [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  %e = simt.group_wait 0 (%d) read(%y, %y) : (vector<4xf32>, i32, i32) -> vector<4xf32>
  simt.store shared %toX [0] + [2048], %v width 8 : vector<1xi32>, vector<8xf16>
  simt.barrier block
  %f = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %g = simt.group_wait 0 (%f) read(%x, %x) : (vector<4xf32>, i32, i32) -> vector<4xf32>
  simt.return
}

// No product reads the second buffer.
// CHECK-LABEL: simt.kernel @other
// CHECK: simt.store shared
// CHECK-NEXT: simt.proxy_fence
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: %{{.+}} = simt.group_mma
// CHECK-NEXT: %{{.+}} = simt.group_wait
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: %{{.+}} = simt.load shared
// CHECK-NEXT: simt.return
simt.kernel @other() warps(4) lanes(32) shared(8192) {
  %t = simt.thread
  %x = simt.shared 4096 align 1024 at 0
  %y = simt.shared 4096 align 1024 at 4096
  %c16 = arith.constant 16 : i32
  %o = arith.muli %t, %c16 : i32
  %ax = arith.addi %o, %x : i32
  %ay = arith.addi %o, %y : i32
  %toX = simt.splat %ax : i32 -> vector<1xi32>
  %toY = simt.splat %ay : i32 -> vector<1xi32>
  %v = arith.constant dense<1.5> : vector<8xf16>
  %c = arith.constant dense<0.25> : vector<4xf32>
  %one = simt.splat %y : i32 -> vector<1xi32>
  simt.store shared %toX [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_wait 0 (%d) read(%x, %x) : (vector<4xf32>, i32, i32) -> vector<4xf32>
  simt.store shared %toY [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  %l = simt.load shared %one [0] + [64] width 8 : (vector<1xi32>) -> vector<8xf16>
  simt.return
}

// On one path only.
// CHECK-LABEL: simt.kernel @branch
// CHECK: scf.if
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: }
// CHECK-NEXT: simt.proxy_fence
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: %{{.+}} = simt.group_mma
// CHECK-NEXT: %{{.+}} = simt.group_wait
// CHECK-NEXT: simt.return
simt.kernel @branch(%p: i1) warps(4) lanes(32) shared(8192) {
  %t = simt.thread
  %x = simt.shared 4096 align 1024 at 0
  %y = simt.shared 4096 align 1024 at 4096
  %c16 = arith.constant 16 : i32
  %o = arith.muli %t, %c16 : i32
  %ax = arith.addi %o, %x : i32
  %ay = arith.addi %o, %y : i32
  %toX = simt.splat %ax : i32 -> vector<1xi32>
  %toY = simt.splat %ay : i32 -> vector<1xi32>
  %v = arith.constant dense<1.5> : vector<8xf16>
  %c = arith.constant dense<0.25> : vector<4xf32>
  scf.if %p {
    simt.store shared %toX [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  }
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_wait 0 (%d) read(%x, %x) : (vector<4xf32>, i32, i32) -> vector<4xf32>
  simt.return
}

// Each round stores into the tiles of the round before.
// CHECK-LABEL: simt.kernel @loop
// CHECK: scf.for
// CHECK: simt.barrier block
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: simt.proxy_fence
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: %{{.+}} = simt.group_mma
// CHECK-NEXT: %{{.+}} = simt.group_wait
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: simt.return
simt.kernel @loop(%n: i32) warps(4) lanes(32) shared(8192) {
  %t = simt.thread
  %x = simt.shared 4096 align 1024 at 0
  %y = simt.shared 4096 align 1024 at 4096
  %c16 = arith.constant 16 : i32
  %o = arith.muli %t, %c16 : i32
  %ax = arith.addi %o, %x : i32
  %ay = arith.addi %o, %y : i32
  %toX = simt.splat %ax : i32 -> vector<1xi32>
  %toY = simt.splat %ay : i32 -> vector<1xi32>
  %v = arith.constant dense<1.5> : vector<8xf16>
  %c = arith.constant dense<0.25> : vector<4xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (vector<4xf32>) : i32 {
    simt.store shared %toX [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
    %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %s [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %e = simt.group_wait 0 (%d) read(%x, %x) : (vector<4xf32>, i32, i32) -> vector<4xf32>
    scf.yield %e : vector<4xf32>
  }
  simt.return
}

// What is stored before the first barrier is read by the product only behind the
// second, where there has to be a fence anyway.
// CHECK-LABEL: simt.kernel @later
// CHECK: simt.store shared
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: simt.load shared
// CHECK-NEXT: simt.store shared
// CHECK-NEXT: simt.proxy_fence
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: %{{.+}} = simt.group_mma
simt.kernel @later() warps(4) lanes(32) shared(12288) {
  %t = simt.thread
  %x = simt.shared 4096 align 1024 at 0
  %y = simt.shared 4096 align 1024 at 4096
  %z = simt.shared 4096 align 1024 at 8192
  %c16 = arith.constant 16 : i32
  %c64 = arith.constant 64 : i32
  %o = arith.muli %t, %c16 : i32
  %q = arith.xori %o, %c64 : i32
  %ax = arith.addi %o, %x : i32
  %ay = arith.addi %o, %y : i32
  %az = arith.addi %o, %z : i32
  %bz = arith.addi %q, %z : i32
  %toX = simt.splat %ax : i32 -> vector<1xi32>
  %toY = simt.splat %ay : i32 -> vector<1xi32>
  %toZ = simt.splat %az : i32 -> vector<1xi32>
  %fromZ = simt.splat %bz : i32 -> vector<1xi32>
  %v = arith.constant dense<1.5> : vector<8xf16>
  %c = arith.constant dense<0.25> : vector<4xf32>
  simt.store shared %toX [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  simt.store shared %toZ [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  simt.barrier block
  %w = simt.load shared %fromZ [0] + [0] width 8 : (vector<1xi32>) -> vector<8xf16>
  simt.store shared %toY [0] + [0], %w width 8 : vector<1xi32>, vector<8xf16>
  %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %y as 17179869184 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  %e = simt.group_wait 0 (%d) read(%x, %y) : (vector<4xf32>, i32, i32) -> vector<4xf32>
  simt.return
}

// A fence before the loop does not wait in each round.
// CHECK-LABEL: simt.kernel @once
// CHECK: simt.store shared
// CHECK-NEXT: simt.proxy_fence
// CHECK-NEXT: simt.barrier block
// CHECK-NEXT: %{{.+}} = scf.for
// CHECK-NOT: simt.proxy_fence
// CHECK: simt.return
simt.kernel @once(%n: i32) warps(4) lanes(32) shared(4096) {
  %t = simt.thread
  %x = simt.shared 4096 align 1024 at 0
  %c16 = arith.constant 16 : i32
  %o = arith.muli %t, %c16 : i32
  %ax = arith.addi %o, %x : i32
  %toX = simt.splat %ax : i32 -> vector<1xi32>
  %v = arith.constant dense<1.5> : vector<8xf16>
  %c = arith.constant dense<0.25> : vector<4xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  simt.store shared %toX [0] + [0], %v width 8 : vector<1xi32>, vector<8xf16>
  simt.barrier block
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c) -> (vector<4xf32>) : i32 {
    simt.barrier block
    %d = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 17179869184 * %x as 17179869184 + %s [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
    %e = simt.group_wait 0 (%d) read(%x, %x) : (vector<4xf32>, i32, i32) -> vector<4xf32>
    scf.yield %e : vector<4xf32>
  }
  simt.return
}
