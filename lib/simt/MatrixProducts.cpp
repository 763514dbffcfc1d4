//===- MatrixProducts.cpp - Products of matrices --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "heddle/simt/Simt.h"
#include "heddle/target/MatrixInstruction.h"
#include "mlir/IR/DialectImplementation.h"

namespace heddle::simt {

using namespace mlir;
using mlir::failure;
using enum InstructionClass;

//===----------------------------------------------------------------------===//
// The instruction
//===----------------------------------------------------------------------===//

ProductAttr ProductAttr::get(MLIRContext *context, const MatrixInstruction &row,
                             unsigned columns, const MatrixTypes &types) {
  bool isAmd =
      row.family == MatrixFamily::Mfma || row.family == MatrixFamily::Wmma;
  return get(context, row.m, columns, row.k, types.a, types.b, types.c,
             types.scale, isAmd ? std::optional(row.set) : std::nullopt);
}

MatrixTypes ProductAttr::types() const {
  return {getA(), getB(), getC(), getScale()};
}

const MatrixInstruction *ProductAttr::findOfGroup() const {
  return findInstruction(MatrixFamily::Wgmma, getM(), getN(), getK(), types());
}

const MatrixInstruction *ProductAttr::findOfWarp() const {
  return getSet() ? findInstruction(*getSet(), getM(), getN(), getK(), types())
                  : findInstruction(MatrixFamily::Mma, getM(), getN(), getK(),
                                    types());
}

void ProductAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (getSet())
    printer << nameOf(*getSet()) << " ";
  printer << "m" << getM() << "n" << getN() << "k" << getK();
  for (ScalarType type : {getA(), getB(), getC()})
    printer << " " << nameOf(type);
  if (getScale())
    printer << " by " << nameOf(*getScale());
  printer << ">";
}

/// "m16n8k16": false if that is not what the text is.
static bool readShape(StringRef text, std::array<unsigned, 3> &sizes) {
  for (auto [letter, size] : llvm::zip(StringRef("mnk"), sizes))
    if (!text.consume_front(StringRef(&letter, 1)) ||
        text.consumeInteger(10, size))
      return false;
  return text.empty();
}

static FailureOr<ScalarType> readType(AsmParser &parser) {
  SMLoc at = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return failure();
  std::optional<ScalarType> found = findScalarType(name);
  if (!found)
    return parser.emitError(at, "expects an element type, but got ") << name;
  return *found;
}

Attribute ProductAttr::parse(AsmParser &parser, Type) {
  StringRef shape;
  std::array<unsigned, 3> sizes{};
  if (parser.parseLess())
    return {};
  SMLoc start = parser.getCurrentLocation();
  if (parser.parseKeyword(&shape))
    return {};
  std::optional<MatrixSet> set = findMatrixSet(shape);
  if (set) {
    start = parser.getCurrentLocation();
    if (parser.parseKeyword(&shape))
      return {};
  }
  if (!readShape(shape, sizes)) {
    parser.emitError(start, "expects a shape like m16n8k16, but got ") << shape;
    return {};
  }
  std::array<ScalarType, 3> types{};
  for (ScalarType &type : types) {
    FailureOr<ScalarType> read = readType(parser);
    if (failed(read))
      return {};
    type = *read;
  }
  std::optional<ScalarType> scale;
  if (succeeded(parser.parseOptionalKeyword("by"))) {
    FailureOr<ScalarType> read = readType(parser);
    if (failed(read))
      return {};
    scale = read;
  }
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), sizes[0], sizes[1], sizes[2], types[0],
             types[1], types[2], scale, set);
}

//===----------------------------------------------------------------------===//
// Verifying
//===----------------------------------------------------------------------===//

Type elementOf(MLIRContext *context, ScalarType type) {
  switch (type) {
  case ScalarType::F16:
    return Float16Type::get(context);
  case ScalarType::BF16:
    return BFloat16Type::get(context);
  case ScalarType::TF32:
  case ScalarType::F32:
    return Float32Type::get(context);
  case ScalarType::F64:
    return Float64Type::get(context);
  case ScalarType::E4M3:
    return Float8E4M3FNType::get(context);
  case ScalarType::E5M2:
    return Float8E5M2Type::get(context);
  case ScalarType::E4M3Fnuz:
    return Float8E4M3FNUZType::get(context);
  case ScalarType::E5M2Fnuz:
    return Float8E5M2FNUZType::get(context);
  // In pairs.
  case ScalarType::E2M1:
    return IntegerType::get(context, 8);
  default:
    return IntegerType::get(context, bitsOf(type));
  }
}

