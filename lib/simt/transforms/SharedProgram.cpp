//===- SharedProgram.cpp - Who accesses shared memory ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedProgram.h"
#include "ThreadValues.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle {

using namespace mlir;

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

namespace {

bool isSharedAccess(Operation *op) {
  if (isa<simt::MatrixLoadOp, simt::MatrixStoreOp>(op))
    return true;
  if (auto load = dyn_cast<simt::LoadOp>(op))
    return load.getSpace() == simt::Space::Shared;
  if (auto store = dyn_cast<simt::StoreOp>(op))
    return store.getSpace() == simt::Space::Shared;
  if (auto atomic = dyn_cast<simt::AtomicOp>(op))
    return atomic.getSpace() == simt::Space::Shared;
  return false;
}

/// What waits for global memory.
bool isSlow(Operation *op) {
  auto load = dyn_cast<simt::LoadOp>(op);
  return load && load.getSpace() == simt::Space::Global;
}

class GraphBuilder {
public:
  explicit GraphBuilder(PointGraph &graph) : graph(graph) {}

  /// Points of a region; the way leads there from each of `from`. The result is
  /// where it leaves the region.
  llvm::SmallVector<unsigned> add(Region &region,
                                  llvm::ArrayRef<unsigned> from);

private:
  unsigned point(Operation *op, llvm::ArrayRef<unsigned> from) {
    auto number = static_cast<unsigned>(graph.points.size());
    graph.points.push_back({op, {}});
    for (unsigned before : from)
      edge(before, number);
    return number;
  }
  void edge(unsigned from, unsigned to) {
    graph.points[from].next.push_back(to);
  }
  /// The last point of an op that has regions.
  unsigned addRegions(Operation *op, unsigned last);

  PointGraph &graph;
};

llvm::SmallVector<unsigned> GraphBuilder::add(Region &region,
                                              llvm::ArrayRef<unsigned> from) {
  llvm::DenseMap<Block *, unsigned> heads;
  llvm::SmallVector<std::pair<unsigned, Block *>> branches;
  llvm::SmallVector<unsigned> ends;
  for (Block &block : region) {
    unsigned last = point(
        nullptr, &block == &region.front() ? from : llvm::ArrayRef<unsigned>());
    heads[&block] = last;
    for (Operation &op : block) {
      bool isEnd = op.hasTrait<OpTrait::IsTerminator>();
      if (!isEnd && op.getNumRegions() == 0 && !isSharedAccess(&op) &&
          !isSlow(&op) && !isa<simt::SharedOp, simt::BarrierOp>(op))
        continue;
      last = point(&op, last);
      if (op.getNumRegions() != 0)
        last = addRegions(&op, last);
    }
    if (block.empty() || block.back().getNumSuccessors() == 0)
      ends.push_back(last);
    else
      for (Block *successor : block.back().getSuccessors())
        branches.emplace_back(last, successor);
  }
  for (auto [last, successor] : branches)
    edge(last, heads[successor]);
  return ends;
}

unsigned GraphBuilder::addRegions(Operation *op, unsigned last) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    unsigned head = point(nullptr, last);
    for (unsigned end : add(loop.getRegion(), head))
      edge(end, head);
    return point(nullptr, head);
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    llvm::SmallVector<unsigned> ends = add(branch.getThenRegion(), last);
    if (branch.getElseRegion().empty())
      ends.push_back(last);
    else
      ends.append(add(branch.getElseRegion(), last));
    return point(nullptr, ends);
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    unsigned head = point(nullptr, last);
    llvm::SmallVector<unsigned> decided = add(loop.getBefore(), head);
    for (unsigned end : add(loop.getAfter(), decided))
      edge(end, head);
    return point(nullptr, decided);
  }
  // Any of them, any number of times.
  unsigned head = point(nullptr, last);
  for (Region &region : op->getRegions())
    for (unsigned end : add(region, head))
      edge(end, head);
  return point(nullptr, head);
}

} // namespace

PointGraph::PointGraph(simt::KernelOp kernel) {
  GraphBuilder(*this).add(kernel.getBody(), {});
}

//===----------------------------------------------------------------------===//
// Lives
//===----------------------------------------------------------------------===//

