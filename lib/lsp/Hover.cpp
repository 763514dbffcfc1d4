//===- Hover.cpp - What stands under the cursor ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Hover.h"
#include "LayoutAt.h"
#include "Lenses.h"
#include "Occurrence.h"
#include "Printing.h"
#include "heddle/ir/Layout.h"
#include "heddle/view/PlainText.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace heddle::lsp {

using namespace mlir;

namespace {

std::string nameOf(Operation *op) {
  return llvm::json::fixUTF8(op->getName().getStringRef());
}

/// Writes about what one text names.
class Writer {
public:
  Writer(const ParsedText &parsed, MoveCosts &costs,
         const HoverOptions &options)
      : parsed(parsed), costs(costs), options(options),
        chosen(targetFor(parsed.module(), options.target)) {}

  std::string operator()(Occurrence::Op op) {
    std::string text = code(nameOf(op->op));
    std::vector<ParsedText::Origin> origins = parsed.originsOf(op->op);
    if (!origins.empty())
      text += concat(", from ", origins.front().path, ":", origins.front().line,
                     ":", origins.front().column);
    text += "\n\n";
    if (isa<FunctionOpInterface>(op->op))
      text +=
          concat(functionSummary(op->op, costs, chosen).value_or(""), "\n\n");
    if (std::optional<MoveCost> cost = costs.of(op->op, *chosen.target)) {
      text += concat("on ", chosen.target->name,
                     chosen.isNamed ? "" : ", as the module names no target",
                     ": ", cost->text, "\n\n");
      std::string plan = planText(op->op, *chosen.target);
      if (!plan.empty())
        text += preformatted(plan, options.markup);
    }
    return concat(text, "Generic form:\n\n",
                  preformatted(printedGeneric(op->op), options.markup, "mlir"));
  }

  std::string operator()(Value value) {
    std::string text;
    if (auto result = dyn_cast<OpResult>(value))
      text = concat("result #", result.getResultNumber(), " of ",
                    code(nameOf(result.getOwner())));
    else if (auto argument = dyn_cast<BlockArgument>(value))
      text = concat("argument #", argument.getArgNumber(), " of ",
                    blockText(argument.getOwner()));
    return concat(text, "\n\n", typeText(value.getType()), usesText(value));
  }

  std::string operator()(Block *block) {
    std::string text = blockText(block) + "\n\n";
    std::string list;
    for (Block *from : block->getPredecessors())
      list += concat(list.empty() ? "" : ", ", blockName(from));
    if (!list.empty())
      text += concat("reached from ", list, "\n\n");
    return text;
  }

  std::string operator()(Occurrence::AttributeAlias alias) {
    return concat("attribute alias ", code(concat("#", alias->name.str())),
                  "\n\n",
                  preformatted(printed(alias->value), options.markup, "mlir"));
  }

  std::string operator()(Occurrence::TypeAlias alias) {
    return concat("type alias ", code(concat("!", alias->name.str())), "\n\n",
                  typeText(alias->value));
  }

private:
  std::string code(const std::string &text) const {
    return codeText(text, options.markup);
  }

  static std::string blockName(Block *block) {
    unsigned number = 0;
    for (Block &each : *block->getParent()) {
      if (&each == block)
        break;
      ++number;
    }
    return concat("block #", number);
  }

  std::string blockText(Block *block) const {
    return concat(blockName(block), " of ", code(nameOf(block->getParentOp())));
  }

  std::string typeText(Type type) const {
    std::string text = preformatted(printed(type), options.markup, "mlir");
    if (ir::encodingOf(type) == nullptr)
      return text;
    Result<TensorType> tensor = ir::tensorType(type);
    if (!tensor)
      return text;
    Result<LayoutSubject> subject = makeSubject(*tensor, NewestTriton);
    if (!subject)
      return text + subject.error().text() + "\n\n";
    return text + layoutCard(*subject, chosen.target, options.markup);
  }

  /// What the ops cost that move the value, or a tensor to or from its memory.
  std::string usesText(Value value) {
    TextTable table;
    auto add = [&](Operation *op) {
      if (std::optional<MoveCost> cost = costs.of(op, *chosen.target))
        table.push_back({moveName(op).str(), cost->text});
    };
    if (Operation *op = value.getDefiningOp())
      add(op);
    for (Operation *user : value.getUsers())
      add(user);
    if (table.empty())
      return "";
    return concat("moves on ", chosen.target->name, ":\n\n",
                  preformatted(tableText(table, ""), options.markup));
  }

  const ParsedText &parsed;
  MoveCosts &costs;
  const HoverOptions &options;
  ChosenTarget chosen;
};

std::optional<HoverText> layoutHover(const Document::Part &part,
                                     std::size_t offset,
                                     const HoverOptions &options) {
  std::string_view text = part.now->text();
  std::optional<LayoutAt> found =
      layoutAt(text, offset - part.begin, part.now->aliases());
  if (!found)
    return std::nullopt;
  const Target *target = options.target;
  if (part.withOps)
    target = targetFor(part.withOps->module(), options.target).target;
  Result<std::string> type = toText(found->subject.type);
  std::string written(
      text.substr(found->where.begin, found->where.end - found->where.begin));
  std::string answer;
  if (written.starts_with('#'))
    if (Result<std::string> encoding = toText(found->subject.encoding))
      answer = preformatted(*encoding, options.markup, "mlir");
  if (!found->reason.empty())
    answer += concat(found->reason, ":\n\n");
  if (type)
    answer += preformatted(*type, options.markup, "mlir");
  answer += layoutCard(found->subject, target, options.markup);
  return HoverText{found->where.shifted(part.begin),
                   llvm::StringRef(answer).rtrim().str()};
}

} // namespace

std::optional<HoverText> hoverAt(const Document &document, std::size_t offset,
                                 MoveCosts &costs,
                                 const HoverOptions &options) {
  const Document::Part &part = document.partAt(offset);
  if (std::optional<HoverText> layout = layoutHover(part, offset, options))
    return layout;
  std::optional<Found> found = findAt(part, offset);
  if (!found)
    return std::nullopt;
  const PartView &view = found->view;
  std::optional<Extent> here = view.documentExtent(found->occurrence.here);
  if (!here)
    return std::nullopt;
  Writer writer(*view.parsed, costs, options);
  std::string text = std::visit(writer, found->occurrence.what);
  return HoverText{*here, llvm::StringRef(text).rtrim().str()};
}

} // namespace heddle::lsp
