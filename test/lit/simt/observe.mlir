// What shows registers is printed as it is read, takes no instruction, and no GPU has it.
// RUN: heddle-opt %s | heddle-opt | FileCheck %s
// RUN: heddle-opt %s -cse -canonicalize | FileCheck %s

// CHECK-LABEL: simt.kernel @shown
simt.kernel @shown(%x: i64, %n: i32) warps(1) lanes(32) {
  %sum = arith.addi %n, %n : i32
  %registers = simt.splat %sum : i32 -> vector<4xi32>
  // CHECK: simt.observe 0, %{{.+}} : i32
  simt.observe 0, %sum : i32
  // CHECK: simt.observe 7, %{{.+}} : vector<4xi32>
  simt.observe 7, %registers : vector<4xi32>
  simt.return
}
