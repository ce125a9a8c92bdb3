#include "core/systems/pairs/model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using nlohmann::json;

class PairModelTest : public testing::Test {
 protected:
  static Result<PairModel> Make(const PairOptions& options) {
    return PairModel::Make(
        options,
        Vocabulary::FromWords({"a", "lamp", "is", "lit", "not"}).value(),
        RandomMatrix(5, 4, "vectors"), 3);
  }

  // Models of every shape.
  static std::vector<PairOptions> Shapes() {
    std::vector<PairOptions> shapes;
    for (const char* layers :
         {"[]", R"([{"type": "rcnn", "hidden": 3}])",
          R"([{"type": "bidirectional",
               "layer": {"type": "lstm", "hidden": 3}},
              {"type": "gru", "hidden": 2}])",
          R"([{"type": "lstm", "hidden": 3}, {"type": "pooling"}])"}) {
      for (const auto pooling :
           {TextPooling::kMean, TextPooling::kMax, TextPooling::kLast}) {
        shapes.push_back({.labels = {"no", "maybe", "yes"},
                          .layers = json::parse(layers),
                          .pooling = pooling,
                          .hidden = 5});
      }
    }
    shapes.push_back(GradedShape());
    for (PairOptions& shape : MeetingShapes()) {
      shapes.push_back(std::move(shape));
    }
    shapes.push_back(SelectingShape());
    for (PairOptions& shape : NumberedShapes()) {
      shapes.push_back(std::move(shape));
    }
    return shapes;
  }

  // Those with numbers beside word vectors.
  static std::vector<PairOptions> NumberedShapes() {
    const WordFeatureOptions all = {
        .match = true, .frequency = true, .similarity = true};
    const std::vector<std::string> labels = {"no", "maybe", "yes"};
    return {{.labels = labels, .beside = all, .hidden = 5},
            {.labels = labels,
             .beside = {.match = true, .frequency = false},
             .layers = {{{"type", "lstm"}, {"hidden", 3u}}},
             .hidden = 5},
            {.labels = labels,
             .kind = PairKind::kDecomposable,
             .beside = all,
             .hidden = 5,
             .align = 3,
             .compare = 4}};
  }

  // One that gives grades.
  static PairOptions GradedShape() {
    return {.grades = {1, 2.5, 4},
            .layers = {{{"type", "rcnn"}, {"hidden", 3u}}},
            .output = StackOutput::kAll,
            .difference = PairDifference::kSigned,
            .hidden = 5};
  }

  // One that selects words.
  static PairOptions SelectingShape() {
    return {.labels = {"no", "maybe", "yes"},
            .kind = PairKind::kDecomposable,
            .hidden = 5,
            .align = 3,
            .compare = 4,
            .selector = {.layers = {{{"type", "rcnn"}, {"hidden", 3u}}},
                         .hidden = 4}};
  }

  // Those whose words meet.
  static std::vector<PairOptions> MeetingShapes() {
    const std::vector<std::string> labels = {"no", "maybe", "yes"};
    const auto list = [](const char* layers) {
      return json::parse(layers).get<std::vector<json>>();
    };
    return {{.labels = labels,
             .kind = PairKind::kDecomposable,
             .hidden = 5,
             .align = 0,
             .compare = 4},
            {.labels = labels,
             .kind = PairKind::kEsim,
             .layers = list(R"([{"type": "bidirectional",
                                 "layer": {"type": "lstm", "hidden": 2}}])"),
             .hidden = 5,
             .align = 3,
             .compare = 4,
             .composition = list(R"([{"type": "lstm", "hidden": 3}])")},
            {.labels = labels,
             .kind = PairKind::kCafe,
             .layers = list(R"([{"type": "highway"}, {"type": "highway"}])"),
             .hidden = 5,
             .head = list(R"([{"type": "highway"},
                              {"type": "convolution", "order": 1,
                               "activation": "relu", "hidden": 3}])"),
             .align = 3,
             .factors = 2,
             .composition = list(R"([{"type": "lstm", "hidden": 3},
                                     {"type": "gru", "hidden": 2}])")},
            {.labels = labels,
             .kind = PairKind::kMcan,
             .hidden = 5,
             .align = 3,
             .compression = Compression::kDense,
             .composition = list(R"([{"type": "rcnn", "hidden": 3}])")},
            {.labels = labels,
             .kind = PairKind::kCsran,
             .hidden = 5,
             .align = 3,
             .factors = 2,
             .stack = list(R"([{"type": "gru", "hidden": 3},
                               {"type": "lstm", "hidden": 3}])"),
             .composition = list(R"([{"type": "rcnn", "hidden": 3}])")}};
  }

  static Matrix Probabilities(const PairModel& model,
                              const std::vector<PairIds>& pairs) {
    std::vector<const PairIds*> pointers;
    for (const PairIds& pair : pairs) pointers.push_back(&pair);
    Graph graph(Graph::Mode::kInference);
    return model.Probabilities(graph, pointers);
  }

  // The error in files that were changed.
  static std::string Refused(const ModelFiles& files) {
    const Result<PairModel> model = PairModel::Load(files);
    if (model.ok()) return "nothing";
    EXPECT_EQ(model.error().code, ErrorCode::kBadModel);
    return model.error().message;
  }

  const std::vector<PairIds> pairs_ = {
      {{0, 1, 3}, {2}}, {{4}, {4, 3, 2, kUnknownWord, 0}}, {{1, 2}, {1, 2}}};
};