namespace {

using Sets = std::vector<llvm::BitVector>;

unsigned definedAt(const PointGraph::Point &point, const SharedPieces &pieces) {
  auto piece = dyn_cast_or_null<simt::SharedOp>(point.op);
  return piece ? pieces.numberOf(piece) : ~0U;
}

/// Pieces that have begun on some way to behind each point.
Sets begunBehind(const PointGraph &graph, const SharedPieces &pieces) {
  auto count = static_cast<unsigned>(pieces.pieces().size());
  Sets begun(graph.points.size(), llvm::BitVector(count));
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (auto [point, here] : llvm::zip(graph.points, begun)) {
      if (unsigned piece = definedAt(point, pieces); piece < count)
        here.set(piece);
      for (unsigned next : point.next) {
        hasChanged = hasChanged || here.test(begun[next]);
        begun[next] |= here;
      }
    }
  }
  return begun;
}

/// Pieces that are accessed on some way from behind each point before they
/// begin again.
Sets accessedBehind(const PointGraph &graph, const SharedPieces &pieces) {
  auto count = static_cast<unsigned>(pieces.pieces().size());
  Sets before(graph.points.size(), llvm::BitVector(count));
  Sets behind = before;
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (std::size_t number = graph.points.size(); number-- > 0;) {
      const PointGraph::Point &point = graph.points[number];
      for (unsigned next : point.next)
        behind[number] |= before[next];
      llvm::BitVector live = behind[number];
      if (unsigned piece = definedAt(point, pieces); piece < count)
        live.reset(piece);
      if (point.op != nullptr && isSharedAccess(point.op))
        live |= pieces.of(point.op->getOperand(0));
      hasChanged = hasChanged || live != before[number];
      before[number] = live;
    }
  }
  return behind;
}

} // namespace

