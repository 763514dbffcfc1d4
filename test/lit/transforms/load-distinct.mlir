// What neighbours share is loaded once and broadcast.
// RUN: heddle-opt %s --heddle-load-distinct --canonicalize --remarks-filter=heddle-load-distinct 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.remarks
// RUN: heddle-opt %s --heddle-load-distinct | heddle-opt -o /dev/null

// WHY-COUNT-1: remark: [Missed] not-sliced | Category:heddle-load-distinct{{.*}}neighbours share what it loads
// WHY-NOT: remark:

// Eight rows of four-bit weights read one word, whose columns stay as they are.
// CHECK-LABEL: @packed_rows(
// CHECK: tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
// CHECK: %[[ONCE:.*]] = tt.load %{{.*}} : tensor<8x128x!tt.ptr<i32>>
// CHECK: %[[WIDE:.*]] = tt.expand_dims %[[ONCE]] {axis = 1 : i32} : tensor<8x128xi32> -> tensor<8x1x128xi32>
// CHECK: %[[EACH:.*]] = tt.broadcast %[[WIDE]] : tensor<8x1x128xi32> -> tensor<8x8x128xi32>
// CHECK: tt.reshape %[[EACH]] : tensor<8x8x128xi32> -> tensor<64x128xi32>
// CHECK-NOT: arith.divsi
// CHECK: tt.return
tt.func public @packed_rows(%times: i32, %p: !tt.ptr<i32>, %stride: i32) -> tensor<64x128xi32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zerov = arith.constant dense<0> : tensor<64x128xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %c8 = arith.constant dense<8> : tensor<64xi32>
  %w = arith.divsi %r, %c8 : tensor<64xi32>
  %we = tt.expand_dims %w {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %s = tt.splat %stride : i32 -> tensor<64x1xi32>
  %ws = arith.muli %we, %s : tensor<64x1xi32>
  %wb = tt.broadcast %ws : tensor<64x1xi32> -> tensor<64x128xi32>
  %c = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %ce = tt.expand_dims %c {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %cb = tt.broadcast %ce : tensor<1x128xi32> -> tensor<64x128xi32>
  %o = arith.addi %wb, %cb : tensor<64x128xi32>
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<64x128x!tt.ptr<i32>>
  %a = tt.addptr %ps, %o : tensor<64x128x!tt.ptr<i32>>, tensor<64x128xi32>
  %v = scf.for %iv = %c0 to %times step %c1 iter_args(%sumv = %zerov) -> (tensor<64x128xi32>) : i32 {
    %inv = tt.load %a : tensor<64x128x!tt.ptr<i32>>
    %nextv = arith.addi %sumv, %inv : tensor<64x128xi32>
    scf.yield %nextv : tensor<64x128xi32>
  }
  tt.return %v : tensor<64x128xi32>
}

// A shift divides, the first element is the 64th, and every element of a row reads one scale.
// CHECK-LABEL: @scales(
// CHECK: tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
// CHECK: arith.addi %{{.*}}, %cst{{.*}} : tensor<4xi32>
// CHECK: %[[ONCE:.*]] = tt.load %{{.*}} : tensor<4x1x!tt.ptr<f16>>
// CHECK: %[[WIDE:.*]] = tt.expand_dims %[[ONCE]] {axis = 1 : i32} : tensor<4x1xf16> -> tensor<4x1x1xf16>
// CHECK: tt.broadcast %[[WIDE]] : tensor<4x1x1xf16> -> tensor<4x32x16xf16>
// CHECK: tt.return
tt.func public @scales(%times: i32, %p: !tt.ptr<f16>) -> tensor<128x16xf16> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zerov = arith.constant dense<0.0> : tensor<128x16xf16>
  %r = tt.make_range {end = 192 : i32, start = 64 : i32} : tensor<128xi32>
  %c5 = arith.constant dense<5> : tensor<128xi32>
  %w = arith.shrsi %r, %c5 : tensor<128xi32>
  %we = tt.expand_dims %w {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  %wb = tt.broadcast %we : tensor<128x1xi32> -> tensor<128x16xi32>
  %ps = tt.splat %p : !tt.ptr<f16> -> tensor<128x16x!tt.ptr<f16>>
  %a = tt.addptr %ps, %wb : tensor<128x16x!tt.ptr<f16>>, tensor<128x16xi32>
  %v = scf.for %iv = %c0 to %times step %c1 iter_args(%sumv = %zerov) -> (tensor<128x16xf16>) : i32 {
    %inv = tt.load %a : tensor<128x16x!tt.ptr<f16>>
    %nextv = arith.addf %sumv, %inv : tensor<128x16xf16>
    scf.yield %nextv : tensor<128x16xf16>
  }
  tt.return %v : tensor<128x16xf16>
}

// What a loop carries becomes a slice; nothing of the old addresses is left.
// CHECK-LABEL: @carried(
// CHECK: scf.for {{.*}} -> (tensor<64xi32>, tensor<8x!tt.ptr<i32>>)
// CHECK: tt.load %{{.*}} : tensor<8x!tt.ptr<i32>>
// CHECK: tt.addptr %{{.*}} : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
// CHECK: scf.yield
// CHECK: tt.return
tt.func public @carried(%p: !tt.ptr<i32>, %n: i32, %by: i32 {tt.divisibility = 16 : i32}) -> tensor<64xi32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0> : tensor<64xi32>
  %c8 = arith.constant dense<8> : tensor<64xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.divui %r, %c8 : tensor<64xi32>
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %a = tt.addptr %ps, %w : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %next = tt.splat %by : i32 -> tensor<64xi32>
  %sum, %end = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %at = %a) -> (tensor<64xi32>, tensor<64x!tt.ptr<i32>>) : i32 {
    %v = tt.load %at : tensor<64x!tt.ptr<i32>>
    %s = arith.addi %acc, %v : tensor<64xi32>
    %b = tt.addptr %at, %next : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    scf.yield %s, %b : tensor<64xi32>, tensor<64x!tt.ptr<i32>>
  }
  tt.return %sum : tensor<64xi32>
}

