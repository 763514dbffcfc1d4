// Tensors of pointers become a scalar pointer and offsets, which loops and branches carry apart.
// RUN: heddle-opt %s --tritonamdgpu-canonicalize-pointers | FileCheck %s
// RUN: heddle-opt %s --tritonamdgpu-canonicalize-pointers | heddle-opt | FileCheck %s

#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
#t = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {

// What all elements have in common is added to the scalar.

// CHECK-LABEL: @common
// CHECK-SAME: (%[[X:.+]]: !tt.ptr<f32>)
// CHECK: %[[START:.+]] = arith.muli
// CHECK: %[[RANGE:.+]] = tt.make_range
// CHECK: %[[BASE:.+]] = tt.addptr %[[X]], %[[START]] : !tt.ptr<f32>, i32
// CHECK: %[[ALL:.+]] = tt.splat %[[BASE]]
// CHECK: %[[AT:.+]] = tt.addptr %[[ALL]], %[[RANGE]]
// CHECK: tt.load %[[AT]]
tt.func @common(%x: !tt.ptr<f32>) -> tensor<256xf32, #b> {
  %pid = tt.get_program_id x : i32
  %size = arith.constant 256 : i32
  %start = arith.muli %pid, %size : i32
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b>
  %starts = tt.splat %start : i32 -> tensor<256xi32, #b>
  %offsets = arith.addi %starts, %range : tensor<256xi32, #b>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #b>
  %at = tt.addptr %base, %offsets : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
  %v = tt.load %at : tensor<256x!tt.ptr<f32>, #b>
  tt.return %v : tensor<256xf32, #b>
}

// A factor that is common is multiplied with both; offsets of 64 bits are cut where 32 hold them.

// CHECK-LABEL: @products
// CHECK-SAME: (%[[X:.+]]: !tt.ptr<f32>, %[[N:.+]]: i32)
// CHECK: %[[RANGE:.+]] = tt.make_range
// CHECK: %[[EIGHT:.+]] = arith.constant 8 : i32
// CHECK: %[[COMMON:.+]] = arith.muli %[[N]], %[[EIGHT]] : i32
// CHECK: %[[OFFSETS:.+]] = arith.muli %[[RANGE]], %{{.+}} : tensor<256xi32, #blocked>
// CHECK: %[[WIDE:.+]] = arith.extsi %[[COMMON]] : i32 to i64
// CHECK: %[[BASE:.+]] = tt.addptr %[[X]], %[[WIDE]] : !tt.ptr<f32>, i64
// CHECK: %[[ALL:.+]] = tt.splat %[[BASE]]
// CHECK: tt.addptr %[[ALL]], %[[OFFSETS]] : tensor<256x!tt.ptr<f32>, #blocked>, tensor<256xi32, #blocked>
tt.func @products(%x: !tt.ptr<f32>, %n: i32) -> tensor<256xf32, #b> {
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b>
  %eight = arith.constant dense<8> : tensor<256xi32, #b>
  %ns = tt.splat %n : i32 -> tensor<256xi32, #b>
  %sum = arith.addi %range, %ns : tensor<256xi32, #b>
  %product = arith.muli %sum, %eight : tensor<256xi32, #b>
  %wide = arith.extsi %product : tensor<256xi32, #b> to tensor<256xi64, #b>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #b>
  %at = tt.addptr %base, %wide : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi64, #b>
  %v = tt.load %at : tensor<256x!tt.ptr<f32>, #b>
  tt.return %v : tensor<256xf32, #b>
}

// A loop carries the scalar, also through an inner loop, and so does a branch.

// CHECK-LABEL: @carried
// CHECK-SAME: (%[[X:.+]]: !tt.ptr<f32>, %[[N:.+]]: i32, %[[IS:.+]]: i1)
// CHECK: %[[RANGE:.+]] = tt.make_range
// CHECK: %[[END:.+]] = scf.for {{.+}} iter_args(%[[P:.+]] = %[[X]]) -> (!tt.ptr<f32>)
// CHECK: %[[ALL:.+]] = tt.splat %[[P]]
// CHECK: %[[AT:.+]] = tt.addptr %[[ALL]], %[[RANGE]]
// CHECK: tt.store %[[AT]]
// CHECK: %[[INNER:.+]] = scf.for {{.+}} iter_args(%[[Q:.+]] = %[[P]]) -> (!tt.ptr<f32>)
// CHECK: %[[NEXT:.+]] = tt.addptr %[[Q]], %[[N]] : !tt.ptr<f32>, i32
// CHECK: scf.yield %[[NEXT]] : !tt.ptr<f32>
// CHECK: scf.yield %[[INNER]] : !tt.ptr<f32>
// CHECK: %[[CHOSEN:.+]] = scf.if %[[IS]] -> (!tt.ptr<f32>)
// CHECK: scf.yield %[[END]] : !tt.ptr<f32>
// CHECK: %[[OTHER:.+]] = tt.addptr %[[END]], %[[N]]
// CHECK: scf.yield %[[OTHER]] : !tt.ptr<f32>
// CHECK: %[[ALL:.+]] = tt.splat %[[CHOSEN]]
// CHECK: %[[AT:.+]] = tt.addptr %[[ALL]], %[[RANGE]]
// CHECK: tt.store %[[AT]]
tt.func @carried(%x: !tt.ptr<f32>, %n: i32, %is: i1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %value = arith.constant dense<1.0> : tensor<256xf32, #b>
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b>
  %step = tt.splat %n : i32 -> tensor<256xi32, #b>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #b>
  %first = tt.addptr %base, %range : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
  %end = scf.for %i = %zero to %n step %one iter_args(%p = %first) -> (tensor<256x!tt.ptr<f32>, #b>) : i32 {
    tt.store %p, %value : tensor<256x!tt.ptr<f32>, #b>
    %inner = scf.for %j = %zero to %n step %one iter_args(%q = %p) -> (tensor<256x!tt.ptr<f32>, #b>) : i32 {
      %next = tt.addptr %q, %step : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
      scf.yield %next : tensor<256x!tt.ptr<f32>, #b>
    }
    scf.yield %inner : tensor<256x!tt.ptr<f32>, #b>
  }
  %chosen = scf.if %is -> (tensor<256x!tt.ptr<f32>, #b>) {
    scf.yield %end : tensor<256x!tt.ptr<f32>, #b>
  } else {
    %other = tt.addptr %end, %step : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
    scf.yield %other : tensor<256x!tt.ptr<f32>, #b>
  }
  tt.store %chosen, %value : tensor<256x!tt.ptr<f32>, #b>
  tt.return
}

