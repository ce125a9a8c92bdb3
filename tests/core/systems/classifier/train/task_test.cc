#include "core/systems/classifier/train/task.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/format/native/model_store.h"
#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "core/systems/classifier/train/evaluation.h"
#include "core/systems/classifier/train/graded_templates.h"
#include "core/training/engine/communicator.h"
#include "core/training/engine/trainer.h"
#include "core/training/vectors/word_vectors.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using nlohmann::json;

// Texts of the label 1 where "hop" comes some time before "malt", and of the
// label 0 where it comes after it: no bag of words can tell.
std::string InventTexts(std::size_t count, std::uint64_t seed) {
  std::string texts;
  for (std::size_t i = 0; i < count; ++i) {
    const CounterRandom random(seed, RandomPurpose::kShuffle, i);
    const bool before = random.Below(0, 2) == 1;
    texts += before ? "1 hop" : "0 malt";
    const std::uint64_t between = random.Below(1, 4);
    for (std::uint64_t k = 0; k < between; ++k) {
      texts += random.Below(2 + k, 2) == 1 ? " the" : " of";
    }
    texts += before ? " malt\n" : " hop\n";
  }
  return texts;
}

class ClassifierTaskTest : public testing::Test {
 protected:
  ClassifierTaskTest()
      : config_(json::parse(R"({
          "task": "classifier", "dimensions": 8, "train_vectors": false,
          "layers": [{"type": "rcnn", "hidden": 8}],
          "training": {"epochs": 12, "batch": 16,
                       "optimiser": {"learning_rate": 0.02}}})")) {
    config_["train"] = folder_.Write("train.txt", InventTexts(300, 1));
    config_["dev"] = folder_.Write("dev.txt", InventTexts(100, 2));
  }

  Result<std::unique_ptr<TrainingTask>> Make() const {
    return ClassifierTask::Make(
        {.config = config_, .name = "c.json", .files = {}, .data = {}});
  }

  std::string Refused(ErrorCode code) const {
    const auto task = Make();
    if (task.ok()) return "nothing";
    EXPECT_EQ(task.error().code, code) << task.error().message;
    return task.error().message;
  }

  double Accuracy(TrainingTask& task) const {
    ThreadPool pool(2);
    return task.Stages().front()->Evaluate(pool).value()["accuracy"];
  }

  ScratchFolder folder_;
  json config_;
};

TEST_F(ClassifierTaskTest, LearnsWhatDependsOnTheOrderOfWords) {
  auto task = Make();
  ASSERT_TRUE(task.ok()) << task.error().message;
  EXPECT_LT(Accuracy(*task.value()), 0.8);
  SoloCommunicator alone;
  TrainerOptions options;
  options.threads = 2;
  const Status trained = Train(*task.value(), options, {}, alone);
  ASSERT_TRUE(trained.ok()) << trained.error().message;
  EXPECT_GT(Accuracy(*task.value()), 0.95);

  const Result<ModelFiles> files = task.value()->Save({{"epochs", 12}});
  ASSERT_TRUE(files.ok());
  const Result<Classifier> model = Classifier::Load(files.value());
  ASSERT_TRUE(model.ok()) << model.error().message;
  Graph graph(Graph::Mode::kInference);
  EXPECT_GT(model.value().Classify("hop of the malt", graph).value()[1], 0.5);
  EXPECT_LT(model.value().Classify("malt of the hop", graph).value()[1], 0.5);
}

TEST_F(ClassifierTaskTest, ABagOfWordsDoesNotLearnIt) {
  config_["layers"] = json::parse(R"([{"type": "bag"}])");
  auto task = Make();
  ASSERT_TRUE(task.ok());
  SoloCommunicator alone;
  ASSERT_TRUE(Train(*task.value(), {}, {}, alone).ok());
  EXPECT_LT(Accuracy(*task.value()), 0.75);
}

