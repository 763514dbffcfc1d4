//===- Machine.h - Instructions and warps -----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a kernel is translated to, and what executes it. An instruction works
/// on all registers of a vector in all lanes of a warp: register r of a value
/// is an array of one element per lane, and register r + 1 follows it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_MACHINE_H
#define HEDDLE_LIB_SIM_MACHINE_H

#include "Mbarriers.h"
#include "Operand.h"
#include "PartitionTable.h"
#include "ProductTable.h"
#include "Profile.h"
#include "RegisterPool.h"
#include "SharedMemory.h"
#include "StartedCopies.h"
#include "Wavefronts.h"
#include "heddle/sim/Simulator.h"
#include "heddle/target/TensorMap.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <span>

namespace heddle::sim {

/// Registers begin where vectors of the host do.
inline constexpr std::uint32_t DataAlignment = 64;
/// So many masks are computed together: those of a value are a multiple.
inline constexpr std::uint32_t MasksTogether = 4;

struct Instruction;
struct Recording;
class OriginTrace;
struct Warp;
struct ThreadBlock;
class BlockCluster;

/// Executes one instruction. False if the warp cannot go on: it has ended,
/// waits at a barrier, or has trapped.
using Run = bool (*)(Warp &, const Instruction &);

struct Instruction {
  Run run = nullptr;
  /// Registers of the result; of stores and branches those of what is moved.
  std::uint32_t count = 1;
  /// Masks of each register, of ops that move words or halves: 1, or one for
  /// each byte.
  std::uint32_t parts = 1;
  /// Which op it is of.
  std::uint32_t op = 0;
  Operand result, a, b, c;
  /// What only some have: a number, the target of a branch, an index into a
  /// table.
  std::uint64_t immediate = 0;
  /// Of which kind it is, and instructions of the hardware that one execution
  /// by a warp is. Accesses count themselves.
  std::uint32_t cost = 0;
  InstructionClass kind = InstructionClass::None;
};

/// A buffer as blocks see it.
struct BufferView {
  std::uint64_t address = 0, size = 0;
  std::uint8_t *bytes = nullptr, *isDefined = nullptr;
  /// Everything is, and stays so: nothing makes memory undefined.
  bool isAllDefined = false;

  bool holds(std::uint64_t at, std::uint64_t count) const {
    return at >= address && at - address <= size &&
           count <= size - (at - address);
  }
};

/// An op of the kernel, for messages and counts.
struct OpFacts {
  mlir::Operation *op;
  mlir::Location loc;
  /// Words that are live in each thread while it is executed.
  std::uint32_t liveWords = 0;
};

/// The accesses of a `load` or `store`: number i moves `width` registers, from
/// register i * width on.
struct AccessTable {
  bool isShared = false, isStore = false;
  /// Of the cluster's blocks: addresses have the block's number in their high
  /// bits (`PeerShift`).
  bool isDistributed = false;
  bool hasPredicates = false, hasOther = false;
  /// `bases` are offsets from `buffer`.
  bool hasBuffer = false;
  /// Lanes that take no part get the other value, but it counts as undefined.
  bool isOtherUndefined = false;
  /// Elements are bits, of which only the lowest of a byte is one.
  bool isBits = false;
  unsigned width = 1, elementBytes = 4;
  llvm::SmallVector<std::int32_t> at, offsets;
  Operand bases, buffer, predicates, other;
  /// Masks of each register that is moved: `Instruction::parts`.
  unsigned parts = 1;

  /// Small matrices, `width` of them: addresses are of rows.
  bool isMatrix = false;
  /// Of matrices, or of what 16 lanes load: see `giverOf`.
  bool isTransposed = false;
  /// One side of copies from global to shared memory, whose other side is in
  /// the table before or behind it. Where `reads` is false, zeros are copied.
  bool isCopy = false, hasReads = false;
  Operand reads;
  /// A copy of boxes: its index in `Code::boxes`.
  std::uint32_t box = 0;
  bool isAtomic = false;
  simt::Atomic atomic = simt::Atomic::Add;
  mlir::Type element;

