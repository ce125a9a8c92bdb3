// Shared by the modules of models: memory that JavaScript fills with
// a model's files. An instance holds one model and its memory goes with it, so
// functions do, which are a good deal smaller than classes.
#pragma once

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstddef>
#include <string>

#include "core/format/model_folder.h"
#include "wasm/bindings/convert.h"

namespace whylight {

/// The files of the model that this instance is to hold.
inline ModelFiles& FilesToLoad() {
  static ModelFiles files;
  return files;
}

/// Makes room for files of these sizes.
inline void Reserve(std::size_t config, std::size_t tensors,
                    std::size_t vocabulary) {
  FilesToLoad() = {std::string(config, '\0'), std::string(tensors, '\0'),
                   std::string(vocabulary, '\0')};
}

/// A view to write through, which dies the next time the heap grows.
template <std::string ModelFiles::*kFile>
emscripten::val FileView() {
  std::string& bytes = FilesToLoad().*kFile;
  return emscripten::val(emscripten::typed_memory_view(
      bytes.size(), reinterpret_cast<unsigned char*>(bytes.data())));
}

/// For EMSCRIPTEN_BINDINGS.
inline void BindModelFiles() {
  emscripten::function("reserve", &Reserve);
  emscripten::function("config", &FileView<&ModelFiles::config>);
  emscripten::function("tensors", &FileView<&ModelFiles::tensors>);
  emscripten::function("vocabulary", &FileView<&ModelFiles::vocabulary>);
}

}  // namespace whylight
