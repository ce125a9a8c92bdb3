// Conversions between the core's types and JavaScript values.
#pragma once

#include <emscripten/val.h>

#include <cstddef>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace whylight {

/// Copies a Uint8Array into the core's memory, with one copy and no
/// intermediate buffer.
inline std::string ToBytes(const emscripten::val& array) {
  std::string bytes(array["length"].as<std::size_t>(), '\0');
  emscripten::val(
      emscripten::typed_memory_view(
          bytes.size(), reinterpret_cast<unsigned char*>(bytes.data())))
      .call<void>("set", array);
  return bytes;
}

/// For EMSCRIPTEN_BINDINGS: has `new` tell JavaScript when memory runs out. It
/// would otherwise end in a trap that does not say why.
inline void ReportOutOfMemory() {
  std::set_new_handler([] { emscripten::val("out-of-memory").throw_(); });
}

/// A typed array that JavaScript owns. `slice` copies, because a view dies the
/// next time the heap grows.
template <typename Values>
emscripten::val ToTypedArray(const Values& values) {
  return emscripten::val(
             emscripten::typed_memory_view(
                 static_cast<std::size_t>(values.size()), values.data()))
      .template call<emscripten::val>("slice");
}

/// The same of bytes.
inline emscripten::val ToUint8Array(const std::string& bytes) {
  return emscripten::val(
             emscripten::typed_memory_view(
                 bytes.size(),
                 reinterpret_cast<const unsigned char*>(bytes.data())))
      .call<emscripten::val>("slice");
}

inline emscripten::val ToString(std::string_view text) {
  return emscripten::val(std::string(text));
}

inline emscripten::val ToArray(const std::vector<std::string>& words) {
  emscripten::val array = emscripten::val::array();
  for (const std::string& word : words) array.call<void>("push", word);
  return array;
}

/// `{error: {code, message}}`: the wrapper throws it.
inline emscripten::val ToFailure(const Error& error) {
  emscripten::val details = emscripten::val::object();
  details.set("code", ToString(ErrorCodeName(error.code)));
  details.set("message", error.message);
  emscripten::val failure = emscripten::val::object();
  failure.set("error", details);
  return failure;
}

}  // namespace whylight
