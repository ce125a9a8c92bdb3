// An index that a model keeps, as verbs use it: by requests, whatever the
// system (core/systems/questions/kept_indexes.h).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/program/load_model.h"

namespace whylight {

class ModelIndex {
 public:
  /// A new index of the model in `folder`. Fails with kInvalidArgument where
  /// such models keep none.
  static Result<ModelIndex> Create(const std::string& folder,
                                   const nlohmann::json& options);
  /// The index in a file. Messages name the file.
  static Result<ModelIndex> Open(const std::string& folder,
                                 const std::string& path);

  /// Asks about the index: "search" for the question "index-search".
  Result<Answer> Ask(std::string_view what,
                     const std::vector<std::string_view>& texts = {},
                     nlohmann::json options = nlohmann::json::object());

  /// As they were written when the index was made.
  const nlohmann::json& options() const { return options_; }
  std::size_t size() const { return size_; }

 private:
  explicit ModelIndex(LoadedModel model) : model_(std::move(model)) {}

  static Result<ModelIndex> Make(const std::string& folder,
                                 const char* question,
                                 const std::vector<std::string_view>& inputs,
                                 const nlohmann::json& options);

  LoadedModel model_;
  nlohmann::json number_;
  nlohmann::json options_;
  std::size_t size_ = 0;
};

}  // namespace whylight
