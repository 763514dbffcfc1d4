// Programs with the longest loops start first, if these are at one end of one axis of the grid.
// RUN: heddle-opt %s --heddle-order-programs --remarks-filter=heddle-order-programs 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.remarks
// RUN: heddle-opt %s --heddle-order-programs | heddle-opt -o /dev/null

// WHY: remark: [Passed] order | Category:heddle-order-programs | order="descending x"
// WHY: order="ascending x"

// Causal attention: keys up to the program's own rows.
// CHECK-LABEL: @to_own_rows(
// CHECK-SAME: attributes {heddle.program_order = "descending x"}
tt.func public @to_own_rows(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  scf.for %i = %c0 to %end step %c64 : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  tt.return
}

// Its gradient of keys: rows from the program's own keys on.
// CHECK-LABEL: @from_own_rows(
// CHECK-SAME: attributes {heddle.program_order = "ascending x"}
tt.func public @from_own_rows(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  scf.for %i = %row to %n step %c64 : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  tt.return
}

// Keys that there are, up to the own rows.
// CHECK-LABEL: @least(
// CHECK-SAME: attributes {heddle.program_order = "descending x"}
tt.func public @least(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  %least = arith.minsi %end, %n : i32
  scf.for %i = %c0 to %least step %c64 : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  tt.return
}

// Tiles off the diagonal, and those on it, which are as many everywhere, but where keys end.
// CHECK-LABEL: @two_loops(
// CHECK-SAME: attributes {heddle.program_order = "descending x"}
tt.func public @two_loops(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  %least = arith.minsi %end, %n : i32
  scf.for %i = %c0 to %row step %c64 : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  scf.for %i = %row to %least step %c64 : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  tt.return
}

// One axis for all: tiles of rows, by division, from the last on.
// CHECK-LABEL: @tiles(
// CHECK-SAME: attributes {heddle.program_order = "ascending y"}
tt.func public @tiles(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %programs = tt.get_num_programs y : i32
  %last = arith.subi %programs, %c1 : i32
  %from_last = arith.subi %last, %y : i32
  %tile = arith.divsi %from_last, %n : i32
  %row = arith.muli %tile, %c128 : i32
  %sum = arith.addi %row, %c128 : i32
  %count = arith.ceildivsi %sum, %c64 : i32
  scf.for %i = %c0 to %count step %c1 : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  tt.return
}

// A loop in a loop, up to where that one is.
// CHECK-LABEL: @nested(
// CHECK-SAME: attributes {heddle.program_order = "descending z"}
tt.func public @nested(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %z = tt.get_program_id z : i32
  %wide = arith.extsi %z : i32 to i64
  %many = arith.constant 64 : i64
  %long = arith.muli %wide, %many : i64
  %end = arith.trunci %long : i64 to i32
  scf.for %o = %c0 to %end step %c64 : i32 {
    scf.for %i = %c0 to %o step %c64 : i32 {
      tt.store %p, %zero : !tt.ptr<f32>
    }
  }
  tt.return
}

// An order that is there stays.
// CHECK-LABEL: @known(
// CHECK-SAME: attributes {heddle.program_order = "ascending z"}
tt.func public @known(%p: !tt.ptr<f32>, %n: i32) attributes {heddle.program_order = "ascending z"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  scf.for %i = %c0 to %end step %c64 : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  tt.return
}

// All loops are as long: of a share of all keys, and of a tile of a product.
// CHECK-LABEL: @equal(
// CHECK-NOT: heddle.program_order
// CHECK: tt.return
tt.func public @equal(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  scf.for %i = %row to %end step %c64 : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  scf.for %i = %c0 to %n step %c64 : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  tt.return
}

// One loop becomes longer, another one shorter.
// CHECK-LABEL: @both_ends(
// CHECK-NOT: heddle.program_order
// CHECK: tt.return
tt.func public @both_ends(%p: !tt.ptr<f32>, %n: i32, %flag: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  scf.for %i = %c0 to %end step %c64 : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  scf.if %flag {
    scf.for %i = %row to %n step %c64 : i32 {
      tt.store %p, %zero : !tt.ptr<f32>
    }
  }
  tt.return
}

// The lengths depend on two axes.
// CHECK-LABEL: @two_axes(
// CHECK-NOT: heddle.program_order
// CHECK: tt.return
tt.func public @two_axes(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  %both = arith.addi %end, %y : i32
  scf.for %i = %c0 to %both step %c1 : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  tt.return
}

// They depend on an axis in another way: row blocks of all heads along one axis.
// CHECK-LABEL: @remainder(
// CHECK-NOT: heddle.program_order
// CHECK: tt.return
tt.func public @remainder(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %tile = arith.remsi %x, %n : i32
  %end = arith.muli %tile, %c128 : i32
  scf.for %i = %c0 to %end step %c64 : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  tt.return
}

// What is loaded from where the program says is not known.
// CHECK-LABEL: @loaded(
// CHECK-NOT: heddle.program_order
// CHECK: tt.return
tt.func public @loaded(%p: !tt.ptr<f32>, %lengths: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %at = tt.addptr %lengths, %x : !tt.ptr<i32>, i32
  %end = tt.load %at : !tt.ptr<i32>
  scf.for %i = %c0 to %end step %c64 : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  tt.return
}

