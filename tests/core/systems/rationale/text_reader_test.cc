#include "core/systems/rationale/text_reader.h"

#include <gtest/gtest.h>

#include "core/model/layer_spec.h"
#include "core/systems/rationale/explainer.h"
#include "core/systems/rationale/fast/engine.h"
#include "tests/core/systems/rationale/text_readers.h"

namespace whylight {
namespace {

class ReaderTest : public testing::TestWithParam<ReaderCase> {
 protected:
  Matrix Rate(const std::vector<WordIds>& texts,
              const std::optional<Matrix>& mask = std::nullopt) const {
    std::vector<const WordIds*> pointers;
    for (const WordIds& text : texts) pointers.push_back(&text);
    const WordBatch batch = MakeWordBatch(pointers);
    Graph graph(Graph::Mode::kInference);
    const auto inputs =
        model_.EncoderInputs(graph, model_.Lookup(graph, batch));
    std::optional<Var> used;
    if (mask) used = graph.Constant(*mask);
    return graph.value(
        model_.EncoderRatings(graph, inputs, batch.sequences, used));
  }

  RationaleModel model_ = ModelOf(GetParam());
};

// Training computes with masks what explaining computes by leaving out words.
TEST_P(ReaderTest, MaskedTextIsRatedAsItsSelectedWordsAlone) {
  const std::vector<WordIds> texts = {
      {0, 1, 2, 1, 3, 4}, {}, {4, 2}, {2, kUnknownWord, 0}, {3, 3, 1}};
  const std::vector<std::vector<int>> selected = {
      {0, 1, 0, 0, 1, 1}, {}, {1, 0}, {0, 0, 0}, {1, 1, 1}};
  Matrix mask = Matrix::Zero(6 * 5, 1);
  std::vector<WordIds> alone(texts.size());
  for (std::size_t b = 0; b < texts.size(); ++b) {
    for (std::size_t t = 0; t < texts[b].size(); ++t) {
      mask(static_cast<Index>(t * texts.size() + b), 0) =
          static_cast<Real>(selected[b][t]);
      if (selected[b][t] != 0) alone[b].push_back(texts[b][t]);
    }
  }
  const Matrix masked = Rate(texts, mask);
  const Matrix expected = Rate(alone);
  EXPECT_LT((masked - expected).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_EQ(expected.row(1), expected.row(3));
}

TEST_P(ReaderTest, WhatIsNotSelectedChangesNothing) {
  Matrix mask(5, 1);
  mask << 1, 0, 1, 1, 0;
  const Matrix ratings = Rate({{0, 1, 2, 3, 4}}, mask);
  EXPECT_EQ(Rate({{0, 4, 2, 3, kUnknownWord}}, mask), ratings);
  EXPECT_NE(Rate({{0, 1, 4, 3, 4}}, mask), ratings);
}

TEST_P(ReaderTest, TextIsReadAloneAsInABatch) {
  const WordIds text = {1, 4, 0, 2};
  const Matrix alone = Rate({text});
  const Matrix together = Rate({{0, 1, 2, 3, 4, 0}, text, {}});
  EXPECT_LT((alone.row(0) - together.row(1)).cwiseAbs().maxCoeff(), 1e-6);
}

TEST_P(ReaderTest, ComesBackFromItsFiles) {
  const auto files = model_.Save(Dtype::kF32, Dtype::kF32, "{}");
  ASSERT_TRUE(files.ok());
  const auto loaded = RationaleModel::Load(files.value());
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  const auto again = loaded.value().Save(Dtype::kF32, Dtype::kF32, "{}");
  EXPECT_EQ(again.value().config, files.value().config);
  EXPECT_EQ(again.value().tensors, files.value().tensors);
  for (const char* text : {"a b c", "e", "", "d d x a"}) {
    const auto expected = model_.Explain(text).value();
    const auto found = loaded.value().Explain(text).value();
    EXPECT_EQ(found.ratings, expected.ratings);
    EXPECT_EQ(found.probability, expected.probability);
    EXPECT_EQ(found.rationales, expected.rationales);
  }
}

TEST_P(ReaderTest, IsNotForTheEngine) {
  const auto engine = RationaleEngine::Load(
      model_.Save(Dtype::kF32, Dtype::kF32, "{}").value());
  ASSERT_FALSE(engine.ok());
  EXPECT_EQ(engine.error().code, ErrorCode::kBadModel);
  EXPECT_FALSE(RationaleEngine::Reads(model_.options()));
}

// Whoever has no layers refuses what needs them, and nothing else.
TEST_P(ReaderTest, IsRefusedWhereThereAreNoLayers) {
  const auto files = model_.Save(Dtype::kF32, Dtype::kF32, "{}").value();
  const auto loaded = RationaleModel::Load(files, RefuseLayer);
  const bool none = GetParam().generator == "[]" && GetParam().encoder == "[]";
  ASSERT_EQ(loaded.ok(), none);
  if (none) return;
  EXPECT_EQ(loaded.error().code, ErrorCode::kBadModel);
  EXPECT_NE(loaded.error().message.find("which only the native program reads"),
            std::string::npos);
}

TEST_P(ReaderTest, IsExplainedAsFarAsItsEncoderAllows) {
  const auto explainer = RationaleExplainer::Make(model_, "a b c d a");
  ASSERT_TRUE(explainer.ok());
  const auto faithful = explainer.value().MeasureSelection(
      0, {.selection = std::vector<Span>{{2, 5}}, .leave_one_out = true});
  ASSERT_TRUE(faithful.ok()) << faithful.error().message;
  EXPECT_EQ(faithful.value().leave_one_out.size(), 5u);
  const bool rcnn = GetParam().encoder.empty();
  const auto ngrams = explainer.value().Ngrams(0, WordsRead::kAll, 3);
  const auto curve = explainer.value().Curve(0, WordsRead::kAll);
  const auto gates = explainer.value().Gates(0, WordsRead::kAll);
  EXPECT_EQ(ngrams.ok(), rcnn);
  EXPECT_EQ(curve.ok(), rcnn);
  EXPECT_EQ(gates.ok(), rcnn);
  if (rcnn) return;
  EXPECT_EQ(ngrams.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(ngrams.error().message,
            "n-grams: expected a model whose encoder is of the type \"rcnn\", "
            "found \"layers\"");
}

INSTANTIATE_TEST_SUITE_P(Kinds, ReaderTest, testing::ValuesIn(ReaderCases()),
                         [](const auto& test) { return test.param.name; });

struct BadReader {
  std::string name;
  ReaderCase reader;
  std::string error;
};

// "rcnn", "lstm" and all others, as errors list them.
std::string AllTypes() {
  std::string types;
  for (const auto& [type, fields] : LayerTypes()) {
    types += (types.empty() ? "\"" : ", \"") + type + "\"";
  }
  return types;
}

class BadReaderTest : public testing::TestWithParam<BadReader> {};

TEST_P(BadReaderTest, SaysWhatWasExpectedAndFound) {
  const auto model = RationaleModel::Make(OptionsOf(GetParam().reader, 3),
                                          Vocabulary::FromWords({"a"}).value(),
                                          Matrix::Zero(1, 3), 1);
  ASSERT_FALSE(model.ok());
  EXPECT_EQ(model.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(model.error().message, GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Layers, BadReaderTest,
    testing::Values(
        BadReader{"PooledGenerator",
                  {"", R"([{"type": "pooling", "kind": "max"}])", kLstm},
                  "generator: layers[0]: expected a layer that gives a vector "
                  "a word, found \"pooling\" that does not"},
        BadReader{"NarrowGenerator",
                  {"",
                   R"([{"type": "lstm", "hidden": 2}, {"type": "convolution",
                        "hidden": 2, "border": "narrow"}])",
                   kLstm},
                  "generator: layers[1]: expected a layer that gives a vector "
                  "a word, found \"convolution\" that does not"},
        BadReader{"EncoderThatPoolsItself",
                  {"", "", R"([{"type": "bag", "mode": "mean"}])"},
                  "encoder: layers[0]: expected a layer that gives a vector a "
                  "word, found \"bag\" that does not"},
        BadReader{"EncoderOfLargestNgrams",
                  {"", "",
                   R"([{"type": "rcnn", "hidden": 2, "pooling": "max",
                        "decay": {"type": "constant", "value": 0.5}}])"},
                  "encoder: layers[0]: expected a layer that can be told how "
                  "much a word is selected, found \"rcnn\" that cannot"},
        BadReader{"LastWindow",
                  {"", "", kConvolution},
                  "encoder: \"pooling\": expected \"max\" or \"mean\" where "
                  "the last layer has no state, found \"last\""},
        BadReader{"LastOfWindowsInBothDirections",
                  {"", "", kWindows},
                  "encoder: \"pooling\": expected \"max\" or \"mean\" where "
                  "the last layer has no state, found \"last\""},
        BadReader{"LastOfSharedWindows",
                  {"", kWordByWord, kWordByWord, TextPooling::kLast, 0, true},
                  "generator: \"pooling\": expected \"max\" or \"mean\" where "
                  "the last layer has no state, found \"last\""},
        BadReader{"LastOfVectors",
                  {"", "", "[]"},
                  "encoder: \"pooling\": expected \"max\" or \"mean\" where "
                  "the last layer has no state, found \"last\""},
        BadReader{"UnknownType",
                  {"", "", R"([{"type": "perceptron", "hidden": 2}])"},
                  "encoder: layers[0]: \"type\": expected one of " +
                      AllTypes() + ", found \"perceptron\""}),
    [](const auto& test) { return test.param.name; });

TEST(TextReaderTest, RefusesFilesThatDoNotFit) {
  const ReaderCase reader = {"", kWordByWord, kConvolution, TextPooling::kMax};
  const ModelFiles good =
      ModelOf(reader).Save(Dtype::kF32, Dtype::kF32, "{}").value();
  const auto error = [&](const std::string& from, const std::string& to) {
    ModelFiles files = good;
    files.config.replace(files.config.find(from), from.size(), to);
    const auto loaded = RationaleModel::Load(files);
    if (loaded.ok()) return std::string();
    EXPECT_EQ(loaded.error().code, ErrorCode::kBadModel);
    return loaded.error().message;
  };
  EXPECT_EQ(error("\"layers\",", "\"tree\","),
            "config.json: expected \"type\" to be \"rcnn\" or \"layers\" in "
            "\"generator\"");
  EXPECT_EQ(error("\"pooling\": \"max\"", "\"pooling\": \"sum\""),
            "config.json: expected \"pooling\" to be one of \"mean\", \"max\", "
            "\"last\"");
  EXPECT_EQ(error("\"pooling\": \"max\"", "\"pooling\": \"last\""),
            "config.json: encoder: \"pooling\": expected \"max\" or \"mean\" "
            "where the last layer has no state, found \"last\"");
  EXPECT_EQ(error("\"order\": 3", "\"order\": 4"),
            "model.safetensors: tensor \"encoder.layers.1.W.4\": expected it, "
            "found no such tensor");
  EXPECT_EQ(error("\"dimensions\": 3", "\"dimensions\": 4").substr(0, 17),
            "model.safetensors");
}

}  // namespace
}  // namespace whylight
