#include "core/training/engine/run_record.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>

#include "core/format/json.h"

namespace whylight {
namespace {

TEST(RunRecordTest, DescribesTheMachine) {
  const nlohmann::ordered_json machine = MachineDescription();
  for (const char* key :
       {"processor", "instruction_set", "system", "kernel", "compiler"}) {
    ASSERT_TRUE(machine.contains(key)) << key;
    EXPECT_NE(machine[key], "") << key;
  }
  EXPECT_GE(machine["cores"], 1u);
  EXPECT_GT(machine["memory_bytes"], std::uint64_t{1} << 20);
}

TEST(RunRecordTest, NamesNeitherTheMachineNorAFolder) {
  const std::string text = DumpJson(MachineDescription());
  std::array<char, 256> host{};
  ASSERT_EQ(gethostname(host.data(), host.size() - 1), 0);
  EXPECT_EQ(text.find(std::string("\"") + host.data()), std::string::npos);
  EXPECT_EQ(text.find("/home"), std::string::npos);
  EXPECT_EQ(text.find("/root"), std::string::npos);
}

TEST(RunRecordTest, KnowsTheCommitItWasBuiltFrom) {
  const std::string revision = GitRevision();
  if (revision == "unknown") return;
  const std::string commit = revision.substr(0, 40);
  EXPECT_EQ(commit.size(), 40u);
  EXPECT_EQ(commit.find_first_not_of("0123456789abcdef"), std::string::npos);
  const std::string rest = revision.substr(commit.size());
  EXPECT_TRUE(rest.empty() || rest == "-dirty") << revision;
}

}  // namespace
}  // namespace whylight
