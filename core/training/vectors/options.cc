#include "core/training/vectors/options.h"

#include <algorithm>
#include <string>

#include "core/format/json.h"

namespace whylight {
namespace {

const Names<Objective>& ObjectiveNames() {
  static const Names<Objective> names = {{"skip-gram", Objective::kSkipGram},
                                         {"cbow", Objective::kCbow},
                                         {"ranking", Objective::kRanking},
                                         {"ppmi", Objective::kPpmi}};
  return names;
}

const Names<ContextKind>& ContextNames() {
  static const Names<ContextKind> names = {
      {"words", ContextKind::kWords},
      {"positions", ContextKind::kPositions},
      {"dependencies", ContextKind::kDependencies}};
  return names;
}

bool HasContexts(Objective objective, ContextKind contexts) {
  if (objective == Objective::kPpmi) return true;
  if (contexts == ContextKind::kPositions) return false;
  return contexts == ContextKind::kWords || objective == Objective::kSkipGram;
}

}  // namespace

std::string ContextProblem(const VectorOptions& options) {
  const std::string found = NameOf(ContextNames(), options.contexts);
  if (!HasContexts(options.objective, options.contexts)) {
    std::string expected;
    for (const auto& [name, contexts] : ContextNames()) {
      if (!HasContexts(options.objective, contexts)) continue;
      expected += (expected.empty() ? "" : " or ") + Quote(name);
    }
    return "\"contexts\": expected " + expected + " of objective " +
           Quote(NameOf(ObjectiveNames(), options.objective)) + ", found " +
           Quote(found);
  }
  if (options.contexts == ContextKind::kDependencies &&
      options.phrases.passes > 0) {
    return "\"phrase_passes\": expected 0 of contexts \"dependencies\", whose "
           "words stay as they are, found " +
           std::to_string(options.phrases.passes);
  }
  return {};
}

int EpochsOf(const VectorOptions& options, std::size_t words) {
  constexpr std::size_t kWordsToRead = 2'000'000;
  constexpr std::size_t kFewest = 3;
  constexpr std::size_t kMost = 100;
  if (options.objective == Objective::kPpmi || words == 0) return 1;
  if (options.epochs > 0) return options.epochs;
  const std::size_t epochs = (kWordsToRead + words - 1) / words;
  return static_cast<int>(std::clamp(epochs, kFewest, kMost));
}

const Fields<VectorOptions>& VectorFields() {
  using Options = VectorOptions;
  static const auto fields =
      Fields<Options>("How word vectors are learned.")
          .Choice("objective", &Options::objective, ObjectiveNames(),
                  "`skip-gram`: a word predicts those around it; `cbow`: their "
                  "mean predicts the word; `ranking`: a network scores "
                  "windows of the text above the same with a random word in "
                  "the middle; `ppmi`: how often words stand near each other "
                  "is counted and factorised.")
          .Choice(
              "contexts", &Options::contexts, ContextNames(),
              "What counts as the context of a word: `words`: the words near "
              "it; `positions`, for `ppmi` alone: the same, counted separately "
              "at each distance on each side; `dependencies`, for `ppmi` and "
              "`skip-gram`: the words that it depends on or that depend on it "
              "in parsed sentences, each with the relation.")
          .Flag("keep_prepositions", &Options::keep_prepositions,
                "Whether prepositions are words like others, and not part of "
                "relations as in `telescope/obl:with`.")
          .When("contexts is dependencies")
          .Count("dimension", &Options::dimension, {1, 4096},
                 "Number of dimensions of a vector.")
          .Count("window", &Options::window, {1, 100},
                 "Largest distance between words. The reach is drawn from 1 to "
                 "this for each word, except for `ranking`.")
          .When("contexts is not dependencies")
          .Count("negatives", &Options::negatives, {1, 1000},
                 "Number of random words for each word predicted, or window; "
                 "`ppmi` subtracts its logarithm from every number.")
          .Count("hidden", &Options::hidden, {1, 4096},
                 "Number of hidden units of the network that scores windows.")
          .When("objective is ranking")
          .Count("min_count", &Options::min_count, {0, 0x1p53},
                 "Leave out words, and dependencies, that occur less often.")
          .Count("max_words", &Options::max_words, {0, 0x1p31},
                 "Number of words to keep, the most frequent; 0: all.")
          .Count(
              "phrase_passes",
              [](auto& options) -> auto& { return options.phrases.passes; },
              {0, 10},
              "Number of passes that join neighbouring words into phrases by "
              "`_`; 0: none.")
          .Number(
              "phrase_threshold",
              [](auto& options) -> auto& { return options.phrases.threshold; },
              {0, 1e12},
              "Score above which words are joined: (count(a b) - 5) · words / "
              "(count(a) · count(b)).")
          .Count("epochs", &Options::epochs, {0, 10000},
                 "Number of times the text is read; 0: until about 2 million "
                 "words have been read, but 3 to 100 times.")
          .When("objective is not ppmi")
          .Number("subsample", &Options::subsample, {0, 1},
                  "Share of the text above which a word is thinned out; 0: no "
                  "word is.")
          .When("objective is not ppmi")
          .Number("learning_rate", &Options::learning_rate, {0, 1e3},
                  "Learning rate at the start; it falls to zero.")
          .When("objective is not ppmi")
          .Count("seed", &Options::seed, {0, 0x1p53},
                 "Seed of the random numbers; the same seed gives the same "
                 "vectors.")
          .Check([](const Options& options) -> std::string {
            if (!(options.phrases.threshold > 0)) {
              return "\"phrase_threshold\": expected a number above 0, found 0";
            }
            if (!(options.learning_rate > 0)) {
              return "\"learning_rate\": expected a number above 0, found 0";
            }
            return ContextProblem(options);
          });
  return fields;
}

}  // namespace whylight
