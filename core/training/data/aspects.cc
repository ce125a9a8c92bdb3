#include "core/training/data/aspects.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/format/json.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

constexpr std::string_view kNoWord = "NULL";

// A term as the file has it, before the text need be known.
struct MarkedTerm {
  Place place;
  std::string words;
  AspectSentence::Term term;
};

Result<std::uint32_t> ReadUnit(const XmlPiece& tag, const std::string& name,
                               const std::string& value) {
  std::uint32_t unit = 0;
  const char* const end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, unit);
  if (error == std::errc() && stop == end) return unit;
  return tag.place.Fail("expected a whole number as " + Quote(name) +
                        ", found " + Quote(value));
}

// A term, or nothing of an opinion on no word.
Result<std::optional<MarkedTerm>> ReadTerm(const XmlPiece& tag,
                                           const std::string& words) {
  const auto find = [&tag](const std::string& name) -> Result<std::string> {
    const auto found = tag.attributes.find(name);
    if (found != tag.attributes.end()) return found->second;
    return tag.place.Fail("expected " + Quote(name) + " of <" + tag.text +
                          ">, found none");
  };
  MarkedTerm marked{tag.place, {}, {}};
  for (const auto& [name, value] :
       {std::pair(words, &marked.words),
        std::pair(std::string("polarity"), &marked.term.polarity)}) {
    Result<std::string> found = find(name);
    if (!found.ok()) return found.error();
    *value = std::move(found).value();
  }
  if (marked.words == kNoWord) return std::optional<MarkedTerm>();
  for (const auto& [name, value] :
       {std::pair(std::string("from"), &marked.term.span.start),
        std::pair(std::string("to"), &marked.term.span.end)}) {
    const Result<std::string> found = find(name);
    if (!found.ok()) return found.error();
    const Result<std::uint32_t> unit = ReadUnit(tag, name, found.value());
    if (!unit.ok()) return unit.error();
    *value = unit.value();
  }
  return std::optional(std::move(marked));
}

// Takes over the terms that stand where the file says.
Status TakeTerms(std::vector<MarkedTerm> marked, AspectSentence* sentence) {
  std::stable_sort(marked.begin(), marked.end(),
                   [](const MarkedTerm& left, const MarkedTerm& right) {
                     return left.term.span.start < right.term.span.start;
                   });
  std::uint32_t end = 0;
  for (MarkedTerm& each : marked) {
    const Span span = each.term.span;
    const std::string_view there =
        span.start < span.end ? SliceUtf16(sentence->text, span) : "";
    if (there != each.words || there.empty()) {
      return each.place.Fail("expected " + Quote(each.words) + " from " +
                             std::to_string(span.start) + " to " +
                             std::to_string(span.end) + ", found " +
                             Quote(there));
    }
    if (span.start < end) continue;
    end = span.end;
    sentence->terms.push_back(std::move(each.term));
  }
  return {};
}

}  // namespace

Result<AspectReader> AspectReader::Open(const std::string& path) {
  Result<XmlReader> xml = XmlReader::Open(path);
  if (!xml.ok()) return xml.error();
  return AspectReader(std::move(xml).value());
}

Result<std::optional<AspectSentence>> AspectReader::Next() {
  using Kind = XmlPiece::Kind;
  AspectSentence sentence;
  std::vector<MarkedTerm> marked;
  bool inside = false;
  bool in_text = false;
  while (true) {
    Result<std::optional<XmlPiece>> read = xml_.Next();
    if (!read.ok()) return read.error();
    if (!read.value()) {
      if (!inside) return std::optional<AspectSentence>();
      return xml_.place().Fail(
          "expected </sentence>, found the end of the file");
    }
    XmlPiece& piece = *read.value();
    if (piece.kind == Kind::kText) {
      if (in_text) sentence.text += piece.text;
      continue;
    }
    const bool starts = piece.kind == Kind::kStart;
    if (piece.text == "sentence") {
      if (starts == inside) {
        return piece.place.Fail(inside
                                    ? "expected </sentence>, found <sentence>"
                                    : "expected <sentence>, found </sentence>");
      }
      if (!starts) break;
      inside = true;
      sentence.place = piece.place;
    } else if (inside && piece.text == "text") {
      in_text = starts;
    } else if (inside && starts && sentence.problem.ok()) {
      const bool term = piece.text == "aspectTerm";
      if (!term && piece.text != "Opinion") continue;
      Result<std::optional<MarkedTerm>> found =
          ReadTerm(piece, term ? "term" : "target");
      if (!found.ok()) {
        sentence.problem = found.error();
      } else if (found.value()) {
        marked.push_back(std::move(*found.value()));
      }
    }
  }
  if (sentence.problem.ok()) {
    sentence.problem = TakeTerms(std::move(marked), &sentence);
  }
  return std::optional(std::move(sentence));
}

}  // namespace whylight
