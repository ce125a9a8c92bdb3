#include "core/training/vectors/vector_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "core/format/json.h"

namespace whylight {
namespace {

static_assert(sizeof(Real) == 4, "files hold floats");

constexpr std::size_t kMaxDimension = 4096;
constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct Header {
  std::size_t words;
  std::size_t dimension;
};

// The lines of text in memory, one after another, without their ends.
class Lines {
 public:
  Lines(std::string_view bytes, const std::string& path)
      : rest_(bytes), path_(path) {}

  std::optional<std::string_view> Next() {
    if (rest_.empty()) return std::nullopt;
    ++number_;
    std::string_view line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  /// About the line read last, or the one that is missing after it.
  Error Fail(const std::string& message) const {
    const std::size_t line = number_ == 0 ? 1 : number_;
    return {ErrorCode::kBadData,
            path_ + ":" + std::to_string(line) + ": " + message};
  }

 private:
  std::string_view rest_;
  const std::string& path_;
  std::size_t number_ = 0;
};

// Takes the next run of characters that are not blank; empty at the end.
std::string_view TakeField(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  const std::string_view field = line.substr(0, line.find_first_of(kBlanks));
  line.remove_prefix(field.size());
  return field;
}

template <typename Number>
std::optional<Number> ParseNumber(std::string_view field) {
  if (field.starts_with('+')) field.remove_prefix(1);
  Number number{};
  const char* const end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, number);
  // A number too small for a float is as good as 0.
  if constexpr (std::is_floating_point_v<Number>) {
    if (error == std::errc::result_out_of_range && stop == end) {
      double wide = 0;
      if (std::from_chars(field.data(), end, wide).ec == std::errc() &&
          std::abs(wide) < 1) {
        return Number{0};
      }
    }
  }
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

std::size_t CountFields(std::string_view line) {
  std::size_t count = 0;
  while (!TakeField(line).empty()) ++count;
  return count;
}

// "words dimension", two whole numbers and nothing else.
std::optional<Header> ParseHeader(std::string_view line) {
  const auto words = ParseNumber<std::size_t>(TakeField(line));
  const auto dimension = ParseNumber<std::size_t>(TakeField(line));
  if (!words || !dimension || !TakeField(line).empty()) return std::nullopt;
  return Header{*words, *dimension};
}

// Words and numbers as they are read.
class Collector {
 public:
  Collector(std::size_t dimension, std::size_t expected_words)
      : dimension_(dimension) {
    words_.reserve(expected_words);
    numbers_.reserve(expected_words * dimension);
  }

  std::size_t size() const { return words_.size(); }
  void AddWord(std::string_view word) { words_.emplace_back(word); }
  void AddNumber(Real number) { numbers_.push_back(number); }

  Result<WordVectors> Finish(const std::string& path) && {
    const auto rows = std::ssize(words_);
    Result<Vocabulary> vocabulary = Vocabulary::FromWords(words_);
    if (!vocabulary.ok()) {
      return Error{ErrorCode::kBadData,
                   path + ": " + vocabulary.error().message};
    }
    WordVectors words;
    words.vocabulary = std::move(vocabulary).value();
    words.vectors =
        ConstMatrixView(numbers_.data(), rows, static_cast<Index>(dimension_));
    return words;
  }

