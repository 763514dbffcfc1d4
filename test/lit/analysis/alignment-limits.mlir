// What looks like a run or a bound and is none.
// RUN: heddle-opt %s --triton 3.8 --test-print-alignment --split-input-file --verify-diagnostics -o /dev/null

// 255 is followed by 0 in eight bits, and 127 by -128.
tt.func @narrow() {
  // expected-remark @below {{contiguity = [512], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %0 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [128], constancy = [1], constant_value = <none>}}
  %1 = arith.trunci %0 : tensor<512xi32> to tensor<512xi8>
  // expected-remark @below {{contiguity = [128], divisibility = [128], constancy = [1], constant_value = <none>}}
  %2 = arith.extui %1 : tensor<512xi8> to tensor<512xi32>
  tt.return
}

// -----

// Pointers to pointers, which releases before 3.9 have, are 8 bytes apart.
tt.func @pointers(%p: !tt.ptr<!tt.ptr<f32>> {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity = [4], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %0 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [4], constant_value = <none>}}
  %1 = tt.splat %p : !tt.ptr<!tt.ptr<f32>> -> tensor<4x!tt.ptr<!tt.ptr<f32>>>
  // expected-remark @below {{contiguity = [4], divisibility = [16], constancy = [1], constant_value = <none>}}
  %2 = tt.addptr %1, %0 : tensor<4x!tt.ptr<!tt.ptr<f32>>>, tensor<4xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %3 = tt.ptr_to_int %2 : tensor<4x!tt.ptr<!tt.ptr<f32>>> -> tensor<4xi64>
  tt.return
}

// -----

// Poison may be anything, but a branch that has it takes nothing away.
tt.func @poison(%c: i1, %x: i32) {
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %p = ub.poison : i32
  // expected-remark @below {{contiguity = [1], divisibility = [128], constancy = [1], constant_value = 128}}
  %k = arith.constant 128 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %s = arith.select %c, %p, %x : i32
  // expected-remark @below {{contiguity = [1], divisibility = [128], constancy = [1], constant_value = 128}}
  %t = arith.select %c, %p, %k : i32
  // expected-remark @below {{contiguity = [1], divisibility = [128], constancy = [1], constant_value = 128}}
  %u = arith.select %c, %k, %p : i32
  // expected-remark @below {{contiguity = [1], divisibility = [128], constancy = [1], constant_value = 128}}
  %0 = scf.if %c -> i32 {
    scf.yield %p : i32
  } else {
    scf.yield %k : i32
  }
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %1 = scf.if %c -> i32 {
    scf.yield %s : i32
  } else {
    scf.yield %k : i32
  }
  tt.return
}

// -----

// Of single bits with a sign, the set one is -1.
tt.func @bits(%a: i1) {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %no = arith.constant false
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %yes = arith.constant true
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %0 = arith.cmpi slt, %no, %yes : i1
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %1 = arith.cmpi ult, %no, %yes : i1
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %2 = arith.cmpi sle, %a, %yes : i1
  tt.return
}

// -----

// Without signs, a loop to -5 goes past zero.
tt.func @unsigned_loop() {
  // expected-remark @below {{contiguity = [1], divisibility = [4611686018427387904], constancy = [1], constant_value = 0}}
  %zero = arith.constant 0 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = 1}}
  %one = arith.constant 1 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = -5}}
  %end = arith.constant -5 : i32
  scf.for unsigned %i = %zero to %end step %one : i32 {
    // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
    %0 = arith.cmpi slt, %i, %zero : i32
  }
  tt.return
}

// -----

// Assembly may ask for its lane; hashes overflow, and so do bytes.
tt.func @others(%x: i8) {
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = 1}}
  %0 = arith.constant dense<1> : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %1 = tt.elementwise_inline_asm "mov.u32 $0, %laneid;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %0 : tensor<8xi32> -> tensor<8xi32>
  // expected-remark @below {{contiguity = [8], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %2 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [8], constant_value = -1640531527}}
  %3 = arith.constant dense<-1640531527> : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %4 = arith.muli %2, %3 : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %5 = arith.cmpi sgt, %4, %0 : tensor<8xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = 100}}
  %6 = arith.constant 100 : i8
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = <none>}}
  %7 = arith.andi %x, %6 : i8
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %8 = arith.addi %7, %7 : i8
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [1], constant_value = <none>}}
  %9 = arith.extui %8 : i8 to i32
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = 150}}
  %10 = arith.constant 150 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [1], constant_value = <none>}}
  %11 = arith.cmpi slt, %9, %10 : i32
  tt.return
}

// -----

// A function that is called knows what its callers give it, public or not.
tt.func @sixteen(%p: !tt.ptr<i32> {tt.divisibility = 16 : i32}) {
  tt.call @callee(%p) : (!tt.ptr<i32>) -> ()
  tt.return
}
tt.func @four(%p: !tt.ptr<i32> {tt.divisibility = 4 : i32}) {
  tt.call @callee(%p) : (!tt.ptr<i32>) -> ()
  tt.return
}
tt.func @callee(%p: !tt.ptr<i32>) {
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = 4}}
  %c = arith.constant 4 : i32
  // expected-remark @below {{contiguity = [1], divisibility = [4], constancy = [1], constant_value = <none>}}
  %0 = tt.addptr %p, %c : !tt.ptr<i32>, i32
  tt.return
}