/// Fragments of an operand: how many its registers hold.
static FailureOr<unsigned> countFragments(Operation *op, Value registers,
                                          ScalarType type,
                                          const MatrixInstruction &instruction,
                                          MatrixOperand operand,
                                          unsigned columns) {
  auto vector = cast<VectorType>(registers.getType());
  if (vector.getElementType() != elementOf(op->getContext(), type))
    return op->emitOpError()
           << "expects registers of " << nameOf(type) << ", but got " << vector;
  Result<LinearLayout> fragment = fragmentOf(instruction, operand, columns);
  if (!fragment)
    return op->emitOpError() << fragment.error().reason;
  auto size = static_cast<unsigned>(fragment->inSize(Dim::Register));
  unsigned count = registerCount(vector);
  if (count == 0 || count % size != 0)
    return op->emitOpError() << "expects fragments of " << size
                             << " registers, but got " << vector;
  return count / size;
}

/// Of numbers that are none of fragments.
static constexpr unsigned AnyNumber = ~0U;

/// Three numbers each, of so many fragments.
static LogicalResult verifyNumbers(Operation *op,
                                   ArrayRef<std::int32_t> products,
                                   std::array<unsigned, 3> counts) {
  if (products.size() % 3 != 0)
    return op->emitOpError() << "expects three numbers for each product, but "
                                "got "
                             << products.size();
  for (std::size_t index = 0; index < products.size(); ++index) {
    unsigned count = counts[index % 3];
    if (count != AnyNumber && (products[index] < 0 ||
                               static_cast<unsigned>(products[index]) >= count))
      return op->emitOpError()
             << "expects one of " << count << " fragments, but got number "
             << products[index];
  }
  return success();
}

static const MatrixInstruction *checkRow(Operation *op, ProductAttr product,
                                         const MatrixInstruction *row) {
  if (row == nullptr)
    op->emitOpError() << "expects an instruction that there is, but got "
                      << product;
  return row;
}

/// Of an `mma` or a `scaled_mma`: its factors, sums, and products.
template <class Op>
static LogicalResult verifyProducts(Op op, const MatrixInstruction &row) {
  ProductAttr product = op.getInstruction();
  FailureOr<unsigned> a = countFragments(op, op.getA(), product.getA(), row,
                                         MatrixOperand::A, product.getN());
  FailureOr<unsigned> b = countFragments(op, op.getB(), product.getB(), row,
                                         MatrixOperand::B, product.getN());
  FailureOr<unsigned> c = countFragments(op, op.getC(), product.getC(), row,
                                         MatrixOperand::C, product.getN());
  if (failed(a) || failed(b) || failed(c))
    return failure();
  return verifyNumbers(op, op.getProducts(), {*a, *b, *c});
}

LogicalResult MmaOp::verify() {
  ProductAttr product = getInstruction();
  const MatrixInstruction *row = checkRow(*this, product, product.findOfWarp());
  if (row == nullptr)
    return failure();
  if (product.getScale())
    return emitOpError() << "expects an instruction without scales, but got "
                         << product;
  return verifyProducts(*this, *row);
}

LogicalResult ScaledMmaOp::verify() {
  ProductAttr product = getInstruction();
  const MatrixInstruction *row = checkRow(*this, product, product.findOfWarp());
  if (row == nullptr)
    return failure();
  if (!product.getScale())
    return emitOpError() << "expects an instruction with scales, but got "
                         << product;
  if (failed(verifyProducts(*this, *row)))
    return failure();
  std::array<unsigned, 4> limits = {};
  for (auto [scales, operand, limit] :
       {std::tuple(getAScales(), MatrixOperand::ScaleA, limits.data()),
        std::tuple(getBScales(), MatrixOperand::ScaleB, limits.data() + 2)}) {
    FailureOr<unsigned> count = countFragments(
        *this, scales, *product.getScale(), *row, operand, product.getN());
    if (failed(count))
      return failure();
    limit[0] = *count;
    limit[1] = 1U << suppliersOf(*row, operand).size();
  }
  if (getScales().size() != std::size_t(4) * productCount())
    return emitOpError() << "expects four numbers of scales for each of "
                         << productCount() << " products, but got "
                         << getScales().size();
  for (auto [index, number] : llvm::enumerate(getScales()))
    if (number < 0 || static_cast<unsigned>(number) >= limits[index % 4])
      return emitOpError() << "expects one of " << limits[index % 4]
                           << (index % 2 == 0 ? " fragments" : " lanes")
                           << " of scales, but got number " << number;
  return success();
}