TEST_F(ClassifierTaskTest, WordVectorsAreTrainedOnRequestAlone) {
  for (const bool trained : {false, true}) {
    config_["train_vectors"] = trained;
    config_["store"] = {{"vectors", "f32"}};
    config_["training"]["epochs"] = 1u;
    auto task = Make();
    ASSERT_TRUE(task.ok());
    const std::string before = task.value()->Save({}).value().tensors;
    SoloCommunicator alone;
    ASSERT_TRUE(Train(*task.value(), {}, {}, alone).ok());
    const std::string after = task.value()->Save({}).value().tensors;
    const auto vectors = [](const std::string& file) {
      return ReadMatrix(SafetensorsView::Parse(file, "file").value(),
                        "embedding", 4, 8)
          .value();
    };
    EXPECT_EQ(vectors(before) != vectors(after), trained);
  }
}

TEST_F(ClassifierTaskTest, ReadsMisspelledWordsAsWhatTheyMeanOnRequest) {
  const auto learned = [&] {
    auto task = Make();
    EXPECT_TRUE(task.ok());
    SoloCommunicator alone;
    EXPECT_TRUE(Train(*task.value(), {}, {}, alone).ok());
    return task.value()->Save({}).value().tensors;
  };
  config_["training"]["epochs"] = 1u;
  // Words of one text alone are none that the model keeps.
  config_["min_count"] = 20u;
  std::string texts = InventTexts(300, 1);
  const auto rename = [&](std::size_t at, const std::string& from,
                          const std::string& to) {
    texts.replace(texts.find(from, at), from.size(), to);
  };
  for (const bool spelling : {false, true}) {
    config_["spelling"] = spelling;
    config_["train"] = folder_.Write("train.txt", texts);
    const std::string before = learned();
    rename(100, "malt", "maaaalt");
    rename(900, "hop", "hoooop");
    config_["train"] = folder_.Write("train.txt", texts);
    EXPECT_EQ(learned() == before, spelling);
    texts = InventTexts(300, 1);
  }
}

TEST_F(ClassifierTaskTest, SaysWhatItRead) {
  const auto task = Make();
  ASSERT_TRUE(task.ok());
  EXPECT_EQ(task.value()->Summary(),
            "300 texts of 2 labels to train on, 100 to tune on, 4 words");
}

TEST_F(ClassifierTaskTest, ExpectsEveryLabelInBothFiles) {
  config_["dev"] = folder_.Write("one.txt", "1 hop malt\n");
  EXPECT_EQ(Refused(ErrorCode::kBadData),
            folder_.Path("one.txt") +
                ": expected a text of every label, found none of \"0\"; move "
                "some there from " +
                folder_.Path("train.txt") + ", or join labels by \"merge\"");
  config_["labels"] = {"0", "1", "2"};
  EXPECT_EQ(Refused(ErrorCode::kBadData),
            folder_.Path("train.txt") +
                ": expected a text of every label, found none of \"2\"; add "
                "some, or take it out of \"labels\"");
}

TEST_F(ClassifierTaskTest, RefusesLabelsOtherThanTheWanted) {
  const std::string problem =
      ":3: expected a label of the model, one of \"1\", \"0\", found \"2\"";
  const std::string content = "1 hop\n0 malt\n2 hop\n";
  config_["labels"] = {"1", "0"};
  const json train = config_["train"];
  config_["train"] = folder_.Write("a.txt", content);
  EXPECT_EQ(Refused(ErrorCode::kBadData), folder_.Path("a.txt") + problem);
  config_["train"] = train;
  ASSERT_TRUE(Make().ok());
  config_["dev"] = folder_.Write("b.txt", content);
  EXPECT_EQ(Refused(ErrorCode::kBadData), folder_.Path("b.txt") + problem);
}

TEST_F(ClassifierTaskTest, RefusesVectorsOfOtherWords) {
  config_.erase("dimensions");
  const std::string path = folder_.Path("vectors");
  config_["vectors"] = path;
  const auto write = [&](const std::vector<std::string>& words) {
    return WriteWordVectors(
        path,
        {Vocabulary::FromWords(words).value(), {2, 1}, Matrix::Random(2, 3)},
        "{}");
  };
  config_["train"] = folder_.Write(
      "a.txt", "1 hop of the malt\n0 malt malt of yeast hop hop .\n");
  ASSERT_TRUE(write({"foam", "of"}).ok());
  EXPECT_EQ(Refused(ErrorCode::kBadData),
            path + ": expected at least 20 % of the words of " +
                folder_.Path("a.txt") +
                ", found 18 %; it lacks \"hop\", \"malt\", \"the\"");
  ASSERT_TRUE(write({"foam", "malt"}).ok());
  EXPECT_TRUE(Make().ok());
}

