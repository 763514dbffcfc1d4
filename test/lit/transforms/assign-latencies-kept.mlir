// Loads that stay where they are, and loops that stay as they are, each for a reason.
// RUN: heddle-opt %s --tritongpu-assign-latencies --remarks-filter=tritongpu-assign-latencies -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=KEPT < %t

#row = #ttg.blocked<{sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

// Stores to another argument than the load's do not matter.
// KEPT-LABEL: @elsewhere
// KEPT: tt.load {{.+}}tt.latency = 2
// KEPT-NOT: tt.latency
tt.func @elsewhere(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<1024xf16, #row>
  %c0 = arith.constant 0 : i32
  %c1024 = arith.constant 1024 : i32
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #row>
  %xs = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  %ys = tt.splat %y : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  scf.for %i = %c0 to %n step %c1024 : i32 {
    %first = tt.splat %i : i32 -> tensor<1024xi32, #row>
    %at = arith.addi %first, %range : tensor<1024xi32, #row>
    %p = tt.addptr %xs, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %q = tt.addptr %ys, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %a = tt.load %p : tensor<1024x!tt.ptr<f16>, #row>
    tt.store %q, %a : tensor<1024x!tt.ptr<f16>, #row>
  } {tt.num_stages = 3 : i32}
  tt.return
}

// It may store what a later iteration loads.
// CHECK: remark: [Missed] not-pipelined | {{.*}}Reason="tt.store in the loop may write what it reads
tt.func @same(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<1024xf16, #row>
  %c0 = arith.constant 0 : i32
  %c1024 = arith.constant 1024 : i32
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #row>
  %xs = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  %ys = tt.splat %y : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  scf.for %i = %c0 to %n step %c1024 : i32 {
    %first = tt.splat %i : i32 -> tensor<1024xi32, #row>
    %at = arith.addi %first, %range : tensor<1024xi32, #row>
    %p = tt.addptr %xs, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %q = tt.addptr %ys, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %a = tt.load %p : tensor<1024x!tt.ptr<f16>, #row>
    tt.store %p, %a : tensor<1024x!tt.ptr<f16>, #row>
  } {tt.num_stages = 3 : i32}
  tt.return
}

// Nobody knows where an integer points to.
// CHECK: remark: [Missed] not-pipelined | {{.*}}Reason="tt.store in the loop may write what it reads
tt.func @unknown(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %address: i64, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<1024xf16, #row>
  %c0 = arith.constant 0 : i32
  %c1024 = arith.constant 1024 : i32
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #row>
  %xs = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  %ys = tt.splat %y : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  %w = tt.int_to_ptr %address : i64 -> !tt.ptr<f16>
  scf.for %i = %c0 to %n step %c1024 : i32 {
    %first = tt.splat %i : i32 -> tensor<1024xi32, #row>
    %at = arith.addi %first, %range : tensor<1024xi32, #row>
    %p = tt.addptr %xs, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %q = tt.addptr %ys, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %a = tt.load %p : tensor<1024x!tt.ptr<f16>, #row>
    %z = tt.splat %w : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
    tt.store %z, %a : tensor<1024x!tt.ptr<f16>, #row>
  } {tt.num_stages = 3 : i32}
  tt.return
}

// What is behind an acquired lock is not loaded before it.
// CHECK: remark: [Missed] not-pipelined | {{.*}}Reason="tt.atomic_rmw in the loop may write what it reads, or orders the loads behind it
tt.func @locked(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %lock: !tt.ptr<i32>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<1024xf16, #row>
  %c0 = arith.constant 0 : i32
  %c1024 = arith.constant 1024 : i32
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #row>
  %xs = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  %ys = tt.splat %y : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  %true = arith.constant true
  scf.for %i = %c0 to %n step %c1024 : i32 {
    %first = tt.splat %i : i32 -> tensor<1024xi32, #row>
    %at = arith.addi %first, %range : tensor<1024xi32, #row>
    %p = tt.addptr %xs, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %q = tt.addptr %ys, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %old = tt.atomic_rmw exch, acq_rel, gpu, %lock, %c0, %true : (!tt.ptr<i32>, i32, i1) -> i32
    %seen = arith.sitofp %old : i32 to f16
    %b = tt.splat %seen : f16 -> tensor<1024xf16, #row>
    %a = tt.load %p : tensor<1024x!tt.ptr<f16>, #row>
    %c = arith.addf %a, %b : tensor<1024xf16, #row>
    tt.store %q, %c : tensor<1024x!tt.ptr<f16>, #row>
  } {tt.num_stages = 3 : i32}
  tt.return
}

