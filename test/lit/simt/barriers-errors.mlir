// RUN: heddle-opt %s --split-input-file --verify-diagnostics -o /dev/null

simt.kernel @k(%x: i32) warps(1) lanes(32) {
  // expected-error @below {{'simt.mbarrier_init' op expects 1 to 1048575 arrivals, but got 0}}
  simt.mbarrier_init %x count 0
  simt.return
}

// -----

simt.kernel @k(%x: i32) warps(1) lanes(32) {
  // expected-error @below {{expects 1 to 1048575 bytes, but got 1048576}}
  simt.mbarrier_expect %x bytes 1048576
  simt.return
}

// -----

simt.kernel @k(%m: i64, %x: i32) warps(1) lanes(32) {
  // expected-error @below {{expects 2 steps for each of 2 boxes, but got 3 in all}}
  simt.box_load %m[%x, %x] to %x + [0, 128] steps [0, 0, 8] bytes 128 signals %x : i64, i32, i32, i32, i32
  simt.return
}

// -----

simt.kernel @k(%m: i64, %x: i32) warps(1) lanes(32) {
  // expected-error @below {{expects a box of a multiple of 16 bytes, but got 24}}
  simt.box_store %m[%x] from %x + [0] steps [0] bytes 24 : i64, i32, i32
  simt.return
}

// -----

simt.kernel @k(%m: i64, %x: i32, %i: vector<1xi1>) warps(1) lanes(32) {
  // expected-error @below {{expects a predicate for each of 2 boxes, but got 'vector<1xi1>'}}
  simt.box_store %m[%x] from %x + [0, 16] steps [0, 8] bytes 16 if %i : i64, i32, i32, vector<1xi1>
  simt.return
}

// -----

simt.kernel @k(%m: i64, %x: i32) warps(1) lanes(32) {
  // expected-error @below {{expects sizes and steps of 2 axes and strides of 1, but got 2, 2 and 0}}
  simt.tensor_map %m by %x of %m boxes(%x, %x) sizes(%x, %x) strides() steps(%x, %x) {element = 6 : i32, swizzle = 3 : i32, fill = 0 : i32}
  simt.return
}

// -----

simt.kernel @k(%m: i64, %x: i32) warps(1) lanes(32) {
  // expected-error @below {{expects a warp of the block, but got 32}}
  simt.tensor_map warp 32 %m by %x of %m boxes(%x) sizes(%x) strides() steps(%x) {element = 6 : i32, swizzle = 3 : i32, fill = 0 : i32}
  simt.return
}

// -----

simt.kernel @k(%x: i32) warps(4) lanes(32) {
  // expected-error @below {{expects registers that are taken at once, but its partitions have no 'registers'}}
  simt.partitions at_once {
    simt.partition_yield
  } others {
    simt.other_partitions() warps [4] first [4] {
      simt.partition_yield
    }
  }
  simt.return
}

// -----

simt.kernel @k(%x: i32) warps(4) lanes(32) {
  simt.partitions {
    simt.partition_yield
  } others {
    // expected-error @below {{expects as many registers in all warps of a group of 4, but got 24 and 32 from warp 4 on}}
    simt.other_partitions() warps [1, 2] first [4, 6] registers [24, 32] {
      simt.partition_yield
    }, {
      simt.partition_yield
    }
  }
  simt.return
}

// -----

simt.kernel @k(%x: i32) warps(2) lanes(32) {
  simt.partitions registers 200 {
    simt.partition_yield
  } others {
    // expected-error @below {{expects as many registers in all warps of a group of 4, but got 200 and 24 from warp 0 on}}
    simt.other_partitions() warps [1] first [2] registers [24] {
      simt.partition_yield
    }
  }
  simt.return
}

// -----

simt.kernel @k(%x: i32) warps(4) lanes(32) {
  // expected-error @below {{expects a multiple of 8 from 24 to 256 as the number of registers, but got 20}}
  simt.partitions registers 20 {
    simt.partition_yield
  } others {
    simt.other_partitions() warps [4] first [4] {
      simt.partition_yield
    }
  }
  simt.return
}

// -----

simt.kernel @k(%x: i32) warps(4) lanes(32) {
  simt.partitions {
    simt.partition_yield
  } others {
    // expected-error @below {{expects the captures as arguments of each partition}}
    simt.other_partitions(%x) warps [4] first [4] {
      simt.partition_yield
    } : (i32)
  }
  simt.return
}

// -----

simt.kernel @k(%x: i32) warps(4) lanes(32) {
  simt.partitions {
    simt.partition_yield
  } others {
    // expected-error @below {{expects warps behind those of the kernel, but got 4 from 0 on}}
    simt.other_partitions() warps [4] first [0] {
      simt.partition_yield
    }
  }
  simt.return
}
