// What the benchmarks are given: a model and texts.
#pragma once

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/format/native/model_store.h"
#include "core/tasks/rationale.h"
#include "core/train/reader.h"

namespace whylight {

struct BenchInput {
  RationaleModel model;
  std::vector<std::string> texts;
};

/// Reads a model folder and a file of texts.
inline Result<BenchInput> ReadBenchInput(const std::string& model_folder,
                                         const std::string& texts_file) {
  const Result<ModelFiles> files = ReadModelFolder(model_folder);
  if (!files.ok()) return files.error();
  Result<RationaleModel> model = RationaleModel::Load(files.value());
  if (!model.ok()) return model.error();
  Result<std::vector<std::string>> texts = ReadTexts(texts_file);
  if (!texts.ok()) return texts.error();
  return BenchInput{std::move(model).value(), std::move(texts).value()};
}

/// Says what went wrong; the exit code of a program that failed.
inline int Fail(const Error& error) {
  std::fprintf(stderr, "bench: %s\n", error.message.c_str());
  return 1;
}

}  // namespace whylight
