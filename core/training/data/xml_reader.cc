#include "core/training/data/xml_reader.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "core/format/json.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n";

std::string_view TrimStart(std::string_view text) {
  return text.substr(
      std::min(text.find_first_not_of(kWhiteSpace), text.size()));
}

// The character that `name` stands for between "&" and ";"; 0 if there is none.
char32_t CharacterNamed(std::string_view name) {
  if (name == "amp") return '&';
  if (name == "lt") return '<';
  if (name == "gt") return '>';
  if (name == "quot") return '"';
  if (name == "apos") return '\'';
  if (!name.starts_with('#')) return 0;
  const bool hexadecimal = name.starts_with("#x");
  name.remove_prefix(hexadecimal ? 2 : 1);
  std::uint32_t code = 0;
  const char* const end = name.data() + name.size();
  const auto [stop, error] =
      std::from_chars(name.data(), end, code, hexadecimal ? 16 : 10);
  const bool scalar = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  return error == std::errc() && stop == end && scalar ? code : 0;
}

Result<std::string> Resolve(std::string_view text, const Place& place) {
  std::string resolved;
  while (true) {
    const std::size_t at = text.find('&');
    resolved += text.substr(0, at);
    if (at == std::string_view::npos) return resolved;
    text.remove_prefix(at);
    const std::size_t end = text.find(';');
    const char32_t character = end == std::string_view::npos
                                   ? 0
                                   : CharacterNamed(text.substr(1, end - 1));
    if (character == 0) {
      return place.Fail("expected the reference of a character, found " +
                        Quote(text.substr(0, 16)));
    }
    AppendUtf8(character, resolved);
    text.remove_prefix(end + 1);
  }
}

// Reads ` name = "value"` off the front of `inside`.
Status ReadAttribute(std::string_view* inside, XmlPiece* piece) {
  const auto fail = [&] {
    return piece->place.Fail("expected an attribute as name=\"value\", found " +
                             Quote(inside->substr(0, 40)));
  };
  const std::size_t equals = inside->find('=');
  if (equals == std::string_view::npos || equals == 0) return fail();
  std::string_view name = inside->substr(0, equals);
  name = name.substr(0, name.find_last_not_of(kWhiteSpace) + 1);
  std::string_view value = TrimStart(inside->substr(equals + 1));
  if (name.find_first_of(kWhiteSpace) != std::string_view::npos ||
      value.empty() || (value[0] != '"' && value[0] != '\'')) {
    return fail();
  }
  const std::size_t end = value.find(value[0], 1);
  if (end == std::string_view::npos) return fail();
  Result<std::string> resolved =
      Resolve(value.substr(1, end - 1), piece->place);
  if (!resolved.ok()) return resolved.error();
  piece->attributes[std::string(name)] = std::move(resolved).value();
  *inside = TrimStart(value.substr(end + 1));
  return {};
}

}  // namespace

Result<XmlReader> XmlReader::Open(const std::string& path) {
  Result<LineReader> lines = LineReader::Open(path);
  if (!lines.ok()) return lines.error();
  return XmlReader(std::move(lines).value());
}

Result<bool> XmlReader::ReadOn() {
  const auto line = lines_.Next();
  if (!line.ok()) return line.error();
  if (!line.value()) return false;
  read_.erase(0, std::exchange(at_, 0));
  read_.append(*line.value()).append("\n");
  return true;
}

Result<std::optional<std::size_t>> XmlReader::Seek(std::string_view end) {
  std::size_t from = 0;
  while (true) {
    const std::size_t at = rest().find(end, from);
    if (at != std::string_view::npos) return std::optional(at);
    // What is searched for may begin at the end of what there is.
    from = rest().size() - std::min(rest().size(), end.size() - 1);
    const Result<bool> more = ReadOn();
    if (!more.ok()) return more.error();
    if (!more.value()) return std::optional<std::size_t>();
  }
}

Result<std::size_t> XmlReader::Find(std::string_view end) {
  const Result<std::optional<std::size_t>> found = Seek(end);
  if (!found.ok()) return found.error();
  if (found.value()) return *found.value();
  return place().Fail("expected " + Quote(end) + ", found the end of the file");
}

Result<XmlPiece> XmlReader::ReadTag() {
  XmlPiece piece{XmlPiece::Kind::kStart, place(), {}};
  const Result<std::size_t> end = Find(">");
  if (!end.ok()) return end.error();
  const std::string tag(rest().substr(1, end.value() - 1));
  at_ += end.value() + 1;
  std::string_view inside = tag;
  const bool closes = inside.starts_with('/');
  const bool empty = !closes && inside.ends_with('/');
  if (closes) inside.remove_prefix(1);
  if (empty) inside.remove_suffix(1);
  const std::size_t name =
      std::min(inside.find_first_of(kWhiteSpace), inside.size());
  piece.text = inside.substr(0, name);
  if (piece.text.empty()) {
    return piece.place.Fail("expected the name of a tag, found " +
                            Quote("<" + tag + ">"));
  }
  inside = TrimStart(inside.substr(name));
  if (closes) {
    piece.kind = XmlPiece::Kind::kEnd;
    return piece;
  }
  if (empty) end_tag_ = piece.text;
  while (!inside.empty()) {
    if (Status read = ReadAttribute(&inside, &piece); !read.ok()) {
      return read.error();
    }
  }
  return piece;
}

Result<std::optional<XmlPiece>> XmlReader::Next() {
  if (!end_tag_.empty()) {
    return std::optional(XmlPiece{XmlPiece::Kind::kEnd, place(),
                                  std::exchange(end_tag_, std::string())});
  }
  while (true) {
    if (rest().empty()) {
      const Result<bool> more = ReadOn();
      if (!more.ok()) return more.error();
      if (!more.value()) return std::optional<XmlPiece>();
    }
    if (!rest().starts_with('<')) {
      const Place begin = place();
      const Result<std::optional<std::size_t>> end = Seek("<");
      if (!end.ok()) return end.error();
      if (!end.value()) {
        // A file ends with white space at most.
        if (TrimStart(rest()).empty()) return std::optional<XmlPiece>();
        return begin.Fail("expected a tag, found " +
                          Quote(rest().substr(0, 40)));
      }
      Result<std::string> text = Resolve(rest().substr(0, *end.value()), begin);
      if (!text.ok()) return text.error();
      at_ += *end.value();
      return std::optional(
          XmlPiece{XmlPiece::Kind::kText, begin, std::move(text).value()});
    }
    if (rest().starts_with("<![CDATA[")) {
      return place().Fail("expected text without CDATA, found some");
    }
    const bool comment = rest().starts_with("<!--");
    const bool instruction = rest().starts_with("<?");
    if (!comment && !instruction && !rest().starts_with("<!")) {
      Result<XmlPiece> tag = ReadTag();
      if (!tag.ok()) return tag.error();
      return std::optional(std::move(tag).value());
    }
    const std::string_view closing = comment ? "-->" : instruction ? "?>" : ">";
    const Result<std::size_t> end = Find(closing);
    if (!end.ok()) return end.error();
    at_ += end.value() + closing.size();
  }
}

}  // namespace whylight
