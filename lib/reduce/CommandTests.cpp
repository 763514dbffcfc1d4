//===- CommandTests.cpp - Tests that run a command ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FailureClass.h"
#include "Isolation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle::reduction {

namespace {

/// A word of the shell that means this text.
std::string quoted(llvm::StringRef text) {
  std::string result = "'";
  for (char each : text)
    result += each == '\'' ? std::string("'\\''") : std::string(1, each);
  return result + "'";
}

/// A command, and the file that it gets, in a folder of its own.
class FileCommand {
public:
  explicit FileCommand(Command command) : command(std::move(command)) {}
  ~FileCommand() {
    if (!folder.empty()) {
      // What cannot be removed is in a folder for temporary files.
      [[maybe_unused]] std::error_code error =
          llvm::sys::fs::remove_directories(folder);
    }
  }
  FileCommand(const FileCommand &) = delete;
  FileCommand &operator=(const FileCommand &) = delete;

  /// Fails if the file cannot be written, or if there is no such command.
  Result<ChildEnd> run(const KernelText &kernel, const TestLimits &limits);

private:
  Result<void> write(const std::string &text);

  Command command;
  llvm::SmallString<128> folder, path;
};

Result<void> FileCommand::write(const std::string &text) {
  auto fail = [](const std::error_code &error) {
    return failure("cannot write a temporary file for the test",
                   error.message(), "set TMPDIR to a folder with room");
  };
  if (folder.empty()) {
    if (std::error_code error =
            llvm::sys::fs::createUniqueDirectory("heddle-reduce", folder))
      return fail(error);
    path = folder;
    llvm::sys::path::append(path, command.fileName);
  }
  std::error_code error;
  llvm::raw_fd_ostream stream(path, error);
  if (error)
    return fail(error);
  stream << text;
  stream.close();
  if (stream.has_error()) {
    error = stream.error();
    stream.clear_error();
    return fail(error);
  }
  return {};
}

Result<ChildEnd> FileCommand::run(const KernelText &kernel,
                                  const TestLimits &limits) {
  if (Result<void> written = write(kernel.printed); !written)
    return tl::unexpected(written.error());
  constexpr llvm::StringLiteral Mark = "{}";
  std::string words = command.words, file = quoted(path);
  if (!llvm::StringRef(words).contains(Mark))
    words += " " + file;
  for (std::size_t at = 0; (at = words.find(Mark, at)) != std::string::npos;
       at += file.size())
    words.replace(at, Mark.size(), file);
  ChildEnd end = runCommand(words, limits);
  // What the shell says if it finds no program, or one that cannot be run.
  constexpr int NotFound = 127, NotExecutable = 126;
  if (end.kind == ChildEnd::Kind::Exited &&
      (end.code == NotFound || end.code == NotExecutable))
    return failure(concat("cannot run the test '", command.words, "'"),
                   llvm::StringRef(end.errors).trim().str(),
                   "give the path of a program that can be executed, or put it "
                   "into PATH");
  return end;
}

/// The end of a child, with the first error that it printed.
std::string detailOf(const ChildEnd &end, const TestLimits &limits) {
  std::string error = firstError(end.errors);
  return "the command " + endText(end, limits) +
         (error.empty() ? "" : ": " + error);
}

class CommandTest : public FailureTest {
public:
  CommandTest(Command command, std::string message)
      : command(std::move(command)), message(std::move(message)) {}

  bool takesText() const final { return true; }

  Result<Observation> observe(const KernelText &kernel,
                              const TestLimits &limits) final {
    Result<ChildEnd> end = command.run(kernel, limits);
    if (!end)
      return tl::unexpected(end.error());
    Observation seen = {.failure = failureOf(*end),
                        .detail = detailOf(*end, limits),
                        .line = shownLine(end->errors)};
    if (!seen.failure || message.empty())
      return seen;
    if (!llvm::StringRef(end->errors).contains(message))
      return Observation{.failure = {},
                         .detail = seen.detail + ", without '" + message +
                                   "' in its error stream"};
    seen.failure = message;
    return seen;
  }

private:
  virtual std::optional<std::string> failureOf(const ChildEnd &end) const = 0;

  FileCommand command;
  std::string message;
};

class ScriptTest final : public CommandTest {
public:
  ScriptTest(Command command, int exitCode)
      : CommandTest(std::move(command), ""), exitCode(exitCode) {}

private:
  std::optional<std::string> failureOf(const ChildEnd &end) const override {
    if (end.kind != ChildEnd::Kind::Exited || end.code != exitCode)
      return std::nullopt;
    return concat("exit code ", end.code);
  }
  int exitCode;
};

class CrashTest final : public CommandTest {
public:
  using CommandTest::CommandTest;

private:
  std::optional<std::string> failureOf(const ChildEnd &end) const override {
    // Shells say so of a program that a signal has ended.
    constexpr int OfSignals = 128, MostSignal = 64;
    int signal = end.kind == ChildEnd::Kind::Signalled ? end.code
                 : end.kind == ChildEnd::Kind::Exited  ? end.code - OfSignals
                                                       : 0;
    if (signal <= 0 || signal > MostSignal)
      return std::nullopt;
    return concat("signal ", signal, " ", crashReason(end.errors));
  }
};

class FailsTest final : public CommandTest {
public:
  using CommandTest::CommandTest;

private:
  std::optional<std::string> failureOf(const ChildEnd &end) const override {
    if (end.kind != ChildEnd::Kind::Exited || end.code == 0)
      return std::nullopt;
    return messageClass(firstError(end.errors));
  }
};

class HangTest final : public CommandTest {
public:
  explicit HangTest(Command command) : CommandTest(std::move(command), "") {}

private:
  std::optional<std::string> failureOf(const ChildEnd &end) const override {
    if (end.kind != ChildEnd::Kind::TimedOut)
      return std::nullopt;
    return "hang";
  }
};

} // namespace

std::unique_ptr<FailureTest> testScript(Command command, int exitCode) {
  return std::make_unique<ScriptTest>(std::move(command), exitCode);
}

std::unique_ptr<FailureTest> testCrash(Command command, std::string message) {
  return std::make_unique<CrashTest>(std::move(command), std::move(message));
}

std::unique_ptr<FailureTest> testFails(Command command, std::string message) {
  return std::make_unique<FailsTest>(std::move(command), std::move(message));
}

std::unique_ptr<FailureTest> testHangs(Command command) {
  return std::make_unique<HangTest>(std::move(command));
}

} // namespace heddle::reduction
