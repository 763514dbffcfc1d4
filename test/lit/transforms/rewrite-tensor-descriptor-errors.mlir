// What pointers cannot do is refused at the op.
// RUN: heddle-opt %s --triton-rewrite-tensor-descriptor-to-pointer --split-input-file --verify-diagnostics -o /dev/null

tt.func public @kind(%d: !tt.tensordesc<tensor<8xui64>>, %i: i32, %v: tensor<8xi64>) {
  // expected-error @below {{cannot be compiled yet: there is no atomic 'inc' of 'ui64' through pointers}}
  tt.descriptor_reduce inc, %d[%i], %v : !tt.tensordesc<tensor<8xui64>>, tensor<8xi64>
  tt.return
}

// -----

tt.func public @element(%d: !tt.tensordesc<tensor<8xf16>>, %i: i32, %v: tensor<8xf16>) {
  // expected-error @below {{cannot be compiled yet: there is no atomic 'and' of 'f16' through pointers}}
  tt.descriptor_reduce and, %d[%i], %v : !tt.tensordesc<tensor<8xf16>>, tensor<8xf16>
  tt.return
}

// -----

tt.func public @shape(%d: !tt.tensordesc<tensor<4x8xf16>>, %i: i32) {
  // expected-error @below {{cannot be compiled yet: expects the shape of the descriptor's block, or that without axes of size 1, but got 'tensor<8x4xf16>' for '!tt.tensordesc<4x8xf16>'}}
  %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<4x8xf16>> -> tensor<8x4xf16>
  tt.return
}

// -----

tt.func private @mask(%p: !tt.ptr<tensor<8xf16>>, %m: tensor<8xi1>) {
  // expected-error @below {{cannot be compiled yet: a block pointer has no mask; use 'boundaryCheck'}}
  %0 = tt.load %p, %m : !tt.ptr<tensor<8xf16>>
  tt.return
}

// -----

#wide = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
tt.func public @engine(%p: !tt.ptr<i8>, %d: !tt.tensordesc<tensor<8x64xf16>>, %i: i32) {
  // expected-error @below {{cannot be compiled yet: it needs the tensor memory accelerator, but other descriptors of the module become pointers; compile the kernel's TTIR, where all of them do}}
  %0 = ttng.reinterpret_tensor_descriptor %p : !tt.ptr<i8> to !tt.tensordesc<tensor<8x64xf16, #wide>>
  %1 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<8x64xf16>> -> tensor<8x64xf16>
  tt.return
}

// -----

// expected-error @below {{cannot be compiled yet: a launch cannot pass an argument of '!tt.ptr<tensor<8xf16>>'}}
tt.func public @argument(%p: !tt.ptr<tensor<8xf16>>) {
  tt.return
}
