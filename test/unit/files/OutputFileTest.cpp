//===- OutputFileTest.cpp - Tests of writing files, and of refusing to ----===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/files/OutputFile.h"
#include "heddle/files/InputFile.h"
#include "heddle/files/Overwrite.h"

#include <csignal>
#include <filesystem>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

namespace heddle {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// A folder of its own for each test.
class Folder : public ::testing::Test {
protected:
  void SetUp() override {
    folder = fs::temp_directory_path() / concat("heddle-files-", getpid());
    fs::remove_all(folder);
    fs::create_directory(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  std::string path(const char *name) const { return folder / name; }
  std::string add(const char *name, std::string_view text) const {
    EXPECT_TRUE(writeOutput(path(name), text));
    return path(name);
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(
        fs::directory_iterator(folder), fs::directory_iterator()));
  }

  fs::path folder;
};

using OutputFile = Folder;
using CheckOutputs = Folder;

/// Files of this process end here.
class SizeLimit {
public:
  explicit SizeLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    rlimit limit = {.rlim_cur = bytes, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SizeLimit() { setrlimit(RLIMIT_FSIZE, &before); }

private:
  rlimit before;
};

TEST_F(OutputFile, IsWrittenAndReplaced) {
  std::string file = add("a", "first");
  EXPECT_EQ(readFile(file), "first");
  add("a", "second");
  EXPECT_EQ(readFile(file), "second");
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFile, IsLeftAloneWhereThereIsNoRoom) {
  std::string file = add("a", "before");
  Result<void> written;
  {
    SizeLimit limit(1000);
    written = writeOutput(file, std::string(5000, 'x'));
  }
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().text(),
            concat("expects a file that can be written, but got '", file,
                   "'\nFile too large"));
  EXPECT_EQ(readFile(file), "before");
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFile, IsNotWrittenWithoutItsCompanion) {
  Result<void> written =
      writeOutputs({{path("a"), "text"}, {path("none/b"), "text"}});
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().text(), HasSubstr("none/b'\nNo such file"));
  EXPECT_EQ(files(), 0U);
}

TEST_F(OutputFile, MayBeADevice) {
  EXPECT_TRUE(writeOutput("/dev/null", "text"));
  Result<void> full = writeOutput("/dev/full", "text");
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().witness, "No space left on device");
}

TEST_F(CheckOutputs, RefusesInputs) {
  UsedFile input = {.option = "FILE", .path = add("a", "text")};
  fs::create_symlink(input.path, path("link"));
  fs::create_hard_link(input.path, path("hard"));
  for (const std::string &same :
       {input.path, path("./a"), path("link"), path("hard")}) {
    UsedFile output = {.option = "-o", .path = same};
    Result<void> checked =
        checkOutputs({&output, 1}, {&input, 1}, Overwrite::Refuse);
    ASSERT_FALSE(checked) << same;
    EXPECT_EQ(checked.error().text(),
              concat("-o would overwrite '", same,
                     "', which is read, as FILE\n"
                     "name another file, or add --force"));
    EXPECT_TRUE(checkOutputs({&output, 1}, {&input, 1}, Overwrite::Force));
  }
}

TEST_F(CheckOutputs, LetsTheUserOverwriteWhatIsNamed) {
  UsedFile input = {.option = "FILE", .path = add("a", "text")};
  UsedFile output = {.option = "-o", .path = add("b", "text")};
  EXPECT_TRUE(checkOutputs({&output, 1}, {&input, 1}, Overwrite::Refuse));
  UsedFile device = {.option = "-o", .path = "/dev/null"};
  UsedFile same = {.option = "FILE", .path = "/dev/null"};
  EXPECT_TRUE(checkOutputs({&device, 1}, {&same, 1}, Overwrite::Refuse));
}

TEST_F(CheckOutputs, RefusesOneFileForTwo) {
  UsedFile outputs[] = {{.option = "-o", .path = path("new")},
                        {.option = "--timeline", .path = path("./new")}};
  for (Overwrite overwrite : {Overwrite::Refuse, Overwrite::Force}) {
    Result<void> checked = checkOutputs(outputs, {}, overwrite);
    ASSERT_FALSE(checked);
    EXPECT_THAT(checked.error().reason,
                HasSubstr("--timeline and -o would both write"));
  }
  outputs[0].path = outputs[1].path = "-";
  EXPECT_TRUE(checkOutputs(outputs, {}, Overwrite::Refuse));
}

TEST_F(CheckOutputs, LooksWhetherThereIsAFolder) {
  UsedFile output = {.option = "-o", .path = path("none/b")};
  Result<void> checked = checkOutputs({&output, 1}, {}, Overwrite::Refuse);
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().witness, "No such file or directory");
  output.path = folder;
  EXPECT_EQ(checkOutputs({&output, 1}, {}, Overwrite::Refuse).error().witness,
            "Is a directory");
}

TEST_F(CheckOutputs, TakesNamesWithoutAFolder) {
  fs::path before = fs::current_path();
  fs::current_path(folder);
  UsedFile outputs[] = {{.option = "-o", .path = "new"},
                        {.option = "--timeline", .path = path("new")}};
  Result<void> one = checkOutputs({outputs, 1}, {}, Overwrite::Refuse);
  Result<void> both = checkOutputs(outputs, {}, Overwrite::Refuse);
  fs::current_path(before);
  EXPECT_TRUE(one);
  EXPECT_FALSE(both);
}

bool isOurs(std::string_view content) { return content == "ours"; }

TEST_F(CheckOutputs, RefusesForeignFilesBeside) {
  UsedFile named = {.option = "-o", .path = path("k.ptx")};
  EXPECT_TRUE(checkBeside(named, path("k.json"), isOurs, Overwrite::Refuse));
  std::string beside = add("k.json", "ours");
  EXPECT_TRUE(checkBeside(named, beside, isOurs, Overwrite::Refuse));
  add("k.json", "mine");
  Result<void> checked = checkBeside(named, beside, isOurs, Overwrite::Refuse);
  ASSERT_FALSE(checked);
  EXPECT_THAT(checked.error().text(),
              HasSubstr("k.json', which heddle did not write"));
  EXPECT_THAT(checked.error().remedy, HasSubstr("--force"));
  EXPECT_TRUE(checkBeside(named, beside, isOurs, Overwrite::Force));
}

} // namespace
} // namespace heddle
