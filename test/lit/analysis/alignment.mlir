// What is known of numbers and addresses, rule by rule.
// RUN: heddle-opt %s --test-print-alignment --split-input-file --verify-diagnostics -o /dev/null

tt.func @ranges() {
  // expected-remark @below {{contiguity = [128], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  // expected-remark @below {{contiguity = [32], divisibility = [32], constancy = [1], constant_value = <none>}}
  %1 = tt.make_range {end = 128 : i32, start = 96 : i32} : tensor<32xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [32], constant_value = 24}}
  %2 = arith.constant dense<24> : tensor<32xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [32], constant_value = 1}}
  %3 = arith.constant dense<true> : tensor<32xi1>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [32], constant_value = <none>}}
  %4 = arith.constant dense<1.5> : tensor<32xf32>
  // A run that starts anywhere else than at a multiple.
  // expected-remark @below {{contiguity = [32], divisibility = [8], constancy = [1], constant_value = <none>}}
  %5 = arith.addi %1, %2 : tensor<32xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %6 = arith.subi %2, %1 : tensor<32xi32>
  // The difference of two runs is the same everywhere.
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [32], constant_value = <none>}}
  %7 = arith.subi %5, %1 : tensor<32xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %8 = arith.muli %5, %2 : tensor<32xi32>
  tt.return
}

// -----

// Every other number: 32 of them lie between two multiples of 64.
tt.func @quotients_of_strides() {
  // expected-remark @below {{contiguity = [128], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [128], constant_value = 2}}
  %two = arith.constant dense<2> : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = <none>}}
  %even = arith.muli %range, %two : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [64], constancy = [128], constant_value = 64}}
  %size = arith.constant dense<64> : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [32], constant_value = <none>}}
  %group = arith.divsi %even, %size : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [128], constant_value = 12}}
  %dozen = arith.constant dense<12> : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [2], constant_value = <none>}}
  %third = arith.divsi %even, %dozen : tensor<128xi32>
  tt.return
}

// -----

tt.func @quotients(%n: i32 {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %pid = tt.get_program_id x : i32
  // expected-remark @below {{contiguity = [1], divisibility = [128], constancy = [1], constant_value = 128}}
  %size = arith.constant 128 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [128], constancy = [1], constant_value = <none>}}
  %first = arith.muli %pid, %size : i32
  // expected-remark @below {{contiguity = [1], divisibility = [128], constancy = [128], constant_value = <none>}}
  %firsts = tt.splat %first : i32 -> tensor<128xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [128], constancy = [1], constant_value = <none>}}
  %place = arith.addi %firsts, %range : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [128], constant_value = <none>}}
  %ns = tt.splat %n : i32 -> tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [16], constant_value = <none>}}
  %row = arith.divsi %place, %ns : tensor<128xi32>
  // expected-remark @below {{contiguity = [16], divisibility = [16], constancy = [1], constant_value = <none>}}
  %column = arith.remsi %place, %ns : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [16], constant_value = <none>}}
  %mask = arith.cmpi slt, %place, %ns : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %other = arith.cmpi sle, %place, %ns : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [128], constant_value = 127}}
  %last = arith.constant dense<127> : tensor<128xi32>
  // <= 127 is < 128.
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [128], constant_value = <none>}}
  %upto = arith.cmpi sle, %place, %last : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [128], constant_value = 1}}
  %all = arith.cmpi sle, %range, %last : tensor<128xi32>
  // Negative numbers are rounded toward zero: -4 / 4 = -1, but -3 / 4 = 0.
  // expected-remark @below {{contiguity = [128], divisibility = [128], constancy = [1], constant_value = <none>}}
  %negative = arith.subi %range, %firsts : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %wrong = arith.divsi %negative, %ns : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %rest = arith.remsi %negative, %ns : tensor<128xi32>
  tt.return
}

// -----

tt.func @bits(%n: i32) {
  // expected-remark @below {{contiguity = [64], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [64], constant_value = 7}}
  %low = arith.constant dense<7> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [64], constant_value = -8}}
  %high = arith.constant dense<-8> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [64], constancy = [64], constant_value = 64}}
  %bit = arith.constant dense<64> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [64], constant_value = 3}}
  %three = arith.constant dense<3> : tensor<64xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [8], constancy = [1], constant_value = <none>}}
  %0 = arith.andi %range, %low : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [8], constant_value = <none>}}
  %1 = arith.andi %range, %high : tensor<64xi32>
  // Bits that are not there yet: the same as adding them.
  // expected-remark @below {{contiguity = [64], divisibility = [64], constancy = [1], constant_value = <none>}}
  %2 = arith.ori %range, %bit : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = <none>}}
  %3 = arith.ori %range, %low : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %4 = arith.shli %range, %three : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = <none>}}
  %5 = arith.shrsi %range, %three : tensor<64xi32>
  tt.return
}

