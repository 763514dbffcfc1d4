// In a partition nobody can wait for the cluster.
// RUN: heddle-opt %s --simt-insert-barriers --verify-diagnostics -o /dev/null

simt.kernel @k(%map: i64, %n: i32) warps(4) lanes(32) cluster(2) shared(1040) {
  %ring = simt.shared 1024 align 128 at 0
  %full = simt.shared 8 align 8 at 1024
  simt.partitions {
    simt.partition_yield
  } others {
    simt.other_partitions(%map, %n, %ring, %full) warps [4] first [4] {
    ^bb0(%m: i64, %last: i32, %to: i32, %signal: i32):
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c3 = arith.constant 3 : i32
      %t = simt.thread
      %first = arith.cmpi eq, %t, %c0 : i32
      %one = simt.splat %first : i1 -> vector<1xi1>
      scf.for %i = %c0 to %last step %c1 : i32 {
        simt.mbarrier_expect %signal bytes 1024 if %first
        // expected-error @below {{'simt.box_load' op expects no access that has to wait for other blocks of the cluster in a partition, where there are no barriers of the cluster: let them arrive at mbarriers of this block, and wait for that before the copy}}
        simt.box_load %m[%i, %c0] to %to + [0] steps [0, 0] bytes 1024 signals %signal in blocks %c3 if %one : i64, i32, i32, i32, i32, i32, vector<1xi1>
        simt.mbarrier_wait %signal parity %i
        %b = simt.splat %to : i32 -> vector<1xi32>
        %v = simt.load shared %b [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>
      }
      simt.partition_yield
    } : (i64, i32, i32, i32)
  }
  simt.return
}
