// Times steps of a training: train_step_bench WORKLOAD [--threads N]
// [--length N] [--hidden N] [--batch N] [--layers N] [--steps N] [--peak 0|1]
//
// Prints one JSON object: the seconds of each step after the first one, in
// which memory is still being allocated, by the clock and by the CPU; the words
// and operations of a step; the bytes that the process took at most; and how
// fast every library multiplies matrices in this very process.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/format/json.h"
#include "core/training/engine/trainer.h"
#include "tests/bench/train/gemm_peak.h"
#include "tests/bench/train/workload.h"

#ifdef WHYLIGHT_OPENBLAS
#include <cblas.h>
#endif

namespace whylight {
namespace {

using nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kWarmUpSteps = 1;

// A number of /proc/self/status in bytes, or 0.
double StatusBytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(key + ":")) {
      return 1024 * std::stod(line.substr(key.size() + 1));
    }
  }
  return 0;
}

std::string OpenBlas() {
#ifdef WHYLIGHT_OPENBLAS
  return openblas_get_config();
#else
  return "";
#endif
}

struct BenchFlags {
  std::string workload;
  WorkloadSizes sizes;
  int threads = 1;
  bool peak = true;
};

int Run(BenchFlags flags) {
  const std::vector<ProductShape> shapes = TrainingShapes();
  std::vector<ProductRate> before;
  if (flags.peak) before = MeasureProducts(shapes, flags.threads);
  const double memory_before = StatusBytes("VmRSS");

  flags.sizes.steps += kWarmUpSteps;
  Result<Workload> made = MakeWorkload(flags.workload, flags.sizes);
  if (!made.ok()) {
    std::fprintf(stderr, "bench: %s\n", made.error().message.c_str());
    return 2;
  }
  const Workload& workload = made.value();
  std::vector<double> seconds;
  std::vector<double> cpu_seconds;
  double loss = 0;
  Clock::time_point last = Clock::now();
  std::clock_t last_cpu = std::clock();
  TrainerHooks hooks;
  hooks.on_step = [&](const TrainingProgress& progress) {
    const Clock::time_point now = Clock::now();
    seconds.push_back(std::chrono::duration<double>(now - last).count());
    last = now;
    const std::clock_t cpu = std::clock();
    cpu_seconds.push_back(static_cast<double>(cpu - last_cpu) / CLOCKS_PER_SEC);
    last_cpu = cpu;
    loss = progress.loss;
  };
  SoloCommunicator alone;
  TrainerOptions options;
  options.threads = flags.threads;
  const Status trained = Train(*workload.task, options, hooks, alone);
  if (!trained.ok()) {
    std::fprintf(stderr, "bench: %s\n", trained.error().message.c_str());
    return 1;
  }
  for (std::vector<double>* times : {&seconds, &cpu_seconds}) {
    times->erase(times->begin(), times->begin() + kWarmUpSteps);
  }
  const double memory = StatusBytes("VmHWM");

  ordered_json products = ordered_json::array();
  if (flags.peak) {
    const std::vector<ProductRate> after =
        MeasureProducts(shapes, flags.threads);
    for (std::size_t i = 0; i < after.size(); ++i) {
      const ProductShape& shape = after[i].shape;
      products.push_back(
          {{"library", after[i].maker},
           {"shape", {shape.m, shape.k, shape.n}},
           {"gflops", std::max(before[i].gflops, after[i].gflops)},
           {"cpu_gflops",
            std::max(before[i].cpu_gflops, after[i].cpu_gflops)}});
    }
  }
  const ordered_json row = {{"workload", flags.workload},
                            {"threads", flags.threads},
                            {"batch", workload.sizes.batch},
                            {"length", workload.sizes.length},
                            {"hidden", workload.sizes.hidden},
                            {"layers", workload.sizes.layers},
                            {"words", workload.words},
                            {"flop", workload.flop},
                            {"distinct_share", workload.distinct_share},
                            {"seconds", seconds},
                            {"cpu_seconds", cpu_seconds},
                            {"loss", loss},
                            {"memory", memory - memory_before},
                            {"products", products},
                            {"openblas", OpenBlas()}};
  std::printf("%s\n", DumpJson(row).c_str());
  return 0;
}

}  // namespace
}  // namespace whylight

int main(int argc, char** argv) {
  whylight::BenchFlags flags;
  CLI::App app("Times steps of a training.");
  app.add_option("workload", flags.workload, "A, A-used, B or C")->required();
  app.add_option("--threads", flags.threads)->check(CLI::Range(1, 256));
  app.add_option("--length", flags.sizes.length);
  app.add_option("--hidden", flags.sizes.hidden);
  app.add_option("--batch", flags.sizes.batch);
  app.add_option("--layers", flags.sizes.layers);
  app.add_option("--steps", flags.sizes.steps)->check(CLI::Range(1, 100000));
  app.add_option("--peak", flags.peak, "Whether to measure matrix products too")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return whylight::Run(flags);
}
