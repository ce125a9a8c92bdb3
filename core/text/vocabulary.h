// The words a model knows, each with a number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"

namespace whylight {

/// Distinct words numbered from 0. The file form is one word a line, in order,
/// every line ended by '\n'. A word is valid UTF-8, not empty, and holds no
/// ASCII white space or control character.
class Vocabulary {
 public:
  /// No words.
  Vocabulary() = default;

  /// Fails with kBadModel, naming the line, on anything but the file form.
  static Result<Vocabulary> Parse(std::string_view file_bytes);

  /// Fails with kInvalidArgument, naming the place in the list.
  static Result<Vocabulary> FromWords(std::vector<std::string> words);

  std::string Serialize() const;

  /// The word's number, or -1. Takes no memory.
  std::int32_t Find(std::string_view word) const {
    const auto found = ids_.find(word);
    return found == ids_.end() ? -1 : found->second;
  }

  std::size_t size() const { return words_.size(); }

  /// The word numbered `id < size()`.
  const std::string& word(std::size_t id) const { return words_[id]; }

 private:
  struct Hash {
    using is_transparent = void;  // Lets Find take a string_view.
    std::size_t operator()(std::string_view word) const {
      return std::hash<std::string_view>()(word);
    }
  };

  static Result<Vocabulary> Build(std::vector<std::string> words,
                                  ErrorCode code, std::string_view place);

  std::vector<std::string> words_;
  std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> ids_;
};

}  // namespace whylight
