// Products of tiles, one tile of the result after the other.
#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#wide = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @nest(%a: !tt.tensordesc<64x64xf16, #shared>, %b: !tt.tensordesc<64x64xf16, #shared>, %c: !tt.tensordesc<64x64xf32, #shared>, %m: i32, %k: i32) {
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #wide>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    scf.for %t = %c0 to %m step %c1 : i32 {
      %i = arith.muli %t, %c64 : i32
      %r:2 = scf.for %j = %c0 to %k step %c64 iter_args(%sum = %zero, %at = %c0) -> (tensor<64x64xf32, #wide>, i32) : i32 {
        %x = tt.descriptor_load %a[%i, %at] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
        %y = tt.descriptor_load %b[%at, %i] : !tt.tensordesc<64x64xf16, #shared> -> tensor<64x64xf16, #row>
        %u = ttg.local_alloc %x : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %v = ttg.local_alloc %y : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem>
        %d = ttng.warp_group_dot %u, %v, %sum : !ttg.memdesc<64x64xf16, #shared, #smem> * !ttg.memdesc<64x64xf16, #shared, #smem> -> tensor<64x64xf32, #wide>
        %next = arith.addi %at, %c64 : i32
        scf.yield %d, %next : tensor<64x64xf32, #wide>, i32
      }
      %out = ttg.convert_layout %r#0 : tensor<64x64xf32, #wide> -> tensor<64x64xf32, #row>
      tt.descriptor_store %c[%i, %c0], %out : !tt.tensordesc<64x64xf32, #shared>, tensor<64x64xf32, #row>
    }
    tt.return
  }
}