// -----

tt.func @views(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 8 : i32}) {
  // expected-remark @below {{contiguity = [32], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  // expected-remark @below {{contiguity = [32, 1], divisibility = [1073741824, 1], constancy = [1, 1], constant_value = <none>}}
  %rows = tt.expand_dims %range {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [8, 8], constancy = [32, 1], constant_value = <none>}}
  %strides = tt.splat %stride : i32 -> tensor<32x1xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [8, 8], constancy = [1, 1], constant_value = <none>}}
  %offset = arith.muli %rows, %strides : tensor<32x1xi32>
  // expected-remark @below {{contiguity = [1, 32], divisibility = [1, 1073741824], constancy = [1, 1], constant_value = <none>}}
  %columns = tt.expand_dims %range {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [8, 8], constancy = [1, 32], constant_value = <none>}}
  %a = tt.broadcast %offset : tensor<32x1xi32> -> tensor<32x32xi32>
  // expected-remark @below {{contiguity = [1, 32], divisibility = [1, 1073741824], constancy = [32, 1], constant_value = <none>}}
  %b = tt.broadcast %columns : tensor<1x32xi32> -> tensor<32x32xi32>
  // expected-remark @below {{contiguity = [1, 32], divisibility = [1, 8], constancy = [1, 1], constant_value = <none>}}
  %place = arith.addi %a, %b : tensor<32x32xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [32, 32], constant_value = <none>}}
  %base = tt.splat %p : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>>
  // In bytes.
  // expected-remark @below {{contiguity = [1, 32], divisibility = [2, 16], constancy = [1, 1], constant_value = <none>}}
  %pointers = tt.addptr %base, %place : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
  // expected-remark @below {{contiguity = [32, 1], divisibility = [16, 2], constancy = [1, 1], constant_value = <none>}}
  %turned = tt.trans %pointers {order = array<i32: 1, 0>} : tensor<32x32x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
  // expected-remark @below {{contiguity = [1, 1, 8], divisibility = [2, 2, 16], constancy = [1, 1, 1], constant_value = <none>}}
  %parts = tt.reshape %pointers : tensor<32x32x!tt.ptr<f16>> -> tensor<32x4x8x!tt.ptr<f16>>
  // expected-remark @below {{contiguity = [1, 32, 1], divisibility = [1, 8, 1], constancy = [1, 1, 1], constant_value = <none>}}
  %pairs = tt.join %place, %place : tensor<32x32xi32> -> tensor<32x32x2xi32>
  // Of both halves.
  // expected-remark @below {{contiguity = [1, 32], divisibility = [1, 8], constancy = [1, 1], constant_value = <none>}}
  %x, %y = tt.split %pairs : tensor<32x32x2xi32> -> tensor<32x32xi32>
  // Numbers in any order: what divides all.
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %both = tt.cat %range, %range : tensor<32xi32> -> tensor<64xi32>
  // expected-remark @below {{contiguity = [32], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %looked = tt.gather %range[%range] {axis = 0 : i32} : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi32>
  tt.return
}

// -----

tt.func @reductions(%stride: i32 {tt.divisibility = 8 : i32}) {
  // expected-remark @below {{contiguity = [32], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  // expected-remark @below {{contiguity = [1, 32], divisibility = [1, 1073741824], constancy = [1, 1], constant_value = <none>}}
  %row = tt.expand_dims %range {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  // expected-remark @below {{contiguity = [1, 32], divisibility = [1, 1073741824], constancy = [4, 1], constant_value = <none>}}
  %rows = tt.broadcast %row : tensor<1x32xi32> -> tensor<4x32xi32>
  // expected-remark @below {{contiguity = [32], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %most = "tt.reduce"(%rows) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
    %0 = arith.maxsi %a, %b : i32
    tt.reduce.return %0 : i32
  }) : (tensor<4x32xi32>) -> tensor<32xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [8, 8], constancy = [4, 32], constant_value = <none>}}
  %strides = tt.splat %stride : i32 -> tensor<4x32xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [32], constant_value = <none>}}
  %sum = "tt.reduce"(%strides) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
    %0 = arith.addi %a, %b : i32
    tt.reduce.return %0 : i32
  }) : (tensor<4x32xi32>) -> tensor<32xi32>
  tt.return
}

