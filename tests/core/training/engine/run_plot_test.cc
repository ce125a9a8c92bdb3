#include "core/training/engine/run_plot.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/core/training/engine/between.h"
#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;
using Texts = std::vector<std::string>;

LoggedRun RunOf(const std::string& name,
                const std::string& stages = "aaaabbb") {
  LoggedRun run{name, {}};
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const auto number = static_cast<double>(i);
    run.lines.push_back({{"stage", std::string(1, stages[i])},
                         {"epoch", i % 4 + 1},
                         {"step", 10 * (i + 1)},
                         {"loss", 1 / (number + 1)},
                         {"words_per_second", 1e4 + number},
                         {"dev", {{"n", 100}, {"accuracy", number / 10}}}});
  }
  return run;
}

std::string Plot(const std::vector<LoggedRun>& runs,
                 const Texts& metrics = {}) {
  const Result<std::string> svg = PlotRuns(runs, metrics);
  return svg.ok() ? svg.value() : svg.error().message;
}

Texts Panels(const std::string& svg) {
  return Between(svg, "aria-label=\"", "\"");
}

TEST(RunPlotTest, ShowsTheLossAndWhatChangesOnDev) {
  EXPECT_EQ(Panels(Plot({RunOf("one")})), (Texts{"loss", "dev.accuracy"}));
}

TEST(RunPlotTest, ShowsWhatIsAskedForByItsShortOrItsLongName) {
  EXPECT_EQ(Panels(Plot({RunOf("one")}, {"accuracy"})), Texts{"dev.accuracy"});
  EXPECT_EQ(Panels(Plot({RunOf("one")}, {"dev.n", "words_per_second"})),
            (Texts{"dev.n", "words_per_second"}));
  EXPECT_EQ(Plot({RunOf("one")}, {"f1"}),
            "--metric: expected one of loss, words_per_second, dev.n, "
            "dev.accuracy; found f1");
}

TEST(RunPlotTest, NamesStagesAndInterruptsCurvesBetweenThem) {
  const std::string svg = Plot({RunOf("one")}, {"loss"});
  EXPECT_EQ(Between(svg, "class=\"note\">", "<"), (Texts{"a", "b"}));
  EXPECT_EQ(Between(svg, "class=\"line\"", ">").size(), 2u);
  EXPECT_TRUE(
      Between(Plot({RunOf("one", "aaa")}), "class=\"note\">", "<").empty());
}

TEST(RunPlotTest, NamesEachOfSeveralRunsInALegend) {
  const std::string svg = Plot({RunOf("one"), RunOf("two", "aabbbbb")});
  EXPECT_EQ(Between(svg, "class=\"title\">", "<"), Texts{"2 runs"});
  EXPECT_EQ(Between(svg, "class=\"label\">", "<"), (Texts{"one", "two"}));
  // Their stages do not start together.
  EXPECT_TRUE(Between(svg, "class=\"note\">", "<").empty());
}

TEST(RunPlotTest, SaysInWordsWhatItShows) {
  EXPECT_EQ(Between(Plot({RunOf("one", "aaaa")}, {"loss"}),
                    "<desc id=\"description\">", "<"),
            Texts{"loss of one: 1 at step 10, 0.25 at step 40; lowest 0.25, "
                  "highest 1."});
}

TEST(RunPlotTest, TakesLinesThatLackSomething) {
  LoggedRun run{"one", {}};
  run.lines = {{{"epoch", 1}, {"loss", 3}}, {{"epoch", 2}},
               {{"epoch", 3}, {"loss", 2}}, {{"epoch", 4}, {"loss", nullptr}},
               {{"epoch", 5}, {"loss", 1}}, {{"epoch", 6}, {"loss", 0.5}}};
  const std::string svg = Plot({run});
  // A number that was not finite interrupts, a missing one does not.
  EXPECT_EQ(Between(svg, "class=\"line\"", ">").size(), 2u);
  EXPECT_EQ(Between(svg, "<title>one: 2 at ", "<"), Texts{"epoch 3"});
  EXPECT_EQ(Plot({{"empty", {}}}),
            "empty: expected a log with numbers to plot, found none yet");
}

TEST(RunPlotTest, CallsRunsByAsMuchOfTheirPathAsTellsThemApart) {
  const ScratchFolder folder;
  for (const char* name : {"x/a", "y/a", "y/b"}) {
    std::filesystem::create_directories(folder.path() / name);
    folder.Write(std::string(name) + "/log.jsonl", "{\"loss\":1}\n{\"lo");
  }
  const auto names = [&](const Texts& paths) {
    Texts full;
    for (const std::string& path : paths) full.push_back(folder.Path(path));
    Texts found;
    const auto runs = ReadRuns(full);
    if (!runs.ok()) return Texts{runs.error().message};
    for (const LoggedRun& run : runs.value()) found.push_back(run.name);
    return found;
  };
  EXPECT_EQ(names({"x/a", "y/b/"}), (Texts{"a", "b"}));
  EXPECT_EQ(names({"x/a/log.jsonl", "y/a"}), (Texts{"x/a", "y/a"}));
  EXPECT_EQ(names({"x"}).front().find(folder.Path("x/log.jsonl")), 0u);
}

}  // namespace
}  // namespace whylight