  unsigned bytes() const { return width * elementBytes; }
  /// Who loads element `index` that a lane gets by a transposed load, and as
  /// which of its own.
  std::pair<unsigned, unsigned> giverOf(unsigned lane, unsigned index) const {
    constexpr unsigned Group = 16;
    unsigned place = index * Group + lane % Group;
    return {lane / Group * Group + place / width, place % width};
  }
  /// Of shared memory.
  SharedInstruction instruction() const;
};

/// What `print` prints.
struct PrintTable {
  std::string format;
  struct Argument {
    Operand where;
    unsigned bytes;
    bool isFloat;
  };
  std::vector<Argument> arguments;
  std::optional<Operand> predicate;
};

/// Whose registers `observe` shows.
struct ObservedValue {
  std::uint64_t number = 0;
  unsigned bytes = 0;
};

/// What `box_load` and `box_store` copy.
struct BoxTable {
  /// One for each axis.
  std::vector<Operand> coordinates;
  Operand map, address, mbarrier;
  std::optional<Operand> predicates;
  /// The blocks of the cluster to which boxes come.
  std::optional<Operand> blocks;
  std::vector<std::int32_t> offsets, steps;
  std::uint32_t bytes = 0;
  std::optional<simt::BoxReduction> reduction;

  unsigned rank() const { return static_cast<unsigned>(coordinates.size()); }
};

/// Where `tensor_map` has the fields of a map, and which warp writes it.
struct MapTable {
  Operand to, scratch, tensor;
  std::vector<Operand> boxes, sizes, strides, steps;
  TensorMap::Element element = TensorMap::Element::F16;
  unsigned swizzle = 0, warp = 0;
  bool fillsNan = false;
};

struct Code {
  std::vector<Instruction> instructions;
  std::vector<OpFacts> ops;
  std::vector<AccessTable> accesses;
  /// Of `permute`: where each register comes from.
  std::vector<std::vector<Operand>> permutes;
  std::vector<ProductTable> products;
  std::vector<GroupTable> groups;
  std::vector<WaitTable> waits;
  std::vector<std::vector<std::uint32_t>> readers;
  std::vector<PrintTable> prints;
  std::vector<ObservedValue> observed;
  std::vector<BoxTable> boxes;
  std::vector<MapTable> maps;
  std::vector<PartitionTable> partitions;
  struct Argument {
    Operand where;
    unsigned bytes;
  };
  std::vector<Argument> arguments;
  /// Undefined constants: their masks stay empty.
  struct Poison {
    Operand where;
    unsigned count;
    mlir::Operation *op;
  };
  std::vector<Poison> poisons;
  /// Of `shared`: the bytes of the block's memory that it is.
  struct Piece {
    std::uint64_t at, bytes;
  };
  std::vector<Piece> pieces;
  /// What a warp's elements are at the beginning: constants, and a pattern that
  /// is likely to show where nothing has been computed.
  std::vector<std::uint8_t> data;
  std::vector<std::uint64_t> masks;
  /// All of the block, and the kernel's, which come first.
  unsigned warps = 1, kernelWarps = 1, lanes = 32;
  /// Of a thread when a program begins, if its warps exchange some.
  unsigned startRegisters = 0;
  /// Blocks of a program.
  unsigned clusterBlocks = 1;
  std::uint32_t sharedBytes = 0;
  /// Programs are executed one after the other: they may observe each other.
  bool isOrdered = false;
  /// Warps do not only meet at barriers of the block: what each knows of the
  /// others is followed.
  bool isTracked = false;
};

/// What is executed, which blocks only read, but for the bytes of buffers.
struct Execution {
  const Code &code;
  const Target &target;
  const GlobalMemory &memory;
  const Launch &launch;
  std::vector<BufferView> buffers;
  /// Of each table of accesses; of global memory they mean nothing.
  std::vector<Wavefronts> wavefronts;
  /// Where the program that is timed says what it does; null if none is.
  Recording *recording = nullptr;
  /// Told now and then how far a long program is: its number, and how many
  /// instructions its warps have executed. It stops if that gives false.
  std::function<bool(std::uint64_t number, std::uint64_t executed)> note;
  /// Follows undefined values; null if not requested.
  OriginTrace *origins = nullptr;