// CHECK: remark: [Missed] not-pipelined | {{.*}}Reason="it contains tt.print"
tt.func @printed(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<1024xf16, #row>
  %c0 = arith.constant 0 : i32
  %c1024 = arith.constant 1024 : i32
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #row>
  %xs = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  %ys = tt.splat %y : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  scf.for %i = %c0 to %n step %c1024 : i32 {
    %first = tt.splat %i : i32 -> tensor<1024xi32, #row>
    %at = arith.addi %first, %range : tensor<1024xi32, #row>
    %p = tt.addptr %xs, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %q = tt.addptr %ys, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %a = tt.load %p : tensor<1024x!tt.ptr<f16>, #row>
    tt.print "a" {hex = false, isSigned = array<i32: 0>} : %a : tensor<1024xf16, #row>
  } {tt.num_stages = 3 : i32}
  tt.return
}

// Every other element.
// CHECK: remark: [Missed] not-pipelined | {{.*}}Reason="expects copies of at least 4 bytes, but a thread has 2
tt.func @narrow(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<1024xf16, #row>
  %c0 = arith.constant 0 : i32
  %c1024 = arith.constant 1024 : i32
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #row>
  %xs = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  %ys = tt.splat %y : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  scf.for %i = %c0 to %n step %c1024 : i32 {
    %first = tt.splat %i : i32 -> tensor<1024xi32, #row>
    %at = arith.addi %first, %range : tensor<1024xi32, #row>
    %p = tt.addptr %xs, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %q = tt.addptr %ys, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %twice = arith.addi %at, %at : tensor<1024xi32, #row>
    %p2 = tt.addptr %xs, %twice : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %a = tt.load %p2 : tensor<1024x!tt.ptr<f16>, #row>
    tt.store %q, %a : tensor<1024x!tt.ptr<f16>, #row>
  } {tt.num_stages = 3 : i32}
  tt.return
}

// CHECK: remark: [Missed] not-pipelined | {{.*}}Reason="it is volatile"
tt.func @volatile(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<1024xf16, #row>
  %c0 = arith.constant 0 : i32
  %c1024 = arith.constant 1024 : i32
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #row>
  %xs = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  %ys = tt.splat %y : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  scf.for %i = %c0 to %n step %c1024 : i32 {
    %first = tt.splat %i : i32 -> tensor<1024xi32, #row>
    %at = arith.addi %first, %range : tensor<1024xi32, #row>
    %p = tt.addptr %xs, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %q = tt.addptr %ys, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %a = tt.load %p {isVolatile = true} : tensor<1024x!tt.ptr<f16>, #row>
    tt.store %q, %a : tensor<1024x!tt.ptr<f16>, #row>
  } {tt.num_stages = 3 : i32}
  tt.return
}

// So is one that passes the caches.
// CHECK: remark: [Missed] not-pipelined | {{.*}}Reason="it is volatile"
tt.func @by_its_cache(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<1024xf16, #row>
  %c0 = arith.constant 0 : i32
  %c1024 = arith.constant 1024 : i32
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #row>
  %xs = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  %ys = tt.splat %y : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  scf.for %i = %c0 to %n step %c1024 : i32 {
    %first = tt.splat %i : i32 -> tensor<1024xi32, #row>
    %at = arith.addi %first, %range : tensor<1024xi32, #row>
    %p = tt.addptr %xs, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %q = tt.addptr %ys, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %a = tt.load %p cacheModifier = cv : tensor<1024x!tt.ptr<f16>, #row>
    tt.store %q, %a : tensor<1024x!tt.ptr<f16>, #row>
  } {tt.num_stages = 3 : i32}
  tt.return
}

