#include "core/text/vocabulary.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/hash.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

bool IsSpaceOrControl(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= 0x20 || byte == 0x7F;
}

}  // namespace

std::size_t Vocabulary::Probe(std::string_view word) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t place = FoldedHash(word) & mask;
  while (table_[place] >= 0 &&
         this->word(static_cast<std::size_t>(table_[place])) != word) {
    place = (place + 1) & mask;
  }
  return place;
}

void Vocabulary::ReadMisspelled(bool reads) {
  spelling_ = reads ? Spelling(*this) : Spelling();
}

std::int32_t Vocabulary::Find(std::string_view word) const {
  return table_[Probe(word)];
}

Result<Vocabulary> Vocabulary::Build(std::string bytes,
                                     std::vector<std::uint32_t> starts,
                                     ErrorCode code, std::string_view place) {
  if (bytes.size() > std::numeric_limits<std::int32_t>::max()) {
    return Error{code, "expected fewer than 2^31 bytes of words, found " +
                           std::to_string(bytes.size())};
  }
  Vocabulary vocabulary;
  vocabulary.bytes_ = std::move(bytes);
  vocabulary.starts_ = std::move(starts);
  const std::size_t count = vocabulary.size();
  std::size_t places = 1;
  while (places < 2 * count + 1) places *= 2;
  vocabulary.table_.assign(places, -1);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view word = vocabulary.word(i);
    const auto fail = [&](std::string_view what) {
      return Error{code, std::string(place) + std::to_string(i + 1) +
                             ": expected a word, found " + std::string(what)};
    };
    if (word.empty()) return fail("nothing");
    if (!IsValidUtf8(word)) return fail("bytes that are not UTF-8");
    if (std::any_of(word.begin(), word.end(), IsSpaceOrControl)) {
      return fail("white space or a control character");
    }
    std::int32_t& entry = vocabulary.table_[vocabulary.Probe(word)];
    if (entry >= 0) {
      return fail("\"" + std::string(word) + "\" again, first at " +
                  std::to_string(entry + 1));
    }
    entry = static_cast<std::int32_t>(i);
  }
  return vocabulary;
}

Result<Vocabulary> Vocabulary::Parse(std::string_view file_bytes) {
  std::vector<std::uint32_t> starts = {0};
  for (std::size_t i = 0; i < file_bytes.size(); ++i) {
    if (file_bytes[i] == '\n') {
      starts.push_back(static_cast<std::uint32_t>(i + 1));
    }
  }
  if (starts.back() != file_bytes.size()) {
    return Error{ErrorCode::kBadModel,
                 "vocab.txt:" + std::to_string(starts.size()) +
                     ": expected a newline after the last word, found the "
                     "end of the file"};
  }
  return Build(std::string(file_bytes), std::move(starts), ErrorCode::kBadModel,
               "vocab.txt:");
}

Result<Vocabulary> Vocabulary::FromWords(
    const std::vector<std::string>& words) {
  std::string bytes;
  std::vector<std::uint32_t> starts = {0};
  for (const std::string& word : words) {
    bytes += word;
    bytes += '\n';
    starts.push_back(static_cast<std::uint32_t>(bytes.size()));
  }
  return Build(std::move(bytes), std::move(starts), ErrorCode::kInvalidArgument,
               "word ");
}

}  // namespace whylight
