// Partitions that cannot be compiled.
// RUN: heddle-opt %s -split-input-file -verify-diagnostics -lower-to-simt

#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
tt.func public @tensor(%n: i32) {
  %all = tt.splat %n : i32 -> tensor<128xi32, #row>
  // expected-error @below {{cannot be compiled yet: capture 0 is a tensor, 'tensor<128xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>', whose registers other warps do not have; store it in shared memory, and capture that}}
  ttg.warp_specialize(%all)
  default {
    ttg.warp_yield
  }
  partition0(%a: tensor<128xi32, #row>) num_warps(4) {
    ttg.warp_return
  } : (tensor<128xi32, #row>) -> ()
  tt.return
}
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
tt.func public @registers() {
  // expected-error @below {{cannot be compiled yet: its partitions ask for so many registers that 16 are left for a thread of the kernel's 4 warps, which need at least 24; 'requestedRegisters' is 248, 240, and the block starts with 168 registers a thread}}
  ttg.warp_specialize() attributes {requestedRegisters = array<i32: 248, 240>}
  default {
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  }
  partition1() num_warps(4) {
    ttg.warp_return
  } : () -> ()
  tt.return
}
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
tt.func public @many() {
  // expected-error @below {{cannot be compiled yet: a block has at most 32 warps, but its partitions and the kernel need 36}}
  ttg.warp_specialize()
  default {
    ttg.warp_yield
  }
  partition0() num_warps(32) {
    ttg.warp_return
  } : () -> ()
  tt.return
}
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
tt.func public @overlap() {
  // expected-error @below {{cannot be compiled yet: warp 5 is in partitions 0 and 1}}
  ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 4, 5>}
  default {
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  }
  partition1() num_warps(1) {
    ttg.warp_return
  } : () -> ()
  tt.return
}
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
tt.func public @first() {
  // expected-error @below {{cannot be compiled yet: partition 0 begins at warp 2, but the kernel has the first 4}}
  ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 2>}
  default {
    ttg.warp_yield
  }
  partition0() num_warps(1) {
    ttg.warp_return
  } : () -> ()
  tt.return
}
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
tt.func public @group() {
  // expected-error @below {{cannot be compiled yet: partition 0 of 4 warps begins at warp 6, which is no multiple of 4}}
  ttg.warp_specialize() attributes {warpGroupStartIds = array<i32: 6>}
  default {
    ttg.warp_yield
  }
  partition0() num_warps(4) {
    ttg.warp_return
  } : () -> ()
  tt.return
}
}

// -----

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
tt.func public @cluster() {
  // expected-error @below {{'simt.cluster_arrive' op expects simt.cluster_wait behind it in its block}}
  ttng.cluster_arrive {relaxed = false}
  tt.return
}
}
