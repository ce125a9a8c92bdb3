#include "wasm/bindings/json_parser.h"

#include <emscripten/val.h>

#include <cmath>
#include <string>
#include <utility>

namespace whylight {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;
using Kind = Document::Kind;

// False if lists and objects are deeper in each other than `max_depth`.
bool Fill(const val& value, std::size_t max_depth, Document* document) {
  if (value.isNull()) return true;
  if (value.isTrue() || value.isFalse()) {
    document->kind = Kind::kBoolean;
    document->number = value.isTrue() ? 1 : 0;
    return true;
  }
  if (value.isNumber()) {
    document->kind = Kind::kNumber;
    document->number = value.as<double>();
    document->whole = document->number == std::floor(document->number);
    return true;
  }
  if (value.isString()) {
    document->kind = Kind::kText;
    document->text = value.as<std::string>();
    return true;
  }
  if (max_depth == 0) return false;

  const bool is_list = value.isArray();
  document->kind = is_list ? Kind::kList : Kind::kObject;
  const val keys = val::global("Object").call<val>("keys", value);
  const auto count = keys["length"].as<std::size_t>();
  document->items.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const val key = keys[i];
    if (!is_list) document->keys.push_back(key.as<std::string>());
    if (!Fill(value[key], max_depth - 1, &document->items[i])) return false;
  }
  return true;
}

}  // namespace

Result<Document> ParseJsonInEngine(std::string_view bytes,
                                   std::string_view name,
                                   std::size_t max_depth) {
  const val view(typed_memory_view(
      bytes.size(), reinterpret_cast<const unsigned char*>(bytes.data())));
  const val parsed = val::module_property("parseJson")(view)["value"];
  const auto fail = [&](const std::string& problem) {
    return Error{ErrorCode::kBadModel,
                 std::string(name) + ": expected " + problem};
  };
  if (parsed.isUndefined()) return fail("JSON");
  Document document;
  if (Fill(parsed, max_depth, &document)) return document;
  return fail("at most " + std::to_string(max_depth) +
              " lists and objects in each other, found more");
}

}  // namespace whylight
