//===- TranslateOps.cpp - Ops as instructions -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Translator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cstring>
#include <tuple>

namespace heddle::sim {

using namespace mlir;
using mlir::failure;

namespace {

std::uint64_t bitsOf(Attribute value) {
  if (auto number = dyn_cast<IntegerAttr>(value))
    return number.getValue().getBitWidth() == 1
               ? number.getValue().getZExtValue()
               : static_cast<std::uint64_t>(number.getValue().getSExtValue());
  return cast<FloatAttr>(value).getValue().bitcastToAPInt().getZExtValue();
}

} // namespace

LogicalResult Translator::translateOp(Operation *op) {
  for (Type type : op->getResultTypes())
    if (!isKnown(type))
      return refuse(op) << ": it has " << type;
  if (op->hasTrait<OpTrait::ConstantLike>())
    return translateConstant(op);
  llvm::StringRef dialect = op->getName().getDialectNamespace();
  bool isElementwise = dialect == "arith" || dialect == "math";
  if (!isElementwise && dialect != "simt")
    return translateFlow(op);
  std::size_t first = here();
  if (failed(isElementwise ? translateElementwise(op) : translateSimt(op)))
    return failure();
  if (here() != first)
    classify(code.instructions.back(), op);
  return success();
}

// The last instruction that an op became: those before it make copies of its
// operands. What accesses execute is counted when they do.
void Translator::classify(Instruction &each, Operation *op) {
  for (const simt::InstructionCount &counted : simt::instructionsOf(op)) {
    each.kind = counted.kind;
    each.cost = isAccess(counted.kind) ? 0 : counted.count;
  }
}

void Translator::addConstant(Value constant,
                             llvm::ArrayRef<std::uint64_t> numbers) {
  unsigned count = countOf(constant.getType());
  unsigned bytes = bytesOf(constant.getType());
  // It is there from the beginning on, so that nobody else may have its place,
  // not even before.
  Slot slot = {.where = {}, .count = count, .bytes = bytes};
  slot.where = {.data = data.takeNew(sizeOf(slot)),
                .masks = masks.takeNew(masksOf(count, 1))};
  slots[constant] = slot;
  std::vector<std::uint8_t> elements(std::size_t(count) * bytes * code.lanes);
  std::uint8_t *next = elements.data();
  for (std::uint64_t number : numbers)
    for (unsigned lane = 0; lane < code.lanes; ++lane, next += bytes)
      std::memcpy(next, &number, bytes);
  constants.push_back(
      {.where = slot.where, .count = count, .elements = std::move(elements)});
}

// Undefined for good: its masks are nobody else's, and stay empty.
void Translator::addPoison(ub::PoisonOp poison) {
  Value value = poison.getResult();
  Slot slot = {.where = {},
               .count = countOf(value.getType()),
               .bytes = bytesOf(value.getType())};
  slot.where = {.data = data.takeNew(sizeOf(slot)),
                .masks = masks.takeNew(masksOf(slot.count, 1))};
  slots[value] = slot;
  code.poisons.push_back(
      {.where = slot.where, .count = slot.count, .op = poison});
}

LogicalResult Translator::translateConstant(Operation *op) {
  if (auto poison = dyn_cast<ub::PoisonOp>(op)) {
    addPoison(poison);
    return success();
  }
  auto constant = dyn_cast<arith::ConstantOp>(op);
  if (!constant)
    return refuse(op);
  if (!isa<DenseElementsAttr, IntegerAttr, FloatAttr>(constant.getValue()))
    return refuse(op);
  llvm::SmallVector<std::uint64_t> numbers;
  if (auto list = dyn_cast<DenseElementsAttr>(constant.getValue()))
    for (Attribute each : list.getValues<Attribute>())
      numbers.push_back(bitsOf(each));
  else
    numbers.push_back(bitsOf(constant.getValue()));
  addConstant(constant, numbers);
  return success();
}

// The bits of a condition have one mask each.
Instruction &Translator::addSimple(Operation *op, Run run, unsigned parts) {
  std::array<Operand, 3> operands;
  for (auto [index, operand] : llvm::enumerate(op->getOperands()))
    operands[index] =
        of(operand, bytesOf(operand.getType()) == parts ? parts : 1);
  Operand result = define(op->getResult(0), parts);
  Instruction &each = add(op, run);
  each.count = countOf(op->getResult(0).getType());
  each.parts = parts;
  each.result = result;
  std::tie(each.a, each.b, each.c) = std::tuple_cat(operands);
  return each;
}

bool Translator::translatePartial(Operation *op) {
  if (!isa<arith::TruncIOp, arith::ExtUIOp>(op))
    return false;
  Value value = op->getOperand(0);
  Type type = op->getResult(0).getType();
  unsigned bytes = bytesOf(type), parts = partsOf(value);
  Run run = nullptr;
  if (isa<arith::TruncIOp>(op) && parts == 4 && bytes < 4 &&
      !getElementTypeOrSelf(type).isInteger(1))
    run = runs.truncateWordsRun(bytes);
  if (isa<arith::ExtUIOp>(op) && parts == 2 && bytes == 4)
    run = runs.runExtendHalves;
  if (run == nullptr)
    return false;
  Operand from = of(value, parts);
  Operand where = define(op->getResult(0), bytes);
  Instruction &each = add(op, run);
  each.count = countOf(type);
  std::tie(each.result, each.a) = std::tuple(where, from);
  return true;
}

LogicalResult Translator::translateElementwise(Operation *op) {
  if (op->getNumResults() == 2) {
    Run low = runs.lowRun(op), high = runs.highRun(op);
    if (low == nullptr || high == nullptr)
      return refuse(op);
    for (auto [result, run] :
         llvm::zip(op->getResults(), std::array<Run, 2>{low, high})) {
      Operand a = of(op->getOperand(0)), b = of(op->getOperand(1));
      Operand where = define(result);
      Instruction &each = add(op, run);
      each.count = countOf(result.getType());
      std::tie(each.result, each.a, each.b) = std::tuple(where, a, b);
    }
    return success();
  }
  if (op->getNumResults() != 1 || op->getNumOperands() == 0)
    return refuse(op);
  if (auto cast = dyn_cast<arith::BitcastOp>(op);
      cast && partsOf(cast.getIn()) == 1 &&
      bytesOf(cast.getIn().getType()) == bytesOf(cast.getType())) {
    rename(cast, cast.getIn());
    return success();
  }
  if (translatePartial(op))
    return success();
  bool isSelect = isa<arith::SelectOp>(op);
  Run run = isSelect ? runs.selectRun(op) : runs.integerRun(op);
  if (run == nullptr)
    run = runs.floatRun(op);
  if (run == nullptr)
    run = runs.castRun(op);
  if (run == nullptr)
    return refuse(op);
  // Which side is taken does not depend on what its bytes are.
  unsigned parts = isSelect ? std::max(partsOf(op->getOperand(1)),
                                       partsOf(op->getOperand(2)))
                            : 1;
  Instruction &each = addSimple(op, run, parts);
  if (isSelect)
    each.immediate = isa<VectorType>(op->getOperand(0).getType()) ? 1 : 0;
  return success();
}

/// The first of registers of one value that follow on each other; nothing if
/// it is about others.
static std::optional<unsigned> firstInOrder(simt::PermuteOp permute) {
  llvm::ArrayRef<std::int32_t> indices = permute.getIndices();
  if (permute.getSrcs().size() != 1)
    return std::nullopt;
  for (std::size_t index = 0; index < indices.size(); ++index)
    if (indices[index] != indices[0] + static_cast<std::int32_t>(index))
      return std::nullopt;
  return static_cast<unsigned>(indices[0]);
}

void Translator::translatePermute(simt::PermuteOp permute) {
  if (std::optional<unsigned> first = firstInOrder(permute)) {
    rename(permute, permute.getSrcs().front(), *first);
    return;
  }
  unsigned bytes = bytesOf(permute.getType()), parts = 1;
  for (Value source : permute.getSrcs())
    parts = std::max(parts, partsOf(source));
  llvm::SmallVector<Operand> all;
  for (Value source : permute.getSrcs()) {
    Operand first = of(source, parts);
    for (unsigned index = 0; index < countOf(source.getType()); ++index)
      all.push_back({.data = first.data + index * bytes * code.lanes,
                     .masks = first.masks + index * parts});
  }
  std::vector<Operand> from;
  for (std::int32_t index : permute.getIndices())
    from.push_back(all[static_cast<std::size_t>(index)]);
  Operand where = define(permute, parts);
  Instruction &each = add(permute, runs.permuteRun(bytes));
  each.count = countOf(permute.getType());
  each.parts = parts;
  each.result = where;
  each.immediate = code.permutes.size();
  code.permutes.push_back(std::move(from));
}

void Translator::translateToWords(simt::ToWordsOp words) {
  unsigned bytes = bytesOf(words.getSrc().getType());
  unsigned count = countOf(words.getSrc().getType());
  // What is known of each register is known of each of its bytes.
  if (bytes == WordBytes && partsOf(words.getSrc()) == 1) {
    rename(words, words.getSrc());
    return;
  }
  Operand from = of(words.getSrc());
  Operand where = define(words, 4);
  Instruction &each = add(words, runs.toWordsRun(bytes));
  each.count = countOf(words.getType());
  each.result = where;
  each.a = from;
  each.immediate = count;
}

void Translator::translatePrint(simt::PrintOp print) {
  PrintTable table = {
      .format = print.getFormat().str(), .arguments = {}, .predicate = {}};
  for (Value argument : print.getArguments())
    table.arguments.push_back({.where = of(argument),
                               .bytes = bytesOf(argument.getType()),
                               .isFloat = argument.getType().isF64()});
  code.isOrdered = true;
  if (print.getPredicate())
    table.predicate = of(print.getPredicate());
  add(print, runs.runPrint).immediate = code.prints.size();
  code.prints.push_back(std::move(table));
}

LogicalResult Translator::translateSimt(Operation *op) {
  auto simple = [&](Run run, unsigned parts = 1) -> Instruction & {
    return addSimple(op, run, parts);
  };
  auto axis = [](auto each) {
    return static_cast<std::uint64_t>(each.getAxis());
  };
  auto bytes = [](Value value) { return bytesOf(value.getType()); };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](simt::ThreadOp) {
        simple(runs.runThread);
        return success();
      })
      .Case([&](simt::ProgramOp program) {
        simple(runs.runProgram).immediate = axis(program);
        return success();
      })
      .Case([&](simt::ProgramsOp programs) {
        simple(runs.runPrograms).immediate = axis(programs);
        return success();
      })
      .Case([&](simt::SplatOp splat) {
        if (countOf(splat.getType()) == 1) {
          rename(splat, splat.getSrc());
          return success();
        }
        simple(runs.splatRun(bytes(splat)), partsOf(splat.getSrc()));
        return success();
      })
      .Case([&](simt::ExtractOp extract) {
        rename(extract, extract.getSrc(), extract.getIndex());
        return success();
      })
      .Case([&](simt::PermuteOp permute) {
        translatePermute(permute);
        return success();
      })
      .Case([&](simt::ToWordsOp words) {
        translateToWords(words);
        return success();
      })
      .Case([&](simt::FromWordsOp registers) {
        unsigned size = bytes(registers);
        if (size == WordBytes && partsOf(registers.getSrc()) == 1) {
          rename(registers, registers.getSrc());
          return success();
        }
        Operand from = of(registers.getSrc(), 4);
        Operand where = define(registers);
        Instruction &each = add(op, runs.fromWordsRun(size));
        each.count = countOf(registers.getType());
        each.result = where;
        each.a = from;
        bool isBits = getElementTypeOrSelf(registers.getType()).isInteger(1);
        each.immediate = isBits ? 1 : ~std::uint64_t(0);
        return success();
      })
      .Case([&](simt::BytePermuteOp permute) {
        Operand a = of(permute.getA(), 4), b = of(permute.getB(), 4);
        Operand selector = of(permute.getSelector());
        Operand where = define(permute, 4);
        Instruction &each = add(op, runs.runBytePermute);
        std::tie(each.result, each.a, each.b, each.c) =
            std::tuple(where, a, b, selector);
        return success();
      })
      .Case([&](simt::ShuffleXorOp shuffle) {
        simple(runs.runShuffleXor, partsOf(shuffle.getSrc())).immediate =
            shuffle.getLanes();
        return success();
      })
      .Case([&](simt::LaneReduceOp reduce) {
        simple(runs.runLaneReduce).immediate =
            static_cast<std::uint64_t>(reduce.getHow());
        return success();
      })
      .Case([&](simt::ShuffleIndexOp shuffle) {
        unsigned parts = partsOf(shuffle.getSrc());
        Operand from = of(shuffle.getSrc(), parts),
                lane = of(shuffle.getLane());
        Operand where = define(shuffle, parts);
        Instruction &each = add(op, runs.runShuffleIndex);
        each.parts = parts;
        std::tie(each.result, each.a, each.b) = std::tuple(where, from, lane);
        return success();
      })
      .Case([&](simt::ApproximateOp approximate) {
        Run run = runs.approximationRun(approximate.getFunction());
        simple(run);
        return success();
      })
      .Case([&](simt::ConvertFloatOp convert) -> LogicalResult {
        Run run = runs.floatConversionRun(convert);
        if (run == nullptr)
          return refuse(op);
        simple(run);
        return success();
      })
      .Case([&](simt::SharedOp shared) -> LogicalResult {
        if (!shared.getAt())
          return op->emitOpError() << "expects a place in shared memory; "
                                      "simt-allocate-shared gives it one";
        addConstant(shared, *shared.getAt());
        add(op, runs.runShared).immediate = code.pieces.size();
        code.pieces.push_back(
            {.at = *shared.getAt(), .bytes = shared.getBytes()});
        return success();
      })
      .Case([&](simt::LoadOp load) {
        translateLoad(load);
        return success();
      })
      .Case([&](simt::StoreOp store) {
        translateStore(store);
        return success();
      })
      .Case([&](simt::MatrixLoadOp load) {
        translateMatrixLoad(load);
        return success();
      })
      .Case([&](simt::MatrixStoreOp store) {
        translateMatrixStore(store);
        return success();
      })
      .Case([&](simt::AtomicOp atomic) {
        translateAtomic(atomic);
        return success();
      })
      .Case([&](simt::PrintOp print) {
        translatePrint(print);
        return success();
      })
      .Case([&](simt::AssertOp check) {
        Operand where = of(check.getCondition());
        Instruction &each = add(op, runs.runAssert);
        each.a = where;
        each.count = countOf(check.getCondition().getType());
        each.immediate = code.prints.size();
        code.prints.push_back({.format = check.getMessage().str(),
                               .arguments = {},
                               .predicate = {}});
        return success();
      })
      .Case([&](simt::BarrierOp barrier) {
        add(op, barrier.getScope() == simt::Scope::Warp ? runs.runWarpBarrier
                                                        : runs.runBlockBarrier);
        return success();
      })
      .Case([&](simt::ReturnOp) {
        add(op, runs.runReturn);
        return success();
      })
      .Default([&](Operation *) { return refuse(op); });
}

} // namespace heddle::sim
