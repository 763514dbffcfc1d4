//===- RandomRegistersTest.cpp - Programs of many values ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtProgram.h"
#include "llvm/ADT/APInt.h"

#include <random>

namespace heddle {

namespace {

constexpr unsigned Lanes = 32, Elements = 4;

/// A value of the program: its name and what it has to be in each lane.
struct Value {
  std::string name;
  unsigned width = 32, count = 1;
  std::vector<std::vector<Bits>> registers;
};

/// A program of ops whose values live long and in any order, evaluated as it is
/// written.
class RandomProgram {
public:
  explicit RandomProgram(std::uint64_t seed) : random(seed) {
    Value thread = {.name = "thread", .registers = {std::vector<Bits>(Lanes)}};
    for (unsigned lane = 0; lane < Lanes; ++lane)
      thread.registers[0][lane] = lane;
    values.push_back(thread);
  }

  void grow(unsigned ops) {
    for (unsigned op = 0; op < ops; ++op) {
      switch (random() % 8) {
      case 0:
        splat();
        break;
      case 1:
        permute();
        break;
      case 2:
        cast();
        break;
      case 3:
        repack();
        break;
      case 4:
        loop();
        break;
      default:
        combine();
      }
      // Old values are used rarely, and then for the last time perhaps.
      if (values.size() > 24)
        values.erase(values.begin() +
                     static_cast<std::ptrdiff_t>(random() % 24));
    }
  }

  /// Adds all that is there to one number, which is stored.
  std::vector<std::uint32_t> finish() {
    std::vector<std::uint32_t> sums(Lanes, 0);
    std::string sum = "i0";
    for (const Value &value : values) {
      for (unsigned index = 0; index < value.count; ++index) {
        std::string from = value.name;
        if (value.count > 1) {
          from = fresh();
          text += "%" + from + " = simt.extract %" + value.name + "[" +
                  std::to_string(index) + "] : " + typeOf(value) + " -> i" +
                  std::to_string(value.width) + "\n";
        }
        std::string word = from;
        if (value.width != 32) {
          word = fresh();
          text += "%" + word + " = arith." +
                  (value.width < 32 ? "extui" : "trunci") + " %" + from +
                  " : i" + std::to_string(value.width) + " to i32\n";
        }
        std::string mixed = fresh(), next = fresh();
        text += "%" + mixed + " = arith.muli %" + sum + ", %odd : i32\n%" +
                next + " = arith.addi %" + mixed + ", %" + word + " : i32\n";
        sum = next;
        for (unsigned lane = 0; lane < Lanes; ++lane)
          sums[lane] = sums[lane] * 31 +
                       static_cast<std::uint32_t>(value.registers[index][lane]);
      }
    }
    text = "%odd = arith.constant 31 : i32\n" + text + "%vv = simt.splat %" +
           sum +
           " : i32 -> vector<1xi32>\nsimt.store global %r4 [0] + [0], %vv "
           "width 1 : "
           "vector<1xi64>, vector<1xi32>";
    return sums;
  }

  std::string text;

private:
  std::string fresh() { return "v" + std::to_string(number++); }
  Value &any() { return values[random() % values.size()]; }
  static std::string typeOf(const Value &value) {
    std::string element = "i" + std::to_string(value.width);
    return value.count == 1
               ? element
               : "vector<" + std::to_string(value.count) + "x" + element + ">";
  }
  static Bits low(Bits bits, unsigned width) {
    return bits & (~Bits(0) >> (64 - width));
  }

  void splat() {
    Value &from = any();
    if (from.count != 1)
      return;
    Value to = {.name = fresh(),
                .width = from.width,
                .count = Elements,
                .registers = {}};
    to.registers.assign(Elements, from.registers[0]);
    text += "%" + to.name + " = simt.splat %" + from.name + " : " +
            typeOf(from) + " -> " + typeOf(to) + "\n";
    values.push_back(to);
  }

  void permute() {
    Value from = any();
    if (from.count == 1)
      return;
    Value to = {.name = fresh(),
                .width = from.width,
                .count = Elements,
                .registers = {}};
    std::string indices;
    for (unsigned index = 0; index < Elements; ++index) {
      unsigned source = random() % Elements;
      to.registers.push_back(from.registers[source]);
      indices += (index == 0 ? "" : ", ") + std::to_string(source);
    }
    text += "%" + to.name + " = simt.permute %" + from.name + " [" + indices +
            "] : " + typeOf(from) + " -> " + typeOf(to) + "\n";
    values.push_back(to);
  }

  void cast() {
    Value from = any();
    const unsigned widths[] = {8, 16, 32, 64};
    Value to = from;
    to.name = fresh();
    to.width = widths[random() % 4];
    if (to.width == from.width)
      return;
    bool isSigned = random() % 2 == 0;
    std::string op = to.width < from.width ? "trunci"
                     : isSigned            ? "extsi"
                                           : "extui";
    for (auto &lanes : to.registers)
      for (Bits &bits : lanes) {
        llvm::APInt wide(from.width, bits);
        bits =
            (isSigned ? wide.sextOrTrunc(to.width) : wide.zextOrTrunc(to.width))
                .getZExtValue();
      }
    text += "%" + to.name + " = arith." + op + " %" + from.name + " : " +
            typeOf(from) + " to " + typeOf(to) + "\n";
    values.push_back(to);
  }

