// A vocabulary is the lines of its file and finds each of them; a misspelled
// word is taken for what a slow twin, which looks at all words, takes it for.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/text/utf8.h"
#include "core/text/vocabulary.h"
#include "tests/core/text/slow_spelling.h"
#include "tests/fuzz/fuzz.h"

namespace whylight {
namespace {

// By the lines of `bytes`, whether they are those of a vocabulary.
bool IsVocabulary(std::string_view bytes) {
  std::vector<std::string_view> words;
  while (!bytes.empty()) {
    if (bytes.find('\n') == bytes.npos) return false;
    words.push_back(TakeUntil('\n', bytes));
    const std::string_view word = words.back();
    if (word.empty() || !IsValidUtf8(word)) return false;
    for (const char c : word) {
      if ((c >= 0 && c <= 0x20) || c == 0x7F) return false;
    }
  }
  std::sort(words.begin(), words.end());
  return std::adjacent_find(words.begin(), words.end()) == words.end();
}

void CheckWords(const Vocabulary& vocabulary, std::string_view bytes) {
  Expect(vocabulary.Serialize() == bytes, "it is the bytes it was read from");
  std::vector<std::string> words;
  for (std::size_t i = 0; i < vocabulary.size(); ++i) {
    words.emplace_back(vocabulary.word(i));
    Expect(vocabulary.Find(words.back()) == static_cast<std::int32_t>(i),
           "each word has its number");
    Expect(vocabulary.Read(words.back()) == static_cast<std::int32_t>(i),
           "a known word is read as itself");
  }
  const Result<Vocabulary> again = Vocabulary::FromWords(words);
  Expect(again.ok() && again.value().Serialize() == bytes,
         "its words make it again");
}

}  // namespace
}  // namespace whylight

// A vocabulary's file, a zero byte, and words of a text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace whylight;
  std::string_view rest = AsText(data, size);
  const std::string_view bytes = TakeUntil('\0', rest);
  Result<Vocabulary> vocabulary = Vocabulary::Parse(bytes);
  Expect(vocabulary.ok() == IsVocabulary(bytes),
         "what is a vocabulary is read, and nothing else");
  if (!vocabulary.ok()) {
    ExpectError(vocabulary.error(), ErrorCode::kBadModel);
    return 0;
  }
  vocabulary.value().ReadMisspelled(true);
  CheckWords(vocabulary.value(), bytes);
  while (!rest.empty()) {
    const std::string word(TakeUntil('\n', rest));
    Expect(vocabulary.value().Read(word) ==
               SlowSpelling::Read(vocabulary.value(), word),
           "both take a word for the same one");
  }
  return 0;
}
