#include "core/systems/classifier/model.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/format/safetensors.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using nlohmann::json;

const std::vector<std::string> kWords = {"a",    "fine", "flat", "pint",
                                         "hazy", "gold", "is",   "not"};
constexpr Index kDimensions = 4;

Vocabulary SomeWords() { return Vocabulary::FromWords(kWords).value(); }

Matrix SomeVectors() {
  return RandomMatrix(static_cast<Index>(kWords.size()), kDimensions,
                      "vectors");
}

Result<Classifier> Make(const ClassifierOptions& options) {
  return Classifier::Make(options, SomeWords(), SomeVectors(), 3);
}

// A stack of every kind of layer there is.
std::vector<ClassifierOptions> AllKinds() {
  const std::vector<std::string> labels = {"bad", "fair", "good"};
  std::vector<ClassifierOptions> kinds = {{.labels = labels, .layers = {}}};
  for (const char* layers :
       {R"([{"type": "rcnn", "hidden": 3}])",
        R"([{"type": "rcnn", "hidden": 3, "activation": "relu",
             "mapping": "multiplicative",
             "decay": {"type": "constant", "value": 0.3}},
            {"type": "rcnn", "hidden": 5, "order": 3, "output_gate": true}])",
        R"([{"type": "tensor_conv", "hidden": 3, "layers": 2}])",
        R"([{"type": "tensor_conv", "hidden": 3, "pooled": true}])",
        R"([{"type": "convolution", "hidden": 3, "border": "narrow"}])",
        R"([{"type": "elman", "hidden": 3}, {"type": "irnn", "hidden": 2}])",
        R"([{"type": "bidirectional",
             "layer": {"type": "lstm", "hidden": 3}},
            {"type": "gru", "hidden": 2, "initialisation": "he"}])",
        R"([{"type": "stacked", "output": "all",
             "layers": [{"type": "scrn", "hidden": 3, "fast": 2},
                        {"type": "gru", "hidden": 2}]}])",
        R"([{"type": "bag"}])", R"([{"type": "dan", "hidden": 3}])",
        R"([{"type": "lstm", "hidden": 3},
            {"type": "attention", "projection": true, "hidden": 2}])",
        R"([{"type": "rcnn", "hidden": 3}, {"type": "pooling"}])"}) {
    for (const StackOutput output : {StackOutput::kLast, StackOutput::kAll}) {
      for (const TextPooling pooling :
           {TextPooling::kMean, TextPooling::kMax, TextPooling::kLast}) {
        kinds.push_back({.labels = labels,
                         .layers = json::parse(layers),
                         .pooling = pooling,
                         .output = output});
      }
    }
  }
  return kinds;
}

const std::vector<WordIds> kTexts = {
    {0, 1, 3}, {}, {2}, {4, 5, 3, 6, 7, 2, kUnknownWord}, {kUnknownWord, 1}};

Matrix Probabilities(const Classifier& model,
                     const std::vector<WordIds>& texts) {
  std::vector<const WordIds*> pointers;
  for (const WordIds& text : texts) pointers.push_back(&text);
  Graph graph(Graph::Mode::kInference);
  return model.Probabilities(graph, MakeWordBatch(pointers));
}

TEST(ClassifierTest, GivesEveryTextProbabilitiesThatSumToOne) {
  for (const ClassifierOptions& options : AllKinds()) {
    const Result<Classifier> model = Make(options);
    ASSERT_TRUE(model.ok()) << model.error().message;
    const Matrix probabilities = Probabilities(model.value(), kTexts);
    ASSERT_EQ(probabilities.rows(), static_cast<Index>(kTexts.size()));
    ASSERT_EQ(probabilities.cols(), 3);
    EXPECT_GT(probabilities.minCoeff(), 0);
    for (Index i = 0; i < probabilities.rows(); ++i) {
      EXPECT_NEAR(probabilities.row(i).sum(), 1, 1e-5);
    }
  }
}

TEST(ClassifierTest, NeighboursAndPaddingDoNotChangeAProbabilityByABit) {
  for (const ClassifierOptions& options : AllKinds()) {
    const Result<Classifier> model = Make(options);
    ASSERT_TRUE(model.ok());
    const Matrix together = Probabilities(model.value(), kTexts);
    for (std::size_t i = 0; i < kTexts.size(); ++i) {
      EXPECT_EQ(Probabilities(model.value(), {kTexts[i]}),
                together.row(static_cast<Index>(i)));
    }
  }
}

TEST(ClassifierTest, IsTheSameAfterItWasSavedAndLoaded) {
  for (const ClassifierOptions& options : AllKinds()) {
    const Result<Classifier> model = Make(options);
    ASSERT_TRUE(model.ok());
    const Result<ModelFiles> files =
        model.value().Save(Dtype::kF32, Dtype::kF32, "{}");
    ASSERT_TRUE(files.ok()) << files.error().message;
    const Result<Classifier> loaded = Classifier::Load(files.value());
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    EXPECT_EQ(loaded.value().labels(), options.labels);
    EXPECT_EQ(Probabilities(loaded.value(), kTexts),
              Probabilities(model.value(), kTexts));
  }
}

