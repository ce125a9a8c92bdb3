#include "core/systems/tree_classifier/model.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/core/random_matrix.h"
#include "tests/core/systems/tree_classifier/parsed_tree.h"

namespace whylight {
namespace {

using nlohmann::json;

TreeClassifierOptions OptionsOf(TreeCell cell) {
  TreeClassifierOptions options{.labels = {"0", "1", "2"}};
  options.tree = {.hidden = 3, .cell = cell};
  if (options.tree.reads_labels()) options.constituents = {"NP", "VP"};
  if (cell == TreeCell::kLabelled) options.tree.label_dimensions = 2;
  if (cell == TreeCell::kUntied) options.pairs = {"NP VP", "VP VP"};
  return options;
}

TreeClassifier MakeTreeModel(TreeCell cell) {
  TreeClassifier model =
      TreeClassifier::Make(
          OptionsOf(cell),
          Vocabulary::FromWords({"it", "'s", "lovely", "well"}).value(),
          RandomMatrix(4, 4, "vectors"), 5)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value += RandomMatrix(parameter->value.rows(),
                                     parameter->value.cols(), parameter->name);
  }
  return model;
}

constexpr TreeCell kTreeCells[] = {TreeCell::kPlain,  TreeCell::kLabelled,
                                   TreeCell::kUntied, TreeCell::kMatrixVector,
                                   TreeCell::kTensor, TreeCell::kLstm};
constexpr char kBrackets[] =
    "(VP (NP It) (VP (VP 's) (NP lovely) (X well-made)))";

TEST(TreeClassifierTest, WhatIsSavedSaysTheSame) {
  for (const TreeCell cell : kTreeCells) {
    const TreeClassifier model = MakeTreeModel(cell);
    const ModelFiles files = model.Save(Dtype::kF32, Dtype::kF32, "{}").value();
    const TreeClassifier loaded = TreeClassifier::Load(files).value();
    const auto expected = model.Classify(kBrackets, true).value();
    const auto found = loaded.Classify(kBrackets, true).value();
    ASSERT_EQ(found.phrases.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_EQ(found.phrases[i].probabilities,
                expected.phrases[i].probabilities);
    }
    EXPECT_EQ(loaded.Save(Dtype::kF32, Dtype::kF32, "{}").value().config,
              files.config);
  }
}

TEST(TreeClassifierTest, EachPhraseHasItsPlaceInTheSentence) {
  const auto found =
      MakeTreeModel(TreeCell::kPlain)
          .Classify("(1 (1 \U0001F37A) (0 (2 's) (2 -RRB-)))", true)
          .value();
  EXPECT_EQ(found.sentence, "\U0001F37A 's )");
  std::vector<Span> spans;
  for (const auto& phrase : found.phrases) spans.push_back(phrase.span);
  EXPECT_EQ(spans, (std::vector<Span>{{0, 7}, {0, 2}, {3, 7}, {3, 5}, {6, 7}}));
}

TEST(TreeClassifierTest, LabelsOfTargetsAreNeverRead) {
  for (const TreeCell cell : kTreeCells) {
    const TreeClassifier model = MakeTreeModel(cell);
    const auto one =
        model.Classify("(2/VP (0/NP it) (1/VP lovely))", true).value();
    const auto other =
        model.Classify("(0/VP (/NP it) (unknown/VP lovely))", true).value();
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(one.phrases[i].probabilities, other.phrases[i].probabilities);
    }
  }
}

TEST(TreeClassifierTest, WithoutLabelsATreeIsClassifiedAlike) {
  const TreeClassifier model = MakeTreeModel(TreeCell::kLstm);
  const auto with = model.Classify("(2 (0 it) (1 lovely))", true).value();
  const auto without = model.Classify("(it lovely)", false).value();
  ASSERT_EQ(without.phrases.size(), 3u);
  EXPECT_EQ(without.phrases[0].probabilities, with.phrases[0].probabilities);
  // But not by a model that reads labels.
  EXPECT_EQ(MakeTreeModel(TreeCell::kLabelled)
                .Classify("(it lovely)", false)
                .error()
                .message,
            "expected a tree with the labels of its constituents, which this "
            "model reads");
}

TEST(TreeClassifierTest, ATreeGetsTheSameAloneAndInABatch) {
  for (const TreeCell cell : kTreeCells) {
    const TreeClassifier model = MakeTreeModel(cell);
    std::vector<TreeInput> inputs;
    for (const char* line :
         {kBrackets, "(NP lovely)", "(VP (NP 's) (VP it))"}) {
      inputs.push_back(model.Read(ParsedTree(line)));
    }
    Graph together(Graph::Mode::kInference);
    const ConstMatrixView all = together.value(model.Score(
        together,
        std::vector<const TreeInput*>{&inputs[0], &inputs[1], &inputs[2]}));
    Index start = 0;
    for (const TreeInput& input : inputs) {
      const TreeInput* const one = &input;
      Graph graph(Graph::Mode::kInference);
      const Matrix alone = graph.value(model.Score(graph, {&one, 1}));
      EXPECT_EQ(Matrix(all.middleRows(start, alone.rows())), alone);
      start += alone.rows();
    }
  }
}

