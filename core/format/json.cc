#include "core/format/json.h"

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
};

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
