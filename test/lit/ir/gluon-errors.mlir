// Where layouts cannot be left open.
// RUN: heddle-opt %s --split-input-file --verify-diagnostics

#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @known(%a: tensor<128xf32, #blocked>) {
  // expected-error @+1 {{'gluon.set_auto_layout' op expects a source with #gluon.auto_encoding, but got 'tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>'}}
  %0 = gluon.set_auto_layout %a : tensor<128xf32, #blocked> -> tensor<128xf32, #blocked>
  tt.return
}

// -----
tt.func @still_open(%a: tensor<128xf32, #gluon.auto_encoding>) {
  // expected-error @+1 {{'gluon.set_auto_layout' op expects a result with another layout than #gluon.auto_encoding, but got 'tensor<128xf32, #gluon.auto_encoding>'}}
  %0 = gluon.set_auto_layout %a : tensor<128xf32, #gluon.auto_encoding> -> tensor<128xf32, #gluon.auto_encoding>
  tt.return
}

// -----
tt.func @of_one(%a: tensor<128xf32, #gluon.auto_encoding>) {
  // expected-error @+1 {{'tt.expand_dims' op expects #gluon.auto_encoding of all tensors or of none, but got 'tensor<128xf32, #gluon.auto_encoding>' and 'tensor<128x1xf32>'}}
  %0 = tt.expand_dims %a {axis = 1 : i32} : tensor<128xf32, #gluon.auto_encoding> -> tensor<128x1xf32>
  tt.return
}

// -----
tt.func @of_two(%a: tensor<128x1xf32, #gluon.auto_encoding>) {
  // expected-error @+1 {{'tt.broadcast' op expects #gluon.auto_encoding of all tensors or of none, but got 'tensor<128x1xf32, #gluon.auto_encoding>' and 'tensor<128x4xf32, #gluon.coalesced_encoding>'}}
  %0 = tt.broadcast %a : tensor<128x1xf32, #gluon.auto_encoding> -> tensor<128x4xf32, #gluon.coalesced_encoding>
  tt.return
}
