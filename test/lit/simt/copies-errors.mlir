// RUN: heddle-opt %s --split-input-file --verify-diagnostics -o /dev/null

simt.kernel @k(%p: vector<1xi64>, %x: vector<1xi32>) warps(1) lanes(32) {
  // expected-error @below {{'simt.async_copy' op expects 4, 8 or 16 bytes, but got 2}}
  simt.async_copy %p [0] + [0] to %x [0] + [0] bytes 2 : vector<1xi64>, vector<1xi32>
  simt.return
}

// -----

simt.kernel @k(%p: vector<1xi64>, %x: vector<1xi32>) warps(1) lanes(32) {
  // expected-error @below {{expects addresses of 64 bits in global memory, but got 'vector<1xi32>'}}
  simt.async_copy %x [0] + [0] to %x [0] + [0] bytes 4 : vector<1xi32>, vector<1xi32>
  simt.return
}

// -----

simt.kernel @k(%p: vector<1xi64>, %x: vector<1xi32>) warps(1) lanes(32) {
  // expected-error @below {{expects an address and an offset in shared memory for each of 2 copies, but got 1 and 2}}
  simt.async_copy %p [0, 0] + [0, 4] to %x [0] + [0, 4] bytes 4 : vector<1xi64>, vector<1xi32>
  simt.return
}

// -----

simt.kernel @k(%p: vector<1xi64>, %x: vector<1xi32>) warps(1) lanes(32) {
  // expected-error @below {{expects one of 1 addresses in shared memory, but got number 1}}
  simt.async_copy %p [0] + [0] to %x [1] + [0] bytes 4 : vector<1xi64>, vector<1xi32>
  simt.return
}

// -----

simt.kernel @k(%p: vector<1xi64>, %x: vector<1xi32>, %i: vector<2xi1>) warps(1) lanes(32) {
  // expected-error @below {{expects a predicate for each of 1 copies, but got 'vector<2xi1>'}}
  simt.async_copy %p [0] + [0] to %x [0] + [0] bytes 4 if %i : vector<1xi64>, vector<1xi32>, vector<2xi1>
  simt.return
}

// -----

simt.kernel @k(%p: vector<1xi64>, %x: vector<1xi32>) warps(1) lanes(32) {
  // expected-error @below {{expects 16 bytes with cache level cg, but got 8}}
  simt.async_copy %p [0] + [0] to %x [0] + [0] bytes 8 cache cg : vector<1xi64>, vector<1xi32>
  simt.return
}

// -----

simt.kernel @k(%p: vector<1xi64>, %x: vector<1xi32>) warps(1) lanes(32) {
  // expected-error @below {{expects cache level ca or cg, but got cv}}
  simt.async_copy %p [0] + [0] to %x [0] + [0] bytes 4 cache cv : vector<1xi64>, vector<1xi32>
  simt.return
}
