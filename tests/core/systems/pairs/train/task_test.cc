#include "core/systems/pairs/train/task.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/systems/pairs/comparison.h"
#include "core/systems/pairs/train/evaluation.h"
#include "core/systems/pairs/train/system.h"
#include "core/training/engine/communicator.h"
#include "core/training/engine/trainer.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using nlohmann::json;

// Pairs of a lamp's colours: "same" where both texts name one colour, whatever
// else they say. No text tells by itself. The grade is 5 where they do, and
// else 1, or 3 where "perhaps" is said.
std::string InventPairs(std::size_t count, std::uint64_t seed) {
  const std::vector<std::string> colours = {"red", "green", "blue"};
  const std::vector<std::string> before = {"the lamp is", "it shines"};
  std::string lines = "a,b,label,grade\n";
  for (std::size_t i = 0; i < count; ++i) {
    const CounterRandom random(seed, RandomPurpose::kShuffle, i);
    const std::string& first = colours[random.Below(0, 3)];
    // As often the same as not.
    const std::string& second =
        random.Below(1, 2) == 0 ? first : colours[random.Below(2, 3)];
    const bool perhaps = random.Below(3, 4) == 0;
    const bool same = first == second;
    lines += before[random.Below(4, 2)] + " " + first + "," +
             (perhaps ? "perhaps " : "") + before[random.Below(5, 2)] + " " +
             second + "," + (same ? "same" : "other") + "," +
             (same      ? "5"
              : perhaps ? "3"
                        : "1") +
             "\n";
  }
  return lines;
}

class PairsTaskTest : public testing::Test {
 protected:
  PairsTaskTest()
      : config_(json::parse(R"({
          "task": "pairs", "dimensions": 8, "hidden": 16,
          "train_vectors": false,
          "layers": [{"type": "rcnn", "hidden": 8}],
          "training": {"epochs": 12, "batch": 16,
                       "optimiser": {"learning_rate": 0.02}}})")) {
    config_["train"] = folder_.Write("train.csv", InventPairs(300, 1));
    config_["dev"] = folder_.Write("dev.csv", InventPairs(100, 2));
  }

  Result<std::unique_ptr<TrainingTask>> Make() const {
    return PairsTask::Make(
        {.config = config_, .name = "c.json", .files = {}, .data = {}});
  }

  std::string Refused(ErrorCode code) const {
    const auto task = Make();
    if (task.ok()) return "nothing";
    EXPECT_EQ(task.error().code, code) << task.error().message;
    return task.error().message;
  }

  // Of what the data do not have: "not".
  std::string WriteTemplates() const {
    return folder_.Write("templates.json", R"({
      "lists": {"colour": ["red", "green", "blue"]},
      "frames": [
        {"text": "the lamp is {colour}", "other": "the lamp is not {colour}",
         "label": "other", "both": true},
        {"text": "the lamp is {colour}", "other": "it shines {colour}",
         "label": "same", "both": true},
        {"text": "the lamp is not {colour}",
         "other": "the lamp is not {colour}", "label": "same"}]})");
  }

  static json Evaluation(TrainingTask& task, int threads = 2) {
    ThreadPool pool(threads);
    return task.Stages().front()->Evaluate(pool).value();
  }

  // The task after its training.
  std::unique_ptr<TrainingTask> Trained(int threads = 2) const {
    auto task = Make();
    EXPECT_TRUE(task.ok()) << task.error().message;
    SoloCommunicator alone;
    TrainerOptions options;
    options.threads = threads;
    const Status trained = Train(*task.value(), options, {}, alone);
    EXPECT_TRUE(trained.ok()) << trained.error().message;
    return std::move(task).value();
  }

  ScratchFolder folder_;
  json config_;
};

TEST_F(PairsTaskTest, LearnsWhatHoldsOfTwoTextsTogether) {
  const auto untrained = Make();
  ASSERT_TRUE(untrained.ok()) << untrained.error().message;
  EXPECT_LT(Evaluation(*untrained.value())["accuracy"], 0.8);
  EXPECT_EQ(untrained.value()->Summary(),
            "300 pairs of 2 labels to train on, 100 to tune on, 9 words");
  const auto task = Trained();
  EXPECT_GT(Evaluation(*task)["accuracy"], 0.95);
  const PairModel model = PairModel::Load(task->Save({}).value()).value();
  const auto verdict = [&](const char* first, const char* second) {
    return model.options().labels[Compare(model, first, second).value().label];
  };
  EXPECT_EQ(verdict("the lamp is blue", "it shines blue"), "same");
  EXPECT_EQ(verdict("the lamp is blue", "it shines red"), "other");
}

