//===- EvaluateProducts.cpp - Products of matrices ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "heddle/ir/Ttng.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// A matrix as numbers that sums can be made of.
template <class T> std::vector<T> numbersOf(const Tensor &tensor) {
  std::vector<T> numbers;
  numbers.reserve(tensor.elements.size());
  for (Bits bits : tensor.elements) {
    if constexpr (std::is_floating_point_v<T>)
      numbers.push_back(toDouble(bits, tensor.element));
    else
      numbers.push_back(signedOf(bits, tensor.element));
  }
  return numbers;
}

/// Sums are kept in full until the end.
template <class T>
void addProducts(const Tensor &a, const Tensor &b, std::vector<T> &sums,
                 std::size_t batch, std::size_t m, std::size_t n,
                 std::size_t k) {
  std::vector<T> left = numbersOf<T>(a), right = numbersOf<T>(b);
  for (std::size_t item = 0; item < batch; ++item)
    for (std::size_t row = 0; row < m; ++row)
      for (std::size_t depth = 0; depth < k; ++depth) {
        T factor = left[(item * m + row) * k + depth];
        const T *from = &right[(item * k + depth) * n];
        T *to = &sums[(item * m + row) * n];
        for (std::size_t column = 0; column < n; ++column)
          to[column] += factor * from[column];
      }
}

Tensor zerosLike(const Tensor &tensor) {
  Tensor zeros = tensor;
  std::fill(zeros.elements.begin(), zeros.elements.end(), 0);
  return zeros;
}

bool runDot(Evaluator &evaluator, tt::DotOp op) {
  Tensor result;
  if (!multiply(evaluator, op, evaluator.tensor(op.getA()),
                evaluator.tensor(op.getB()), evaluator.tensor(op.getC()),
                result))
    return false;
  evaluator.set(op.getResult(), std::move(result));
  return true;
}

//===----------------------------------------------------------------------===//
// Blocks with scales
//===----------------------------------------------------------------------===//

/// The format of an operand's elements; of two in a byte, E2M1.
Type formatOf(MLIRContext *context, tt::ScaledElement element) {
  switch (element) {
  case tt::ScaledElement::E4M3:
    return Float8E4M3FNType::get(context);
  case tt::ScaledElement::E5M2:
    return Float8E5M2Type::get(context);
  case tt::ScaledElement::E2M3:
    return Float6E2M3FNType::get(context);
  case tt::ScaledElement::E3M2:
    return Float6E3M2FNType::get(context);
  case tt::ScaledElement::E2M1:
    return Float4E2M1FNType::get(context);
  case tt::ScaledElement::BF16:
    return BFloat16Type::get(context);
  case tt::ScaledElement::FP16:
    break;
  }
  return Float16Type::get(context);
}

/// A matrix of such elements as numbers of 64 bits, times its scales. Axis
/// `depth` is K; the scales' last axis is K in blocks.
Tensor scaled(const Tensor &source, Type format, bool isPackedAlongK,
              const Tensor *scales, unsigned depth) {
  MLIRContext *context = format.getContext();
  unsigned other = 1 - depth;
  bool isPacked = widthOf(format) == 4;
  Tensor result{Float64Type::get(context), source.shape, {}};
  unsigned packed = isPackedAlongK ? depth : other;
  if (isPacked)
    result.shape[packed] *= 2;
  result.elements.resize(sizeOf(result.shape));
  Type scaleFormat = Float8E8M0FNUType::get(context);
  for (std::size_t at = 0; at < result.elements.size(); ++at) {
    Shape place = placeOf(at, result.shape), from = place;
    unsigned shift = 0;
    if (isPacked) {
      shift = place[packed] % 2 != 0 ? 4 : 0;
      from[packed] /= 2;
    }
    Bits bits = source.elements[numberOf(from, source.shape)] >> shift;
    double value = toDouble(cut(bits, format), format);
    if (scales != nullptr) {
      std::int64_t block = result.shape[depth] / scales->shape[1];
      Shape where = {place[other], place[depth] / block};
      Bits scale = scales->elements[numberOf(where, scales->shape)];
      value *= toDouble(scale, isFloat(scales->element) ? scales->element
                                                        : scaleFormat);
    }
    result.elements[at] = fromDouble(value, result.element);
  }
  return result;
}

bool runDotScaled(Evaluator &evaluator, tt::DotScaledOp op) {
  const Tensor &a = evaluator.tensor(op.getA());
  const Tensor &b = evaluator.tensor(op.getB());
  if (a.shape.size() != 2)
    return evaluator.refuse(op);
  auto scales = [&](Value value) {
    return value ? &evaluator.tensor(value) : nullptr;
  };
  MLIRContext *context = op.getContext();
  Tensor left = scaled(a, formatOf(context, op.getAElemType()),
                       op.getLhsKPack(), scales(op.getAScale()), 1);
  Tensor right = scaled(b, formatOf(context, op.getBElemType()),
                        op.getRhsKPack(), scales(op.getBScale()), 0);
  Tensor result;
  if (!multiply(evaluator, op, left, right, evaluator.tensor(op.getC()),
                result))
    return false;
  evaluator.set(op.getResult(), std::move(result));
  return true;
}