  /// To words and back, shuffled on the way.
  void repack() {
    Value from = any();
    if (from.count == 1)
      return;
    unsigned words = from.count * from.width / 32;
    unsigned lanes = random() % Lanes;
    std::string packed = fresh(), one = fresh() + "_", there = fresh() + "_",
                back = fresh() + "_";
    std::string type = "vector<" + std::to_string(words) + "xi32>";
    text += "%" + packed + " = simt.to_words %" + from.name + " : " +
            typeOf(from) + " -> " + type + "\n";
    std::string list, types, indices;
    for (unsigned word = 0; word < words; ++word) {
      std::string index = std::to_string(word);
      text += "%" + one + index + " = simt.extract %" + packed + "[" + index +
              "] : " + type + " -> i32\n%" + there + index +
              " = simt.shuffle_xor %" + one + index + ", " +
              std::to_string(lanes) + "\n%" + back + index + " = simt.splat %" +
              there + index + " : i32 -> vector<1xi32>\n";
      list += (word == 0 ? "%" : ", %") + back + index;
      types += word == 0 ? "vector<1xi32>" : ", vector<1xi32>";
      indices += (word == 0 ? "" : ", ") + index;
    }
    Value to = from;
    to.name = fresh();
    std::string all = fresh();
    text += "%" + all + " = simt.permute " + list + " [" + indices +
            "] : " + types + " -> " + type + "\n%" + to.name +
            " = simt.from_words %" + all + " : " + type + " -> " + typeOf(to) +
            "\n";
    for (unsigned index = 0; index < from.count; ++index)
      for (unsigned lane = 0; lane < Lanes; ++lane)
        to.registers[index][lane] = from.registers[index][lane ^ lanes];
    values.push_back(to);
  }

  /// Some rounds in which two values swap and one of them grows.
  void loop() {
    Value x = any(), y = any();
    if (x.width != y.width || x.count != y.count)
      return;
    unsigned rounds = random() % 4;
    Value first = x, second = y;
    first.name = fresh();
    second.name = fresh();
    std::string a = fresh(), b = fresh(), sum = fresh(), type = typeOf(x);
    text += "%" + first.name + ", %" + second.name +
            " = scf.for %i = %i0 to %i" + std::to_string(rounds) +
            " step %i1 iter_args(%" + a + " = %" + x.name + ", %" + b + " = %" +
            y.name + ") -> (" + type + ", " + type + ") : i32 {\n%" + sum +
            " = arith.addi %" + a + ", %" + x.name + " : " + type +
            "\nscf.yield %" + b + ", %" + sum + " : " + type + ", " + type +
            "\n}\n";
    for (unsigned round = 0; round < rounds; ++round) {
      std::swap(first.registers, second.registers);
      for (unsigned index = 0; index < x.count; ++index)
        for (unsigned lane = 0; lane < Lanes; ++lane)
          second.registers[index][lane] =
              low(second.registers[index][lane] + x.registers[index][lane],
                  x.width);
    }
    values.push_back(first);
    values.push_back(second);
  }

  void combine() {
    Value x = any(), y = any();
    if (x.width != y.width || x.count != y.count)
      return;
    const char *ops[] = {"addi", "subi", "muli", "xori", "andi", "ori"};
    unsigned op = random() % 6;
    Value to = x;
    to.name = fresh();
    for (unsigned index = 0; index < x.count; ++index)
      for (unsigned lane = 0; lane < Lanes; ++lane) {
        Bits a = x.registers[index][lane], b = y.registers[index][lane];
        Bits all[] = {a + b, a - b, a * b, a ^ b, a & b, a | b};
        to.registers[index][lane] = low(all[op], x.width);
      }
    text += "%" + to.name + " = arith." + ops[op] + " %" + x.name + ", %" +
            y.name + " : " + typeOf(x) + "\n";
    values.push_back(to);
  }

  std::mt19937_64 random;
  std::vector<Value> values;
  unsigned number = 0;
};

} // namespace

// A register that two values have at one time shows as a wrong sum.
TEST(SimRegisters, valuesDoNotOverwriteEachOther) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    RandomProgram random(seed);
    random.grow(60);
    std::vector<std::uint32_t> expected = random.finish();
    SimtProgram program(random.text);
    program.with("r", std::vector<std::uint32_t>(Lanes));
    ASSERT_EQ(program.fault(), "") << "seed " << seed << "\n" << random.text;
    ASSERT_EQ(program.get<std::uint32_t>("r"), expected)
        << "seed " << seed << "\n"
        << random.text;
  }
}

} // namespace heddle
