//===- GenericReducer.cpp - MLIR's reducer --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GenericReducer.h"
#include "heddle/files/InputFile.h"
#include "heddle/files/OutputFile.h"
#include "heddle/ir/Dialects.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

namespace {

int fail(const llvm::Twine &message) {
  llvm::errs() << "heddle-reduce: error: " << message << "\n";
  return EXIT_FAILURE;
}

/// The arguments, without `-o FILE`.
struct Arguments {
  std::vector<char *> others;
  std::string input = "-", output = "-";
};

// MLIR's reducer empties the output before it reads the input, and says nothing
// if it cannot be opened. It writes to a temporary file instead.
Arguments splitArguments(int argc, char **argv) {
  Arguments result;
  for (int index = 0; index < argc; ++index) {
    llvm::StringRef text = argv[index];
    if ((text == "-o" || text == "--o") && index + 1 < argc) {
      result.output = argv[++index];
    } else if (text.consume_front("-o=") || text.consume_front("--o=")) {
      result.output = text.str();
    } else {
      result.others.push_back(argv[index]);
      if (index > 0 && (!text.starts_with("-") || text == "-"))
        result.input = text.str();
    }
  }
  return result;
}

} // namespace

int runGenericReducer(int argc, char **argv) {
  Arguments arguments = splitArguments(argc, argv);
  bool isQuestion = llvm::any_of(arguments.others, [](llvm::StringRef text) {
    return text.contains("help") || text.ends_with("version");
  });
  // What is read from the standard input cannot be looked at before.
  if (!isQuestion && arguments.input != "-")
    if (auto read = readIr(arguments.input, {.bytecode = true}); !read)
      return fail(read.error().text());
  llvm::SmallString<128> path;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("heddle-reduce", "mlir", path))
    return fail("cannot create a temporary file: " + error.message());
  llvm::FileRemover remover(path);
  std::string option = "-o=" + path.str().str();
  arguments.others.push_back(option.data());

  mlir::DialectRegistry registry;
  ir::registerDialects(registry);
  mlir::registerTransformsPasses();
  mlir::MLIRContext context(registry);
  if (mlir::failed(
          mlir::mlirReduceMain(static_cast<int>(arguments.others.size()),
                               arguments.others.data(), context)))
    return EXIT_FAILURE;
  if (isQuestion)
    return EXIT_SUCCESS;
  Result<std::string> text = readFile(path.str().str());
  if (!text)
    return fail(text.error().text());
  if (auto written = writeOutput(arguments.output, *text); !written)
    return fail(written.error().text());
  return EXIT_SUCCESS;
}

} // namespace heddle