TEST_F(ClassifierTaskTest, KeepsTextsThatAreHeldOutFromTheTraining) {
  config_["train"] = folder_.Write(
      "trees.txt", "(1 (1 Hop) (0 (1 (1 of) (0 malt)) (1 .)))\n(0 malt)\n");
  config_["data"] = {{"format", "trees"}, {"phrases", true}};
  config_["dev_data"] = {{"format", "labelled"}};
  config_["held_out"] = {config_["dev"],
                         folder_.Write("test.txt", "5 OF malt\n7 the\n")};
  const auto task = Make();
  ASSERT_TRUE(task.ok()) << task.error().message;
  EXPECT_EQ(task.value()->Summary().find("5 texts of 2 labels"), 0u);
  EXPECT_NE(task.value()->Summary().find("; 3 texts held out"),
            std::string::npos);
  ASSERT_EQ(task.value()->Data().size(), 4u);
  EXPECT_EQ(task.value()->Data()[3].key, "held_out.1");
  EXPECT_EQ(task.value()->Data()[3].path, folder_.Path("test.txt"));
}

TEST_F(ClassifierTaskTest, RefusesDataItCannotLearnFromBeforeItStarts) {
  config_["dev"] = folder_.Write("odd.txt", "1 hop\n2 malt\n");
  EXPECT_EQ(Refused(ErrorCode::kBadData),
            folder_.Path("odd.txt") +
                ":2: expected a label of the model, one of \"0\", \"1\", found "
                "\"2\"");
  config_["train"] = folder_.Write("one.txt", "1 hop\n1 malt\n");
  EXPECT_EQ(Refused(ErrorCode::kBadData),
            folder_.Path("one.txt") +
                ": expected at least 2 labels, found \"1\" alone");
  config_["train"] = folder_.Write("empty.txt", "1 hop\n0 \n");
  EXPECT_EQ(
      Refused(ErrorCode::kBadData),
      folder_.Path("empty.txt") + ":2: expected a text with words, found \"\"");
  config_["train"] = folder_.Path("none.txt");
  Refused(ErrorCode::kNotFound);
}

TEST_F(ClassifierTaskTest, RefusesModelsThatCannotBeBuilt) {
  config_["layers"] = json::parse(R"([{"type": "rcnn"}])");
  EXPECT_EQ(Refused(ErrorCode::kInvalidArgument),
            "c.json: layers[0]: expected a width \"hidden\", found none");
}

TEST_F(ClassifierTaskTest, RandomVectorsAreTrainedUnlessTheConfigSaysNot) {
  EXPECT_EQ(Make().value()->ResolvedConfig()["train_vectors"], false);
  config_.erase("train_vectors");
  EXPECT_EQ(Make().value()->ResolvedConfig()["train_vectors"], true);
  config_.erase("dimensions");
  EXPECT_EQ(Make().value()->ResolvedConfig()["dimensions"], 100);
  const std::string path = folder_.Path("vectors");
  ASSERT_TRUE(WriteWordVectors(path,
                               {Vocabulary::FromWords({"hop", "malt"}).value(),
                                {2, 1},
                                Matrix::Random(2, 3)},
                               "{}")
                  .ok());
  config_["vectors"] = path;
  EXPECT_EQ(Make().value()->ResolvedConfig()["train_vectors"], false);
}

TEST_F(ClassifierTaskTest, SaysWhenItIsNoBetterThanTheMostFrequentLabel) {
  const auto advice = [&](double accuracy) {
    return Make().value()->Advise({{"n", 10u},
                                   {"accuracy", accuracy},
                                   {"labels", {"bad", "good"}},
                                   {"confusion", {{0u, 4u}, {0u, 6u}}}});
  };
  ASSERT_EQ(advice(0.6).size(), 1u);
  EXPECT_TRUE(advice(0.6)[0].starts_with(
      "no better than always saying \"good\" (60 % of dev): "))
      << advice(0.6)[0];
  EXPECT_TRUE(advice(0.7).empty());
}