TEST_F(PairsTaskTest, LearnsGrades) {
  config_["grades"] = {1, 3, 5};
  EXPECT_EQ(Make().value()->Summary(),
            "300 pairs with grades to train on, 100 to tune on, 9 words");
  const auto task = Trained();
  const json found = Evaluation(*task);
  EXPECT_GT(found["pearson"], 0.95);
  EXPECT_GT(found["spearman"], 0.8);
  EXPECT_LT(found["mse"], 0.3);
  const PairModel model = PairModel::Load(task->Save({}).value()).value();
  EXPECT_GT(*Compare(model, "it shines red", "it shines red").value().grade, 4);
}

TEST_F(PairsTaskTest, RandomVectorsAreTrainedUnlessTheyAreCompared) {
  config_.erase("train_vectors");
  EXPECT_EQ(Make().value()->ResolvedConfig()["train_vectors"], true);
  config_["similarity"] = true;
  const auto compared = Make();
  ASSERT_TRUE(compared.ok()) << compared.error().message;
  EXPECT_EQ(compared.value()->ResolvedConfig()["train_vectors"], false);
}

TEST_F(PairsTaskTest, TheSameBitsComeOfAnyNumberOfThreads) {
  config_["training"]["epochs"] = 2u;
  config_["training"]["dropout"] = 0.2;
  config_["train_vectors"] = true;
  const auto one = Trained(1);
  const auto three = Trained(3);
  EXPECT_EQ(one->Save({}).value().tensors, three->Save({}).value().tensors);
  EXPECT_EQ(Evaluation(*one, 1), Evaluation(*one, 3));
}

TEST_F(PairsTaskTest, BothOrdersOfAPairAreLearnedOnRequest) {
  config_["training"]["both_orders"] = true;
  const auto task = Make();
  ASSERT_TRUE(task.ok()) << task.error().message;
  EXPECT_EQ(task.value()->Summary().substr(0, 9), "600 pairs");
  Stage& stage = *task.value()->Stages().front();
  EXPECT_EQ(stage.ExampleName(300), stage.ExampleName(0));
  const std::string once = Trained()->Save({}).value().tensors;
  config_["training"]["both_orders"] = false;
  EXPECT_NE(Trained()->Save({}).value().tensors, once);
}

TEST_F(PairsTaskTest, LearnsFromTemplatesWhatTheDataDoNotHave) {
  config_["templates"] = {{"files", {WriteTemplates()}}, {"pairs", 200}};
  const auto task = Make();
  ASSERT_TRUE(task.ok()) << task.error().message;
  EXPECT_EQ(task.value()->Summary(),
            "300 pairs of 2 labels and 200 from templates to train on, 100 to "
            "tune on, 11 words");
  EXPECT_EQ(task.value()->Data().back().key,
            "templates " + folder_.Path("templates.json"));
  const auto trained = Trained();
  EXPECT_GT(Evaluation(*trained)["accuracy"], 0.95);
  const PairModel model = PairModel::Load(trained->Save({}).value()).value();
  for (const std::string colour : {"red", "green", "blue"}) {
    const std::string first = "the lamp is " + colour;
    const auto verdict = [&](const std::string& second) {
      return model.options()
          .labels[Compare(model, first, second).value().label];
    };
    EXPECT_EQ(verdict("the lamp is " + colour), "same");
    EXPECT_EQ(verdict("the lamp is not " + colour), "other");
  }
}

TEST_F(PairsTaskTest, EveryEpochHasTheDataAndOtherPairsFromTemplates) {
  config_["templates"] = {{"files", {WriteTemplates()}}, {"pairs", 50}};
  const auto task = Make();
  ASSERT_TRUE(task.ok()) << task.error().message;
  Stage& stage = *task.value()->Stages().front();
  for (int epoch = 0; epoch < 12; ++epoch) {
    std::vector<std::size_t> examples;
    for (const auto& batch : stage.Batches(epoch)) {
      examples.insert(examples.end(), batch.begin(), batch.end());
    }
    std::sort(examples.begin(), examples.end());
    ASSERT_EQ(examples.size(), 350u);
    for (std::size_t i = 0; i < 300; ++i) EXPECT_EQ(examples[i], i);
    for (std::size_t i = 300; i < 350; ++i) {
      EXPECT_EQ(examples[i], i + 50 * static_cast<std::size_t>(epoch));
    }
  }
  EXPECT_EQ(stage.ExampleName(299), folder_.Path("train.csv") + ":301");
  EXPECT_EQ(stage.ExampleName(300), "templates:1");
  EXPECT_EQ(stage.ExampleName(899), "templates:600");
}

