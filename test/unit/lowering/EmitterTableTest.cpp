//===- EmitterTableTest.cpp - Which ops are lowered -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitterTable.h"
#include "Check.h"
#include "Emitters.h"
#include "heddle/ir/Dialects.h"
#include "heddle/lowering/Lowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

namespace heddle {

namespace {

std::string read(const std::filesystem::path &path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The names in backticks in the table of ops that are compiled, which one of
/// the documents has.
std::set<std::string> documentedOps() {
  const std::string heading = "\n## Which ops are compiled\n";
  std::set<std::string> names;
  for (const auto &file :
       std::filesystem::recursive_directory_iterator(HEDDLE_DOCS)) {
    if (file.path().extension() != ".md")
      continue;
    std::string text = read(file.path());
    std::size_t begin = text.find(heading);
    if (begin == std::string::npos)
      continue;
    begin += heading.size();
    std::string section = text.substr(begin, text.find("\n## ", begin) - begin);
    const std::regex name("`([a-z]+(\\.[a-z_.0-9]+)?)`");
    for (std::sregex_iterator each(section.begin(), section.end(), name), end;
         each != end; ++each)
      names.insert((*each)[1]);
  }
  return names;
}

class EmitterTableTest : public testing::Test {
protected:
  EmitterTableTest() {
    mlir::DialectRegistry registry;
    ir::registerDialects(registry);
    registry.insert<simt::SimtDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }
  const Emitter *find(const char *name) {
    return emitters().find(mlir::OperationName(name, &context));
  }

  mlir::MLIRContext context;
};

} // namespace

TEST_F(EmitterTableTest, HasTheOpsOfTheDocuments) {
  std::vector<std::string> names = emitters().names();
  std::set<std::string> lowered(names.begin(), names.end());
  EXPECT_EQ(documentedOps(), lowered);
}

TEST_F(EmitterTableTest, HasOpsThatExist) {
  for (const std::string &name : emitters().names())
    if (name.find('.') != std::string::npos)
      EXPECT_TRUE(mlir::RegisteredOperationName::lookup(name, &context))
          << name;
    else
      EXPECT_NE(context.getLoadedDialect(name), nullptr) << name;
}

TEST_F(EmitterTableTest, FindsOpsBeforeDialects) {
  EmitterTable table;
  auto ofDialect = [](ElementContext &, mlir::Operation *) {
    return mlir::failure();
  };
  auto ofOp = [](LoweringContext &, mlir::arith::AddIOp) {
    return mlir::success();
  };
  table.addDialect<mlir::arith::ArithDialect>(+ofDialect);
  table.add<mlir::arith::AddIOp>(+ofOp);
  const Emitter *add = table.find({"arith.addi", &context});
  const Emitter *other = table.find({"arith.subi", &context});
  ASSERT_NE(add, nullptr);
  ASSERT_NE(other, nullptr);
  EXPECT_NE(add, other);
  // What an emitter's first parameter is says where its ops may stand.
  EXPECT_FALSE(add->inRegion);
  EXPECT_TRUE(other->inRegion);
  EXPECT_EQ(table.find({"math.sqrt", &context}), nullptr);
  EXPECT_EQ(table.names(), (std::vector<std::string>{"arith", "arith.addi"}));
}

// Those that ask who the thread is, or for memory, are not for scalar regions.
TEST_F(EmitterTableTest, SaysWhatMayStandInRegions) {
  for (const char *name : {"arith.addi", "arith.constant", "math.exp",
                           "tt.fp_to_fp", "tt.get_program_id"}) {
    ASSERT_NE(find(name), nullptr) << name;
    EXPECT_TRUE(find(name)->inRegion) << name;
  }
  for (const char *name : {"tt.load", "tt.make_range", "tt.reduce", "tt.dot",
                           "ttg.local_alloc", "scf.for", "tt.call"}) {
    ASSERT_NE(find(name), nullptr) << name;
    EXPECT_TRUE(find(name)->inFunction) << name;
    EXPECT_FALSE(find(name)->inRegion) << name;
  }
}

TEST_F(EmitterTableTest, OtherOpsAreRefused) {
  EXPECT_EQ(find("ttng.clc_is_canceled"), nullptr);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      R"(module attributes {"ttg.num-warps" = 4 : i32,
                            "ttg.threads-per-warp" = 32 : i32} {
           tt.func public @cancelled(%answer: i128) {
             %0 = ttng.clc_is_canceled %answer : i128 -> i1
             tt.return
           }
         })",
      &context);
  ASSERT_TRUE(module);
  std::string message;
  mlir::ScopedDiagnosticHandler handler(
      &context,
      [&](mlir::Diagnostic &diagnostic) { message = diagnostic.str(); });
  EXPECT_TRUE(failed(lowerToSimt(*module, *get(findTarget("sm_90")))));
  EXPECT_EQ(message, "'ttng.clc_is_canceled' op cannot be compiled yet: it has "
                     "no lowering");
  EXPECT_EQ(emitters().reasonOf({"ttng.async_shared_store", &context}),
            "it is for clusters of several blocks");
}

} // namespace heddle
