#include "core/model/question_ids.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "core/model/limits.h"

namespace whylight {

Status CheckQuestionWords(std::size_t question, std::size_t text,
                          std::size_t most_pairs) {
  const auto none = [](const char* what) {
    return Invalid("expected words in the " + std::string(what) +
                   ", found none");
  };
  if (question == 0) return none("question");
  if (text == 0) return none("text");
  const auto too_long = [](const std::string& what, std::uint64_t most,
                           std::uint64_t found) {
    return Error{ErrorCode::kTextTooLong,
                 "expected at most " + std::to_string(most) + " " + what +
                     ", found " + std::to_string(found)};
  };
  const std::size_t words = std::max(question, text);
  if (words > kMaxWords) return too_long("words", kMaxWords, words);
  // More than 32 bits hold, as of WebAssembly.
  const std::uint64_t pairs = std::uint64_t{question} * text;
  if (pairs <= most_pairs) return {};
  return too_long("pairs of a word of the question and one of the text",
                  most_pairs, pairs);
}

}  // namespace whylight