TEST_F(PairsTaskTest, ASelectionLearnsFromTemplatesThatNobodyReadBefore) {
  config_["templates"] = {{"files", {WriteTemplates()}}, {"pairs", 50}};
  config_["selector"] = {{"hidden", 4}};
  config_["selection"] = {{"epochs", 15}};
  config_["training"]["both_orders"] = true;
  const auto task = Make();
  ASSERT_TRUE(task.ok()) << task.error().message;
  Stage& stage = *task.value()->Stages().back();
  std::vector<std::size_t> made;
  for (int epoch = 0; epoch < 15; ++epoch) {
    for (const auto& batch : stage.Batches(epoch)) {
      for (const std::size_t example : batch) {
        if (example >= 600) made.push_back(example);
      }
    }
  }
  std::sort(made.begin(), made.end());
  ASSERT_EQ(made.size(), 15u * 50);
  for (std::size_t i = 0; i < made.size(); ++i) {
    EXPECT_EQ(made[i], 600 + 12 * 50 + i);
  }
  EXPECT_EQ(stage.ExampleName(made.back()), "templates:1350");
}

TEST_F(PairsTaskTest, TemplatesHaveTheirOrdersFromTheirFrames) {
  config_["templates"] = {{"files", {WriteTemplates()}}, {"pairs", 50}};
  config_["training"]["both_orders"] = true;
  const auto task = Make();
  ASSERT_TRUE(task.ok()) << task.error().message;
  Stage& stage = *task.value()->Stages().front();
  EXPECT_EQ(stage.ExampleName(599), folder_.Path("train.csv") + ":301");
  EXPECT_EQ(stage.ExampleName(600), "templates:1");
}

TEST_F(PairsTaskTest, TemplatesGiveTheSameBitsOnAnyNumberOfThreads) {
  config_["templates"] = {{"files", {WriteTemplates()}}, {"pairs", 70}};
  config_["training"]["epochs"] = 2u;
  const std::string one = Trained(1)->Save({}).value().tensors;
  EXPECT_EQ(Trained(3)->Save({}).value().tensors, one);
  config_.erase("templates");
  EXPECT_NE(Trained(1)->Save({}).value().tensors, one);
}

TEST_F(PairsTaskTest, RefusesTemplatesItCannotLearnFrom) {
  const std::string path = WriteTemplates();
  config_["templates"] = {{"files", {path}}};
  EXPECT_EQ(Refused(ErrorCode::kInvalidArgument),
            "c.json: templates: expected both \"files\" and \"pairs\", or "
            "none");
  config_["templates"]["pairs"] = 10;
  config_["labels"] = {"same", "different"};
  EXPECT_EQ(Refused(ErrorCode::kInvalidArgument),
            path +
                ": frames[0]: \"label\": expected one of \"same\", "
                "\"different\", found \"other\"");
  config_.erase("labels");
  config_["grades"] = {1, 3, 5};
  EXPECT_EQ(Refused(ErrorCode::kInvalidArgument),
            "c.json: \"templates\": expected none beside \"grades\", found "
            "some");
  config_.erase("grades");
  config_["templates"]["files"] = {folder_.Write(
      "blank.json",
      R"({"frames": [{"text": " ", "other": "on", "label": "same"}]})")};
  EXPECT_EQ(Refused(ErrorCode::kBadData),
            "templates:1: expected two texts with words, found \"\"");
}

TEST_F(PairsTaskTest, SelectsTheWordsOnWhichTheLabelRests) {
  config_["kind"] = "decomposable";
  config_["layers"] = json::array();
  // Others may tell a colour by selecting none.
  config_["seed"] = 2u;
  config_["selector"] = {{"hidden", 8}};
  config_["selection"] = {{"epochs", 30},
                          {"batch", 16},
                          {"share", 0.3},
                          {"optimiser", {{"learning_rate", 0.02}}}};
  const auto task = Trained();
  const json found = [&] {
    ThreadPool pool(2);
    return task->Stages().back()->Evaluate(pool).value();
  }();
  EXPECT_GT(found["accuracy"], 0.95);
  EXPECT_LT(found["selected"], 0.5);
  const PairModel model = PairModel::Load(task->Save({}).value()).value();
  const std::string first = "the lamp is blue";
  const std::string second = "perhaps it shines red";
  const Comparison compared = Compare(model, first, second).value();
  const auto says = [](const std::string& text, const std::vector<Span>& spans,
                       const std::string& word) {
    return std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
      return text.substr(span.start, span.end - span.start) == word;
    });
  };
  EXPECT_TRUE(says(first, compared.selected[0], "blue"));
  EXPECT_TRUE(says(second, compared.selected[1], "red"));

  ThreadPool pool(2);
  const json whole = TrainablePairs()
                         .evaluate({{{"m", task->Save({}).value()}},
                                    config_["dev"],
                                    {},
                                    json::object(),
                                    pool})
                         .value();
  EXPECT_EQ(whole["accuracy"], found["accuracy"]);
  EXPECT_EQ(whole["selected"], found["selected"]);
  EXPECT_LT(whole["complement"]["accuracy"], 0.8);
  EXPECT_GT(whole["all_words"]["accuracy"], 0.9);
}

