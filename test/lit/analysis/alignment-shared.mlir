// What divides all numbers does so along each axis, twice a number is even, and parts
// and bits keep what is known.
// RUN: heddle-opt %s --test-print-alignment --split-input-file --verify-diagnostics -o /dev/null

tt.func @doubled(%n: i32) {
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = <none>}}
  %0 = arith.addi %n, %n : i32
  // expected-remark @below {{contiguity = [128], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %1 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [2], constancy = [1], constant_value = <none>}}
  %2 = arith.addi %1, %1 : tensor<128xi32>
  tt.return
}

// -----

tt.func @axes(%n: i32 {tt.divisibility = 16 : i32}) {
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [128], constant_value = <none>}}
  %0 = tt.splat %n : i32 -> tensor<128xi32>
  // expected-remark @below {{contiguity = [128], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
  %1 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [16], constancy = [1], constant_value = <none>}}
  %2 = arith.muli %1, %0 : tensor<128xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [1, 1], constant_value = <none>}}
  %3 = tt.expand_dims %2 {axis = 1 : i32} : tensor<128xi32> -> tensor<128x1xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [1, 64], constant_value = <none>}}
  %4 = tt.broadcast %3 : tensor<128x1xi32> -> tensor<128x64xi32>
  // expected-remark @below {{contiguity = [1, 1], divisibility = [16, 16], constancy = [64, 1], constant_value = <none>}}
  %5 = tt.trans %4 {order = array<i32: 1, 0>} : tensor<128x64xi32> -> tensor<64x128xi32>
  tt.return
}

// -----

tt.func @bits() {
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [64], constant_value = 24}}
  %0 = arith.constant dense<24> : tensor<64xi32>
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [64], constant_value = 24}}
  %1 = tt.bitcast %0 : tensor<64xi32> -> tensor<64xf32>
  // expected-remark @below {{contiguity = [1], divisibility = [8], constancy = [64], constant_value = 24}}
  %2 = tt.bitcast %1 : tensor<64xf32> -> tensor<64xi32>
  // The bits are not the float's value.
  // expected-remark @below {{contiguity = [1], divisibility = [1], constancy = [64], constant_value = <none>}}
  %3 = arith.fptosi %1 : tensor<64xf32> to tensor<64xi32>
  tt.return
}

// -----

#tile = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func @parts() {
    // expected-remark @below {{contiguity = [256], divisibility = [1073741824], constancy = [1], constant_value = <none>}}
    %0 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #ttg.slice<{dim = 0, parent = #tile}>>
    // expected-remark @below {{contiguity = [1, 256], divisibility = [1, 1073741824], constancy = [1, 1], constant_value = <none>}}
    %1 = tt.expand_dims %0 {axis = 0 : i32} : tensor<256xi32, #ttg.slice<{dim = 0, parent = #tile}>> -> tensor<1x256xi32, #tile>
    // expected-remark @below {{contiguity = [1, 256], divisibility = [1, 1073741824], constancy = [64, 1], constant_value = <none>}}
    %2 = tt.broadcast %1 : tensor<1x256xi32, #tile> -> tensor<64x256xi32, #tile>
    // expected-remark @below {{contiguity = [1, 64], divisibility = [1, 64], constancy = [32, 1], constant_value = <none>}}
    %3 = amdg.extract_slice %2 [32, 64] : tensor<64x256xi32, #tile> to tensor<32x64xi32, #tile>
    tt.return
  }
}
