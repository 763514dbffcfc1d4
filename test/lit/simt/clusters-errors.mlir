// RUN: heddle-opt %s --split-input-file --verify-diagnostics -o /dev/null

// expected-error @below {{'simt.kernel' op expects a power of two of blocks in a cluster, but got 3}}
simt.kernel @k() warps(1) lanes(32) cluster(3) {
  simt.return
}

// -----

simt.kernel @k(%x: i32) warps(1) lanes(32) {
  %0 = simt.splat %x : i32 -> vector<1xi32>
  // expected-error @below {{'simt.load' op expects a kernel with several blocks in a cluster, but got one of one block}}
  %1 = simt.load cluster %0 [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
  simt.return
}

// -----

simt.kernel @k(%x: i32) warps(1) lanes(32) cluster(2) {
  %0 = simt.splat %x : i32 -> vector<1xi32>
  // expected-error @below {{'simt.load' op expects no 'cache' of shared memory of the cluster}}
  %1 = simt.load cluster %0 [0] + [0] width 1 cache cg : (vector<1xi32>) -> vector<1xi32>
  simt.return
}

// -----

simt.kernel @k(%x: i64) warps(1) lanes(32) cluster(2) {
  %0 = simt.splat %x : i64 -> vector<1xi64>
  // expected-error @below {{'simt.load' op expects addresses of 32 bits in cluster memory, but got 'vector<1xi64>'}}
  %1 = simt.load cluster %0 [0] + [0] width 1 : (vector<1xi64>) -> vector<1xi32>
  simt.return
}

// -----

simt.kernel @k(%x: i32) warps(1) lanes(32) cluster(2) {
  %0 = simt.splat %x : i32 -> vector<1xi32>
  // expected-error @below {{'simt.atomic' op expects global or shared memory, but got that of other blocks}}
  %1 = simt.atomic add relaxed gpu cluster %0, %0 : (vector<1xi32>, vector<1xi32>) -> vector<1xi32>
  simt.return
}

// -----

simt.kernel @k(%x: i32) warps(1) lanes(32) {
  // expected-error @below {{'simt.mbarrier_arrive' op expects a kernel with several blocks in a cluster, but got one of one block}}
  simt.mbarrier_arrive %x count 1 cluster
  simt.return
}

// -----

simt.kernel @k(%x: i32) warps(1) lanes(32) cluster(2) {
  // expected-error @below {{'simt.mbarrier_arrive' op expects an mbarrier of the own block where each warp arrives}}
  simt.mbarrier_arrive %x count 1 each_warp cluster
  simt.return
}

// -----

simt.kernel @k(%x: i32) warps(1) lanes(32) {
  // expected-error @below {{'simt.mbarrier_expect' op expects a kernel with several blocks in a cluster, but got one of one block}}
  simt.mbarrier_expect %x bytes 16 cluster
  simt.return
}

// -----

simt.kernel @k() warps(4) lanes(32) cluster(2) {
  simt.partitions {
    // expected-error @below {{'simt.barrier' op expects the threads of a partition to wait for each other, but got a barrier of the cluster, to which the block's other warps do not come}}
    simt.barrier cluster
    simt.partition_yield
  } others {
    simt.other_partitions() warps [4] first [4] {
      simt.partition_yield
    }
  }
  simt.return
}

// -----

simt.kernel @k() warps(1) lanes(32) cluster(2) {
  // expected-error @below {{'simt.cluster_arrive' op expects simt.cluster_wait behind it in its block}}
  simt.cluster_arrive
  simt.return
}

// -----

simt.kernel @k() warps(1) lanes(32) cluster(2) {
  // expected-error @below {{'simt.cluster_wait' op expects simt.cluster_arrive in front of it in its block}}
  simt.cluster_wait
  simt.return
}

// -----

simt.kernel @k(%x: i32) warps(1) lanes(32) cluster(2) {
  %0 = simt.splat %x : i32 -> vector<1xi32>
  // expected-error @below {{'simt.cluster_arrive' op expects nothing that accesses shared memory or waits for others up to simt.cluster_wait, but got 'simt.store'}}
  simt.cluster_arrive own
  // expected-note @below {{here}}
  simt.store shared %0 [0] + [0], %0 width 1 : vector<1xi32>, vector<1xi32>
  simt.cluster_wait
  simt.return
}