//===----------------------------------------------------------------------===//
// Of warp groups, and in tensor memory
//===----------------------------------------------------------------------===//

Tensor operandOf(Evaluator &evaluator, Value value) {
  const Datum &datum = evaluator.get(value);
  if (const auto *tensor = std::get_if<TensorRef>(&datum))
    return **tensor;
  return contentsOf(*std::get<ViewRef>(datum));
}

bool runGroupDot(Evaluator &evaluator, ttng::WarpGroupDotOp op) {
  // The sums of the product before are those that this one goes on with.
  TensorRef c =
      evaluator.underWay.sumsOf(std::get<TensorRef>(evaluator.get(op.getC())));
  Tensor result;
  if (!multiply(evaluator, op, operandOf(evaluator, op.getA()),
                operandOf(evaluator, op.getB()),
                evaluator.isOn(op.getUseC()) ? *c : zerosLike(*c), result))
    return false;
  if (!op.getIsAsync()) {
    evaluator.set(op.getResult(), std::move(result));
    return true;
  }
  std::vector<View> factors;
  for (Value factor : std::array<Value, 2>{op.getA(), op.getB()})
    if (const auto *view = std::get_if<ViewRef>(&evaluator.get(factor)))
      factors.push_back(**view);
  evaluator.set(op.getResult(), Datum(evaluator.underWay.startProduct(
                                    std::move(result), std::move(factors))));
  return true;
}

bool runGroupDotWait(Evaluator &evaluator, ttng::WarpGroupDotWaitOp op) {
  if (!evaluator.check(op,
                       evaluator.underWay.waitForProducts(op.getPendings())))
    return false;
  for (auto [input, output] : llvm::zip(op.getInputs(), op.getOutputs())) {
    Datum datum = evaluator.get(input);
    if (const auto *tensor = std::get_if<TensorRef>(&datum))
      datum = evaluator.underWay.waited(*tensor);
    evaluator.set(output, std::move(datum));
  }
  return true;
}

bool runTensorMemoryProduct(Evaluator &evaluator, ttng::TCGen5MMAOp op) {
  if (op.getToken())
    evaluator.set(op.getToken(), Datum());
  if (!evaluator.isOn(op.getPred()))
    return true;
  if (op.getTwoCtas())
    return evaluator.refuse(op);
  const View &sums = evaluator.view(op.getD());
  Tensor c = contentsOf(sums), result;
  if (!evaluator.isOn(op.getUseD()))
    c = zerosLike(c);
  if (!multiply(evaluator, op, operandOf(evaluator, op.getA()),
                operandOf(evaluator, op.getB()), c, result))
    return false;
  fill(sums, result);
  return true;
}

} // namespace

bool multiply(Evaluator &evaluator, Operation *op, const Tensor &a,
              const Tensor &b, const Tensor &c, Tensor &result) {
  std::size_t rank = a.shape.size();
  if (rank < 2)
    return evaluator.refuse(op);
  auto m = static_cast<std::size_t>(a.shape[rank - 2]);
  auto k = static_cast<std::size_t>(a.shape[rank - 1]);
  auto n = static_cast<std::size_t>(b.shape[rank - 1]);
  std::size_t batch = a.elements.size() / (m * k);
  if (!evaluator.spend(op, batch * m * n * k / 8))
    return false;
  result = c;
  if (isFloat(c.element)) {
    std::vector<double> sums = numbersOf<double>(c);
    addProducts(a, b, sums, batch, m, n, k);
    for (auto [bits, sum] : llvm::zip(result.elements, sums))
      bits = fromDouble(sum, c.element);
    return true;
  }
  std::vector<std::int64_t> sums = numbersOf<std::int64_t>(c);
  addProducts(a, b, sums, batch, m, n, k);
  for (auto [bits, sum] : llvm::zip(result.elements, sums))
    bits = cut(static_cast<Bits>(sum), c.element);
  return true;
}

void addProductExecutors(ExecutorTable &table) {
  table.add<tt::DotOp>(runDot);
  table.add<tt::DotScaledOp>(runDotScaled);
  table.add<ttng::WarpGroupDotOp>(runGroupDot);
  table.add<ttng::WarpGroupDotWaitOp>(runGroupDotWait);
  table.add<ttng::TCGen5MMAOp>(runTensorMemoryProduct);
}

} // namespace heddle::equivalence
