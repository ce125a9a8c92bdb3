#include "core/training/engine/run_log.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/format/json.h"
#include "core/format/native/file.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

std::string Bytes(const ScratchFolder& folder, const std::string& name) {
  const Result<std::string> bytes = ReadFile(folder.Path(name));
  return bytes.ok() ? bytes.value() : bytes.error().message;
}

RunLog Started(const ScratchFolder& folder) {
  Result<RunLog> log = RunLog::Open(folder.path().string());
  EXPECT_TRUE(log.ok());
  return std::move(log).value();
}

ordered_json Line(int step) {
  return {{"stage", "select"},
          {"step", static_cast<unsigned>(step)},
          {"loss", 1.0 / step},
          {"dev", {{"accuracy", 0.5}}}};
}

TEST(RunLogTest, WritesLinesAndATableOfTheSame) {
  const ScratchFolder folder;
  RunLog log = Started(folder);
  ASSERT_TRUE(log.Write({{"stage", "select"},
                         {"step", 2u},
                         {"loss", 0.25},
                         {"dev", {{"accuracy", 0.5}, {"f1", {0.1, 0.2}}}}})
                  .ok());
  ASSERT_TRUE(log.Write({{"loss", 1e-9}, {"stage", "a, \"b\"\n"}}).ok());
  EXPECT_EQ(Bytes(folder, "log.jsonl"),
            "{\"stage\":\"select\",\"step\":2,\"loss\":0.25,"
            "\"dev\":{\"accuracy\":0.5,\"f1\":[0.1,0.2]}}\n"
            "{\"loss\":1e-09,\"stage\":\"a, \\\"b\\\"\\n\"}\n");
  EXPECT_EQ(Bytes(folder, "log.csv"),
            "stage,step,loss,dev.accuracy,dev.f1.0,dev.f1.1\n"
            "select,2,0.25,0.5,0.1,0.2\n"
            "\"a, \"\"b\"\"\n\",,1e-09,,,\n");
}

TEST(RunLogTest, WidensTheTableForAKeyThatComesLater) {
  const ScratchFolder folder;
  RunLog log = Started(folder);
  ASSERT_TRUE(log.Write({{"step", 1u}}).ok());
  ASSERT_TRUE(log.Write({{"step", 2u}, {"dev", {{"mse", 0.5}}}}).ok());
  ASSERT_TRUE(log.Write({{"step", 3u}}).ok());
  EXPECT_EQ(Bytes(folder, "log.csv"), "step,dev.mse\n1,\n2,0.5\n3,\n");
}

TEST(RunLogTest, ResumesAsIfThereHadBeenNoBreak) {
  const ScratchFolder whole;
  const ScratchFolder broken;
  RunLog undisturbed = Started(whole);
  for (int step = 1; step <= 6; ++step) {
    ASSERT_TRUE(undisturbed.Write(Line(step)).ok());
  }
  RunLog before = Started(broken);
  for (int step = 1; step <= 5; ++step) {
    // A key that belongs to what is done again must not stay in the table.
    ordered_json line = Line(step);
    if (step == 5) line["late"] = true;
    ASSERT_TRUE(before.Write(line).ok());
  }
  std::ofstream(broken.Path("log.jsonl"), std::ios::app) << "{\"step\": 6, ";
  Result<RunLog> after = RunLog::Resume(broken.path().string(), 3);
  ASSERT_TRUE(after.ok()) << after.error().message;
  for (int step = 4; step <= 6; ++step) {
    ASSERT_TRUE(after.value().Write(Line(step)).ok());
  }
  for (const char* name : {"log.jsonl", "log.csv"}) {
    EXPECT_EQ(Bytes(broken, name), Bytes(whole, name));
  }
}

TEST(RunLogTest, ResumesARunThatHadNoTimeToLog) {
  const ScratchFolder folder;
  ASSERT_TRUE(RunLog::Resume(folder.path().string(), 0).ok());
  EXPECT_EQ(Bytes(folder, "log.jsonl"), "");
}

