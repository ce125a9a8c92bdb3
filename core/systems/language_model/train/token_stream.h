// A corpus as a language model reads it: one stream of words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/language_model/model.h"
#include "core/text/vocabulary.h"
#include "core/training/data/data_options.h"

namespace whylight {

/// The most frequent words of a file, the words of a line being those between
/// white space: "<eos>", once for every line that is not blank, "<unk>", and at
/// most `max_words` (0: all) in all. By falling count, ties by word. The file
/// is plain text: kInvalidArgument if its format, or its name, tells another.
Result<Vocabulary> CountWords(const std::string& path,
                              const DataOptions& reading,
                              std::size_t max_words);

/// The ids of all words of such a file, line after line, "<eos>" after each
/// that is not blank. Fails if there is none.
Result<std::vector<std::int32_t>> ReadTokenStream(const std::string& path,
                                                  const DataOptions& reading,
                                                  const LanguageModel& model);

/// Some streams that go through a corpus side by side, each through a part of
/// its own, a chunk of equally many words at a time.
class StreamChunks {
 public:
  /// `words` must outlive it. They are cut into `streams` parts of equal
  /// length, the last words that do not fill one left out, and each part into
  /// chunks of `unroll` words, the last one shorter.
  StreamChunks(const std::vector<std::int32_t>& words, std::size_t streams,
               std::size_t unroll, std::int32_t before_the_first);

  std::size_t streams() const { return streams_; }
  std::size_t chunks() const { return (length_ + unroll_ - 1) / unroll_; }
  /// Of each stream in chunk `chunk`.
  std::size_t words(std::size_t chunk) const;

  /// The words read and the word that follows each, time-major, of `streams` in
  /// chunk `chunk`. The word before a stream's first one is that
  /// before it in the corpus.
  struct Chunk {
    Index length;
    std::vector<std::int32_t> inputs;
    std::vector<std::int32_t> targets;
  };
  Chunk Get(std::size_t chunk, const std::vector<std::size_t>& streams) const;

 private:
  const std::vector<std::int32_t>& words_;
  std::size_t streams_;
  std::size_t unroll_;
  std::size_t length_;  // Of each stream.
  std::int32_t before_the_first_;
};

}  // namespace whylight
