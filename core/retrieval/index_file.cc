// An index as bytes, all numbers little-endian:
//
//   8 bytes  "whyindex"
//   u32      version
//   u64      FNV-1a of all that follows, 8 bytes at a time, then the rest
//   text     model
//   u64      width
//   f64 f64  k1, b
//   text     id
//   u64      fields; for each: text name, f64 boost, u8 encoded
//   u64      documents; for each: text id, a text for each field, text stored
//   i8       vectors [documents x width]
//
// A text is its length as u64, and its bytes. Terms are found anew when the
// file is read: they would take as long to check as to find.
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "core/base/hash.h"
#include "core/format/json.h"
#include "core/retrieval/byte_stream.h"
#include "core/retrieval/document_index.h"

namespace whylight {
namespace {

constexpr std::string_view kMagic = "whyindex";
constexpr std::uint32_t kIndexVersion = 1;
constexpr std::size_t kPreamble = 20;

Error BadIndex(const std::string& message) {
  return {ErrorCode::kBadData, "index: " + message};
}

// What follows the preamble, if that is right.
Result<std::string_view> CheckPreamble(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) {
    return BadIndex("expected a file that starts with " + Quote(kMagic) +
                    ", found another");
  }
  ByteReader reader(bytes.substr(kMagic.size()));
  const auto version = reader.Read<std::uint32_t>();
  if (reader.ok() && version != kIndexVersion) {
    return BadIndex("expected version " + std::to_string(kIndexVersion) +
                    ", found version " + std::to_string(version));
  }
  const auto checksum = reader.Read<std::uint64_t>();
  if (!reader.ok()) {
    return BadIndex("expected at least " + std::to_string(kPreamble) +
                    " bytes, found " + std::to_string(bytes.size()));
  }
  const std::string_view rest = bytes.substr(kPreamble);
  if (Checksum(rest) != checksum) {
    return BadIndex(
        "expected bytes that give their checksum, found others: the file was "
        "changed or cut short");
  }
  return rest;
}

Result<IndexOptions> ReadOptions(ByteReader& reader) {
  IndexOptions options;
  options.bm25.k1 = reader.Read<double>();
  options.bm25.b = reader.Read<double>();
  options.id = reader.Text();
  const auto fields = reader.Read<std::uint64_t>();
  for (std::uint64_t f = 0; f < fields && reader.ok(); ++f) {
    IndexField& field = options.fields.emplace_back();
    field.name = reader.Text();
    field.boost = reader.Read<double>();
    const auto encoded = reader.Read<std::uint8_t>();
    if (encoded > 1) {
      return BadIndex("expected 0 or 1 for whether a field is encoded, found " +
                      std::to_string(encoded));
    }
    field.encoded = encoded == 1;
  }
  return options;
}

Error CutShort(std::string_view what) {
  return BadIndex("expected more " + std::string(what) +
                  ", found the end of the file");
}

}  // namespace

std::string DocumentIndex::ToBytes() const {
  std::string bytes(kPreamble, '\0');
  AppendText(model(), bytes);
  AppendNumber(static_cast<std::uint64_t>(width()), bytes);
  AppendNumber(options().bm25.k1, bytes);
  AppendNumber(options().bm25.b, bytes);
  AppendText(options().id, bytes);
  AppendNumber(static_cast<std::uint64_t>(options().fields.size()), bytes);
  for (const IndexField& field : options().fields) {
    AppendText(field.name, bytes);
    AppendNumber(field.boost, bytes);
    AppendNumber(static_cast<std::uint8_t>(field.encoded ? 1 : 0), bytes);
  }
  AppendNumber(static_cast<std::uint64_t>(size()), bytes);
  for (std::size_t i = 0; i < numbers(); ++i) {
    if (contents_.present[i] == 0) continue;
    const StoredDocument& document = contents_.documents[i];
    AppendText(document.id, bytes);
    for (const std::string& text : document.texts) AppendText(text, bytes);
    AppendText(document.stored, bytes);
  }
  for (std::size_t i = 0; i < numbers(); ++i) {
    if (contents_.present[i] == 0) continue;
    const std::span<const std::int8_t> vector = contents_.vectors.Integers(i);
    const std::size_t start = bytes.size();
    bytes.resize(start + vector.size());
    std::copy(vector.begin(), vector.end(),
              bytes.begin() + static_cast<std::ptrdiff_t>(start));
  }
  std::string preamble(kMagic);
  AppendNumber(kIndexVersion, preamble);
  AppendNumber(Checksum(std::string_view(bytes).substr(kPreamble)), preamble);
  std::copy(preamble.begin(), preamble.end(), bytes.begin());
  return bytes;
}

Result<DocumentIndex> DocumentIndex::FromBytes(std::string_view bytes,
                                               std::string_view model) {
  const Result<std::string_view> rest = CheckPreamble(bytes);
  if (!rest.ok()) return rest.error();
  ByteReader reader(rest.value());
  const std::string found_model = reader.Text();
  const auto width = reader.Read<std::uint64_t>();
  const Result<IndexOptions> read = ReadOptions(reader);
  if (!read.ok()) return read.error();
  const IndexOptions& options = read.value();
  const auto count = reader.Read<std::uint64_t>();
  if (!reader.ok()) return CutShort("options");
  if (found_model != model) {
    return Invalid("index: expected an index of model " + Quote(model) +
                   ", found one of model " + Quote(found_model));
  }
  Result<DocumentIndex> made =
      width > kMostVectorWidth
          ? Invalid("index: expected vectors of at most " +
                    std::to_string(kMostVectorWidth) + " numbers, found " +
                    std::to_string(width))
          : Make(options, found_model, static_cast<std::size_t>(width));
  if (!made.ok()) return Error{ErrorCode::kBadData, made.error().message};
  DocumentIndex index = std::move(made).value();
  for (std::uint64_t i = 0; i < count; ++i) {
    StoredDocument document;
    document.id = reader.Text();
    for (std::size_t f = 0; f < options.fields.size(); ++f) {
      document.texts.push_back(reader.Text());
    }
    document.stored = reader.Text();
    if (!reader.ok()) return CutShort("documents");
    if (document.id.empty()) {
      return BadIndex("expected an id of every document, found none");
    }
    if (index.Has(document.id)) {
      return BadIndex("expected documents of different ids, found " +
                      Quote(document.id) + " twice");
    }
    index.AppendTexts(std::move(document));
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string_view vector = reader.Bytes(width);
    if (!reader.ok()) return CutShort("vectors");
    std::vector<std::int8_t> integers;
    for (const char byte : vector) {
      integers.push_back(static_cast<std::int8_t>(byte));
      if (integers.back() < -kMostByte) {
        return BadIndex("expected vectors of numbers from -127, found -128");
      }
    }
    index.contents_.vectors.AppendIntegers(integers);
  }
  if (reader.left() > 0) {
    return BadIndex("expected the end of the file, found " +
                    std::to_string(reader.left()) + " more bytes");
  }
  return index;
}

}  // namespace whylight
