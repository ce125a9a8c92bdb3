#include "core/systems/questions/train/rankers.h"

#include <gtest/gtest.h>

#include "core/systems/questions/train/evaluate.h"
#include "tests/core/systems/questions/made_up_retriever.h"
#include "tests/core/systems/questions/train/invented_questions.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using nlohmann::json;

constexpr char kQueries[] =
    R"({"query": "reset my password", "candidates": [
         {"text": "the train was late", "label": 0},
         {"text": "how do i reset the password", "label": 1},
         {"text": "my train", "label": 0}]})";

class RankersTest : public testing::Test {
 protected:
  RankersTest() {
    std::string line = kQueries;
    std::erase(line, '\n');
    queries_ = folder_.Write("queries.jsonl", line + "\n");
  }

  nlohmann::ordered_json Evaluate(const std::string& data,
                                  const json& options) {
    const Result<nlohmann::ordered_json> found = TryToEvaluate(data, options);
    EXPECT_TRUE(found.ok()) << found.error().message;
    return found.value();
  }

  Result<nlohmann::ordered_json> TryToEvaluate(const std::string& data,
                                               const json& options) {
    return EvaluateRetriever(
        {{{"model",
           MadeUpRetriever({}).Save(Dtype::kF32, Dtype::kF32, "{}").value()}},
         data,
         {},
         options,
         pool_});
  }

  ScratchFolder folder_;
  std::string queries_;
  ThreadPool pool_{2};
};

TEST_F(RankersTest, WordsInCommonAreFoundByEveryRankerOfWords) {
  for (const char* ranker : {"bm25", "tfidf", "softcosine", "hybrid"}) {
    const auto found =
        Evaluate(queries_, {{"ranker", ranker}, {"weight", 0.1}});
    EXPECT_EQ(found["ranker"], ranker);
    EXPECT_EQ(found["map"], 100) << ranker;
  }
  EXPECT_EQ(Evaluate(queries_, {{"ranker", "given"}})["map"], 50);
}

TEST_F(RankersTest, AHybridOfFullWeightIsTheModel) {
  const QueryFile file = ReadQueryFile(queries_, {}).value();
  const Retriever model = MadeUpRetriever({});
  const auto score = [&](const RankerOptions& options) {
    return ScoreBy(options, model, file, pool_).value().front().scores;
  };
  const auto by_model = score({.ranker = Ranker::kModel});
  const auto by_words = score({.ranker = Ranker::kBm25});
  EXPECT_EQ(score({.ranker = Ranker::kHybrid, .weight = 1}), by_model);
  EXPECT_EQ(score({.ranker = Ranker::kHybrid, .weight = 0}), by_words);
  for (const double share : by_words) {
    EXPECT_GE(share, 0);
    EXPECT_LT(share, 1);
  }
}

TEST_F(RankersTest, AHybridHasTheWeightOfTheModelUnlessToldOtherwise) {
  const auto map = [&](double weight, const json& options) {
    Retriever model = MadeUpRetriever({.weight = weight});
    return EvaluateRetriever(
               {{{"model", model.Save(Dtype::kF32, Dtype::kF32, "{}").value()}},
                queries_,
                {},
                options,
                pool_})
        .value()["map"]
        .get<double>();
  };
  const double by_words = map(0, {{"ranker", "hybrid"}});
  const double by_model = map(1, {{"ranker", "hybrid"}});
  EXPECT_EQ(by_words, map(1, {{"ranker", "bm25"}}));
  EXPECT_EQ(by_model, map(0, {{"ranker", "model"}}));
  EXPECT_EQ(by_words, map(1, {{"ranker", "hybrid"}, {"weight", 0}}));
}

TEST_F(RankersTest, QueriesWithoutPositivesCountAsSaid) {
  std::string lines = InventQuestions(3, 1);
  lines += R"({"query": "q", "candidates": [{"text": "a", "label": 0}]})";
  const std::string data = folder_.Write("some.jsonl", lines + "\n");
  const auto zero =
      Evaluate(data, {{"ranker", "given"}, {"without_positives", "zero"}});
  EXPECT_EQ(zero["n"], 4);
  EXPECT_EQ(zero["map"], 75);
  const auto skip =
      Evaluate(data, {{"ranker", "given"}, {"without_positives", "skip"}});
  EXPECT_EQ(skip["n"], 3);
  EXPECT_EQ(skip["map"], 100);
  EXPECT_TRUE(skip.contains("map_above_bm25"));
  EXPECT_FALSE(Evaluate(data, {{"samples", 0}}).contains("map_above_bm25"));
}

