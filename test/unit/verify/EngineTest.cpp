//===- EngineTest.cpp - Tensor maps and stores of the engine --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A store to a descriptor, and what it becomes, in which each field of the
// tensor map and each wait can be wrong.
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

using namespace heddle::equivalence;

namespace {

std::string withTypes(std::string text) {
  const std::string layout =
      "#ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, "
      "elementBitWidth = 32}>";
  for (std::size_t at = text.find("!LAYOUT"); at != std::string::npos;
       at = text.find("!LAYOUT", at))
    text.replace(at, 7, layout);
  return text;
}

const std::string Store = withTypes(R"(
  %one = arith.constant 1 : i64
  %tile = tt.load %ps : tensor<4x8x!tt.ptr<f32>, #a>
  %desc = tt.make_tensor_descriptor %q, [%j, %k], [%w, %one] : <f32>, <4x8xf32, !LAYOUT>
  tt.descriptor_store %desc[%i, %k], %tile : !tt.tensordesc<4x8xf32, !LAYOUT>, tensor<4x8xf32, #a>
)");

const std::string Engine = withTypes(R"(
  %tile = tt.load %ps : tensor<4x8x!tt.ptr<f32>, #a>
  %four = arith.constant 4 : i64
  %inner = arith.constant 8 : i32
  %outer = arith.constant 4 : i32
  %step = arith.constant 1 : i32
  %bytes = arith.muli %w, %four : i64
  %map = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
  ttng.tensormap_create %map, %q, [%inner, %outer], [%k, %j], [%bytes], [%step, %step] {elem_type = 7 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 1 : i32} : (!tt.ptr<i8>, !tt.ptr<f32>, i32, i32, i32, i32, i64, i32, i32) -> ()
  ttng.tensormap_fenceproxy_acquire %map : !tt.ptr<i8>
  %desc = ttng.reinterpret_tensor_descriptor %map : !tt.ptr<i8> to !tt.tensordesc<4x8xf32, !LAYOUT>
  %buffer = ttg.local_alloc : () -> !ttg.memdesc<4x8xf32, !LAYOUT, #smem, mutable>
  ttg.local_store %tile, %buffer : tensor<4x8xf32, #a> -> !ttg.memdesc<4x8xf32, !LAYOUT, #smem, mutable>
  ttng.fence_async_shared {bCluster = false}
  ttng.async_tma_copy_local_to_global %desc[%i, %k] %buffer : !tt.tensordesc<4x8xf32, !LAYOUT>, !ttg.memdesc<4x8xf32, !LAYOUT, #smem, mutable>
  ttng.async_tma_store_wait {pendings = 0 : i32, read_only}
  ttg.local_dealloc %buffer : !ttg.memdesc<4x8xf32, !LAYOUT, #smem, mutable>
)");

/// The engine's program with other words, which are there.
std::string engineWith(const std::string &old, const std::string &with) {
  std::string text = Engine;
  std::size_t at = text.find(withTypes(old));
  EXPECT_NE(at, std::string::npos) << old;
  return at == std::string::npos
             ? text
             : text.replace(at, withTypes(old).size(), withTypes(with));
}

TEST(Engine, IsTheDescriptor) {
  expectEqual({Store, Engine});
  expectEqual({Engine, Store});
}

TEST(Engine, WrongFields) {
  for (auto [old, with] :
       {std::pair("[%inner, %outer]", "[%outer, %inner]"),
        {"[%inner, %outer]", "[%inner, %step]"},
        {"[%inner, %outer]", "[%k, %outer]"},
        {"[%k, %j]", "[%j, %k]"},
        {"[%step, %step]", "[%step, %outer]"},
        {"elem_type = 7", "elem_type = 6"},
        {"swizzle_mode = 1", "swizzle_mode = 2"},
        {"swizzle_mode = 1", "swizzle_mode = 0"},
        {"fill_mode = 0", "fill_mode = 1"},
        {"interleave_layout = 0", "interleave_layout = 1"},
        {"%four = arith.constant 4", "%four = arith.constant 2"},
        {"%four = arith.constant 4", "%four = arith.constant 8"},
        {"arith.muli %w, %four", "arith.addi %w, %four"},
        {"create %map, %q", "create %map, %p"}}) {
    // What is outside of the tensor is not stored.
    bool isSame = std::string(with) == "fill_mode = 1";
    Programs programs = {Store, engineWith(old, with)};
    isSame ? expectEqual(programs) : expectNoProof(programs);
  }
}

TEST(Engine, WrongOrder) {
  const std::string wait =
      "  ttng.async_tma_store_wait {pendings = 0 : i32, read_only}\n";
  const std::string acquire =
      "  ttng.tensormap_fenceproxy_acquire %map : !tt.ptr<i8>\n";
  expectNoProof({Store, engineWith(wait, "")});
  expectNoProof({Store, engineWith("pendings = 0", "pendings = 1")});
  expectNoProof({Store, engineWith(acquire, "")});
  const std::string store =
      "  ttg.local_store %tile, %buffer : tensor<4x8xf32, #a> -> "
      "!ttg.memdesc<4x8xf32, !LAYOUT, #smem, mutable>\n";
  // The buffer is written again before it is read, or not at all.
  expectNoProof({Store, engineWith(wait, store + wait)});
  expectEqual({Store, engineWith(wait, wait)});
  expectNoProof({Store, engineWith(store, "")});
}

/// A load behind the store may see what was there before.
TEST(Engine, SomebodyLooksAtWhatIsStored) {
  const std::string wait =
      "  ttng.async_tma_store_wait {pendings = 0 : i32, read_only}\n";
  const std::string look =
      "  %seen = tt.load %qs : tensor<4x8x!tt.ptr<f32>, #a>\n"
      "  tt.store %ps, %seen : tensor<4x8x!tt.ptr<f32>, #a>\n";
  expectNoProof({Store + look, engineWith(wait, wait + look)});
  expectEqual({look + Store, look + Engine.substr(0)});
}

} // namespace