TEST_F(ClassifierTaskTest, RefusesVectorsOfAnotherWidth) {
  Matrix vectors = Matrix::Random(2, 3);
  const std::string path = folder_.Path("vectors");
  ASSERT_TRUE(
      WriteWordVectors(
          path,
          {Vocabulary::FromWords({"hop", "malt"}).value(), {2, 1}, vectors},
          "{}")
          .ok());
  config_["vectors"] = path;
  EXPECT_EQ(Refused(ErrorCode::kInvalidArgument),
            "c.json: \"dimensions\": expected 3, the width of the vectors at " +
                path + ", found 8");
  config_.erase("dimensions");
  ASSERT_TRUE(Make().ok());
  EXPECT_NE(Make().value()->Summary().find(", 2 words"), std::string::npos);
  config_["add_words"] = true;
  ASSERT_TRUE(Make().ok());
  EXPECT_NE(Make().value()->Summary().find(", 4 words"), std::string::npos);
}

TEST_F(ClassifierTaskTest, GoesOnFromTheParametersOfAnotherModel) {
  config_["store"] = {{"vectors", "f32"}, {"network", "f32"}};
  const auto first = Make();
  ASSERT_TRUE(first.ok());
  SoloCommunicator alone;
  ASSERT_TRUE(Train(*first.value(), {}, {}, alone).ok());
  const ModelFiles files = first.value()->Save({}).value();
  const std::string path = folder_.Path("model");
  ASSERT_TRUE(WriteModelFolder(path, files).ok());
  config_["start"] = path;
  config_["seed"] = 2u;
  const auto same = Make();
  ASSERT_TRUE(same.ok()) << same.error().message;
  EXPECT_EQ(same.value()->Save({}).value().tensors, files.tensors);
  EXPECT_EQ(same.value()->Data().back().key, "start");

  // Of other labels, what was learned of words and their order is kept.
  const auto relabel = [&](const char* key, std::uint64_t seed) {
    std::string texts = InventTexts(50, seed);
    for (char& c : texts) c = c == '1' ? 'b' : c == '0' ? 'a' : c;
    config_[key] = folder_.Write(std::string(key) + "2.txt", texts + "c hop\n");
  };
  relabel("train", 3);
  relabel("dev", 4);
  const auto other = Make();
  ASSERT_TRUE(other.ok()) << other.error().message;
  const std::string tensors = other.value()->Save({}).value().tensors;
  const auto before = SafetensorsView::Parse(files.tensors, "before").value();
  const auto after = SafetensorsView::Parse(tensors, "after").value();
  for (const Tensor& tensor : before.tensors()) {
    const Tensor* now = after.Find(tensor.name);
    ASSERT_NE(now, nullptr) << tensor.name;
    EXPECT_EQ(now->bytes == tensor.bytes, !tensor.name.starts_with("output."))
        << tensor.name;
  }
}

TEST_F(ClassifierTaskTest, RefusesToGoOnFromAModelOfAnotherShape) {
  const std::string path = folder_.Path("model");
  ASSERT_TRUE(WriteModelFolder(path, Make().value()->Save({}).value()).ok());
  config_["start"] = path;
  config_["layers"][0]["hidden"] = 6u;
  const std::string message = Refused(ErrorCode::kInvalidArgument);
  EXPECT_EQ(message.find("c.json: layers[0]: expected "), 0u) << message;
  EXPECT_NE(message.find(" [8, "), std::string::npos) << message;
  config_["layers"].push_back({{"type", "bag"}});
  EXPECT_EQ(Refused(ErrorCode::kInvalidArgument),
            "c.json: layers: expected 1, as the model to start from has, found "
            "2");
  config_["dimensions"] = 6u;
  EXPECT_EQ(Refused(ErrorCode::kInvalidArgument),
            "c.json: \"dimensions\": expected 8, the width of the vectors of " +
                path + ", found 6");
  config_["vectors"] = "vectors";
  EXPECT_EQ(Refused(ErrorCode::kInvalidArgument),
            "c.json: expected no \"vectors\" beside \"start\", whose word "
            "vectors stay");
  config_.erase("vectors");
  config_["start"] = folder_.Path("none");
  Refused(ErrorCode::kNotFound);
}

