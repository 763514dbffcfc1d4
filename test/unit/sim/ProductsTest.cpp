//===- ProductsTest.cpp - Products of matrices ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Products of random factors against plain loops over fragments, as the table
/// of instructions places them, to the bit.
///
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "FloatFormats.h"
#include "SimtProgram.h"
#include "heddle/target/MatrixInstruction.h"

#include <cmath>
#include <functional>
#include <map>
#include <random>

namespace heddle {

namespace {

using enum ScalarType;
constexpr unsigned Lanes = 32;

/// How a type's numbers are read from bits, and what MLIR calls it.
struct Format {
  ScalarType type;
  std::string name;
  unsigned bytes;
  std::function<double(Bits)> load;
};

double loadSmall(Bits bits, unsigned exponentBits, unsigned mantissaBits,
                 int bias) {
  Bits mantissa = bits & ((Bits(1) << mantissaBits) - 1);
  Bits exponent = bits >> mantissaBits & ((Bits(1) << exponentBits) - 1);
  double sign = (bits >> (exponentBits + mantissaBits) & 1) != 0 ? -1 : 1;
  double fraction = static_cast<double>(mantissa) / double(1U << mantissaBits);
  int power = static_cast<int>(exponent) - bias;
  return exponent == 0 ? sign * std::ldexp(fraction, 1 - bias)
                       : sign * std::ldexp(1 + fraction, power);
}

float loadSingle(Bits bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

Format formatOf(ScalarType type) {
  switch (type) {
  case F16:
    return {type, "f16", 2, [](Bits x) { return loadSmall(x, 5, 10, 15); }};
  case BF16:
    return {type, "bf16", 2, [](Bits x) { return loadSmall(x, 8, 7, 127); }};
  case TF32:
    return {type, "f32", 4,
            [](Bits x) { return loadSmall(x >> 13, 8, 10, 127); }};
  case F32:
    return {type, "f32", 4, [](Bits x) { return loadSingle(x); }};
  case F64:
    return {type, "f64", 8, [](Bits x) { return std::bit_cast<double>(x); }};
  case E4M3:
    return {type, "f8E4M3FN", 1, [](Bits x) { return loadSmall(x, 4, 3, 7); }};
  case E5M2:
    return {type, "f8E5M2", 1, [](Bits x) { return loadSmall(x, 5, 2, 15); }};
  case S8:
    return {type, "i8", 1,
            [](Bits x) { return double(static_cast<std::int8_t>(x)); }};
  case U8:
    return {type, "i8", 1, [](Bits x) { return double(x & 0xFF); }};
  case E2M3:
    return {type, "i8", 1, [](Bits x) { return loadSmall(x, 2, 3, 1); }};
  case E3M2:
    return {type, "i8", 1, [](Bits x) { return loadSmall(x, 3, 2, 3); }};
  case E2M1:
    return {type, "i8", 1, [](Bits x) { return loadSmall(x, 2, 1, 1); }};
  case UE8M0:
    return {type, "i8", 1,
            [](Bits x) { return std::ldexp(1., static_cast<int>(x) - 127); }};
  default:
    return {type, "i32", 4,
            [](Bits x) { return double(static_cast<std::int32_t>(x)); }};
  }
}

/// Neither infinities nor NaNs, of magnitudes for which sums are rounded, and
/// are below the largest f16.
Bits drawNumber(ScalarType type, std::mt19937_64 &random) {
  Bits bits = random();
  auto spread = [&](double low, double high) {
    double x = std::uniform_real_distribution<double>(low, high)(random);
    return (bits & 1) != 0 ? x : -x;
  };
  switch (type) {
  case F16:
    return sim::Half::store(static_cast<float>(spread(0.01, 4)));
  case BF16:
    return std::bit_cast<std::uint32_t>(static_cast<float>(spread(0.01, 4))) >>
           16;
  case TF32:
  case F32:
    return std::bit_cast<std::uint32_t>(static_cast<float>(spread(0.01, 4)));
  case F64:
    return std::bit_cast<Bits>(spread(0.01, 4));
  case E4M3:
    return (bits & 0xFF) % 0x58 | (bits & 0x100) >> 1;
  case E5M2:
    return (bits & 0xFF) % 0x44 | (bits & 0x100) >> 1;
  case UE8M0:
    return 120 + bits % 16;
  case S32:
    // Near the end, so that sums wrap.
    return 0x7FFFFF00U + bits % 512;
  default:
    return bits & 0xFF;
  }
}

/// An operand's numbers, register by register of one lane after the other.
struct OperandBits {
  OperandBits(const MatrixInstruction &row, MatrixOperand operand,
              ScalarType type, unsigned count)
      : layout(get(fragmentOf(row, operand, row.n))), format(formatOf(type)),
        size(static_cast<unsigned>(layout.inSize(Dim::Register))),
        registers(size * count) {
    for (unsigned lane = 0; lane < Lanes; ++lane)
      for (unsigned reg = 0; reg < size; ++reg) {
        Word element = f2::multiply(layout.bases(Dim::Register), reg) ^
                       f2::multiply(layout.bases(Dim::Lane), lane);
        auto axis = [&](unsigned number) {
          return static_cast<unsigned>(
              layout.field(element, Dim::standard(number)));
        };
        places[{axis(0), axis(1)}] = std::size_t(lane) * registers + reg;
      }
  }

  void draw(std::mt19937_64 &random) {
    for (unsigned index = 0; index < Lanes * registers; ++index)
      bits.push_back(drawNumber(format.type, random));
  }
  std::vector<std::uint8_t> bytes() const {
    std::vector<std::uint8_t> found;
    for (Bits each : bits)
      for (unsigned byte = 0; byte < format.bytes; ++byte)
        found.push_back(static_cast<std::uint8_t>(each >> 8 * byte));
    return found;
  }
  /// Where an element of the matrix of fragment number `fragment` is.
  std::size_t at(unsigned fragment, unsigned row, unsigned column) const {
    return places.at({row, column}) + std::size_t(fragment) * size;
  }

  LinearLayout layout;
  Format format;
  unsigned size, registers;
  std::vector<Bits> bits;

private:
  /// Of the first fragment, by row and column.
  std::map<std::pair<unsigned, unsigned>, std::size_t> places;
};

/// Lines that load all registers of an operand as `%NAME`.
std::string loadText(const std::string &name, const std::string &buffer,
                     const OperandBits &operand) {
  std::string size = std::to_string(operand.registers * operand.format.bytes);
  std::string count = std::to_string(operand.registers);
  std::string type = "vector<" + count + "x" + operand.format.name + ">";
  std::string text = "%w" + name + " = arith.constant " + size + " : i64\n%o" +
                     name + " = arith.muli %wide, %w" + name + " : i64\n%p" +
                     name + " = arith.addi %" + buffer + ", %o" + name +
                     " : i64\n";
  std::string addresses, offsets;
  for (unsigned reg = 0; reg < operand.registers; ++reg) {
    addresses += reg == 0 ? "0" : ", 0";
    offsets +=
        (reg == 0 ? "" : ", ") + std::to_string(reg * operand.format.bytes);
  }
  return text + "%v" + name + " = simt.splat %p" + name +
         " : i64 -> vector<1xi64>\n%" + name + " = simt.load global %v" + name +
         " [" + addresses + "] + [" + offsets +
         "] width 1 : (vector<1xi64>) -> " + type + "\n";
}

std::string typeText(const OperandBits &operand) {
  return "vector<" + std::to_string(operand.registers) + "x" +
         operand.format.name + ">";
}

/// Lines that store the registers of a `%product` like this operand.
std::string storeText(const OperandBits &operand) {
  std::string addresses, offsets;
  for (unsigned reg = 0; reg < operand.registers; ++reg) {
    addresses += reg == 0 ? "0" : ", 0";
    offsets +=
        (reg == 0 ? "" : ", ") + std::to_string(reg * operand.format.bytes);
  }
  return "%q = arith.addi %r, %osum : i64\n%vq = simt.splat %q : i64 "
         "-> vector<1xi64>\nsimt.store global %vq [" +
         addresses + "] + [" + offsets +
         "], %product width 1 : vector<1xi64>, " + typeText(operand) + "\n";
}

/// Two steps along K that add to one fragment, and one step of another.
struct Product {
  Product(const MatrixInstruction &row, const MatrixTypes &types)
      : row(row), types(types), a(row, MatrixOperand::A, types.a, 2),
        b(row, MatrixOperand::B, types.b, 2),
        c(row, MatrixOperand::C, types.c, 2) {}

  static constexpr unsigned Numbers[3][3] = {{0, 1, 0}, {1, 0, 1}, {1, 1, 0}};

  std::string text() const {
    std::string shape = "m" + std::to_string(row.m) + "n" +
                        std::to_string(row.n) + "k" + std::to_string(row.k);
    std::string names =
        concat(nameOf(types.a), " ", nameOf(types.b), " ", nameOf(types.c));
    std::string body = loadText("left", "a", a) + loadText("right", "b", b) +
                       loadText("sum", "c", c) + "%product = simt.mma <" +
                       shape + " " + names +
                       "> %left * %right + %sum [0, 1, 0, 1, 0, 1, 1, 1, 0] "
                       ": " +
                       typeText(a) + " * " + typeText(b) + " + " + typeText(c) +
                       "\n";
    return body + storeText(c);
  }

  /// What the sums are: in the order of K, each rounded.
  std::vector<Bits> expected() const {
    std::vector<Bits> sums = c.bits;
    for (const auto &[left, right, sum] : Numbers)
      for (unsigned m = 0; m < row.m; ++m)
        for (unsigned n = 0; n < row.n; ++n) {
          std::size_t to = c.at(sum, m, n);
          sums[to] = add(sums[to], left, right, m, n);
        }
    return sums;
  }

  Bits add(Bits start, unsigned left, unsigned right, unsigned m,
           unsigned n) const {
    auto factors = [&](unsigned k, auto &&combine) {
      return combine(a.format.load(a.bits[a.at(left, m, k)]),
                     b.format.load(b.bits[b.at(right, k, n)]));
    };
    if (types.c == S32) {
      auto sum = static_cast<std::uint32_t>(start);
      for (unsigned k = 0; k < row.k; ++k)
        sum += factors(k, [](double x, double y) {
          return static_cast<std::uint32_t>(static_cast<std::int64_t>(x * y));
        });
      return sum;
    }
    if (types.c == F64) {
      auto sum = std::bit_cast<double>(start);
      for (unsigned k = 0; k < row.k; ++k)
        sum =
            factors(k, [&](double x, double y) { return std::fma(x, y, sum); });
      return std::bit_cast<Bits>(sum);
    }
    // Products of so few bits are exact in f64; adding rounds once.
    float sum = static_cast<float>(c.format.load(start));
    for (unsigned k = 0; k < row.k; ++k)
      sum = factors(k, [&](double x, double y) {
        return sum + static_cast<float>(x * y);
      });
    return types.c == F16 ? sim::Half::store(sum)
                          : std::bit_cast<std::uint32_t>(sum);
  }

  const MatrixInstruction &row;
  MatrixTypes types;
  OperandBits a, b, c;
};

std::vector<MatrixTypes> typesOf(const MatrixInstruction &row) {
  std::vector<MatrixTypes> found;
  for (ScalarType a : {F16, BF16, TF32, F64, S8, U8, E4M3, E5M2})
    for (ScalarType b : {F16, BF16, TF32, F64, S8, U8, E4M3, E5M2})
      for (ScalarType c : {F16, F32, F64, S32})
        if (MatrixTypes types = {a, b, c}; row.multiplies(types))
          found.push_back(types);
  return found;
}

/// The same products of blocks with scales. All scales come from the last of
/// the lanes that could supply them.
struct ScaledProduct : Product {
  ScaledProduct(const MatrixInstruction &row, const MatrixTypes &types)
      : Product(row, types),
        aScales(row, MatrixOperand::ScaleA, *types.scale, 2),
        bScales(row, MatrixOperand::ScaleB, *types.scale, 2) {}

  /// Fragments of both factors' scales.
  static constexpr unsigned ScaleNumbers[3][2] = {{1, 0}, {0, 1}, {0, 0}};

  std::string text() const {
    std::string names =
        concat("m16n8k", row.k, " ", nameOf(types.a), " ", nameOf(types.b), " ",
               nameOf(types.c), " by ", nameOf(*types.scale));
    auto behind = [](const std::string &name, std::size_t bytes) {
      return "%d" + name + " = arith.constant " + std::to_string(bytes) +
             " : i64\n%" + name + " = arith.addi %c, %d" + name + " : i64\n";
    };
    return behind("s", placeOfScales()) +
           behind("t", placeOfScales() + aScales.bytes().size()) +
           loadText("left", "a", a) + loadText("right", "b", b) +
           loadText("sum", "c", c) + loadText("lefts", "s", aScales) +
           loadText("rights", "t", bScales) + "%product = simt.scaled_mma <" +
           names +
           "> %left by %lefts * %right by %rights + %sum [0, 1, 0, 1, 0, 1, 1, "
           "1, 0] by [1, 1, 0, 3, 0, 1, 1, 3, 0, 1, 0, 3] : " +
           typeText(a) + " by " + typeText(aScales) + " * " + typeText(b) +
           " by " + typeText(bScales) + " + " + typeText(c) + "\n" +
           storeText(c);
  }

  /// In the buffer of C, behind it.
  std::size_t placeOfScales() const { return c.bytes().size(); }
  std::vector<std::uint8_t> sumsAndScales() const {
    std::vector<std::uint8_t> all = c.bytes();
    for (const OperandBits *scales : {&aScales, &bScales})
      std::ranges::copy(scales->bytes(), std::back_inserter(all));
    return all;
  }

  double element(const OperandBits &operand, unsigned fragment, unsigned line,
                 unsigned k) const {
    unsigned at = k / row.packed;
    std::size_t place = &operand == &a ? operand.at(fragment, line, at)
                                       : operand.at(fragment, at, line);
    return operand.format.load(operand.bits[place] >> k % row.packed * 4);
  }
  double scale(const OperandBits &scales, unsigned fragment, unsigned line,
               unsigned block) const {
    double value =
        scales.format.load(scales.bits[scales.at(fragment, line, block)]);
    return std::abs(value);
  }

  /// Each block is added up by itself, and then added with one rounding.
  std::vector<Bits> expected() const {
    std::vector<Bits> sums = c.bits;
    unsigned depth = row.k / row.blocks;
    for (unsigned each = 0; each < 3; ++each)
      for (unsigned m = 0; m < row.m; ++m)
        for (unsigned n = 0; n < row.n; ++n)
          for (unsigned block = 0; block < row.blocks; ++block) {
            float sum = 0;
            for (unsigned k = block * depth; k < (block + 1) * depth; ++k)
              sum += static_cast<float>(element(a, Numbers[each][0], m, k) *
                                        element(b, Numbers[each][1], n, k));
            Bits &to = sums[c.at(Numbers[each][2], m, n)];
            double added = double(sum) *
                           scale(aScales, ScaleNumbers[each][0], m, block) *
                           scale(bScales, ScaleNumbers[each][1], n, block);
            to = std::bit_cast<std::uint32_t>(
                static_cast<float>(double(loadSingle(to)) + added));
          }
    return sums;
  }

  OperandBits aScales, bScales;
};

std::vector<MatrixTypes> scaledTypes() {
  std::vector<MatrixTypes> found = {{E2M1, E2M1, F32, UE8M0},
                                    {E2M1, E2M1, F32, E4M3}};
  for (ScalarType a : {E4M3, E5M2, E2M3, E3M2})
    for (ScalarType b : {E4M3, E5M2, E2M3, E3M2})
      found.push_back({a, b, F32, UE8M0});
  return found;
}

SimtProgram &given(SimtProgram &program, const Product &product,
                   const std::vector<std::uint8_t> &sums) {
  return program.with("a", product.a.bytes())
      .with("b", product.b.bytes())
      .with("c", sums)
      .with("r", std::vector<std::uint8_t>(product.c.bytes().size(), 1));
}

SimtProgram &given(SimtProgram &program, const Product &product) {
  return given(program, product, product.c.bytes());
}

Product drawProduct(const MatrixInstruction &row, const MatrixTypes &types,
                    std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Product product(row, types);
  for (OperandBits *each : {&product.a, &product.b, &product.c})
    each->draw(random);
  return product;
}

const MatrixInstruction &half() {
  return *findInstruction(MatrixFamily::Mma, 16, 8, 16, {F16, F16, F32});
}

} // namespace

TEST(SimProducts, allTypesOfAllInstructions) {
  unsigned tried = 0;
  for (const MatrixInstruction &row : allMatrixInstructions()) {
    if (row.family != MatrixFamily::Mma)
      continue;
    for (const MatrixTypes &types : typesOf(row)) {
      SCOPED_TRACE(mnemonicOf(row, types));
      Product product = drawProduct(row, types, 7 + tried++);
      SimtProgram program(product.text());
      ASSERT_EQ(given(program, product).fault(), "");
      OperandBits wanted = product.c;
      wanted.bits = product.expected();
      EXPECT_EQ(program.get<std::uint8_t>("r"), wanted.bytes());
    }
  }
  EXPECT_GT(tried, 20U);
}

TEST(SimProducts, blocksWithScales) {
  for (const MatrixTypes &types : scaledTypes()) {
    const MatrixInstruction &row = *widestOf(MatrixFamily::Mma, types);
    SCOPED_TRACE(mnemonicOf(row, types));
    std::mt19937_64 random(11);
    ScaledProduct product(row, types);
    for (OperandBits *each : {&product.a, &product.b, &product.c,
                              &product.aScales, &product.bScales})
      each->draw(random);
    SimtProgram program(product.text());
    given(program, product, product.sumsAndScales());
    ASSERT_EQ(program.fault(), "");
    OperandBits wanted = product.c;
    wanted.bits = product.expected();
    EXPECT_EQ(program.get<std::uint8_t>("r"), wanted.bytes());
    // Of lanes that supply nothing, the scales may be undefined.
    for (bool isUsed : {false, true}) {
      SimtProgram holes(product.text());
      given(holes, product, product.sumsAndScales());
      sim::Buffer &buffer = holes.buffer("c");
      buffer.isDefined.assign(buffer.bytes.size(), 1);
      unsigned lane = isUsed ? 2 : 0;
      buffer.isDefined[product.placeOfScales() +
                       std::size_t(lane) * product.aScales.registers] = 0;
      EXPECT_EQ(!holes.fault().empty(), isUsed);
    }
  }
}

// An element that is undefined makes its row of the result undefined, or its
// column, and no other.
TEST(SimProducts, undefinedFactorsSpreadOverOneRowOrColumn) {
  constexpr unsigned At = 5;
  for (bool isLeft : {true, false}) {
    Product product = drawProduct(half(), {F16, F16, F32}, 23);
    // Fragment 0 of A is a factor of the first sum, of B of the second.
    const OperandBits &factor = isLeft ? product.a : product.b;
    std::size_t hole = isLeft ? factor.at(0, At, 3) : factor.at(0, 3, At);
    unsigned undefined = 0;
    for (unsigned fragment : {0U, 1U})
      for (unsigned m = 0; m < product.row.m; ++m)
        for (unsigned n = 0; n < product.row.n; ++n) {
          bool isHit = fragment == (isLeft ? 0 : 1) && (isLeft ? m : n) == At;
          // One element of each row is enough, but all of what is hit.
          if (!isHit && n % 4 != m % 4)
            continue;
          std::size_t element = product.c.at(fragment, m, n);
          auto lane = static_cast<unsigned>(element / product.c.registers);
          auto reg = static_cast<unsigned>(element % product.c.registers);
          std::string text = product.text();
          text = text.substr(0, text.find("%q = "));
          text += "%lane = arith.constant " + std::to_string(lane) +
                  " : i32\n%is = arith.cmpi eq, %thread, %lane : i32\n"
                  "%mask = simt.splat %is : i1 -> vector<1xi1>\n"
                  "%one = simt.permute %product [" +
                  std::to_string(reg) + "] : " + typeText(product.c) +
                  " -> vector<1xf32>\nsimt.store global %r4 [0] + [0], %one "
                  "width 1 if %mask : vector<1xi64>, vector<1xf32>, "
                  "vector<1xi1>\n";
          SimtProgram program(text);
          given(program, product);
          sim::Buffer &buffer = program.buffer(isLeft ? "a" : "b");
          buffer.isDefined.assign(buffer.bytes.size(), 1);
          for (unsigned byte = 0; byte < 2; ++byte)
            buffer.isDefined[hole * 2 + byte] = 0;
          bool isUndefined = !program.fault().empty();
          EXPECT_EQ(isUndefined, isHit) << fragment << ": " << m << ", " << n;
          undefined += isUndefined ? 1 : 0;
        }
    EXPECT_EQ(undefined, isLeft ? product.row.n : product.row.m);
  }
}

} // namespace heddle
