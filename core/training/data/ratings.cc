// The ratings of a review, and what people marked as their reasons.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/format/json.h"
#include "core/text/utf8.h"
#include "core/training/data/columns.h"
#include "core/training/data/json_line.h"

namespace whylight {
namespace {

using Json = nlohmann::json;

// The whole of `text` as a number.
template <typename Number>
std::optional<Number> ParseNumber(const std::string& text) {
  Number value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

// What may have to be done about a rating that is none.
std::string Advice(const std::string& found, const DataOptions& options) {
  std::string word = found;
  const bool quoted = word.starts_with('"') && word.size() > 1;
  if (quoted) word = word.substr(1, word.size() - 2);
  const std::optional<double> number = ParseNumber<double>(word);
  if (number && std::isfinite(*number)) {
    const bool scaled = !options.scale.empty() || !options.values.empty();
    return scaled ? ""
                  : "; other bounds are given by \"scale\", such as [1, 5]";
  }
  const std::size_t comma = word.find(',');
  if (comma == word.npos) return {};
  word[comma] = '.';
  return ParseNumber<double>(word)
             ? "; decimals stand behind a point, not a comma"
             : "";
}

Error BadRating(const Place& place, const std::string& aspect,
                const DataOptions& options, const std::string& found) {
  std::string words;
  for (const auto& [word, value] : options.values) {
    words.append(words.empty() ? " or one of " : ", ").append(Quote(word));
  }
  const auto bound = [&](std::size_t i) {
    return options.scale.empty() ? std::to_string(i)
                                 : fmt::format("{}", options.scale[i]);
  };
  return place.Fail("expected a rating " + Quote(aspect) + " between " +
                    bound(0) + " and " + bound(1) + words + ", found " + found +
                    Advice(found, options));
}

// A number on the scale, or the word for one.
std::optional<Real> RatingOf(const std::string& word,
                             const DataOptions& options) {
  const auto found = options.values.find(word);
  std::optional<double> value =
      found == options.values.end() ? ParseNumber<double>(word) : found->second;
  if (value && !options.scale.empty()) {
    const double lowest = options.scale[0];
    *value = (*value - lowest) / (options.scale[1] - lowest);
  }
  if (!value || !(*value >= 0.0 && *value <= 1.0)) return std::nullopt;
  return static_cast<Real>(*value);
}

std::optional<Real> RatingOf(const Json& value, const DataOptions& options) {
  if (value.is_number()) return RatingOf(value.dump(), options);
  const std::string word =
      value.is_string() ? value.get<std::string>() : value.dump();
  // "0.5" is a word; only tables write numbers as texts.
  return options.values.contains(word) ? RatingOf(word, options) : std::nullopt;
}

// The rating called `name` in `ratings`: an object, a list, or the rating
// itself. Null if it is not there.
const Json* FindRating(const Json& ratings, const std::string& name) {
  if (ratings.is_object()) {
    const auto found = ratings.find(name);
    return found == ratings.end() ? nullptr : &*found;
  }
  if (!ratings.is_array()) return &ratings;
  const std::optional<std::size_t> place = ParseNumber<std::size_t>(name);
  return place && *place < ratings.size() ? &ratings[*place] : nullptr;
}

Status ReadJsonRatings(const SourceRecord& source, const DataOptions& options,
                       const Wanted& wanted, Record* record) {
  const std::string field = "expected a field " + Quote(options.ratings);
  const auto ratings = source.object.find(options.ratings);
  if (ratings == source.object.end()) {
    return source.place.Fail(field + " with ratings, found none");
  }
  if (wanted.ratings.size() > 1 && !ratings->is_structured()) {
    return source.place.Fail(field + " with the ratings of " +
                             std::to_string(wanted.ratings.size()) +
                             " aspects, found " + Describe(*ratings));
  }
  for (const std::string& aspect : wanted.ratings) {
    const std::string& name = RatingName(aspect, options);
    // Nothing in a list has a name.
    if (ratings->is_array() && !ParseNumber<std::size_t>(name)) {
      return BadRating(source.place, aspect, options, "none");
    }
    const Json* const rating = FindRating(*ratings, name);
    const bool missing = rating == nullptr || rating->is_null();
    const std::optional<Real> value =
        missing ? kUnrated : RatingOf(*rating, options);
    if (!value || (missing && wanted.every_rating && !options.skip_unrated)) {
      return BadRating(source.place, aspect, options,
                       rating == nullptr ? "none" : Describe(*rating));
    }
    record->ratings.push_back(*value);
  }
  return {};
}

Status ReadTableRatings(const SourceRecord& source, const DataOptions& options,
                        const Wanted& wanted, Record* record) {
  for (const std::string& aspect : wanted.ratings) {
    const std::string& field = source.Field(RatingName(aspect, options));
    const bool missing = field.empty();
    const std::optional<Real> value =
        missing ? kUnrated : RatingOf(field, options);
    if (!value || (missing && wanted.every_rating && !options.skip_unrated)) {
      return BadRating(source.place, aspect, options, Quote(field));
    }
    record->ratings.push_back(*value);
  }
  return {};
}

// The label is the rating of the only aspect.
Status ReadLabelRating(const SourceRecord& source, const DataOptions& options,
                       const Wanted& wanted, Record* record) {
  const Result<std::string> label = LabelOf(source, options);
  if (!label.ok()) return label.error();
  const std::optional<Real> value = RatingOf(label.value(), options);
  if (!value) {
    return BadRating(source.place, wanted.ratings.front(), options,
                     Quote(label.value()));
  }
  record->ratings.push_back(*value);
  return {};
}

// Spans, [start, end) of tokens where the record lists them and else of UTF-16
// units, as spans of the text.
Result<std::vector<Span>> SpansOfJson(const Place& place,
                                      const std::string& name, const Json& list,
                                      const Record& record) {
  const bool by_token = !record.tokens.empty();
  const std::size_t length =
      by_token ? record.tokens.size() : Utf16Length(record.text);
  const auto bad = [&](const std::string& found) {
    return place.Fail("expected " + Quote(name) +
                      " to be a list of [start, end) within the " +
                      std::to_string(length) +
                      (by_token ? " tokens" : " characters (UTF-16)") +
                      " of the text, found " + found);
  };
  if (!list.is_array()) return bad(Describe(list));
  std::vector<Span> spans;
  for (const Json& pair : list) {
    const auto bound = [&](std::size_t i) -> std::optional<std::size_t> {
      if (!pair.is_array() || pair.size() != 2) return std::nullopt;
      if (!pair[i].is_number_unsigned()) return std::nullopt;
      return pair[i].get<std::size_t>();
    };
    const std::optional<std::size_t> start = bound(0);
    const std::optional<std::size_t> end = bound(1);
    if (!start || !end || *start > *end || *end > length) {
      return bad(DumpJson(pair));
    }
    if (*start == *end) continue;
    if (by_token) {
      spans.push_back(
          {record.tokens[*start].start, record.tokens[*end - 1].end});
    } else {
      spans.push_back({static_cast<std::uint32_t>(*start),
                       static_cast<std::uint32_t>(*end)});
    }
  }
  return spans;
}

}  // namespace

const std::string& RatingName(const std::string& aspect,
                              const DataOptions& options) {
  const auto named = options.columns.find(aspect);
  return named == options.columns.end() ? aspect : named->second;
}

Status ReadRatings(const SourceRecord& source, const DataOptions& options,
                   const Wanted& wanted, Record* record) {
  if (source.format == DataFormat::kLabelledText) {
    return ReadLabelRating(source, options, wanted, record);
  }
  return IsTable(source.format)
             ? ReadTableRatings(source, options, wanted, record)
             : ReadJsonRatings(source, options, wanted, record);
}

// For each aspect, from an object by aspect, from a list where there is one
// aspect, or from fields of the record that `columns` names.
Status ReadRationales(const SourceRecord& source, const DataOptions& options,
                      const Wanted& wanted, Record* record) {
  if (source.format != DataFormat::kJsonLines) return {};
  const auto found = source.object.find(options.rationales);
  const bool own = found != source.object.end();
  const Json& marked = own ? *found : source.object;
  std::vector<std::vector<Span>> rationales;
  bool any = own;
  for (const std::string& aspect : wanted.ratings) {
    const std::string& name = RatingName(aspect, options);
    if (!own && !options.columns.contains(aspect)) return {};
    const Json* list = nullptr;
    if (marked.is_object()) {
      const auto entry = marked.find(name);
      if (entry != marked.end()) list = &*entry;
    } else if (wanted.ratings.size() == 1) {
      list = &marked;
    } else {
      return source.place.Fail("expected " + Quote(options.rationales) +
                               " to be an object with a list for each "
                               "aspect, found " +
                               Describe(marked));
    }
    rationales.emplace_back();
    if (list == nullptr) continue;
    any = true;
    Result<std::vector<Span>> spans = SpansOfJson(
        source.place, own && !marked.is_object() ? options.rationales : name,
        *list, *record);
    if (!spans.ok()) return spans.error();
    rationales.back() = std::move(spans).value();
  }
  if (any) record->rationales = std::move(rationales);
  return {};
}

}  // namespace whylight
