//===- Sample.h - How many cases a test tries -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sanitizers make tests about seven times slower. There they look for misuse
/// of memory, which a part of the cases shows as well as all of them; whether
/// answers are right is up to the tests without sanitizers.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_SAMPLE_H
#define HEDDLE_TEST_UNIT_SAMPLE_H

namespace heddle {

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEDDLE_IS_SANITIZED 1
#endif
#endif

/// One of so many cases is tried.
#ifdef HEDDLE_IS_SANITIZED
inline constexpr unsigned SampledOneIn = 5;
#else
inline constexpr unsigned SampledOneIn = 1;
#endif

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_SAMPLE_H