// Two axes are two terms.

// CHECK-LABEL: @rows
// CHECK-SAME: (%[[X:.+]]: !tt.ptr<f32>, %[[N:.+]]: i32)
// CHECK: %[[PID:.+]] = tt.get_program_id
// CHECK: %[[LOW:.+]] = arith.andi %[[N]]
// CHECK: %[[COMMON:.+]] = arith.muli %[[PID]], %[[LOW]] : i32
// CHECK: %[[BASE:.+]] = tt.addptr %[[X]], %[[COMMON]] : !tt.ptr<f32>, i32
// CHECK: %[[ALL:.+]] = tt.splat %[[BASE]]
// CHECK: %[[AT:.+]] = tt.addptr %[[ALL]], %{{.+}} : tensor<4x64x!tt.ptr<f32>, #blocked1>, tensor<4x64xi32, #blocked1>
// CHECK: tt.load %[[AT]]
tt.func @rows(%x: !tt.ptr<f32>, %n: i32) -> tensor<4x64xf32, #t> {
  %pid = tt.get_program_id x : i32
  %bits = arith.constant 65535 : i32
  %low = arith.andi %n, %bits : i32
  %rows = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #t}>>
  %column = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #t}>>
  %pids = tt.splat %pid : i32 -> tensor<4xi32, #ttg.slice<{dim = 1, parent = #t}>>
  %row = arith.addi %rows, %pids : tensor<4xi32, #ttg.slice<{dim = 1, parent = #t}>>
  %row2 = tt.expand_dims %row {axis = 1 : i32} : tensor<4xi32, #ttg.slice<{dim = 1, parent = #t}>> -> tensor<4x1xi32, #t>
  %ns = tt.splat %low : i32 -> tensor<4x1xi32, #t>
  %start = arith.muli %row2, %ns : tensor<4x1xi32, #t>
  %column2 = tt.expand_dims %column {axis = 0 : i32} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #t}>> -> tensor<1x64xi32, #t>
  %starts = tt.broadcast %start : tensor<4x1xi32, #t> -> tensor<4x64xi32, #t>
  %columns = tt.broadcast %column2 : tensor<1x64xi32, #t> -> tensor<4x64xi32, #t>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<4x64x!tt.ptr<f32>, #t>
  %at = tt.addptr %base, %starts : tensor<4x64x!tt.ptr<f32>, #t>, tensor<4x64xi32, #t>
  %at2 = tt.addptr %at, %columns : tensor<4x64x!tt.ptr<f32>, #t>, tensor<4x64xi32, #t>
  %v = tt.load %at2 : tensor<4x64x!tt.ptr<f32>, #t>
  tt.return %v : tensor<4x64xf32, #t>
}

// Offsets that may be negative stay in the pointers, and a loop that does not add the same to all.

// CHECK-LABEL: @kept
// CHECK: tt.addptr %{{.+}}, %{{.+}} : tensor<256x!tt.ptr<f32>, #blocked>, tensor<256xi32, #blocked>
// CHECK: scf.for {{.+}} iter_args(%[[P:.+]] = %{{.+}}) -> (tensor<256x!tt.ptr<f32>, #blocked>)
// CHECK: tt.load %[[P]]
// CHECK: scf.for {{.+}} iter_args(%[[P:.+]] = %{{.+}}) -> (tensor<256x!tt.ptr<f32>, #blocked>)
// CHECK: tt.load %[[P]]
// CHECK: tt.return
tt.func @kept(%x: !tt.ptr<f32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b>
  %ns = tt.splat %n : i32 -> tensor<256xi32, #b>
  %strided = arith.muli %range, %ns : tensor<256xi32, #b>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #b>
  %first = tt.addptr %base, %strided : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
  %end = scf.for %i = %zero to %n step %one iter_args(%p = %first) -> (tensor<256x!tt.ptr<f32>, #b>) : i32 {
    %v = tt.load %p : tensor<256x!tt.ptr<f32>, #b>
    tt.store %p, %v : tensor<256x!tt.ptr<f32>, #b>
    %next = tt.addptr %p, %ns : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
    scf.yield %next : tensor<256x!tt.ptr<f32>, #b>
  }
  %second = tt.addptr %base, %range : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
  %end2 = scf.for %i = %zero to %n step %one iter_args(%p = %second) -> (tensor<256x!tt.ptr<f32>, #b>) : i32 {
    %v = tt.load %p : tensor<256x!tt.ptr<f32>, #b>
    tt.store %p, %v : tensor<256x!tt.ptr<f32>, #b>
    %next = tt.addptr %p, %range : tensor<256x!tt.ptr<f32>, #b>, tensor<256xi32, #b>
    scf.yield %next : tensor<256x!tt.ptr<f32>, #b>
  }
  tt.return
}
}
