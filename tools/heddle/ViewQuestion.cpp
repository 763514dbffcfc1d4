//===- ViewQuestion.cpp - What the viewer shows first ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ViewQuestion.h"
#include "heddle/answers/PageQuestion.h"
#include "heddle/encoding/Version.h"

namespace heddle {

namespace {

using json = nlohmann::ordered_json;

/// Asks as the page will, and keeps the answers.
class Questions {
public:
  Outcome<json> ask(const json &question) {
    std::string text =
        question.dump(-1, ' ', false, json::error_handler_t::replace);
    Result<std::string> answer = answerPage(text);
    if (!answer)
      return tl::unexpected(
          Failure{std::move(answer.error()), ErrorKind::Refusal});
    json parsed = json::parse(*answer);
    // A page that asks itself is smaller than one with large answers.
    constexpr std::size_t MostBytes = std::size_t(1) << 18;
    if (answer->size() <= MostBytes)
      answers[text] = {{"schema", PageSchema}, {"ok", parsed}};
    return parsed;
  }
  json take() { return std::move(answers); }

private:
  json answers = json::object();
};

Outcome<json> askLayout(Questions &questions, const ViewQuestion &question,
                        const std::string &text) {
  return questions.ask({{"ask", "layout"},
                        {"text", text},
                        {"tensor", question.tensor},
                        {"triton", question.triton}});
}

/// The type with its layout, and its kind.
struct ViewedType {
  std::string type, kind;
};
Outcome<ViewedType> readType(Questions &questions, const ViewQuestion &question,
                             const std::string &text) {
  Outcome<json> answer = askLayout(questions, question, text);
  if (!answer)
    return tl::unexpected(std::move(answer.error()));
  const json &report = (*answer)["report"];
  if (!report.contains("type"))
    return tl::unexpected(
        Failure{{.reason = concat("expects two types with layouts, but got '",
                                  text, "'"),
                 .witness = {},
                 .remedy = "an expression stands alone: heddle view 'A * B'"},
                ErrorKind::Refusal});
  return ViewedType{report["type"], (*answer)["kind"]};
}

/// What two types are asked, in the order of the page's keys.
json questionOf(const ViewQuestion &question, const ViewedType &first,
                const ViewedType &second) {
  if (first.kind != second.kind) {
    bool isFirstShared = first.kind == "shared";
    return {{"ask", "banks"},
            {"registers", (isFirstShared ? second : first).type},
            {"shared", (isFirstShared ? first : second).type},
            {"target", question.target},
            {"op", question.op}};
  }
  if (question.target.empty())
    return {{"ask", "diff"}, {"a", first.type}, {"b", second.type}};
  return {{"ask", "convert"},
          {"from", first.type},
          {"to", second.type},
          {"target", question.target}};
}

Outcome<json> viewTwo(Questions &questions, const ViewQuestion &question) {
  Outcome<ViewedType> first =
      readType(questions, question, question.layouts[0]);
  if (!first)
    return tl::unexpected(std::move(first.error()));
  Outcome<ViewedType> second =
      readType(questions, question, question.layouts[1]);
  if (!second)
    return tl::unexpected(std::move(second.error()));
  json asked = questionOf(question, *first, *second);
  json state = {{"view", asked["ask"]}};
  for (const auto &[key, value] : asked.items())
    if (key != "ask")
      state[key] = value;
  if (asked["ask"] == "convert") {
    json trace = asked;
    trace["ask"] = "trace";
    // What is too large to follow has a plan all the same.
    (void)questions.ask(trace);
    asked["pareto"] = true;
  }
  if (Outcome<json> answer = questions.ask(asked); !answer)
    return answer;
  return state;
}

Outcome<json> viewOne(Questions &questions, const ViewQuestion &question) {
  const std::string &text = question.layouts.front();
  if (Outcome<json> answer = askLayout(questions, question, text); !answer)
    return answer;
  json state = {{"view", "layout"}, {"text", text}};
  if (!question.tensor.empty())
    state["tensor"] = question.tensor;
  if (question.triton != factsOf(NewestTriton).name)
    state["triton"] = question.triton;
  return state;
}

} // namespace

Outcome<json> viewLayouts(const ViewQuestion &question) {
  Questions questions;
  Outcome<json> state = question.layouts.size() == 1
                            ? viewOne(questions, question)
                            : viewTwo(questions, question);
  if (!state)
    return state;
  (void)questions.ask({{"ask", "targets"}});
  return json{{"state", std::move(*state)}, {"answers", questions.take()}};
}

} // namespace heddle
