// Products go into the sums that they are for.
// RUN: heddle-opt %s --split-input-file --simt-fuse-products | FileCheck %s
// RUN: heddle-opt %s --split-input-file --simt-fuse-products | heddle-opt --split-input-file | FileCheck %s

// CHECK-LABEL: simt.kernel @sums
// CHECK-SAME: (%[[A:.+]]: f32, %[[B:.+]]: f32, %[[C:.+]]: f32, %[[P:.+]]: i64)
// CHECK-NOT: arith.mulf
// CHECK: %[[LEFT:.+]] = math.fma %[[A]], %[[B]], %[[C]] : f32
// CHECK-NEXT: %[[RIGHT:.+]] = math.fma %[[A]], %[[B]], %[[C]] : f32
// CHECK-NEXT: %[[NEGATED:.+]] = arith.negf %[[C]] : f32
// CHECK-NEXT: %[[LESS:.+]] = math.fma %[[A]], %[[B]], %[[NEGATED]] : f32
// CHECK-NEXT: %[[OPPOSITE:.+]] = arith.negf %[[A]] : f32
// CHECK-NEXT: %[[FROM:.+]] = math.fma %[[OPPOSITE]], %[[B]], %[[C]] : f32
// CHECK-NEXT: simt.assembly
simt.kernel @sums(%a: f32, %b: f32, %c: f32, %p: i64) warps(1) lanes(32) {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %0, %c fastmath<contract> : f32
  %2 = arith.addf %c, %0 fastmath<contract> : f32
  %3 = arith.subf %0, %c fastmath<contract> : f32
  %4 = arith.subf %c, %0 fastmath<contract> : f32
  simt.assembly "", "f,f,f,f" (%1, %2, %3, %4) : (f32, f32, f32, f32) -> ()
  simt.return
}

// -----

// Of two products one goes in. Registers may be permuted before they are added, and constants
// are negated at once.

// CHECK-LABEL: simt.kernel @registers
// CHECK-SAME: (%[[A:.+]]: f64, %[[B:.+]]: f64)
// CHECK: %[[X:.+]] = simt.splat %[[A]]
// CHECK: %[[Y:.+]] = simt.splat %[[B]]
// CHECK: %[[SECOND:.+]] = arith.mulf %[[Y]], %[[Y]]
// CHECK: %[[LOW:.+]] = simt.permute %[[SECOND]] [0]
// CHECK-DAG: %[[FIRST:.+]] = simt.permute %[[X]] [1]
// CHECK-DAG: %[[FACTOR:.+]] = simt.permute %[[Y]] [1]
// CHECK: math.fma %[[FIRST]], %[[FACTOR]], %[[LOW]] : vector<1xf64>
// CHECK: %[[MINUS:.+]] = arith.constant dense<-2.000000e+00>
// CHECK: math.fma %[[X]], %[[X]], %[[MINUS]]
// CHECK-NOT: arith
// CHECK: simt.assembly
simt.kernel @registers(%a: f64, %b: f64) warps(1) lanes(32) {
  %x = simt.splat %a : f64 -> vector<2xf64>
  %y = simt.splat %b : f64 -> vector<2xf64>
  %two = arith.constant dense<2.0> : vector<2xf64>
  %0 = arith.mulf %x, %y fastmath<contract> : vector<2xf64>
  %1 = arith.mulf %y, %y fastmath<contract> : vector<2xf64>
  %2 = simt.permute %0 [1] : vector<2xf64> -> vector<1xf64>
  %3 = simt.permute %1 [0] : vector<2xf64> -> vector<1xf64>
  %4 = arith.addf %2, %3 fastmath<contract> : vector<1xf64>
  %5 = arith.mulf %x, %x fastmath<contract> : vector<2xf64>
  %6 = arith.subf %5, %two fastmath<contract> : vector<2xf64>
  %7 = simt.extract %4[0] : vector<1xf64> -> f64
  %8 = simt.extract %6[1] : vector<2xf64> -> f64
  simt.assembly "", "d,d" (%7, %8) : (f64, f64) -> ()
  simt.return
}

// -----

// A product that somebody else needs, one from another block, one without the flag, a sum without
// it, a product that is added to itself, and bf16, which not every chip can fuse: all stay.

// CHECK-LABEL: simt.kernel @kept
// CHECK-NOT: math.fma
// CHECK: simt.return
simt.kernel @kept(%a: f32, %b: f32, %c: i1, %h: bf16) warps(1) lanes(32) {
  %needed = arith.mulf %a, %b fastmath<contract> : f32
  %0 = arith.addf %needed, %a fastmath<contract> : f32
  %outer = arith.mulf %a, %a fastmath<contract> : f32
  %1 = scf.if %c -> f32 {
    %inner = arith.addf %outer, %b fastmath<contract> : f32
    scf.yield %inner : f32
  } else {
    scf.yield %b : f32
  }
  %exact = arith.mulf %b, %b : f32
  %2 = arith.addf %exact, %a fastmath<contract> : f32
  %free = arith.mulf %b, %1 fastmath<contract> : f32
  %3 = arith.addf %free, %a : f32
  %twice = arith.mulf %a, %1 fastmath<contract> : f32
  %4 = arith.addf %twice, %twice fastmath<contract> : f32
  %half = arith.mulf %h, %h fastmath<contract> : bf16
  %5 = arith.addf %half, %h fastmath<contract> : bf16
  simt.assembly "", "f,f,f,f,f,f,h" (%0, %needed, %1, %2, %3, %4, %5)
    : (f32, f32, f32, f32, f32, f32, bf16) -> ()
  simt.return
}