TEST(TreeClassifierTest, WhatIsNoTreeIsRefusedWithItsColumn) {
  const TreeClassifier model = MakeTreeModel(TreeCell::kPlain);
  const auto problem = [&model](const std::string& text) {
    const auto found = model.Classify(text, true);
    EXPECT_FALSE(found.ok()) << text;
    EXPECT_EQ(found.error().code, ErrorCode::kInvalidArgument);
    return found.error().message;
  };
  EXPECT_EQ(problem(""), "column 1: expected \"(\", found the end of the line");
  EXPECT_EQ(problem("(3 (2 a) (1 b)"),
            "column 15: expected \")\", found the end of the line");
  EXPECT_EQ(problem("(3 a))"),
            "column 6: expected the end of the line, found \")\"");
  std::string many = "(1";
  for (std::size_t i = 0; i <= kMaxTreeWords; ++i) many += " (1 a)";
  EXPECT_EQ(model.Classify(many + ")", true).error().code,
            ErrorCode::kTextTooLong);
  std::string deep;
  for (std::size_t i = 0; i < 100'000; ++i) deep += "(1";
  EXPECT_EQ(model.Classify(deep + " a" + std::string(100'000, ')'), true)
                .error()
                .code,
            ErrorCode::kTextTooLong);
}

TEST(TreeClassifierTest, TheDeepestTreeThatIsReadIsClassified) {
  const TreeClassifier model = MakeTreeModel(TreeCell::kTensor);
  std::string left;
  for (std::size_t i = 1; i < kMaxTreeWords; ++i) left += "(";
  left += "a";
  for (std::size_t i = 1; i < kMaxTreeWords; ++i) left += " b)";
  EXPECT_EQ(model.Classify(left, false).value().phrases.size(),
            2 * kMaxTreeWords - 1);
}

TEST(TreeClassifierTest, RefusesOptionsThatMakeNoModel) {
  const auto problem = [](TreeClassifierOptions options) {
    return TreeClassifier::Make(std::move(options),
                                Vocabulary::FromWords({"a"}).value(),
                                Matrix::Ones(1, 2), 1)
        .error()
        .message;
  };
  TreeClassifierOptions options = OptionsOf(TreeCell::kUntied);
  options.labels = {"0"};
  EXPECT_EQ(problem(options), "\"labels\": expected 2 to 512, found 1");
  options = OptionsOf(TreeCell::kUntied);
  options.pairs = {"NP PP"};
  EXPECT_EQ(problem(options),
            "\"pairs\": expected two of \"constituents\" with a space between "
            "them, each pair once, found \"NP PP\"");
  options.pairs = {"NP VP", "NP VP"};
  EXPECT_NE(problem(options).find("each pair once"), std::string::npos);
  options = OptionsOf(TreeCell::kLabelled);
  options.tree.label_dimensions = 0;
  EXPECT_NE(problem(options).find("label_dimensions"), std::string::npos);
  options.constituents = {};
  EXPECT_NE(problem(options).find("\"constituents\""), std::string::npos);
  options = OptionsOf(TreeCell::kTensor);
  options.tree.hidden = 300;
  EXPECT_EQ(problem(options),
            "\"hidden\": expected at most 256 of this \"cell\", found 300");
}

TEST(TreeClassifierTest, TrustsNothingInAFile) {
  for (const TreeCell cell : kTreeCells) {
    const ModelFiles good =
        MakeTreeModel(cell).Save(Dtype::kF32, Dtype::kF32, "{}").value();
    const auto refused = [&good](const char* key, const json& value) {
      ModelFiles files = good;
      json config = json::parse(good.config);
      config[key] = value;
      if (value.is_null()) config.erase(key);
      files.config = config.dump();
      const auto model = TreeClassifier::Load(files);
      EXPECT_FALSE(model.ok()) << key << value;
      return !model.ok() && model.error().code == ErrorCode::kBadModel;
    };
    EXPECT_TRUE(refused("task", "tagger"));
    EXPECT_TRUE(refused("labels", nullptr));
    EXPECT_TRUE(refused("labels", {"a", "b"}));
    EXPECT_TRUE(refused("cell", "none"));
    EXPECT_TRUE(refused("hidden", 4));
    EXPECT_TRUE(refused("hidden", 256));
    EXPECT_TRUE(refused("dimensions", 1 << 30));
    EXPECT_TRUE(refused("constituents", {"NP", "NP"}));
    EXPECT_TRUE(refused("pairs", {"NP"}));
  }
}

TEST(TreeClassifierTest, SaysThatScoresOverflow) {
  TreeClassifierOptions options = OptionsOf(TreeCell::kPlain);
  options.tree.activation = Activation::kIdentity;
  TreeClassifier model =
      TreeClassifier::Make(options, Vocabulary::FromWords({"a"}).value(),
                           Matrix::Constant(1, 2, Real(1e30)), 1)
          .value();
  for (Parameter* parameter : model.Parameters()) {
    parameter->value.setConstant(Real(1e30));
  }
  EXPECT_EQ(model.Classify("(1 a)", true).error().code, ErrorCode::kNotFinite);
}

}  // namespace
}  // namespace whylight