TEST(RunLogTest, KeepsLinesWithoutAStepWithTheOneBefore) {
  const ScratchFolder folder;
  folder.Write("log.jsonl",
               "{\"note\":1}\n{\"step\":4}\n{\"note\":2}\n{\"step\":5}\n"
               "{\"note\":3}\n");
  ASSERT_TRUE(RunLog::Resume(folder.path().string(), 4).ok());
  EXPECT_EQ(Bytes(folder, "log.jsonl"),
            "{\"note\":1}\n{\"step\":4}\n{\"note\":2}\n");
}

TEST(RunLogTest, LeavesOutWhatAKilledRunDidNotFinish) {
  const ScratchFolder folder;
  const std::string zeros = std::string(3, '\0') + "\n";
  for (const std::string& end :
       {std::string("{\"step\":"), std::string("{\"step\":2}"), zeros}) {
    const std::string path = folder.Write("log.jsonl", "{\"step\":1}\n" + end);
    const Result<std::vector<ordered_json>> lines = ReadRunLog(path);
    ASSERT_TRUE(lines.ok()) << lines.error().message;
    EXPECT_EQ(lines.value().size(), 1u) << end;
  }
}

TEST(RunLogTest, NamesTheLineThatIsBadWhenOthersFollow) {
  const ScratchFolder folder;
  const std::string path = folder.Write(
      "log.jsonl", "{\"step\":1}\n[2]\n{\"step\": }\n{\"step\":3}\n");
  const Result<std::vector<ordered_json>> lines = ReadRunLog(path);
  ASSERT_FALSE(lines.ok());
  EXPECT_EQ(lines.error().code, ErrorCode::kBadData);
  EXPECT_EQ(lines.error().message,
            path + ":2: expected a JSON object, found \"[2]\"");
}

TEST(RunLogTest, SaysOfAnotherFileThatItIsNoLog) {
  const ScratchFolder folder;
  for (const char* bytes : {"foam 0 0 1\nhead 1 0 0\n", "foam 0 0 1"}) {
    const std::string path = folder.Write("log.jsonl", bytes);
    const Result<std::vector<ordered_json>> lines = ReadRunLog(path);
    ASSERT_FALSE(lines.ok());
    EXPECT_TRUE(lines.error().message.starts_with(path + ":1: expected"))
        << lines.error().message;
  }
  for (const std::string& bytes :
       {std::string(), std::string("{\"step\": 1"), std::string(3, '\0')}) {
    EXPECT_TRUE(ReadRunLog(folder.Write("log.jsonl", bytes)).ok());
  }
}

TEST(RunLogTest, SaysWhenTheDiskIsFull) {
  for (const char* full : {"log.jsonl", "log.csv"}) {
    const ScratchFolder folder;
    RunLog log = Started(folder);
    ASSERT_TRUE(log.Write({{"step", 1u}}).ok());
    std::filesystem::remove(folder.Path(full));
    std::filesystem::create_symlink("/dev/full", folder.Path(full));
    const Status written = log.Write({{"step", 2u}});
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().code, ErrorCode::kIo);
    EXPECT_TRUE(written.error().message.starts_with(folder.Path(full)))
        << written.error().message;
  }
}

TEST(FormatTableTest, AFieldWithoutANameIsAColumn) {
  EXPECT_EQ(FormatTable({{{"", 0}, {"a, b", 1}, {"c", 2}}}),
            ",\"a, b\",c\n0,1,2\n");
}

TEST(FormatTableTest, AnEmptyCellAloneIsARow) {
  EXPECT_EQ(FormatTable({{{"", ""}}}), "\"\"\n\"\"\n");
  EXPECT_EQ(FormatTable({{{"a", nullptr}}, {{"a", 1}}}), "a\n\"\"\n1\n");
}

}  // namespace
}  // namespace whylight
