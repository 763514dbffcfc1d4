// The engine takes descriptors whose blocks it moves, all of a type or none.
// RUN: heddle-opt %s --triton-rewrite-tensor-descriptor-to-pointer=engine=true | FileCheck %s
// RUN: heddle-opt %s --triton-rewrite-tensor-descriptor-to-pointer | FileCheck %s --check-prefix=POINTERS

// POINTERS-NOT: tensordesc

// CHECK-DAG: #[[$WIDE:.+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK-DAG: #[[$BYTES:.+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 8}>
// CHECK-DAG: #[[$LINE:.+]] = #ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 32{{.*}}}>

// CHECK-LABEL: tt.func public @kept
// CHECK-SAME: !tt.tensordesc<64x64xf16, #[[$WIDE]]>, %{{.+}}: !tt.tensordesc<16x32xi8, #[[$BYTES]]>, %{{.+}}: !tt.tensordesc<64xf32, #[[$LINE]]>
// CHECK-COUNT-3: tt.descriptor_load
tt.func public @kept(%a: !tt.tensordesc<64x64xf16>, %b: !tt.tensordesc<16x32xi8>, %c: !tt.tensordesc<64xf32>, %i: i32 {tt.divisibility = 16 : i32}) {
  %x = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<64x64xf16> -> tensor<64x64xf16>
  %y = tt.descriptor_load %b[%i, %i] : !tt.tensordesc<16x32xi8> -> tensor<16x32xi8>
  %z = tt.descriptor_load %c[%i] : !tt.tensordesc<64xf32> -> tensor<64xf32>
  tt.return
}

// The engine of sm_90 gathers no rows; what is gathered from becomes pointers, and with it all of
// its type.
// CHECK-LABEL: tt.func public @gathered
// CHECK-NOT: tensordesc
// CHECK: tt.return
tt.func public @gathered(%a: !tt.tensordesc<1x64xf32>, %b: !tt.tensordesc<1x64xf32>, %rows: tensor<32xi32>, %i: i32 {tt.divisibility = 16 : i32}) {
  %x = tt.descriptor_gather %a[%rows, %i] : (!tt.tensordesc<1x64xf32>, tensor<32xi32>, i32) -> tensor<32x64xf32>
  %y = tt.descriptor_load %b[%i, %i] : !tt.tensordesc<1x64xf32> -> tensor<1x64xf32>
  tt.return
}

// Rows of 8 bytes; more axes than it has; elements of 64 bits.
// CHECK-LABEL: tt.func public @narrow
// CHECK-NOT: tensordesc
// CHECK: tt.return
tt.func public @narrow(%a: !tt.tensordesc<64x8xi8>, %c: !tt.tensordesc<1x1x1x1x8x8xf32>, %d: !tt.tensordesc<16x16xi64>, %v: tensor<16x16xi64>, %i: i32 {tt.divisibility = 16 : i32}) {
  %x = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<64x8xi8> -> tensor<64x8xi8>
  %z = tt.descriptor_load %c[%i, %i, %i, %i, %i, %i] : !tt.tensordesc<1x1x1x1x8x8xf32> -> tensor<8x8xf32>
  tt.descriptor_reduce add, %d[%i, %i], %v : !tt.tensordesc<16x16xi64>, tensor<16x16xi64>
  tt.return
}

// Through branches and loops.
// CHECK-LABEL: tt.func public @moved
// CHECK: scf.if {{.*}}-> (!tt.tensordesc<8x64xf16, #[[$WIDE]]>)
// CHECK: scf.for {{.*}}-> (!tt.tensordesc<8x64xf16, #[[$WIDE]]>)
tt.func public @moved(%p: !tt.tensordesc<8x64xf16>, %q: !tt.tensordesc<8x64xf16>, %i: i32 {tt.divisibility = 16 : i32}, %c: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %d = scf.if %c -> (!tt.tensordesc<8x64xf16>) {
    scf.yield %p : !tt.tensordesc<8x64xf16>
  } else {
    scf.yield %q : !tt.tensordesc<8x64xf16>
  }
  %e = scf.for %k = %c0 to %i step %c1 iter_args(%at = %d) -> (!tt.tensordesc<8x64xf16>) : i32 {
    %x = tt.descriptor_load %at[%k, %i] : !tt.tensordesc<8x64xf16> -> tensor<8x64xf16>
    scf.yield %q : !tt.tensordesc<8x64xf16>
  }
  tt.return
}

