//===- OutputFile.cpp - Files that are whole or absent --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/files/OutputFile.h"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <unistd.h>

namespace heddle {

namespace {

namespace fs = std::filesystem;

/// A new empty file beside the place, with the rights that new files get; an
/// empty path if there can be none.
fs::path createBeside(const fs::path &place) {
  constexpr int MostTries = 100;
  for (int i = 0; i < MostTries; ++i) {
    fs::path path = place;
    path += concat(".", getpid(), "-", i, ".part");
    int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                    S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH);
    if (file >= 0) {
      close(file);
      return path;
    }
    if (errno != EEXIST)
      return {};
  }
  return {};
}

bool writeText(const fs::path &path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return bool(file);
}

/// Writes a file beside the place, with its rights; an empty path if that
/// cannot be.
fs::path writeBeside(const fs::path &place, std::string_view text) {
  std::error_code status;
  fs::path part = createBeside(place);
  if (part.empty())
    return {};
  bool written = writeText(part, text);
  // Who could read the old file can read the new one.
  fs::file_status old = fs::status(place, status);
  if (written && fs::is_regular_file(old))
    fs::permissions(part, old.permissions(), status);
  if (written)
    return part;
  fs::remove(part, status);
  return {};
}

/// Writes beside the file and moves that to its place.
bool replaceFile(const fs::path &place, std::string_view text) {
  std::error_code status;
  fs::path part = writeBeside(place, text);
  if (part.empty())
    return false;
  fs::rename(part, place, status);
  if (!status)
    return true;
  fs::remove(part, status);
  return false;
}

/// A device, such as /dev/null, cannot be replaced.
bool isDevice(const std::string &path) {
  std::error_code status;
  return fs::exists(path, status) && !fs::is_directory(path, status) &&
         !fs::is_regular_file(path, status);
}

tl::unexpected<Error> cannotWrite(const std::string &path) {
  return failure(
      concat("expects a file that can be written, but got '", path, "'"));
}

} // namespace

Result<void> writeOutput(const std::string &path, std::string_view text) {
  if (path.empty() || path == "-") {
    std::cout << text << std::flush;
    if (!std::cout)
      return failure("expects to write to the standard output, but it is "
                     "closed");
    return {};
  }
  std::error_code status;
  // A link stays one; what it leads to is replaced.
  fs::path place = fs::weakly_canonical(path, status);
  bool done = isDevice(path)  ? writeText(path, text)
              : place.empty() ? false
                              : replaceFile(place, text);
  if (done)
    return {};
  return cannotWrite(path);
}

// All are written beside their places first, where nearly everything that can
// go wrong does. If one cannot be moved to its place then, those before it go.
Result<void>
writeOutputs(const std::vector<std::pair<std::string, std::string>> &files) {
  std::error_code status;
  std::vector<std::pair<fs::path, fs::path>> moves;
  const std::string *wrong = nullptr;
  for (const auto &[path, text] : files) {
    fs::path place = fs::weakly_canonical(path, status);
    fs::path part = place.empty() || isDevice(path) || fs::is_directory(place)
                        ? fs::path()
                        : writeBeside(place, text);
    if (part.empty()) {
      wrong = &path;
      break;
    }
    moves.emplace_back(part, place);
  }
  std::size_t moved = 0;
  while (wrong == nullptr && moved < moves.size()) {
    fs::rename(moves[moved].first, moves[moved].second, status);
    if (status)
      wrong = &files[moved].first;
    else
      ++moved;
  }
  if (wrong == nullptr)
    return {};
  for (std::size_t index = 0; index < moves.size(); ++index)
    fs::remove(index < moved ? moves[index].second : moves[index].first,
               status);
  return cannotWrite(*wrong);
}

} // namespace heddle