  Execution(const Code &code, const Target &target, GlobalMemory &memory,
            const Launch &launch);
};

enum class WarpState : std::uint8_t {
  Running,
  AtBarrier,
  AtClusterBarrier,
  AtMbarrier,
  AtPartitions,    ///< where they begin
  AtPartitionsEnd, ///< where they end
  AtRegisters,     ///< behind one of these, for those that it asks for
  Idle,            ///< in no partition
  Done,
  Trapped
};

struct Warp {
  ThreadBlock *block = nullptr;
  /// Elements, at multiples of what vectors of the host hold.
  struct alignas(DataAlignment) Line {
    std::array<std::uint8_t, DataAlignment> bytes;
  };
  std::vector<Line> data;
  std::vector<std::uint64_t> masks;
  std::uint32_t next = 0;
  /// 32 or 64.
  unsigned number = 0, lanes = 32;
  /// A bit for each lane.
  std::uint64_t all = 0;
  /// Barriers that the warp has passed, its own and the block's.
  std::uint32_t clock = 1;
  /// How often the program has read the time.
  std::uint64_t timesRead = 0;
  WarpState state = WarpState::Running;
  /// Groups of products, oldest first.
  std::vector<StartedGroup> underWay;
  /// Of each table, the masks of the result of the last group that is done: a
  /// wait is for all values, whichever it names.
  std::vector<std::vector<std::uint64_t>> doneMasks;
  /// Copies in groups, oldest first, and those that are in none yet.
  std::vector<std::vector<StartedCopy>> copyGroups;
  std::vector<StartedCopy> copies;
  /// The same of copies of boxes to global memory.
  std::vector<std::vector<StartedStore>> storeGroups;
  std::vector<StartedStore> boxStores;
  /// The part of the block that it is in, 0 for the kernel's own warps, and the
  /// number of that part's first warp.
  unsigned part = 0, first = 0;
  /// Where it waits, from when it stopped there until it goes on.
  std::optional<MbarrierWait> waiting;
  /// Lanes that have passed the wait, while others have not.
  std::uint64_t passed = 0;
  /// Tensor maps that its copies may use, and since when.
  std::map<std::uint64_t, std::uint64_t> acquiredMaps;

  unsigned numberInPart() const { return number - first; }

  /// The newest group under way of one of these tables; null if there is none.
  const StartedGroup *
  findUnderWay(const std::vector<std::uint32_t> &tables) const {
    auto found = std::find_if(
        underWay.rbegin(), underWay.rend(), [&](const StartedGroup &group) {
          return std::ranges::find(tables, group.table) != tables.end();
        });
    return found == underWay.rend() ? nullptr : &*found;
  }

  template <class T> T *at(Operand operand) {
    return reinterpret_cast<T *>(data.front().bytes.data() + operand.data);
  }
  std::uint64_t *masksAt(Operand operand) {
    return masks.data() + operand.masks;
  }
};

struct ThreadBlock {
  const Execution &execution;
  const Code &code;
  SharedMemory shared;
  /// What warps know of each other, if that is followed.
  Order order;
  Mbarriers mbarriers = Mbarriers(*this);
  RegisterPool registers;
  /// The last that have begun; null if none have.
  const PartitionTable *partitions = nullptr;
  /// Tensor maps that the program has written.
  struct WrittenMap {
    unsigned warp = 0;
    std::uint64_t time = 0;
  };
  std::map<std::uint64_t, WrittenMap> writtenMaps;
  /// Decides what of a group of copies to global memory comes first.
  Turns storeTurns = Turns(0, 0);
  /// Barriers that the block has passed, of all programs until now.
  std::uint32_t clock = 1;
  std::vector<Warp> warps;
  std::array<std::uint32_t, 3> program{};
  /// The other blocks, and this one's number among them; null if programs are
  /// one block each.
  BlockCluster *cluster = nullptr;
  unsigned rank = 0;
  /// Of the program.
  Profile profile;
  /// The last access to shared memory of each warp by each table of accesses:
  /// often it has been the same in the round or the program before.
  struct LastAccess {
    std::uint64_t lanes = 0;
    std::uint32_t offset = 0;
    Wavefronts::Time time;
    std::array<std::uint32_t, 64> bases;
  };
  std::vector<LastAccess> lastAccesses;
  std::optional<Trap> trap;

  explicit ThreadBlock(const Execution &execution);

  /// Runs all warps of a program to their end, or one to a trap.
  void run(std::uint64_t number);
  /// \name The same in parts, for the blocks of a cluster
  /// @{
  void begin(std::uint64_t number);
  /// Until they have ended, or all wait for the other blocks.
  void goOnWith(std::uint64_t number);
  /// Where the block waits for the other ones; null if it has ended.
  const Instruction *clusterBarrier() const;
  void passClusterBarrier();
  void endFlow();
  /// No warp can go on before other blocks have copied something.
  bool isStalled = false;
  /// The last `goOnWith` executed something.
  bool hasMoved = false;
  /// It is stalled, and nobody will.
  void stopStalled() { stopStuck(); }
  /// @}

