// Descriptors of the tensor memory accelerator stay, also of arguments that
// nothing uses.
// RUN: heddle-opt %s -triton-rewrite-tensor-descriptor-to-pointer | FileCheck %s

#wide = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
// CHECK-LABEL: tt.func public @store
// CHECK-SAME: %{{.*}}: !tt.tensordesc<64x64xf16, #shared>, %{{.*}}: i32
tt.func public @store(%desc: !tt.tensordesc<64x64xf16, #wide>, %i: i32) {
  %buffer = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #wide, #ttg.shared_memory, mutable>
  // CHECK: ttng.async_tma_copy_local_to_global
  ttng.async_tma_copy_local_to_global %desc[%i, %i] %buffer : !tt.tensordesc<64x64xf16, #wide>, !ttg.memdesc<64x64xf16, #wide, #ttg.shared_memory, mutable>
  tt.return
}
// CHECK-LABEL: tt.func public @unused
// CHECK-SAME: !tt.tensordesc<64x64xf16, #shared>
tt.func public @unused(%desc: !tt.tensordesc<64x64xf16, #wide>) {
  tt.return
}
}