LogicalResult GroupMmaOp::verify() {
  ProductAttr product = getInstruction();
  const MatrixInstruction *row =
      checkRow(*this, product, product.findOfGroup());
  if (row == nullptr)
    return failure();
  if (getD().getType() != getC().getType())
    return emitOpError() << "expects a result of " << getC().getType()
                         << ", but got " << getD().getType();
  if (bool(getA()) == bool(getAAddress()))
    return emitOpError() << "expects A either in registers or at an address";
  unsigned fragmentsOfA = AnyNumber;
  if (getA()) {
    FailureOr<unsigned> a = countFragments(*this, getA(), product.getA(), *row,
                                           MatrixOperand::A, product.getN());
    if (failed(a))
      return failure();
    fragmentsOfA = *a;
  } else if (!getADescriptor()) {
    return emitOpError() << "expects a descriptor of A";
  }
  FailureOr<unsigned> c = countFragments(*this, getC(), product.getC(), *row,
                                         MatrixOperand::C, product.getN());
  if (failed(c))
    return failure();
  return verifyNumbers(*this, getProducts(), {fragmentsOfA, AnyNumber, *c});
}

LogicalResult GroupWaitOp::verify() {
  if (getRegisters().getTypes() == getResults().getTypes())
    return success();
  return emitOpError() << "expects results of " << getRegisters().getTypes()
                       << ", but got " << getResults().getTypes();
}

unsigned MmaOp::instructionCount() {
  return productCount() * getInstruction().findOfWarp()->parts;
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

// What is under way, what waits for it and what lets it see stores all stay in
// order.
using Effects = llvm::SmallVectorImpl<MemoryEffects::EffectInstance>;

void GroupMmaOp::getEffects(Effects &effects) { addAllEffects(effects); }
void GroupWaitOp::getEffects(Effects &effects) { addAllEffects(effects); }
void ProxyFenceOp::getEffects(Effects &effects) { addAllEffects(effects); }

//===----------------------------------------------------------------------===//
// Products of warp groups
//===----------------------------------------------------------------------===//

InstructionCounts GroupMmaOp::getInstructions() {
  return {{MatrixProduct, productCount()}, {InstructionClass::Fence, 2}};
}
// Only descriptors say where in shared memory the tiles are.
MemoryAccesses GroupMmaOp::getAccesses() {
  auto tiles = [](Value address) {
    return beginning(Asynchrony::Products, Space::Shared, /*reads=*/true,
                     /*writes=*/false, address);
  };
  MemoryAccesses accesses = {tiles(getBAddress())};
  if (getAAddress())
    accesses.push_back(tiles(getAAddress()));
  return accesses;
}
std::optional<Scope> GroupMmaOp::getSynchronizedScope() { return std::nullopt; }

InstructionCounts GroupWaitOp::getInstructions() {
  return one(InstructionClass::Fence, 1);
}
// Without addresses it may be for any group.
MemoryAccesses GroupWaitOp::getAccesses() {
  auto tiles = [](Value address) {
    return ending(Asynchrony::Products, /*reads=*/true, /*writes=*/false,
                  address);
  };
  if (getRead().empty())
    return {tiles(Value())};
  return llvm::map_to_vector<1>(getRead(), tiles);
}
std::optional<Scope> GroupWaitOp::getSynchronizedScope() {
  return std::nullopt;
}

InstructionCounts ProxyFenceOp::getInstructions() {
  return one(InstructionClass::Fence, 1);
}
MemoryAccesses ProxyFenceOp::getAccesses() { return {}; }
std::optional<Scope> ProxyFenceOp::getSynchronizedScope() {
  return std::nullopt;
}

} // namespace heddle::simt
