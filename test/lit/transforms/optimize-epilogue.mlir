// Results of products are stored in their own layout.
// RUN: heddle-opt %s --tritonamdgpu-optimize-epilogue | FileCheck %s
// RUN: heddle-opt %s --tritonamdgpu-optimize-epilogue | heddle-opt | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [16, 16, 16], isTransposed = true}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {

// CHECK-LABEL: @stores
// CHECK-SAME: (%[[D:.+]]: tensor<64x64xf32, #mma>, %[[P:.+]]: tensor<64x64x!tt.ptr<f16>, #blocked>, %[[M:.+]]: tensor<64x64xi1, #blocked>)
// CHECK-NEXT: %[[V:.+]] = arith.truncf %[[D]] : tensor<64x64xf32, #mma> to tensor<64x64xf16, #mma>
// CHECK-NEXT: %[[Q:.+]] = ttg.convert_layout %[[P]] : {{.+}} -> tensor<64x64x!tt.ptr<f16>, #mma>
// CHECK-NEXT: %[[N:.+]] = ttg.convert_layout %[[M]] : {{.+}} -> tensor<64x64xi1, #mma>
// CHECK-NEXT: tt.store %[[Q]], %[[V]], %[[N]]
tt.func @stores(%d: tensor<64x64xf32, #mma>, %p: tensor<64x64x!tt.ptr<f16>, #blocked>, %m: tensor<64x64xi1, #blocked>) {
  %c = ttg.convert_layout %d : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  %v = arith.truncf %c : tensor<64x64xf32, #blocked> to tensor<64x64xf16, #blocked>
  tt.store %p, %v, %m : tensor<64x64x!tt.ptr<f16>, #blocked>
  tt.return
}

// CHECK-LABEL: @stores_to_a_buffer
// CHECK-SAME: (%[[D:.+]]: tensor<64x64xf32, #mma>, %[[P:.+]]: !tt.ptr<f32>, %[[O:.+]]: tensor<64x64xi32, #blocked>)
// CHECK-NEXT: %[[Q:.+]] = ttg.convert_layout %[[O]] : {{.+}} -> tensor<64x64xi32, #mma>
// CHECK-NEXT: amdg.buffer_store %[[D]], %[[P]][%[[Q]]]
tt.func @stores_to_a_buffer(%d: tensor<64x64xf32, #mma>, %p: !tt.ptr<f32>, %o: tensor<64x64xi32, #blocked>) {
  %c = ttg.convert_layout %d : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  amdg.buffer_store %c, %p[%o] : !tt.ptr<f32> -> tensor<64x64xf32, #blocked>
  tt.return
}

// Not where the conversion is needed anyway, or joins something else.

// CHECK-LABEL: @kept
// CHECK: %[[C:.+]] = ttg.convert_layout
// CHECK: tt.store %{{.+}}, %[[C]] : tensor<64x64x!tt.ptr<f32>, #blocked>
// CHECK: %[[C:.+]] = ttg.convert_layout
// CHECK: %[[S:.+]] = arith.addf %[[C]]
// CHECK: tt.store %{{.+}}, %[[S]] : tensor<64x64x!tt.ptr<f32>, #blocked>
// CHECK: tt.return
tt.func @kept(%d: tensor<64x64xf32, #mma>, %e: tensor<64x64xf32, #blocked>, %p: tensor<64x64x!tt.ptr<f32>, #blocked>) -> tensor<64x64xf32, #blocked> {
  %c = ttg.convert_layout %d : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  tt.store %p, %c : tensor<64x64x!tt.ptr<f32>, #blocked>
  %f = ttg.convert_layout %d : tensor<64x64xf32, #mma> -> tensor<64x64xf32, #blocked>
  %sum = arith.addf %f, %e : tensor<64x64xf32, #blocked>
  tt.store %p, %sum : tensor<64x64x!tt.ptr<f32>, #blocked>
  tt.return %c : tensor<64x64xf32, #blocked>
}
}