// -----

// What a loop starts with and what it goes on with.
tt.func @loops(%n: index) {
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = 16}}
  %first = arith.constant 16 : index
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = 8}}
  %step = arith.constant 8 : index
  // expected-remark @below {{contiguity = [32], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [32], constant_value = 4}}
  %four = arith.constant dense<4> : tensor<32xi32>
  // expected-remark @below {{contiguity = [32], divisibility = [4], constancy = [1], constant_value = <none>}}
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [32], constant_value = 4}}
  %0:2 = scf.for %i = %first to %n step %step iter_args(%a = %range, %b = %four) -> (tensor<32xi32>, tensor<32xi32>) {
    // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
    %1 = arith.index_cast %i : index to i32
    // expected-remark @below {{contiguity = [32], divisibility = [4], constancy = [1], constant_value = <none>}}
    %2 = arith.addi %a, %b : tensor<32xi32>
    scf.yield %2, %b : tensor<32xi32>, tensor<32xi32>
  }
  tt.return
}

// -----

// Private functions know what all callers give them.
tt.func @caller(%x: i32 {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = 24}}
  %c = arith.constant 24 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = <none>}}
  %0 = tt.call @callee(%x) : (i32) -> i32
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = <none>}}
  %1 = tt.call @callee(%c) : (i32) -> i32
  tt.return
}
tt.func private @callee(%y: i32) -> i32 {
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = 4}}
  %c = arith.constant 4 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = <none>}}
  %0 = arith.muli %y, %c : i32
  tt.return %0 : i32
}

// -----

// What the program promises is believed.
tt.func @hints(%p: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %o: tensor<128xi32>) {
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [128], constant_value = <none>}}
  %ps = tt.splat %p : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
  %a = tt.addptr %ps, %o {tt.divisibility = dense<16> : tensor<1xi32>} : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [4], constancy = [1], constant_value = <none>}}
  %b = tt.addptr %ps, %o {tt.contiguity = dense<8> : tensor<1xi32>} : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [8], constant_value = <none>}}
  %c = tt.addptr %ps, %o {tt.constancy = dense<8> : tensor<1xi32>} : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
  // The same address has the same contents.
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = <none>}}
  %l = tt.load %c : tensor<128x!tt.ptr<i32>>
  tt.return
}

// -----

// Of one number twice there is nothing to choose; without signs negative numbers
// are above all others.
tt.func @same(%n: i32 {tt.divisibility = 2 : i32}, %c: i1) {
  // expected-remark @below {{contiguity = [128], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [128], constant_value = <none>}}
  %ns = tt.splat %n : i32 -> tensor<128xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [2], constancy = [1], constant_value = <none>}}
  %x = arith.addi %ns, %range : tensor<128xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [2], constancy = [1], constant_value = <none>}}
  %0 = arith.maxui %x, %x : tensor<128xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [2], constancy = [1], constant_value = <none>}}
  %1 = arith.minui %x, %x : tensor<128xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [2], constancy = [1], constant_value = <none>}}
  %2 = arith.andi %x, %x : tensor<128xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [2], constancy = [1], constant_value = <none>}}
  %3 = arith.select %c, %x, %x : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = -16}}
  %negative = arith.constant -16 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %one = arith.constant 1 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = -16}}
  %4 = arith.maxui %one, %negative : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %5 = arith.minui %negative, %one : i32
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %6 = arith.cmpi ult, %negative, %one : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %7 = arith.cmpi ule, %one, %negative : i32
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %8 = arith.cmpi ugt, %one, %negative : i32
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = -32}}
  %less = arith.constant -32 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [32], constancy = [1], constant_value = -32}}
  %9 = arith.minui %negative, %less : i32
  // Runs that begin at even numbers do not cross zero.
  // expected-remark @below {{contiguity = [2], divisibility = [2], constancy = [1], constant_value = <none>}}
  %10 = arith.minui %x, %range : tensor<128xi32>
  tt.return
}
