//===- Npy.cpp - Arrays in NumPy files ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/runtime/Npy.h"
#include "heddle/files/InputFile.h"
#include "heddle/files/OutputFile.h"

#include <charconv>

namespace heddle {

namespace {

constexpr std::string_view Magic = "\x93NUMPY";

/// What stands behind `'key':` in the header, which is a dictionary of Python.
std::string_view valueOf(std::string_view header, std::string_view key) {
  std::size_t at = header.find(concat("'", key, "'"));
  if (at == std::string_view::npos)
    return {};
  at = header.find(':', at);
  if (at == std::string_view::npos)
    return {};
  std::string_view value = header.substr(at + 1);
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  return value;
}

Result<std::vector<std::uint64_t>> shapeOf(std::string_view header) {
  std::string_view text = valueOf(header, "shape");
  std::size_t end = text.find(')');
  if (!text.starts_with('(') || end == std::string_view::npos)
    return failure("expects a shape in the header, but got none");
  text = text.substr(1, end - 1);
  std::vector<std::uint64_t> shape;
  while (!text.empty()) {
    std::uint64_t size = 0;
    auto [rest, error] =
        std::from_chars(text.data(), text.data() + text.size(), size);
    if (error != std::errc())
      return failure(
          concat("expects sizes in the shape, but got '", text, "'"));
    shape.push_back(size);
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    text.remove_prefix(std::min(text.find_first_not_of(", "), text.size()));
  }
  return shape;
}

/// From an order in which the first axis varies fastest.
std::vector<std::uint8_t> reordered(const NpyArray &array) {
  std::vector<std::uint8_t> bytes(array.bytes.size());
  unsigned size = array.elementBytes();
  std::vector<std::uint64_t> index(array.shape.size());
  for (std::uint64_t to = 0; to < array.elements(); ++to) {
    std::uint64_t from = 0, stride = 1;
    for (std::size_t axis = 0; axis < index.size(); ++axis) {
      from += index[axis] * stride;
      stride *= array.shape[axis];
    }
    std::copy_n(array.bytes.begin() + static_cast<std::ptrdiff_t>(from * size),
                size, bytes.begin() + static_cast<std::ptrdiff_t>(to * size));
    for (std::size_t axis = index.size(); axis-- > 0;) {
      if (++index[axis] < array.shape[axis])
        break;
      index[axis] = 0;
    }
  }
  return bytes;
}

Result<NpyArray> parse(std::string_view file) {
  constexpr std::size_t VersionAt = 6, LengthAt = 8;
  if (!file.starts_with(Magic) || file.size() < LengthAt + 4)
    return failure("expects a NumPy file, but it does not begin like one");
  auto byte = [&](std::size_t at) {
    return static_cast<std::size_t>(static_cast<std::uint8_t>(file[at]));
  };
  std::size_t length = byte(LengthAt) | byte(LengthAt + 1) << 8;
  std::size_t begin = LengthAt + 2;
  if (byte(VersionAt) > 1) {
    length |= byte(LengthAt + 2) << 16 | byte(LengthAt + 3) << 24;
    begin += 2;
  }
  if (file.size() - begin < length)
    return failure("expects a header, but the file ends in it");
  std::string_view header = file.substr(begin, length);
  NpyArray array;
  std::string_view type = valueOf(header, "descr");
  std::size_t end = type.find('\'', 1);
  if (!type.starts_with('\'') || end == std::string_view::npos)
    return failure("expects one type of numbers, but got a structure");
  array.type = type.substr(1, end - 1);
  constexpr std::string_view Types =
      " |b1 |i1 |u1 <i2 <u2 <i4 <u4 <i8 <u8 <f2 <f4 <f8 ";
  if (Types.find(concat(" ", array.type, " ")) == std::string_view::npos)
    return failure(
        concat("expects a type of numbers, but got '", array.type, "'"), "",
        concat("there are", Types));
  Result<std::vector<std::uint64_t>> shape = shapeOf(header);
  if (!shape)
    return tl::unexpected(shape.error());
  array.shape = std::move(*shape);
  std::string_view rest = file.substr(begin + length);
  std::uint64_t most = rest.size() / array.elementBytes(), elements = 1;
  for (std::uint64_t size : array.shape) {
    if (size != 0 && elements > most / size)
      return failure(
          concat("expects all elements, but the file ends after ", most));
    elements *= size;
  }
  array.bytes.assign(rest.begin(),
                     rest.begin() + static_cast<std::ptrdiff_t>(
                                        elements * array.elementBytes()));
  if (valueOf(header, "fortran_order").starts_with("True"))
    array.bytes = reordered(array);
  return array;
}

} // namespace

std::uint64_t NpyArray::elements() const {
  std::uint64_t count = 1;
  for (std::uint64_t size : shape)
    count *= size;
  return count;
}

unsigned NpyArray::elementBytes() const {
  return static_cast<unsigned>(type.back() - '0');
}

Result<NpyArray> readNpy(const std::string &path) {
  Result<std::string> text = readFile(path);
  if (!text)
    return tl::unexpected(text.error());
  Result<NpyArray> array = parse(*text);
  if (!array)
    array.error().reason = concat(path, ": ", array.error().reason);
  return array;
}

Result<void> writeNpy(const std::string &path, const NpyArray &array) {
  std::string shape;
  for (std::uint64_t size : array.shape)
    shape += concat(size, ",");
  std::string header =
      concat("{'descr': '", array.type, "', 'fortran_order': False, 'shape': (",
             shape, "), }");
  // The numbers begin at a multiple of 64.
  constexpr std::size_t Alignment = 64, Before = 10;
  while ((Before + header.size() + 1) % Alignment != 0)
    header += ' ';
  header += '\n';
  std::string text(Magic);
  text += std::string_view("\x01\x00", 2);
  text += static_cast<char>(header.size() & 0xFF);
  text += static_cast<char>(header.size() >> 8);
  text += header;
  text.append(array.bytes.begin(), array.bytes.end());
  return writeOutput(path, text);
}

} // namespace heddle
