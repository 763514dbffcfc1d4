// RUN: heddle-opt %s --split-input-file --verify-diagnostics

llvm.func @element(%desc: i64, %use: i1) {
  // expected-error @+1 {{attribute 'eltTypeA' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative whose maximum value is 7}}
  %0 = nvg.wgmma %desc, %desc, %use {eltTypeA = 8 : i32, eltTypeB = 3 : i32, eltTypeC = 7 : i32, k = 32 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 256 : i32} : (i64, i64, i1) -> !llvm.struct<(f32)>
  llvm.return
}

// -----

llvm.func @descriptor(%desc: i32, %use: i1) {
  // expected-error @+1 {{'nvg.wgmma' op operand #0 must be registers or the descriptor of a matrix, but got 'i32'}}
  %0 = nvg.wgmma %desc, %desc, %use {eltTypeA = 3 : i32, eltTypeB = 3 : i32, eltTypeC = 7 : i32, k = 32 : i32, layoutA = 0 : i32, layoutB = 1 : i32, m = 64 : i32, n = 256 : i32} : (i32, i32, i1) -> !llvm.struct<(f32)>
  llvm.return
}