TEST_F(ClassifierTaskTest, LowerLayersLearnAtLowerRatesAndLater) {
  config_["layers"] = json::parse(
      R"([{"type": "rcnn", "hidden": 8}, {"type": "rcnn", "hidden": 8}])");
  EXPECT_TRUE(Make().value()->Stages().front()->RateFactors(0).empty());
  config_["training"]["layer_rate"] = 0.5;
  config_["training"]["thaw"] = 1u;
  const auto task = Make();
  ASSERT_TRUE(task.ok()) << task.error().message;
  Stage& stage = *task.value()->Stages().front();
  const auto factors = [&](const std::string& prefix, int epoch) {
    std::set<double> found;
    const auto parameters = stage.Parameters();
    const std::vector<double> all = stage.RateFactors(epoch);
    EXPECT_EQ(all.size(), parameters.size());
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      if (parameters[p]->name.starts_with(prefix)) found.insert(all[p]);
    }
    return found;
  };
  EXPECT_EQ(factors("output", 0), std::set<double>{1});
  EXPECT_EQ(factors("layers.2", 0), std::set<double>{0});
  EXPECT_EQ(factors("layers.2", 1), std::set<double>{0.5});
  EXPECT_EQ(factors("layers.1", 1), std::set<double>{0});
  EXPECT_EQ(factors("layers.1", 2), std::set<double>{0.25});

  // What is frozen keeps its bits.
  config_["training"]["epochs"] = 1u;
  const auto frozen = Make();
  const Matrix before = frozen.value()->Parameters().front()->value;
  SoloCommunicator alone;
  ASSERT_TRUE(Train(*frozen.value(), {}, {}, alone).ok());
  EXPECT_EQ(frozen.value()->Parameters().front()->value, before);
}

TEST_F(ClassifierTaskTest, LearnsFromTeachersWhatNobodyLabelled) {
  auto teacher = Make();
  SoloCommunicator alone;
  ASSERT_TRUE(Train(*teacher.value(), {}, {}, alone).ok());
  const double taught = Accuracy(*teacher.value());
  ASSERT_GT(taught, 0.95);
  const std::string path = folder_.Path("teacher");
  ASSERT_TRUE(WriteModelFolder(path, teacher.value()->Save({}).value()).ok());

  // Labels that are wrong half of the time, and sentences without any.
  std::string wrong;
  for (int i = 0; i < 100; ++i) {
    wrong += i % 2 == 0 ? "1 hop the malt\n1 malt the hop\n"
                        : "0 hop the malt\n0 malt the hop\n";
  }
  config_["train"] = folder_.Write("wrong.txt", wrong);
  std::string sentences;
  for (int i = 0; i < 200; ++i) {
    const CounterRandom random(9, RandomPurpose::kShuffle,
                               static_cast<std::uint64_t>(i));
    const bool before = random.Below(0, 2) == 1;
    const std::string between = random.Below(1, 2) == 1 ? " the" : " of the";
    sentences +=
        before ? "hop" + between + " malt. " : "malt" + between + " hop. ";
    if (i % 10 == 9) sentences += "\n";
  }
  config_["unlabelled"] = {folder_.Write("sentences.txt", sentences)};
  EXPECT_EQ(Refused(ErrorCode::kInvalidArgument),
            "c.json: expected \"teachers\" beside \"unlabelled\", found none");
  config_["teachers"] = {path};
  config_["teacher_share"] = 1;
  config_["more"] = {folder_.Write("more.txt", InventTexts(20, 7))};
  auto student = Make();
  ASSERT_TRUE(student.ok()) << student.error().message;
  EXPECT_NE(student.value()->Summary().find("420 texts of 2 labels"),
            std::string::npos)
      << student.value()->Summary();
  ASSERT_TRUE(Train(*student.value(), {}, {}, alone).ok());
  EXPECT_GT(Accuracy(*student.value()), 0.9);
}

