//===- CodeObjectTest.cpp - What HIP's loader reads -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/CodeObject.h"
#include "KernelCode.h"
#include "heddle/codegen/amdgcn/Amdgcn.h"
#include "llvm/Object/ELFObjectFile.h"

#include <gmock/gmock.h>

#include <thread>

using namespace heddle;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace {

constexpr const char *Body = "%b = arith.constant dense<7> : vector<1xi32>\n"
                             "simt.store global %g [0] + [0], %b width 1 : "
                             "vector<1xi64>, vector<1xi32>";

std::string objectOf(KernelCode &kernel, std::string_view target = "gfx942") {
  return kernel.codeFor(targetNamed(target), codegen::amdgcnBackend(),
                        codegen::codeObjectLinker());
}

TEST(CodeObject, ExportsTheKernelAndItsDescriptor) {
  for (const char *target : {"gfx908", "gfx90a", "gfx942", "gfx950", "gfx1100",
                             "gfx1200", "gfx1250"}) {
    KernelCode kernel(Body);
    std::string code = objectOf(kernel, target);
    EXPECT_THAT(kernel.refusals, IsEmpty());
    auto file = llvm::object::ELF64LEObjectFile::create(
        llvm::MemoryBufferRef(code, target));
    ASSERT_TRUE(static_cast<bool>(file)) << llvm::toString(file.takeError());
    const llvm::object::ELFObjectFileBase &elf = *file;
    EXPECT_EQ(elf.getEMachine(), unsigned(llvm::ELF::EM_AMDGPU));
    EXPECT_EQ(elf.getEType(), unsigned(llvm::ELF::ET_DYN));
    EXPECT_EQ(elf.getEIdentABIVersion(),
              unsigned(llvm::ELF::ELFABIVERSION_AMDGPU_HSA_V5));
    EXPECT_EQ(elf.tryGetCPUName().value_or(""), target);
    std::vector<std::string> symbols;
    for (llvm::object::ELFSymbolRef symbol : elf.getDynamicSymbolIterators()) {
      symbols.push_back(llvm::cantFail(symbol.getName()).str());
      EXPECT_FALSE(llvm::cantFail(symbol.getFlags()) &
                   llvm::object::BasicSymbolRef::SF_Undefined);
    }
    EXPECT_THAT(symbols, UnorderedElementsAre("k", "k.kd"));
  }
}

TEST(CodeObject, IsOfThatName) {
  Result<std::string> linked = codegen::codeObjectLinker()("no object");
  ASSERT_FALSE(linked);
  EXPECT_EQ(linked.error().reason,
            "expects code that lld links, but it stopped with an error");
  EXPECT_THAT(linked.error().witness, HasSubstr("unknown directive: no"));
  // The linker goes on after an error.
  KernelCode kernel(Body);
  EXPECT_THAT(objectOf(kernel), HasSubstr("\x7F"
                                          "ELF"));
}

TEST(CodeObject, IsMadeByManyThreadsAtOnce) {
  constexpr unsigned Threads = 4;
  KernelCode kernel(Body);
  std::string expected = objectOf(kernel);
  std::vector<std::string> objects(Threads);
  std::vector<std::thread> threads;
  for (std::string &each : objects)
    threads.emplace_back([&each] {
      KernelCode own(Body);
      each = objectOf(own);
    });
  for (std::thread &each : threads)
    each.join();
  EXPECT_THAT(objects, testing::Each(expected));
}

TEST(CodeObject, NeedsAssemblyThatLlvmKnows) {
  KernelCode kernel("simt.assembly \"s_nonsense\", \"\"() : () -> ()");
  objectOf(kernel);
  ASSERT_EQ(kernel.refusals.size(), 1U);
  EXPECT_THAT(kernel.refusals.front().message,
              HasSubstr("invalid instruction"));
}

} // namespace