// Not those that are sometimes the host's, those by which the loop that makes them may load ahead,
// those of tensors whose rows are not contiguous, and none whose NaN the engine does not fill in.
// CHECK-LABEL: tt.func public @made
// CHECK-COUNT-1: tt.make_tensor_descriptor
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.return
tt.func public @made(%p: !tt.ptr<i16>, %b: !tt.ptr<f8E5M2>, %q: !tt.tensordesc<8x64xi16>, %n: i32, %s: i64) {
  %one = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %row = arith.constant 64 : i64
  %odd = arith.constant 60 : i64
  %a = tt.make_tensor_descriptor %p, [%n, %n], [%row, %one] : !tt.ptr<i16>, !tt.tensordesc<8x64xi16>
  scf.for %k = %c0 to %n step %c1 : i32 {
    %c = tt.make_tensor_descriptor %p, [%k, %n], [%row, %one] : !tt.ptr<i16>, !tt.tensordesc<16x64xi16>
    %x = tt.descriptor_load %c[%k, %c0] : !tt.tensordesc<16x64xi16> -> tensor<16x64xi16>
  }
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%row, %s] : !tt.ptr<i16>, !tt.tensordesc<32x64xi16>
  %e = tt.make_tensor_descriptor %p, [%n, %n], [%odd, %one] : !tt.ptr<i16>, !tt.tensordesc<64x64xi16>
  %f = tt.make_tensor_descriptor %b, [%n, %n], [%row, %one] {padding = 2 : i32} : !tt.ptr<f8E5M2>, !tt.tensordesc<8x64xf8E5M2>
  %g = tt.make_tensor_descriptor %p, [%n, %n], [%row, %one] : !tt.ptr<i16>, !tt.tensordesc<8x32xi16>
  tt.return
}

// What threads write, and the engine would read, is not ordered for it; nor what it would write.
// CHECK-LABEL: tt.func public @written_by_threads
// CHECK-SAME: !tt.tensordesc<64x32xf16, #
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.return
tt.func public @written_by_threads(%p: !tt.ptr<f16>, %other: !tt.tensordesc<64x32xf16>, %v: f16) {
  %one = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %n = arith.constant 64 : i32
  %row = arith.constant 64 : i64
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%row, %one] : !tt.ptr<f16>, !tt.tensordesc<32x32xf16>
  tt.store %p, %v : !tt.ptr<f16>
  %x = tt.descriptor_load %d[%c0, %c0] : !tt.tensordesc<32x32xf16> -> tensor<32x32xf16>
  %y = tt.descriptor_load %other[%c0, %c0] : !tt.tensordesc<64x32xf16> -> tensor<64x32xf16>
  tt.return
}

// CHECK-LABEL: tt.func public @read_again
// CHECK-NOT: tensordesc
// CHECK: tt.return
tt.func public @read_again(%d: !tt.tensordesc<32x64xf32>, %v: tensor<32x64xf32>) {
  %c0 = arith.constant 0 : i32
  tt.descriptor_store %d[%c0, %c0], %v : !tt.tensordesc<32x64xf32>, tensor<32x64xf32>
  %x = tt.descriptor_load %d[%c0, %c0] : !tt.tensordesc<32x64xf32> -> tensor<32x64xf32>
  tt.return
}

// Others learn by an atomic access that a block is there.
// CHECK-LABEL: tt.func public @released
// CHECK-NOT: tensordesc
// CHECK: tt.return
tt.func public @released(%d: !tt.tensordesc<32x16xf32>, %v: tensor<32x16xf32>, %flag: !tt.ptr<i32>, %one: i32) {
  %c0 = arith.constant 0 : i32
  tt.descriptor_store %d[%c0, %c0], %v : !tt.tensordesc<32x16xf32>, tensor<32x16xf32>
  %old = tt.atomic_rmw exch, release, gpu, %flag, %one : (!tt.ptr<i32>, i32) -> i32
  tt.return
}

// Boxes begin at multiples of 16 bytes of a row.
// CHECK-LABEL: tt.func public @within_units
// CHECK-NOT: tensordesc
// CHECK: tt.return
tt.func public @within_units(%a: !tt.tensordesc<4x64xf32>, %i: i32) {
  %x = tt.descriptor_load %a[%i, %i] : !tt.tensordesc<4x64xf32> -> tensor<4x64xf32>
  tt.return
}

