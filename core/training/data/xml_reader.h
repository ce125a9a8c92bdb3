// Reads an XML file piece by piece: as much of XML as published data sets have.
#pragma once

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

/// Passes over comments, declarations and processing instructions. Does not
/// check that tags are nested.
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

  // Appends a line to what is not read; false at the end of the file.
  Result<bool> ReadOn();
  // The place of `end` in what is not read, which is read on up to it.
  Result<std::size_t> Find(std::string_view end);
  Result<XmlPiece> ReadTag();

  LineReader lines_;
  std::string rest_;          // Read from the file and in no piece yet.
  std::string end_tag_ = {};  // That of an element without content.
};

}  // namespace whylight
