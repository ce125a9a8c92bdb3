#include "core/training/engine/stage_options.h"

#include "core/format/fields.h"

namespace whylight {
namespace {

const Names<OptimiserType>& OptimiserNames() {
  static const Names<OptimiserType> names = {
      {"sgd", OptimiserType::kSgd},
      {"adagrad", OptimiserType::kAdaGrad},
      {"adadelta", OptimiserType::kAdaDelta},
      {"adam", OptimiserType::kAdam},
      {"adamw", OptimiserType::kAdamW}};
  return names;
}

const Names<ScheduleType>& ScheduleNames() {
  static const Names<ScheduleType> names = {
      {"constant", ScheduleType::kConstant},
      {"exponential", ScheduleType::kExponential},
      {"step", ScheduleType::kStep},
      {"inverse_sqrt", ScheduleType::kInverseSqrt},
      {"linear", ScheduleType::kLinear},
      {"revert_and_halve", ScheduleType::kRevertAndHalve}};
  return names;
}

const Names<L2Type>& L2Names() {
  static const Names<L2Type> names = {{"squared", L2Type::kSquared},
                                      {"norm", L2Type::kNorm}};
  return names;
}

const Names<bool>& GoalNames() {
  static const Names<bool> names = {{"min", false}, {"max", true}};
  return names;
}

const Fields<OptimiserOptions>& OptimiserFields() {
  static const auto fields =
      Fields<OptimiserOptions>("How parameters follow their gradients.")
          .Choice("type", &OptimiserOptions::type, OptimiserNames(),
                  "The update rule.")
          .Number("learning_rate", &OptimiserOptions::learning_rate, {0, 1e3},
                  "The learning rate before the schedule changes it.")
          .Number("momentum", &OptimiserOptions::momentum, {0, 0.9999},
                  "Share of the last update that is added to the next.")
          .When("type is sgd")
          .Flag("nesterov", &OptimiserOptions::nesterov,
                "Whether to use Nesterov momentum (Sutskever et al. 2013).")
          .When("type is sgd")
          .Number("beta1", &OptimiserOptions::beta1, {0, 0.999999},
                  "Decay of the mean gradient.")
          .When("type is adam or adamw")
          .Number("beta2", &OptimiserOptions::beta2, {0, 0.9999999},
                  "Decay of the mean squared gradient.")
          .When("type is adam or adamw")
          .Number("rho", &OptimiserOptions::rho, {0, 0.999999},
                  "Decay of the mean squares.")
          .When("type is adadelta")
          .Number("epsilon", &OptimiserOptions::epsilon, {1e-30, 1},
                  "Keeps divisions away from zero.")
          .When("type is not sgd")
          .Number("weight_decay", &OptimiserOptions::weight_decay, {0, 1},
                  "Decoupled weight decay.")
          .When("type is adamw");
  return fields;
}

const Fields<ScheduleOptions>& ScheduleFields() {
  static const auto fields =
      Fields<ScheduleOptions>("How the learning rate changes.")
          .Choice("type", &ScheduleOptions::type, ScheduleNames(),
                  "`exponential`: times `factor` after each epoch from "
                  "`after_epochs` on; `step`: times `factor` every "
                  "`every_epochs`; `inverse_sqrt`: 1/sqrt(step); `linear`: "
                  "down to `final_share`; `revert_and_halve`: after an epoch "
                  "that is no better on dev, back to the best epoch's "
                  "parameters, and times `factor`.")
          .Number("factor", &ScheduleOptions::factor, {0, 1},
                  "Factor by which the learning rate is multiplied.")
          .When("type is exponential, step or revert_and_halve")
          .Count("after_epochs", &ScheduleOptions::after_epochs, {1, 100000},
                 "Number of epochs before the first change.")
          .When("type is exponential")
          .Count("every_epochs", &ScheduleOptions::every_epochs, {1, 100000},
                 "Number of epochs between changes.")
          .When("type is step")
          .Number("final_share", &ScheduleOptions::final_share, {0, 1},
                  "Learning rate at the end, as a share of the first.")
          .When("type is linear")
          .Count("warm_up_steps", &ScheduleOptions::warm_up_steps,
                 {0, 1'000'000'000},
                 "Number of steps over which the learning rate first grows "
                 "from 0.");
  return fields;
}

const Fields<L2Options>& L2Fields() {
  static const auto fields =
      Fields<L2Options>("A penalty on the size of the parameters.")
          .Choice("type", &L2Options::type, L2Names(),
                  "`squared`: weight · Σ θ²; `norm`: weight · the sum of the "
                  "parameters' norms.")
          .Number("weight", &L2Options::weight, {0, 1e6},
                  "Weight of the penalty; 0: none.");
  return fields;
}

const Fields<EarlyStopping>& EarlyStoppingFields() {
  static const auto fields =
      Fields<EarlyStopping>("Which epoch is the best, and when to stop.")
          .Text("metric", &EarlyStopping::metric,
                "Figure of the evaluation on dev; by default the stage's own.")
          .Choice("goal", &EarlyStopping::larger_is_better, GoalNames(),
                  "Whether smaller or larger is better.")
          .When("metric is given")
          .Count("patience", &EarlyStopping::patience, {0, 100000},
                 "Number of epochs without a better one after which training "
                 "stops; 0: never.")
          .Count("from", &EarlyStopping::from, {1, 100000},
                 "First epoch that may be the best.");
  return fields;
}

}  // namespace

const Fields<StageOptions>& StageFields() {
  static const auto fields =
      Fields<StageOptions>("A stage of training.")
          .Named("stage")
          .Count("epochs", &StageOptions::epochs, {1, 100000},
                 "Number of passes over the examples.")
          .Count("batch", &StageOptions::batch, {1, 1u << 20},
                 "Number of examples in a batch.")
          .Part("optimiser", &StageOptions::optimiser, OptimiserFields())
          .Part("schedule", &StageOptions::schedule, ScheduleFields())
          .Number("clip_norm", &StageOptions::clip_norm, {0, 1e9},
                  "Largest norm of all gradients together; 0: no clipping.")
          .Part("l2", &StageOptions::l2, L2Fields())
          .Count("accumulate", &StageOptions::accumulate, {1, 10000},
                 "Number of batches whose mean gradient makes one update.")
          .Number("average", &StageOptions::average, {0, 0.9999999},
                  "Decay, such as 0.999, of a moving average of the parameters "
                  "that is evaluated and kept; 0: none.")
          .Number("start_share", &StageOptions::start_share, {0, 1},
                  "Share of what the stage started with in the parameters that "
                  "are evaluated and kept: useful where the start, such as "
                  "word vectors, knows more than the training texts can teach.")
          .Part("early_stopping", &StageOptions::early_stopping,
                EarlyStoppingFields())
          .Flag("keep_best", &StageOptions::keep_best,
                "Whether the stage ends with its best epoch's parameters.");
  return fields;
}

}  // namespace whylight