TEST(ClassifierTest, KeepsNamesAndGradesOfItsLabels) {
  const Result<Classifier> model = Make({.labels = {"0", "1"},
                                         .names = {"bad", "good"},
                                         .grades = {-0.5, 2},
                                         .layers = {}});
  ASSERT_TRUE(model.ok()) << model.error().message;
  const Result<Classifier> loaded = Classifier::Load(
      model.value().Save(Dtype::kF32, Dtype::kF32, "{}").value());
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_EQ(loaded.value().name(1), "good");
  EXPECT_EQ(loaded.value().options().grades, (std::vector<double>{-0.5, 2}));
  const Result<Classifier> plain = Make({.labels = {"0", "1"}, .layers = {}});
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(plain.value().name(1), "1");
  EXPECT_TRUE(plain.value().options().grades.empty());
}

TEST(ClassifierTest, ReadsTextsWordByWord) {
  const Classifier model =
      std::move(Make({.labels = {"0", "1"},
                      .layers = {{{"type", "rcnn"}, {"hidden", 3u}}}}))
          .value();
  Graph graph(Graph::Mode::kInference);
  const auto classified = model.Classify("A FINE pint!", graph);
  ASSERT_TRUE(classified.ok());
  const Matrix expected =
      Probabilities(model, {WordIds{0, 1, 3, kUnknownWord}});
  EXPECT_EQ(classified.value(),
            (std::vector<Real>{expected(0, 0), expected(0, 1)}));
  std::string endless;
  for (int i = 0; i <= 100'000; ++i) endless += "a ";
  const auto refused = model.Classify(endless, graph);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kTextTooLong);
}

TEST(ClassifierTest, ReadsMisspelledWordsOnRequest) {
  const std::string typed = "A fiiiine pint";
  const std::string meant = "a fine pint";
  for (const bool spelling : {true, false}) {
    const Result<Classifier> made =
        Make({.labels = {"0", "1"}, .layers = {}, .spelling = spelling});
    ASSERT_TRUE(made.ok());
    const Classifier loaded =
        Classifier::Load(
            made.value().Save(Dtype::kF32, Dtype::kF32, "{}").value())
            .value();
    Graph graph(Graph::Mode::kInference);
    for (const Classifier* model : {&made.value(), &loaded}) {
      EXPECT_EQ(model->Classify(typed, graph).value() ==
                    model->Classify(meant, graph).value(),
                spelling);
    }
  }
}

TEST(ClassifierTest, LayersOfATextAreReadSideBySideOnRequest) {
  const std::vector<json> layers = {{{"type", "rcnn"}, {"hidden", 3u}},
                                    {{"type", "gru"}, {"hidden", 5u}}};
  const auto width = [&](StackOutput output) {
    Classifier model =
        std::move(
            Make({.labels = {"0", "1"}, .layers = layers, .output = output}))
            .value();
    const std::vector<Parameter*> parameters = model.Parameters();
    return parameters[parameters.size() - 2]->value.rows();
  };
  EXPECT_EQ(width(StackOutput::kLast), 5);
  EXPECT_EQ(width(StackOutput::kAll), 8);
}

TEST(ClassifierTest, DropoutIsTheSameInWhateverBatchAnExampleIs) {
  const Classifier model =
      std::move(Make({.labels = {"0", "1"},
                      .layers = {{{"type", "rcnn"}, {"hidden", 3u}},
                                 {{"type", "lstm"}, {"hidden", 3u}}},
                      .output = StackOutput::kAll}))
          .value();
  const auto logits = [&](const std::vector<std::size_t>& examples, double rate,
                          std::uint64_t step) {
    std::vector<const WordIds*> texts;
    for (const std::size_t i : examples) texts.push_back(&kTexts[i]);
    Graph graph(Graph::Mode::kTraining);
    return Matrix(graph.value(model.Logits(
        graph, MakeWordBatch(texts),
        {.rate = rate, .seed = 5, .step = step, .examples = examples})));
  };
  const Matrix together = logits({0, 2, 3, 4}, 0.5, 1);
  EXPECT_EQ(logits({3}, 0.5, 1), together.row(2));
  EXPECT_EQ(logits({4, 0}, 0.5, 1).row(0), together.row(3));
  EXPECT_NE(logits({3}, 0.5, 2), together.row(2));
  EXPECT_NE(logits({3}, 0, 1), together.row(2));
}

std::string ProblemOf(const ClassifierOptions& options) {
  const Result<Classifier> model = Make(options);
  if (model.ok()) return "none";
  EXPECT_EQ(model.error().code, ErrorCode::kInvalidArgument);
  return model.error().message;
}

