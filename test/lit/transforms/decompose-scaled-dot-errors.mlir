// RUN: heddle-opt %s --triton-decompose-scaled-dot --split-input-file --verify-diagnostics

tt.func @storage(%a: tensor<16x64xf16>, %b: tensor<64x16xbf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // expected-error @+1 {{'tt.dot_scaled' op cannot be compiled yet: elements of e4m3 are stored as 'f16'}}
  %d = tt.dot_scaled %a, %b, %c lhs = e4m3 rhs = bf16 {fastMath = false} : tensor<16x64xf16> * tensor<64x16xbf16> -> tensor<16x16xf32>
  tt.return %d : tensor<16x16xf32>
}

// -----

tt.func @scale_type(%a: tensor<16x64xf16>, %s: tensor<16x2xf16>, %b: tensor<64x16xf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // expected-error @+1 {{'tt.dot_scaled' op cannot be compiled yet: it has scales of 'f16', not of i8 (powers of two) or f8E4M3FN}}
  %d = tt.dot_scaled %a scale %s, %b, %c lhs = fp16 rhs = fp16 {fastMath = false} : tensor<16x64xf16>, tensor<16x2xf16> * tensor<64x16xf16> -> tensor<16x16xf32>
  tt.return %d : tensor<16x16xf32>
}

// -----

// Scales of the second factor are not turned: no pass runs on them.
tt.func @scale_shape(%a: tensor<16x64xf16>, %b: tensor<64x16xf16>, %s: tensor<2x16xi8>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // expected-error @+1 {{'tt.dot_scaled' op expects scales of b for 16 rows of a product, but got 'tensor<2x16xi8>'}}
  %d = tt.dot_scaled %a, %b scale %s, %c lhs = fp16 rhs = fp16 {fastMath = false} : tensor<16x64xf16> * tensor<64x16xf16>, tensor<2x16xi8> -> tensor<16x16xf32>
  tt.return %d : tensor<16x16xf32>
}
