// The words a model knows, each with a number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/text/spelling.h"

namespace whylight {

/// Distinct words numbered from 0. The file form is one word per line, in
/// order, every line ended by '\n'. A word is valid UTF-8, not empty, and holds
/// no ASCII white space or control character.
class Vocabulary {
 public:
  /// No words.
  Vocabulary() = default;

  /// Fails with kBadModel, naming the line, on anything but the file form.
  static Result<Vocabulary> Parse(std::string_view file_bytes);

  /// Fails with kInvalidArgument, naming the place in the list.
  static Result<Vocabulary> FromWords(const std::vector<std::string>& words);

  const std::string& Serialize() const { return bytes_; }

  /// The word's number, or -1. Takes no memory.
  std::int32_t Find(std::string_view word) const;
  /// Whether `Read` takes misspelled words for what they were meant to be
  /// (spelling.h); at first it does not.
  void ReadMisspelled(bool reads);
  /// The number of the word that `word` of a text is read as, or -1.
  std::int32_t Read(std::string_view word) const {
    const std::int32_t found = Find(word);
    return found < 0 ? spelling_.Find(*this, word) : found;
  }

  std::size_t size() const { return starts_.size() - 1; }
  /// The word numbered `id < size()`; it lives as long as the vocabulary, and a
  /// '\n' follows it.
  std::string_view word(std::size_t id) const {
    return {bytes_.data() + starts_[id], starts_[id + 1] - starts_[id] - 1};
  }

 private:
  // `starts` are those of the words in `bytes`, and its end.
  static Result<Vocabulary> Build(std::string bytes,
                                  std::vector<std::uint32_t> starts,
                                  ErrorCode code, std::string_view place);
  // The place of `word` in the table, or the free one where it belongs.
  std::size_t Probe(std::string_view word) const;

  // The words once, as the file has them, and a table with open addressing in
  // place of a map, which would hold them again.
  std::string bytes_;
  std::vector<std::uint32_t> starts_ = {0};
  std::vector<std::int32_t> table_ = {-1};  // A power of two, half free.
  Spelling spelling_;
};

}  // namespace whylight
