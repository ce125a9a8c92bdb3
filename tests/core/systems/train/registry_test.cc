#include "core/systems/registry.h"

#include <gtest/gtest.h>

#include <string>

namespace whylight {
namespace {

using nlohmann::json;

Result<const TrainableSystem*> Find(const char* config,
                                    const std::string& flag) {
  return FindTrainableSystem(json::parse(config), "c.json", flag);
}

TEST(RegistryTest, TheConfigOrTheFlagNamesTheTask) {
  const struct {
    const char* config;
    std::string flag;
    std::string name;
  } cases[] = {
      {R"({"task": "classifier"})", "", "classifier"},
      {R"({"task": "lm"})", "", "language-model"},
      {R"({"task": "lm"})", "language-model", "language-model"},
      {R"({"task": "language-model"})", "lm", "language-model"},
      {"{}", "rationale", "rationale"},
      {"{}", "lm", "language-model"},
  };
  for (const auto& [config, flag, name] : cases) {
    const auto kind = Find(config, flag);
    ASSERT_TRUE(kind.ok()) << kind.error().message;
    EXPECT_EQ(kind.value()->system->name, name);
  }
}

TEST(RegistryTest, ErrorsSayWhereATaskIsMissingUnknownOrAnother) {
  std::string names;
  for (const TrainableSystem* system : TrainableSystems()) {
    names += (names.empty() ? "expected one of \"" : ", \"") +
             system->system->name + "\"";
  }
  names += ", found ";
  const struct {
    const char* config;
    std::string flag;
    std::string problem;
  } cases[] = {
      {"[]", "", "c.json: expected an object, found []"},
      {"{}", "", "c.json: expected \"task\", or --task, found none"},
      {R"({"task": 1})", "lm", "c.json: \"task\": expected a text, found 1"},
      {R"({"task": "tagger"})", "",
       "c.json: \"task\": " + names + "\"tagger\""},
      {"{}", "tagger", "--task: " + names + "\"tagger\""},
      {R"({"task": "classifier"})", "lm",
       "--task: expected \"classifier\", the task of c.json, found \"lm\""},
  };
  for (const auto& [config, flag, problem] : cases) {
    const auto kind = Find(config, flag);
    ASSERT_FALSE(kind.ok()) << config;
    EXPECT_EQ(kind.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(kind.error().message, problem);
  }
}

}  // namespace
}  // namespace whylight
