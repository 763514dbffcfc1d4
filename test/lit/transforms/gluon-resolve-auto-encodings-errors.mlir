// RUN: heddle-opt %s --gluon-resolve-auto-encodings --split-input-file --verify-diagnostics

#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#two = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @both() {
  %0 = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #gluon.auto_encoding>
  %1 = gluon.set_auto_layout %0 : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #one>
  // expected-error-re @+2 {{'gluon.set_auto_layout' op expects the layout that its source has, {{.*}}, but got {{.*}}}}
  // expected-note @-3 {{that follows from what it is computed with; convert it with ttg.convert_layout instead}}
  %2 = gluon.set_auto_layout %0 : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #two>
  tt.return
}

// -----
#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#two = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @sums() {
  // expected-error-re @+3 {{expects one layout of 'tensor<128xi32, #gluon.auto_encoding>', but got {{.*}} and {{.*}}}}
  // expected-note @+2 {{convert it where it is used in another one: ttg.convert_layout}}
  %0 = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #gluon.auto_encoding>
  %1 = arith.addi %0, %0 : tensor<128xi32, #gluon.auto_encoding>
  %2 = arith.muli %0, %0 : tensor<128xi32, #gluon.auto_encoding>
  %3 = gluon.set_auto_layout %1 : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #one>
  %4 = gluon.set_auto_layout %2 : tensor<128xi32, #gluon.auto_encoding> -> tensor<128xi32, #two>
  tt.return
}

// -----
tt.func @nothing() {
  // expected-error @+2 {{nothing says which layout 'tensor<128xi32, #gluon.auto_encoding>' has}}
  // expected-note @+1 {{say it with gluon.set_auto_layout, of this value or of one that is computed from it}}
  %0 = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #gluon.auto_encoding>
  tt.return
}
