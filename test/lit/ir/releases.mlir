// One program, as each release writes it.
// RUN: heddle-opt %s | FileCheck %s --check-prefixes=ALL,NEW
// RUN: heddle-opt %s --triton 3.8 | FileCheck %s --check-prefixes=ALL,OLD
// RUN: heddle-opt %s --triton 3.6 | FileCheck %s --check-prefixes=ALL,OLD
// RUN: heddle-opt %s --triton 3.6 | heddle-opt | FileCheck %s --check-prefixes=ALL,NEW
// RUN: not heddle-opt %s --triton 3.5 2>&1 | FileCheck %s --check-prefix=NONE
//      NONE: heddle-opt: error: --triton: {{.+}}3.5

// Layouts under the older prefix are those of today.
// ALL: #[[OLDER:.+]] = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#older = #triton_gpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// ALL: @prefix(%{{.*}}: tensor<64xf32, #[[OLDER]]>)
tt.func @prefix(%a: tensor<64xf32, #older>) {
  tt.return
}

// ALL-LABEL: @caches
tt.func @caches(%p: !tt.ptr<f32>, %v: f32) {
  // NEW: tt.load %{{.*}} {cachePolicy = #tt.cache_policy<cache_modifier = ca, eviction_policy = evict_last>} : !tt.ptr<f32>
  // OLD: tt.load %{{.*}} cacheModifier = ca evictionPolicy = evict_last : !tt.ptr<f32>
  %0 = tt.load %p cacheModifier = ca evictionPolicy = evict_last : !tt.ptr<f32>
  // NEW: tt.store %{{.*}} {cachePolicy = #tt.cache_policy<cache_modifier = cs, eviction_policy = evict_normal>} : !tt.ptr<f32>
  // OLD: tt.store %{{.*}} cacheModifier = cs : !tt.ptr<f32>
  tt.store %p, %v {cachePolicy = #tt.cache_policy<cache_modifier = cs, eviction_policy = evict_normal>} : !tt.ptr<f32>
  // ALL: tt.load %{{[^ ]*}} : !tt.ptr<f32>
  %1 = "tt.load"(%p) <{boundaryCheck = array<i32>, cache = 1 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32
  tt.return
}

// ALL-LABEL: @spaces
// NEW-SAME: !tt.ptr<i8, "constant">
// OLD-SAME: !tt.ptr<i8, 4>
tt.func @spaces(%p: !tt.ptr<i8, 4>) {
  tt.return
}
