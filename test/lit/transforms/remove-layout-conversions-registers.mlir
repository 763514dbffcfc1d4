// Registers are in the price of layouts: others that cost more are chosen where they take so
// many registers less that more blocks fit.
// RUN: heddle-opt %s --split-input-file --tritongpu-remove-layout-conversions | FileCheck %s
// RUN: heddle-opt %s --split-input-file --tritongpu-remove-layout-conversions | heddle-opt --split-input-file -o /dev/null
// RUN: heddle-opt %s --split-input-file --test-layout-registers -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALL

// Four warps hold the same elements, 64 words of each thread.
#copied = #ttg.linear<{register = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 0], [0, 0]], block = []}>
#spread = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// What is loaded waits during a long loop: converted before that, where no data move, and back
// behind it.
// ALL: 2 choices: 0 more than the cheapest, 0 more than the bound; registers: 152 without price, 104 with it
// CHECK-LABEL: @waits_for_a_long_loop
// CHECK: scf.if
// CHECK: tt.load %[[A:.*]] : tensor<64x32x!tt.ptr<f32>, #[[COPIED:linear[0-9]*]]>
// CHECK: ttg.convert_layout {{.*}} : tensor<64x32xf32, #[[COPIED]]> -> tensor<64x32xf32, #[[SPREAD:.*]]>
// CHECK: scf.for
// CHECK: ttg.convert_layout {{.*}} : tensor<64x32xf32, #[[SPREAD]]> -> tensor<64x32xf32, #[[COPIED]]>
// CHECK: tt.store %[[A]], {{.*}} : tensor<64x32x!tt.ptr<f32>, #[[COPIED]]>
tt.func public @waits_for_a_long_loop(
    %a: tensor<64x32x!tt.ptr<f32>, #copied>, %b: tensor<64x32x!tt.ptr<f32>, #copied>,
    %s: tensor<256x32x!tt.ptr<f32>, #spread>, %t: tensor<64x32x!tt.ptr<f32>, #spread>, %which: i1, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %v = scf.if %which -> tensor<64x32xf32, #copied> {
    %x = tt.load %a : tensor<64x32x!tt.ptr<f32>, #copied>
    scf.yield %x : tensor<64x32xf32, #copied>
  } else {
    %x = tt.load %b : tensor<64x32x!tt.ptr<f32>, #copied>
    scf.yield %x : tensor<64x32xf32, #copied>
  }
  %start = tt.load %s : tensor<256x32x!tt.ptr<f32>, #spread>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %start) -> tensor<256x32xf32, #spread> : i32 {
    %w = scf.for %j = %c0 to %n step %c1 iter_args(%y = %u) -> tensor<256x32xf32, #spread> : i32 {
      %e0 = math.exp2 %y : tensor<256x32xf32, #spread>
      %e1 = math.sin %e0 : tensor<256x32xf32, #spread>
      %e2 = math.exp2 %e1 : tensor<256x32xf32, #spread>
      scf.yield %e2 : tensor<256x32xf32, #spread>
    }
    scf.yield %w : tensor<256x32xf32, #spread>
  }
  tt.store %s, %r : tensor<256x32x!tt.ptr<f32>, #spread>
  %m = ttg.convert_layout %v : tensor<64x32xf32, #copied> -> tensor<64x32xf32, #spread>
  tt.store %t, %m : tensor<64x32x!tt.ptr<f32>, #spread>
  tt.store %a, %v : tensor<64x32x!tt.ptr<f32>, #copied>
  tt.return
}

}

// -----

