// RUN: heddle-opt %s --split-input-file --verify-diagnostics -o /dev/null

// expected-error @below {{'simt.kernel' op expects a power of two of warps, but got 3}}
simt.kernel @k() warps(3) lanes(32) {
  simt.return
}

// -----

simt.kernel @k(%v: vector<4xi32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.extract' op expects a register of 'vector<4xi32>', but got number 4}}
  %0 = simt.extract %v[4] : vector<4xi32> -> i32
  simt.return
}

// -----

simt.kernel @k(%v: vector<4xi32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.permute' op expects numbers of 4 registers, but got 4}}
  %0 = simt.permute %v [0, 4] : vector<4xi32> -> vector<2xi32>
  simt.return
}

// -----

simt.kernel @k(%v: vector<4xi32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.permute' op expects a number for each register of 'vector<2xi32>', but got 1}}
  %0 = simt.permute %v [0] : vector<4xi32> -> vector<2xi32>
  simt.return
}

// -----

simt.kernel @k(%v: vector<3xf16>) warps(1) lanes(32) {
  // expected-error @below {{'simt.to_words' op expects 2 words of 'vector<3xf16>', but got 'vector<3xi32>'}}
  %0 = simt.to_words %v : vector<3xf16> -> vector<3xi32>
  simt.return
}

// -----

simt.kernel @k(%a: vector<1xi32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.load' op expects addresses of 64 bits in global memory, but got 'vector<1xi32>'}}
  %0 = simt.load global %a [0] + [0] width 1 : (vector<1xi32>) -> vector<1xf32>
  simt.return
}

// -----

simt.kernel @k(%a: vector<1xi64>) warps(1) lanes(32) {
  // expected-error @below {{'simt.load' op expects 8 registers, but got 1 accesses of 4}}
  %0 = simt.load global %a [0] + [0] width 4 : (vector<1xi64>) -> vector<8xf32>
  simt.return
}

// -----

simt.kernel @k(%a: vector<1xi32>) warps(1) lanes(64) {
  // expected-error @below {{'simt.load' op expects transposed accesses of 8 bytes of shared memory, of elements of one or two, without predicates, but got 'vector<2xf16>' in accesses of 4 bytes of 'shared'}}
  %0 = simt.load shared %a [0] + [0] width 2 transposed : (vector<1xi32>) -> vector<2xf16>
  simt.return
}

// -----

simt.kernel @k(%a: vector<1xi32>, %if: vector<1xi1>) warps(1) lanes(64) {
  // expected-error @below {{'simt.load' op expects transposed accesses of 8 bytes of shared memory, of elements of one or two, without predicates, but got 'vector<4xf16>' in accesses of 8 bytes of 'shared' with predicates}}
  %0 = simt.load shared %a [0] + [0] width 4 if %if transposed : (vector<1xi32>, vector<1xi1>) -> vector<4xf16>
  simt.return
}

// -----

simt.kernel @k(%a: vector<1xi64>) warps(1) lanes(32) {
  // expected-error @below {{'simt.load' op expects one of 1 addresses, but got number 1}}
  %0 = simt.load global %a [1] + [0] width 4 : (vector<1xi64>) -> vector<4xf32>
  simt.return
}

// -----

simt.kernel @k(%a: vector<1xi64>, %p: vector<2xi1>) warps(1) lanes(32) {
  // expected-error @below {{'simt.load' op expects a predicate for each of 1 accesses, but got 'vector<2xi1>'}}
  %0 = simt.load global %a [0] + [0] width 4 if %p : (vector<1xi64>, vector<2xi1>) -> vector<4xf32>
  simt.return
}

// -----

simt.kernel @k(%a: vector<1xi64>, %v: vector<16xf32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.store' op expects accesses of a power of two of bytes up to 32, but got 64}}
  simt.store global %a [0] + [0], %v width 16 : vector<1xi64>, vector<16xf32>
  simt.return
}

// -----

simt.kernel @casts(%x: f32, %y: f16) warps(1) lanes(32) {
  // expected-error @below {{'simt.convert_float' op expects a conversion that there is, but got 'f16' to 'f8E5M2', nearest_even}}
  %0 = simt.convert_float nearest_even %y : f16 -> f8E5M2
  simt.return
}

// -----

simt.kernel @quotients(%x: f64) warps(1) lanes(32) {
  // expected-error @below {{'simt.rounded' op expects 2 operands of div, but got 1}}
  %0 = simt.rounded div downward %x : (f64) -> f64
  simt.return
}

// -----

simt.kernel @calls(%x: vector<2xf32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.external_call' op expects as many registers as 'vector<4xf32>' has, but got 'vector<2xf32>'}}
  %0 = simt.external_call pure "f"(%x) : (vector<2xf32>) -> vector<4xf32>
  simt.return
}

// -----

