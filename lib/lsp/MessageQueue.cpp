//===- MessageQueue.cpp - Messages that wait for their answers ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MessageQueue.h"
#include "Nesting.h"

namespace heddle::lsp {

using llvm::lsp::ErrorCode;

namespace {

std::string idText(const llvm::json::Value &id) {
  return llvm::formatv("{0}", id);
}

bool isId(const llvm::json::Value &value) {
  return value.getAsInteger() || value.getAsString() || value.getAsNumber();
}

} // namespace

MessageQueue::MessageQueue(std::FILE *in, llvm::lsp::JSONStreamStyle style,
                           Hooks hooks)
    : JSONTransportInput(style), input(in, style), hooks(std::move(hooks)),
      reader([this] { read(); }) {}

MessageQueue::~MessageQueue() { reader.join(); }

MessageQueue::Message MessageQueue::inspect(std::string text) {
  Message message{
      .text = std::move(text), .head = {}, .error = {}, .reason = {}};
  auto fail = [&](ErrorCode code, std::string reason) {
    message.error = code;
    message.reason = std::move(reason);
    return message;
  };
  if (tooDeepAt(message.text))
    return fail(
        ErrorCode::ParseError,
        llvm::formatv("expects at most {0} levels of nesting", MaxNesting));
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(message.text);
  if (!json)
    return fail(ErrorCode::ParseError, llvm::toString(json.takeError()));
  const llvm::json::Object *object = json->getAsObject();
  if (object == nullptr)
    return fail(ErrorCode::InvalidRequest, "expects an object as a message");
  MessageHead &head = message.head;
  if (const llvm::json::Value *id = object->get("id"); id && isId(*id))
    head.id = *id;
  if (object->getString("jsonrpc") != llvm::StringRef("2.0"))
    return fail(ErrorCode::InvalidRequest,
                "expects \"jsonrpc\": \"2.0\" in a message");
  std::optional<llvm::StringRef> method = object->getString("method");
  bool hasId = head.id.kind() != llvm::json::Value::Null;
  bool isAnswer = object->get("result") || object->get("error");
  if (!method && !(hasId && isAnswer))
    return fail(ErrorCode::InvalidRequest,
                "expects \"method\" in a message that is no answer");
  if (object->get("id") && !hasId && !isAnswer)
    return fail(ErrorCode::InvalidRequest,
                "expects a number or a string as \"id\"");
  head.method = method.value_or("").str();
  head.isRequest = method && hasId;
  return message;
}

bool MessageQueue::notesCancelled(const Message &message) {
  if (message.error || message.head.method != "$/cancelRequest")
    return false;
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(message.text);
  if (!json) {
    llvm::consumeError(json.takeError());
    return true;
  }
  const llvm::json::Object *params = json->getAsObject()->getObject("params");
  const llvm::json::Value *id = params ? params->get("id") : nullptr;
  if (id == nullptr)
    return true;
  // Nothing to do for one that has been answered.
  for (const Message &each : waiting)
    if (each.head.isRequest && each.head.id == *id)
      cancelled.insert(idText(*id));
  return true;
}

void MessageQueue::read() {
  bool isLast = false;
  while (!isLast && !input.isEndOfInput() && !input.hasError()) {
    std::string text;
    if (failed(input.readMessage(text)))
      continue;
    Message message = inspect(std::move(text));
    isLast = !message.error && message.head.method == "exit";
    std::lock_guard lock(guard);
    if (!notesCancelled(message))
      waiting.push_back(std::move(message));
    arrived.notify_one();
  }
  std::lock_guard lock(guard);
  isAtEnd = true;
  arrived.notify_one();
}

bool MessageQueue::isEndOfInput() const {
  {
    std::lock_guard lock(guard);
    if (!waiting.empty())
      return false;
  }
  hooks.idle();
  std::unique_lock lock(guard);
  arrived.wait(lock, [&] { return isAtEnd || !waiting.empty(); });
  return waiting.empty();
}

std::optional<MessageQueue::Message> MessageQueue::take(bool &isCancelled) {
  std::lock_guard lock(guard);
  if (waiting.empty())
    return std::nullopt;
  Message message = std::move(waiting.front());
  waiting.pop_front();
  isCancelled =
      message.head.isRequest && cancelled.erase(idText(message.head.id)) != 0;
  return message;
}

llvm::LogicalResult MessageQueue::next(std::string &json) {
  while (true) {
    bool isCancelled = false;
    std::optional<Message> message = take(isCancelled);
    if (!message)
      return llvm::failure();
    const MessageHead &head = message->head;
    if (message->error) {
      hooks.fail(head.id, *message->error, message->reason);
    } else if (isCancelled) {
      hooks.fail(head.id, ErrorCode::RequestCancelled, "cancelled");
    } else if (std::optional<ErrorCode> code = hooks.refuses(head)) {
      if (head.isRequest)
        hooks.fail(head.id, *code,
                   *code == ErrorCode::ServerNotInitialized
                       ? "expects 'initialize' first"
                       : "nothing is answered after 'shutdown'");
    } else {
      json = std::move(message->text);
      return llvm::success();
    }
  }
}

} // namespace heddle::lsp
