// RUN: heddle-opt %s --tritongpu-F32DotTC | FileCheck %s
// RUN: heddle-opt %s --tritongpu-F32DotTC=emu-tf32=false | FileCheck %s --check-prefix=BF16
// RUN: heddle-opt %s --tritongpu-F32DotTC | heddle-opt | FileCheck %s

#blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#A = #ttg.dot_op<{opIdx = 0, parent = #blocked}>
#B = #ttg.dot_op<{opIdx = 1, parent = #blocked}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {

// The products of small parts first, and the sum that was there last. A part before the last is
// finite, whatever the factor is.
// CHECK-LABEL: @tf32x3
// CHECK-SAME: (%[[A:.+]]: tensor<64x32xf32, #[[LA:.+]]>, %[[B:.+]]: tensor<32x64xf32, #[[LB:.+]]>, %[[C:.+]]: tensor
// CHECK: %[[MOST:.+]] = arith.constant dense<3.40116213E+38> : tensor<64x32xf32
// CHECK: %[[BELOW:.+]] = arith.minnumf %[[A]], %[[MOST]]
// CHECK: %[[LEAST:.+]] = arith.constant dense<-3.40116213E+38> : tensor<64x32xf32
// CHECK: %[[BETWEEN:.+]] = arith.maxnumf %[[BELOW]], %[[LEAST]]
// CHECK: %[[WA:.+]] = tt.bitcast %[[BETWEEN]]
// CHECK: arith.addi %[[WA]], %{{.+}}
// CHECK: %[[MASKED:.+]] = arith.andi
// CHECK: %[[BIGA:.+]] = tt.bitcast %[[MASKED]]
// CHECK: %[[SMALLA:.+]] = arith.subf %[[A]], %[[BIGA]]
// CHECK: %[[SMALLB:.+]] = arith.subf %[[B]], %[[BIGB:.+]] :
// CHECK: %[[ONE:.+]] = tt.dot %[[SMALLA]], %[[BIGB]], %{{.+}}, inputPrecision = tf32
// CHECK: %[[TWO:.+]] = tt.dot %[[BIGA]], %[[SMALLB]], %[[ONE]], inputPrecision = tf32
// CHECK: %[[ALL:.+]] = tt.dot %[[BIGA]], %[[BIGB]], %[[TWO]], inputPrecision = tf32
// CHECK: arith.addf %[[ALL]], %[[C]]
// BF16-LABEL: @tf32x3
// BF16-NEXT: tt.dot {{.+}}, inputPrecision = tf32x3
tt.func @tf32x3(%a: tensor<64x32xf32, #A>, %b: tensor<32x64xf32, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c, inputPrecision = tf32x3 : tensor<64x32xf32, #A> * tensor<32x64xf32, #B> -> tensor<64x64xf32, #blocked>
  tt.return %d : tensor<64x64xf32, #blocked>
}

// Three parts, of which six products count.
// CHECK-LABEL: @bf16x6
// CHECK-COUNT-6: arith.truncf {{.+}} to tensor<{{.+}}xbf16
// CHECK-COUNT-6: tt.dot {{.+}}xbf16{{.+}}xbf16
// CHECK-NOT: tt.dot
// BF16-LABEL: @bf16x6
// BF16-COUNT-6: tt.dot
tt.func @bf16x6(%a: tensor<64x32xf32, #A>, %b: tensor<32x64xf32, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c, inputPrecision = bf16x6 : tensor<64x32xf32, #A> * tensor<32x64xf32, #B> -> tensor<64x64xf32, #blocked>
  tt.return %d : tensor<64x64xf32, #blocked>
}

// No instruction of bf16 takes 4 along K; f32 as it is stays.
// CHECK-LABEL: @left
// CHECK-NEXT: tt.dot {{.+}}, inputPrecision = bf16x3
// CHECK-NEXT: tt.dot %{{.+}}, %{{.+}}, %{{[^,]+}} :
tt.func @left(%a: tensor<64x4xf32, #A>, %b: tensor<4x64xf32, #B>, %c: tensor<64x64xf32, #blocked>) -> tensor<64x64xf32, #blocked> {
  %d = tt.dot %a, %b, %c, inputPrecision = bf16x3 : tensor<64x4xf32, #A> * tensor<4x64xf32, #B> -> tensor<64x64xf32, #blocked>
  %e = tt.dot %a, %b, %d : tensor<64x4xf32, #A> * tensor<4x64xf32, #B> -> tensor<64x64xf32, #blocked>
  tt.return %e : tensor<64x64xf32, #blocked>
}
}
