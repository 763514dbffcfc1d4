// Assembly whose constraints or text do not fit what it is given is refused where it is written.

// RUN: not heddle compile %s --entry few --target sm_90 --emit ptx 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: error: 'tt.elementwise_inline_asm' op expects constraints of 4 results, "=r", and 4 operands, but got 1 and 1 in "=r,r"
// FEW: note: with packed_element = 4 each tensor is 4 registers, or, of elements below 32 bits, as many words as hold these
tt.func public @few(%p: !tt.ptr<i32>) {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %y = tt.elementwise_inline_asm "popc.b32 $0, $1;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %r : tensor<128xi32> -> tensor<128xi32>
  %a = tt.splat %p : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  tt.store %a, %y : tensor<128x!tt.ptr<i32>>
  tt.return
}

// RUN: not heddle compile %s --entry unknown --target gfx942 --emit amdgcn 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: 'tt.elementwise_inline_asm' op expects '$0' to '$1' in assembly, but got '$8,'
// UNKNOWN: note: a dollar of the assembler's own is written '$$'
tt.func public @unknown(%p: !tt.ptr<i32>) {
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %y = tt.elementwise_inline_asm "popc.b32 $8, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %r : tensor<128xi32> -> tensor<128xi32>
  %a = tt.splat %p : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
  tt.store %a, %y : tensor<128x!tt.ptr<i32>>
  tt.return
}
