#include <cstdint>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/systems/language_model/train/task.h"
#include "tests/bench/train/workload.h"

namespace whylight {
namespace {

constexpr std::size_t kVocabulary = 10000;

Vocabulary MadeUpWords() {
  std::vector<std::string> words = {std::string(kEndOfSentence),
                                    std::string(kUnknownToken)};
  while (words.size() < kVocabulary) {
    words.push_back("w" + std::to_string(words.size()));
  }
  return Vocabulary::FromWords(words).value();
}

std::vector<std::int32_t> DrawWords(std::size_t count) {
  const CounterRandom random(1, RandomPurpose::kShuffle);
  std::vector<std::int32_t> words;
  words.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    words.push_back(static_cast<std::int32_t>(random.Below(i, kVocabulary)));
  }
  return words;
}

}  // namespace

Workload LanguageModelWorkload(WorkloadSizes sizes) {
  if (sizes.batch == 0) sizes.batch = 20;
  if (sizes.length == 0) sizes.length = 35;
  if (sizes.hidden == 0) sizes.hidden = 360;
  if (sizes.layers == 0) sizes.layers = 3;
  Workload workload;
  workload.sizes = sizes;
  workload.words = static_cast<std::uint64_t>(sizes.batch * sizes.length);

  LanguageModelConfig config;
  config.model.layers = sizes.layers;
  config.model.hidden = sizes.hidden;
  config.training.stage.epochs = 1;
  config.training.stage.batch = static_cast<std::size_t>(sizes.batch);
  config.training.stage.keep_best = false;
  config.training.unroll = static_cast<std::size_t>(sizes.length);
  config.training.dropout = 0;
  LanguageModel model =
      LanguageModel::Make(config.model, MadeUpWords(), 1).value();
  workload.task = std::make_unique<LanguageModelTask>(
      std::move(config), std::move(model),
      DrawWords(workload.words * sizes.steps), DrawWords(1));

  // W_1, the gate's W and U, and the highway's W, then the softmax, each
  // forward and with both gradients: here word vectors are learned.
  const auto h = static_cast<double>(sizes.hidden);
  workload.flop = static_cast<double>(workload.words) * 3 * 2 *
                  (static_cast<double>(sizes.layers) * 4 * h * h +
                   h * static_cast<double>(kVocabulary));
  return workload;
}

}  // namespace whylight
