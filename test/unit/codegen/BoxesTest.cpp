//===- BoxesTest.cpp - Instructions of mbarriers and boxes ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PTX of mbarriers, copies of boxes, tensor maps and partitions; ptxas takes
/// all of it, where there is one.
///
//===----------------------------------------------------------------------===//

#include "KernelCode.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>

using namespace heddle;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;

namespace {

/// What ptxas has against the code; nothing where there is no ptxas.
std::string faultOf(const std::string &ptx) {
  auto ptxas = llvm::sys::findProgramByName("ptxas");
  if (!ptxas)
    return "";
  llvm::SmallString<128> source, cubin, errors;
  if (llvm::sys::fs::createTemporaryFile("boxes", "ptx", source) ||
      llvm::sys::fs::createTemporaryFile("boxes", "cubin", cubin) ||
      llvm::sys::fs::createTemporaryFile("boxes", "txt", errors))
    return "no temporary files";
  llvm::FileRemover removeSource(source), removeCubin(cubin),
      removeErrors(errors);
  std::error_code error;
  llvm::raw_fd_ostream(source, error) << ptx;
  int code = llvm::sys::ExecuteAndWait(
      *ptxas, {*ptxas, "-arch=sm_90a", source, "-o", cubin}, std::nullopt,
      {std::nullopt, errors.str(), errors.str()});
  auto text = llvm::MemoryBuffer::getFile(errors);
  if (code == 0)
    return "";
  return text ? (*text)->getBuffer().str() : "ptxas fails";
}

std::string ptxOf(llvm::StringRef body, llvm::StringRef arguments = "",
                  unsigned warps = 1) {
  KernelCode kernel(body, arguments, warps);
  std::string ptx = kernel.ptxFor(targetNamed("sm_90"));
  EXPECT_THAT(kernel.refusals, IsEmpty()) << body.str();
  EXPECT_EQ(faultOf(ptx), "") << ptx;
  return ptx;
}

const std::string If = ", %if: i1";

/// An op at an mbarrier, by all threads and by some.
struct MbarrierForm {
  const char *op, *instruction;
};

// PTX ISA, Parallel Synchronization and Communication Instructions: mbarrier.
constexpr MbarrierForm MbarrierForms[] = {
    {"init %shared count 3", "mbarrier.init.shared::cta.b64 [%r#], 3;"},
    {"init %shared count 1048575",
     "mbarrier.init.shared::cta.b64 [%r#], 1048575;"},
    {"end %shared", "mbarrier.inval.shared::cta.b64 [%r#];"},
    {"arrive %shared count 128",
     "mbarrier.arrive.shared::cta.b64 _, [%r#], 128;"},
    {"expect %shared bytes 24576",
     "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r#], 24576;"},
    {"arrive_copies %shared",
     "cp.async.mbarrier.arrive.shared::cta.b64 [%r#];"},
    {"arrive_copies %shared counted",
     "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%r#];"}};

/// The code with each number behind "%r" and "%p" as #.
std::string withoutNumbers(const std::string &ptx) {
  std::string text;
  for (std::size_t at = 0; at < ptx.size(); ++at) {
    text += ptx[at];
    if (at < 2 || ptx[at - 1] != '%' || (ptx[at] != 'r' && ptx[at] != 'p'))
      continue;
    if (at + 1 == ptx.size() || !std::isdigit(ptx[at + 1]))
      continue;
    text += '#';
    while (at + 1 < ptx.size() && std::isdigit(ptx[at + 1]))
      ++at;
  }
  return text;
}

TEST(Boxes, MbarriersAreToldByOneInstruction) {
  for (const MbarrierForm &form : MbarrierForms) {
    std::string op = "%u = simt.splat %shared : i32 -> vector<1xi32>\n"
                     "simt.mbarrier_" +
                     std::string(form.op);
    // `%s` is only there for its shared memory.
    llvm::StringRef line = op;
    std::string all = withoutNumbers(ptxOf(line.str()));
    EXPECT_THAT(all,
                AllOf(HasSubstr(form.instruction),
                      Not(HasSubstr(std::string("@%p# ") + form.instruction))));
    std::string counted = op;
    std::size_t flag = counted.find(" counted");
    counted.insert(flag == std::string::npos ? counted.size() : flag,
                   " if %if");
    if (flag != std::string::npos)
      counted = op + " if %if";
    EXPECT_THAT(withoutNumbers(ptxOf(counted, If)),
                HasSubstr(std::string("@%p# ") + form.instruction));
  }
}

// What counts its bytes is not of the block: it sees the mbarrier too.
TEST(Boxes, NewMbarriersAreFenced) {
  EXPECT_THAT(ptxOf("simt.mbarrier_init %shared count 1 if %if", If),
              MatchesRegex("(.|\n)*@%p[0-9]+ mbarrier.init(.|\n)*"
                           "fence.mbarrier_init.release.cluster;(.|\n)*"));
}

// try_wait may give up: it is asked again. Two of them have labels apart, which
// ptxas would refuse otherwise.
TEST(Boxes, WaitsAskAgain) {
  std::string wait = "simt.mbarrier_wait %shared parity %n";
  std::string loop = "WAIT:\n"
                     "mbarrier.try_wait.parity.shared::cta.b64 done, [%r#], "
                     "%r#;\n@done bra DONE;\nbra WAIT;\nDONE:\n";
  std::string ptx = withoutNumbers(ptxOf(wait + "\n" + wait));
  EXPECT_THAT(ptx, HasSubstr(loop));
  EXPECT_NE(ptx.find(loop, ptx.find(loop) + 1), std::string::npos);
  // Only the lowest bit of the parity counts.
  EXPECT_THAT(ptx, HasSubstr("and.b32"));
  EXPECT_THAT(withoutNumbers(ptxOf(wait + " if %if", If)),
              HasSubstr("@!%p# bra DONE;\n" + loop));
}

/// Coordinates are `%n` and `%n` plus 64, of so many axes.
std::string boxes(const std::string &op, const std::string &more, unsigned axes,
                  bool isLoad) {
  std::string at, steps, types;
  for (unsigned axis = 0; axis < axes; ++axis) {
    at += axis == 0 ? "%n" : ", %n";
    types += "i32, ";
  }
  for (unsigned each = 0; each < 2 * axes; ++each)
    steps += (each == 0 ? "" : ", ") + std::string(each == axes ? "64" : "0");
  return "%one = simt.splat %if : i1 -> vector<1xi1>\n"
         "%both = simt.permute %one [0, 0] : vector<1xi1> -> "
         "vector<2xi1>\nsimt." +
         op + " %p[" + at + "] " + more + " %shared + [0, 512] " + "steps [" +
         steps + "] bytes 512 " + (isLoad ? "signals %shared " : "") +
         "if %both : i64, " + types + (isLoad ? "i32, i32" : "i32") +
         ", vector<2xi1>";
}

TEST(Boxes, LoadsAreOneInstructionEach) {
  for (unsigned axes = 1; axes <= 5; ++axes) {
    std::string dimension = std::to_string(axes) + "d";
    std::string ptx = ptxOf(boxes("box_load", "to", axes, true), If);
    std::string instruction =
        "cp.async.bulk.tensor." + dimension + ".shared::cluster.global";
    std::size_t first = ptx.find(instruction);
    ASSERT_NE(first, std::string::npos) << ptx;
    EXPECT_NE(ptx.find(instruction, first + 1), std::string::npos);
    EXPECT_THAT(ptx, AllOf(HasSubstr("mbarrier::complete_tx::bytes"),
                           HasSubstr(", 64;"), HasSubstr("+512]")));
  }
}

TEST(Boxes, StoresAreOneInstructionEach) {
  EXPECT_THAT(ptxOf(boxes("box_store", "from", 2, false), If),
              HasSubstr("cp.async.bulk.tensor.2d.global.shared::cta"));
  for (const char *kind :
       {"add", "min", "max", "inc", "dec", "and", "or", "xor"})
    EXPECT_THAT(
        ptxOf(boxes("box_store", kind + std::string(" from"), 2, false), If),
        AllOf(HasSubstr("cp.reduce.async.bulk.tensor.2d.global.shared"
                        "::cta."),
              HasSubstr(std::string(".") + kind)));
}

/// How often a text is in the code.
std::size_t countOf(const std::string &text, const std::string &ptx) {
  return llvm::StringRef(ptx).count(text);
}

const std::string Expect = "simt.mbarrier_expect %shared bytes 1024 if %if\n";

// Other threads jump over all that only one does.
TEST(Boxes, CopiesByOnePredicateAreInOneBranch) {
  std::string load = boxes("box_load", "to", 2, true);
  std::string others = load.substr(load.find("simt.box_load"));
  std::string ptx =
      withoutNumbers(ptxOf(Expect + load + "\n" + others + "\n" + Expect, If));
  EXPECT_EQ(countOf("cp.async.bulk.tensor", ptx), 4U);
  EXPECT_EQ(countOf("mbarrier.arrive.expect_tx", ptx), 2U);
  EXPECT_EQ(countOf("@%p# mbarrier", ptx), 0U) << ptx;
  EXPECT_EQ(countOf("@%p# cp", ptx), 0U) << ptx;
  EXPECT_EQ(countOf("@%p# bra", ptx) + countOf("@!%p# bra", ptx), 1U) << ptx;
}

// What has an effect for all threads stays between the copies.
TEST(Boxes, BranchesEndWhereAllThreadsTakePart) {
  std::string store = boxes("box_store", "from", 2, false);
  std::string again = store.substr(store.find("simt.box_store"));
  std::string ptx = withoutNumbers(
      ptxOf(store + "\nsimt.box_commit\n" + again + "\n" + Expect, If));
  std::size_t commit = ptx.find("commit_group");
  ASSERT_NE(commit, std::string::npos);
  EXPECT_EQ(countOf("cp.async.bulk.tensor", ptx.substr(0, commit)), 2U) << ptx;
  EXPECT_EQ(countOf("cp.async.bulk.tensor", ptx.substr(commit)), 2U);
  EXPECT_EQ(countOf("@%p# bra", ptx) + countOf("@!%p# bra", ptx), 2U) << ptx;
}

// Arrivals alone are one instruction by a predicate, and so are copies by
// another predicate no part of the branch.
TEST(Boxes, OtherPredicatesAreOtherBranches) {
  EXPECT_THAT(withoutNumbers(ptxOf(Expect + Expect, If)),
              HasSubstr("@%p# mbarrier.arrive.expect_tx"));
  std::string load = boxes("box_load", "to", 1, true);
  std::string ptx = withoutNumbers(
      ptxOf("simt.mbarrier_expect %shared bytes 1024 if %other\n" + load,
            If + ", %other: i1"));
  EXPECT_THAT(ptx, HasSubstr("@%p# mbarrier.arrive.expect_tx"));
  EXPECT_EQ(countOf("@%p# cp", ptx), 0U) << ptx;
}

TEST(Boxes, GroupsOfStores) {
  std::string ptx = ptxOf("simt.box_commit\nsimt.box_wait 2 read\n"
                          "simt.box_wait 0");
  EXPECT_THAT(ptx, MatchesRegex("(.|\n)*cp.async.bulk.commit_group;(.|\n)*"
                                "cp.async.bulk.wait_group.read 2;(.|\n)*"
                                "cp.async.bulk.wait_group 0;(.|\n)*"));
}

TEST(Boxes, MapsAreWrittenFieldByField) {
  std::string ptx = ptxOf(
      "%by = simt.shared 128 align 128 at 0\n"
      "simt.tensor_map %p by %by of %p boxes(%n, %n) sizes(%n, %n) strides(%p) "
      "steps(%n, %n) {element = 6 : i32, swizzle = 3 : i32, fill = 1 : i32}\n"
      "simt.tensor_map_acquire %p");
  for (const char *field : {"global_address", "rank", "box_dim", "global_dim",
                            "global_stride", "element_stride", "elemtype",
                            "interleave_layout", "swizzle_mode", "fill_mode"})
    EXPECT_THAT(ptx, HasSubstr(std::string("tensormap.replace.tile.") + field));
  EXPECT_THAT(ptx, AllOf(HasSubstr("tensormap.cp_fenceproxy.global"),
                         HasSubstr("fence.proxy.tensormap::generic.acquire.gpu "
                                   "[")));
}

//===----------------------------------------------------------------------===//
// Partitions
//===----------------------------------------------------------------------===//

// Each type that a capture may have, which both partitions store.
constexpr const char *Captures[] = {"i1",  "i8",   "i16", "i32", "i64",
                                    "f16", "bf16", "f32", "f64", "f8E4M3FN"};

/// Partitions of four warps each, beside those of the kernel; all are in a
/// loop.
std::string partitions(const std::string &registersOfFirst,
                       const std::string &registersOfOthers) {
  std::string names, types, blockArguments, stores;
  unsigned number = 0;
  for (const std::string type : Captures) {
    std::string index = std::to_string(number++);
    names += ", %m" + index;
    types += ", " + type;
    blockArguments += ", %k" + index + ": " + type;
    std::string registers = "vector<1x" + type + ">";
    stores += "%v" + index + " = simt.splat %k" + index + " : " + type +
              " -> " + registers + "\nsimt.store global %where [0] + [" +
              std::to_string(number * 8) + "], %v" + index +
              " width 1 : vector<1xi64>, " + registers + "\n";
  }
  std::string region = "{\n^bb0(%at: i64" + blockArguments +
                       "):\n%where = simt.splat %at : i64 -> vector<1xi64>\n"
                       "simt.barrier block\n" +
                       stores + "simt.partition_yield\n}";
  return "%c0 = arith.constant 0 : i32\n%c1 = arith.constant 1 : i32\n"
         "scf.for %i = %c0 to %n step %c1 : i32 {\n"
         "simt.partitions " +
         registersOfFirst +
         "{\nsimt.barrier block\nsimt.partition_yield\n} others {\n"
         "simt.other_partitions(%p" +
         names + ") warps [4, 4] first [4, 8] " + registersOfOthers + region +
         ", " + region + " : (i64" + types + ")\n}\n}";
}

std::string captureArguments() {
  std::string arguments;
  unsigned number = 0;
  for (const std::string type : Captures)
    arguments += ", %m" + std::to_string(number++) + ": " + type;
  return arguments;
}

TEST(Boxes, PartitionsPassCapturesOfEachType) {
  std::string ptx = ptxOf(partitions("", ""), captureArguments(), 4);
  // A word for the number of the partitions and for each capture.
  EXPECT_THAT(ptx, HasSubstr("partition_message[96]"));
  EXPECT_THAT(ptx, Not(HasSubstr("setmaxnreg")));
}

TEST(Boxes, PartitionsGiveAndTakeRegisters) {
  std::string ptx = ptxOf(partitions("registers 40 ", "registers [232, 232] "),
                          captureArguments(), 4);
  EXPECT_THAT(ptx, AllOf(HasSubstr("setmaxnreg.dec.sync.aligned.u32 40;"),
                         HasSubstr("setmaxnreg.inc.sync.aligned.u32 232;"),
                         HasSubstr(".maxnreg")));
}

// A warp that is done would else have what the first partition still waits for.
TEST(Boxes, PartitionsTakeRegistersBackWhereAllHaveGivenTheirs) {
  std::string ptx = ptxOf(partitions("registers 232 ", "registers [40, 40] "),
                          captureArguments(), 4);
  auto changes = [&](const std::string &given, const std::string &taken) {
    std::size_t first = ptx.find("setmaxnreg.dec.sync.aligned.u32 " + given),
                meet = ptx.find("barrier.sync 0,", first),
                next = ptx.find("setmaxnreg.inc", first);
    EXPECT_NE(first, std::string::npos) << given;
    if (taken.empty())
      return;
    EXPECT_LT(meet, next) << given;
    EXPECT_EQ(ptx.find("setmaxnreg.inc.sync.aligned.u32 " + taken, first),
              next);
  };
  std::size_t limit = ptx.find(".maxnreg ");
  ASSERT_NE(limit, std::string::npos);
  std::string start = ptx.substr(limit + 9, ptx.find('\n', limit) - limit - 9);
  changes("40", start);
  changes(start, "");
}

TEST(Boxes, PartitionsTakeRegistersBackAtOnceIfTheyAreToldSo) {
  std::string ptx =
      ptxOf(partitions("registers 232 at_once ", "registers [40, 40] "),
            captureArguments(), 4);
  std::size_t taken = ptx.rfind("setmaxnreg.inc.sync.aligned.u32 1");
  ASSERT_NE(taken, std::string::npos);
  EXPECT_NE(ptx.find("barrier.sync 0,", taken), std::string::npos);
  EXPECT_LT(taken, ptx.rfind("barrier.sync 0,"));
}

} // namespace