// A mask that is one for each group is sliced as the addresses are.
// CHECK-LABEL: @masked_by_groups(
// CHECK: tt.load %{{.*}}, %{{.*}}, %{{.*}} : tensor<16x!tt.ptr<i32>>
// CHECK: tt.return
tt.func public @masked_by_groups(%times: i32, %p: !tt.ptr<i32>, %n: i32) -> tensor<64xi32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zerov = arith.constant dense<0> : tensor<64xi32>
  %c4 = arith.constant dense<4> : tensor<64xi32>
  %other = arith.constant dense<7> : tensor<64xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.divsi %r, %c4 : tensor<64xi32>
  %end = tt.splat %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %w, %end : tensor<64xi32>
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %a = tt.addptr %ps, %w : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %v = scf.for %iv = %c0 to %times step %c1 iter_args(%sumv = %zerov) -> (tensor<64xi32>) : i32 {
    %inv = tt.load %a, %m, %other : tensor<64x!tt.ptr<i32>>
    %nextv = arith.addi %sumv, %inv : tensor<64xi32>
    scf.yield %nextv : tensor<64xi32>
  }
  tt.return %v : tensor<64xi32>
}

// A mask of single elements keeps the groups apart, a volatile load is done as often as it
// says, and where each element reads its own address there is nothing to share.
// CHECK-LABEL: @left_alone(
// CHECK: tt.load %{{.*}}, %{{.*}} : tensor<64x!tt.ptr<i32>>
// CHECK: tt.load %{{.*}} {isVolatile = true} : tensor<64x!tt.ptr<i32>>
// CHECK: tt.load %{{.*}} : tensor<64x!tt.ptr<i32>>
// CHECK: tt.return
tt.func public @left_alone(%times: i32, %p: !tt.ptr<i32>, %n: i32) -> (tensor<64xi32>, tensor<64xi32>, tensor<64xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zerou = arith.constant dense<0> : tensor<64xi32>
  %zerov = arith.constant dense<0> : tensor<64xi32>
  %zerox = arith.constant dense<0> : tensor<64xi32>
  %c4 = arith.constant dense<4> : tensor<64xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.divsi %r, %c4 : tensor<64xi32>
  %end = tt.splat %n : i32 -> tensor<64xi32>
  %m = arith.cmpi slt, %r, %end : tensor<64xi32>
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %a = tt.addptr %ps, %w : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %u = scf.for %iu = %c0 to %times step %c1 iter_args(%sumu = %zerou) -> (tensor<64xi32>) : i32 {
    %inu = tt.load %a, %m : tensor<64x!tt.ptr<i32>>
    %nextu = arith.addi %sumu, %inu : tensor<64xi32>
    scf.yield %nextu : tensor<64xi32>
  }
  %v = scf.for %iv = %c0 to %times step %c1 iter_args(%sumv = %zerov) -> (tensor<64xi32>) : i32 {
    %inv = tt.load %a {isVolatile = true} : tensor<64x!tt.ptr<i32>>
    %nextv = arith.addi %sumv, %inv : tensor<64xi32>
    scf.yield %nextv : tensor<64xi32>
  }
  %b = tt.addptr %ps, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %x = scf.for %ix = %c0 to %times step %c1 iter_args(%sumx = %zerox) -> (tensor<64xi32>) : i32 {
    %inx = tt.load %b : tensor<64x!tt.ptr<i32>>
    %nextx = arith.addi %sumx, %inx : tensor<64xi32>
    scf.yield %nextx : tensor<64xi32>
  }
  tt.return %u, %v, %x : tensor<64xi32>, tensor<64xi32>, tensor<64xi32>
}

// Outside of loops nothing is copied ahead.
// CHECK-LABEL: @once(
// CHECK: tt.load %{{.*}} : tensor<64x!tt.ptr<i32>>
// CHECK: tt.return
tt.func public @once(%p: !tt.ptr<i32>) -> tensor<64xi32> {
  %c4 = arith.constant dense<4> : tensor<64xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %w = arith.divsi %r, %c4 : tensor<64xi32>
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %a = tt.addptr %ps, %w : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %v = tt.load %a : tensor<64x!tt.ptr<i32>>
  tt.return %v : tensor<64xi32>
}

// Where a hint alone says that neighbours are equal, there may be nothing to compute a slice from.
// CHECK-LABEL: @unknown(
// CHECK: tt.load %{{.*}} : tensor<64x!tt.ptr<i32>>
// CHECK: tt.return
tt.func public @unknown(%times: i32, %p: !tt.ptr<i32>, %q: !tt.ptr<i32>) -> tensor<64xi32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zerov = arith.constant dense<0> : tensor<64xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %qs = tt.splat %q : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %b = tt.addptr %qs, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %i = tt.load %b : tensor<64x!tt.ptr<i32>>
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %a = tt.addptr %ps, %i {tt.constancy = dense<8> : tensor<1xi32>} : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %v = scf.for %iv = %c0 to %times step %c1 iter_args(%sumv = %zerov) -> (tensor<64xi32>) : i32 {
    %inv = tt.load %a : tensor<64x!tt.ptr<i32>>
    %nextv = arith.addi %sumv, %inv : tensor<64xi32>
    scf.yield %nextv : tensor<64xi32>
  }
  tt.return %v : tensor<64xi32>
}