TEST_F(PairModelTest, GivesEveryPairProbabilitiesThatSumToOne) {
  for (const PairOptions& options : Shapes()) {
    const Result<PairModel> model = Make(options);
    ASSERT_TRUE(model.ok()) << model.error().message;
    const Matrix found = Probabilities(model.value(), pairs_);
    ASSERT_EQ(found.rows(), 3);
    ASSERT_EQ(found.cols(), 3);
    EXPECT_GT(found.minCoeff(), 0);
    for (Index i = 0; i < found.rows(); ++i) {
      EXPECT_NEAR(found.row(i).sum(), 1, 1e-5);
    }
  }
}

TEST_F(PairModelTest, SelectsTheSameWordsWhateverIsBesideAndAfterSaving) {
  const PairModel model = std::move(Make(SelectingShape())).value();
  const PairModel loaded =
      PairModel::Load(model.Save(Dtype::kF32, Dtype::kF32, "{}").value())
          .value();
  std::vector<const PairIds*> pointers;
  for (const PairIds& pair : pairs_) pointers.push_back(&pair);
  Graph graph(Graph::Mode::kInference);
  const std::vector<PairSelection> together = model.Select(graph, pointers);
  const std::vector<PairSelection> after = loaded.Select(graph, pointers);
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const PairSelection alone = model.Select(graph, {&pointers[i], 1}).front();
    for (const auto side : {&PairSelection::first, &PairSelection::second}) {
      EXPECT_EQ(together[i].*side, alone.*side);
      EXPECT_EQ(after[i].*side, alone.*side);
      const std::vector<std::uint8_t>& selected = alone.*side;
      EXPECT_GT(std::count(selected.begin(), selected.end(), 1), 0);
    }
    const PairIds kept = KeepWords(pairs_[i], alone);
    const PairIds left = KeepWords(pairs_[i], alone, false);
    EXPECT_EQ(kept.size() + left.size(), pairs_[i].size());
  }
}

TEST_F(PairModelTest, NeighboursAndPaddingDoNotChangeAProbabilityByABit) {
  for (const PairOptions& options : Shapes()) {
    const Result<PairModel> model = Make(options);
    ASSERT_TRUE(model.ok());
    const Matrix together = Probabilities(model.value(), pairs_);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      EXPECT_EQ(Probabilities(model.value(), {pairs_[i]}),
                together.row(static_cast<Index>(i)));
    }
  }
}

