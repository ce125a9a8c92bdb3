#include "core/systems/registry.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
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
      {"{}", "tagger", "tagger"},
      {"{}", "recommender", "recommender"},
      {"{}", "parser", "parser"},
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
      {R"({"task": "weather"})", "",
       "c.json: \"task\": " + names + "\"weather\""},
      {"{}", "weather", "--task: " + names + "\"weather\""},
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

// The configs that models were trained by, as their folders and the published
// experiments have them, in whatever spelling was today's then.
TEST(RegistryTest, EveryConfigInTheTreeReadsAsItsSpellingOfToday) {
  const auto root = std::filesystem::path(WHYLIGHT_GOLDEN_DIR) / "../..";
  int configs = 0;
  const auto check = [&](const json& config, const std::string& name) {
    ++configs;
    const auto system = FindTrainableSystem(config, name, "");
    ASSERT_TRUE(system.ok()) << system.error().message;
    const FieldTable& fields = system.value()->config();
    const auto today = fields.Renew(config, name);
    ASSERT_TRUE(today.ok()) << today.error().message;
    const auto again = fields.Renew(json(today.value()), name);
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(again.value(), today.value()) << name;
    // An option that is set must not get lost on the way.
    for (const auto& [key, value] : config.items()) {
      EXPECT_TRUE(today.value().contains(key)) << name << ": " << key;
    }
  };
  for (const char* folder : {"models", "scripts/reproduce"}) {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() != ".json") continue;
      std::ifstream file(entry.path());
      const json content = json::parse(file, nullptr, false);
      if (!content.is_object()) continue;
      const std::string name = entry.path().filename().string();
      if (name == "config.json") {
        check(content.at("training").at("config"), entry.path().string());
      } else if (content.contains("task")) {
        check(content, entry.path().string());
      }
    }
  }
  EXPECT_GT(configs, 8);
}

}  // namespace
}  // namespace whylight