// A list is followed from one element to the next.
// CHECK: remark: [Missed] not-pipelined | {{.*}}Reason="its address depends on what it loaded an iteration before"
tt.func @chased(%x: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %first: tensor<1024xi32, #row>, %n: i32) -> tensor<1024xi32, #row> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant dense<0> : tensor<1024xi32, #row>
  %xs = tt.splat %x : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>, #row>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%next = %first) -> (tensor<1024xi32, #row>) : i32 {
    %p = tt.addptr %xs, %next : tensor<1024x!tt.ptr<i32>, #row>, tensor<1024xi32, #row>
    %a = tt.load %p : tensor<1024x!tt.ptr<i32>, #row>
    %b = arith.addi %a, %one : tensor<1024xi32, #row>
    scf.yield %b : tensor<1024xi32, #row>
  } {tt.num_stages = 3 : i32}
  tt.return %r : tensor<1024xi32, #row>
}

// CHECK: remark: [Missed] not-pipelined | {{.*}}Reason="it asks for one stage (tt.num_stages)"
tt.func @one_stage(%x: tensor<1024x!tt.ptr<i32>, #row>, %first: tensor<1024xi32, #row>, %n: i32) -> tensor<1024xi32, #row> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%next = %first) -> (tensor<1024xi32, #row>) : i32 {
    %a = tt.load %x : tensor<1024x!tt.ptr<i32>, #row>
    scf.yield %a : tensor<1024xi32, #row>
  } {tt.num_stages = 1 : i32}
  tt.return %r : tensor<1024xi32, #row>
}

// CHECK: remark: [Missed] not-pipelined | {{.*}}Reason="its result is kept for the next iteration"
tt.func @kept(%x: tensor<1024x!tt.ptr<i32>, #row>, %first: tensor<1024xi32, #row>, %n: i32) -> tensor<1024xi32, #row> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%next = %first) -> (tensor<1024xi32, #row>) : i32 {
    %a = tt.load %x : tensor<1024x!tt.ptr<i32>, #row>
    scf.yield %a : tensor<1024xi32, #row>
  } {tt.num_stages = 3 : i32}
  tt.return %r : tensor<1024xi32, #row>
}

// CHECK: remark: [Missed] not-pipelined | {{.*}}Reason="it carries a value over more than one iteration"
tt.func @swapped(%x: tensor<1024x!tt.ptr<i32>, #row>, %y: tensor<1024x!tt.ptr<i32>, #row>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %y) -> (tensor<1024x!tt.ptr<i32>, #row>, tensor<1024x!tt.ptr<i32>, #row>) : i32 {
    %a = tt.load %p : tensor<1024x!tt.ptr<i32>, #row>
    tt.store %q, %a : tensor<1024x!tt.ptr<i32>, #row>
    scf.yield %q, %p : tensor<1024x!tt.ptr<i32>, #row>, tensor<1024x!tt.ptr<i32>, #row>
  } {tt.num_stages = 3 : i32}
  tt.return
}

// 81 buffers of 2048 bytes fit in 166912 bytes.
// CHECK: remark: [Missed] fewer-stages | {{.*}}Reason="100 stages do not fit in 166912 bytes of shared memory", stages=81
// KEPT-LABEL: @many
// KEPT: tt.load {{.+}}tt.latency = 80
tt.func @many(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<1024xf16, #row>
  %c0 = arith.constant 0 : i32
  %c1024 = arith.constant 1024 : i32
  %range = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32, #row>
  %xs = tt.splat %x : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  %ys = tt.splat %y : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #row>
  scf.for %i = %c0 to %n step %c1024 : i32 {
    %first = tt.splat %i : i32 -> tensor<1024xi32, #row>
    %at = arith.addi %first, %range : tensor<1024xi32, #row>
    %p = tt.addptr %xs, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %q = tt.addptr %ys, %at : tensor<1024x!tt.ptr<f16>, #row>, tensor<1024xi32, #row>
    %a = tt.load %p : tensor<1024x!tt.ptr<f16>, #row>
    tt.store %q, %a : tensor<1024x!tt.ptr<f16>, #row>
  } {tt.num_stages = 100 : i32}
  tt.return
}

// KEPT-NOT: tt.latency
tt.func @last() {
  tt.return
}

}
