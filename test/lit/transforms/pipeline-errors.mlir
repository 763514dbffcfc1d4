// Schedules that are none.
// RUN: heddle-opt %s --split-input-file --tritongpu-pipeline --verify-diagnostics

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @missing(%x: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error @+1 {{'arith.addi' op is in a scheduled loop, but has no 'loop.stage'}}
    %a = arith.addi %i, %x : i32
  } {tt.scheduled_max_stage = 2 : i32}
  tt.return
}
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @late(%x: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error @+1 {{'arith.addi' op expects 'loop.stage' from 0 to 2, but got 3}}
    %a = arith.addi %i, %x {loop.cluster = 0 : i32, loop.stage = 3 : i32} : i32
  } {tt.scheduled_max_stage = 2 : i32}
  tt.return
}
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @before(%x: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-note @+1 {{this is in stage 1}}
    %a = arith.addi %i, %x {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
    // expected-error @+1 {{'arith.muli' op is scheduled before what it uses: it is in stage 0}}
    %b = arith.muli %a, %x {loop.cluster = 0 : i32, loop.stage = 0 : i32} : i32
  } {tt.scheduled_max_stage = 1 : i32}
  tt.return
}
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @stores(%x: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error @+1 {{'tt.store' op is scheduled to run ahead, but has effects}}
    tt.store %x, %i {loop.cluster = 0 : i32, loop.stage = 0 : i32} : !tt.ptr<i32>
    %a = arith.addi %i, %n {loop.cluster = 1 : i32, loop.stage = 1 : i32} : i32
  } {tt.scheduled_max_stage = 1 : i32}
  tt.return
}
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @swapped(%x: i32, %n: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error @+1 {{'scf.for' op is scheduled, but carries a value over more than one iteration}}
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %n) -> (i32, i32) : i32 {
    %c = arith.addi %a, %b {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
    scf.yield %b, %c : i32, i32
  } {tt.scheduled_max_stage = 1 : i32}
  tt.return %r#0, %r#1 : i32, i32
}
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
tt.func @nested(%x: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error @+1 {{'scf.for' op is scheduled, but contains a loop}}
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.for %j = %c0 to %n step %c1 : i32 {
    } {loop.cluster = 0 : i32, loop.stage = 0 : i32}
  } {tt.scheduled_max_stage = 0 : i32}
  tt.return
}
}
