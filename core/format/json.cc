#include "core/format/json.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace whylight {

using nlohmann::json;

namespace {

// Builds nothing: finds what the library's own parser lets pass. It sees the
// text before a tree is made of it, so depth cannot exhaust the stack later.
class JsonChecker : public nlohmann::json_sax<json> {
 public:
  explicit JsonChecker(std::size_t max_depth) : max_depth_(max_depth) {}

  const std::string& problem() const { return problem_; }
  /// How many bytes were read up to a syntax error; 0 for other problems.
  std::size_t error_position() const { return error_position_; }
  /// Whether a list or an object is open.
  bool inside() const { return !keys_.empty(); }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }

  bool start_object(std::size_t) override { return Open(); }
  bool end_object() override { return Close(); }
  bool start_array(std::size_t) override { return Open(); }
  bool end_array() override { return Close(); }

  bool key(string_t& name) override {
    if (keys_.back().insert(name).second) return true;
    problem_ = "each key once, found " + Quote(name) + " again";
    return false;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    problem_ = "JSON, found an error at byte " + std::to_string(position);
    error_position_ = position;
    return false;
  }

 private:
  bool Open() {
    keys_.emplace_back();
    if (keys_.size() <= max_depth_) return true;
    problem_ = "at most " + std::to_string(max_depth_) +
               " lists and objects in each other, found more";
    return false;
  }

  bool Close() {
    keys_.pop_back();
    return true;
  }

  std::size_t max_depth_;
  std::vector<std::set<std::string>> keys_;  // Of all open objects.
  std::string problem_;
  std::size_t error_position_ = 0;
};

// "line:column" of byte `offset`, both from 1.
std::string LineAndColumn(std::string_view bytes, std::size_t offset) {
  std::size_t line = 1;
  std::size_t column = 1;
  for (const char c : bytes.substr(0, offset)) {
    if (c == '\n') {
      ++line;
      column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
      ++column;  // Once a character, however many bytes it has.
    }
  }
  return std::to_string(line) + ":" + std::to_string(column);
}

bool IsLetter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// Whether a word is one of JSON's as other languages write it, as True or None.
bool IsWordOfJson(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return lower == "true" || lower == "false" || lower == "null" ||
         lower == "none";
}

// What is probably wrong where the parser stopped, as the end of a message that
// says so; empty if there is nothing to say. `before` is what it had read, and
// `inside` says that a list or an object is open.
std::string Guess(std::string_view before, std::string_view found,
                  bool inside) {
  const std::size_t last = before.find_last_not_of(" \t\r\n");
  const char previous = last == std::string_view::npos ? '\0' : before[last];
  const bool after_value =
      previous == '"' || previous == ']' || previous == '}' ||
      std::isalnum(static_cast<unsigned char>(previous)) != 0;
  if (found.empty()) {
    return inside ? "; a list or an object is still open" : "";
  }
  if (found.front() == '\'') return "; texts stand in \" in JSON";
  if (found.front() == '\n') return "; a text ends in its line";
  if (IsLetter(found.front()) && !after_value) {
    return IsWordOfJson(found) ? "; true, false and null are in small letters"
                               : "; texts stand in \" in JSON";
  }
  const bool closes = found.front() == ']' || found.front() == '}';
  if (closes && previous == ',') return "; the comma before it is one too many";
  if (!after_value || closes) return "";
  return inside ? "; is a comma missing before it?"
                : "; there is more than one value";
}

// The text, number or sign that ends at the end of `bytes`: where it starts.
std::size_t StartOfToken(std::string_view bytes) {
  const std::size_t last = bytes.size() - 1;
  if (bytes[last] == '"' && last > 0) {
    const std::size_t quote = bytes.rfind('"', last - 1);
    return quote == std::string_view::npos ? last : quote;
  }
  const auto is_sign = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' &&
           c != '+' && c != '.';
  };
  if (is_sign(bytes[last])) return last;
  const auto sign = std::find_if(bytes.rbegin(), bytes.rend(), is_sign);
  return static_cast<std::size_t>(bytes.rend() - sign);
}

// ":line:column: expected JSON, found ...", and what is probably wrong.
// `read` is how many bytes the parser has read, the last of which it did not
// expect, or one more at the end of the file.
std::string DescribeSyntaxError(std::string_view bytes, std::size_t read,
                                bool inside) {
  const bool ended = read > bytes.size();
  const std::string_view seen = bytes.substr(0, read);
  const std::size_t start = ended ? seen.size() : StartOfToken(seen);
  std::string_view found = seen.substr(start);
  if (!found.empty() && IsLetter(found.front())) {
    // Of a word the parser reads no more than it can tell is wrong.
    const auto word = bytes.substr(start);
    found = word.substr(
        0, static_cast<std::size_t>(
               std::find_if_not(word.begin(), word.end(), IsLetter) -
               word.begin()));
  }
  std::string shown = "the end of the file";
  if (!ended) {
    const bool is_text = found.size() > 1 && found.front() == '"';
    shown = Quote(is_text ? found.substr(1, found.size() - 2) : found);
  }
  return ":" + LineAndColumn(bytes, start) + ": expected JSON, found " + shown +
         Guess(bytes.substr(0, start), found, inside);
}

