// The author's word on layouts is kept, priced, or refused with those that speak against it.
// RUN: split-file %s %t
// RUN: heddle-opt %t/pin.mlir --tritongpu-remove-layout-conversions | FileCheck %t/pin.mlir
// RUN: heddle-opt %t/pin.mlir --tritongpu-remove-layout-conversions | heddle-opt | FileCheck %t/pin.mlir
// RUN: heddle-opt %t/bad.mlir --tritongpu-remove-layout-conversions --split-input-file --verify-diagnostics

//--- pin.mlir
#two = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#wide = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[TWO:.+]] = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-DAG: #[[WIDE:.+]] = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// What takes any layout: all of the program follows.
// CHECK-LABEL: @pinned
// CHECK: tt.load %{{.+}} : tensor<1024x!tt.ptr<f32>, #[[TWO]]>
// CHECK-NOT: convert_layout
// CHECK: math.exp %{{.+}} {heddle.pin = #[[TWO]]} : tensor<1024xf32, #[[TWO]]>
// CHECK-NOT: convert_layout
// CHECK: tt.store
tt.func @pinned(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #wide>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #wide>
  %p = tt.addptr %s, %r : tensor<1024x!tt.ptr<f32>, #wide>, tensor<1024xi32, #wide>
  %v = tt.load %p : tensor<1024x!tt.ptr<f32>, #wide>
  %e = math.exp %v {heddle.pin = #two} : tensor<1024xf32, #wide>
  tt.store %p, %e : tensor<1024x!tt.ptr<f32>, #wide>
  tt.return
}

// Both pins hold, so data moves between them.
// CHECK-LABEL: @between
// CHECK: tt.load %{{.+}} {heddle.pin = #[[TWO]]} : tensor<1024x!tt.ptr<f32>, #[[TWO]]>
// CHECK: convert_layout
// CHECK: tt.store %{{.+}}, %{{.+}} {heddle.pin = {contiguous = 16 : i64}} : tensor<1024x!tt.ptr<f32>, #[[WIDE]]>
tt.func @between(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #wide>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #wide>
  %p = tt.addptr %s, %r : tensor<1024x!tt.ptr<f32>, #wide>, tensor<1024xi32, #wide>
  %v = tt.load %p {heddle.pin = #two} : tensor<1024x!tt.ptr<f32>, #wide>
  %e = math.exp %v : tensor<1024xf32, #wide>
  tt.store %p, %e {heddle.pin = {contiguous = 16 : i64}} : tensor<1024x!tt.ptr<f32>, #wide>
  tt.return
}

// A preference that is worth less than what it would cost gives way, another one does not.
// CHECK-LABEL: @preferred
// CHECK: math.exp %{{.+}} {heddle.prefer = {contiguous = 8 : i64, cycles = 1.000000e+00 : f64, registers = 2 : i64}} : tensor<1024xf32, #[[WIDE]]>
// CHECK: math.log %{{.+}} {heddle.prefer = {cycles = 1.000000e+06 : f64, layout = #[[TWO]]}} : tensor<1024xf32, #[[TWO]]>
tt.func @preferred(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #wide>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #wide>
  %p = tt.addptr %s, %r : tensor<1024x!tt.ptr<f32>, #wide>, tensor<1024xi32, #wide>
  %v = tt.load %p {heddle.pin = #wide} : tensor<1024x!tt.ptr<f32>, #wide>
  %e = math.exp %v {heddle.prefer = {contiguous = 8 : i64, registers = 2 : i64, cycles = 1.0}} : tensor<1024xf32, #wide>
  %l = math.log %e {heddle.prefer = {layout = #two, cycles = 1.0e6}} : tensor<1024xf32, #wide>
  tt.store %p, %l {heddle.pin = #wide} : tensor<1024x!tt.ptr<f32>, #wide>
  tt.return
}

// Another layout than the only one that the program has.
// CHECK-LABEL: @forbidden
// CHECK-NOT: tensor<1024xf32, #[[WIDE]]>
// CHECK: math.exp
// CHECK-NOT: tensor<1024xf32, #[[WIDE]]>
// CHECK: tt.return
tt.func @forbidden(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #wide>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #wide>
  %p = tt.addptr %s, %r : tensor<1024x!tt.ptr<f32>, #wide>, tensor<1024xi32, #wide>
  %v = tt.load %p : tensor<1024x!tt.ptr<f32>, #wide>
  %e = math.exp %v {heddle.forbid = #wide} : tensor<1024xf32, #wide>
  tt.store %p, %e : tensor<1024x!tt.ptr<f32>, #wide>
  tt.return
}
}

// The third pin has nothing to do with it.
//--- bad.mlir
#two = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#wide = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func @apart(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #wide>
  %s = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #wide>
  %p = tt.addptr %s, %r : tensor<1024x!tt.ptr<f32>, #wide>, tensor<1024xi32, #wide>
  %v = tt.load %p {heddle.pin = #two} : tensor<1024x!tt.ptr<f32>, #wide>
  // expected-error @below {{finds no layouts with these together: heddle.pin = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}> of math.exp}}
  // expected-note @below {{heddle.forbid = {shared = true} of math.exp}}
  // expected-note @below {{without any one of them there are; heddle.prefer gives way where there are none}}
  %e = math.exp %v {heddle.pin = #two, heddle.forbid = {shared = true}} : tensor<1024xf32, #wide>
  // expected-note @below {{heddle.pin = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}> of math.log}}
  %l = math.log %e {heddle.pin = #wide} : tensor<1024xf32, #wide>
  tt.store %p, %l : tensor<1024x!tt.ptr<f32>, #wide>
  tt.return
}
}

// -----

#wide = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func @few(%x: tensor<1024xf32, #wide>) -> tensor<1024xf32, #wide> {
  // expected-error @below {{finds no layout with this: heddle.pin = {registers = 2 : i64} of math.exp}}
  // expected-note @below {{heddle.prefer gives way where there are none}}
  %e = math.exp %x {heddle.pin = {registers = 2 : i64}} : tensor<1024xf32, #wide>
  tt.return %e : tensor<1024xf32, #wide>
}
}

// -----

#plain = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#b = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
tt.func @product(%x: tensor<64x64xf16, #a>, %y: tensor<64x64xf16, #b>, %z: tensor<64x64xf32, #mma>) -> tensor<64x64xf32, #mma> {
  // expected-error @below {{finds no layout with this: heddle.pin = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0]}> of tt.dot, whose tensor keeps its layout, #ttg.nvidia_mma}}
  // expected-note @below {{heddle.prefer gives way}}
  %d = tt.dot %x, %y, %z {heddle.pin = #plain} : tensor<64x64xf16, #a> * tensor<64x64xf16, #b> -> tensor<64x64xf32, #mma>
  tt.return %d : tensor<64x64xf32, #mma>
}
}

// -----

#wide = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func @number(%x: tensor<1024xf32, #wide>) -> tensor<1024xf32, #wide> {
  // expected-error @below {{has heddle.pin, which expects a layout or a dictionary, but got 5 : i64}}
  %e = math.exp %x {heddle.pin = 5} : tensor<1024xf32, #wide>
  tt.return %e : tensor<1024xf32, #wide>
}
}

// -----

#wide = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func @entry(%x: tensor<1024xf32, #wide>) -> tensor<1024xf32, #wide> {
  // expected-error @below {{has heddle.forbid, which has an unknown entry, "width"; there are layout, contiguous, registers, shared}}
  %e = math.exp %x {heddle.forbid = {width = 4 : i64}} : tensor<1024xf32, #wide>
  tt.return %e : tensor<1024xf32, #wide>
}
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
tt.func @scalar(%x: f32) -> f32 {
  // expected-error @below {{has heddle.pin, which is for ops that compute or store a tensor of registers; neither loops nor branches do}}
  %e = math.exp %x {heddle.pin = {contiguous = 4 : i64}} : f32
  tt.return %e : f32
}
}
