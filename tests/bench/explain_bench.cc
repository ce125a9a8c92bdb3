// Times explanations: explain_bench MODEL TEXTS [--benchmark_...]
//
// One benchmark for each length there is among the texts, "explain/145" for
// texts of 145 words. An iteration explains every text of that length once;
// the counter `texts` says how many there are.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "core/systems/rationale/fast/engine.h"
#include "core/text/tokenizer.h"
#include "tests/bench/bench_input.h"

namespace whylight {
namespace {

void BenchExplain(benchmark::State& state, RationaleEngine& engine,
                  const std::vector<std::string>& texts) {
  for ([[maybe_unused]] auto _ : state) {
    for (const std::string& text : texts) {
      const Result<RationaleExplanation> explained = engine.Explain(text);
      if (!explained.ok()) {
        state.SkipWithError(explained.error().message.c_str());
        return;
      }
      benchmark::DoNotOptimize(explained.value().ratings.data());
    }
  }
  state.counters["texts"] = static_cast<double>(texts.size());
}

int RunBench(const std::string& model_folder, const std::string& texts_file) {
  Result<BenchInput<RationaleEngine>> input =
      ReadBenchInput<RationaleEngine>(model_folder, texts_file);
  if (!input.ok()) return Fail(input.error());
  std::map<std::size_t, std::vector<std::string>> by_length;
  for (const std::string& text : input.value().texts) {
    by_length[Tokenize(text).size()].push_back(text);
  }
  for (const auto& [words, texts] : by_length) {
    benchmark::RegisterBenchmark(
        ("explain/" + std::to_string(words)).c_str(),
        [&engine = input.value().model, &texts = texts](
            benchmark::State& state) { BenchExplain(state, engine, texts); })
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace whylight

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc != 3) {
    std::fprintf(stderr, "usage: explain_bench MODEL TEXTS\n");
    return 2;
  }
  return whylight::RunBench(argv[1], argv[2]);
}
