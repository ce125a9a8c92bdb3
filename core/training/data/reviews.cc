#include "core/training/data/reviews.h"

#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/json.h"
#include "core/text/utf8.h"
#include "core/training/data/json_line.h"
#include "core/training/data/record.h"

namespace whylight {
namespace {

using Json = nlohmann::json;

// What the file calls an aspect.
const std::string& NameOf(const std::string& aspect,
                          const DataOptions& options) {
  const auto named = options.columns.find(aspect);
  return named == options.columns.end() ? aspect : named->second;
}

// The whole of `text` as a number.
template <typename Number>
std::optional<Number> ParseNumber(const std::string& text) {
  Number value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

Error BadRating(const Record& record, const std::string& aspect,
                const DataOptions& options, const std::string& found) {
  std::string words;
  for (const auto& [word, value] : options.values) {
    words.append(words.empty() ? " or one of " : ", ").append(Quote(word));
  }
  return record.place.Complain("expected a rating " + Quote(aspect) +
                               " between 0 and 1" + words + ", found " + found);
}

// A number, or the word for one.
std::optional<Real> RatingOf(const std::string& word,
                             const DataOptions& options) {
  const auto found = options.values.find(word);
  const std::optional<double> value =
      found == options.values.end() ? ParseNumber<double>(word) : found->second;
  if (!value || !(*value >= 0.0 && *value <= 1.0)) return std::nullopt;
  return static_cast<Real>(*value);
}

std::optional<Real> RatingOf(const Json& json, const DataOptions& options) {
  if (json.is_number()) return RatingOf(json.dump(), options);
  const std::string word =
      json.is_string() ? json.get<std::string>() : json.dump();
  // "0.5" is a word; only tables write numbers as texts.
  return options.values.contains(word) ? RatingOf(word, options) : std::nullopt;
}

// The rating of `aspect` in `ratings`: an object, a list, or it is the rating.
const Json* FindRating(const Json& ratings, const std::string& name) {
  if (ratings.is_object()) {
    const auto found = ratings.find(name);
    return found == ratings.end() ? nullptr : &*found;
  }
  if (!ratings.is_array()) return &ratings;
  const std::optional<std::size_t> place = ParseNumber<std::size_t>(name);
  return place && *place < ratings.size() ? &ratings[*place] : nullptr;
}

// No ratings of a review that lacks one and may be left out for that.
Result<std::vector<Real>> RatingsOfJson(const Record& record,
                                        const std::vector<std::string>& aspects,
                                        const DataOptions& options) {
  const std::string field = "expected a field " + Quote(options.ratings);
  const auto ratings = record.object.find(options.ratings);
  if (ratings == record.object.end()) {
    return record.place.Complain(field + " with ratings, found none");
  }
  if (aspects.size() > 1 && !ratings->is_structured()) {
    return record.place.Complain(field + " with the ratings of " +
                                 std::to_string(aspects.size()) +
                                 " aspects, found " + Describe(*ratings));
  }
  std::vector<Real> values;
  for (const std::string& aspect : aspects) {
    const Json* const rating = FindRating(*ratings, NameOf(aspect, options));
    const bool unrated = rating == nullptr || rating->is_null();
    if (unrated && options.skip_unrated) return std::vector<Real>();
    if (rating == nullptr) return BadRating(record, aspect, options, "none");
    const std::optional<Real> value = RatingOf(*rating, options);
    if (!value) return BadRating(record, aspect, options, Describe(*rating));
    values.push_back(*value);
  }
  return values;
}

Result<std::vector<Real>> RatingsOfRow(const Record& record,
                                       const std::vector<std::string>& aspects,
                                       const DataOptions& options) {
  std::vector<Real> values;
  for (std::size_t a = 0; a < aspects.size(); ++a) {
    const std::string& field = (*record.fields)[record.columns->ratings[a]];
    if (field.empty() && options.skip_unrated) return std::vector<Real>();
    const std::optional<Real> value = RatingOf(field, options);
    if (!value) return BadRating(record, aspects[a], options, Quote(field));
    values.push_back(*value);
  }
  return values;
}

// Spans, [start, end) of tokens where the record lists them and else of UTF-16
// units, as spans of the text.
Result<std::vector<Span>> SpansOfJson(const Record& record,
                                      const std::string& name, const Json& list,
                                      const RecordText& text) {
  const bool by_token = !text.tokens.empty();
  const std::size_t length =
      by_token ? text.tokens.size() : Utf16Length(text.text);
  const auto complain = [&](const std::string& found) {
    return record.place.Complain(
        "expected " + Quote(name) +
        " to be a list of [start, end) within the " + std::to_string(length) +
        (by_token ? " tokens" : " characters (UTF-16)") +
        " of the text, found " + found);
  };
  if (!list.is_array()) return complain(Describe(list));
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
      return complain(DumpJson(pair));
    }
    if (*start == *end) continue;
    if (by_token) {
      spans.push_back({text.tokens[*start].start, text.tokens[*end - 1].end});
    } else {
      spans.push_back({static_cast<std::uint32_t>(*start),
                       static_cast<std::uint32_t>(*end)});
    }
  }
  return spans;
}

// Of every aspect: from an object by aspect, a list where there is one aspect,
// or fields of the record that `columns` names.
Status ReadRationales(const Record& record,
                      const std::vector<std::string>& aspects,
                      const DataOptions& options, const RecordText& text,
                      Review* review) {
  if (record.format != DataFormat::kJsonLines) return {};
  const auto found = record.object.find(options.rationales);
  const bool own = found != record.object.end();
  const Json& marked = own ? *found : record.object;
  std::vector<std::vector<Span>> rationales;
  bool any = own;
  for (const std::string& aspect : aspects) {
    const std::string& name = NameOf(aspect, options);
    if (!own && !options.columns.contains(aspect)) return {};
    const Json* list = nullptr;
    if (marked.is_object()) {
      const auto entry = marked.find(name);
      if (entry != marked.end()) list = &*entry;
    } else if (aspects.size() == 1) {
      list = &marked;
    } else {
      return record.place.Complain("expected " + Quote(options.rationales) +
                                   " to be an object with a list for each "
                                   "aspect, found " +
                                   Describe(marked));
    }
    rationales.emplace_back();
    if (list == nullptr) continue;
    any = true;
    Result<std::vector<Span>> spans = SpansOfJson(
        record, own && !marked.is_object() ? options.rationales : name, *list,
        text);
    if (!spans.ok()) return spans.error();
    rationales.back() = std::move(spans).value();
  }
  if (any) review->rationales = std::move(rationales);
  return {};
}

Result<Review> ReviewOf(const Record& record,
                        const std::vector<std::string>& aspects,
                        const DataOptions& options, Rationales rationales) {
  Result<RecordText> read = TextOf(record, options);
  if (!read.ok()) return read.error();
  RecordText& text = read.value();
  Result<std::vector<Real>> ratings =
      IsTable(record.format) ? RatingsOfRow(record, aspects, options)
                             : RatingsOfJson(record, aspects, options);
  if (!ratings.ok()) return ratings.error();
  if (Status length = CheckLength(record, text.text); !length.ok()) {
    return length.error();
  }
  Review review;
  review.ratings = std::move(ratings).value();
  if (rationales == Rationales::kRead) {
    if (Status marked = ReadRationales(record, aspects, options, text, &review);
        !marked.ok()) {
      return marked.error();
    }
  }
  review.line = record.place.line;
  review.text = std::move(text.text);
  review.tokens = std::move(text.tokens);
  return review;
}

}  // namespace

