//===- MessageQueue.h - Messages that wait for their answers ----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The input of a JSON transport, read on a thread of its own, so that a server
/// knows what else has arrived while it was busy: requests that were cancelled
/// before their turn are never begun, and a document is parsed once after a
/// burst of edits.
///
/// Everything that is no message of the protocol ends here, with an answer that
/// says what is wrong: LLVM's transport would stop, or overflow its stack.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LSP_MESSAGEQUEUE_H
#define HEDDLE_LIB_LSP_MESSAGEQUEUE_H

#include "llvm/Support/LSP/Transport.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>

namespace heddle::lsp {

/// What a message is, without its parameters.
struct MessageHead {
  /// Null of notifications, and where it cannot be read.
  llvm::json::Value id = nullptr;
  bool isRequest = false;
  /// Empty of answers.
  std::string method;
};

class MessageQueue final : public llvm::lsp::JSONTransportInput {
public:
  struct Hooks {
    /// There is nothing to read right now: time for work that was put off.
    std::function<void()> idle;
    /// Why a message is not to be handled, if it is not.
    std::function<std::optional<llvm::lsp::ErrorCode>(const MessageHead &)>
        refuses;
    /// Answers a request, or what could be one, with an error.
    std::function<void(const llvm::json::Value &id, llvm::lsp::ErrorCode,
                       const std::string &)>
        fail;
  };

  MessageQueue(std::FILE *in, llvm::lsp::JSONStreamStyle style, Hooks hooks);
  /// The thread ends with the input, or behind `exit`.
  ~MessageQueue() final;

  bool hasError() const final { return false; }
  /// Waits for a message, or for the end.
  bool isEndOfInput() const final;
  llvm::LogicalResult readDelimitedMessage(std::string &json) final {
    return next(json);
  }
  llvm::LogicalResult readStandardMessage(std::string &json) final {
    return next(json);
  }

private:
  struct Message {
    std::string text;
    MessageHead head;
    /// What is wrong with it, if anything is.
    std::optional<llvm::lsp::ErrorCode> error;
    std::string reason;
  };

  /// What a text is, and what is wrong with it.
  static Message inspect(std::string text);
  /// Notes the request that a `$/cancelRequest` is about; false of other
  /// messages. The guard is held.
  bool notesCancelled(const Message &message);
  /// What the thread does.
  void read();
  llvm::LogicalResult next(std::string &json);
  /// Takes the next one; nothing at the end.
  std::optional<Message> take(bool &isCancelled);

  llvm::lsp::JSONTransportInputOverFile input;
  Hooks hooks;
  mutable std::mutex guard;
  mutable std::condition_variable arrived;
  std::deque<Message> waiting;
  std::set<std::string> cancelled;
  bool isAtEnd = false;
  std::thread reader;
};

} // namespace heddle::lsp

#endif // HEDDLE_LIB_LSP_MESSAGEQUEUE_H