  /// The buffer that has all of these bytes; null if none has.
  const BufferView *find(std::uint64_t address, std::uint64_t count) {
    if (recent < execution.buffers.size() &&
        execution.buffers[recent].holds(address, count))
      return &execution.buffers[recent];
    return findOther(address, count);
  }

  /// Warps of a part, and a bit for each.
  std::uint64_t warpsOf(unsigned part) const;
  void endPartition(Warp &warp);
  /// The lanes of a warp have waited for each other.
  void passWarpBarrier(Warp &warp);
  bool isRunning() const {
    return std::ranges::find(warps, WarpState::Running, &Warp::state) !=
           warps.end();
  }

private:
  void runWarps(std::uint64_t number);
  bool isRecorded() const {
    return execution.recording != nullptr && rank == 0 &&
           program == *execution.launch.timed;
  }
  /// The numbers of warps that can go on; how many they are.
  unsigned findRunning(std::array<unsigned, 64> &running) const;
  /// Executes that many instructions or fewer, if the warp cannot go on; how
  /// many they were.
  std::uint64_t takeTurn(Warp &warp, std::uint64_t most);
  std::uint64_t runWarp(Warp &warp, std::uint64_t most);
  /// The same, each of them recorded.
  std::uint64_t recordWarp(Warp &warp, std::uint64_t most);
  /// The same, undefined values being followed.
  std::uint64_t traceWarp(Warp &warp, std::uint64_t most);
  bool passBarrier();
  void leaveBarrier();
  /// All warps of the block have waited for each other.
  void meetAll();
  /// \name Of kernels whose warps are followed
  /// @{
  /// Lets parts go on whose warps have all come to where they stopped.
  void settle();
  bool passPartBarrier(unsigned part);
  bool enterPartitions();
  bool leavePartitions();
  void ask(Warp &warp, std::span<const simt::RegisterChange> changes);
  /// False after a trap: in no order do all get what they ask for.
  bool checkRegisters(Warp &first);
  void goOnWithRegisters(std::optional<unsigned> warp);
  void start(const PartitionTable &table,
             const PartitionTable::Partition &partition, unsigned part);
  /// No warp runs: something that is under way ends, or the program does, or
  /// it is stuck. Whether one runs then.
  bool goOn();
  /// Makes a change that can be made.
  bool changeRegisters();
  bool isAtClusterBarrier() const;
  void stopStuck();
  std::string stuckText() const;
  /// The program has ended: what its copies of boxes have read they write.
  void endStores();
  /// @}
  /// Says how far the program is, if it has executed many since that was said.
  /// False if the program is to stop.
  bool noteProgress(std::uint64_t number, std::uint64_t executed);
  const BufferView *findOther(std::uint64_t address, std::uint64_t count);

  /// Of the program: whose turn it is, and instructions that are left.
  Turns turns = Turns(0, 0);
  std::uint64_t instructionsLeft = 0;
  /// From how many instructions on progress is said next.
  std::uint64_t nextNote = 0;
  /// Where the last address was found, which is where the next one often is.
  std::size_t recent = 0;
};

/// Stops the warp; false, as what the instruction returns.
bool stop(Warp &warp, const Instruction &instruction, std::uint64_t lanes,
          std::string message);
/// The same where an operand, or the memory that it names, is undefined.
bool stopAtUndefined(Warp &warp, const Instruction &instruction,
                     std::uint64_t lanes, std::string message);

/// Jumps there. The warp's next instruction has been the one after this.
inline void jumpTo(Warp &warp, std::uint64_t target) {
  std::vector<std::int64_t> &flow = warp.block->profile.flow;
  --flow[warp.next];
  ++flow[target];
  warp.next = static_cast<std::uint32_t>(target);
}

/// A bit for each of 32 or 64 lanes, or fewer.
inline std::uint64_t allLanes(unsigned lanes) {
  return ~std::uint64_t(0) >> (64 - lanes);
}

/// A bit for each lane whose i1 is true.
inline std::uint64_t lanesWhere(const std::uint8_t *bits, unsigned lanes) {
  std::uint64_t found = 0;
  for (unsigned lane = 0; lane < lanes; lane += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, bits + lane, sizeof(eight));
    // Bit 0 of byte i moves to bit 56 + i.
    constexpr std::uint64_t Lowest = 0x0101010101010101U;
    constexpr std::uint64_t Gather = 0x0102040810204080U;
    found |= ((eight & Lowest) * Gather >> 56) << lane;
  }
  return found;
}

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_MACHINE_H
