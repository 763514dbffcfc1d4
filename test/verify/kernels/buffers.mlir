// Parts of parts of a buffer, and a load of one that is written behind it.
#row = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#rows = #ttg.slice<{dim = 1, parent = #row}>
#columns = #ttg.slice<{dim = 0, parent = #row}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @buffers(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %rows = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #rows>
    %columns = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #columns>
    %row = tt.expand_dims %rows {axis = 1 : i32} : tensor<64xi32, #rows> -> tensor<64x1xi32, #row>
    %column = tt.expand_dims %columns {axis = 0 : i32} : tensor<64xi32, #columns> -> tensor<1x64xi32, #row>
    %width = arith.constant dense<64> : tensor<64x1xi32, #row>
    %begin = arith.muli %row, %width : tensor<64x1xi32, #row>
    %begins = tt.broadcast %begin : tensor<64x1xi32, #row> -> tensor<64x64xi32, #row>
    %along = tt.broadcast %column : tensor<1x64xi32, #row> -> tensor<64x64xi32, #row>
    %places = arith.addi %begins, %along : tensor<64x64xi32, #row>
    %from = tt.splat %x : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #row>
    %source = tt.addptr %from, %places : tensor<64x64x!tt.ptr<f16>, #row>, tensor<64x64xi32, #row>
    %tile = tt.load %source : tensor<64x64x!tt.ptr<f16>, #row>
    %double = arith.addf %tile, %tile : tensor<64x64xf16, #row>
    %buffer = ttg.local_alloc %tile : (tensor<64x64xf16, #row>) -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %half = ttg.memdesc_subslice %buffer[32, 0] : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> !ttg.memdesc<32x64xf16, #shared, #smem, mutable, 64x64>
    %quarter = ttg.memdesc_subslice %half[16, 0] : !ttg.memdesc<32x64xf16, #shared, #smem, mutable, 64x64> -> !ttg.memdesc<16x64xf16, #shared, #smem, mutable, 64x64>
    %part = ttg.local_load %quarter : !ttg.memdesc<16x64xf16, #shared, #smem, mutable, 64x64> -> tensor<16x64xf16, #row>
    %loaded = ttg.local_load %buffer : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #A>
    ttg.local_store %double, %buffer : tensor<64x64xf16, #row> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>
    %end = scf.for %i = %c0 to %c2 step %c1 iter_args(%acc = %tile) -> (tensor<64x64xf16, #row>) : i32 {
      %own = ttg.convert_layout %loaded : tensor<64x64xf16, #A> -> tensor<64x64xf16, #row>
      %sum = arith.addf %acc, %own : tensor<64x64xf16, #row>
      scf.yield %sum : tensor<64x64xf16, #row>
    }
    %more = ttg.local_load %buffer : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #row>
    %all = arith.addf %end, %more : tensor<64x64xf16, #row>
    %to = tt.splat %out : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #row>
    %target = tt.addptr %to, %places : tensor<64x64x!tt.ptr<f16>, #row>, tensor<64x64xi32, #row>
    tt.store %target, %all : tensor<64x64x!tt.ptr<f16>, #row>
    %c4096 = arith.constant 4096 : i32
    %after = tt.addptr %out, %c4096 : !tt.ptr<f16>, i32
    %rest = tt.splat %after : !tt.ptr<f16> -> tensor<16x64x!tt.ptr<f16>, #row>
    %few = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32, #rows>
    %fewrow = tt.expand_dims %few {axis = 1 : i32} : tensor<16xi32, #rows> -> tensor<16x1xi32, #row>
    %fewwidth = arith.constant dense<64> : tensor<16x1xi32, #row>
    %fewbegin = arith.muli %fewrow, %fewwidth : tensor<16x1xi32, #row>
    %fewbegins = tt.broadcast %fewbegin : tensor<16x1xi32, #row> -> tensor<16x64xi32, #row>
    %fewalong = tt.broadcast %column : tensor<1x64xi32, #row> -> tensor<16x64xi32, #row>
    %fewplaces = arith.addi %fewbegins, %fewalong : tensor<16x64xi32, #row>
    %fewtarget = tt.addptr %rest, %fewplaces : tensor<16x64x!tt.ptr<f16>, #row>, tensor<16x64xi32, #row>
    tt.store %fewtarget, %part : tensor<16x64x!tt.ptr<f16>, #row>
    tt.return
  }
}