// Four warps hold the same elements, 64 words of each thread.
#copied = #ttg.linear<{register = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 0], [0, 0]], block = []}>
#spread = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// A shorter loop gains less by more blocks than the conversion costs.
// ALL: 2 choices: 0 more than the cheapest, 0 more than the bound; registers: 152 without price, 152 with it
// CHECK-LABEL: @waits_for_a_short_loop
// CHECK: scf.yield {{.*}} : tensor<64x32xf32, #[[COPIED:linear[0-9]*]]>
// CHECK: scf.for
// CHECK: ttg.convert_layout {{.*}} : tensor<64x32xf32, #[[COPIED]]> ->
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.store {{.*}} : tensor<64x32x!tt.ptr<f32>, #[[COPIED]]>
tt.func public @waits_for_a_short_loop(
    %a: tensor<64x32x!tt.ptr<f32>, #copied>, %b: tensor<64x32x!tt.ptr<f32>, #copied>,
    %s: tensor<256x32x!tt.ptr<f32>, #spread>, %t: tensor<64x32x!tt.ptr<f32>, #spread>, %which: i1, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %v = scf.if %which -> tensor<64x32xf32, #copied> {
    %x = tt.load %a : tensor<64x32x!tt.ptr<f32>, #copied>
    scf.yield %x : tensor<64x32xf32, #copied>
  } else {
    %x = tt.load %b : tensor<64x32x!tt.ptr<f32>, #copied>
    scf.yield %x : tensor<64x32xf32, #copied>
  }
  %start = tt.load %s : tensor<256x32x!tt.ptr<f32>, #spread>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %start) -> tensor<256x32xf32, #spread> : i32 {
    %w = arith.mulf %u, %u : tensor<256x32xf32, #spread>
    scf.yield %w : tensor<256x32xf32, #spread>
  }
  tt.store %s, %r : tensor<256x32x!tt.ptr<f32>, #spread>
  %m = ttg.convert_layout %v : tensor<64x32xf32, #copied> -> tensor<64x32xf32, #spread>
  tt.store %t, %m : tensor<64x32x!tt.ptr<f32>, #spread>
  tt.store %a, %v : tensor<64x32x!tt.ptr<f32>, #copied>
  tt.return
}

}

// -----

// Four warps hold the same elements, 64 words of each thread.
#copied = #ttg.linear<{register = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 0], [0, 0]], block = []}>
#spread = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// As many registers are needed before the loop.
// ALL: registers do not matter
// CHECK-LABEL: @is_needed_anyway
// CHECK: scf.yield {{.*}} : tensor<64x32xf32, #[[COPIED:linear[0-9]*]]>
// CHECK: scf.for
// CHECK: ttg.convert_layout {{.*}} : tensor<64x32xf32, #[[COPIED]]> ->
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.store {{.*}} : tensor<64x32x!tt.ptr<f32>, #[[COPIED]]>
tt.func public @is_needed_anyway(
    %a: tensor<64x32x!tt.ptr<f32>, #copied>, %b: tensor<64x32x!tt.ptr<f32>, #copied>,
    %s: tensor<64x32x!tt.ptr<f32>, #spread>, %t: tensor<64x32x!tt.ptr<f32>, #spread>, %which: i1, %n: i32) {
  %start = tt.load %s : tensor<64x32x!tt.ptr<f32>, #spread>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %v = scf.if %which -> tensor<64x32xf32, #copied> {
    %x = tt.load %a : tensor<64x32x!tt.ptr<f32>, #copied>
    scf.yield %x : tensor<64x32xf32, #copied>
  } else {
    %x = tt.load %b : tensor<64x32x!tt.ptr<f32>, #copied>
    scf.yield %x : tensor<64x32xf32, #copied>
  }
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%u = %start) -> tensor<64x32xf32, #spread> : i32 {
    %w = scf.for %j = %c0 to %n step %c1 iter_args(%y = %u) -> tensor<64x32xf32, #spread> : i32 {
      %e0 = math.exp2 %y : tensor<64x32xf32, #spread>
      %e1 = math.sin %e0 : tensor<64x32xf32, #spread>
      %e2 = math.exp2 %e1 : tensor<64x32xf32, #spread>
      scf.yield %e2 : tensor<64x32xf32, #spread>
    }
    scf.yield %w : tensor<64x32xf32, #spread>
  }
  tt.store %s, %r : tensor<64x32x!tt.ptr<f32>, #spread>
  %m = ttg.convert_layout %v : tensor<64x32xf32, #copied> -> tensor<64x32xf32, #spread>
  tt.store %t, %m : tensor<64x32x!tt.ptr<f32>, #spread>
  tt.store %a, %v : tensor<64x32x!tt.ptr<f32>, #copied>
  tt.return
}

}

// -----

#copied = #ttg.linear<{register = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0], [32, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 0], [0, 0]], block = []}>
#spread = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {

