// A file that cannot be read is answered with its place.
// RUN: not heddle-opt %s 2>&1 | FileCheck %s

// CHECK: errors.mlir:[[@LINE+1]]:12: error: operation being parsed with an unregistered dialect
  "tt.load"() : () -> ()
