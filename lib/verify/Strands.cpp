//===- Strands.cpp - Programs that run side by side -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Strands.h"

#include <thread>

namespace heddle::equivalence {

void Strands::passOn() {
  for (std::size_t more = 1; more <= hasEnded.size(); ++more) {
    std::size_t next = (current + more) % hasEnded.size();
    if (hasEnded[next])
      continue;
    current = next;
    break;
  }
  turned.notify_all();
}

void Strands::run(const std::vector<std::function<void()>> &bodies) {
  hasEnded.assign(bodies.size(), false);
  current = idle = 0;
  std::vector<std::thread> threads;
  threads.reserve(bodies.size());
  for (std::size_t number = 0; number < bodies.size(); ++number)
    threads.emplace_back([&, number] {
      std::unique_lock lock(mutex);
      turned.wait(lock, [&] { return current == number; });
      lock.unlock();
      bodies[number]();
      lock.lock();
      hasEnded[number] = true;
      idle = 0;
      passOn();
    });
  for (std::thread &thread : threads)
    thread.join();
}

bool Strands::waitUntil(const std::function<bool()> &succeeds) {
  while (!succeeds()) {
    std::unique_lock lock(mutex);
    std::size_t own = current, others = 0;
    for (bool has : hasEnded)
      others += has ? 0 : 1;
    if (++idle > others)
      return false;
    passOn();
    turned.wait(lock, [&] { return current == own; });
  }
  idle = 0;
  return true;
}

} // namespace heddle::equivalence