 private:
  const std::size_t dimension_;
  std::vector<std::string> words_;
  std::vector<Real> numbers_;
};

Status ParseVector(const Lines& lines, std::string_view line,
                   std::size_t dimension, Collector& collector) {
  if (const std::size_t fields = CountFields(line); fields != dimension + 1) {
    return lines.Fail("expected a word and " + std::to_string(dimension) +
                      " numbers, found " + std::to_string(fields) + " fields");
  }
  collector.AddWord(TakeField(line));
  for (std::size_t i = 0; i < dimension; ++i) {
    const std::string_view field = TakeField(line);
    const std::optional<Real> number = ParseNumber<Real>(field);
    if (!number || !std::isfinite(*number)) {
      return lines.Fail("expected a finite number, found " + Quote(field));
    }
    collector.AddNumber(*number);
  }
  return {};
}

Error BadDimension(const Lines& lines, std::size_t dimension) {
  return lines.Fail("expected 1 to " + std::to_string(kMaxDimension) +
                    " numbers a word, found " + std::to_string(dimension));
}

Result<WordVectors> ParseWord2vecText(Lines lines, const Header& header,
                                      const std::string& path) {
  Collector collector(header.dimension, header.words);
  while (const std::optional<std::string_view> line = lines.Next()) {
    if (line->find_first_not_of(kBlanks) == line->npos) continue;
    if (collector.size() == header.words) {
      return lines.Fail("expected " + std::to_string(header.words) +
                        " words as line 1 says, found more");
    }
    const Status status =
        ParseVector(lines, *line, header.dimension, collector);
    if (!status.ok()) return status.error();
  }
  if (collector.size() < header.words) {
    return lines.Fail("expected " + std::to_string(header.words) +
                      " words as line 1 says, found " +
                      std::to_string(collector.size()));
  }
  return std::move(collector).Finish(path);
}

// Whether a line is a word with blanks within, such as ". . .", and then
// `dimension` finite numbers; any number of them if that is 0.
bool HasBlanksInItsWord(std::string_view line, std::size_t dimension) {
  if (dimension > 0 && CountFields(line) <= dimension + 1) return false;
  std::vector<bool> numbers;
  for (std::string_view field = TakeField(line); !field.empty();
       field = TakeField(line)) {
    const std::optional<Real> number = ParseNumber<Real>(field);
    numbers.push_back(number && std::isfinite(*number));
  }
  const auto end = std::find(numbers.rbegin(), numbers.rend(), false);
  const auto count = static_cast<std::size_t>(end - numbers.rbegin());
  // A number too many is a mistake, not a word.
  return count > 0 && numbers.size() - count > 1 &&
         (dimension == 0 || count == dimension);
}

Result<WordVectors> ParseGlove(std::string_view bytes,
                               const std::string& path) {
  Lines lines(bytes, path);
  std::optional<Collector> collector;
  std::size_t dimension = 0;
  std::size_t left_out = 0;
  while (const std::optional<std::string_view> line = lines.Next()) {
    if (line->find_first_not_of(kBlanks) == line->npos) continue;
    if (HasBlanksInItsWord(*line, dimension)) {
      ++left_out;
      continue;
    }
    if (!collector) {
      dimension = CountFields(*line) - 1;
      if (dimension < 1 || dimension > kMaxDimension) {
        return BadDimension(lines, dimension);
      }
      collector.emplace(dimension, bytes.size() / (line->size() + 1));
    }
    const Status status = ParseVector(lines, *line, dimension, *collector);
    if (!status.ok()) return status.error();
  }
  if (!collector) {
    return lines.Fail(left_out == 0
                          ? "expected word vectors, found none"
                          : "expected a word without blanks, found none");
  }
  Result<WordVectors> words = std::move(*collector).Finish(path);
  if (words.ok()) words.value().left_out = left_out;
  return words;
}

Result<WordVectors> ParseWord2vecBinary(std::string_view bytes,
                                        std::size_t position,
                                        const Header& header,
                                        const std::string& path) {
  const auto fail = [&](const std::string& message) {
    return Error{ErrorCode::kBadData,
                 path + ": byte " + std::to_string(position) + ": " + message};
  };
  Collector collector(header.dimension, header.words);
  const std::size_t vector_bytes = header.dimension * sizeof(Real);
  while (collector.size() < header.words) {
    // Some programs end a vector with a line break, some do not.
    while (position < bytes.size() && bytes[position] == '\n') ++position;
    const std::size_t space = bytes.find(' ', position);
    if (space == bytes.npos || bytes.size() - space - 1 < vector_bytes) {
      return fail("expected " + std::to_string(header.words) + " words of " +
                  std::to_string(header.dimension) +
                  " numbers, found the end after " +
                  std::to_string(collector.size()) + " words");
    }
    const std::string_view word = bytes.substr(position, space - position);
    collector.AddWord(word);
    position = space + 1;
    for (std::size_t i = 0; i < header.dimension; ++i) {
      Real number = 0;
      std::memcpy(&number, bytes.data() + position, sizeof number);
      if (!std::isfinite(number)) {
        return fail("expected finite numbers for " + Quote(word) +
                    ", found a NaN or an infinity");
      }
      collector.AddNumber(number);
      position += sizeof number;
    }
  }
  while (position < bytes.size() && bytes[position] == '\n') ++position;
  if (position < bytes.size()) {
    return fail("expected the end after " + std::to_string(header.words) +
                " words, found more");
  }
  return std::move(collector).Finish(path);
}

// Whether a line has numbers, of which there may be too few, after a word.
bool IsTextRow(std::string_view line) {
  TakeField(line);
  std::string_view field = TakeField(line);
  if (field.empty()) return false;
  while (ParseNumber<Real>(field)) field = TakeField(line);
  return field.empty();
}

// Whether the first vector after the header holds bytes that no text would.
bool LooksBinary(std::string_view bytes, const Header& header) {
  bytes.remove_prefix(std::min(bytes.find(' '), bytes.size()));
  bytes = bytes.substr(0, header.dimension * sizeof(Real));
  return std::any_of(bytes.begin(), bytes.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x7F ||
           (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r');
  });
}

void AppendNumber(Real number, std::string& bytes) {
  std::array<char, 32> digits;
  const auto [end, error] =
      std::to_chars(digits.data(), digits.data() + digits.size(), number);
  bytes.append(digits.data(), error == std::errc() ? end : digits.data());
}

}  // namespace

Result<WordVectors> ParseVectorFile(std::string_view bytes,
                                    const std::string& path) {
  if (bytes.starts_with(kByteOrderMark)) {
    bytes.remove_prefix(kByteOrderMark.size());
  }
  Lines lines(bytes, path);
  const std::string_view first = lines.Next().value_or("");
  const std::optional<Header> header = ParseHeader(first);
  if (!header) return ParseGlove(bytes, path);
  if (header->dimension < 1 || header->dimension > kMaxDimension) {
    return BadDimension(lines, header->dimension);
  }
  // A number takes two bytes at least: room is made for no more than there is.
  if (header->words < 1 || header->words > bytes.size() / 2 ||
      header->words * header->dimension > bytes.size() / 2) {
    return lines.Fail("expected as many words as the file holds, found " +
                      std::to_string(header->words));
  }
  const std::size_t body = std::min(bytes.find('\n') + 1, bytes.size());
  // A row may be shorter than a vector's bytes, and the next of any language.
  const std::string_view row = Lines(lines).Next().value_or("");
  if (!IsTextRow(row) && LooksBinary(bytes.substr(body), *header)) {
    return ParseWord2vecBinary(bytes, body, *header, path);
  }
  return ParseWord2vecText(lines, *header, path);
}

Result<std::string> SerializeVectorFile(const WordVectors& words,
                                        VectorFormat format) {
  if (format == VectorFormat::kFolder) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected a format of one file, found that of a folder"};
  }
  std::string bytes;
  if (format != VectorFormat::kGlove) {
    bytes += std::to_string(words.vocabulary.size());
    bytes += ' ';
    bytes += std::to_string(words.vectors.cols());
    bytes += '\n';
  }
  for (Index row = 0; row < words.vectors.rows(); ++row) {
    bytes += words.vocabulary.word(static_cast<std::size_t>(row));
    const Real* numbers = words.vectors.row(row).data();
    const auto count = static_cast<std::size_t>(words.vectors.cols());
    if (format == VectorFormat::kWord2vecBinary) {
      bytes += ' ';
      const std::size_t end = bytes.size();
      bytes.resize(end + count * sizeof(Real));
      std::memcpy(bytes.data() + end, numbers, count * sizeof(Real));
    } else {
      for (std::size_t i = 0; i < count; ++i) {
        bytes += ' ';
        AppendNumber(numbers[i], bytes);
      }
    }
    bytes += '\n';
  }
  return bytes;
}

}  // namespace whylight