TEST_F(PairModelTest, IsTheSameAfterItWasSavedAndLoaded) {
  for (const PairOptions& options : Shapes()) {
    const Result<PairModel> model = Make(options);
    ASSERT_TRUE(model.ok());
    const Result<ModelFiles> files =
        model.value().Save(Dtype::kF32, Dtype::kF32, "{}");
    ASSERT_TRUE(files.ok()) << files.error().message;
    const Result<PairModel> loaded = PairModel::Load(files.value());
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    EXPECT_EQ(loaded.value().options().labels, options.labels);
    EXPECT_EQ(loaded.value().options().grades, options.grades);
    EXPECT_EQ(Probabilities(loaded.value(), pairs_),
              Probabilities(model.value(), pairs_));
  }
}

TEST_F(PairModelTest, DropoutIsTheSameInWhateverBatchAPairIs) {
  for (const PairOptions& shape : Shapes()) {
    const PairModel model = std::move(Make(shape)).value();
    const auto logits = [&](const std::vector<std::size_t>& examples) {
      std::vector<const PairIds*> pointers;
      for (const std::size_t example : examples) {
        pointers.push_back(&pairs_[example]);
      }
      Graph graph(Graph::Mode::kTraining);
      return Matrix(graph.value(model.Logits(
          graph, MakePairBatch(pointers),
          {.rate = 0.5, .seed = 3, .step = 1, .examples = examples})));
    };
    const Matrix all = logits({0, 1, 2});
    EXPECT_EQ(logits({2, 0}).row(0), all.row(2));
    EXPECT_EQ(logits({1}).row(0), all.row(1));
  }
}

// Written out as loops: F is ReLU(W x + b), or nothing.
TEST_F(PairModelTest, AWordReadsTheOtherTextByTheProductsOfBoth) {
  const PairModel model = std::move(Make(MeetingShapes()[0])).value();
  const Matrix vectors = RandomMatrix(5, 4, "vectors");
  Graph graph(Graph::Mode::kInference);
  const PairIds pair = {{0, 1, 3}, {2, 4}};
  const auto [first, second] = model.Align(graph, pair);
  ASSERT_EQ(first.rows(), 3);
  ASSERT_EQ(first.cols(), 2);
  const auto check = [&](const Matrix& weights, const WordIds& reads,
                         const WordIds& is_read) {
    for (std::size_t i = 0; i < reads.size(); ++i) {
      double sum = 0;
      for (const std::int32_t id : is_read) {
        sum += std::exp(vectors.row(reads[i]).dot(vectors.row(id)));
      }
      for (std::size_t j = 0; j < is_read.size(); ++j) {
        EXPECT_NEAR(
            weights(static_cast<Index>(i), static_cast<Index>(j)),
            std::exp(vectors.row(reads[i]).dot(vectors.row(is_read[j]))) / sum,
            1e-5);
      }
    }
  };
  check(first, pair.first, pair.second);
  check(second, pair.second, pair.first);
}

TEST_F(PairModelTest, AGradeStaysWithinTheGrades) {
  const PairModel model = std::move(Make(GradedShape())).value();
  EXPECT_EQ(model.Grade(RowVector::Unit(3, 2)), 4);
  EXPECT_EQ(model.Grade(RowVector(RowVector::Unit(3, 2) * Real(1.00001))), 4);
  EXPECT_NEAR(model.Grade(RowVector(RowVector::Constant(3, Real(1) / 3))), 2.5,
              1e-6);
}

