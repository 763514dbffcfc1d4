//===- heddle-sim-fuzzer.cpp - Random kernels, simulated ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "Processes.h"
#include "Shrink.h"
#include "Text.h"
#include "heddle/runtime/Npy.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace heddle::simfuzz {

namespace {

struct Options {
  Campaign campaign;
  std::string out;
  std::uint64_t reports = 5;
  bool doesPrint = false, doesShrink = true;
};

/// What the passes' and the simulator's programs are called with.
std::string commandOf(const Program &program, const std::string &file) {
  std::string command;
  for (const std::string &pass : program.passes) {
    command += command.empty() ? "heddle-opt " + file : "";
    command += " --" + pass;
    if (pass == "convert-triton-to-tritongpu")
      command += "='target=cuda:" + program.target.substr(3) +
                 " num-warps=" + std::to_string(program.warps) +
                 " threads-per-warp=32'";
  }
  command += command.empty() ? "heddle sim " + file : " | heddle sim -";
  command += " --target " + program.target + " --seed " +
             std::to_string(program.seed) + " --grid " +
             std::to_string(program.grid);
  return command;
}

/// "--arg 0=@k.g0.npy": by position, since passes lose the names.
std::string argumentsText(const Program &program, const std::string &stem) {
  std::string text;
  for (std::size_t index = 0; index < program.globals.size(); ++index) {
    std::string number = std::to_string(index), name = ".g" + number + ".npy";
    text += " --arg " + number + "=@" + stem + name;
    if (program.globals[index].role != Global::Role::Input)
      text += " --check " + number + "=" + stem + ".wanted" + name;
  }
  std::size_t number = program.globals.size();
  for (std::int64_t each : argumentsOf(program))
    text += " --arg " + std::to_string(number++) + "=" + std::to_string(each);
  return text;
}

NpyArray arrayOf(Element element, const std::vector<std::uint64_t> &contents) {
  unsigned width = bitsOf(element) / 8;
  // There is no bf16 of NumPy; its bits are.
  std::string kind = element == Element::BF16 ? "u"
                     : isFloat(element)       ? "f"
                                              : "i";
  NpyArray array = {.type =
                        (width == 1 ? "|" : "<") + kind + std::to_string(width),
                    .shape = {contents.size()},
                    .bytes = {}};
  for (std::uint64_t bits : contents)
    for (unsigned byte = 0; byte < width; ++byte)
      array.bytes.push_back(static_cast<std::uint8_t>(bits >> (8 * byte)));
  return array;
}

bool writeFiles(const Program &program, const Expectation &expected,
                const std::filesystem::path &stem) {
  std::ofstream(stem.string() + ".mlir") << textOf(program);
  for (std::size_t index = 0; index < program.globals.size(); ++index) {
    const Global &global = program.globals[index];
    std::string name = ".g" + std::to_string(index) + ".npy";
    if (!writeNpy(stem.string() + name,
                  arrayOf(global.element, global.contents)) ||
        !writeNpy(stem.string() + ".wanted" + name,
                  arrayOf(global.element, expected.contents[index])))
      return false;
  }
  return true;
}

void report(const Options &options, std::uint64_t number) {
  const Campaign &campaign = options.campaign;
  Program program = generate(seedOf(campaign.seed, number));
  Verdict verdict = runAlone(program, campaign.mistake);
  std::size_t before = countStatements(program.statements);
  if (options.doesShrink)
    program = shrink(program, [&](const Program &smaller) {
      return runAlone(smaller, campaign.mistake).kind == verdict.kind;
    });
  verdict = runAlone(program, campaign.mistake);
  std::cout << "program " << number << " " << nameOf(verdict.kind) << ": "
            << verdict.message << "\nsmallest of " << before
            << " statements that is " << nameOf(verdict.kind) << ", with "
            << countStatements(program.statements) << ":\n"
            << textOf(program) << "again: heddle-sim-fuzzer --seed "
            << campaign.seed << " --first " << number << " --programs 1\n";
  std::string name = "seed-" + std::to_string(campaign.seed) + "-program-" +
                     std::to_string(number);
  std::filesystem::path stem = std::filesystem::path(options.out) / name;
  if (options.out.empty()) {
    std::cout << "by steps, with --out DIR: "
              << commandOf(program, name + ".mlir") << "\n";
    return;
  }
  std::filesystem::create_directories(options.out);
  if (!writeFiles(program, evaluate(program, campaign.mistake), stem))
    std::cerr << "heddle-sim-fuzzer: error: cannot write to " << options.out
              << "\n";
  std::string command = commandOf(program, stem.string() + ".mlir") +
                        argumentsText(program, stem.string());
  std::ofstream(stem.string() + ".sh") << command << "\n";
  std::cout << "by steps: " << command << "\n";
}

int fuzz(const Options &options) {
  const Campaign &campaign = options.campaign;
  if (options.doesPrint) {
    for (std::uint64_t number = 0; number < campaign.programs; ++number)
      std::cout << textOf(
          generate(seedOf(campaign.seed, campaign.first + number)));
    return 0;
  }
  Tally tally = runAll(campaign);
  for (std::size_t index = 0; index < tally.failures.size(); ++index)
    if (index < options.reports)
      report(options, tally.failures[index]);
  for (const auto &[reason, times] : tally.refusals)
    std::cout << "refused " << times << " times: " << reason << "\n";
  std::cout << "seed " << campaign.seed << ": " << tally.programs
            << " programs of " << tally.statements << " statements, "
            << tally.refused << " refused, " << tally.failures.size()
            << " wrong\n";
  return tally.failures.empty() ? 0 : 1;
}

} // namespace

} // namespace heddle::simfuzz

int main(int argc, char **argv) {
  using heddle::simfuzz::Mistake;
  heddle::simfuzz::Options options;
  heddle::simfuzz::Campaign &campaign = options.campaign;
  CLI::App program("Writes random kernels in random layouts, and compares what "
                   "the simulator makes of them with what they mean.");
  program.add_option("--seed", campaign.seed, "of all programs");
  program.add_option("--first", campaign.first, "the number of the first");
  program.add_option("--programs", campaign.programs, "how many");
  program.add_option("--seconds", campaign.seconds,
                     "begins none after so many");
  program.add_option("--threads", campaign.threads, "processes at a time");
  program.add_option("--out", options.out, "a folder for what fails");
  program.add_option("--reports", options.reports,
                     "so many failures are made small");
  program.add_flag("!--no-shrink", options.doesShrink, "as they are");
  program.add_flag("--print", options.doesPrint, "prints programs alone");
  program
      .add_option("--mistake", campaign.mistake,
                  "a mistake of the evaluation, to see it found")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Mistake>{{"subtraction", Mistake::Subtraction},
                                         {"transpose", Mistake::Transpose},
                                         {"memory", Mistake::Memory}}));
  CLI11_PARSE(program, argc, argv);
  return heddle::simfuzz::fuzz(options);
}
