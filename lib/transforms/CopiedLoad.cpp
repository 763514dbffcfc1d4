//===- CopiedLoad.cpp - Loads as asynchronous copies ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopiedLoad.h"
#include "BufferViews.h"
#include "ProductFactor.h"
#include "SharedRoom.h"
#include "heddle/analysis/Coalescing.h"
#include "heddle/analysis/EngineBlocks.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/ir/Layout.h"
#include "heddle/ir/Traits.h"
#include "heddle/plan/Cost.h"
#include "heddle/plan/SharedAccess.h"
#include "mlir/IR/Matchers.h"

#include <limits>

namespace heddle {

using namespace mlir;

namespace {

constexpr unsigned LeastCopyBytes = 4, MostCopyBytes = 16;

/// Elements of a thread that lie side by side in global memory, and are read or
/// left out together.
struct Neighbours {
  /// The axes, the one with the shortest steps first.
  UnsignedList order;
  /// The bits of coordinates by which they differ, likewise.
  std::vector<Word> bits;
};

Neighbours neighboursAlong(tt::LoadOp load, const LinearLayout &layout,
                           const AxisFacts &facts, unsigned axis,
                           unsigned bytes) {
  std::vector<std::uint64_t> sizes;
  for (int64_t size : cast<RankedTensorType>(load.getType()).getShape())
    sizes.push_back(static_cast<std::uint64_t>(size));
  AxisInfo addresses = facts.of(load.getPtr());
  AddressRun run = runFrom(addresses, sizes, axis);
  std::int64_t count =
      std::min<std::int64_t>({neighboursHeld(layout, run), run.length,
                              run.alignment / bytes, MostCopyBytes / bytes});
  if (load.getMask())
    count =
        std::min(count, constancyAlong(facts.of(load.getMask()), run, sizes));
  Neighbours neighbours;
  for (const AddressRun::Part &part : run.parts)
    neighbours.order.push_back(part.axis);
  for (unsigned other : axesByContiguity(addresses))
    if (!llvm::is_contained(neighbours.order, other))
      neighbours.order.push_back(other);
  neighbours.bits = coordinateBits(layout, run);
  neighbours.bits.resize(llvm::Log2_64(
      static_cast<std::uint64_t>(std::max<std::int64_t>(count, 1))));
  return neighbours;
}

Neighbours neighboursOf(tt::LoadOp load, const LinearLayout &layout,
                        const AxisFacts &facts, unsigned bytes) {
  std::optional<Neighbours> most;
  for (unsigned axis : axesByContiguity(facts.of(load.getPtr()))) {
    Neighbours each = neighboursAlong(load, layout, facts, axis, bytes);
    if (!most || each.bits.size() > most->bits.size())
      most = std::move(each);
  }
  return *most;
}

/// How many of them are neighbours in shared memory too.
unsigned widthIn(const LinearLayout &memory, const Neighbours &neighbours) {
  std::span<const Word> offsets = memory.bases(Dim::Offset);
  unsigned bits = 0;
  while (bits < neighbours.bits.size() && bits < offsets.size() &&
         offsets[bits] == neighbours.bits[bits])
    ++bits;
  return 1U << bits;
}

/// Chooses the memory of one load.
class MemoryChoice {
public:
  MemoryChoice(CopiedLoad &copied, const AxisFacts &facts, const Target &target)
      : copied(copied), facts(facts), target(target), type(copied.type()),
        bytes(type.getElementTypeBitWidth() / 8) {}

  Result<void> choose();
  Result<void> chooseOfEngine();

private:
  bool takeBuffers(const LinearLayout &registers);
  void addReaders(const LinearLayout &registers);
  void findDirectReads(const LinearLayout &registers);
  bool isReadDirectly(Operation *user, const LinearLayout &registers,
                      const SharedTensor &memory) const;
  void tryLayout(const LinearLayout &registers, const Encoding &encoding);
  void chooseSwizzle(const LinearLayout &registers);
  std::optional<LinearLayout> layoutOf(const Encoding &encoding) const;
  std::optional<double> priceOf(const LinearLayout &registers,
                                const Encoding &encoding,
                                const LinearLayout &memory) const;

