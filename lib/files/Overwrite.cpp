//===- Overwrite.cpp - What may not be overwritten ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/files/Overwrite.h"
#include "Descriptor.h"
#include "heddle/files/InputFile.h"

#include <cerrno>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace heddle {

namespace {

namespace fs = std::filesystem;

/// What a path leads to.
struct Identity {
  bool exists = false, isFile = false;
  struct stat facts = {};
  /// Of what does not exist yet.
  fs::path path;
};

Identity identify(const std::string &path, int standardStream) {
  Identity found;
  bool isStream = path.empty() || path == "-";
  found.exists = (isStream ? fstat(standardStream, &found.facts)
                           : stat(path.c_str(), &found.facts)) == 0;
  found.isFile = found.exists && S_ISREG(found.facts.st_mode);
  std::error_code status;
  if (!isStream)
    found.path = fs::weakly_canonical(fs::absolute(path), status);
  return found;
}

bool areSame(const Identity &a, const Identity &b) {
  if (a.exists != b.exists)
    return false;
  if (!a.exists)
    return !a.path.empty() && a.path == b.path;
  return a.isFile && a.facts.st_dev == b.facts.st_dev &&
         a.facts.st_ino == b.facts.st_ino;
}

/// Can a file of this name be created, or replaced?
Result<void> checkCreatable(const UsedFile &output) {
  std::error_code status;
  fs::path path = fs::weakly_canonical(fs::absolute(output.path), status);
  if (status)
    return cannotWrite(output.path, status.value());
  if (fs::is_directory(path, status))
    return cannotWrite(output.path, EISDIR);
  fs::path folder = path.parent_path();
  if (!fs::exists(folder, status))
    return cannotWrite(output.path, ENOENT);
  if (!fs::is_directory(folder, status))
    return cannotWrite(output.path, ENOTDIR);
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    return cannotWrite(output.path, errno);
  return {};
}

Result<void> checkInputs(const UsedFile &output, const Identity &identity,
                         std::span<const UsedFile> inputs) {
  for (const UsedFile &input : inputs)
    if (!input.path.empty() &&
        areSame(identity, identify(input.path, STDIN_FILENO)))
      return failure(concat(output.option, " would overwrite '", output.path,
                            "', which is read, as ", input.option),
                     {}, "name another file, or add --force");
  return {};
}

} // namespace

Result<void> checkOutputs(std::span<const UsedFile> outputs,
                          std::span<const UsedFile> inputs,
                          Overwrite overwrite) {
  for (std::size_t index = 0; index < outputs.size(); ++index) {
    const UsedFile &output = outputs[index];
    if (output.path.empty() || output.path == "-")
      continue;
    Identity identity = identify(output.path, STDOUT_FILENO);
    bool isDevice =
        identity.exists && !identity.isFile && !S_ISDIR(identity.facts.st_mode);
    if (isDevice)
      continue;
    if (Result<void> checked = checkCreatable(output); !checked)
      return checked;
    for (const UsedFile &other : outputs.first(index))
      if (!other.path.empty() && other.path != "-" &&
          areSame(identity, identify(other.path, STDOUT_FILENO)))
        return failure(concat(output.option, " and ", other.option,
                              " would both write '", output.path, "'"),
                       {}, "name another file for one of them");
    if (overwrite == Overwrite::Refuse)
      if (Result<void> checked = checkInputs(output, identity, inputs);
          !checked)
        return checked;
  }
  return {};
}

Result<void> checkBeside(const UsedFile &named, const std::string &beside,
                         bool (*isOurs)(std::string_view content),
                         Overwrite overwrite) {
  std::error_code status;
  if (overwrite == Overwrite::Force || !fs::exists(beside, status))
    return {};
  if (fs::is_directory(beside, status))
    return cannotWrite(beside, EISDIR);
  Result<std::string> content = readFile(beside);
  if (content && isOurs(*content))
    return {};
  return failure(concat(named.option, " ", named.path, " would overwrite '",
                        beside, "', which heddle did not write"),
                 {},
                 concat("name another file with ", named.option, ", move '",
                        beside, "' away, or add --force"));
}

} // namespace heddle
