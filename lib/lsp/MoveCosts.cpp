//===- MoveCosts.cpp - What moving a tensor costs -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MoveCosts.h"
#include "Printing.h"
#include "heddle/answers/BanksReport.h"
#include "heddle/answers/ConvertReport.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/ir/Ttg.h"
#include "heddle/layout/Text.h"
#include "heddle/view/PlainText.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle::lsp {

using namespace mlir;

namespace {

/// A move between two types.
struct Move {
  enum class Kind { Convert, Load, Store };
  Kind kind;
  Type registers, other;
};

/// Nothing of other ops.
std::optional<Move> moveOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Move>>(op)
      .Case([](ttg::ConvertLayoutOp convert) {
        return Move{Move::Kind::Convert, convert.getSrc().getType(),
                    convert.getType()};
      })
      .Case([](ttg::LocalLoadOp load) {
        return Move{Move::Kind::Load, load.getType(), load.getSrc().getType()};
      })
      .Case([](ttg::LocalStoreOp store) {
        return Move{Move::Kind::Store, store.getSrc().getType(),
                    store.getDst().getType()};
      })
      .Case([](ttg::LocalAllocOp alloc) -> std::optional<Move> {
        if (!alloc.getSrc())
          return std::nullopt;
        return Move{Move::Kind::Store, alloc.getSrc().getType(),
                    alloc.getType()};
      })
      .Default(std::nullopt);
}

/// Both layouts of a move, if a warp of the target can execute it.
struct MoveLayouts {
  LinearLayout registers, other;
  unsigned elementBits;
};

std::optional<MoveLayouts> layoutsOf(const Move &move, const Target &target) {
  // Programs of longer ones are longer than anyone reads.
  constexpr unsigned MostRegisterBits = 12, MostOffsetBits = 20;
  Result<LinearLayout> registers = ir::linearLayoutOf(move.registers);
  Result<LinearLayout> other = ir::linearLayoutOf(move.other);
  unsigned bits = ir::elementBits(move.registers);
  if (!registers || !other || bits == 0 ||
      registers->inSize(Dim::Lane) != target.lanes ||
      registers->inBits(Dim::Register) > MostRegisterBits ||
      other->inBits(Dim::Offset) > MostOffsetBits ||
      registers->inSize(Dim::Warp) > target.blockThreads / target.lanes)
    return std::nullopt;
  return MoveLayouts{*registers, *other, bits};
}

std::string cyclesText(double cycles) {
  return concat("~", static_cast<std::uint64_t>(std::llround(cycles)),
                " cycles");
}

std::string ratioText(const Wavefronts &wavefronts) {
  if (wavefronts.minimum == 0)
    return "1.0x";
  return decimalText(static_cast<double>(wavefronts.actual) /
                     static_cast<double>(wavefronts.minimum)) +
         "x";
}

std::string convertText(const Conversion &conversion) {
  const ProgramCounts &counts = conversion.counts;
  if (conversion.strategy == Strategy::Nothing)
    return "free: each register stays where it is";
  if (conversion.strategy == Strategy::Registers)
    return concat("registers only", std::llround(conversion.cycles) == 0
                                        ? ""
                                        : ", " + cyclesText(conversion.cycles));
  std::string text;
  auto add = [&](const std::string &part) {
    text += concat(text.empty() ? "" : ", ", part);
  };
  if (conversion.program.scratchBytes != 0)
    add(bytesText(conversion.program.scratchBytes) + " shared");
  if (counts.shuffles != 0)
    add(countText(counts.shuffles / counts.warps, "shuffle") + " a warp");
  if (counts.stores + counts.loads != 0)
    add(concat(countText(counts.stores / counts.warps, "store"), " + ",
               countText(counts.loads / counts.warps, "load"), " a warp"));
  if (std::uint64_t barriers =
          counts.blockBarriers + counts.clusterBarriers + counts.warpBarriers)
    add(countText(barriers, "barrier"));
  if (counts.stores + counts.loads != 0)
    add("conflicts " + ratioText({counts.write.actual + counts.read.actual,
                                  counts.write.minimum + counts.read.minimum}));
  add(cyclesText(conversion.cycles));
  return text;
}

MoveCost priceConvert(const MoveLayouts &layouts, const Target &target) {
  Result<Conversion> conversion =
      planConversion(layouts.registers, layouts.other, layouts.elementBits,
                     target, {.isCheapestOnly = true});
  if (!conversion)
    return {concat("not possible on ", target.name, ": ",
                   conversion.error().reason),
            0, 0};
  return {convertText(*conversion), conversion->cycles,
          conversion->program.scratchBytes};
}

