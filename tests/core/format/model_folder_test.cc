#include "core/format/model_folder.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>

namespace whylight {
namespace {

ModelFiles Files(const std::string& config) {
  return {config, "tensors", "a\nb\n"};
}

std::string ConfigWithFiles(const std::string& tensors,
                            const std::string& vocabulary) {
  return R"({"format": "whylight", "version": 1, "files": {)"
         R"("model.safetensors": )" +
         tensors + R"(, "vocab.txt": )" + vocabulary + "}}";
}

Error ConfigError(const std::string& config) {
  const Result<nlohmann::json> parsed = ParseModelConfig(Files(config));
  EXPECT_FALSE(parsed.ok()) << config;
  return parsed.ok() ? Error{} : parsed.error();
}

const char* const kGoodTensors = R"({"bytes": 7, "sha256": "00"})";
const char* const kGoodVocabulary = R"({"bytes": 4, "sha256": "00"})";

TEST(ModelFolderTest, ReadsAConfig) {
  const Result<nlohmann::json> bare = ParseModelConfig(
      Files(R"({"format": "whylight", "version": 1, "task": "rationale"})"));
  ASSERT_TRUE(bare.ok());
  EXPECT_EQ(bare.value()["task"], "rationale");
  EXPECT_TRUE(
      ParseModelConfig(Files(ConfigWithFiles(kGoodTensors, kGoodVocabulary)))
          .ok());
}

TEST(ModelFolderTest, RecognisesAWebPage) {
  const Error error = ConfigError("\n<!doctype html><html></html>");
  EXPECT_EQ(error.code, ErrorCode::kBadModel);
  EXPECT_EQ(error.message,
            "config.json: expected JSON, found an HTML page; is the model at "
            "this address?");
}

TEST(ModelFolderTest, RefusesWhatIsNotAModel) {
  EXPECT_EQ(ConfigError(" ").message,
            "config.json: expected JSON, found an empty file");
  EXPECT_EQ(ConfigError("{\"format\": ").message,
            "config.json: expected JSON, found an error at byte 12");
  for (const char* const config :
       {"[]", "7", "null", "{}", R"({"format": "other", "version": 1})",
        R"({"format": 7, "version": 1})"}) {
    EXPECT_EQ(ConfigError(config).message,
              "config.json: expected a model with \"format\": \"whylight\", "
              "found something else");
  }
}

TEST(ModelFolderTest, NamesBothVersions) {
  const Error newer = ConfigError(R"({"format": "whylight", "version": 2})");
  EXPECT_EQ(newer.code, ErrorCode::kModelVersion);
  EXPECT_EQ(newer.message,
            "config.json: expected a model of version 1, found version 2");
  for (const char* const version : {"\"1\"", "-1", "1.0", "null", "1e999"}) {
    EXPECT_EQ(ConfigError(std::string(R"({"format": "whylight", "version": )") +
                          version + "}")
                  .code,
              ErrorCode::kBadModel);
  }
}

TEST(ModelFolderTest, NamesTheFileWhoseSizeIsWrong) {
  EXPECT_EQ(ConfigError(ConfigWithFiles(R"({"bytes": 8, "sha256": ""})",
                                        kGoodVocabulary))
                .message,
            "model.safetensors: expected 8 bytes, found 7");
  EXPECT_EQ(ConfigError(ConfigWithFiles(
                            kGoodTensors,
                            R"({"bytes": 18446744073709551615, "sha256": ""})"))
                .message,
            "vocab.txt: expected 18446744073709551615 bytes, found 4");
}

TEST(ModelFolderTest, ChecksTheListOfFiles) {
  EXPECT_EQ(ConfigError(R"({"format": "whylight", "version": 1, "files": []})")
                .message,
            "config.json: expected \"files\" as an object");
  EXPECT_EQ(ConfigError(R"({"format": "whylight", "version": 1, "files": {}})")
                .message,
            "config.json: expected \"model.safetensors\" in \"files\"");
  for (const char* const entry :
       {"{}", R"({"bytes": 4})", R"({"bytes": -4, "sha256": ""})",
        R"({"bytes": 4.0, "sha256": ""})", R"({"bytes": 4, "sha256": 7})"}) {
    EXPECT_EQ(ConfigError(ConfigWithFiles(kGoodTensors, entry)).message,
              "config.json: expected \"bytes\" and \"sha256\" of "
              "\"vocab.txt\"");
  }
}

TEST(ModelFolderTest, RefusesAttacksOnTheParser) {
  EXPECT_EQ(ConfigError(std::string(1000000, '[')).message,
            "config.json: expected at most 16 lists and objects in each other, "
            "found more");
  std::string objects;
  for (int i = 0; i < 1000000; ++i) objects += "{\"a\":";
  EXPECT_EQ(ConfigError(objects).message,
            "config.json: expected at most 16 lists and objects in each other, "
            "found more");
  EXPECT_EQ(
      ConfigError(R"({"format": "whylight", "format": "whylight"})").message,
      "config.json: expected each key once, found \"format\" again");
  EXPECT_EQ(ConfigError("{\"\xFF\": 1}").code, ErrorCode::kBadModel);
}

TEST(ModelFolderTest, RefusesEveryTruncation) {
  const std::string config = ConfigWithFiles(kGoodTensors, kGoodVocabulary);
  for (std::size_t length = 0; length < config.size(); ++length) {
    EXPECT_EQ(ConfigError(config.substr(0, length)).code, ErrorCode::kBadModel);
  }
}

TEST(ModelFolderTest, SurvivesFlippedBytes) {
  const std::string good = ConfigWithFiles(kGoodTensors, kGoodVocabulary);
  std::mt19937 random(3);
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string config = good;
    config[random() % config.size()] ^= static_cast<char>(1 + random() % 255);
    const Result<nlohmann::json> parsed = ParseModelConfig(Files(config));
    if (!parsed.ok()) {
      EXPECT_FALSE(parsed.error().message.empty());
      ++refused;
    }
  }
  EXPECT_GT(refused, 15000);
}

}  // namespace
}  // namespace whylight
