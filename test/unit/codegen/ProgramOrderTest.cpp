//===- ProgramOrderTest.cpp - Each program is executed once ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The code that says which program a block executes, with constants for the
/// block's numbers and the grid's, which LLVM's builder folds to constants.
///
//===----------------------------------------------------------------------===//

#include "ProgramOrder.h"
#include "llvm/IR/Constants.h"

#include <gmock/gmock.h>

using namespace heddle;
using codegen::GridNumbers;
using testing::ElementsAre;

namespace {

using Numbers = std::array<std::uint32_t, 3>;

class Grid {
public:
  Grid(Numbers counts, simt::ProgramOrder order, unsigned most)
      : counts(counts), order(order), most(most) {}

  Numbers programOf(Numbers block) {
    GridNumbers program = codegen::programOf(builder, constants(block),
                                             constants(counts), order, most);
    Numbers numbers = {};
    for (unsigned axis = 0; axis < numbers.size(); ++axis)
      numbers[axis] = static_cast<std::uint32_t>(
          llvm::cast<llvm::ConstantInt>(program[axis])->getZExtValue());
    return numbers;
  }
  /// In the order in which hardware starts the blocks.
  std::vector<Numbers> programs() {
    std::vector<Numbers> all;
    for (unsigned z = 0; z < counts[2]; ++z)
      for (unsigned y = 0; y < counts[1]; ++y)
        for (unsigned x = 0; x < counts[0]; ++x)
          all.push_back(programOf({x, y, z}));
    return all;
  }

private:
  GridNumbers constants(Numbers numbers) {
    return {builder.getInt32(numbers[0]), builder.getInt32(numbers[1]),
            builder.getInt32(numbers[2])};
  }

  Numbers counts;
  simt::ProgramOrder order;
  unsigned most;
  llvm::LLVMContext context;
  llvm::IRBuilder<> builder{context};
};

/// One section after the other; in each the axis is the slowest, the last one
/// of the others the next.
std::vector<Numbers> expected(Numbers counts, simt::ProgramOrder order,
                              unsigned most) {
  auto slow = static_cast<unsigned>(order.axis);
  unsigned fast = slow == 0 ? 1 : 0, middle = slow == 2 ? 1 : 2;
  std::vector<Numbers> others, all;
  for (unsigned m = 0; m < counts[middle]; ++m)
    for (unsigned f = 0; f < counts[fast]; ++f) {
      Numbers &each = others.emplace_back();
      each[middle] = m;
      each[fast] = f;
    }
  std::size_t width = std::max(1U, most / counts[slow]);
  for (std::size_t first = 0; first < others.size(); first += width)
    for (unsigned along = 0; along < counts[slow]; ++along)
      for (std::size_t other = first;
           other < std::min(first + width, others.size()); ++other) {
        all.push_back(others[other]);
        all.back()[slow] =
            order.isDescending ? counts[slow] - 1 - along : along;
      }
  return all;
}

constexpr simt::GridAxis Axes[] = {simt::GridAxis::X, simt::GridAxis::Y,
                                   simt::GridAxis::Z};

TEST(ProgramOrder, startsTheLastRowsOfAllFirst) {
  Grid grid({2, 3, 1}, {simt::GridAxis::X, /*isDescending=*/true}, 6);
  EXPECT_THAT(grid.programs(), ElementsAre(Numbers{1, 0, 0}, Numbers{1, 1, 0},
                                           Numbers{1, 2, 0}, Numbers{0, 0, 0},
                                           Numbers{0, 1, 0}, Numbers{0, 2, 0}));
}

// Sections of every width, a last one that is smaller, more programs along the
// axis than a section has: each program once, since the lists are equal.
TEST(ProgramOrder, isThatOfSectionsInEachSmallGrid) {
  for (unsigned x = 1; x <= 5; ++x)
    for (unsigned y = 1; y <= 4; ++y)
      for (unsigned z = 1; z <= 3; ++z)
        for (simt::GridAxis axis : Axes)
          for (bool isDescending : {false, true})
            for (unsigned most : {1U, 2U, 3U, 4U, 6U, 9U, 16U, 60U, 1056U}) {
              simt::ProgramOrder order = {axis, isDescending};
              ASSERT_EQ(Grid({x, y, z}, order, most).programs(),
                        expected({x, y, z}, order, most))
                  << x << " x " << y << " x " << z << ", axis "
                  << static_cast<unsigned>(axis) << ", " << most;
            }
}

// The largest grid that has an order, and neighbours of its ends.
TEST(ProgramOrder, doesNotOverflowBelow2To32Programs) {
  constexpr std::uint32_t Most = 65535;
  for (simt::GridAxis axis : Axes) {
    Grid grid({Most, Most, 1}, {axis, /*isDescending=*/false}, 1056);
    EXPECT_THAT(grid.programOf({0, 0, 0}), ElementsAre(0, 0, 0));
    EXPECT_THAT(grid.programOf({Most - 1, Most - 1, 0}),
                ElementsAre(Most - 1, Most - 1, 0));
  }
  // Sections of one head; of 1056 heads.
  Grid tall({Most, Most, 1}, {simt::GridAxis::X, /*isDescending=*/true}, 1056);
  EXPECT_THAT(tall.programOf({1, 1, 0}), ElementsAre(Most - 2, 1, 0));
  Grid flat({1, Most, Most}, {simt::GridAxis::X, /*isDescending=*/true}, 1056);
  EXPECT_THAT(flat.programOf({0, Most - 2, Most - 1}),
              ElementsAre(0, Most - 2, Most - 1));
}

} // namespace
