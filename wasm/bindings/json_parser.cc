#include "wasm/bindings/json_parser.h"

#include <emscripten/val.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include "wasm/bindings/convert.h"

namespace whylight {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;
using Kind = Document::Kind;

// What wasm/src/runtime/json.ts writes before each value.
enum Tag : char {
  kNullTag,
  kFalseTag,
  kTrueTag,
  kNumberTag,
  kTextTag,
  kListTag,
  kObjectTag,
};

// Reads what was written by our own code, which needs no checks.
class Reader {
 public:
  explicit Reader(const char* at) : at_(at) {}

  // False if lists and objects are too deep in each other.
  bool Fill(Document* document) {
    const char tag = *at_++;
    switch (tag) {
      case kNullTag:
        return true;
      case kFalseTag:
      case kTrueTag:
        document->kind = Kind::kBoolean;
        document->number = tag == kTrueTag ? 1 : 0;
        return true;
      case kNumberTag:
        document->kind = Kind::kNumber;
        document->number = Take<double>();
        document->whole = document->number == std::floor(document->number);
        return true;
      case kTextTag:
        document->kind = Kind::kText;
        document->text = TakeText();
        return true;
      case kListTag:
      case kObjectTag:
        document->kind = tag == kListTag ? Kind::kList : Kind::kObject;
        return FillItems(document);
      default:
        return false;
    }
  }

 private:
  bool FillItems(Document* document) {
    const auto count = Take<std::uint32_t>();
    document->items.resize(count);
    for (Document& item : document->items) {
      if (document->kind == Kind::kObject) {
        document->keys.push_back(TakeText());
      }
      if (!Fill(&item)) return false;
    }
    return true;
  }

  template <typename T>
  T Take() {
    T value;
    std::memcpy(&value, at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }

  std::string TakeText() {
    const auto size = Take<std::uint32_t>();
    at_ += size;
    return {at_ - size, size};
  }

  const char* at_;
};

}  // namespace

Result<Document> ParseJsonInEngine(std::string_view bytes,
                                   std::string_view name,
                                   std::size_t max_depth) {
  const val view(typed_memory_view(
      bytes.size(), reinterpret_cast<const unsigned char*>(bytes.data())));
  const val flat = val::module_property("parseJson")(view, max_depth);
  const auto fail = [&](const std::string& problem) {
    return Error{ErrorCode::kBadModel,
                 std::string(name) + ": expected " + problem};
  };
  if (flat.isUndefined()) return fail("JSON");
  const std::string written = ToBytes(flat);
  Document document;
  if (Reader(written.data()).Fill(&document)) return document;
  return fail("at most " + std::to_string(max_depth) +
              " lists and objects in each other, found more");
}

}  // namespace whylight
