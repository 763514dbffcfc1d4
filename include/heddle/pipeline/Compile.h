//===- Compile.h - Kernels to code ------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The main job: a kernel in Triton's IR in, code of a GPU out.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PIPELINE_COMPILE_H
#define HEDDLE_PIPELINE_COMPILE_H

#include "heddle/codegen/Codegen.h"
#include "heddle/encoding/Version.h"
#include "heddle/lowering/Arithmetic.h"
#include "heddle/pipeline/Assemble.h"
#include "heddle/pipeline/Messages.h"
#include "heddle/pipeline/Pipelines.h"
#include "heddle/program/Outcome.h"
#include "heddle/target/Target.h"
#include "heddle/target/TensorMap.h"
#include "llvm/ADT/StringMap.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

/// After which step the text is wanted.
enum class CompileStage { Ttgir, Simt, Llvm, Assembly, CodeObject };

struct CompileOptions {
  /// TTIR or TTGIR; "-" is the standard input.
  std::string input;
  /// What the file has, if that is known already: it is not read then.
  std::optional<std::string> text;
  /// Null for the one that a TTGIR module names.
  const Target *target = nullptr;
  ArithmeticOptions arithmetic = {};
  /// Of TTIR: four if nothing is said. A TTGIR module says so itself.
  std::optional<unsigned> numWarps;
  /// Blocks of a cluster.
  std::optional<unsigned> numCTAs = {};
  /// Of TTIR: stages in which a loop runs that does not say how many.
  unsigned numStages = 3;
  /// So many registers has a thread at most; in place of what `ttg.maxnreg` of
  /// the module says.
  std::optional<unsigned> maxRegisters = {};
  /// A file that says something of layouts (`heddle-layout-hints`), of TTIR;
  /// empty: none.
  std::string layoutHints = {};
  /// Of TTIR.
  WarpSpecialization warpSpecialization = WarpSpecialization::Marked;
  /// May the kernel take global scratch memory that its program does not ask
  /// for? Its launcher has to allocate that.
  bool allowsScratch = true;
  /// The kernel that is wanted; of several public functions one has to be
  /// named where there can be only one.
  std::string entry;
  CompileStage stage = CompileStage::Assembly;
  /// LLVM's bitcode with functions that have no program; if empty, CUDA's
  /// libdevice is looked for where one is called.
  std::string libdevice;
  /// Makes code objects, for the last stage (`codegen::codeObjectLinker`).
  codegen::Linker link = nullptr;
  /// Lets ptxas look at PTX where it is installed.
  bool doesAssemble = false;
  /// Lowers the kernels, whatever the stage: reports need that.
  bool doesReport = false;
  /// Keeps what code is made of, too: TTGIR with its locations, or comments
  /// that say why `release` has no words for it, and LLVM's IR after LLVM's
  /// passes.
  bool keepsStages = false;
  /// The release whose layouts the file has, where that makes a difference, and
  /// in whose words TTGIR is printed, with the fences that its code generator
  /// needs; the newest, without, if nothing is said.
  std::optional<TritonVersion> release = {};
  /// Puts proxy fences where products of warp groups need them; without, the
  /// simulator tells where the program has none.
  bool insertsFences = true;
  /// Where what goes wrong is said; on the standard error if null. Outlives
  /// what is compiled.
  Messages *messages = nullptr;
  /// Verifies what each pass makes, not only each stage, which takes a quarter
  /// of all time; builds with assertions always do.
  bool verifiesPasses = false;
  /// Says nothing of what is wrong: to try whether it can be compiled at all.
  bool isQuiet = false;
  /// Prints how long each step took, on the standard error.
  bool doesTime = false;
  /// Kernels are shown beside their source: locations whose file is not there,
  /// nor one of its name beside the input, become those of the input.
  bool needsSource = false;
};

/// An argument as the file has it.
struct KernelArgument {
  /// As the location says, else as the file does: "x_ptr", "arg0".
  std::string name;
  /// "ptr", "i32", "f32", ..., "tensordesc"
  std::string type;
  /// What a pointer points to, or a descriptor's tensor has: "f16".
  std::string element;
  /// Of a descriptor, what one access moves.
  std::vector<std::uint64_t> block;
  /// Of a descriptor that is passed as a tensor map, what the kernel asks of
  /// that: element, boxes and swizzle. The rest follows from the tensor.
  std::optional<TensorMap> map = {};
};

/// What a launch passes.
struct KernelParameter {
  std::string name;
  /// "ptr", "i32", "f32", ..., "tensormap"
  std::string type;
  /// Of which argument, and whether it is only a part of that.
  unsigned argument = 0;
  bool isPart = false;
};

/// What who launches a kernel has to know.
struct KernelLaunch {
  std::string name;
  /// Of a block; the warps of partitions are among them.
  unsigned numWarps, threadsPerWarp;
  /// Blocks of a cluster: a launch has so many along x for each program.
  unsigned numCTAs = 1;
  /// Dynamic shared memory of a block.
  std::uint64_t sharedBytes;
  /// In order, unused ones too.
  std::vector<KernelArgument> arguments;
  /// Global memory that each program has for itself, and what the address of
  /// the first is a multiple of; 0 if none. See `simt::GlobalScratch`.
  std::uint64_t scratchBytes = 0, scratchAlignment = 0;

  /// A descriptor is a tensor map, of 128 bytes that are passed by value, in
  /// TTGIR that uses the copy engine. Elsewhere it is several parameters: its
  /// base (ptr), its sizes and its strides in elements (i64), and whether NaN
  /// is read outside of the tensor (i1). "a" becomes "a.base", "a.shape0", ...,
  /// "a.stride0", ..., "a.nan". Behind all arguments comes "global_scratch"
  /// (ptr) if there is such memory.
  std::vector<KernelParameter> parameters() const;
};

class KernelFile;

struct CompiledModule {
  /// A code object's bytes.
  std::string text;
  /// Empty unless `keepsStages`.
  std::string ttgir = {}, llvm = {};
  const Target *target = nullptr;
  /// Empty before the stage `Simt`.
  std::vector<KernelLaunch> kernels;
  /// Of each kernel, the most 32-bit words of a thread that are live at one
  /// time. Empty before the stage `Assembly`.
  llvm::StringMap<unsigned> liveWords;
  /// Nothing without `doesAssemble` or ptxas.
  std::optional<std::vector<Assembled>> assembled;

  /// What ptxas said of a kernel; null if it was not asked.
  const Assembled *assembledOf(llvm::StringRef kernel) const;
  /// What was compiled, for reports.
  std::shared_ptr<KernelFile> file;
};

/// Errors are at the op that they are about; TTGIR that the release has no
/// words for is one. `Trouble` if the file cannot be read, the options do not
/// fit it or its target has no such stage, `Refusal` if it cannot be compiled.
Reported<CompiledModule> compileModule(const CompileOptions &options);

} // namespace heddle

#endif // HEDDLE_PIPELINE_COMPILE_H