TEST_F(ClassifierTaskTest, SkipsBadLinesOfWhatNobodyLabelledAsFarAsAllowed) {
  const std::string path = folder_.Path("teacher");
  ASSERT_TRUE(WriteModelFolder(path, Make().value()->Save({}).value()).ok());
  config_["teachers"] = {path};
  config_["unlabelled"] = {folder_.Write(
      "sentences.jsonl", "{\"text\": \"hop of the malt.\"}\nnot JSON\n")};
  EXPECT_NE(Refused(ErrorCode::kBadData).find("sentences.jsonl:2: "),
            std::string::npos);
  std::vector<std::string> skipped;
  TaskInputs inputs{
      .config = config_, .name = "c.json", .files = {}, .data = {}};
  inputs.data.max_errors = 1;
  inputs.data.on_skip = [&](const Error& error) {
    skipped.push_back(error.message);
  };
  const auto task = ClassifierTask::Make(inputs);
  ASSERT_TRUE(task.ok()) << task.error().message;
  EXPECT_NE(task.value()->Summary().find("301 texts"), std::string::npos)
      << task.value()->Summary();
  ASSERT_EQ(skipped.size(), 1u) << "but read twice";
  EXPECT_NE(skipped[0].find("sentences.jsonl:2: "), std::string::npos)
      << skipped[0];
}

TEST(LabelsOfRatingTest, SharesARatingBetweenTheGradesBesideIt) {
  const std::vector<double> grades = {2, -2, 0};
  EXPECT_EQ(LabelsOfRating(0, grades), (std::vector<double>{0, 1, 0}));
  EXPECT_EQ(LabelsOfRating(0.5, grades), (std::vector<double>{0, 0, 1}));
  EXPECT_EQ(LabelsOfRating(0.25, grades), (std::vector<double>{0, 0.5, 0.5}));
  EXPECT_EQ(LabelsOfRating(0.75, grades), (std::vector<double>{0.5, 0, 0.5}));
  EXPECT_EQ(LabelsOfRating(1, grades), (std::vector<double>{1, 0, 0}));
}

TEST_F(ClassifierTaskTest, LearnsFromTextsMadeFromTemplates) {
  // The texts of the file teach nothing.
  std::string wrong;
  for (int i = 0; i < 50; ++i) {
    wrong += i % 2 == 0 ? "1 hop the malt\n1 malt the hop\n"
                        : "0 hop the malt\n0 malt the hop\n";
  }
  config_["train"] = folder_.Write("wrong.txt", wrong);
  const std::string templates = folder_.Write("templates.json", R"({
    "lists": {"between": ["", "the", "of", "the of", "of the", "of of",
      "the the", "of of the", "the of the", "of the of", "the the of the"]},
    "frames": [{"text": "hop {between} malt", "rating": 1},
               {"text": "malt {between} hop", "rating": 0}],
    "aspects": {"order": {"subjects": ["it"]}}})");
  config_["templates"] = {
      {"files", {templates}}, {"aspect", "order"}, {"texts", 1500}};
  EXPECT_EQ(Refused(ErrorCode::kInvalidArgument),
            "c.json: expected \"grades\" beside \"templates\", found none");
  config_["grades"] = {{"0", -1}, {"1", 1}};
  config_["templates"]["aspect"] = "size";
  EXPECT_NE(Refused(ErrorCode::kInvalidArgument).find("not an aspect"),
            std::string::npos);
  config_["templates"].erase("aspect");
  EXPECT_NE(Refused(ErrorCode::kInvalidArgument)
                .find("expected \"files\", \"aspect\" and \"texts\""),
            std::string::npos);
  config_["templates"]["aspect"] = "order";
  auto task = Make();
  ASSERT_TRUE(task.ok()) << task.error().message;
  EXPECT_NE(task.value()->Summary().find("1600 texts of 2 labels"),
            std::string::npos)
      << task.value()->Summary();
  SoloCommunicator alone;
  ASSERT_TRUE(Train(*task.value(), {}, {}, alone).ok());
  EXPECT_GT(Accuracy(*task.value()), 0.9);
}

