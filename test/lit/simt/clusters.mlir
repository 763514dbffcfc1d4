// What blocks of a cluster do together is printed as it is read.
// RUN: heddle-opt %s | heddle-opt | FileCheck %s

// CHECK-LABEL: simt.kernel @cluster() warps(4) lanes(32) cluster(4) shared(256)
simt.kernel @cluster() warps(4) lanes(32) cluster(4) shared(256) {
  // CHECK: %[[RANK:.+]] = simt.block_rank
  %rank = simt.block_rank
  %x = simt.shared 256 align 16 at 0
  // CHECK: %[[PEER:.+]] = simt.peer_address %{{.+}} in %[[RANK]]
  %peer = simt.peer_address %x in %rank
  %bases = simt.splat %peer : i32 -> vector<1xi32>
  // CHECK: simt.barrier cluster
  simt.barrier cluster
  // CHECK: %[[V:.+]] = simt.load cluster %{{.+}} [0] + [16] width 1 : (vector<1xi32>) -> vector<1xf32>
  %v = simt.load cluster %bases [0] + [16] width 1 : (vector<1xi32>) -> vector<1xf32>
  simt.barrier cluster
  // CHECK: simt.store cluster %{{.+}} [0] + [0], %[[V]] width 1 : vector<1xi32>, vector<1xf32>
  simt.store cluster %bases [0] + [0], %v width 1 : vector<1xi32>, vector<1xf32>
  simt.barrier cluster
  // CHECK: simt.mbarrier_arrive %[[PEER]] count 2 cluster if %{{.+}}
  // CHECK: simt.mbarrier_expect %[[PEER]] bytes 64 cluster
  %yes = arith.constant true
  simt.mbarrier_arrive %peer count 2 cluster if %yes
  simt.mbarrier_expect %peer bytes 64 cluster
  simt.return
}

// One block is said by saying nothing.
// CHECK-LABEL: simt.kernel @alone() warps(1) lanes(32) {
simt.kernel @alone() warps(1) lanes(32) cluster(1) {
  simt.return
}