TEST_F(PairsTaskTest, SelectionGivesTheSameBitsOnAnyNumberOfThreads) {
  config_["training"]["epochs"] = 1u;
  config_["selector"] = {{"hidden", 4},
                         {"layers", {{{"type", "rcnn"}, {"hidden", 4}}}}};
  config_["selection"] = {{"epochs", 2}, {"dropout", 0.2}};
  const std::string one = Trained(1)->Save({}).value().tensors;
  EXPECT_EQ(Trained(3)->Save({}).value().tensors, one);
}

TEST_F(PairsTaskTest, SelectsTheWordsOnWhichAGradeRests) {
  config_["kind"] = "decomposable";
  config_["layers"] = json::array();
  config_["grades"] = {1, 3, 5};
  config_["training"]["both_orders"] = true;
  config_["selector"] = {{"hidden", 8}};
  config_["selection"] = {{"epochs", 30},
                          {"batch", 16},
                          {"share", 0.4},
                          {"optimiser", {{"learning_rate", 0.02}}}};
  const auto task = Trained();
  ThreadPool pool(2);
  const json found = task->Stages().back()->Evaluate(pool).value();
  EXPECT_GT(found["pearson"], 0.9);
  EXPECT_LT(found["selected"], 0.7);
  const json whole = TrainablePairs()
                         .evaluate({{{"m", task->Save({}).value()}},
                                    config_["dev"],
                                    {},
                                    json::object(),
                                    pool})
                         .value();
  // What is saved is rounded.
  EXPECT_NEAR(whole["pearson"], found["pearson"], 0.01);
  const double left = whole["complement"]["pearson"];
  EXPECT_LT(left, found["pearson"].get<double>() - 0.25);
  EXPECT_GT(whole["all_words"]["pearson"], left);
}

TEST_F(PairsTaskTest, ModelsThatSelectAreMeasuredTogether) {
  config_["training"]["epochs"] = 1u;
  config_["selector"] = {{"hidden", 4}};
  config_["selection"] = {{"epochs", 1}};
  const ModelFiles first = Trained()->Save({}).value();
  config_["seed"] = 2u;
  const ModelFiles second = Trained()->Save({}).value();
  ThreadPool pool(2);
  const auto evaluate = [&](std::vector<ModelFolder> models) {
    return TrainablePairs()
        .evaluate({std::move(models), config_["dev"], {}, json::object(), pool})
        .value();
  };
  const auto one = evaluate({{"a", first}});
  EXPECT_EQ(evaluate({{"a", first}, {"b", first}}), one);
  const auto other = evaluate({{"a", second}});
  const auto both = evaluate({{"a", first}, {"b", second}});
  EXPECT_NEAR(
      both["selected"].get<double>(),
      (one["selected"].get<double>() + other["selected"].get<double>()) / 2,
      1e-12);
  EXPECT_TRUE(both.contains("all_words") && both.contains("complement"));
  config_.erase("selector");
  config_.erase("selection");
  const ModelFiles reader = Trained()->Save({}).value();
  EXPECT_FALSE(evaluate({{"a", first}, {"b", reader}}).contains("selected"));
}

