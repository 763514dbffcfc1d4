#b3 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 4, 8], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#tm = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#pad = #ttg.padded_shared<[64:+8] {order = [1, 0], shape = [64, 64]}>
#nv = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
tt.func @f(%a: tensor<4x8x32xf32, #b3>, %b: !ttg.memdesc<128x64xf32, #tm, #ttng.tensor_memory, mutable>, %c: !ttg.memdesc<64x64xf16, #pad, #ttg.shared_memory>, %d: !tt.tensordesc<tensor<64x64xf16, #nv>>, %e: tensor<64xf16, #ttg.slice<{dim = 0, parent = #b}>>, %f: tensor<64x4x!tt.ptr<f32>, #b>) { tt.return }