// Two values wait during the first loop, two during the second, one of them during both: registers
// are saved only where all that wait are spread, at two points at once.
// ALL: 8 choices: 0 more than the cheapest, 0 more than the bound; registers: 216 without price, 120 with it
tt.func public @waits_for_two_loops(
    %a: tensor<64x32x!tt.ptr<f32>, #copied>, %b: tensor<64x32x!tt.ptr<f32>, #copied>, %c: tensor<64x32x!tt.ptr<f32>, #copied>,
    %s: tensor<256x32x!tt.ptr<f32>, #spread>, %t: tensor<64x32x!tt.ptr<f32>, #spread>, %which: i1, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %u = scf.if %which -> tensor<64x32xf32, #copied> {
    %x = tt.load %a : tensor<64x32x!tt.ptr<f32>, #copied>
    scf.yield %x : tensor<64x32xf32, #copied>
  } else {
    %x = tt.load %b : tensor<64x32x!tt.ptr<f32>, #copied>
    scf.yield %x : tensor<64x32xf32, #copied>
  }
  %v = scf.if %which -> tensor<64x32xf32, #copied> {
    %x = tt.load %c : tensor<64x32x!tt.ptr<f32>, #copied>
    scf.yield %x : tensor<64x32xf32, #copied>
  } else {
    %x = tt.load %b : tensor<64x32x!tt.ptr<f32>, #copied>
    scf.yield %x : tensor<64x32xf32, #copied>
  }
  %start = tt.load %s : tensor<256x32x!tt.ptr<f32>, #spread>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %start) -> tensor<256x32xf32, #spread> : i32 {
    %w = scf.for %j = %c0 to %n step %c1 iter_args(%y = %q) -> tensor<256x32xf32, #spread> : i32 {
      %e0 = math.exp2 %y : tensor<256x32xf32, #spread>
      %e1 = math.sin %e0 : tensor<256x32xf32, #spread>
      scf.yield %e1 : tensor<256x32xf32, #spread>
    }
    scf.yield %w : tensor<256x32xf32, #spread>
  }
  tt.store %s, %r : tensor<256x32x!tt.ptr<f32>, #spread>
  %m = ttg.convert_layout %v : tensor<64x32xf32, #copied> -> tensor<64x32xf32, #spread>
  tt.store %t, %m : tensor<64x32x!tt.ptr<f32>, #spread>
  tt.store %a, %v : tensor<64x32x!tt.ptr<f32>, #copied>
  %z = scf.if %which -> tensor<64x32xf32, #copied> {
    %x = tt.load %c : tensor<64x32x!tt.ptr<f32>, #copied>
    scf.yield %x : tensor<64x32xf32, #copied>
  } else {
    %x = tt.load %a : tensor<64x32x!tt.ptr<f32>, #copied>
    scf.yield %x : tensor<64x32xf32, #copied>
  }
  %again = tt.load %s : tensor<256x32x!tt.ptr<f32>, #spread>
  %r2 = scf.for %i = %c0 to %n step %c1 iter_args(%q = %again) -> tensor<256x32xf32, #spread> : i32 {
    %w = scf.for %j = %c0 to %n step %c1 iter_args(%y = %q) -> tensor<256x32xf32, #spread> : i32 {
      %e0 = math.exp2 %y : tensor<256x32xf32, #spread>
      %e1 = math.sin %e0 : tensor<256x32xf32, #spread>
      scf.yield %e1 : tensor<256x32xf32, #spread>
    }
    scf.yield %w : tensor<256x32xf32, #spread>
  }
  tt.store %s, %r2 : tensor<256x32x!tt.ptr<f32>, #spread>
  %mu = ttg.convert_layout %u : tensor<64x32xf32, #copied> -> tensor<64x32xf32, #spread>
  tt.store %t, %mu : tensor<64x32x!tt.ptr<f32>, #spread>
  tt.store %b, %u : tensor<64x32x!tt.ptr<f32>, #copied>
  %mz = ttg.convert_layout %z : tensor<64x32xf32, #copied> -> tensor<64x32xf32, #spread>
  tt.store %t, %mz : tensor<64x32x!tt.ptr<f32>, #spread>
  tt.store %c, %z : tensor<64x32x!tt.ptr<f32>, #copied>
  tt.return
}

}
