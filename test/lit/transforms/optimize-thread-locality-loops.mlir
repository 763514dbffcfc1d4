// A loop combines what each thread has of a reduced axis; one reduction follows.
// RUN: heddle-opt %s --tritongpu-optimize-thread-locality | FileCheck %s
// RUN: heddle-opt %s --tritongpu-optimize-thread-locality | heddle-opt | FileCheck %s

#row = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#wide = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>
#own = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#rows = #ttg.slice<{dim = 1, parent = #row}>

// CHECK-DAG: #[[OWN:.+]] = #ttg.blocked<{sizePerThread = [1, 1, 4], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>

module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  // Eight threads have a row. Nothing changes -0.0 but other sums.
  // CHECK-LABEL: @sums
  // CHECK: %[[START:.+]] = arith.constant dense<1.000000e+00> : tensor<32xf32
  // CHECK: %[[ZEROS:.+]] = arith.constant dense<-0.000000e+00> : tensor<32x8xf32, #ttg.slice<{dim = 2, parent = #[[OWN]]}>>
  // CHECK: %[[PARTS:.+]] = scf.for {{.+}} iter_args(%[[PART:.+]] = %[[ZEROS]])
  // CHECK: %[[X:.+]] = tt.load
  // CHECK: %[[CUT:.+]] = tt.reshape %[[X]] : {{.+}} -> tensor<32x4x8x4xf32
  // CHECK: %[[TURNED:.+]] = tt.trans %[[CUT]] {order = array<i32: 0, 2, 1, 3>}
  // CHECK: %[[OWNED:.+]] = tt.reshape %[[TURNED]] efficient_layout : {{.+}} -> tensor<32x8x16xf32, #[[OWN]]>
  // CHECK: %[[SUM:.+]] = "tt.reduce"(%[[OWNED]]) <{axis = 2 : i32}>
  // CHECK: %[[NEXT:.+]] = arith.addf %[[PART]], %[[SUM]] : tensor<32x8xf32
  // CHECK: scf.yield %[[NEXT]]
  // CHECK: %[[ALL:.+]] = "tt.reduce"(%[[PARTS]]) <{axis = 1 : i32}>
  // CHECK: %[[LIKE:.+]] = ttg.convert_layout %[[ALL]]
  // CHECK: arith.addf %[[START]], %[[LIKE]]
  tt.func public @sums(%p: tensor<32x128x!tt.ptr<f32>, #row>, %n: i32) -> tensor<32xf32, #rows> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %start = arith.constant dense<1.0> : tensor<32xf32, #rows>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<32xf32, #rows>) : i32 {
      %x = tt.load %p : tensor<32x128x!tt.ptr<f32>, #row>
      %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        tt.reduce.return %c : f32
      }) : (tensor<32x128xf32, #row>) -> tensor<32xf32, #rows>
      %next = arith.addf %acc, %r : tensor<32xf32, #rows>
      scf.yield %next : tensor<32xf32, #rows>
    }
    tt.return %sum : tensor<32xf32, #rows>
  }

  // Threads of all warps have a row; the result stays on the left.
  // CHECK-LABEL: @largest
  // CHECK: arith.constant dense<-2147483648> : tensor<32x32xi32
  // CHECK: scf.for
  // CHECK: tt.reshape %{{.+}} -> tensor<32x1x32x4xi32
  // CHECK: arith.maxsi %{{.+}}, %{{.+}} : tensor<32x32xi32
  // CHECK: "tt.reduce"
  // CHECK: %[[LIKE:.+]] = ttg.convert_layout
  // CHECK: arith.maxsi %[[LIKE]], %{{.+}} : tensor<32xi32
  tt.func public @largest(%p: tensor<32x128x!tt.ptr<i32>, #wide>, %n: i32) -> tensor<32xi32, #ttg.slice<{dim = 1, parent = #wide}>> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %start = arith.constant dense<0> : tensor<32xi32, #ttg.slice<{dim = 1, parent = #wide}>>
    %max = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<32xi32, #ttg.slice<{dim = 1, parent = #wide}>>) : i32 {
      %x = tt.load %p : tensor<32x128x!tt.ptr<i32>, #wide>
      %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
      ^bb0(%a: i32, %b: i32):
        %c = arith.maxsi %a, %b : i32
        tt.reduce.return %c : i32
      }) : (tensor<32x128xi32, #wide>) -> tensor<32xi32, #ttg.slice<{dim = 1, parent = #wide}>>
      %next = arith.maxsi %r, %acc : tensor<32xi32, #ttg.slice<{dim = 1, parent = #wide}>>
      scf.yield %next : tensor<32xi32, #ttg.slice<{dim = 1, parent = #wide}>>
    }
    tt.return %max : tensor<32xi32, #ttg.slice<{dim = 1, parent = #wide}>>
  }

  // The sum of the largest elements is not the largest of sums.
  // CHECK-LABEL: @two_ops
  // CHECK-NOT: tt.reshape
  // CHECK: tt.return
  tt.func public @two_ops(%p: tensor<32x128x!tt.ptr<f32>, #row>, %n: i32) -> tensor<32xf32, #rows> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %start = arith.constant dense<0.0> : tensor<32xf32, #rows>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<32xf32, #rows>) : i32 {
      %x = tt.load %p : tensor<32x128x!tt.ptr<f32>, #row>
      %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %c = arith.maximumf %a, %b : f32
        tt.reduce.return %c : f32
      }) : (tensor<32x128xf32, #row>) -> tensor<32xf32, #rows>
      %next = arith.addf %acc, %r : tensor<32xf32, #rows>
      scf.yield %next : tensor<32xf32, #rows>
    }
    tt.return %sum : tensor<32xf32, #rows>
  }

  // Each iteration shows its sum to others.
  // CHECK-LABEL: @seen
  // CHECK-NOT: tt.reshape
  // CHECK: tt.return
  tt.func public @seen(%p: tensor<32x128x!tt.ptr<f32>, #row>, %q: tensor<32x!tt.ptr<f32>, #rows>, %n: i32) -> tensor<32xf32, #rows> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %start = arith.constant dense<0.0> : tensor<32xf32, #rows>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<32xf32, #rows>) : i32 {
      %x = tt.load %p : tensor<32x128x!tt.ptr<f32>, #row>
      %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        tt.reduce.return %c : f32
      }) : (tensor<32x128xf32, #row>) -> tensor<32xf32, #rows>
      %next = arith.addf %acc, %r : tensor<32xf32, #rows>
      tt.store %q, %acc : tensor<32x!tt.ptr<f32>, #rows>
      scf.yield %next : tensor<32xf32, #rows>
    }
    tt.return %sum : tensor<32xf32, #rows>
  }

  // Each thread has whole rows already.
  // CHECK-LABEL: @own
  // CHECK-NOT: tt.reshape
  // CHECK: tt.return
  tt.func public @own(%p: tensor<128x32x!tt.ptr<f32>, #own>, %n: i32) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #own}>> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %start = arith.constant dense<0.0> : tensor<128xf32, #ttg.slice<{dim = 1, parent = #own}>>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<128xf32, #ttg.slice<{dim = 1, parent = #own}>>) : i32 {
      %x = tt.load %p : tensor<128x32x!tt.ptr<f32>, #own>
      %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        tt.reduce.return %c : f32
      }) : (tensor<128x32xf32, #own>) -> tensor<128xf32, #ttg.slice<{dim = 1, parent = #own}>>
      %next = arith.addf %acc, %r : tensor<128xf32, #ttg.slice<{dim = 1, parent = #own}>>
      scf.yield %next : tensor<128xf32, #ttg.slice<{dim = 1, parent = #own}>>
    }
    tt.return %sum : tensor<128xf32, #ttg.slice<{dim = 1, parent = #own}>>
  }
}
