#include "core/text/vocabulary.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/text/utf8.h"

namespace whylight {
namespace {

bool IsSpaceOrControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= 0x20 || byte == 0x7F;
}

}  // namespace

Result<Vocabulary> Vocabulary::Build(std::vector<std::string> words,
                                     ErrorCode code, std::string_view place) {
  if (words.size() > std::numeric_limits<std::int32_t>::max()) {
    return Error{code, "expected fewer than 2^31 words, found " +
                           std::to_string(words.size())};
  }
  Vocabulary vocabulary;
  vocabulary.ids_.reserve(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const auto fail = [&](std::string_view what) {
      return Error{code, std::string(place) + std::to_string(i + 1) +
                             ": expected a word, found " + std::string(what)};
    };
    if (word.empty()) return fail("nothing");
    if (!IsValidUtf8(word)) return fail("bytes that are not UTF-8");
    if (std::any_of(word.begin(), word.end(), IsSpaceOrControl)) {
      return fail("white space or a control character");
    }
    const auto [entry, inserted] =
        vocabulary.ids_.emplace(word, static_cast<std::int32_t>(i));
    if (!inserted) {
      return fail("\"" + word + "\" again, first at " +
                  std::to_string(entry->second + 1));
    }
  }
  vocabulary.words_ = std::move(words);
  return vocabulary;
}

Result<Vocabulary> Vocabulary::Parse(std::string_view file_bytes) {
  std::vector<std::string> words;
  words.reserve(static_cast<std::size_t>(
      std::count(file_bytes.begin(), file_bytes.end(), '\n')));
  while (!file_bytes.empty()) {
    const std::size_t end = file_bytes.find('\n');
    if (end == std::string_view::npos) {
      return Error{ErrorCode::kBadModel,
                   "vocab.txt:" + std::to_string(words.size() + 1) +
                       ": expected a newline after the last word, found the "
                       "end of the file"};
    }
    words.emplace_back(file_bytes.substr(0, end));
    file_bytes.remove_prefix(end + 1);
  }
  return Build(std::move(words), ErrorCode::kBadModel, "vocab.txt:");
}

Result<Vocabulary> Vocabulary::FromWords(std::vector<std::string> words) {
  return Build(std::move(words), ErrorCode::kInvalidArgument, "word ");
}

std::string Vocabulary::Serialize() const {
  std::string file_bytes;
  for (const std::string& word : words_) {
    file_bytes += word;
    file_bytes += '\n';
  }
  return file_bytes;
}

}  // namespace whylight