TEST_F(RankersTest, TextsAreReadAsFarAsSaid) {
  Retriever model = MadeUpRetriever({.rationale = {.share = 0.3}});
  const auto evaluate = [&](const json& options) {
    return EvaluateRetriever(
        {{{"model", model.Save(Dtype::kF32, Dtype::kF32, "{}").value()}},
         folder_.Write(
             "titles.jsonl",
             R"({"query": "my password? the train", "candidates": [{"text": "my password", "label": 1}, {"text": "the train", "label": 0}]})"
             "\n"),
         {},
         options,
         pool_});
  };
  EXPECT_FALSE(evaluate(json::object()).value().contains("words_read"));
  const auto title = evaluate({{"read_query", "title"}}).value();
  EXPECT_EQ(title["map"], 100);
  EXPECT_NEAR(title["words_read"]["queries"].get<double>(), 60, 1e-9);
  EXPECT_EQ(title["words_read"]["candidates"], 100);
  model.set_threshold(1);
  const auto rationale =
      evaluate({{"read_query", "rationale"}, {"read_candidates", "rationale"}})
          .value();
  EXPECT_NEAR(rationale["words_read"]["queries"].get<double>(), 20, 1e-9);
  EXPECT_EQ(rationale["words_read"]["candidates"], 50);
  const auto refused = TryToEvaluate(queries_, {{"read_query", "rationale"}});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("learned to choose words"),
            std::string::npos);
}

TEST_F(RankersTest, GatesAreMeasuredByPosition) {
  const auto gates = [&](const RetrieverOptions& options) {
    return EvaluateRetriever(
        {{{"model", MadeUpRetriever(options)
                        .Save(Dtype::kF32, Dtype::kF32, "{}")
                        .value()}},
         queries_,
         {},
         {{"gates", true}},
         pool_});
  };
  const auto found =
      gates({.layers = {{{"type", "rcnn"}, {"hidden", 4}}}}).value()["gates"];
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0]["layer"], 1);
  EXPECT_EQ(found[0]["direction"], "forward");
  // Texts of 2, 3, 4 and 6 words.
  const auto& positions = found[0]["positions"];
  ASSERT_EQ(positions.size(), 6u);
  EXPECT_EQ(positions[0]["n"], 4);
  EXPECT_EQ(positions[3]["n"], 2);
  for (const auto& position : positions) {
    EXPECT_GT(position["max"], position["mean"]);
  }
  const auto refused = gates({});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message,
            "eval: gates: expected a model with recurrent convolutions over "
            "words, which have gates, found one without");
}

TEST_F(RankersTest, ASupportVectorMachineLearnsWhatMakesAMatch) {
  // Here what asks the same starts alike, whatever else it says.
  const std::string train = folder_.Write(
      "train.jsonl",
      R"({"query": "where a b c d", "candidates": [{"text": "where x y", "label": 1}, {"text": "who a b c d", "label": 0}]}
{"query": "when e f g h", "candidates": [{"text": "how e f g h", "label": 0}, {"text": "when z", "label": 1}]}
)");
  const std::string data = folder_.Write(
      "data.jsonl",
      R"({"query": "why i j k l", "candidates": [{"text": "who i j k l", "label": 0}, {"text": "why v w", "label": 1}]})"
      "\n");
  const auto found = Evaluate(data, {{"ranker", "svm"}, {"train", train}});
  EXPECT_EQ(found["ranker"], "svm");
  EXPECT_EQ(found["map"], 100);
  EXPECT_EQ(Evaluate(data, {{"ranker", "bm25"}})["map"], 50);
}

TEST_F(RankersTest, ASupportVectorMachineSaysWhatItLacks) {
  const auto refused = [&](const json& options) {
    const auto found = TryToEvaluate(queries_, options);
    return found.ok() ? "nothing" : found.error().message;
  };
  EXPECT_EQ(refused({{"ranker", "svm"}}),
            "eval: expected --train where --ranker is svm, found none");
  const std::string one = folder_.Write(
      "one.jsonl",
      R"({"query": "a", "candidates": [{"text": "a", "label": 1}]})"
      "\n");
  EXPECT_EQ(refused({{"ranker", "svm"}, {"train", one}}),
            one +
                ": expected a query with candidates that are relevant and "
                "others, found none");
  EXPECT_NE(refused({{"ranker", "svm"}, {"train", one}, {"cost", 0}})
                .find("\"cost\": expected"),
            std::string::npos);
}

TEST_F(RankersTest, PairsAreMeasuredByTheAreaUnderTheCurve) {
  const std::string data = folder_.Write(
      "pairs.jsonl",
      R"({"a": "reset my password", "b": "how do i reset the password", "label": 1}
{"a": "reset my password", "b": "was the train late", "label": 0}
{"a": "can i change the train", "b": "change my train", "label": true}
)");
  const auto found = Evaluate(data, {{"ranker", "tfidf"}});
  EXPECT_EQ(found["n"], 3);
  EXPECT_EQ(found["auc"], 100);
  EXPECT_EQ(found["average_precision"], 100);
}

TEST_F(RankersTest, BadLabelsOfPairsAreNamedByTheirLine) {
  const std::string data =
      folder_.Write("bad.jsonl", R"({"a": "x", "b": "y", "label": "maybe"})"
                                 "\n");
  const Result<QueryFile> read = ReadPairFile(data, {});
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().message.find(
                "bad.jsonl:1: expected the label 0, 1, false or true, found "
                "\"maybe\""),
            std::string::npos)
      << read.error().message;
}

}  // namespace
}  // namespace whylight
