// Pieces of shared memory that live at one time get places apart.
// RUN: heddle-opt %s --simt-allocate-shared | FileCheck %s
// RUN: heddle-opt %s --simt-allocate-shared | heddle-opt --simt-allocate-shared | FileCheck %s

// RUN: heddle-opt %s --pass-pipeline='builtin.module(simt.kernel(test-shared-use))' 2>&1 >/dev/null | FileCheck %s --check-prefix=USE
// USE: remark: 192 bytes, of which 192 live at one time
// USE: remark: 96 bytes, of which 96 live at one time
// USE: remark: 64 bytes, of which 64 live at one time

// The first dies with its load, before the third begins to live.
// CHECK-LABEL: simt.kernel @straight() warps(1) lanes(32) shared(192)
simt.kernel @straight() warps(1) lanes(32) {
  // CHECK: simt.shared 128 align 16 at [[FIRST:[0-9]+]]
  %a = simt.shared 128 align 16
  %0 = simt.splat %a : i32 -> vector<1xi32>
  simt.store shared %0 [0] + [0], %0 width 1 : vector<1xi32>, vector<1xi32>
  // CHECK: simt.shared 64 align 16 at {{0|128}}
  %b = simt.shared 64 align 16
  %1 = simt.splat %b : i32 -> vector<1xi32>
  simt.store shared %1 [0] + [0], %1 width 1 : vector<1xi32>, vector<1xi32>
  %2 = simt.load shared %0 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  // CHECK: simt.shared 128 align 16 at [[FIRST]]
  %c = simt.shared 128 align 16
  %3 = simt.splat %c : i32 -> vector<1xi32>
  simt.store shared %3 [0] + [0], %2 width 1 : vector<1xi32>, vector<1xi32>
  %4 = simt.load shared %3 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  %5 = simt.load shared %1 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.return
}

// What a loop loads lives through all of it; what begins in the loop, from there.
// CHECK-LABEL: simt.kernel @loop(%{{.+}}: i32) warps(1) lanes(32) shared(96)
simt.kernel @loop(%n: i32) warps(1) lanes(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: simt.shared 64 align 16 at {{0|32}}
  %a = simt.shared 64 align 16
  %0 = simt.splat %a : i32 -> vector<1xi32>
  simt.store shared %0 [0] + [0], %0 width 1 : vector<1xi32>, vector<1xi32>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %1 = simt.load shared %0 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
    // CHECK: simt.shared 32 align 16 at [[SECOND:[0-9]+]]
    %b = simt.shared 32 align 16
    %2 = simt.splat %b : i32 -> vector<1xi32>
    simt.store shared %2 [0] + [0], %1 width 1 : vector<1xi32>, vector<1xi32>
    // CHECK: simt.shared 32 align 16 at [[SECOND]]
    %c = simt.shared 32 align 16
    %3 = simt.splat %c : i32 -> vector<1xi32>
    simt.store shared %3 [0] + [0], %1 width 1 : vector<1xi32>, vector<1xi32>
  }
  simt.return
}

// On two ways one place, whichever the address comes from.
// CHECK-LABEL: simt.kernel @branch(%{{.+}}: i1) warps(1) lanes(32) shared(64)
simt.kernel @branch(%p: i1) warps(1) lanes(32) {
  cf.cond_br %p, ^left, ^right
^left:
  // CHECK: simt.shared 64 align 16 at 0
  %a = simt.shared 64 align 16
  cf.br ^join(%a : i32)
^right:
  // CHECK: simt.shared 48 align 16 at 0
  %b = simt.shared 48 align 16
  cf.br ^join(%b : i32)
^join(%c: i32):
  %0 = simt.splat %c : i32 -> vector<1xi32>
  simt.store shared %0 [0] + [0], %0 width 1 : vector<1xi32>, vector<1xi32>
  simt.return
}
