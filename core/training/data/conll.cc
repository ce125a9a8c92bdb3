#include "core/training/data/conll.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "core/format/json.h"

namespace whylight {
namespace {

constexpr std::size_t kUniversalColumns = 10;

std::vector<std::string_view> SplitAtTabs(std::string_view line) {
  std::vector<std::string_view> columns;
  while (true) {
    const std::size_t tab = line.find('\t');
    columns.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return columns;
    line.remove_prefix(tab + 1);
  }
}

// A whole number that is not negative.
std::optional<int> ParseCount(std::string_view text) {
  int value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value < 0) return std::nullopt;
  return value;
}

}  // namespace

Result<ConllReader> ConllReader::Open(const std::string& path,
                                      ConllFormat format) {
  Result<LineReader> lines = LineReader::Open(path);
  if (!lines.ok()) return lines.error();
  return ConllReader(std::move(lines).value(), format);
}

Result<std::optional<ConllSentence>> ConllReader::Next() {
  ConllSentence sentence;
  bool any = false;
  while (true) {
    const auto line = lines_.Next();
    if (!line.ok()) return line.error();
    if (!line.value() || IsBlank(*line.value())) {
      // Comments alone are no sentence.
      if (any && (!sentence.words.empty() || !sentence.problem.ok())) {
        return std::optional(std::move(sentence));
      }
      if (!line.value()) return std::optional<ConllSentence>();
      any = false;
      continue;
    }
    const bool universal = format_ == ConllFormat::kUniversal;
    if (universal && line.value()->starts_with('#')) continue;
    if (!any) sentence.place = lines_.place();
    any = true;
    // Only the first problem counts; the sentence is read on to its end.
    if (!sentence.problem.ok()) continue;
    sentence.problem = universal ? AddUniversalWord(*line.value(), &sentence)
                                 : AddWord(*line.value(), &sentence);
  }
}

Status ConllReader::AddWord(std::string_view line,
                            ConllSentence* sentence) const {
  const std::size_t word = line.find_first_of(" \t");
  const std::size_t last = line.find_last_not_of(" \t");
  const std::size_t tag = line.find_last_of(" \t", last);
  if (word == 0 || word == std::string_view::npos || tag > last) {
    return lines_.place().Fail("expected a word and its tag, found " +
                               Quote(line));
  }
  sentence->words.emplace_back(line.substr(0, word));
  sentence->tags.emplace_back(line.substr(tag + 1, last - tag));
  return {};
}

Status ConllReader::AddUniversalWord(std::string_view line,
                                     ConllSentence* sentence) const {
  enum Column { kId, kForm, kTag = 3, kHead = 6, kRelation = 7 };
  const std::vector<std::string_view> columns = SplitAtTabs(line);
  if (columns.size() != kUniversalColumns) {
    return lines_.place().Fail("expected " + std::to_string(kUniversalColumns) +
                               " columns between tabs, found " +
                               std::to_string(columns.size()));
  }
  if (columns[kId].find_first_of("-.") != std::string_view::npos) return {};
  const auto number = static_cast<int>(sentence->words.size()) + 1;
  if (ParseCount(columns[kId]) != number) {
    return lines_.place().Fail("expected word " + std::to_string(number) +
                               ", found " + Quote(columns[kId]));
  }
  const std::optional<int> head = ParseCount(columns[kHead]);
  // "_" where nobody has said.
  if (!head && columns[kHead] != "_") {
    return lines_.place().Fail("expected the number of a word as head, found " +
                               Quote(columns[kHead]));
  }
  sentence->words.emplace_back(columns[kForm]);
  sentence->tags.emplace_back(columns[kTag]);
  sentence->heads.push_back(head.value_or(-1));
  sentence->relations.emplace_back(columns[kRelation]);
  return {};
}

Status CheckIsTree(const ConllSentence& sentence) {
  const auto count = static_cast<int>(sentence.words.size());
  const auto name = [&](int word) {
    return "word " + std::to_string(word) + " (" +
           Quote(sentence.words[static_cast<std::size_t>(word) - 1]) + ")";
  };
  const auto head = [&](int word) {
    return sentence.heads[static_cast<std::size_t>(word) - 1];
  };
  if (sentence.heads.empty()) {
    return sentence.place.Fail("expected a head for each word, found none");
  }
  int root = 0;
  for (int word = 1; word <= count; ++word) {
    if (head(word) < 0) {
      return sentence.place.Fail("expected a head of " + name(word) +
                                 ", found none");
    }
    if (head(word) > count) {
      return sentence.place.Fail("expected a head of " + name(word) +
                                 " among the " + std::to_string(count) +
                                 " words, found " + std::to_string(head(word)));
    }
    if (head(word) != 0) continue;
    if (root != 0) {
      return sentence.place.Fail("expected one root, found " + name(root) +
                                 " and " + name(word));
    }
    root = word;
  }
  // From every word up; who takes more steps than there are words goes round.
  for (int word = 1; word <= count; ++word) {
    int at = word;
    for (int steps = 0; at != 0; ++steps) {
      if (steps > count) {
        return sentence.place.Fail("expected a tree, found that " + name(word) +
                                   " depends on itself");
      }
      at = head(at);
    }
  }
  return {};
}

}  // namespace whylight