// A loop that only some programs come to.
// CHECK-LABEL: @some_programs(
// CHECK-NOT: heddle.program_order
// CHECK: tt.return
tt.func public @some_programs(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  %is_some = arith.cmpi slt, %x, %n : i32
  scf.if %is_some {
    scf.for %i = %c0 to %n step %c64 : i32 {
      tt.store %p, %zero : !tt.ptr<f32>
    }
  }
  tt.return
}

// Persistent programs take every so manieth tile; where a tile is in a loop of theirs says nothing.
// CHECK-LABEL: @shares(
// CHECK-NOT: heddle.program_order
// CHECK: tt.return
tt.func public @shares(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %programs = tt.get_num_programs x : i32
  scf.for %tile = %x to %n step %programs : i32 {
    scf.for %i = %c0 to %tile step %c1 : i32 {
      tt.store %p, %zero : !tt.ptr<f32>
    }
  }
  tt.return
}

// The same with a number of programs that is known.
// CHECK-LABEL: @hundredths(
// CHECK-NOT: heddle.program_order
// CHECK: tt.return
tt.func public @hundredths(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  %most = arith.constant 132 : i32
  scf.for %i = %x to %n step %most : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  tt.return
}

// Along the only axis that is read programs start like that in any case.
// CHECK-LABEL: @launched(
// CHECK-NOT: heddle.program_order
// CHECK: tt.return
tt.func public @launched(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  scf.for %i = %row to %n step %c64 : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  tt.return
}

// A bound that a loop carries.
// CHECK-LABEL: @carried(
// CHECK-NOT: heddle.program_order
// CHECK: tt.return
tt.func public @carried(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (i32) : i32 {
    %t = arith.addi %s, %c1 : i32
    scf.yield %t : i32
  }
  scf.for %i = %c0 to %last step %c64 : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  tt.return
}

// An atomic access: a program might wait for another one.
// CHECK-LABEL: @atomic(
// CHECK-NOT: heddle.program_order
// CHECK: tt.return
tt.func public @atomic(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  scf.for %i = %c0 to %end step %c64 : i32 {
    %old = tt.atomic_rmw fadd, acq_rel, gpu, %p, %zero : (!tt.ptr<f32>, f32) -> f32
  }
  tt.return
}

// A load that others may write to meanwhile: a program might wait for another one.
// CHECK-LABEL: @volatile(
// CHECK-NOT: heddle.program_order
// CHECK: tt.return
tt.func public @volatile(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  scf.for %i = %c0 to %end step %c64 : i32 {
    %v = tt.load %p {isVolatile = true} : !tt.ptr<f32>
  }
  tt.return
}

// A load past the caches: a program might wait for another one.
// CHECK-LABEL: @uncached(
// CHECK-NOT: heddle.program_order
// CHECK: tt.return
tt.func public @uncached(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  scf.for %i = %c0 to %end step %c64 : i32 {
    %v = tt.load %p cacheModifier = cv : !tt.ptr<f32>
  }
  tt.return
}

// Assembly with effects: a program might wait for another one.
// CHECK-LABEL: @assembly(
// CHECK-NOT: heddle.program_order
// CHECK: tt.return
tt.func public @assembly(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  scf.for %i = %c0 to %end step %c64 : i32 {
    %v = tt.elementwise_inline_asm "ld.acquire.gpu.f32 $0, [0];" {constraints = "=f,f", packed_element = 1 : i32, pure = false} %zero : f32 -> f32
  }
  tt.return
}

// Assembly without effects, and what is said to people, are no reason.
// CHECK-LABEL: @pure(
// CHECK-SAME: attributes {heddle.program_order = "descending x"}
tt.func public @pure(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  scf.for %i = %c0 to %end step %c64 : i32 {
    %v = tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %zero : f32 -> f32
    tt.print " at " {hex = false, isSigned = array<i32: 0>} : %v : f32
    tt.store %p, %zero : !tt.ptr<f32>
  }
  tt.return
}

// A loop that runs until something is true.
// CHECK-LABEL: @until(
// CHECK-NOT: heddle.program_order
// CHECK: tt.return
tt.func public @until(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  scf.while : () -> () {
    %v = tt.load %p : !tt.ptr<f32>
    %goes_on = arith.cmpf oeq, %v, %zero : f32
    scf.condition(%goes_on)
  } do {
    scf.yield
  }
  scf.for %i = %c0 to %end step %c64 : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  tt.return
}

// Some programs return early: no loop of blocks.
// CHECK-LABEL: @returns(
// CHECK-SAME: attributes {heddle.program_order = "descending x"}
tt.func public @returns(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  %is_behind = arith.cmpi sge, %row, %n : i32
  cf.cond_br %is_behind, ^end, ^go
^go:
  scf.for %i = %c0 to %end step %c64 : i32 {
    tt.store %p, %zero : !tt.ptr<f32>
  }
  cf.br ^end
^end:
  tt.return
}

// What is called may do anything.
// CHECK-LABEL: @called(
// CHECK-NOT: heddle.program_order
// CHECK: tt.return
tt.func public @called(%p: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %x = tt.get_program_id x : i32
  %row = arith.muli %x, %c128 : i32
  %end = arith.addi %row, %c128 : i32
  scf.for %i = %c0 to %end step %c64 : i32 {
    tt.call @other(%p) : (!tt.ptr<f32>) -> ()
  }
  tt.return
}

tt.func private @other(!tt.ptr<f32>)