TEST_F(PairModelTest, RefusesShapesThatMakeNoSense) {
  const auto problem = [](const PairOptions& options) {
    const Result<PairModel> model = Make(options);
    if (model.ok()) return std::string("nothing");
    EXPECT_EQ(model.error().code, ErrorCode::kInvalidArgument);
    return model.error().message;
  };
  EXPECT_EQ(problem({}),
            "\"labels\": expected 2 to 1000, or \"grades\", found 0");
  EXPECT_EQ(problem({.labels = {"a", "a"}}),
            "\"labels\": expected each once, found \"a\" twice");
  EXPECT_EQ(problem({.labels = {"a", "b"}, .positive = "c"}),
            "\"positive\": expected one of \"labels\", found \"c\"");
  EXPECT_EQ(problem({.labels = {"a", "b"}, .grades = {1, 2}}),
            "\"grades\": expected none beside \"labels\", found some");
  EXPECT_EQ(problem({.grades = {1}}),
            "\"grades\": expected 2 to 1000, found 1");
  EXPECT_EQ(problem({.grades = {1, 3, 2}}),
            "\"grades\": expected numbers that ascend, found 2.0 after 3.0");
  EXPECT_EQ(problem({.grades = {1, 2}, .positive = "c"}),
            "\"positive\": expected none beside \"grades\", found \"c\"");
  EXPECT_EQ(problem({.labels = {"a", "b"}, .output = StackOutput::kAll}),
            "\"output\": expected \"last\" where there are no layers, found "
            "\"all\"");
  EXPECT_EQ(problem({.labels = {"a", "b"}, .composition = {json::object()}}),
            "\"composition\": expected none of this kind, found some");
  EXPECT_EQ(problem({.labels = {"a", "b"},
                     .kind = PairKind::kEsim,
                     .layers = {{{"type", "bag"}}},
                     .output = StackOutput::kAll}),
            "\"output\": expected \"last\" where words meet, found \"all\"");
  EXPECT_EQ(problem({.labels = {"a", "b"},
                     .kind = PairKind::kDecomposable,
                     .layers = {{{"type", "highway"}}, {{"type", "bag"}}}}),
            "layers[1]: expected a layer that gives a vector a word, found "
            "\"bag\" that does not");
  EXPECT_EQ(problem({.labels = {"a", "b"}, .kind = PairKind::kCsran}),
            "\"stack\": expected layers of this kind, found none");
  EXPECT_EQ(problem({.labels = {"a", "b"}, .head = {{{"type", "lstm"}}}}),
            "head[0]: expected a width \"hidden\", found none");
  EXPECT_EQ(problem({.labels = {"a", "b"}, .stack = {json::object()}}),
            "\"stack\": expected none of this kind, found some");
  const auto stacked = [&](const char* stack) {
    return problem({.labels = {"a", "b"},
                    .kind = PairKind::kCsran,
                    .stack = json::parse(stack)});
  };
  EXPECT_EQ(stacked(R"([{"type": "gru", "hidden": 3},
                        {"type": "gru", "hidden": 4}])"),
            "stack[1]: expected width 3, that of the first layer, found 4");
  EXPECT_EQ(stacked(R"([{"type": "lstm", "hidden": 3}, {"type": "bag"}])"),
            "stack[1]: expected a layer that gives a vector a word, found "
            "\"bag\" that does not");
  EXPECT_EQ(stacked(R"([{"type": "lstm", "hidden": 3}, {"type": "lstm"}])"),
            "stack[1]: expected a width \"hidden\", found none");
  EXPECT_EQ(problem({.labels = {"a", "b"},
                     .kind = PairKind::kCsran,
                     .stack = std::vector<json>(65, json::object())}),
            "\"stack\": expected at most 10 layers, found 65");
  EXPECT_EQ(problem({.labels = {"a", "b"}, .layers = {{{"type", "rcnn"}}}}),
            "layers[0]: expected a width \"hidden\", found none");
  EXPECT_EQ(problem({.labels = {"a", "b"},
                     .kind = PairKind::kEsim,
                     .beside = {.match = true},
                     .selector = {.hidden = 2}}),
            "\"selector\": expected none where numbers stand beside words, "
            "found one");
  EXPECT_EQ(problem({.labels = {"a", "b"},
                     .beside = {.match = true, .similarity = true},
                     .train_vectors = true}),
            "\"similarity\": expected none where vectors are trained, found "
            "true");
}

