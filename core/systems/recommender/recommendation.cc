#include "core/systems/recommender/recommendation.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/graph/graph.h"

namespace whylight {
namespace {

// How many are predicted together, in a step: ten milliseconds or so.
constexpr std::size_t kTogether = 16;

// An item that may be recommended, and the numbers of its reviews and of those
// of the user that are read for it.
struct Recommendable {
  std::string item;
  Interaction interaction;
  std::vector<std::size_t> of_user;
  std::vector<std::size_t> of_item;
};

Recommendable MakeCandidate(const Recommender& model, const ReviewBank& bank,
                            const std::string& user, const std::string& item) {
  const auto most = static_cast<std::size_t>(model.options().reviews);
  const std::int32_t whose = bank.users().Find(user);
  const std::int32_t which = bank.items().Find(item);
  Recommendable candidate{
      item,
      {.user = model.users().Find(user), .item = model.items().Find(item)},
      bank.OfUser(whose, which, most),
      bank.OfItem(whose, which, most)};
  for (const std::size_t review : candidate.of_user) {
    candidate.interaction.of_user.push_back(&bank.words(review));
  }
  for (const std::size_t review : candidate.of_item) {
    candidate.interaction.of_item.push_back(&bank.words(review));
  }
  return candidate;
}

// The items that the model or the reviews name, without those that the user has
// a review of.
std::vector<std::string> NamedItems(const Recommender& model,
                                    const ReviewBank& bank,
                                    const std::string& user) {
  NameList all = model.items();
  for (const std::string& item : bank.items().names()) all.Add(item);
  const std::int32_t whose = bank.users().Find(user);
  std::vector<std::string> items;
  for (const std::string& item : all.names()) {
    if (!bank.Has(whose, bank.items().Find(item))) items.push_back(item);
  }
  return items;
}

// What review `r` weighs among the first `count` of interaction `b`.
double WeightOf(const ConstMatrixView& scores, std::size_t r, std::size_t count,
                Index b, Index batch) {
  const auto score = [&](std::size_t i) {
    return static_cast<double>(scores(static_cast<Index>(i) * batch + b, 0));
  };
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += std::exp(score(i) - score(r));
  return 1 / sum;
}

// The review that one side of a pointer chose for interaction `b` among
// `reviews`, numbers of those read.
std::optional<PointedReview> ChosenOf(const Graph& graph,
                                      const MultiPointer::Side& side, Index b,
                                      Index batch,
                                      const std::vector<std::size_t>& reviews,
                                      const KnownReviews& read) {
  const ConstMatrixView choice = graph.value(side.choice);
  for (std::size_t r = 0; r < reviews.size(); ++r) {
    if (choice(static_cast<Index>(r) * batch + b, 0) == Real{0}) continue;
    PointedReview pointed{
        reviews[r],
        WeightOf(graph.value(side.scores), r, reviews.size(), b, batch),
        {}};
    if (!side.weights) return pointed;
    const std::vector<Span>& spans = read.spans(reviews[r]);
    for (std::size_t t = 0; t < spans.size(); ++t) {
      pointed.words.push_back(
          {spans[t],
           graph.value(*side.weights)(static_cast<Index>(t) * batch + b, 0)});
    }
    return pointed;
  }
  return std::nullopt;
}

Recommendation Explain(const Recommender& model, const Graph& graph,
                       const Recommender::Prediction& found, Index b,
                       const Recommendable& candidate,
                       const KnownReviews& read) {
  const Index batch = graph.value(found.rating).rows();
  const Interaction& one = candidate.interaction;
  Recommendation recommended{
      .item = candidate.item,
      .rating =
          model.Clip(static_cast<double>(graph.value(found.rating)(b, 0))),
      .mean = model.mean(),
      .user_bias = model.UserBias(one.user),
      .item_bias = model.ItemBias(one.item),
      .match = found.match
                   ? static_cast<double>(graph.value(*found.match)(b, 0))
                   : 0,
      .user_reviews = candidate.of_user.size(),
      .item_reviews = candidate.of_item.size(),
      .pointers = {}};
  for (const auto& [of_user, of_item] : found.pointers) {
    recommended.pointers.push_back(
        {ChosenOf(graph, of_user, b, batch, candidate.of_user, read),
         ChosenOf(graph, of_item, b, batch, candidate.of_item, read)});
  }
  return recommended;
}

class Recommending final : public Steps<std::vector<Recommendation>> {
 public:
  Recommending(const Recommender& model,
               std::shared_ptr<const KnownReviews> reviews, std::string user,
               std::vector<std::string> items, std::size_t count)
      : model_(model),
        reviews_(std::move(reviews)),
        user_(std::move(user)),
        items_(std::move(items)),
        count_(count) {}

