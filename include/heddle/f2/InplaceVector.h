//===- InplaceVector.h - A bounded vector without heap ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `InplaceVector<T, N>`: at most N trivially copyable values stored in the
/// object itself. Construction touches no element and a copy touches only the
/// elements in use, so a matrix or a layout of a dozen columns copies in a few
/// nanoseconds although there is room for 64.
///
/// `ListRef<T>`: a read-only view as a function parameter, which also takes a
/// braced list: `f({1, 2, 3})`. It must not outlive the call.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_F2_INPLACEVECTOR_H
#define HEDDLE_F2_INPLACEVECTOR_H

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <type_traits>

namespace heddle {

template <class T> class ListRef : public std::span<const T> {
public:
  using std::span<const T>::span;
  constexpr ListRef(std::span<const T> list) : std::span<const T>(list) {}
  constexpr ListRef(std::initializer_list<T> list)
      : std::span<const T>(list.begin(), list.size()) {}
};

template <class T, unsigned Capacity> class InplaceVector {
  static_assert(std::is_trivially_copyable_v<T>);

public:
  InplaceVector() {}
  explicit InplaceVector(std::span<const T> values) {
    assert(values.size() <= Capacity);
    count = static_cast<std::uint32_t>(values.size());
    std::copy(values.begin(), values.end(), begin());
  }
  InplaceVector(const InplaceVector &other) { assign(other); }
  InplaceVector &operator=(const InplaceVector &other) {
    if (this != &other)
      assign(other);
    return *this;
  }

  static constexpr unsigned capacity() { return Capacity; }
  unsigned size() const { return count; }
  bool empty() const { return count == 0; }

  T *data() { return reinterpret_cast<T *>(storage); }
  const T *data() const { return reinterpret_cast<const T *>(storage); }
  T *begin() { return data(); }
  T *end() { return data() + count; }
  const T *begin() const { return data(); }
  const T *end() const { return data() + count; }
  T &operator[](std::size_t i) {
    assert(i < count);
    return data()[i];
  }
  const T &operator[](std::size_t i) const {
    assert(i < count);
    return data()[i];
  }
  T &back() { return (*this)[count - 1]; }
  const T &back() const { return (*this)[count - 1]; }

  void push_back(const T &value) {
    assert(count < Capacity);
    data()[count++] = value;
  }
  /// Elements beyond the old size are left for the caller to fill.
  void resizeUninitialized(unsigned size) {
    assert(size <= Capacity);
    count = size;
  }
  void clear() { count = 0; }

  operator std::span<const T>() const { return {data(), count}; }
  operator ListRef<T>() const { return ListRef<T>(data(), count); }

  friend bool operator==(const InplaceVector &a, const InplaceVector &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

private:
  /// Copies whole blocks of `BlockBytes`, which is faster than an exact copy
  /// of unknown length. Bytes past the last element are copied unseen.
  static constexpr std::size_t BlockBytes = 32;
  static constexpr std::size_t StorageBytes =
      (Capacity * sizeof(T) + BlockBytes - 1) / BlockBytes * BlockBytes;

  void assign(const InplaceVector &other) {
    count = other.count;
    for (std::size_t i = 0; i < count * sizeof(T); i += BlockBytes)
      std::memcpy(storage + i, other.storage + i, BlockBytes);
  }

  std::uint32_t count = 0;
  alignas(T) std::byte storage[StorageBytes];
};

} // namespace heddle

#endif // HEDDLE_F2_INPLACEVECTOR_H
