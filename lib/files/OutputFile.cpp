//===- OutputFile.cpp - Files that are whole or absent --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/files/OutputFile.h"
#include "Descriptor.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <unistd.h>

namespace heddle {

namespace {

namespace fs = std::filesystem;

/// A file that is written beside its target, and renamed to it. It is removed
/// unless that happens.
class PartFile {
public:
  explicit PartFile(const std::string &path) : path(path) {}
  PartFile(PartFile &&other) noexcept
      : path(std::move(other.path)), target(std::move(other.target)),
        part(std::exchange(other.part, {})) {}
  PartFile &operator=(PartFile &&) = delete;
  ~PartFile() {
    std::error_code status;
    if (!part.empty())
      fs::remove(part, status);
  }

  /// Both return the system's error number, 0 if there is none.
  int write(std::string_view text);
  int moveToTarget();
  /// Takes it away again, after it has been moved.
  void removeTarget() {
    std::error_code status;
    fs::remove(target, status);
  }

  std::string path;

private:
  /// A new empty file, with the rights that new files get.
  int create();

  fs::path target, part;
  int file = -1;
};

int PartFile::create() {
  constexpr int MostTries = 100;
  for (int i = 0; i < MostTries; ++i) {
    fs::path name = target;
    name += concat(".", getpid(), "-", i, ".part");
    file = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH);
    if (file >= 0) {
      part = name;
      return 0;
    }
    if (errno != EEXIST)
      return errno;
  }
  return EEXIST;
}

int PartFile::write(std::string_view text) {
  std::error_code status;
  // A link stays one; what it leads to is replaced.
  target = fs::weakly_canonical(path, status);
  if (status)
    return status.value();
  if (fs::is_directory(target, status))
    return EISDIR;
  if (int reason = create(); reason != 0)
    return reason;
  int reason = writeAll(file, text);
  // Some file systems refuse only now.
  if (close(file) != 0 && reason == 0)
    reason = errno;
  // Who could read the old file can read the new one.
  fs::file_status old = fs::status(target, status);
  if (fs::is_regular_file(old))
    fs::permissions(part, old.permissions(), status);
  return reason;
}

int PartFile::moveToTarget() {
  std::error_code status;
  fs::rename(part, target, status);
  if (!status)
    part.clear();
  return status.value();
}

/// A device or a pipe, such as /dev/null, cannot be replaced.
bool isDevice(const std::string &path) {
  std::error_code status;
  return fs::exists(path, status) && !fs::is_directory(path, status) &&
         !fs::is_regular_file(path, status);
}

int writeDevice(const std::string &path, std::string_view text) {
  int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return errno;
  int reason = writeAll(file, text);
  if (close(file) != 0 && reason == 0)
    reason = errno;
  return reason;
}

} // namespace

Result<void> writeOutput(const std::string &path, std::string_view text) {
  if (path.empty() || path == "-") {
    if (int reason = writeAll(STDOUT_FILENO, text); reason != 0)
      return cannotWriteStandardOutput(reason);
    return {};
  }
  return writeOutputs({{path, std::string(text)}});
}

// All are written beside their targets first, where nearly everything that can
// go wrong does. If one cannot be renamed then, those before it go.
Result<void>
writeOutputs(const std::vector<std::pair<std::string, std::string>> &files) {
  std::vector<PartFile> parts;
  for (const auto &[path, text] : files) {
    if (isDevice(path)) {
      if (int reason = writeDevice(path, text); reason != 0)
        return cannotWrite(path, reason);
      continue;
    }
    PartFile &part = parts.emplace_back(path);
    if (int reason = part.write(text); reason != 0)
      return cannotWrite(path, reason);
  }
  for (std::size_t index = 0; index < parts.size(); ++index)
    if (int reason = parts[index].moveToTarget(); reason != 0) {
      for (std::size_t moved = 0; moved < index; ++moved)
        parts[moved].removeTarget();
      return cannotWrite(parts[index].path, reason);
    }
  return {};
}

} // namespace heddle