  bool Step() override {
    if (not_finite_ || next_ == items_.size()) return false;
    const std::size_t end = std::min(next_ + kTogether, items_.size());
    std::vector<Recommendable> candidates;
    std::vector<Interaction> interactions;
    for (; next_ < end; ++next_) {
      candidates.push_back(
          MakeCandidate(model_, reviews_->bank(), user_, items_[next_]));
      interactions.push_back(candidates.back().interaction);
    }
    Graph graph(Graph::Mode::kInference);
    const Recommender::Prediction found = model_.Predict(graph, interactions);
    not_finite_ = !graph.value(found.rating).allFinite();
    if (not_finite_) return false;
    for (std::size_t b = 0; b < candidates.size(); ++b) {
      all_.push_back(Explain(model_, graph, found, static_cast<Index>(b),
                             candidates[b], *reviews_));
    }
    return true;
  }

  Result<std::vector<Recommendation>> Finish() override {
    if (not_finite_) {
      return Error{ErrorCode::kNotFinite,
                   "expected finite ratings, found another: numbers of the "
                   "model are too large"};
    }
    std::stable_sort(
        all_.begin(), all_.end(),
        [](const Recommendation& left, const Recommendation& right) {
          return left.rating > right.rating;
        });
    if (all_.size() > count_) {
      all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(count_),
                 all_.end());
    }
    return std::move(all_);
  }

 private:
  const Recommender& model_;
  std::shared_ptr<const KnownReviews> reviews_;
  std::string user_;
  std::vector<std::string> items_;
  std::size_t count_;
  std::size_t next_ = 0;
  bool not_finite_ = false;
  std::vector<Recommendation> all_;
};

}  // namespace

Status KnownReviews::Add(const Recommender& model,
                         const std::vector<GivenReview>& reviews) {
  std::vector<Recommender::ReadReview> all(reviews.size());
  if (model.options().reads_reviews()) {
    for (std::size_t i = 0; i < reviews.size(); ++i) {
      Result<Recommender::ReadReview> read = model.Read(reviews[i].text);
      if (!read.ok()) {
        return Error{read.error().code, "reviews[" + std::to_string(i) +
                                            "]: " + read.error().message};
      }
      all[i] = std::move(read).value();
    }
  }
  for (std::size_t i = 0; i < reviews.size(); ++i) {
    bank_.Add(reviews[i].user, reviews[i].item, std::move(all[i].words));
    spans_.push_back(std::move(all[i].spans));
  }
  return {};
}

Begun<std::vector<Recommendation>> BeginRecommending(
    const Recommender& model, std::shared_ptr<const KnownReviews> reviews,
    const std::string& user, const std::string& item, std::size_t count) {
  const ReviewBank& bank = reviews->bank();
  std::vector<std::string> items;
  if (!item.empty()) {
    items.push_back(item);
    count = 1;
  } else if (model.items().size() + bank.items().size() == 0) {
    return Invalid("expected \"item\", or reviews of items, found none");
  } else {
    items = NamedItems(model, bank, user);
  }
  return {std::make_unique<Recommending>(model, std::move(reviews), user,
                                         std::move(items), count)};
}

Result<std::vector<Recommendation>> Recommend(
    const Recommender& model, const std::vector<GivenReview>& reviews,
    const std::string& user, const std::string& item, std::size_t count) {
  const auto read = std::make_shared<KnownReviews>();
  if (Status added = read->Add(model, reviews); !added.ok()) {
    return added.error();
  }
  return Finished(BeginRecommending(model, read, user, item, count));
}

}  // namespace whylight