// With a vector of zeros for every word, they are all that is read.
TEST_F(PairModelTest, NumbersSayWhatIsInTheOtherText) {
  const PairModel model =
      PairModel::Make(NumberedShapes()[0],
                      Vocabulary::FromWords({"a", "b", "c"}).value(),
                      Matrix::Zero(3, 4), 3)
          .value();
  const PairIds same{{0, 1}, {1, 0}};
  const PairIds others{{0, 2}, {2, 0}};
  const PairIds half{{0, 1}, {0, 2}};
  const PairIds* const pairs[] = {&same, &others, &half};
  Graph graph(Graph::Mode::kInference);
  const Matrix found = model.Probabilities(graph, pairs);
  EXPECT_EQ(Matrix(found.row(0)), Matrix(found.row(1)));
  EXPECT_GT((found.row(0) - found.row(2)).cwiseAbs().maxCoeff(), 1e-3);
}

TEST_F(PairModelTest, RefusesFilesThatDoNotFitEachOther) {
  const ModelFiles files = std::move(Make(Shapes()[3]))
                               .value()
                               .Save(Dtype::kF32, Dtype::kF32, "{}")
                               .value();
  const auto with = [&](const char* key, const json& value) {
    json config = json::parse(files.config);
    config[key] = value;
    ModelFiles changed = files;
    changed.config = config.dump();
    return Refused(changed);
  };
  EXPECT_EQ(with("labels", {"a"}),
            "config.json: \"labels\": expected 2 to 1000, or \"grades\", "
            "found 1");
  EXPECT_EQ(with("kind", "twin"),
            "config.json: config: \"kind\": expected one of \"siamese\", "
            "\"decomposable\", \"esim\", \"cafe\", \"mcan\", \"csran\", found "
            "\"twin\"");
  EXPECT_EQ(with("task", "tagger"),
            "config.json: expected \"task\" to be \"pairs\", found \"tagger\"");
  EXPECT_EQ(with("hidden", 4096).substr(0, 21), "config.json: expected");
  EXPECT_EQ(with("hidden", 6u).substr(0, 18), "model.safetensors:");
  EXPECT_EQ(with("head", {{{"type", "highway"}}}).substr(0, 36),
            "model.safetensors: tensor \"head.1.W\"");
  EXPECT_EQ(with("head", {{{"type", "lamp"}}}).substr(0, 28),
            "config.json: head: layer 1: ");
  EXPECT_EQ(with("colour", 1).substr(0, 43),
            "config.json: config: unknown key \"colour\", ");
  std::vector<PairOptions> meeting = MeetingShapes();
  meeting.push_back(SelectingShape());
  for (const PairOptions& shape : meeting) {
    ModelFiles changed = std::move(Make(shape))
                             .value()
                             .Save(Dtype::kF32, Dtype::kF32, "{}")
                             .value();
    json large = json::parse(changed.config);
    json pooled = large;
    if (shape.selects()) {
      large["selector"]["hidden"] = 4096;
    } else {
      large["compare"] = large["align"] = 4096;
    }
    changed.config = large.dump();
    const std::string sizes =
        "config.json: expected sizes that fit model.safetensors";
    EXPECT_EQ(Refused(changed).substr(0, sizes.size()), sizes);
    pooled["layers"] = {{"type", "bag"}};
    changed.config = pooled.dump();
    EXPECT_EQ(Refused(changed),
              "config.json: layers[0]: expected a layer that gives a vector a "
              "word, found \"bag\" that does not");
  }
  ModelFiles shorter = files;
  shorter.tensors.resize(shorter.tensors.size() - 4);
  EXPECT_NE(Refused(shorter), "nothing");
}

}  // namespace
}  // namespace whylight
