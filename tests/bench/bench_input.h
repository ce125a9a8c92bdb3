// The inputs of the benchmarks: a model and texts.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/format/native/model_store.h"
#include "core/training/data/reader.h"

namespace whylight {

template <typename Model>
struct BenchInput {
  ModelFiles files;
  Model model;
  std::vector<std::string> texts;
};

/// Reads a model folder and a file of texts.
template <typename Model>
Result<BenchInput<Model>> ReadBenchInput(const std::string& model_folder,
                                         const std::string& texts_file) {
  Result<ModelFiles> files = ReadModelFolder(model_folder);
  if (!files.ok()) return files.error();
  Result<Model> model = Model::Load(files.value());
  if (!model.ok()) return model.error();
  std::vector<std::string> texts;
  const Status read =
      VisitTexts(texts_file, [&](std::string_view text, std::size_t) -> Status {
        texts.emplace_back(text);
        return {};
      });
  if (!read.ok()) return read.error();
  return BenchInput<Model>{std::move(files).value(), std::move(model).value(),
                           std::move(texts)};
}

/// Says what went wrong; the exit code of a program that failed.
inline int Fail(const Error& error) {
  std::fprintf(stderr, "bench: %s\n", error.message.c_str());
  return 1;
}

}  // namespace whylight
