#include "core/systems/language_model/train/token_stream.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/format/json.h"
#include "core/training/data/data_config.h"
#include "core/training/data/line_reader.h"
#include "core/training/data/source.h"

namespace whylight {
namespace {

// What stands between the blanks of another format are no words.
Status CheckIsPlain(const std::string& path, const DataOptions& reading) {
  const auto format = reading.format ? reading.format : FormatOfName(path);
  if (!format || *format == DataFormat::kText) return {};
  return Invalid(
      path +
      ": expected plain text, one sentence per line, found the "
      "format " +
      Quote(DataFormatName(*format)) +
      "; if it is plain text, give the format \"text\", else write the "
      "sentences to a .txt file, or train a model with "
      "\"direction\": \"both\", which reads all formats");
}

// Calls `visit` with each word of each line, and "<eos>" after those of a line.
Status VisitWords(const std::string& path, const DataOptions& reading,
                  const std::function<void(std::string_view)>& visit) {
  if (Status plain = CheckIsPlain(path, reading); !plain.ok()) return plain;
  Result<LineReader> reader = LineReader::Open(path);
  if (!reader.ok()) return reader.error();
  for (;;) {
    const Result<std::optional<std::string_view>> line = reader.value().Next();
    if (!line.ok()) return line.error();
    if (!line.value()) return {};
    const std::vector<std::string_view> words = SplitWords(*line.value());
    if (words.empty()) continue;
    for (const std::string_view word : words) visit(word);
    visit(kEndOfSentence);
  }
}

}  // namespace

Result<Vocabulary> CountWords(const std::string& path,
                              const DataOptions& reading,
                              std::size_t max_words) {
  std::unordered_map<std::string, std::uint64_t> counts;
  if (Status read = VisitWords(
          path, reading,
          [&](std::string_view word) { ++counts[std::string(word)]; });
      !read.ok()) {
    return read.error();
  }
  // Whatever their counts, these two are kept.
  const std::vector<std::string> kept = {std::string(kEndOfSentence),
                                         std::string(kUnknownToken)};
  std::vector<std::pair<std::uint64_t, std::string>> found;
  for (const std::string& word : kept) {
    found.emplace_back(counts[word], word);
    counts.erase(word);
  }
  std::vector<std::pair<std::uint64_t, std::string>> others;
  others.reserve(counts.size());
  for (auto& [word, count] : counts) others.emplace_back(count, word);
  const auto more_frequent = [](const auto& left, const auto& right) {
    return left.first != right.first ? left.first > right.first
                                     : left.second < right.second;
  };
  std::sort(others.begin(), others.end(), more_frequent);
  if (max_words > 0 && others.size() + kept.size() > max_words) {
    others.resize(max_words - std::min(max_words, kept.size()));
  }
  found.insert(found.end(), others.begin(), others.end());
  std::sort(found.begin(), found.end(), more_frequent);
  std::vector<std::string> words;
  words.reserve(found.size());
  for (auto& [count, word] : found) words.push_back(std::move(word));
  Result<Vocabulary> vocabulary = Vocabulary::FromWords(words);
  if (vocabulary.ok()) return vocabulary;
  return Error{ErrorCode::kBadData, path + ": " + vocabulary.error().message};
}

Result<std::vector<std::int32_t>> ReadTokenStream(const std::string& path,
                                                  const DataOptions& reading,
                                                  const LanguageModel& model) {
  std::vector<std::int32_t> words;
  if (Status read = VisitWords(
          path, reading,
          [&](std::string_view word) { words.push_back(model.Id(word)); });
      !read.ok()) {
    return read.error();
  }
  if (words.empty()) {
    return Error{ErrorCode::kBadData, path + ": expected words, found none"};
  }
  return words;
}

StreamChunks::StreamChunks(const std::vector<std::int32_t>& words,
                           std::size_t streams, std::size_t unroll,
                           std::int32_t before_the_first)
    : words_(words),
      streams_(std::clamp<std::size_t>(streams, 1,
                                       std::max<std::size_t>(1, words.size()))),
      unroll_(unroll),
      length_(words.size() / streams_),
      before_the_first_(before_the_first) {}

std::size_t StreamChunks::words(std::size_t chunk) const {
  return std::min(unroll_, length_ - chunk * unroll_);
}

StreamChunks::Chunk StreamChunks::Get(
    std::size_t chunk, const std::vector<std::size_t>& streams) const {
  const std::size_t length = words(chunk);
  Chunk got{.length = static_cast<Index>(length), .inputs = {}, .targets = {}};
  for (std::size_t t = 0; t < length; ++t) {
    for (const std::size_t stream : streams) {
      const std::size_t at = stream * length_ + chunk * unroll_ + t;
      got.inputs.push_back(at == 0 ? before_the_first_ : words_[at - 1]);
      got.targets.push_back(words_[at]);
    }
  }
  return got;
}

}  // namespace whylight
