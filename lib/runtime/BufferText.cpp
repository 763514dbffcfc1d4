//===- BufferText.cpp - Buffers as texts ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferText.h"
#include "heddle/f2/Spelling.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <random>

namespace heddle {

namespace {

/// A buffer of an element type, filled in the way that is named.
class Filler {
public:
  Filler(const NumberType &type, std::uint64_t seed, unsigned argument)
      : type(type), random(seed * 1000003 + argument) {}

  /// Nothing if there is no such way.
  bool fill(NpyArray &array, std::string_view how) {
    unsigned bytes = type.bytes();
    std::uint64_t count = array.elements();
    array.bytes.resize(count * bytes);
    for (std::uint64_t index = 0; index < count; ++index) {
      std::optional<std::uint64_t> bits = next(index, how);
      if (!bits)
        return false;
      std::memcpy(array.bytes.data() + index * bytes, &*bits, bytes);
    }
    return true;
  }

private:
  std::optional<std::uint64_t> next(std::uint64_t index, std::string_view how) {
    if (how == "zeros")
      return 0;
    if (how == "ones")
      return bitsOf(type, 1);
    if (how == "arange")
      return type.isFloat ? bitsOf(type, static_cast<double>(index))
                          : index & lowBits();
    if (how == "poison")
      return type.isFloat ? bitsOf(type, std::nan(""))
                          : 0xA5A5A5A5A5A5A5A5U & lowBits();
    if (how == "rand")
      return type.isFloat
                 ? bitsOf(type, std::uniform_real_distribution<>()(random))
                 : random() & lowBits();
    if (how != "randn")
      return std::nullopt;
    double number = std::normal_distribution<>()(random);
    constexpr double Deviation = 32;
    if (type.isFloat)
      return bitsOf(type, number);
    return type.bits == 1 ? random() & 1
                          : bitsOf(type, std::round(Deviation * number));
  }
  std::uint64_t lowBits() const {
    return ~std::uint64_t(0) >> (64 - type.bits);
  }

  const NumberType &type;
  std::mt19937_64 random;
};

/// Where the shape is in `type[shape]:fill`.
struct Brackets {
  std::size_t open, close;

  static std::optional<Brackets> find(std::string_view text) {
    std::size_t open = text.find('['), close = text.find("]:");
    if (open == std::string_view::npos || close == std::string_view::npos ||
        close < open)
      return std::nullopt;
    return Brackets{open, close};
  }
};

} // namespace

Result<std::vector<std::uint64_t>> parseShape(std::string_view text) {
  // A few gigabytes at most, with what the simulator knows of each byte.
  constexpr std::uint64_t Most = std::uint64_t(1) << 28;
  std::vector<std::uint64_t> shape;
  std::uint64_t elements = 1;
  std::string_view rest = text;
  while (!rest.empty()) {
    std::uint64_t size = 0;
    auto [end, error] =
        std::from_chars(rest.data(), rest.data() + rest.size(), size);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    bool goesOn = rest.starts_with(',') || rest.starts_with('x');
    if (error != std::errc() || (!rest.empty() && !goesOn))
      return failure(concat("expects sizes with commas or x between, but got '",
                            text, "'"));
    if (size == 0 || elements > Most / size)
      return failure(
          concat("expects 1 to ", Most, " elements, but got '", text, "'"));
    elements *= size;
    shape.push_back(size);
    if (goesOn)
      rest.remove_prefix(1);
  }
  return shape;
}

Result<void> checkType(const NpyArray &array, const NumberType &type) {
  std::string_view kind = std::string_view(array.type).substr(1);
  std::string_view want = type.npy.substr(1);
  bool isBits = kind.starts_with('u') && array.elementBytes() == type.bytes();
  bool isUnsignedOrBits = type.bits == 1 && kind == "u1";
  if (kind == want || isBits || isUnsignedOrBits)
    return {};
  return failure(concat("expects numbers of ", type.name, " (", type.npy,
                        "), but got ", array.type),
                 "",
                 "convert them in NumPy, or give their bits as unsigned "
                 "integers");
}

bool isBufferText(std::string_view text) {
  return text.starts_with('@') || Brackets::find(text);
}

static Result<GivenBuffer> readFile(const NumberType &element,
                                    const std::string &path) {
  Result<NpyArray> array = readNpy(path);
  if (!array)
    return tl::unexpected(array.error());
  if (Result<void> checked = checkType(*array, element); !checked)
    return tl::unexpected(checked.error());
  return GivenBuffer{.array = std::move(*array)};
}

Result<GivenBuffer> readBuffer(const NumberType &element, std::string_view text,
                               std::uint64_t seed, unsigned argument) {
  if (text.starts_with('@'))
    return readFile(element, std::string(text.substr(1)));
  std::optional<Brackets> brackets = Brackets::find(text);
  if (!brackets)
    return failure(concat("expects a buffer, but got '", text, "'"), "",
                   "give @file.npy or type[shape]:fill");
  Result<const NumberType *> type =
      findNumberType(text.substr(0, brackets->open));
  if (!type)
    return tl::unexpected(type.error());
  if ((*type)->bytes() != element.bytes())
    return failure(concat("expects elements of ", element.name, ", but got ",
                          (*type)->name));
  Result<std::vector<std::uint64_t>> shape = parseShape(
      text.substr(brackets->open + 1, brackets->close - brackets->open - 1));
  if (!shape)
    return tl::unexpected(shape.error());
  std::string_view how = text.substr(brackets->close + 2);
  GivenBuffer given = {.array = {.type = std::string((*type)->npy),
                                 .shape = std::move(*shape),
                                 .bytes = {}},
                       .isDefined = how != "poison"};
  if (!Filler(**type, seed, argument).fill(given.array, how))
    return failure(concat("expects zeros, ones, arange, rand, randn or poison, "
                          "but got '",
                          how, "'"));
  return given;
}

} // namespace heddle
