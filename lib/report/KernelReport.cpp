//===- KernelReport.cpp - A kernel's report as text -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/report/KernelReport.h"
#include "heddle/f2/Error.h"
#include "heddle/view/PlainText.h"

#include <nlohmann/json.hpp>

namespace heddle {

namespace {

using Json = nlohmann::ordered_json;

std::string opText(const ReportedOp &op) {
  return op.location + ": " + op.name;
}

/// "tt.load (k.py:3:4), scf.for (k.py:2:1) and 2 more"
std::string opsText(const std::vector<ReportedOp> &ops) {
  constexpr std::size_t Most = 3;
  std::string text;
  for (std::size_t index = 0; index < std::min(ops.size(), Most); ++index)
    text += concat(text.empty() ? "" : ", ", ops[index].name, " (",
                   ops[index].location, ")");
  if (ops.size() > Most)
    text += concat(" and ", ops.size() - Most, " more");
  return text.empty() ? "none" : text;
}

std::string orderText(const std::optional<ReportedOrder> &order) {
  return order ? concat("programs start with those of the longest loops: axis ",
                        order->axis, ", from its ",
                        order->isDescending ? "last" : "first", " on\n\n")
               : "";
}

std::string wavefrontsText(std::uint64_t actual, std::uint64_t ideal) {
  return concat(actual, actual == 1 ? " wavefront" : " wavefronts",
                actual == ideal ? ", no conflicts"
                                : concat(", ", ideal, " without conflicts"));
}

std::string excessText(const std::optional<double> &cycles) {
  return cycles ? concat(decimalText(*cycles), " cycles per block more")
                : "not possible";
}

std::string conversionText(const ReportedConversion &each) {
  std::string text = concat("  ", opText(each.op), " of ", each.tensor, "\n");
  text += concat("    from  ", each.from, "\n          produced by ",
                 opsText(each.producers), "\n");
  text += concat("    to    ", each.to, "\n          consumed by ",
                 opsText(each.consumers), "\n");
  text += concat("    by    ", each.strategy, ", ", decimalText(each.cycles),
                 " cycles");
  if (each.shuffles != 0)
    text += concat(", ", each.shuffles, " shuffles");
  if (each.scratchBytes != 0)
    text += concat(", ", each.scratchBytes, " bytes of shared memory, ",
                   wavefrontsText(each.wavefronts, each.leastWavefronts));
  text += (each.note.empty() ? "" : "; " + each.note) + "\n";
  if (each.alternatives)
    text += concat("    else  produced in the new layout: ",
                   excessText(each.alternatives->producers),
                   "; consumed in the old one: ",
                   excessText(each.alternatives->consumers), "\n");
  return text;
}

std::string registersText(const ReportedLayouts &layouts) {
  if (!layouts.registers)
    return "";
  auto useText = [&](const ReportedRegisters &use) {
    return concat("about ", use.registers, " of a thread at ", use.location,
                  ": ", use.blocks,
                  use.blocks == 1 ? " block fits" : " blocks fit");
  };
  const ReportedRegisters &now = *layouts.registers;
  std::string text =
      concat("  registers: ", useText(now), " on a multiprocessor");
  if (now.cycles > 0)
    text += concat(", ", decimalText(now.cycles),
                   " of these cycles for want of more");
  text += "\n";
  if (const auto &other = layouts.withoutPrice)
    text += concat("  registers decided: layouts that cost ",
                   decimalText(layouts.paid), " cycles less take ",
                   useText(*other), ", which costs ",
                   decimalText(other->cycles - now.cycles), " more\n");
  return text;
}

std::string layoutsText(const std::optional<ReportedLayouts> &layouts) {
  if (!layouts)
    return "";
  std::string text =
      concat("layouts: ", decimalText(layouts->cycles),
             " cycles per block for conversions, accesses and what depends "
             "on layouts;\n  no choice of the offered ones costs less than ",
             decimalText(layouts->bound), ", a gap of ",
             decimalText(layouts->gapPercent), " %\n");
  text += registersText(*layouts);
  for (const ReportedWish &each : layouts->wishes)
    text +=
        concat("  ", opText(each.op), ": ", each.wish,
               each.isMet ? "" : " is not met", ", ", decimalText(each.cycles),
               " cycles per block more than without\n");
  return text + "\n";
}

std::string loopsText(const std::vector<ReportedLoop> &loops) {
  std::string text = loops.empty() ? "" : "loops and what they load\n";
  for (const ReportedLoop &each : loops)
    text += concat("  ", each.location, ": ", each.decision,
                   each.details.empty() ? "" : ": ", each.details, "\n");
  return text + (loops.empty() ? "" : "\n");
}

std::string accessText(const ReportedAccess &each) {
  std::string text = concat("  ", opText(each.op), ": ");
  if (each.bytes == each.mostBytes)
    text += concat(each.bytes, "-byte accesses");
  else
    text +=
        concat("vectorised to ", each.bytes, " of ", each.mostBytes, " bytes");
  if (each.repeats > 1)
    text += concat(", each for ", each.repeats, " registers");
  std::string_view before = ": ";
  for (const std::string &limit : each.limits) {
    text += concat(before, limit);
    before = "; ";
  }
  return text + "\n";
}

std::string productText(const ReportedProduct &each) {
  std::string text = concat("  ", opText(each.op), ": ", each.count, " ");
  if (each.instruction.empty())
    return text + "single multiply-adds of a thread: no matrix instruction "
                  "for its types, sizes or layout\n";
  text += concat(each.instruction, " of each ",
                 each.warps == 1 ? "warp" : "warp group", ", factors from ");
  if (each.isLeftShared == each.isRightShared)
    text += each.isRightShared ? "shared memory" : "registers";
  else
    text += "registers and shared memory";
  if (each.peakShare)
    text += concat(", at most ", decimalText(*each.peakShare * 100),
                   " % of the peak");
  if (!each.missed.empty())
    text += concat("; ", each.missed);
  return text + "\n";
}

std::string productsText(const std::vector<ReportedProduct> &products) {
  std::string text;
  if (!products.empty())
    text = concat("\nproducts of matrices: ", products.size(), "\n");
  for (const ReportedProduct &each : products)
    text += productText(each);
  return text;
}

/// "4 integer, 2 global_load (32 bytes a lane)".
std::string programText(const std::vector<ReportedInstructions> &program) {
  std::string text;
  for (const ReportedInstructions &each : program) {
    text += concat(text.empty() ? "" : ", ", each.count, " ", each.kind);
    if (each.bytes != 0)
      text += concat(" (", each.bytes, " bytes a lane)");
  }
  return text.empty() ? "nothing" : text;
}

std::string costsText(const std::vector<ReportedCost> &costs) {
  std::string text = costs.empty() ? "" : "costs most\n";
  for (std::size_t index = 0; index < costs.size(); ++index) {
    const ReportedCost &each = costs[index];
    text += concat("  ", index + 1, ". ", opText(each.op), ": ",
                   decimalText(each.cycles), " cycles per block, ", each.what,
                   "\n");
    for (const std::string &change : each.changes)
      text += concat("     ", change, "\n");
  }
  return text + (costs.empty() ? "" : "\n");
}

std::string registersText(const ReportedOccupancy &each) {
  if (each.registers)
    return concat(*each.registers, " of a thread",
                  each.spillBytes == 0
                      ? ""
                      : concat(", which spills ", each.spillBytes, " bytes"));
  if (each.leastRegisters)
    return concat("at least ", *each.leastRegisters,
                  " of a thread, the words that are live at one time; no "
                  "ptxas was found that says how many");
  return "not known before PTX";
}

std::string occupancyText(const KernelReport &report) {
  if (!report.occupancy)
    return "";
  const ReportedOccupancy &each = *report.occupancy;
  std::string limits;
  for (const std::string &limit : each.limits)
    limits += (limits.empty() ? "" : " and ") + limit;
  return concat("\noccupancy: ", each.registers ? "" : "at most ", each.blocks,
                each.blocks == 1 ? " block" : " blocks",
                " on a multiprocessor, ", each.warps, " of ", each.mostWarps,
                " warps, limited by ", limits,
                "\nregisters: ", registersText(each), "\n");
}

Json jsonOf(const ReportedOp &op) {
  return {{"op", op.name}, {"location", op.location}};
}

Json jsonOf(const std::vector<ReportedOp> &ops) {
  Json json = Json::array();
  for (const ReportedOp &op : ops)
    json.push_back(jsonOf(op));
  return json;
}

Json jsonOf(const ReportedConversion &each) {
  Json json = jsonOf(each.op);
  json.update({{"tensor", each.tensor},
               {"from", each.from},
               {"to", each.to},
               {"producers", jsonOf(each.producers)},
               {"consumers", jsonOf(each.consumers)},
               {"strategy", each.strategy},
               {"note", each.note},
               {"cycles", each.cycles},
               {"cycles_per_block", each.blockCycles},
               {"shuffles", each.shuffles},
               {"scratch_bytes", each.scratchBytes},
               {"wavefronts", each.wavefronts},
               {"wavefronts_ideal", each.leastWavefronts}});
  auto orNull = [](const std::optional<double> &cycles) {
    return cycles ? Json(*cycles) : Json();
  };
  if (each.alternatives)
    json["alternatives"] = {
        {"producers", orNull(each.alternatives->producers)},
        {"consumers", orNull(each.alternatives->consumers)}};
  return json;
}

Json jsonOf(const ReportedWish &each) {
  Json json = jsonOf(each.op);
  json.update(
      {{"wish", each.wish}, {"cycles", each.cycles}, {"is_met", each.isMet}});
  return json;
}

Json jsonOf(const ReportedLoop &each) {
  return {{"location", each.location},
          {"decision", each.decision},
          {"details", each.details}};
}

Json jsonOf(const ReportedAccess &each) {
  Json json = jsonOf(each.op);
  json.update({{"bytes", each.bytes},
               {"bytes_most", each.mostBytes},
               {"registers_of_each", each.repeats},
               {"cycles_per_block", each.blockCycles},
               {"limits", each.limits}});
  return json;
}

Json jsonOf(const ReportedProduct &each) {
  Json json = jsonOf(each.op);
  auto place = [](bool isShared) { return isShared ? "shared" : "registers"; };
  json["count"] = each.count;
  if (each.instruction.empty()) {
    json["instruction"] = nullptr;
    return json;
  }
  json.update({{"instruction", each.instruction},
               {"warps", each.warps},
               {"a", place(each.isLeftShared)},
               {"b", place(each.isRightShared)}});
  if (each.peakShare)
    json["peak_share"] = *each.peakShare;
  if (!each.missed.empty())
    json["missed"] = each.missed;
  return json;
}

Json jsonOf(const ReportedShared &each) {
  Json json = jsonOf(each.op);
  json.update({{"kind", each.isLoad ? "load" : "store"},
               {"instructions", each.instructions},
               {"wavefronts", each.wavefronts},
               {"wavefronts_ideal", each.ideal},
               {"cycles_per_block", each.blockCycles}});
  return json;
}

Json jsonOf(const ReportedAllocation &each) {
  Json json = jsonOf(each.op);
  json.update({{"offset", each.offset}, {"bytes", each.bytes}});
  return json;
}

Json jsonOf(const ReportedOccupancy &each) {
  Json json = {{"blocks", each.blocks},
               {"is_exact", each.registers.has_value()},
               {"warps", each.warps},
               {"warps_most", each.mostWarps},
               {"limits", each.limits}};
  if (each.registers)
    json.update({{"registers", *each.registers}, {"spills", each.spillBytes}});
  if (each.leastRegisters)
    json["registers_least"] = *each.leastRegisters;
  return json;
}

Json jsonOf(const std::vector<ReportedInstructions> &program) {
  Json json = Json::object();
  for (const ReportedInstructions &each : program) {
    json[each.kind] = {{"instructions", each.count}};
    if (each.bytes != 0)
      json[each.kind]["bytes"] = each.bytes;
  }
  return json;
}

Json jsonOf(const ReportedCost &each) {
  Json json = jsonOf(each.op);
  json.update({{"cycles", each.cycles},
               {"what", each.what},
               {"changes", each.changes}});
  return json;
}

template <class Entry> Json listOf(const std::vector<Entry> &entries) {
  Json json = Json::array();
  for (const Entry &entry : entries)
    json.push_back(jsonOf(entry));
  return json;
}

Json jsonOf(const ReportedRegisters &each) {
  return {{"location", each.location},
          {"registers", each.registers},
          {"blocks", each.blocks},
          {"cycles", each.cycles}};
}

Json jsonOf(const ReportedLayouts &layouts) {
  Json json = {{"cycles", layouts.cycles},
               {"bound", layouts.bound},
               {"gap_percent", layouts.gapPercent},
               {"wishes", listOf(layouts.wishes)}};
  if (layouts.registers)
    json["registers"] = jsonOf(*layouts.registers);
  if (layouts.withoutPrice) {
    json["without_price_of_registers"] = jsonOf(*layouts.withoutPrice);
    json["paid_for_registers"] = layouts.paid;
  }
  return json;
}

} // namespace

std::string reportText(const KernelReport &report) {
  std::string text =
      concat(report.kernel, " for ", report.target, ", ", report.warps,
             " warps of ", report.lanes, " lanes\n\n", orderText(report.order),
             costsText(report.costs), layoutsText(report.layouts),
             loopsText(report.loops),
             "conversions of layouts: ", report.conversions.size(), "\n");
  for (const ReportedConversion &each : report.conversions)
    text += conversionText(each);
  text += concat("\naccesses of global memory: ", report.accesses.size(), "\n");
  for (const ReportedAccess &each : report.accesses)
    text += accessText(each);
  text += productsText(report.products);
  text += concat("\nshared memory: ", report.sharedBytes, " bytes, ",
                 report.peakSharedBytes, " live at one time\n");
  for (const ReportedAllocation &each : report.allocations)
    text += concat("  ", each.offset, " to ", each.offset + each.bytes - 1,
                   ": ", opText(each.op), "\n");
  for (const ReportedShared &each : report.shared)
    text +=
        concat("  ", opText(each.op), " ", each.isLoad ? "loads" : "stores",
               ": ", each.instructions,
               each.instructions == 1 ? " instruction, " : " instructions, ",
               wavefrontsText(each.wavefronts, each.ideal), "\n");
  text += concat(
      "\nprogram of a thread, loops once: ", programText(report.program), "\n");
  text += concat("\nbarriers: ", report.blockBarriers, " of the block, ",
                 report.warpBarriers, " of warps",
                 report.clusterBarriers == 0
                     ? std::string()
                     : concat(", ", report.clusterBarriers, " of the cluster"),
                 "\npredicted: ", decimalText(report.cycles),
                 " cycles per block, without waiting for global memory\n");
  return text + occupancyText(report);
}

std::string reportJson(const KernelReport &report) {
  Json json = {{"kernel", report.kernel},
               {"target", report.target},
               {"num_warps", report.warps},
               {"threads_per_warp", report.lanes},
               {"costs", listOf(report.costs)},
               {"loops", listOf(report.loops)},
               {"conversions", listOf(report.conversions)},
               {"global_accesses", listOf(report.accesses)},
               {"products", listOf(report.products)},
               {"shared_bytes", report.sharedBytes},
               {"shared_bytes_live", report.peakSharedBytes},
               {"shared_allocations", listOf(report.allocations)},
               {"shared_accesses", listOf(report.shared)},
               {"block_barriers", report.blockBarriers},
               {"warp_barriers", report.warpBarriers},
               {"cluster_barriers", report.clusterBarriers},
               {"program", jsonOf(report.program)},
               {"cycles", report.cycles}};
  if (report.order)
    json["program_order"] = {
        {"axis", report.order->axis},
        {"from", report.order->isDescending ? "last" : "first"}};
  if (report.layouts)
    json["layouts"] = jsonOf(*report.layouts);
  if (report.occupancy)
    json["occupancy"] = jsonOf(*report.occupancy);
  return json.dump(2) + "\n";
}

std::string sharedMomentsJson(const KernelReport &report) {
  Json list = Json::array();
  for (const ReportedMoment &each : report.moments)
    list.push_back({{"op", each.op.name},
                    {"location", each.op.location},
                    {"barrier", each.isBarrier},
                    {"live", each.live}});
  return list.dump();
}

} // namespace heddle