TEST(ClassifierTest, OptionsThatMakeNoSenseAreNamed) {
  const std::vector<std::string> labels = {"0", "1"};
  const json rcnn = {{"type", "rcnn"}, {"hidden", 3u}};
  EXPECT_EQ(ProblemOf({.labels = {"0"}, .layers = {}}),
            "expected 2 to 100000 labels, found 1");
  EXPECT_EQ(ProblemOf({.labels = {"0", "1", "0"}, .layers = {}}),
            "expected distinct labels, found \"0\" twice");
  EXPECT_EQ(
      ProblemOf({.labels = labels, .layers = {}, .output = StackOutput::kAll}),
      "\"output\": expected \"last\" where there are no layers, found "
      "\"all\"");
  EXPECT_EQ(ProblemOf({.labels = labels, .names = {"bad"}, .layers = {}}),
            "\"names\": expected 2, one a label, found 1");
  EXPECT_EQ(ProblemOf({.labels = labels, .names = {"a", "a"}, .layers = {}}),
            "\"names\": expected distinct names, found \"a\" twice");
  EXPECT_EQ(ProblemOf({.labels = labels, .grades = {1, 2, 3}, .layers = {}}),
            "\"grades\": expected 2, one a label, found 3");
  EXPECT_EQ(ProblemOf({.labels = labels, .grades = {1, 1e300}, .layers = {}}),
            "\"grades\": expected finite numbers, found 1e+300");
  EXPECT_EQ(ProblemOf({.labels = labels, .layers = {rcnn, {{"type", "gru"}}}}),
            "layers[1]: expected a width \"hidden\", found none");
  EXPECT_EQ(ProblemOf({.labels = labels,
                       .layers = {{{"type", "rcnn"}, {"hidden", 5000u}}}}),
            "layers[0]: \"hidden\": expected a whole number from 1 to 4096, "
            "found 5000");
  EXPECT_EQ(ProblemOf({.labels = labels, .layers = {{{"hidden", 3u}}}}),
            "layers[0]: expected a \"type\", found none");
}

// The files of a small model, with its config changed.
ModelFiles Changed(const std::string& key, const json& value) {
  const Classifier model =
      std::move(Make({.labels = {"0", "1"},
                      .layers = {{{"type", "rcnn"}, {"hidden", 3u}}}}))
          .value();
  ModelFiles files =
      std::move(model.Save(Dtype::kI8, Dtype::kF16, "{}")).value();
  json config = json::parse(files.config);
  config[key] = value;
  files.config = config.dump();
  return files;
}

TEST(ClassifierTest, RefusesFilesThatAreNoClassifier) {
  ASSERT_TRUE(Classifier::Load(Changed("labels", {"no", "yes"})).ok());
  const struct {
    std::string key;
    json value;
    std::string problem;
  } cases[] = {
      {"task", "rationale",
       "config.json: expected \"task\" to be \"classifier\", found "
       "\"rationale\""},
      {"labels", json::array({"0"}),
       "config.json: expected 2 to 100000 labels, found 1"},
      {"labels", json::array({0, 1}),
       "config.json: expected labels that are texts"},
      {"labels", json::array({"0", "1", "2"}),
       "model.safetensors: tensor \"output.W\": expected shape [3, 3], found"},
      {"names", "no", "config.json: expected a list \"names\""},
      {"names", json::array({"no", 1}),
       "config.json: expected names that are texts"},
      {"names", json::array({"no"}),
       "config.json: \"names\": expected 2, one a label, found 1"},
      {"grades", 1, "config.json: expected a list \"grades\""},
      {"grades", json::array({1, "2"}),
       "config.json: expected grades that are numbers"},
      {"pooling", "median",
       "config.json: expected \"pooling\" to be \"mean\", \"max\" or \"last\""},
      {"output", 3,
       "config.json: expected \"output\" to be \"last\" or \"all\""},
      {"spelling", "yes",
       "config.json: expected \"spelling\" to be true or false"},
      {"layers", json::parse(R"([{"type": "rcn"}])"), "config.json: layer 1: "},
      {"layers", json::parse(R"([{"type": "lstm"}])"),
       "model.safetensors: tensor \"layers.1.i.W\": expected [h, 4]"},
      {"layers", json::parse(R"([{"type": "rcnn"}, {"type": "rcnn"}])"),
       "model.safetensors: tensor \"layers.2.W.1\": expected [h, 3]"},
      {"dimensions", 5, "model.safetensors: "},
  };
  for (const auto& [key, value, problem] : cases) {
    const Result<Classifier> model = Classifier::Load(Changed(key, value));
    ASSERT_FALSE(model.ok()) << key << " " << value;
    EXPECT_EQ(model.error().code, ErrorCode::kBadModel);
    EXPECT_EQ(model.error().message.substr(0, problem.size()), problem);
  }
}

}  // namespace
}  // namespace whylight
