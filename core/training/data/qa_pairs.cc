#include "core/training/data/qa_pairs.h"

#include <string_view>

#include "core/format/json.h"

namespace whylight {
namespace {

QaPairs::Words SplitWords(std::string_view line) {
  QaPairs::Words words;
  std::size_t at = line.find_first_not_of('\t');
  while (at != std::string_view::npos) {
    const std::size_t end = line.find('\t', at);
    words.emplace_back(line.substr(at, end - at));
    at = line.find_first_not_of('\t', end);
  }
  return words;
}

}  // namespace

Result<QaPairsReader> QaPairsReader::Open(const std::string& path) {
  Result<LineReader> lines = LineReader::Open(path);
  if (!lines.ok()) return lines.error();
  return QaPairsReader(std::move(lines).value());
}

Result<std::string> QaPairsReader::ReadLine(const std::string& expected) {
  const auto line = lines_.Next();
  if (!line.ok()) return line.error();
  if (line.value()) return std::string(*line.value());
  return lines_.place().Fail("expected " + expected +
                             ", found the end of the file");
}

Result<QaPairs::Words> QaPairsReader::ReadSection(const std::string& name) {
  const std::string end = "</" + name + ">";
  Result<std::string> line = ReadLine("the words of a " + name);
  if (!line.ok()) return line.error();
  QaPairs::Words words = SplitWords(line.value());
  if (words.empty() || line.value() == end) {
    return lines_.place().Fail("expected the words of a " + name + ", found " +
                               Quote(line.value()));
  }
  while (line.value() != end) {
    line = ReadLine(end);
    if (!line.ok()) return line.error();
  }
  return words;
}

Result<std::optional<QaPairs>> QaPairsReader::Next() {
  QaPairs pairs;
  while (true) {
    const auto line = lines_.Next();
    if (!line.ok()) return line.error();
    if (!line.value()) return std::optional<QaPairs>();
    if (line.value()->empty()) continue;
    if (line.value()->starts_with("<QApairs")) break;
    return lines_.place().Fail("expected <QApairs ...>, found " +
                               Quote(*line.value()));
  }
  pairs.place = lines_.place();
  while (true) {
    const Result<std::string> line = ReadLine("</QApairs>");
    if (!line.ok()) return line.error();
    if (line.value() == "</QApairs>") break;
    const std::string& tag = line.value();
    if (tag != "<question>" && tag != "<positive>" && tag != "<negative>") {
      return lines_.place().Fail(
          "expected <question>, <positive>, <negative> or </QApairs>, found " +
          Quote(tag));
    }
    Result<QaPairs::Words> words = ReadSection(tag.substr(1, tag.size() - 2));
    if (!words.ok()) return words.error();
    if (tag == "<question>") {
      pairs.question = std::move(words).value();
    } else {
      pairs.answers.emplace_back(std::move(words).value(), tag == "<positive>");
    }
  }
  if (!pairs.question.empty()) return std::optional(std::move(pairs));
  return pairs.place.Fail("expected a <question>, found none");
}

}  // namespace whylight