simt.kernel @counts(%x: vector<2xf32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.convert_float' op expects as many registers as 'vector<2xf32>' has, but got 'vector<4xf8E5M2>'}}
  %0 = simt.convert_float nearest_even %x : vector<2xf32> -> vector<4xf8E5M2>
  simt.return
}

// -----

simt.kernel @k() warps(1) lanes(32) {
  // expected-error @below {{'simt.shared' op expects a positive number of bytes, but got -4}}
  %0 = simt.shared -4 align 4
  simt.return
}

// -----

simt.kernel @k() warps(1) lanes(32) {
  // expected-error @below {{'simt.shared' op expects an alignment that is a power of two, but got 12}}
  %0 = simt.shared 4 align 12
  simt.return
}

// -----

simt.kernel @k() warps(1) lanes(32) shared(64) {
  // expected-error @below {{'simt.shared' op expects an offset that is a multiple of 16, but got 8}}
  %0 = simt.shared 16 align 16 at 8
  simt.return
}

// -----

simt.kernel @k() warps(1) lanes(32) shared(64) {
  // expected-error @below {{'simt.shared' op expects to end within the kernel's 64 bytes, but got 80}}
  %0 = simt.shared 32 align 16 at 48
  simt.return
}

// -----

simt.kernel @addresses(%a: vector<1xi32>, %v: vector<1xi32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.atomic' op expects addresses of 64 bits in global memory, but got 'vector<1xi32>'}}
  %0 = simt.atomic add relaxed gpu global %a, %v : (vector<1xi32>, vector<1xi32>) -> vector<1xi32>
  simt.return
}

// -----

simt.kernel @swap(%a: vector<1xi64>, %v: vector<1xi32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.atomic' op expects what is swapped to be 'vector<1xi32>', and only then anything}}
  %0 = simt.atomic cas relaxed gpu global %a, %v : (vector<1xi64>, vector<1xi32>) -> vector<1xi32>
  simt.return
}

// -----

simt.kernel @tanh(%x: f32) warps(1) lanes(32) {
  // expected-error @below {{'simt.approximate' op expects tanh without ftz: it has no such form}}
  %0 = simt.approximate tanh %x ftz : f32
  simt.return
}

// -----

simt.kernel @fewer_addresses(%a: vector<1xi64>, %v: vector<2xi32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.atomic' op expects an address for each register of 'vector<2xi32>', but got 'vector<1xi64>'}}
  %0 = simt.atomic add relaxed gpu global %a, %v : (vector<1xi64>, vector<2xi32>) -> vector<2xi32>
  simt.return
}

// -----

simt.kernel @buffer_of_addresses(%b: i64, %a: vector<1xi64>) warps(1) lanes(32) {
  // expected-error @below {{'simt.load' op expects offsets of 32 bits in a buffer, but got 'vector<1xi64>'}}
  %0 = simt.load global buffer %b, %a [0] + [0] width 1 : (vector<1xi64>, i64) -> vector<1xi32>
  simt.return
}

// -----

simt.kernel @shared_buffer(%b: i64, %a: vector<1xi32>, %v: vector<1xi32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.store' op expects a buffer in global memory, but got one in shared memory}}
  simt.store shared buffer %b, %a [0] + [0], %v width 1 : vector<1xi32>, i64, vector<1xi32>
  simt.return
}

// -----

simt.kernel @implied(%a: vector<1xi64>, %p: vector<1xi1>) warps(1) lanes(32) {
  // expected-error @below {{'simt.load' op expects the other registers that are implied}}
  %0 = simt.load global %a [0] + [0] width 1 if %p implied : (vector<1xi64>, vector<1xi1>) -> vector<1xi32>
  simt.return
}

// -----

simt.kernel @last_use(%a: vector<1xi64>) warps(1) lanes(32) {
  // expected-error @below {{'simt.load' op expects a last use of global memory, without a cache or a policy}}
  %0 = simt.load global %a [0] + [0] width 1 cache cg last_use : (vector<1xi64>) -> vector<1xi32>
  simt.return
}

// -----

simt.kernel @last_store(%a: vector<1xi32>, %v: vector<1xi32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.store' op expects a last use of global memory, without a cache or a policy}}
  simt.store shared %a [0] + [0], %v width 1 last_use : vector<1xi32>, vector<1xi32>
  simt.return
}

// -----

// expected-error @below {{'simt.kernel' op expects a 'simt.program_order' such as "descending x", but got "descending w"}}
// expected-note @below {{it is ascending or descending along x, y or z}}
simt.kernel @k() warps(1) lanes(32) attributes {simt.program_order = "descending w"} {
  simt.return
}

// -----

// expected-error @below {{'simt.kernel' op expects a 'simt.program_order' such as "descending x", but got 1 : i32}}
// expected-note @below {{it is ascending or descending along x, y or z}}
simt.kernel @k() warps(1) lanes(32) attributes {simt.program_order = 1 : i32} {
  simt.return
}
