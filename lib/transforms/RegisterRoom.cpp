//===- RegisterRoom.cpp - Registers that loops take -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterRoom.h"
#include "SharedRoom.h"
#include "llvm/Support/MathExtras.h"

namespace heddle {

using namespace mlir;

std::uint64_t bytesOfNumbers(TypeRange types) {
  std::uint64_t bytes = 0;
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && tensor.getElementType().isIntOrFloat())
      bytes += bytesOfTensor(tensor);
  return bytes;
}

std::uint64_t registersFor(TypeRange live, std::uint64_t threads) {
  constexpr std::uint64_t Bytes = 4, Others = 40;
  return llvm::divideCeil(bytesOfNumbers(live), threads * Bytes) + Others;
}

bool leaveAlone(std::uint64_t registers, std::uint64_t threads) {
  return 2 * threads * registers > AllRegisters;
}

} // namespace heddle
