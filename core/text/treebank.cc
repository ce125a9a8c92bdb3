#include "core/text/treebank.h"

#include <algorithm>
#include <array>
#include <utility>

namespace whylight {
namespace {

using Replacement = std::pair<std::string_view, std::string_view>;

constexpr std::string_view kBlanks = " \t";

constexpr std::array<Replacement, 8> kEscapes = {{{"-lrb-", "("},
                                                  {"-rrb-", ")"},
                                                  {"-lsb-", "["},
                                                  {"-rsb-", "]"},
                                                  {"-lcb-", "{"},
                                                  {"-rcb-", "}"},
                                                  {"\\/", "/"},
                                                  {"\\*", "*"}}};

constexpr std::array<Replacement, 3> kQuotes = {
    {{"``", "\""}, {"''", "\""}, {"`", "'"}}};

// Each is the end of the word before it.
constexpr std::array<std::string_view, 7> kClitics = {"n't", "'s", "'re", "'ve",
                                                      "'ll", "'d", "'m"};

// Words cut in two. "can not" is none of them: people write that, too.
constexpr std::array<Replacement, 7> kHalves = {{{"gon", "na"},
                                                 {"wan", "na"},
                                                 {"got", "ta"},
                                                 {"gim", "me"},
                                                 {"lem", "me"},
                                                 {"'t", "is"},
                                                 {"'t", "was"}}};

char Lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Whether `word` is `lower` in any case.
bool Is(std::string_view word, std::string_view lower) {
  return std::equal(word.begin(), word.end(), lower.begin(), lower.end(),
                    [](char c, char wanted) { return Lower(c) == wanted; });
}

bool BelongsTo(std::string_view before, std::string_view word) {
  return std::any_of(
             kClitics.begin(), kClitics.end(),
             [&](std::string_view clitic) { return Is(word, clitic); }) ||
         std::any_of(kHalves.begin(), kHalves.end(), [&](const auto& halves) {
           return Is(before, halves.first) && Is(word, halves.second);
         });
}

}  // namespace

std::string UnescapeTreebank(std::string_view word) {
  std::string plain;
  while (!word.empty()) {
    const auto escape = std::find_if(
        kEscapes.begin(), kEscapes.end(), [&](const Replacement& known) {
          return Is(word.substr(0, known.first.size()), known.first);
        });
    if (escape == kEscapes.end()) {
      plain += word.front();
      word.remove_prefix(1);
    } else {
      plain += escape->second;
      word.remove_prefix(escape->first.size());
    }
  }
  return plain;
}

std::string JoinTreebank(std::string_view text) {
  std::string joined;
  std::string_view before;
  for (std::size_t at = text.find_first_not_of(kBlanks);
       at != std::string_view::npos;) {
    const std::size_t end =
        std::min(text.find_first_of(kBlanks, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (before.empty() && Is(word, "n't")) {
      joined += "not";
    } else {
      if (!before.empty() && !BelongsTo(before, word)) joined += ' ';
      const auto quote =
          std::find_if(kQuotes.begin(), kQuotes.end(),
                       [&](const Replacement& q) { return q.first == word; });
      joined += quote == kQuotes.end() ? UnescapeTreebank(word)
                                       : std::string(quote->second);
    }
    before = word;
    at = text.find_first_not_of(kBlanks, end);
  }
  return joined;
}

}  // namespace whylight
