// The engine that reads a text on from the last one says to the bit what the
// model says that reads each anew, whatever the edits.
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/format/json.h"
#include "core/systems/rationale/fast/engine.h"
#include "core/systems/rationale/model.h"
#include "tests/core/systems/golden.h"
#include "tests/fuzz/fuzz.h"

namespace whylight {
namespace {

struct Golden {
  explicit Golden(const std::string& name)
      : files(ReadGoldenModel(std::string(WHYLIGHT_GOLDEN_DIR) + "/" + name)),
        model(RationaleModel::Load(files).value()) {
    for (std::size_t i = 0; i < model.vocabulary().size(); ++i) {
      words.emplace_back(model.vocabulary().word(i));
    }
    for (const char* other :
         {"zzz", "!!!", "qwert", "cofee", "\xF0\x9F\x8D\xBA"}) {
      words.emplace_back(other);
    }
  }

  ModelFiles files;
  RationaleModel model;
  std::vector<std::string> words;  // Of the vocabulary, and others.
};

const Golden& Pick(std::size_t index) {
  static const std::array<Golden, 3> models = {
      Golden("tiny"), Golden("mention-tiny"), Golden("spelling-tiny")};
  return models[index % models.size()];
}

// Each execution loads an engine of the same few files, whose JSON took a third
// of its time.
Result<Document> ParseOnce(std::string_view bytes, std::string_view name,
                           std::size_t max_depth) {
  static std::map<std::string, Document, std::less<>> parsed;
  auto found = parsed.find(bytes);
  if (found == parsed.end()) {
    found = parsed.emplace(bytes, ParseDocument(bytes, name, max_depth).value())
                .first;
  }
  return found->second;
}

void ExpectSame(const RationaleExplanation& found,
                const RationaleExplanation& expected) {
  Expect(found.words == expected.words, "the words are the same");
  Expect(found.ratings == expected.ratings, "the ratings are the same");
  Expect(found.spreads == expected.spreads, "the spreads are the same");
  Expect(found.priors == expected.priors, "the priors are the same");
  Expect(found.domain == expected.domain, "the domain is the same");
  Expect(found.known == expected.known, "as many words are known");
  Expect(found.in_domain == expected.in_domain, "the domain is the same");
  Expect(found.probability == expected.probability, "the bits are the same");
  Expect(found.selected == expected.selected, "the selection is the same");
  Expect(found.rationales == expected.rationales, "the reasons are the same");
}

// Takes some words away at a place and puts others there.
void Edit(const Golden& golden, FuzzedDataProvider* input,
          std::vector<std::string_view>* text) {
  const auto place =
      input->ConsumeIntegralInRange<std::size_t>(0, text->size());
  const auto removed = std::min<std::size_t>(
      input->ConsumeIntegralInRange<std::size_t>(0, 6), text->size() - place);
  const auto at = text->begin() + static_cast<std::ptrdiff_t>(place);
  const auto rest = text->erase(at, at + static_cast<std::ptrdiff_t>(removed));
  std::vector<std::string_view> inserted;
  for (int i = input->ConsumeIntegralInRange<int>(0, 4); i > 0; --i) {
    inserted.push_back(golden.words[input->ConsumeIntegralInRange<std::size_t>(
        0, golden.words.size() - 1)]);
  }
  text->insert(rest, inserted.begin(), inserted.end());
}

std::string Join(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) text.append(word).append(" ");
  return text;
}

// What the model says is asked at the end alone, or it would take most of the
// time.
void CheckEdits(FuzzedDataProvider* input) {
  const Golden& golden = Pick(input->ConsumeIntegral<std::uint8_t>());
  const std::size_t kept = input->ConsumeBool() ? 60000 : 600;
  RationaleEngine engine =
      RationaleEngine::Load(golden.files, {.projection_bytes = kept}, ParseOnce)
          .value();
  const std::size_t points = engine.options().points.size();
  std::vector<std::string_view> words;
  std::string text;
  PointIndex point;
  std::optional<RationaleExplanation> found;
  for (int edits = 0; edits < 6 && input->remaining_bytes() > 0; ++edits) {
    point = {};
    if (points > 0 && input->ConsumeBool()) {
      point = input->ConsumeIntegralInRange<std::size_t>(0, points - 1);
    }
    Edit(golden, input, &words);
    text = Join(words);
    found = engine.Explain(text, point).value();
  }
  if (!found) return;
  const auto expected = golden.model.Explain(text, point).value();
  ExpectSame(*found, expected);
  const std::vector<std::string_view> texts = {"lace", text, ""};
  ExpectSame(engine.ExplainMany(texts, point).value()[1], expected);
  ExpectSame(engine.Explain(text, point).value(), expected);
}

}  // namespace
}  // namespace whylight

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  FuzzedDataProvider input(data, size);
  whylight::CheckEdits(&input);
  return 0;
}
