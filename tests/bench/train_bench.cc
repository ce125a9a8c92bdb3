// Times training: train_bench MODEL TEXTS [--benchmark_...]
//
// "train/1" and "train/N", for the N threads of this machine, train a copy of
// the model on the texts, with made-up ratings, by the first stage of the
// trainer and its default options. An iteration is an epoch without its first
// steps, in which memory is still being allocated; the counter `words` says how
// many words it trains on, `cpu_seconds` what that took on all cores.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/systems/rationale/train/data.h"
#include "core/systems/rationale/train/task.h"
#include "core/text/tokenizer.h"
#include "core/training/engine/communicator.h"
#include "core/training/engine/trainer.h"
#include "tests/bench/bench_input.h"

namespace whylight {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kWarmUpSteps = 2;

// Texts with ratings drawn at random: what is learned does not matter here.
RatedTexts MakeRatedTexts(const RationaleModel& model,
                          const std::vector<std::string>& texts) {
  RatedTexts rated;
  for (const RationaleAspect& aspect : model.options().aspects) {
    rated.names.push_back(aspect.name);
  }
  rated.reviews = texts.size();
  rated.ratings = Matrix(static_cast<Index>(texts.size()),
                         static_cast<Index>(rated.names.size()));
  const CounterRandom random(1, RandomPurpose::kInitialise);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    rated.texts.push_back(model.Ids(Tokenize(texts[i])));
    for (std::size_t a = 0; a < rated.names.size(); ++a) {
      rated.ratings(static_cast<Index>(i), static_cast<Index>(a)) =
          static_cast<Real>(random.Uniform(i * rated.names.size() + a));
    }
  }
  return rated;
}

// The first few of `texts`; the trainer wants some to set thresholds on.
RatedTexts Head(const RatedTexts& texts, std::size_t count) {
  RatedTexts head{texts.names, {}, Matrix()};
  head.texts.assign(texts.texts.begin(),
                    texts.texts.begin() + static_cast<std::ptrdiff_t>(count));
  head.ratings = texts.ratings.topRows(static_cast<Index>(count));
  head.reviews = count;
  return head;
}

void BenchTraining(benchmark::State& state, const ModelFiles& files,
                   const RatedTexts& texts, int threads) {
  RationaleConfig config;
  config.training.targets.resize(texts.names.size());
  config.training.selection.reviews = 0;
  config.training.selection.stage.epochs = 1;
  std::uint64_t words = 0;
  std::clock_t cpu = 0;
  for ([[maybe_unused]] auto _ : state) {
    Result<RationaleModel> model = RationaleModel::Load(files);
    if (!model.ok()) {
      state.SkipWithError(model.error().message.c_str());
      return;
    }
    RationaleTask task(config, std::move(model).value(), texts, Head(texts, 1),
                       {});
    int step = 0;
    std::uint64_t first_word = 0;
    std::uint64_t last_word = 0;
    Clock::time_point start;
    Clock::time_point end;
    std::clock_t cpu_start = 0;
    std::clock_t cpu_end = 0;
    TrainerHooks hooks;
    hooks.on_step = [&](const TrainingProgress& progress) {
      end = Clock::now();
      cpu_end = std::clock();
      last_word = progress.words;
      if (++step == kWarmUpSteps) {
        start = end;
        cpu_start = cpu_end;
        first_word = last_word;
      }
    };
    // The first stage is over, and the second one is not wanted.
    hooks.on_epoch = [](const EpochReport&) -> Status {
      return Error{ErrorCode::kInterrupted, "enough"};
    };
    SoloCommunicator alone;
    const Status status = Train(task, {.threads = threads}, hooks, alone);
    if (status.ok() || status.error().code != ErrorCode::kInterrupted) {
      state.SkipWithError(status.ok() ? "expected to stop after one stage"
                                      : status.error().message.c_str());
      return;
    }
    if (step <= kWarmUpSteps) {
      state.SkipWithError("expected more texts than the warm-up takes");
      return;
    }
    words += last_word - first_word;
    cpu += cpu_end - cpu_start;
    state.SetIterationTime(std::chrono::duration<double>(end - start).count());
  }
  state.counters["words"] = benchmark::Counter(
      static_cast<double>(words), benchmark::Counter::kAvgIterations);
  state.counters["cpu_seconds"] =
      benchmark::Counter(static_cast<double>(cpu) / CLOCKS_PER_SEC,
                         benchmark::Counter::kAvgIterations);
}

int RunBench(const std::string& model_folder, const std::string& texts_file) {
  const Result<BenchInput<RationaleModel>> input =
      ReadBenchInput<RationaleModel>(model_folder, texts_file);
  if (!input.ok()) return Fail(input.error());
  const RatedTexts texts =
      MakeRatedTexts(input.value().model, input.value().texts);
  if (texts.size() == 0) {
    return Fail({ErrorCode::kBadData, texts_file + ": expected texts"});
  }
  std::vector<int> thread_counts = {1};
  const auto all = static_cast<int>(std::thread::hardware_concurrency());
  if (all > 1) thread_counts.push_back(all);
  for (const int threads : thread_counts) {
    benchmark::RegisterBenchmark(("train/" + std::to_string(threads)).c_str(),
                                 [&files = input.value().files, &texts,
                                  threads](benchmark::State& state) {
                                   BenchTraining(state, files, texts, threads);
                                 })
        ->Unit(benchmark::kMillisecond)
        ->Iterations(1)
        ->UseManualTime();
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace whylight

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc != 3) {
    std::fprintf(stderr, "usage: train_bench MODEL TEXTS\n");
    return 2;
  }
  return whylight::RunBench(argv[1], argv[2]);
}
