// What the modules of models have in common: memory that JavaScript fills with
// a model's files, and word of it when there is too little.
#pragma once

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstddef>
#include <string>
#include <utility>

#include "core/base/result.h"
#include "core/format/model_folder.h"
#include "wasm/bindings/convert.h"

namespace whylight {

inline ModelFiles MakeModelFiles(std::size_t config, std::size_t tensors,
                                 std::size_t vocabulary) {
  return {std::string(config, '\0'), std::string(tensors, '\0'),
          std::string(vocabulary, '\0')};
}

/// A view to write through, which dies the next time the heap grows.
template <std::string ModelFiles::*kFile>
emscripten::val FileView(ModelFiles& files) {
  std::string& bytes = files.*kFile;
  return emscripten::val(emscripten::typed_memory_view(
      bytes.size(), reinterpret_cast<unsigned char*>(bytes.data())));
}

/// `{model}`, or `{error}`.
template <typename Model>
emscripten::val ToLoaded(Result<Model> model) {
  if (!model.ok()) return ToFailure(model.error());
  emscripten::val result = emscripten::val::object();
  result.set("model", emscripten::val(std::move(model).value()));
  return result;
}

/// For EMSCRIPTEN_BINDINGS.
inline void BindModelFiles() {
  emscripten::class_<ModelFiles>("ModelFiles")
      .constructor(&MakeModelFiles)
      .function("config", &FileView<&ModelFiles::config>)
      .function("tensors", &FileView<&ModelFiles::tensors>)
      .function("vocabulary", &FileView<&ModelFiles::vocabulary>);
}

}  // namespace whylight
