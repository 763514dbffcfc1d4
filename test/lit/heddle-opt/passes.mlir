// The driver parses the upstream dialects, runs general passes, and prints what
// it reads back.
// RUN: heddle-opt %s --canonicalize --cse | FileCheck %s
// RUN: heddle-opt %s --canonicalize --cse | heddle-opt | FileCheck %s

// CHECK-LABEL: func @swizzle(
// CHECK-SAME: %[[ROW:.*]]: i32, %[[COL:.*]]: i32
// CHECK-NEXT: %[[X:.*]] = arith.xori %[[ROW]], %[[COL]]
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[X]], %[[X]]
// CHECK-NEXT: return %[[SUM]]
func.func @swizzle(%row: i32, %col: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %a = arith.xori %row, %col : i32
  %b = arith.xori %row, %col : i32
  %c = arith.addi %b, %c0 : i32
  %sum = arith.addi %a, %c : i32
  return %sum : i32
}
