// Reads an XML file piece by piece: as much of XML as published data sets have.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/training/data/line_reader.h"

namespace whylight {

/// A tag, or the text between two. An element without content has both tags.
struct XmlPiece {
  enum class Kind { kStart, kEnd, kText };

  Kind kind;
  Place place;       ///< Where it begins.
  std::string text;  ///< The name of a tag, or text with references resolved.
  std::map<std::string, std::string> attributes = {};  ///< Of a start.
};

/// Passes over comments, declarations and processing instructions, and refuses
/// CDATA. Does not check that tags are nested. In time linear in the file.
class XmlReader {
 public:
  static Result<XmlReader> Open(const std::string& path);

  /// The next piece, or nothing at the end of the file. Fails where the file is
  /// no XML or cannot be read on.
  Result<std::optional<XmlPiece>> Next();

  /// Where the reading is.
  Place place() const { return lines_.place(); }

 private:
  explicit XmlReader(LineReader lines) : lines_(std::move(lines)) {}

  // What was read from the file and is in no piece yet.
  std::string_view rest() const { return std::string_view(read_).substr(at_); }
  // Appends a line to the rest; false at the end of the file.
  Result<bool> ReadOn();
  // The place of `end` in the rest, which is read on up to it; nothing if the
  // file ends before.
  Result<std::optional<std::size_t>> Seek(std::string_view end);
  // The same; fails if the file ends before.
  Result<std::size_t> Find(std::string_view end);
  Result<XmlPiece> ReadTag();

  LineReader lines_;
  std::string read_;  // Forgotten up to at_ when more is read.
  std::size_t at_ = 0;
  std::string end_tag_ = {};  // That of an element without content.
};

}  // namespace whylight
