//===- RingTerms.cpp - Buffers that a loop uses in turn, as terms ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The claim about a ring: tile j is F(j), a function of the number of the
// iteration alone, in slot (j + s) mod n. It holds by induction if the tiles in
// front of the loop are F(0), F(1), ..., each in its slot, and that of
// iteration i is F(i + ahead). F is taken from the copy in the loop, as it was
// in the last round; what is found to differ makes another round.
//
// A read of slot (i + r) mod n gets the last tile that was put there. Which one
// that is follows from the slots, and that it has arrived from the waits
// (RingPlan.h). An iteration that is executed exists, so that copies which are
// made only for those that do are made.
//
//===----------------------------------------------------------------------===//

#include "FunctionTerms.h"
#include "Substitution.h"

namespace heddle::equivalence {

using namespace mlir;

/// What a `Buffer` of two words of data is, in the second one: a ring is 1, a
/// slot of one 2.
static constexpr Word BarriersOfRings = 3;

void FunctionTerms::loseRings(Operation *op, const llvm::Twine &reason) {
  if (!ringProblem)
    ringProblem = Stuck{op, reason.str()};
}

bool FunctionTerms::allocateRing(ttg::LocalAllocOp op, RingPlan plan) {
  claims.addRingSize(static_cast<Word>(plan.slots));
  Word number = rings.size();
  rings.push_back({.plan = std::move(plan), .tiles = {}, .depth = depth});
  TermRef buffer = terms.raw({.kind = TermKind::Buffer,
                              .type = op.getType().getElementType(),
                              .data = {number, 1}});
  return set(op, buffer);
}

/// A slot of a ring, whose index the term has.
bool FunctionTerms::indexRing(ttg::MemDescIndexOp op, TermRef ring) {
  TermRef slot = terms.raw({.kind = TermKind::Buffer,
                            .type = op.getType().getElementType(),
                            .data = {ring->data[0], 2},
                            .operands = {valueOf(op.getIndex())}});
  return set(op, terms.elements(slot, indexBitsOf(op.getType())));
}

bool FunctionTerms::allocateBarriers(ttg::LocalAllocOp op) {
  return set(op, terms.raw({.kind = TermKind::Buffer,
                            .type = op.getType().getElementType(),
                            .data = {0, BarriersOfRings}}));
}

static bool isOfRings(TermRef barrier) {
  return barrier->kind == TermKind::Buffer && barrier->data.size() == 2 &&
         barrier->data[1] == BarriersOfRings;
}

// What they make of copies is in the plan of the ring.
std::optional<bool> FunctionTerms::executeBarrier(Operation *op) {
  if (!isa<ttg::MemDescIndexOp, ttng::InitBarrierOp, ttng::InvalBarrierOp,
           ttng::BarrierExpectOp, ttng::WaitBarrierOp>(op) ||
      !isOfRings(valueOf(op->getOperand(0))))
    return std::nullopt;
  if (op->getNumResults() != 0)
    return set(op->getResult(0), valueOf(op->getOperand(0)));
  return true;
}

FunctionTerms::Ring *FunctionTerms::ringOf(TermRef slot) {
  bool isSlot = slot->kind == TermKind::Buffer && slot->data.size() == 2 &&
                slot->data[1] == 2;
  return isSlot ? &rings[slot->data[0]] : nullptr;
}

/// The slot in iteration i is this plus i, modulo the number of slots; nothing
/// if that is not known.
std::optional<std::int64_t> FunctionTerms::turnOf(const Ring &ring,
                                                  TermRef index) {
  std::int64_t slots = ring.plan.slots;
  TermRef counter = cyclicIn(index, ring.depth);
  if (counter == nullptr ||
      static_cast<std::int64_t>(counter->data[1]) != slots)
    return std::nullopt;
  auto with = [&](std::int64_t number) -> std::optional<std::int64_t> {
    Substitution one{
        .depth = ring.depth,
        .from = counter,
        .to = terms.integer(counter->type, static_cast<Word>(number))};
    TermRef value = one.of(terms, index);
    if (!value || value->kind != TermKind::Integer)
      return std::nullopt;
    return llvm::SignExtend64<32>(value->data[0]);
  };
  auto start = llvm::SignExtend64<32>(counter->data[2]);
  std::optional<std::int64_t> more = with(0);
  if (!more || *more < 0 || *more >= slots)
    return std::nullopt;
  // Also with what the counter is in the first iteration.
  for (std::int64_t number = std::min<std::int64_t>(start, 0); number < slots;
       ++number)
    if (with(number) != (number + *more + slots) % slots)
      return std::nullopt;
  return (start + *more + slots) % slots;
}

/// The tile of an iteration, or of one relative to the current.
TermRef FunctionTerms::tileOf(const Ring &ring, TermRef copy,
                              std::int64_t number, bool isCertain) {
  Substitution move{.depth = ring.depth,
                    .shift = number - ring.plan.ahead(),
                    .isCertain = isCertain};
  TermRef tile = move.of(terms, copy);
  if (tile == nullptr || isCertain || number != 0 ||
      existing[ring.depth] == nullptr)
    return tile;
  Substitution exists{.depth = ring.depth, .truth = existing[ring.depth]};
  return exists.of(terms, tile);
}

CarriedKey FunctionTerms::keyOf(const Ring &ring) const {
  return {side, path,
          reinterpret_cast<std::uintptr_t>(
              ttg::LocalAllocOp(ring.plan.alloc).getOperation()),
          0};
}

/// The ring is filled, in front of the loop or in it.
bool FunctionTerms::fillRing(Operation *op, TermRef slot, TermRef value) {
  Ring &ring = *ringOf(slot);
  TermRef index = slot->operands[0];
  if (op != ring.plan.filler) {
    ring.tiles.push_back({index, value});
    return true;
  }
  std::optional<std::int64_t> turn = turnOf(ring, index);
  if (!claims.recordRing(keyOf(ring), value, turn))
    loseRings(op, "cannot tell what the loop copies");
  if (!turn) {
    loseRings(op, "cannot tell which buffer is filled");
    return true;
  }
  std::int64_t ahead = ring.plan.ahead(), slots = ring.plan.slots;
  if (static_cast<std::int64_t>(ring.tiles.size()) != ahead)
    loseRings(op, "cannot tell which buffers are filled in front of the loop");
  for (auto [number, tile] : llvm::enumerate(ring.tiles)) {
    auto wanted = static_cast<std::int64_t>(number);
    std::int64_t place = ((*turn - ahead + wanted) % slots + slots) % slots;
    if (tile.index->kind != TermKind::Integer ||
        llvm::SignExtend64<32>(tile.index->data[0]) != place)
      loseRings(op, "expects tile " + llvm::Twine(wanted) + " in buffer " +
                        llvm::Twine(place));
    else if (tileOf(ring, value, wanted, /*isCertain=*/true) != tile.value)
      loseRings(op, "tile " + llvm::Twine(wanted) +
                        " in front of the loop is none of the loop's");
  }
  return true;
}

/// What a read of a ring gets.
TermRef FunctionTerms::readRing(Operation *op, TermRef slot) {
  Ring &ring = *ringOf(slot);
  const Claims::RingClaim &claim = claims.ringOf(keyOf(ring));
  std::optional<std::int64_t> read = turnOf(ring, slot->operands[0]);
  // Nobody knows in the first rounds.
  TermRef unknown = unknownOf(slot);
  if (!claim.copy || !claim.turn || !read) {
    loseRings(op, "cannot tell which buffer is read");
    return unknown;
  }
  std::int64_t slots = ring.plan.slots, ahead = ring.plan.ahead();
  std::int64_t last = ring.plan.isFilledBefore(op) ? ahead : ahead - 1;
  std::int64_t later =
      last - ((last - (*read - *claim.turn + ahead)) % slots + slots) % slots;
  if (later < 0)
    loseRings(op, "reads a buffer that nothing has filled in the first "
                  "iteration");
  else if (!ring.plan.isReady(op, later))
    loseRings(op, "reads a buffer whose copy nobody has waited for");
  else if (!ring.plan.isKept(op, later))
    loseRings(op, "reads a buffer that is filled again meanwhile");
  TermRef tile = tileOf(ring, claim.copy, later, /*isCertain=*/false);
  if (tile != nullptr)
    return tile;
  loseRings(op, "cannot tell what is copied from the number of the iteration");
  return unknown;
}

std::optional<bool> FunctionTerms::executeCopy(Operation *op) {
  if (!followsRings)
    return std::nullopt;
  if (auto copy = dyn_cast<ttg::AsyncCopyGlobalToLocalOp>(op)) {
    TermRef slot = valueOf(copy.getResult());
    slot = slot->kind == TermKind::Part ? slot->operands[0] : slot;
    if (!ringOf(slot))
      return stop(op, "cannot follow a copy into a buffer of no ring");
    TermRef pointer = valueOf(copy.getSrc());
    TermRef memory = memoryOf(regionsOf({op, pointer->bases}));
    set(copy.getToken(), terms.absent());
    return fillRing(
        op, slot,
        terms.load({.kind = TermKind::Load,
                    .type = copy.getResult().getType().getElementType(),
                    .operands = {memory, pointer, valueOrAbsent(copy.getMask()),
                                 valueOrAbsent(copy.getOther())}}));
  }
  if (auto copy = dyn_cast<ttng::AsyncTMACopyGlobalToLocalOp>(op);
      copy && isOfRings(valueOf(copy.getBarrier())))
    return copyBlock(copy);
  if (isa<ttg::AsyncCommitGroupOp, ttg::AsyncWaitOp>(op))
    return set(op->getResult(0), terms.absent());
  return executeBarrier(op);
}

/// If its condition is false, nothing is copied, as then nothing is expected.
bool FunctionTerms::copyBlock(ttng::AsyncTMACopyGlobalToLocalOp copy) {
  TermRef slot = valueOf(copy.getResult());
  slot = slot->kind == TermKind::Part ? slot->operands[0] : slot;
  Ring *ring = ringOf(slot);
  if (ring == nullptr)
    return stop(copy, "cannot follow a copy into a buffer of no ring");
  TermRef condition = valueOf(copy.getPred());
  std::size_t tile = *ring->plan.barriers->tileOf(copy);
  const BarrierPlan &barriers = *ring->plan.barriers;
  ttng::BarrierExpectOp expect = tile < barriers.before.size()
                                     ? barriers.before[tile].expect
                                     : barriers.inLoop.expect;
  if (valueOf(expect.getPred()) != condition)
    loseRings(copy, "is expected under another condition");
  TermRef block = blockOf(copy);
  return fillRing(copy, slot, terms.select(condition, block, unknownOf(slot)));
}

/// What is copied: what `tt.descriptor_load` would load.
TermRef FunctionTerms::blockOf(ttng::AsyncTMACopyGlobalToLocalOp copy) {
  ttg::MemDescType type = copy.getResult().getType();
  if (auto access = blockAccess(copy.getDesc(), copy.getCoord())) {
    TermRef memory = memoryOf(regionsOf({copy, access->pointer->bases}));
    return terms.load({.kind = TermKind::Load,
                       .type = type.getElementType(),
                       .operands = {memory, access->pointer, access->isInside,
                                    access->outside}});
  }
  TermRef descriptor = valueOf(copy.getDesc());
  TermList operands = {memoryOf(regionsOf({copy, descriptor->bases})),
                       descriptor};
  llvm::append_range(operands, valuesOf(copy.getCoord()));
  llvm::SmallVector<Word> data = {0};
  for (std::int64_t size : type.getShape())
    data.push_back(static_cast<Word>(size));
  TermRef whole =
      terms.raw({.kind = TermKind::Whole,
                 .type = type.getElementType(),
                 .name = OperationName(tt::DescriptorLoadOp::getOperationName(),
                                       copy.getContext())
                             .getAsOpaquePointer(),
                 .data = data,
                 .operands = operands});
  return terms.elements(whole, indexBitsOf(type));
}

/// What is in a slot that nobody has filled.
TermRef FunctionTerms::unknownOf(TermRef slot) {
  return terms.raw({.kind = TermKind::Whole,
                    .type = slot->type,
                    .data = {~Word(0), slot->data[0]}});
}

} // namespace heddle::equivalence