// Stores do not begin before the tensor: differences may. Arguments do not, nor do counts.
// CHECK-LABEL: tt.func public @before
// CHECK-SAME: !tt.ptr<f32>
// CHECK-SAME: !tt.tensordesc<8x32xf32
// CHECK-NOT: tensordesc<4x32xf32
// CHECK: tt.return
tt.func public @before(%a: !tt.tensordesc<4x32xf32>, %b: !tt.tensordesc<8x32xf32>, %v: tensor<4x32xf32>, %w: tensor<8x32xf32>, %i: i32 {tt.divisibility = 16 : i32}) {
  %c1 = arith.constant 1 : i32
  %less = arith.subi %i, %c1 : i32
  tt.descriptor_store %a[%less, %i], %v : !tt.tensordesc<4x32xf32>, tensor<4x32xf32>
  scf.for %k = %c1 to %i step %c1 iter_args(%row = %i) -> (i32) : i32 {
    tt.descriptor_store %b[%row, %i], %w : !tt.tensordesc<8x32xf32>, tensor<8x32xf32>
    %next = arith.addi %row, %k : i32
    scf.yield %next : i32
  }
  tt.return
}

// What a loop carries may begin below zero if it is not stored to before it has grown; not if it
// becomes less from one iteration to the next.
// CHECK-LABEL: tt.func public @carried
// CHECK-SAME: !tt.tensordesc<2x32xf32, #
// CHECK-SAME: !tt.ptr<f32>
// CHECK-NOT: tensordesc<1x32xf32
// CHECK: tt.return
tt.func public @carried(%a: !tt.tensordesc<2x32xf32>, %b: !tt.tensordesc<1x32xf32>, %v: tensor<2x32xf32>, %w: tensor<1x32xf32>, %n: i32 {tt.divisibility = 16 : i32}) {
  %c1 = arith.constant 1 : i32
  %programs = arith.constant 132 : i32
  %pid = tt.get_program_id x : i32
  %before = arith.subi %pid, %programs : i32
  %last:2 = scf.for %tile = %pid to %n step %programs iter_args(%stored = %before, %less = %n) -> (i32, i32) : i32 {
    %now = arith.addi %stored, %programs : i32
    %group = arith.divsi %now, %n : i32
    %column = arith.muli %n, %group : i32
    tt.descriptor_store %a[%now, %column], %v : !tt.tensordesc<2x32xf32>, tensor<2x32xf32>
    tt.descriptor_store %b[%less, %n], %w : !tt.tensordesc<1x32xf32>, tensor<1x32xf32>
    %next = arith.subi %less, %c1 : i32
    scf.yield %now, %next : i32, i32
  }
  tt.return
}

// Where rows may end within 16 bytes, a store would write behind them: pointers do that then. They
// do not where they follow one another. Two ways to the same memory would not be in order.
// CHECK-LABEL: tt.func public @ends
// CHECK: tt.make_tensor_descriptor {{.*}}<16x32xf32, #
// CHECK: tt.descriptor_store {{.*}}<16x32xf32, #
// CHECK: tt.make_tensor_descriptor {{.*}}<16x16xf32, #
// CHECK: scf.if
// CHECK-NEXT: tt.descriptor_store {{.*}}<16x16xf32, #
// CHECK: tt.store
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.return
tt.func public @ends(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %o: !tt.ptr<f32>, %v: tensor<16x32xf32>, %w: tensor<16x16xf32>, %x: tensor<16x8xf32>, %y: tensor<8x8xf32>, %n: i32, %s: i64) {
  %c0 = arith.constant 0 : i32
  %one = arith.constant 1 : i64
  %row = arith.extsi %n : i32 to i64
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%row, %one] : !tt.ptr<f32>, !tt.tensordesc<16x32xf32>
  tt.descriptor_store %d[%c0, %c0], %v : !tt.tensordesc<16x32xf32>, tensor<16x32xf32>
  %e = tt.make_tensor_descriptor %q, [%n, %n], [%s, %one] : !tt.ptr<f32>, !tt.tensordesc<16x16xf32>
  tt.descriptor_store %e[%c0, %c0], %w : !tt.tensordesc<16x16xf32>, tensor<16x16xf32>
  %f = tt.make_tensor_descriptor %o, [%n, %n], [%s, %one] : !tt.ptr<f32>, !tt.tensordesc<16x8xf32>
  %g = tt.make_tensor_descriptor %o, [%n, %n], [%row, %one] : !tt.ptr<f32>, !tt.tensordesc<8x8xf32>
  tt.descriptor_store %f[%c0, %c0], %x : !tt.tensordesc<16x8xf32>, tensor<16x8xf32>
  tt.descriptor_store %g[%c0, %c0], %y : !tt.tensordesc<8x8xf32>, tensor<8x8xf32>
  tt.return
}