TEST_F(ClassifierTaskTest, RecordsFilesByNameAndReadsItsOwnConfig) {
  const auto task = Make();
  ASSERT_TRUE(task.ok());
  const json resolved = json::parse(task.value()->ResolvedConfig().dump());
  EXPECT_EQ(resolved["dimensions"], 8);
  ASSERT_TRUE(ReadClassifierConfig(resolved, "again").ok());
  ASSERT_EQ(task.value()->Data().size(), 2u);
  EXPECT_EQ(task.value()->Data()[1].key, "dev");
  EXPECT_EQ(task.value()->Stages().front()->ExampleName(4),
            folder_.Path("train.txt") + ":5");
}

TEST(ClassifierEvaluationTest, CountsWhatIsTakenForWhat) {
  const Classifier model =
      std::move(Classifier::Make({.labels = {"a", "b", "c"},
                                  .names = {},
                                  .grades = {},
                                  .layers = {}},
                                 Vocabulary::FromWords({"x", "y"}).value(),
                                 Matrix::Identity(2, 2), 1))
          .value();
  const ClassifiedTexts texts = {.path = "",
                                 .texts = {{0}, {0}, {1}, {1}, {0, 1}},
                                 .labels = {0, 1, 1, 0, 1},
                                 .lines = {1, 2, 3, 4, 5}};
  ThreadPool pool(1);
  const ClassifierEvaluation evaluation =
      EvaluateClassifier(model, texts, pool);
  Graph graph(Graph::Mode::kInference);
  double loss = 0;
  std::size_t right = 0;
  std::vector<std::vector<std::size_t>> confusion(3, {0, 0, 0});
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const WordIds* const text = &texts.texts[i];
    const Matrix p = model.Probabilities(graph, MakeWordBatch({&text, 1}));
    Index best = 0;
    p.row(0).maxCoeff(&best);
    const auto label = static_cast<std::size_t>(texts.labels[i]);
    right += static_cast<std::size_t>(best) == label ? 1 : 0;
    ++confusion[label][static_cast<std::size_t>(best)];
    loss -= std::log(static_cast<double>(p(0, texts.labels[i]))) / 5;
  }
  EXPECT_EQ(evaluation.n, 5u);
  EXPECT_EQ(evaluation.confusion, confusion);
  EXPECT_DOUBLE_EQ(evaluation.accuracy, static_cast<double>(right) / 5);
  EXPECT_NEAR(evaluation.loss, loss, 1e-5);
  EXPECT_FALSE(evaluation.polarity);
}

TEST(ClassifierEvaluationTest, PolarityAddsUpTheLabelsOnEachSide) {
  MatrixOf<double> probabilities(4, 5);
  // The likeliest label is on the other side, in the middle, or right.
  probabilities << 0.1, 0.1, 0.05, 0.35, 0.4,  //
      0.25, 0.26, 0.0, 0.49, 0.0,              //
      0.2, 0.1, 0.45, 0.2, 0.05,               //
      0.1, 0.1, 0.6, 0.1, 0.1;
  const ClassifiedTexts texts = {.path = "",
                                 .texts = {{0}, {0}, {0}, {0}},
                                 .labels = {3, 1, 4, 2},
                                 .lines = {1, 2, 3, 4}};
  const MatrixOf<double> logs = probabilities.array().log();
  const ClassifierEvaluation evaluation = EvaluatePredictions(
      logs, texts, {"0", "1", "2", "3", "4"}, {-2, -1, 0, 1, 2});
  // The likeliest of all five are 4, 3, 2 and 2, but means lie elsewhere.
  EXPECT_DOUBLE_EQ(evaluation.accuracy, 3.0 / 4);
  ASSERT_TRUE(evaluation.polarity);
  EXPECT_EQ(evaluation.polarity->n, 3u);
  EXPECT_DOUBLE_EQ(evaluation.polarity->accuracy, 2.0 / 3);
  EXPECT_EQ(EvaluationToJson(evaluation)["polarity"]["n"], 3);
}

}  // namespace
}  // namespace whylight