  CopiedLoad &copied;
  const AxisFacts &facts;
  const Target &target;
  RankedTensorType type;
  unsigned bytes;
  Neighbours neighbours;
  std::vector<LinearLayout> readers;
  double least = 0;
};

std::optional<LinearLayout>
MemoryChoice::layoutOf(const Encoding &encoding) const {
  std::vector<std::uint64_t> shape;
  for (int64_t size : type.getShape())
    shape.push_back(static_cast<std::uint64_t>(size));
  Result<LinearLayout> layout =
      toLinearLayout(encoding, shape, ir::releaseOf(type.getContext()));
  return layout ? std::optional(*layout) : std::nullopt;
}

// The first that copies can fill decides; the others are filled from it. Not if
// copies had to be narrower than loads: then registers turn what is loaded.
bool MemoryChoice::takeBuffers(const LinearLayout &registers) {
  if (copied.needsOther())
    return false;
  for (ttg::LocalAllocOp alloc : immutableBuffersOf(copied.load)) {
    Attribute memory = alloc.getType().getEncoding();
    if (!copied.memory) {
      const Encoding *encoding = ir::encodingOf(memory);
      std::optional<LinearLayout> layout =
          encoding ? layoutOf(*encoding) : std::nullopt;
      if (!layout || !llvm::equal(layout->outs(), registers.outs()) ||
          widthIn(*layout, neighbours) < 1U << neighbours.bits.size())
        continue;
      copied.memory = memory;
      copied.atOnce = widthIn(*layout, neighbours);
    }
    if (memory == copied.memory)
      copied.buffers.push_back(alloc);
  }
  return copied.memory != nullptr;
}

void MemoryChoice::addReaders(const LinearLayout &registers) {
  bool readsOwn = false;
  for (Operation *user : copied.load->getUsers()) {
    Result<LinearLayout> layout = registers;
    if (!copied.needsOther() && makesRegisterFactor(user))
      layout = ir::linearLayoutOf(user->getResult(0).getType());
    else if (std::exchange(readsOwn, true))
      continue;
    if (layout)
      readers.push_back(*layout);
  }
}

std::optional<double> MemoryChoice::priceOf(const LinearLayout &registers,
                                            const Encoding &encoding,
                                            const LinearLayout &memory) const {
  SharedTensor tensor = {memory, {}, 8 * bytes, alignmentOf(encoding)};
  std::uint64_t warps = registers.inSize(Dim::Warp);
  // A copy writes what a lane's store would.
  Result<SharedAccess> write = accessShared(
      registers, tensor, AccessKind::Store, target, RegisterOrder::Any);
  if (!write)
    return std::nullopt;
  double cycles = cyclesOf(*write, warps, target);
  for (const LinearLayout &reader : readers) {
    Result<SharedAccess> read =
        cheapestAccess(reader, tensor, 0, AccessKind::Load, target);
    if (!read)
      return std::nullopt;
    cycles += cyclesOf(*read, warps, target);
  }
  return cycles;
}

void MemoryChoice::tryLayout(const LinearLayout &registers,
                             const Encoding &encoding) {
  std::optional<LinearLayout> layout = layoutOf(encoding);
  if (!layout || !llvm::equal(layout->outs(), registers.outs()))
    return;
  unsigned width = widthIn(*layout, neighbours);
  if (width < 1U << neighbours.bits.size())
    return;
  std::optional<double> cycles = priceOf(registers, encoding, *layout);
  if (!cycles || (copied.memory && *cycles >= least))
    return;
  least = *cycles;
  copied.memory = ir::layoutAttr(type.getContext(), encoding);
  copied.atOnce = width;
}

// Otherwise it is read as it was copied, and then converted.
bool MemoryChoice::isReadDirectly(Operation *user,
                                  const LinearLayout &registers,
                                  const SharedTensor &memory) const {
  if (!isa<ttg::ConvertLayoutOp>(user))
    return false;
  if (makesRegisterFactor(user))
    return true;
  Result<LinearLayout> layout =
      ir::linearLayoutOf(user->getResult(0).getType());
  if (!layout)
    return false;
  auto cyclesOfRead = [&](const LinearLayout &reader) {
    Result<SharedAccess> read =
        cheapestAccess(reader, memory, 0, AccessKind::Load, target);
    return read ? cyclesOf(*read, reader.inSize(Dim::Warp), target)
                : std::numeric_limits<double>::infinity();
  };
  Result<Price> conversion =
      priceConversion(registers, *layout, 8 * bytes, target);
  return !conversion ||
         cyclesOfRead(*layout) <= cyclesOfRead(registers) + conversion->cycles;
}

void MemoryChoice::findDirectReads(const LinearLayout &registers) {
  const Encoding &encoding = *ir::encodingOf(copied.memory);
  std::optional<LinearLayout> layout = layoutOf(encoding);
  if (copied.needsOther() || !layout)
    return;
  SharedTensor memory = {*layout, {}, 8 * bytes, alignmentOf(encoding)};
  for (Operation *user : copied.load->getUsers())
    if (isReadDirectly(user, registers, memory))
      copied.directReads.push_back(user);
}

void MemoryChoice::chooseSwizzle(const LinearLayout &registers) {
  constexpr unsigned MostPhases = 16;
  SwizzledSharedEncoding encoding;
  encoding.order = neighbours.order;
  encoding.vec = 1U << neighbours.bits.size();
  // Of equal ones the first, which has the least to compute.
  for (unsigned phases = 1; phases <= MostPhases; phases *= 2)
    for (unsigned rows = 1; rows <= MostPhases; rows *= 2) {
      encoding.maxPhase = phases;
      encoding.perPhase = rows;
      tryLayout(registers, encoding);
      if (phases == 1)
        break;
    }
}

Result<void> MemoryChoice::choose() {
  Result<LinearLayout> registers = ir::linearLayoutOf(type);
  if (!registers)
    return tl::unexpected(registers.error());
  neighbours =
      neighboursOf(cast<tt::LoadOp>(copied.load), *registers, facts, bytes);
  if (bytes << neighbours.bits.size() < LeastCopyBytes)
    return failure("expects copies of at least 4 bytes, but a thread has " +
                   std::to_string(bytes << neighbours.bits.size()) +
                   " that lie side by side and have one mask");
  if (takeBuffers(*registers))
    return {};
  addReaders(*registers);
  chooseSwizzle(*registers);
  if (!copied.memory)
    return failure("no layout of shared memory holds it");
  findDirectReads(*registers);
  return {};
}

// Buffers of a ring lie behind one another, all aligned as the engine needs.
Result<void> MemoryChoice::chooseOfEngine() {
  constexpr std::uint64_t Alignment = 128;
  tt::TensorDescType block =
      cast<tt::DescriptorLoadOp>(copied.load).getDesc().getType();
  if (!block.getLayout())
    return failure("its descriptor has no layout in shared memory");
  if (copied.bytes % Alignment != 0)
    return failure("its blocks have less than 128 bytes");
  Result<LinearLayout> registers = ir::linearLayoutOf(type);
  if (!registers)
    return tl::unexpected(registers.error());
  copied.memory = engineBuffer(block, type).getEncoding();
  for (ttg::LocalAllocOp alloc : immutableBuffersOf(copied.load))
    if (alloc.getType().getEncoding() == copied.memory)
      copied.buffers.push_back(alloc);
  findDirectReads(*registers);
  return {};
}

} // namespace

bool isTensorLoad(Operation *op) {
  return isa<tt::LoadOp, tt::DescriptorLoadOp>(op) &&
         isa<RankedTensorType>(op->getResult(0).getType());
}

bool isZero(Value value) {
  return matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat());
}

