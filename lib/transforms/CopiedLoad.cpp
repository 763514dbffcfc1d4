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
#include "heddle/analysis/CopyMemory.h"
#include "heddle/analysis/EngineBlocks.h"
#include "heddle/analysis/LoopLoads.h"
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

constexpr double Infinity = std::numeric_limits<double>::infinity();

/// Chooses the memory of one load.
class MemoryChoice {
public:
  MemoryChoice(CopiedLoad &copied, const AxisFacts &facts, const Target &target)
      : copied(copied), facts(facts), target(target), type(copied.type()),
        bytes(type.getElementTypeBitWidth() / 8) {}

  Result<void> choose();
  Result<void> chooseOfEngine();

private:
  /// A layout in which registers take the elements, and what it costs to
  /// convert them to it after they were read as they were copied.
  struct Reader {
    LinearLayout layout;
    double detour;
  };

  bool takeBuffers(const LinearLayout &registers);
  std::optional<Reader> conversionBy(Operation *user,
                                     const LinearLayout &registers) const;
  void addReaders(const LinearLayout &registers);
  void findDirectReads(const LinearLayout &registers);
  double cyclesOfRead(const LinearLayout &reader,
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
  CopyNeighbours neighbours;
  std::vector<Reader> readers;
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
          widthIn(*layout, neighbours) < neighbours.elements())
        continue;
      copied.memory = memory;
      copied.atOnce = widthIn(*layout, neighbours);
    }
    if (memory == copied.memory)
      copied.buffers.push_back(alloc);
  }
  return copied.memory != nullptr;
}

// None if the user takes them as they were copied. A factor's registers are
// always read directly.
std::optional<MemoryChoice::Reader>
MemoryChoice::conversionBy(Operation *user,
                           const LinearLayout &registers) const {
  if (copied.needsOther() || !isa<ttg::ConvertLayoutOp>(user))
    return std::nullopt;
  Result<LinearLayout> layout =
      ir::linearLayoutOf(user->getResult(0).getType());
  if (!layout)
    return std::nullopt;
  Reader reader = {.layout = *layout, .detour = Infinity};
  if (!makesRegisterFactor(user))
    if (Result<Price> price =
            priceConversion(registers, *layout, 8 * bytes, target))
      reader.detour = price->cycles;
  return reader;
}

void MemoryChoice::addReaders(const LinearLayout &registers) {
  bool readsOwn = false;
  for (Operation *user : copied.load->getUsers())
    if (std::optional<Reader> reader = conversionBy(user, registers))
      readers.push_back(*reader);
    else if (!std::exchange(readsOwn, true))
      readers.push_back({.layout = registers, .detour = 0});
}

double MemoryChoice::cyclesOfRead(const LinearLayout &reader,
                                  const SharedTensor &memory) const {
  Result<SharedAccess> read =
      cheapestAccess(reader, memory, 0, AccessKind::Load, target);
  return read ? cyclesOf(*read, reader.inSize(Dim::Warp), target) : Infinity;
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
  double own = cyclesOfRead(registers, tensor);
  for (const Reader &reader : readers)
    cycles +=
        std::min(cyclesOfRead(reader.layout, tensor), own + reader.detour);
  return cycles < Infinity ? std::optional(cycles) : std::nullopt;
}

void MemoryChoice::tryLayout(const LinearLayout &registers,
                             const Encoding &encoding) {
  std::optional<LinearLayout> layout = layoutOf(encoding);
  if (!layout || !llvm::equal(layout->outs(), registers.outs()))
    return;
  unsigned width = widthIn(*layout, neighbours);
  if (width < neighbours.elements())
    return;
  std::optional<double> cycles = priceOf(registers, encoding, *layout);
  if (!cycles || (copied.memory && *cycles >= least))
    return;
  least = *cycles;
  copied.memory = ir::layoutAttr(type.getContext(), encoding);
  copied.atOnce = width;
}

// What is not read directly is read as it was copied, and then converted.
void MemoryChoice::findDirectReads(const LinearLayout &registers) {
  const Encoding &encoding = *ir::encodingOf(copied.memory);
  std::optional<LinearLayout> layout = layoutOf(encoding);
  if (!layout)
    return;
  SharedTensor memory = {*layout, {}, 8 * bytes, alignmentOf(encoding)};
  double own = cyclesOfRead(registers, memory);
  for (Operation *user : copied.load->getUsers())
    if (std::optional<Reader> reader = conversionBy(user, registers);
        reader && cyclesOfRead(reader->layout, memory) <= own + reader->detour)
      copied.directReads.push_back(user);
}

void MemoryChoice::chooseSwizzle(const LinearLayout &registers) {
  for (const Encoding &encoding : swizzlesFor(neighbours))
    tryLayout(registers, encoding);
}

Result<void> MemoryChoice::choose() {
  Result<LinearLayout> registers = ir::linearLayoutOf(type);
  if (!registers)
    return tl::unexpected(registers.error());
  neighbours =
      neighboursOf(cast<tt::LoadOp>(copied.load), *registers, facts, bytes);
  if (bytes * neighbours.elements() < LeastCopyBytes)
    return failure("expects copies of at least 4 bytes, but a thread has " +
                   std::to_string(bytes * neighbours.elements()) +
                   " that lie side by side and have one mask");
  if (takeBuffers(*registers)) {
    findDirectReads(*registers);
    return {};
  }
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
  copied.bytes = bytesOfMemory(engineBuffer(block, type));
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

bool isZero(Value value) {
  return matchPattern(value, m_Zero()) || matchPattern(value, m_PosZeroFloat());
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
    if (isVolatile(load))
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
  copied.bytes = bytesOfMemory(
      ttg::MemDescType::get(type.getShape(), element, copied.memory,
                            ttg::SharedMemoryAttr::get(type.getContext())));
  return copied;
}

namespace {

/// The ops of the body that read a buffer or one of its views, and the buffer's
/// own op.
OpSet readersOf(scf::ForOp loop, ttg::LocalAllocOp buffer) {
  OpSet views, readers;
  views.insert(buffer);
  readers.insert(buffer);
  for (unsigned i = 0; i < views.size(); ++i)
    for (Operation *user : views[i]->getUsers()) {
      if (isView(user))
        views.insert(user);
      readers.insert(isView(user) ? user : inBody(loop, user));
    }
  return readers;
}

} // namespace

OpSet CopiedLoad::readersIn(scf::ForOp loop) const {
  OpSet readers;
  for (Operation *user : load->getUsers()) {
    auto buffer = dyn_cast<ttg::LocalAllocOp>(user);
    if (buffer && llvm::is_contained(buffers, buffer)) {
      OpSet more = readersOf(loop, buffer);
      readers.insert(more.begin(), more.end());
    } else {
      readers.insert(inBody(loop, user));
    }
  }
  return readers;
}

// Without `other` anything may be read, and zeros with it.
ttg::AsyncCopyGlobalToLocalOp copyByThreads(OpBuilder &builder, tt::LoadOp load,
                                            Value buffer,
                                            const CopiedLoad &planned) {
  return ttg::AsyncCopyGlobalToLocalOp::create(
      builder, load.getLoc(), ttg::AsyncTokenType::get(builder.getContext()),
      load.getPtr(), buffer, load.getMask(),
      planned.needsOther() ? Value() : load.getOther(),
      load.getCachePolicyAttr(), load.getIsVolatileAttr(),
      builder.getI32IntegerAttr(static_cast<std::int32_t>(planned.atOnce)),
      load.getCacheAttr(), load.getEvictAttr());
}

} // namespace heddle
