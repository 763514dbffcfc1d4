//===- AmdgcnTest.cpp - Code of AMD GPUs ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/amdgcn/Amdgcn.h"
#include "KernelCode.h"
#include "heddle/simt/RegisterLimit.h"

#include <gmock/gmock.h>

using namespace heddle;
using testing::AllOf;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {

std::string codeOf(llvm::StringRef body, std::string_view target = "gfx942",
                   llvm::StringRef arguments = "") {
  KernelCode kernel(body, arguments);
  std::string code =
      kernel.codeFor(targetNamed(target), codegen::amdgcnBackend());
  EXPECT_THAT(kernel.refusals, IsEmpty());
  return code;
}

/// Of the value `%r`, of which there is one register.
std::string stored(const std::string &type) {
  return "\n%v = simt.splat %r : " + type + " -> vector<1x" + type +
         ">\nsimt.store global %g [0] + [0], %v width 1 : vector<1xi64>, "
         "vector<1x" +
         type + ">";
}

TEST(Amdgcn, KernelsHaveWhatLoadersRead) {
  std::string code = codeOf("%r = simt.program y" + stored("i32"));
  EXPECT_THAT(code,
              AllOf(HasSubstr(".amdgcn_target \"amdgcn-amd-amdhsa--gfx942\""),
                    HasSubstr(".amdhsa_code_object_version 5"),
                    HasSubstr(".amdhsa_kernel k"),
                    HasSubstr(".amdhsa_group_segment_fixed_size 0"),
                    HasSubstr(".max_flat_workgroup_size: 32"),
                    ContainsRegex("\\.name: +k\n")));
}

struct Moved {
  const char *type;
  unsigned width;
  const char *load, *store;
};

// CDNA3 ISA, "Flat Memory Instructions" and "Data Share Operations".
constexpr Moved GlobalMoves[] = {
    {"i8", 1, "global_load_ubyte", "global_store_byte"},
    {"f16", 1, "global_load_ushort", "global_store_short"},
    {"f32", 1, "global_load_dword ", "global_store_dword "},
    {"f16", 4, "global_load_dwordx2", "global_store_dwordx2"},
    {"f32", 4, "global_load_dwordx4", "global_store_dwordx4"},
    {"f64", 2, "global_load_dwordx4", "global_store_dwordx4"}};
constexpr Moved SharedMoves[] = {{"i8", 1, "ds_read_u8", "ds_write_b8"},
                                 {"bf16", 1, "ds_read_u16", "ds_write_b16"},
                                 {"f32", 1, "ds_read_b32", "ds_write_b32"},
                                 {"f32", 2, "ds_read_b64", "ds_write_b64"},
                                 {"f16", 8, "ds_read_b128", "ds_write_b128"}};

/// A vector of an address that each thread has of its own: what all threads
/// load alike is loaded as a scalar.
constexpr const char *OwnAddress = "%t = simt.thread\n"
                                   "%wide = arith.extui %t : i32 to i64\n"
                                   "%four = arith.constant 4 : i64\n"
                                   "%move = arith.shli %wide, %four : i64\n"
                                   "%mine = arith.addi %p, %move : i64\n"
                                   "%m = simt.splat %mine : i64 -> "
                                   "vector<1xi64>\n";

TEST(Amdgcn, AccessesMoveTheirBytesByOneInstruction) {
  for (const Moved &each : GlobalMoves) {
    SCOPED_TRACE(each.load);
    EXPECT_THAT(
        codeOf(OwnAddress + movesOf(each.type, each.width, "global", "%m")),
        AllOf(HasSubstr(each.load), HasSubstr(each.store),
              HasSubstr("offset:16"), HasSubstr("offset:32")));
  }
  for (const Moved &each : SharedMoves) {
    SCOPED_TRACE(each.load);
    EXPECT_THAT(codeOf(movesOf(each.type, each.width, "shared", "%s")),
                AllOf(HasSubstr(each.load), HasSubstr(each.store),
                      HasSubstr(".amdhsa_group_segment_fixed_size 1024")));
  }
}

/// Loads of 128 bytes, all of which come before the stores.
std::string manyMoves() {
  return std::string(OwnAddress) +
         "%v = simt.load global %m [0, 0, 0, 0, 0, 0, 0, 0] + [0, 16, 32, 48, "
         "64, 80, 96, 112] width 4 : (vector<1xi64>) -> vector<32xf32>\n"
         "%r = simt.permute %v [31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, "
         "20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, "
         "1, 0] : vector<32xf32> -> vector<32xf32>\n"
         "simt.store global %m [0, 0, 0, 0, 0, 0, 0, 0] + [0, 16, 32, 48, 64, "
         "80, 96, 112], %r width 4 : vector<1xi64>, vector<32xf32>";
}

unsigned registersIn(const std::string &code) {
  llvm::StringRef count = llvm::StringRef(code).split(".vgpr_count:").second;
  unsigned registers = 0;
  EXPECT_FALSE(count.trim().consumeInteger(10, registers));
  return registers;
}

TEST(Amdgcn, RegistersAreLimitedWhereThatIsAsked) {
  KernelCode kernel(manyMoves());
  auto registers = [&] {
    return registersIn(
        kernel.codeFor(targetNamed("gfx1100"), codegen::amdgcnBackend()));
  };
  EXPECT_GT(registers(), 32U);
  setRegisterLimit(*kernel.module().getOps<simt::KernelOp>().begin(), 24);
  EXPECT_LE(registers(), 24U);
}

// Two accesses with one predicate take one branch.
TEST(Amdgcn, PredicatesMaskLanes) {
  std::string code =
      codeOf("%zero = arith.constant 0 : i32\n"
             "%t = simt.thread\n"
             "%c = arith.cmpi slt, %t, %n : i32\n"
             "%if = simt.splat %c : i1 -> vector<2xi1>\n"
             "%else = simt.splat %x : f32 -> vector<2xf32>\n"
             "%v = simt.load global %g [0, 0] + [0, 64] width 1 if %if else "
             "%else : (vector<1xi64>, vector<2xi1>, vector<2xf32>) -> "
             "vector<2xf32>\n"
             "simt.store global %g [0, 0] + [128, 256], %v width 1 : "
             "vector<1xi64>, vector<2xf32>");
  std::size_t mask = code.find("s_and_saveexec_b64");
  ASSERT_NE(mask, std::string::npos);
  EXPECT_EQ(code.find("s_and_saveexec_b64", mask + 1), std::string::npos);
}

TEST(Amdgcn, ShufflesTakeTheCheapestWay) {
  auto code = [](unsigned lanes, std::string_view target) {
    return codeOf("%t = simt.thread\n%r = simt.shuffle_xor %t, " +
                      std::to_string(lanes) + stored("i32"),
                  target);
  };
  EXPECT_THAT(code(1, "gfx942"), HasSubstr("quad_perm:[1,0,3,2]"));
  EXPECT_THAT(code(3, "gfx942"), HasSubstr("quad_perm:[3,2,1,0]"));
  EXPECT_THAT(code(7, "gfx942"), HasSubstr("row_half_mirror"));
  EXPECT_THAT(code(8, "gfx942"), HasSubstr("row_ror:8"));
  EXPECT_THAT(code(15, "gfx942"), HasSubstr("row_mirror"));
  EXPECT_THAT(code(4, "gfx942"), HasSubstr("offset:swizzle(SWAP,4)"));
  EXPECT_THAT(code(16, "gfx942"), HasSubstr("offset:swizzle(SWAP,16)"));
  EXPECT_THAT(code(32, "gfx942"), HasSubstr("ds_bpermute_b32"));
  EXPECT_THAT(code(5, "gfx1100"), HasSubstr("row_xmask:5"));
  // The second selector is for lanes 8 to 15 of a row.
  EXPECT_THAT(code(16, "gfx1100"),
              ContainsRegex("v_permlanex16_b32 v[0-9]+, v[0-9]+, s[0-9]+, "
                            "0xfedcba98"));
  EXPECT_THAT(code(25, "gfx1200"),
              ContainsRegex("v_permlanex16_b32 v[0-9]+, v[0-9]+, s[0-9]+, "
                            "0x67452301"));
  EXPECT_THAT(code(16, "gfx950"), HasSubstr("v_permlane16_swap_b32"));
  EXPECT_THAT(code(32, "gfx950"), HasSubstr("v_permlane32_swap_b32"));
  EXPECT_THAT(code(48, "gfx950"), HasSubstr("ds_bpermute_b32"));
  EXPECT_THAT(codeOf("%t = simt.thread\n%r = simt.shuffle_index %t, %n" +
                     stored("i32")),
              HasSubstr("ds_bpermute_b32"));
}

// Hex digits become bytes: 0x5410 takes bytes 0 and 1 of either word.
TEST(Amdgcn, BytesArePermutedByBytes) {
  std::string code = codeOf("%selector = arith.constant 0x5410 : i32\n"
                            "%t = simt.thread\n"
                            "%r = simt.byte_permute %n, %t, %selector" +
                            stored("i32"));
  EXPECT_THAT(code, AllOf(HasSubstr("0x5040100"), HasSubstr("v_perm_b32")));
}

TEST(Amdgcn, BarriersWaitForWhatCameBefore) {
  std::string body = "simt.store shared %s [0] + [0], %b width 1 : "
                     "vector<1xi32>, vector<1xi32>\nsimt.barrier ";
  std::string value = "%b = simt.splat %n : i32 -> vector<1xi32>\n";
  std::string load = "\n%v = simt.load shared %s [0] + [64] width 1 : "
                     "(vector<1xi32>) -> vector<1xi32>\nsimt.store global %g "
                     "[0] + [0], %v width 1 : vector<1xi64>, vector<1xi32>";
  EXPECT_THAT(KernelCode(value + body + "block" + load, "", 4)
                  .codeFor(targetNamed("gfx942"), codegen::amdgcnBackend()),
              ContainsRegex("s_waitcnt lgkmcnt\\(0\\)\n[^\n]*s_barrier"));
  EXPECT_THAT(codeOf(value + body + "warp" + load),
              Not(HasSubstr("s_barrier")));
}

TEST(Amdgcn, ApproximationsAreInstructions) {
  auto code = [](const std::string &function) {
    return codeOf("%r = simt.approximate " + function + " : f32" +
                  stored("f32"));
  };
  EXPECT_THAT(code("exp2 %x ftz"), HasSubstr("v_exp_f32"));
  EXPECT_THAT(code("log2 %x ftz"), HasSubstr("v_log_f32"));
  EXPECT_THAT(code("reciprocal %x ftz"), HasSubstr("v_rcp_f32"));
  EXPECT_THAT(code("rsqrt %x ftz"), HasSubstr("v_rsq_f32"));
  EXPECT_THAT(code("sqrt %x ftz"), HasSubstr("v_sqrt_f32"));
  // Of an angle in turns.
  EXPECT_THAT(code("sin %x"),
              AllOf(HasSubstr("0.15915494"), HasSubstr("v_fract_f32"),
                    HasSubstr("v_sin_f32")));
  // Subnormal numbers are scaled.
  EXPECT_THAT(code("exp2 %x"),
              AllOf(HasSubstr("v_exp_f32"), HasSubstr("v_ldexp_f32")));
  EXPECT_THAT(code("rsqrt %x"),
              AllOf(HasSubstr("v_rsq_f32"), HasSubstr("v_ldexp_f32")));
}

TEST(Amdgcn, AtomicsHaveTheirScope) {
  auto code = [](const std::string &kind, const std::string &type) {
    return codeOf("%a = simt.splat %n : i32 -> vector<1xi32>\n"
                  "%b = simt.splat %x : f32 -> vector<1xf32>\n"
                  "%r = simt.atomic " +
                  kind + " global %g, " + (type == "f32" ? "%b" : "%a") +
                  " : (vector<1xi64>, vector<1x" + type + ">) -> vector<1x" +
                  type + ">\nsimt.barrier block");
  };
  EXPECT_THAT(code("add relaxed gpu", "i32"), HasSubstr("global_atomic_add"));
  EXPECT_THAT(
      code("fadd relaxed gpu", "f32"),
      AllOf(HasSubstr("global_atomic_add_f32"), Not(HasSubstr("cmpswap"))));
  EXPECT_THAT(code("umax relaxed gpu", "i32"), HasSubstr("global_atomic_umax"));
  // What other blocks have written is read again behind it.
  EXPECT_THAT(code("add acquire gpu", "i32"), HasSubstr("buffer_inv"));
  EXPECT_THAT(code("add relaxed gpu", "i32"), Not(HasSubstr("buffer_inv")));
}

TEST(Amdgcn, RefusesWhatChipsHaveNot) {
  auto refusals = [](llvm::StringRef body) {
    KernelCode kernel(body);
    EXPECT_EQ(kernel.codeFor(targetNamed("gfx942"), codegen::amdgcnBackend()),
              "");
    std::vector<std::string> messages;
    for (const Refusal &each : kernel.refusals)
      messages.push_back(each.message);
    return messages;
  };
  EXPECT_THAT(refusals("%r = simt.approximate tanh %x : f32"),
              ElementsAre("'simt.approximate' op has no code for gfx942 yet"));
  EXPECT_THAT(refusals("%a = simt.splat %n : i32 -> vector<1xi32>\n"
                       "%r = simt.shuffle_xor %n, 64"),
              ElementsAre("'simt.shuffle_xor' op has no code for gfx942 yet"));
}

} // namespace
