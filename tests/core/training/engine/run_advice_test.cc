#include "core/training/engine/run_advice.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/training/engine/toy_task.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

ordered_json Line(const std::string& stage, int epoch, double error,
                  bool best) {
  return {{"stage", stage},
          {"epoch", epoch},
          {"best", best},
          {"criterion", {{"metric", "error"}, {"goal", "min"}}},
          {"dev", {{"error", error}}}};
}

const std::vector<ordered_json> kPastItsBest = {
    Line("one", 1, 0.3, true), Line("one", 2, 0.2, true),
    Line("two", 1, 0.15, true), Line("two", 2, 0.269, false)};

TEST(AdviceOnTest, NamesTheEpochThatWasBetter) {
  ToyTask task({.epochs = 2});
  EXPECT_EQ(AdviceOn(task, kPastItsBest),
            std::vector<std::string>{
                "two: epoch 1 was better (error 0.150, the last 0.269): "
                "\"keep_best\" keeps the best"});
}

TEST(AdviceOnTest, SaysOfAFigureThatItIsNotFinite) {
  ToyTask task({.epochs = 2});
  std::vector<ordered_json> log = kPastItsBest;
  log[3]["dev"]["error"] = nullptr;
  EXPECT_EQ(AdviceOn(task, log),
            std::vector<std::string>{
                "two: epoch 1 was better (error 0.150, the last not finite): "
                "\"keep_best\" keeps the best"});
}

TEST(AdviceOnTest, IsNoneWhereTheBestEpochIsKept) {
  ToyTask task({.epochs = 2, .keep_best = true});
  EXPECT_TRUE(AdviceOn(task, kPastItsBest).empty());
}

TEST(AdviceOnTest, IsNoneWhereTheLastEpochIsAsGood) {
  ToyTask task({.epochs = 2});
  EXPECT_TRUE(
      AdviceOn(task, {Line("one", 1, 0.3, true), Line("two", 1, 0.2, true),
                      Line("two", 2, 0.20001, false)})
          .empty());
  EXPECT_TRUE(AdviceOn(task, {}).empty());
}

}  // namespace
}  // namespace whylight
