// A model of questions that keeps indexes: after any changes an index answers
// as one that is made anew of its documents, and any request is answered or
// refused with a reason.
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/format/json.h"
#include "core/systems/questions/kept_indexes.h"
#include "core/systems/questions/question_index.h"
#include "core/systems/questions/system.h"
#include "tests/core/systems/golden.h"
#include "tests/fuzz/fuzz.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

const std::shared_ptr<const Retriever>& TinyRetriever() {
  static const auto model = std::make_shared<const Retriever>(
      Retriever::Load(
          ReadGoldenModel(std::string(WHYLIGHT_GOLDEN_DIR) + "/questions-tiny"))
          .value());
  return model;
}

// What `answer` says, or why there is none.
std::string Say(const Result<Answer>& answer) {
  if (answer.ok()) return DumpJson(answer.value().json) + answer.value().bytes;
  Expect(!answer.error().message.empty() && IsValidUtf8(answer.error().message),
         "an error says something");
  return answer.error().message;
}

// Asks one model after another, which keeps what it was told.
class Asked {
 public:
  Asked() : model_(TinyRetriever()) {}

  std::string Ask(std::string_view question, std::string_view text,
                  json options) {
    std::vector<std::string_view> texts = {text};
    const Question* const found = FindQuestion(QuestionsSystem(), question);
    if (found == nullptr) return {};
    if (found->inputs == Inputs::kNothing) texts.clear();
    if (found->inputs == Inputs::kTwoTexts ||
        found->inputs == Inputs::kCandidates) {
      texts = {text.substr(0, text.size() / 2), text.substr(text.size() / 2)};
    }
    return Say(whylight::Ask(QuestionsSystem(), model_,
                             {question, texts, std::move(options)}));
  }

 private:
  RetrieverAnswers model_;
};

// Requests in lines: a question, its options and a text, with tabs between.
void CheckRequests(std::string_view lines) {
  Asked asked;
  asked.Ask("index-create", "", {{"fields", {{{"name", "title"}}}}});
  asked.Ask("index-add", R"([{"id": "a", "title": "How do I reset it?"},
                             {"id": "b", "title": "Was the train late?"}])",
            {{"index", 1}});
  for (int i = 0; i < 6 && !lines.empty(); ++i) {
    std::string_view line = TakeUntil('\n', lines);
    const std::string_view question = TakeUntil('\t', line);
    const Result<json> options = ParseQuestionOptions(TakeUntil('\t', line));
    if (options.ok()) asked.Ask(question, line, options.value());
  }
}

std::string PickText(FuzzedDataProvider* input) {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> known;
    const Vocabulary& vocabulary = TinyRetriever()->vocabulary();
    for (std::size_t i = 0; i < vocabulary.size(); ++i) {
      known.emplace_back(vocabulary.word(i));
    }
    known.insert(known.end(), {"unknwon", "\U0001F37A", "Train"});
    return known;
  }();
  std::string text;
  for (int i = input->ConsumeIntegralInRange(0, 6); i > 0; --i) {
    text +=
        words[input->ConsumeIntegralInRange<std::size_t>(0, words.size() - 1)];
    text += ' ';
  }
  return text;
}

json PickDocument(FuzzedDataProvider* input) {
  const std::string id(
      1, static_cast<char>('a' + input->ConsumeIntegralInRange(0, 7)));
  return {{"id", id}, {"title", PickText(input)}, {"body", PickText(input)}};
}

// An index that is changed, beside the documents that it must hold.
void CheckChanges(FuzzedDataProvider* input) {
  const json create = {
      {"fields", {{{"name", "title"}, {"boost", 2}}, {{"name", "body"}}}}};
  const json index = {{"index", 1}};
  Asked asked;
  asked.Ask("index-create", "", create);
  std::vector<json> documents;
  const auto forget = [&](const json& id) {
    return std::erase_if(documents,
                         [&](const json& one) { return one["id"] == id; });
  };
  for (int step = 0; step < 8 && input->remaining_bytes() > 0; ++step) {
    const int change = input->ConsumeIntegralInRange(0, 4);
    const json document = PickDocument(input);
    const bool there = std::any_of(
        documents.begin(), documents.end(),
        [&](const json& one) { return one["id"] == document["id"]; });
    if (change < 2) {
      asked.Ask("index-add", DumpJson(json::array({document})), index);
      if (!there) documents.push_back(document);
    } else if (change == 2) {
      asked.Ask("index-replace", DumpJson(document), index);
      if (forget(document["id"]) > 0) documents.push_back(document);
    } else if (change == 3) {
      asked.Ask("index-remove", "", {{"index", 1}, {"ids", {document["id"]}}});
      forget(document["id"]);
    } else {
      asked.Ask("index-duplicates", "",
                {{"index", 1}, {"threshold", 0.5}, {"pairs", 3}});
    }
  }
  Asked fresh;
  fresh.Ask("index-create", "", create);
  fresh.Ask("index-add", DumpJson(json(documents)), index);
  Expect(asked.Ask("index-bytes", "", index) ==
             fresh.Ask("index-bytes", "", index),
         "a fresh index has the same file");
  json options = index;
  const std::string question = input->PickValueInArray(
      {"search", "suggest", "explain", "without-words"});
  if (question == "explain" || question == "without-words") {
    options["id"] = documents.empty() ? json("a") : documents.front()["id"];
  }
  const std::string text = PickText(input);
  Expect(asked.Ask("index-" + question, text, options) ==
             fresh.Ask("index-" + question, text, options),
         "a fresh index answers the same");
}

}  // namespace
}  // namespace whylight

// The first byte: odd for requests in lines, even for changes of an index.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace whylight;
  if (size == 0) return 0;
  if (data[0] % 2 == 1) {
    CheckRequests(AsText(data + 1, size - 1));
    return 0;
  }
  FuzzedDataProvider input(data + 1, size - 1);
  CheckChanges(&input);
  return 0;
}