std::optional<MoveCost> priceAccess(const Move &move,
                                    const MoveLayouts &layouts,
                                    const Target &target) {
  const Encoding &encoding = *ir::encodingOf(move.other);
  if (encoding.kind() != EncodingKind::Shared)
    return std::nullopt;
  SharedTensor memory = {.layout = layouts.other,
                         .paddings = paddingsOf(encoding),
                         .elementBits = std::max(8U, layouts.elementBits),
                         .alignment = std::max(16U, alignmentOf(encoding))};
  AccessKind kind =
      move.kind == Move::Kind::Load ? AccessKind::Load : AccessKind::Store;
  Result<SharedAccess> access =
      cheapestAccess(layouts.registers, memory, 0, kind, target);
  if (!access)
    return std::nullopt;
  std::uint64_t warps = layouts.registers.inSize(Dim::Warp);
  double cycles = cyclesOf(*access, warps, target);
  return MoveCost{concat(access->instructions, " ",
                         instructionText(access->instruction, kind, target),
                         access->isTransposed ? " (transposed)" : "",
                         " a warp, conflicts ",
                         ratioText({access->wavefronts, access->ideal}), ", ",
                         cyclesText(cycles)),
                  cycles, 0};
}

} // namespace

ChosenTarget targetFor(ModuleOp module, const Target *preferred) {
  if (const Target *named = ir::targetOf(module))
    return {named, true};
  auto lanes = module->getAttrOfType<IntegerAttr>(ttg::LanesAttr);
  if (preferred != nullptr && (!lanes || lanes.getInt() == preferred->lanes))
    return {preferred, false};
  // It warns of chips without a row, which is no news to who writes the file.
  ScopedDiagnosticHandler handler(module.getContext(),
                                  [](Diagnostic &) { return success(); });
  return {&ir::assumedTargetOf(module), false};
}

std::optional<MoveCost> MoveCosts::of(Operation *op, const Target &target) {
  std::optional<Move> move = moveOf(op);
  if (!move)
    return std::nullopt;
  std::optional<MoveLayouts> layouts = layoutsOf(*move, target);
  if (!layouts)
    return std::nullopt;
  // Types of two contexts are never the same; texts are.
  std::string key =
      concat(static_cast<int>(move->kind), printed(move->registers),
             printed(move->other), target.name);
  auto [found, isNew] = known.try_emplace(std::move(key));
  if (isNew)
    found->second = move->kind == Move::Kind::Convert
                        ? priceConvert(*layouts, target)
                        : priceAccess(*move, *layouts, target);
  return found->second;
}

llvm::StringRef moveName(Operation *op) {
  if (!moveOf(op))
    return "";
  return isa<ttg::ConvertLayoutOp>(op) ? "convert"
                                       : op->getName().stripDialect();
}

std::string planText(Operation *op, const Target &target) {
  std::optional<Move> move = moveOf(op);
  if (!move || !layoutsOf(*move, target))
    return "";
  Result<TensorType> registers = ir::tensorType(move->registers);
  Result<TensorType> other = ir::tensorType(move->other);
  if (!registers || !other)
    return "";
  Result<std::string> from = toText(*registers);
  Result<std::string> to = toText(*other);
  if (!from || !to)
    return "";
  NamedText chip = {"target", std::string(target.name)};
  if (move->kind == Move::Kind::Convert) {
    Result<ConvertAnswer> answer = answerConvert({.from = {"source", *from},
                                                  .to = {"result", *to},
                                                  .target = chip,
                                                  .tensor = "",
                                                  .options = {}},
                                                 {}, NewestTriton);
    return answer ? heddle::convertText(*answer, NewestTriton).value_or("")
                  : answer.error().text();
  }
  bool isLoad = move->kind == Move::Kind::Load;
  Result<BanksAnswer> answer =
      answerBanks({.registers = {"registers", *from},
                   .shared = {"memory", *to},
                   .target = chip,
                   .op = {"op", isLoad ? "load" : "store"},
                   .tensor = ""},
                  {}, NewestTriton);
  return answer ? banksText(*answer, NewestTriton).value_or("") : "";
}

std::string bytesText(std::uint64_t bytes) {
  constexpr std::uint64_t Kilobyte = 1024;
  if (bytes < Kilobyte)
    return countText(bytes, "byte");
  std::string text = decimalText(static_cast<double>(bytes) / Kilobyte);
  if (text.ends_with(".0"))
    text.resize(text.size() - 2);
  return text + " KB";
}

std::uint64_t bufferBytes(Operation *op) {
  auto alloc = dyn_cast<ttg::LocalAllocOp>(op);
  if (!alloc)
    return 0;
  ttg::MemDescType type = alloc.getType();
  Result<LinearLayout> layout = ir::linearLayoutOf(type);
  Result<TensorType> tensor = ir::tensorType(type);
  if (!layout || !tensor || !layout->hasIn(Dim::Offset))
    return 0;
  std::uint64_t elements = paddedOffset(paddingsOf(*ir::encodingOf(type)),
                                        layout->inSize(Dim::Offset) - 1) +
                           1;
  for (std::size_t dim = 0; dim < tensor->leadingDims(); ++dim)
    elements *= tensor->shape[dim];
  return elements * std::max(8U, tensor->element.bits) / 8;
}

} // namespace heddle::lsp
