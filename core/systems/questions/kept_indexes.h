// The indexes that a model of questions keeps, each by a number, and the
// questions about them. The package and the program are made of these: whoever
// wants an index uses those.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/model/kept.h"
#include "core/model/system.h"
#include "core/systems/questions/model.h"
#include "core/systems/questions/question_index.h"

namespace whylight {

class RetrieverAnswers final : public Model {
 public:
  explicit RetrieverAnswers(std::shared_ptr<const Retriever> model)
      : model_(std::move(model)) {}

  static Result<std::unique_ptr<Model>> Load(ModelFiles files);

  const Retriever& value() const { return *model_; }
  const std::shared_ptr<const Retriever>& model() const { return model_; }

  nlohmann::ordered_json About() const override;
  /// Without indexes: these have one thread.
  Result<std::unique_ptr<Model>> ForAnotherThread() const override;

  Kept<QuestionIndex>& indexes() { return indexes_; }

 private:
  std::shared_ptr<const Retriever> model_;
  Kept<QuestionIndex> indexes_{"an index that is open"};
};

/// "index-create", "index-add", "index-search" and so on.
std::vector<Question> IndexQuestions();

}  // namespace whylight