Status VisitReviews(const std::string& path,
                    const std::vector<std::string>& aspects,
                    const DataOptions& options,
                    const std::function<Status(const Review&)>& visit,
                    Rationales rationales) {
  const Result<DataFormat> format = FindFormat(path, options);
  if (!format.ok()) return format.error();
  if (!IsTable(format.value()) && format.value() != DataFormat::kJsonLines) {
    return Error{ErrorCode::kInvalidArgument,
                 path +
                     ": expected reviews as JSON lines, TSV or CSV, found a "
                     "format without ratings"};
  }
  bool any = false;
  Status read =
      VisitRecords(path, format.value(), options, {.ratings = aspects},
                   ParseAndVisit<Review>(
                       [&](const Record& record) {
                         return ReviewOf(record, aspects, options, rationales);
                       },
                       [&](const Review& review) -> Status {
                         if (review.ratings.size() < aspects.size()) return {};
                         any = true;
                         return visit(review);
                       }));
  if (read.ok() && !any) return NothingRead(path, "review");
  return read;
}

Result<std::vector<Review>> ReadReviews(const std::string& path,
                                        const std::vector<std::string>& aspects,
                                        const DataOptions& options,
                                        Rationales rationales) {
  std::vector<Review> reviews;
  Status read = VisitReviews(
      path, aspects, options,
      [&](const Review& review) -> Status {
        reviews.push_back(review);
        return {};
      },
      rationales);
  if (!read.ok()) return read.error();
  return reviews;
}

}  // namespace whylight
