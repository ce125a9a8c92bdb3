#include "core/systems/classifier/train/rated_sentences.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "core/base/random.h"
#include "core/text/sentences.h"
#include "core/text/tokenizer.h"
#include "core/text/utf8.h"
#include "core/training/data/reader.h"

namespace whylight {
namespace {

constexpr std::size_t kFewestWords = 3;
constexpr std::size_t kMostWordsRated = 40;
constexpr std::size_t kRatedAtOnce = 64;

// The sentences of a text, as they stand there.
std::vector<std::string> ShortSentences(std::string_view text) {
  std::vector<std::string> sentences;
  const std::vector<Token> tokens = Tokenize(text);
  std::size_t first = 0;
  for (const std::size_t length : SentenceLengths(text, tokens)) {
    if (length >= kFewestWords && length <= kMostWordsRated) {
      sentences.emplace_back(SliceUtf16(
          text,
          {tokens[first].span.start, tokens[first + length - 1].span.end}));
    }
    first += length;
  }
  return sentences;
}

Result<std::vector<std::string>> DrawSentences(const std::string& path,
                                               const DataOptions& reading,
                                               std::size_t each,
                                               std::uint64_t seed) {
  std::vector<std::string> drawn;
  std::unordered_set<std::string> known;
  std::uint64_t texts = 0;
  const Status read = VisitTexts(
      path,
      [&](std::string_view text, std::size_t /*line*/) -> Status {
        std::vector<std::string> sentences = ShortSentences(text);
        std::vector<std::size_t> taken =
            Permutation(sentences.size(),
                        CounterRandom(seed, RandomPurpose::kSample, texts++));
        taken.resize(std::min(each, taken.size()));
        std::sort(taken.begin(), taken.end());
        for (const std::size_t i : taken) {
          if (!known.insert(sentences[i]).second) continue;
          drawn.push_back(std::move(sentences[i]));
        }
        return {};
      },
      reading);
  if (!read.ok()) return read.error();
  if (!drawn.empty()) return drawn;
  return Error{ErrorCode::kBadData, path + ": expected sentences of " +
                                        std::to_string(kFewestWords) + " to " +
                                        std::to_string(kMostWordsRated) +
                                        " words, found none"};
}

}  // namespace

Result<std::vector<RatedSentence>> RateSentences(const Classifier& classifier,
                                                 const std::string& path,
                                                 const DataOptions& reading,
                                                 std::size_t each,
                                                 std::uint64_t seed,
                                                 ThreadPool& pool) {
  Result<std::vector<std::string>> drawn =
      DrawSentences(path, reading, each, seed);
  if (!drawn.ok()) return drawn.error();
  std::vector<RatedSentence> rated;
  for (std::string& text : drawn.value()) rated.push_back({std::move(text), 0});
  const std::vector<double>& grades = classifier.options().grades;
  const double least = *std::min_element(grades.begin(), grades.end());
  const double most = *std::max_element(grades.begin(), grades.end());
  pool.ParallelFor(
      (rated.size() + kRatedAtOnce - 1) / kRatedAtOnce, [&](std::size_t b) {
        const std::size_t first = b * kRatedAtOnce;
        const std::size_t last = std::min(first + kRatedAtOnce, rated.size());
        std::vector<WordIds> ids;
        for (std::size_t i = first; i < last; ++i) {
          ids.push_back(classifier.Ids(Tokenize(rated[i].text)));
        }
        std::vector<const WordIds*> texts;
        std::transform(ids.begin(), ids.end(), std::back_inserter(texts),
                       [](const WordIds& text) { return &text; });
        Graph graph(Graph::Mode::kInference);
        const Matrix probabilities =
            classifier.Probabilities(graph, MakeWordBatch(texts));
        for (std::size_t i = first; i < last; ++i) {
          const auto grade = static_cast<double>(
              classifier
                  .ReadGrade(probabilities.row(static_cast<Index>(i - first)))
                  .grade);
          rated[i].rating = (grade - least) / (most - least);
        }
      });
  return rated;
}

}  // namespace whylight