Result<CopiedLoad> CopiedLoad::plan(Operation *load, const AxisFacts &facts,
                                    const Target &target) {
  auto type = dyn_cast<RankedTensorType>(load->getResult(0).getType());
  Type element = getElementTypeOrSelf(load->getResult(0).getType());
  if (!type || !type.getEncoding())
    return failure("it loads no tensor with a layout");
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() < 8 ||
      element.getIntOrFloatBitWidth() > 64)
    return failure("it loads elements that no copy moves");
  if (auto byThreads = dyn_cast<tt::LoadOp>(load)) {
    auto pointers = dyn_cast<RankedTensorType>(byThreads.getPtr().getType());
    if (!pointers || pointers.getEncoding() != type.getEncoding())
      return failure("it loads a block of a tensor");
    if (byThreads.getIsVolatile() ||
        byThreads.getCache() == tt::CacheModifier::Volatile)
      return failure("it is volatile");
  }
  CopiedLoad copied;
  copied.load = load;
  copied.bytes = bytesOfTensor(type);
  MemoryChoice choice(copied, facts, target);
  if (Result<void> chosen =
          copied.isOfEngine() ? choice.chooseOfEngine() : choice.choose();
      !chosen)
    return tl::unexpected(chosen.error());
  return copied;
}

} // namespace heddle
