// RUN: heddle-opt %s --split-input-file --verify-diagnostics -o /dev/null

simt.kernel @k(%a: vector<8xf16>, %c: vector<4xf32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.mma' op expects an instruction that there is, but got #simt.product<m16n8k12 f16 f16 f32>}}
  %0 = simt.mma <m16n8k12 f16 f16 f32> %a * %a + %c [0, 0, 0] : vector<8xf16> * vector<8xf16> + vector<4xf32>
  simt.return
}

// -----

simt.kernel @k(%a: vector<8xf16>, %c: vector<4xf32>) warps(1) lanes(32) {
  // expected-error @below {{expects a shape like m16n8k16, but got m16k16}}
  %0 = simt.mma <m16k16 f16 f16 f32> %a * %a + %c [0, 0, 0] : vector<8xf16> * vector<8xf16> + vector<4xf32>
  simt.return
}

// -----

simt.kernel @k(%a: vector<8xf16>, %c: vector<4xf32>) warps(1) lanes(32) {
  // expected-error @below {{expects an element type, but got half}}
  %0 = simt.mma <m16n8k16 half f16 f32> %a * %a + %c [0, 0, 0] : vector<8xf16> * vector<8xf16> + vector<4xf32>
  simt.return
}

// -----

simt.kernel @k(%a: vector<8xbf16>, %b: vector<4xf16>, %c: vector<4xf32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.mma' op expects registers of f16, but got 'vector<8xbf16>'}}
  %0 = simt.mma <m16n8k16 f16 f16 f32> %a * %b + %c [0, 0, 0] : vector<8xbf16> * vector<4xf16> + vector<4xf32>
  simt.return
}

// -----

simt.kernel @k(%a: vector<8xf16>, %b: vector<6xf16>, %c: vector<4xf32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.mma' op expects fragments of 4 registers, but got 'vector<6xf16>'}}
  %0 = simt.mma <m16n8k16 f16 f16 f32> %a * %b + %c [0, 0, 0] : vector<8xf16> * vector<6xf16> + vector<4xf32>
  simt.return
}

// -----

simt.kernel @k(%a: vector<8xf16>, %b: vector<8xf16>, %c: vector<4xf32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.mma' op expects one of 2 fragments, but got number 2}}
  %0 = simt.mma <m16n8k16 f16 f16 f32> %a * %b + %c [0, 2, 0] : vector<8xf16> * vector<8xf16> + vector<4xf32>
  simt.return
}

// -----

simt.kernel @k(%a: vector<8xf16>, %b: vector<8xf16>, %c: vector<4xf32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.mma' op expects three numbers for each product, but got 4}}
  %0 = simt.mma <m16n8k16 f16 f16 f32> %a * %b + %c [0, 1, 0, 0] : vector<8xf16> * vector<8xf16> + vector<4xf32>
  simt.return
}

// -----

// An instruction of one warp.
simt.kernel @k(%x: i32, %c: vector<4xf32>) warps(4) lanes(32) {
  // expected-error @below {{'simt.group_mma' op expects an instruction that there is, but got #simt.product<m16n8k16 f16 f16 f32>}}
  %0 = simt.group_mma <m16n8k16 f16 f16 f32> at %x as 0 * %x as 0 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>
  simt.return
}

// -----

simt.kernel @k(%x: i32, %c: vector<4xf32>) warps(4) lanes(32) {
  // expected-error @below {{'simt.group_mma' op expects a result of 'vector<4xf32>', but got 'vector<8xf32>'}}
  %0 = simt.group_mma <m64n8k16 f16 f16 f32> at %x as 0 * %x as 0 + %c [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<8xf32>
  simt.return
}

// -----

simt.kernel @k(%x: i32, %c: vector<4xf32>) warps(4) lanes(32) {
  // expected-error @below {{'simt.group_mma' op expects A either in registers or at an address}}
  %0 = simt.group_mma <m64n8k16 f16 f16 f32> * %x as 0 + %c [0, 0, 0] : (i32, vector<4xf32>) -> vector<4xf32>
  simt.return
}

// -----

simt.kernel @k(%x: i32, %a: vector<8xf16>, %c: vector<4xf32>) warps(4) lanes(32) {
  // expected-error @below {{'simt.group_mma' op expects one of 1 fragments, but got number 1}}
  %0 = simt.group_mma <m64n8k16 f16 f16 f32> registers %a * %x as 0 + %c [1, 0, 0] : (vector<8xf16>, i32, vector<4xf32>) -> vector<4xf32>
  simt.return
}

// -----

simt.kernel @k(%c: vector<4xf32>) warps(4) lanes(32) {
  // expected-error @below {{'simt.group_wait' op expects results of 'vector<4xf32>', but got 'vector<8xf32>'}}
  %0 = simt.group_wait 0 (%c) : (vector<4xf32>) -> vector<8xf32>
  simt.return
}

// -----

simt.kernel @k(%a: vector<16xi8>, %c: vector<4xf32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.mma' op expects an instruction without scales, but got #simt.product<m16n8k64 e2m1 e2m1 f32 by ue8m0>}}
  %0 = simt.mma <m16n8k64 e2m1 e2m1 f32 by ue8m0> %a * %a + %c [0, 0, 0] : vector<16xi8> * vector<16xi8> + vector<4xf32>
  simt.return
}

// -----

simt.kernel @k(%a: vector<16xf8E4M3FN>, %s: vector<1xi8>, %c: vector<4xf32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.scaled_mma' op expects an instruction with scales, but got #simt.product<m16n8k32 e4m3 e4m3 f32>}}
  %0 = simt.scaled_mma <m16n8k32 e4m3 e4m3 f32> %a by %s * %a by %s + %c [0, 0, 0] by [0, 0, 0, 0] : vector<16xf8E4M3FN> by vector<1xi8> * vector<16xf8E4M3FN> by vector<1xi8> + vector<4xf32>
  simt.return
}

// -----

simt.kernel @k(%a: vector<16xi8>, %s: vector<6xi8>, %c: vector<4xf32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.scaled_mma' op expects one of 3 fragments of scales, but got number 3}}
  %0 = simt.scaled_mma <m16n8k64 e2m1 e2m1 f32 by ue8m0> %a by %s * %a by %s + %c [0, 0, 0] by [3, 0, 0, 0] : vector<16xi8> by vector<6xi8> * vector<16xi8> by vector<6xi8> + vector<4xf32>
  simt.return
}

// -----

simt.kernel @k(%a: vector<16xi8>, %s: vector<6xi8>, %c: vector<4xf32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.scaled_mma' op expects one of 2 lanes of scales, but got number 2}}
  %0 = simt.scaled_mma <m16n8k64 e2m1 e2m1 f32 by ue8m0> %a by %s * %a by %s + %c [0, 0, 0] by [0, 2, 0, 0] : vector<16xi8> by vector<6xi8> * vector<16xi8> by vector<6xi8> + vector<4xf32>
  simt.return
}

// -----

simt.kernel @k(%a: vector<16xi8>, %s: vector<6xi8>, %c: vector<4xf32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.scaled_mma' op expects four numbers of scales for each of 1 products, but got 2}}
  %0 = simt.scaled_mma <m16n8k64 e2m1 e2m1 f32 by ue8m0> %a by %s * %a by %s + %c [0, 0, 0] by [0, 1] : vector<16xi8> by vector<6xi8> * vector<16xi8> by vector<6xi8> + vector<4xf32>
  simt.return
}
