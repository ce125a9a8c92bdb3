#include "core/training/engine/config_overrides.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/format/fields.h"

namespace whylight {
namespace {

using nlohmann::json;

json Config() {
  return json::parse(R"({
    "train": "a.jsonl",
    "seed": 1,
    "optimiser": {"learning_rate": 0.1},
    "aspects": [{"name": "one", "rate": 0.1}, {"name": "two", "rate": 0.2}]
  })",
                     nullptr, false);
}

// `Config` with what a person types; a null where that is refused.
json With(const std::vector<std::string>& typed) {
  json config = Config();
  const Result<Overrides> overrides = ParseOverrides(typed);
  if (!overrides.ok()) return nullptr;
  return ApplyOverrides(&config, overrides.value()).ok() ? config : nullptr;
}

std::string ErrorOf(const std::vector<std::string>& typed) {
  const Result<Overrides> overrides = ParseOverrides(typed);
  if (!overrides.ok()) return overrides.error().message;
  json config = Config();
  const Status applied = ApplyOverrides(&config, overrides.value());
  return applied.ok() ? "" : applied.error().message;
}

TEST(ConfigOverridesTest, SetsValuesHoweverDeepTheyAre) {
  const json config = With({"--seed", "7", "--optimiser.learning_rate=1e-3",
                            "--aspects.1.rate", "0.5"});
  EXPECT_EQ(config["seed"], 7);
  EXPECT_EQ(config["optimiser"]["learning_rate"], 1e-3);
  EXPECT_EQ(config["aspects"][0]["rate"], 0.1);
  EXPECT_EQ(config["aspects"][1]["rate"], 0.5);
}

TEST(ConfigOverridesTest, ReadsValuesAsJsonWhereTheyAreAndElseAsText) {
  const json config = With({"--a", "-5", "--b", "true", "--c", "null", "--d",
                            "[1, \"x\"]", "--e", "{\"f\": 2}", "--g", "0.5.1",
                            "--h", "[1, ", "--i=", "--j=a=b", "--k", "\"5\""});
  EXPECT_EQ(config["a"], -5);
  EXPECT_EQ(config["b"], true);
  EXPECT_TRUE(config["c"].is_null());
  EXPECT_EQ(config["d"], json({1, "x"}));
  EXPECT_EQ(config["e"]["f"], 2);
  EXPECT_EQ(config["g"], "0.5.1");
  EXPECT_EQ(config["h"], "[1, ");
  EXPECT_EQ(config["i"], "");
  EXPECT_EQ(config["j"], "a=b");
  EXPECT_EQ(config["k"], "5");
}

TEST(ConfigOverridesTest, LeavesTextText) {
  const json config = With({"--train", "5", "--aspects.0.name", "true",
                            "--aspects.1.name", "\"7\""});
  EXPECT_EQ(config["train"], "5");
  EXPECT_EQ(config["aspects"][1]["name"], "7");
  EXPECT_EQ(config["aspects"][0]["name"], "true");
}

TEST(ConfigOverridesTest, MakesTheObjectsOnTheWay) {
  const json config = With({"--schedule.warm.steps", "10"});
  EXPECT_EQ(config["schedule"]["warm"]["steps"], 10);
}

TEST(ConfigOverridesTest, NamesTheFlagThatMakesNoSense) {
  EXPECT_EQ(ErrorOf({"seed", "7"}), "expected --KEY VALUE, found \"seed\"");
  EXPECT_EQ(ErrorOf({"--seed"}), "--seed: expected a value, found none");
  EXPECT_EQ(ErrorOf({"--seed", "--a", "1"}),
            "--seed: expected a value, found --a");
  EXPECT_EQ(ErrorOf({"--a..b", "1"}),
            "--a..b: expected keys joined by points, found \"a..b\"");
  EXPECT_EQ(ErrorOf({"--a", "1", "--a=2"}), "--a: expected once, found again");
  EXPECT_EQ(ErrorOf({"--aspects.2.rate", "1"}),
            "--aspects.2.rate: expected one of the 2 items of the list, "
            "counted from 0, found \"2\"");
  EXPECT_EQ(ErrorOf({"--aspects.one.rate", "1"}),
            "--aspects.one.rate: expected one of the 2 items of the list, "
            "counted from 0, found \"one\"");
  EXPECT_EQ(ErrorOf({"--seed.first", "1"}),
            "--seed.first: expected an object or a list that holds \"first\", "
            "found 1");
}

struct Options {
  int seed = 0;
  std::string train;
  std::string dev;
  json optimiser;
  json aspects;
};

Status Read(const json& config) {
  const auto any = [](auto member) {
    return [member](const json& value, const std::string&, Options* options) {
      options->*member = value;
      return Status();
    };
  };
  const auto unwritten = [](const Options&) {
    return nlohmann::ordered_json();
  };
  const auto fields =
      Fields<Options>()
          .Count("seed", &Options::seed, {0, 100}, "")
          .Text("train", &Options::train, "")
          .Text("dev", &Options::dev, "")
          .Other("optimiser", "", any(&Options::optimiser), unwritten, "")
          .Other("aspects", "", any(&Options::aspects), unwritten, "");
  Options options;
  return fields.Read(config, "a.json", &options);
}

std::string ReadError(const std::vector<std::string>& typed,
                      const json& config) {
  const Status read =
      ReadWithOverrides(config, ParseOverrides(typed).value(), Read);
  return read.ok() ? "" : read.error().message;
}

TEST(ConfigOverridesTest, ErrorsOfTheConfigNameTheFlag) {
  EXPECT_EQ(ReadError({"--dev", "b", "--seed", "7"}, Config()), "");
  EXPECT_EQ(ReadError({"--dev", "b", "--seed", "x"}, Config()),
            "--seed: a.json: \"seed\": expected a whole number from 0 to 100, "
            "found \"x\"");
  EXPECT_EQ(ReadError({"--dev", "b", "--sead", "1"}, Config()),
            "--sead: a.json: unknown key \"sead\", expected one of: aspects, "
            "dev, optimiser, seed, train");
}

TEST(ConfigOverridesTest, BlamesNoFlagForWhatIsWrongInTheFile) {
  json config = Config();
  config["sead"] = 3;
  EXPECT_EQ(ReadError({"--dev", "b"}, config).rfind("a.json: ", 0), 0u);
}

}  // namespace
}  // namespace whylight