TEST_F(PairsTaskTest, RefusesASelectionThatCannotBe) {
  config_["selector"] = {{"hidden", 4}};
  config_["layers"] = {{{"type", "rcnn"}, {"hidden", 4}}, {{"type", "bag"}}};
  EXPECT_EQ(Refused(ErrorCode::kInvalidArgument),
            "c.json: layers[1]: expected a layer that gives a vector a word, "
            "found \"bag\" that does not");
  config_["layers"] = {{{"type", "rcnn"}, {"hidden", 4}}};
  config_["pooling"] = "last";
  EXPECT_EQ(Refused(ErrorCode::kInvalidArgument),
            "c.json: \"pooling\": expected \"mean\" or \"max\" where words are "
            "selected, found \"last\"");
  config_.erase("pooling");
  config_["selector"] = {{"layers", {{{"type", "rcnn"}, {"hidden", 4}}}}};
  EXPECT_EQ(Refused(ErrorCode::kInvalidArgument),
            "c.json: selector: expected \"hidden\" beside \"layers\", found "
            "none");
  config_.erase("selector");
  config_["selection"] = {{"epochs", 2}};
  EXPECT_EQ(Refused(ErrorCode::kInvalidArgument),
            "c.json: \"selection\": expected a \"selector\" beside it, found "
            "none");
}

TEST_F(PairsTaskTest, TheF1OfOneLabelMayChooseTheEpoch) {
  config_["positive"] = "same";
  config_["training"]["early_stopping"] = {
      {"metric", "f1"}, {"goal", "max"}, {"patience", 2}};
  const auto task = Trained();
  const json found = Evaluation(*task);
  EXPECT_GT(found["f1"], 0.95);
  EXPECT_EQ(found["labels"], json({"other", "same"}));
  EXPECT_EQ(found["class_f1"][1], found["f1"]);
  EXPECT_EQ(found["confusion"].size(), 2u);
}

TEST_F(PairsTaskTest, SeveralModelsAnswerWithTheMeanOfTheirProbabilities) {
  config_["training"]["epochs"] = 1u;
  const ModelFiles first = Trained()->Save({}).value();
  config_["seed"] = 2u;
  const ModelFiles second = Trained()->Save({}).value();
  ThreadPool pool(2);
  const auto evaluate = [&](std::vector<ModelFolder> models) {
    return TrainablePairs()
        .evaluate({std::move(models), config_["dev"], {}, json::object(), pool})
        .value();
  };
  const json one = evaluate({{"1", first}});
  EXPECT_EQ(one["n"], 100);
  // Cross-entropy is convex: the mean is no worse than both in the mean.
  EXPECT_LE(evaluate({{"1", first}, {"2", second}})["loss"],
            (one["loss"].get<double>() +
             evaluate({{"2", second}})["loss"].get<double>()) /
                2);
}

TEST_F(PairsTaskTest, RefusesDataItCannotLearnFrom) {
  config_["dev"] = folder_.Write("odd.csv", "a,b,label\nred,blue,odd\n");
  EXPECT_EQ(Refused(ErrorCode::kBadData),
            folder_.Path("odd.csv") +
                ":2: expected a label of the model, one of \"other\", "
                "\"same\", found \"odd\"");
  config_["dev"] = folder_.Write("one.csv", "a,b,label\nred,blue,other\n");
  EXPECT_EQ(Refused(ErrorCode::kBadData),
            folder_.Path("one.csv") +
                ": expected a text of every label, found none of \"same\"; "
                "move some there from " +
                folder_.Path("train.csv") + ", or join labels by \"merge\"");
  config_["grades"] = {1, 5};
  EXPECT_EQ(Refused(ErrorCode::kBadData),
            folder_.Path("one.csv") +
                ":1: expected a column \"grade\", found \"a\", \"b\", "
                "\"label\"");
  config_["grades"] = {5, 1};
  EXPECT_EQ(Refused(ErrorCode::kInvalidArgument),
            "c.json: \"grades\": expected numbers that ascend, found 1.0 after "
            "5.0");
  config_.erase("grades");
  config_["train"] = folder_.Write("alone.csv", "a,b,label\nred,blue,other\n");
  EXPECT_EQ(Refused(ErrorCode::kInvalidArgument),
            "c.json: \"labels\": expected 2 to 1000, or \"grades\", found 1");
  config_["train"] = folder_.Path("none.csv");
  Refused(ErrorCode::kNotFound);
}

TEST_F(PairsTaskTest, ItsConfigWithEveryDefaultMakesTheSameTask) {
  const auto task = Make();
  ASSERT_TRUE(task.ok());
  const json resolved = task.value()->ResolvedConfig();
  EXPECT_EQ(resolved["labels"], json({"other", "same"}));
  EXPECT_FALSE(resolved.contains("templates"));
  config_ = resolved;
  EXPECT_EQ(json(Make().value()->ResolvedConfig()), resolved);
  config_["templates"] = {{"files", {WriteTemplates()}}, {"pairs", 50}};
  const json with = Make().value()->ResolvedConfig();
  EXPECT_EQ(with["templates"], config_["templates"]);
}

}  // namespace
}  // namespace whylight