// Whether a double holds a whole number. The double cannot tell: that of the
// first one beyond is the last one within.
bool IsExact(const json& whole) {
  if (whole.is_number_unsigned()) {
    return whole.get<std::uint64_t>() <= std::uint64_t{kExactWhole};
  }
  return whole.get<std::int64_t>() >= -kExactWhole;
}

}  // namespace

Result<json> ParseJson(std::string_view bytes, std::string_view name,
                       std::size_t max_depth) {
  JsonChecker checker(max_depth);
  if (!json::sax_parse(bytes.begin(), bytes.end(), &checker)) {
    return Error{ErrorCode::kBadModel,
                 std::string(name) + ": expected " + checker.problem()};
  }
  return json::parse(bytes.begin(), bytes.end(), nullptr, false);
}

Document ToDocument(const json& value) {
  using Kind = Document::Kind;
  Document document;
  if (value.is_boolean()) {
    document.kind = Kind::kBoolean;
    document.number = value.get<bool>() ? 1 : 0;
  } else if (value.is_number()) {
    document.kind = Kind::kNumber;
    document.number = value.get<double>();
    document.whole = value.is_number_integer();
    if (document.whole && !IsExact(value)) document.text = DumpJson(value);
  } else if (value.is_string()) {
    document.kind = Kind::kText;
    document.text = value.get<std::string>();
  } else if (value.is_array()) {
    document.kind = Kind::kList;
    for (const auto& item : value) document.items.push_back(ToDocument(item));
  } else if (value.is_object()) {
    document.kind = Kind::kObject;
    for (const auto& [key, item] : value.items()) {
      document.keys.push_back(key);
      document.items.push_back(ToDocument(item));
    }
  }
  return document;
}

json ToJson(const Document& document) {
  using Kind = Document::Kind;
  switch (document.kind) {
    case Kind::kNull:
      break;
    case Kind::kBoolean:
      return document.number != 0;
    case Kind::kNumber:
      if (document.whole && document.text.empty() &&
          std::abs(document.number) <= static_cast<double>(kExactWhole)) {
        const auto whole = static_cast<std::int64_t>(document.number);
        // The library tells both apart, and so do its readers.
        return whole < 0 ? json(whole)
                         : json(static_cast<std::uint64_t>(whole));
      }
      return document.number;
    case Kind::kText:
      return document.text;
    case Kind::kList: {
      json list = json::array();
      for (const Document& item : document.items) list.push_back(ToJson(item));
      return list;
    }
    case Kind::kObject: {
      json object = json::object();
      for (std::size_t i = 0; i < document.keys.size(); ++i) {
        object[document.keys[i]] = ToJson(document.items[i]);
      }
      return object;
    }
  }
  return nullptr;
}

Result<Document> ParseDocument(std::string_view bytes, std::string_view name,
                               std::size_t max_depth) {
  const Result<json> parsed = ParseJson(bytes, name, max_depth);
  if (!parsed.ok()) return parsed.error();
  return ToDocument(parsed.value());
}

Result<json> ParseConfigJson(std::string_view bytes, std::string_view name,
                             std::size_t max_depth) {
  constexpr auto kFormat = json::input_format_t::json;
  JsonChecker checker(max_depth);
  if (json::sax_parse(bytes.begin(), bytes.end(), &checker, kFormat, true,
                      true)) {
    return json::parse(bytes.begin(), bytes.end(), nullptr, false, true);
  }
  std::string message(name);
  if (checker.error_position() == 0) {
    message += ": expected " + checker.problem();
  } else {
    message +=
        DescribeSyntaxError(bytes, checker.error_position(), checker.inside());
  }
  return Error{ErrorCode::kInvalidArgument, std::move(message)};
}

std::string Quote(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  constexpr char kHex[] = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : text.substr(0, kLongest)) {
    if (c >= 0x20 && c < 0x7F) {
      quoted += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      quoted += "\\x";
      quoted += kHex[byte >> 4];
      quoted += kHex[byte & 15];
    }
  }
  quoted += text.size() > kLongest ? "...\"" : "\"";
  return quoted;
}

}  // namespace whylight
