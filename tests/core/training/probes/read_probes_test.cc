#include "core/training/probes/read_probes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

TEST(ReadProbesTest, ReadsEveryForm) {
  const ScratchFolder folder;
  const std::string path = folder.Write(
      "a.jsonl",
      R"({"kind": "plain", "half": "card", "higher": "Good.", "lower": "Bad."})"
      "\n\n"
      R"({"kind": "names", "aspect": "room", "same": ["To Ann", "To Bea"]})"
      "\n"
      R"({"kind": "neutral", "text": "A tale.", "above": 0.25, "below": 0.75})"
      "\n"
      R"({"kind": "other subject", "none": "It rains."})"
      "\n"
      R"({"kind": "roles", "text": "A", "other": "B", "label": "yes"})"
      "\n"
      R"({"kind": "roles", "text": "A", "other": "A", "label": "no"})"
      "\n");
  const auto probes = ReadProbes(path);
  ASSERT_TRUE(probes.ok()) << probes.error().message;
  ASSERT_EQ(probes.value().size(), 6u);
  const Probe& order = probes.value()[0];
  EXPECT_EQ(order.kind, "plain");
  EXPECT_EQ(order.half, ProbeHalf::kCard);
  EXPECT_EQ(order.expectation, Expectation::kOrder);
  EXPECT_EQ(order.texts, (std::vector<std::string>{"Good.", "Bad."}));
  const Probe& alike = probes.value()[1];
  EXPECT_EQ(alike.half, std::nullopt);
  EXPECT_EQ(alike.aspect, "room");
  EXPECT_EQ(alike.expectation, Expectation::kAlike);
  EXPECT_EQ(alike.place.line, 3u);
  const Probe& side = probes.value()[2];
  EXPECT_EQ(side.expectation, Expectation::kSide);
  EXPECT_EQ(side.above, 0.25);
  EXPECT_EQ(side.below, 0.75);
  EXPECT_EQ(probes.value()[3].expectation, Expectation::kNothing);
  const Probe& pair = probes.value()[4];
  EXPECT_EQ(pair.expectation, Expectation::kLabel);
  EXPECT_EQ(pair.texts, (std::vector<std::string>{"A", "B"}));
  EXPECT_EQ(pair.label, "yes");
  // A text may stand beside itself.
  EXPECT_EQ(probes.value()[5].texts, (std::vector<std::string>{"A", "A"}));
}

TEST(ReadProbesTest, ALabelMayBeOfOneText) {
  const ScratchFolder folder;
  const auto probes = ReadProbes(folder.Write(
      "a.jsonl", R"({"kind": "plain", "text": "A", "label": "bug"})"));
  ASSERT_TRUE(probes.ok()) << probes.error().message;
  const Probe& probe = probes.value().front();
  EXPECT_EQ(probe.expectation, Expectation::kLabel);
  EXPECT_EQ(probe.texts, std::vector<std::string>{"A"});
  EXPECT_FALSE(probe.compares());
}

TEST(ReadProbesTest, ReadsOneHalf) {
  const ScratchFolder folder;
  const std::string path = folder.Write(
      "a.jsonl", R"({"kind": "irony", "half": "choose", "none": "a"})"
                 "\n"
                 R"({"kind": "irony", "half": "card", "none": "b"})"
                 "\n"
                 R"({"kind": "irony", "none": "c"})"
                 "\n");
  EXPECT_EQ(ReadProbes(path).value().size(), 3u);
  const auto card = ReadProbes(path, ProbeHalf::kCard);
  ASSERT_EQ(card.value().size(), 1u);
  EXPECT_EQ(card.value()[0].texts[0], "b");
}

TEST(ReadProbesTest, ErrorsNameTheLineAndWhatWasFound) {
  const std::string forms =
      "expected \"higher\" and \"lower\", \"same\", \"text\" with \"above\", "
      "\"below\" or \"label\", \"text\" with \"other\" and \"label\", or "
      "\"none\"";
  const struct {
    std::string line;
    std::string error;
  } cases[] = {
      {"[1]", "expected a JSON object, found an array"},
      {R"({"none": "a"})", "expected \"kind\", found none"},
      {R"({"kind": "plain", "higher": "a", "lower": "b", "not": 1})",
       "unknown key \"not\", expected one of: above, aspect, below, half, "
       "higher, kind, label, lower, none, other, same, text"},
      {R"({"kind": "plain", "half": "both", "none": "a"})",
       "\"half\": expected one of \"choose\", \"card\", found \"both\""},
      {R"({"kind": "plain"})", forms + ", found none of them"},
      {R"({"kind": "plain", "none": "a", "same": ["a", "b"]})",
       forms + ", found several"},
      {R"({"kind": "plain", "higher": "a"})", forms},
      {R"({"kind": "plain", "text": "a"})", forms},
      {R"({"kind": "plain", "above": 0.5})", forms},
      {R"({"kind": "plain", "text": "a", "other": "b"})", forms},
      {R"({"kind": "plain", "text": "a", "label": "b", "above": 0.5})",
       forms + ", found several"},
      {R"({"kind": "plain", "label": "b"})", forms},
      {R"({"kind": "plain", "other": "a", "label": "b"})", forms},
      {R"({"kind": "plain", "text": "a", "other": "b", "label": "c", )"
       R"("above": 0.5})",
       forms + ", found several"},
      {R"({"kind": "plain", "text": "a", "other": " ", "label": "c"})",
       "expected texts with words, found a blank one"},
      {R"({"kind": "plain", "text": "a", "above": 2})",
       "\"above\": expected a number from 0.0 to 1.0, found 2"},
      {R"({"kind": "plain", "text": "a", "above": 0.6, "below": 0.6})",
       "expected \"above\" to be less than \"below\""},
      {R"({"kind": "plain", "same": ["a"]})",
       "\"same\": expected two texts or more, found one"},
      {R"({"kind": "plain", "same": ["a", "a"]})",
       "expected different texts, found twice \"a\""},
      {R"({"kind": "plain", "none": " "})",
       "expected texts with words, found a blank one"},
  };
  const ScratchFolder folder;
  for (const auto& [line, error] : cases) {
    const std::string path =
        folder.Write("bad.jsonl", R"({"kind": "plain", "none": "a"})"
                                  "\n" +
                                      line + "\n");
    const auto probes = ReadProbes(path);
    ASSERT_FALSE(probes.ok()) << line;
    EXPECT_EQ(probes.error().code, ErrorCode::kBadData) << line;
    EXPECT_EQ(probes.error().message, path + ":2: " + error);
  }
}

TEST(ReadProbesTest, AKindHasAnyNameButABlankOne) {
  const ScratchFolder folder;
  const auto read = [&](const char* line) {
    return ReadProbes(folder.Write("kinds.jsonl", line));
  };
  EXPECT_EQ(read(R"({"kind": "billing", "none": "a"})").value()[0].kind,
            "billing");
  EXPECT_EQ(read(R"({"kind": " ", "none": "a"})").error().message,
            folder.Path("kinds.jsonl") +
                ":1: \"kind\": expected a name, found \" \"");
}

TEST(ReadProbesTest, AFileWithoutProbesIsAnError) {
  const ScratchFolder folder;
  const std::string path = folder.Write("empty.jsonl", "\n");
  EXPECT_EQ(ReadProbes(path).error().message,
            path + ":1: expected a probe, found none");
  EXPECT_EQ(ReadProbes(path, ProbeHalf::kCard).error().message,
            path + ":1: expected a probe of half \"card\", found none");
  EXPECT_EQ(ReadProbes(path + "x").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace whylight