// Where one begins, those live that have begun and are accessed later; nowhere
// else do more.
LivePieces livesOf(const PointGraph &graph, const SharedPieces &pieces) {
  LivePieces result;
  for (simt::SharedOp piece : pieces.pieces())
    result.pieces.push_back({piece.getBytes(), piece.getAlignment()});
  Sets begun = begunBehind(graph, pieces);
  Sets accessed = accessedBehind(graph, pieces);
  for (auto [number, point] : llvm::enumerate(graph.points)) {
    unsigned piece = definedAt(point, pieces);
    if (piece >= result.pieces.size())
      continue;
    llvm::BitVector live = begun[number];
    live &= accessed[number];
    live.set(piece);
    result.moments.emplace_back(live.set_bits_begin(), live.set_bits_end());
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {

class FootprintBuilder {
public:
  FootprintBuilder(simt::KernelOp kernel, const SharedPieces &pieces)
      : lanes(kernel.getLanes()), threads(kernel.getWarps() * lanes),
        sharedBytes(kernel.getSharedBytes()), pieces(pieces), values(threads) {}

  template <class Op> Footprint ofVectors(Op op) {
    const ThreadValues::Registers &bases = values.of(op.getBases());
    const ThreadValues::Registers *predicates =
        op.getPredicates() ? &values.of(op.getPredicates()) : nullptr;
    Footprint footprint;
    for (unsigned thread = 0; thread < threads; ++thread)
      for (auto [index, at] : llvm::enumerate(op.getAt())) {
        const ThreadValues::Register &base =
            bases[static_cast<std::size_t>(at)];
        if (base.empty())
          return anywhere(op.getBases());
        if (predicates != nullptr && !(*predicates)[index].empty() &&
            (*predicates)[index][thread] == 0)
          continue;
        auto address = static_cast<std::uint32_t>(
            static_cast<std::uint32_t>(base[thread]) +
            static_cast<std::uint32_t>(op.getOffsets()[index]));
        footprint.add(address, op.getAccessBytes(),
                      Toucher::only(thread, thread / lanes));
      }
    footprint.finish();
    return footprint;
  }

  /// Which lane has which bytes: see `simt.matrix_load`.
  template <class Op>
  Footprint ofMatrices(Op op, unsigned count, Value predicate) {
    constexpr unsigned Rows = 8, UnitBytes = 2;
    const ThreadValues::Register &base = values.of(op.getAddress()).front();
    if (base.empty())
      return anywhere(op.getAddress());
    const ThreadValues::Register *takesPart =
        predicate ? &values.of(predicate).front() : nullptr;
    Footprint footprint;
    for (unsigned thread = 0; thread < threads; ++thread) {
      if (takesPart != nullptr && !takesPart->empty() &&
          (*takesPart)[thread] == 0)
        continue;
      unsigned lane = thread % lanes;
      for (unsigned unit = 0; unit < 2 * count; ++unit) {
        unsigned along = lane % 4 * 2 + unit % 2, across = lane / 4;
        unsigned row = op.getTransposed() ? along : across;
        unsigned column = op.getTransposed() ? across : along;
        unsigned giver = thread - lane + unit / 2 * Rows + row;
        auto address =
            static_cast<std::uint32_t>(static_cast<std::uint32_t>(base[giver]) +
                                       op.getOffset() + column * UnitBytes);
        footprint.add(address, UnitBytes,
                      Toucher::only(thread, thread / lanes));
      }
    }
    footprint.finish();
    return footprint;
  }

  Footprint of(Operation *op) {
    auto wordsOf = [](Type type) {
      return static_cast<unsigned>(cast<VectorType>(type).getNumElements());
    };
    return llvm::TypeSwitch<Operation *, Footprint>(op)
        .Case<simt::LoadOp, simt::StoreOp>(
            [&](auto access) { return ofVectors(access); })
        .Case([&](simt::MatrixLoadOp load) {
          return ofMatrices(load, wordsOf(load.getType()), Value());
        })
        .Case([&](simt::MatrixStoreOp store) {
          return ofMatrices(store, wordsOf(store.getValue().getType()),
                            store.getPredicate());
        })
        .Default(
            [&](Operation *other) { return anywhere(other->getOperand(0)); });
  }

  /// All bytes of the pieces in which it may be.
  Footprint anywhere(Value address) {
    Footprint footprint;
    llvm::BitVector candidates = pieces.of(address);
    for (unsigned number : candidates.set_bits()) {
      simt::SharedOp piece = pieces.pieces()[number];
      footprint.add(piece.getAt().value_or(0), piece.getBytes(),
                    Toucher::anyone());
    }
    if (candidates.none())
      footprint.add(0, std::max(1U, sharedBytes), Toucher::anyone());
    footprint.finish();
    return footprint;
  }

private:
  unsigned lanes, threads, sharedBytes;
  const SharedPieces &pieces;
  ThreadValues values;
};

/// Accesses that count as one, the last of those that there are.
struct Run {
  bool isLoad = false;
  llvm::BitVector where;
  std::vector<Footprint> footprints;

  bool goesOn(bool load, const llvm::BitVector &pieces,
              const Footprint &footprint) const {
    return !footprints.empty() && load == isLoad && pieces == where &&
           (load || llvm::all_of(footprints, [&](const Footprint &each) {
              return conflictOf(each, footprint) == Waiting::None;
            }));
  }
  void finish(SharedAccesses &accesses) {
    if (footprints.empty())
      return;
    Footprint &all = accesses.accesses.back().footprint;
    for (const Footprint &footprint : footprints)
      all.add(footprint);
    all.finish();
    footprints.clear();
  }
};

Waiting waitingOf(simt::BarrierOp barrier) {
  return barrier.getScope() == simt::Scope::Warp ? Waiting::Warp
                                                 : Waiting::Block;
}

} // namespace

// Accesses of one kind to the same pieces that follow each other at once, as a
// plan has them, count as one where they do not conflict: whoever waits for one
// waits for all.
SharedAccesses accessesOf(simt::KernelOp kernel, const PointGraph &graph,
                          const SharedPieces &pieces) {
  FootprintBuilder footprints(kernel, pieces);
  SharedAccesses result;
  Run run;
  for (const PointGraph::Point &from : graph.points) {
    SharedAccesses::Point &to = result.points.emplace_back();
    to.next.assign(from.next.begin(), from.next.end());
    to.isSlow = from.op != nullptr && isSlow(from.op);
    to.isPlace = from.op != nullptr && !to.isSlow;
    if (auto barrier = dyn_cast_or_null<simt::BarrierOp>(from.op))
      to.barrier = waitingOf(barrier);
    if (from.op == nullptr || !isSharedAccess(from.op)) {
      run.finish(result);
      continue;
    }
    // Atomic accesses of anybody to anything, among which nobody waits.
    if (auto atomic = dyn_cast<simt::AtomicOp>(from.op)) {
      run.finish(result);
      to.access = static_cast<unsigned>(result.accesses.size());
      result.accesses.push_back(
          {true, true, footprints.anywhere(atomic.getAddresses())});
      continue;
    }
    bool isLoad = isa<simt::LoadOp, simt::MatrixLoadOp>(from.op);
    Footprint footprint = footprints.of(from.op);
    llvm::BitVector where = pieces.of(from.op->getOperand(0));
    if (!run.goesOn(isLoad, where, footprint)) {
      run.finish(result);
      to.access = static_cast<unsigned>(result.accesses.size());
      result.accesses.push_back({isLoad, !isLoad, {}});
      run.isLoad = isLoad;
      run.where = where;
    } else {
      // A barrier here would not be behind all of the run.
      to.isPlace = false;
    }
    run.footprints.push_back(std::move(footprint));
  }
  run.finish(result);
  return result;
}

} // namespace heddle
