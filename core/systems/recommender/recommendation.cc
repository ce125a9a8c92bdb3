#include "core/systems/recommender/recommendation.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/graph/graph.h"
#include "core/systems/recommender/bank.h"

namespace whylight {
namespace {

// How many are predicted together.
constexpr std::size_t kTogether = 64;

// The reviews given, as the model reads them.
struct ReadReviews {
  ReviewBank bank;
  std::vector<std::vector<Span>> spans;  // Of each, of the words of the bank.
};

Result<ReadReviews> ReadAll(const Recommender& model,
                            const std::vector<GivenReview>& reviews) {
  ReadReviews all;
  for (std::size_t i = 0; i < reviews.size(); ++i) {
    const auto& [user, item, text] = reviews[i];
    Recommender::ReadReview read;
    if (model.options().reads_reviews()) {
      Result<Recommender::ReadReview> found = model.Read(text);
      if (!found.ok()) {
        return Error{found.error().code, "reviews[" + std::to_string(i) +
                                             "]: " + found.error().message};
      }
      read = std::move(found).value();
    }
    all.bank.Add(user, item, std::move(read.words));
    all.spans.push_back(std::move(read.spans));
  }
  return all;
}

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

// The review that one side of a pointer chose for interaction `b` among
// `reviews`, numbers of those given.
std::optional<PointedReview> ChosenOf(const Graph& graph,
                                      const MultiPointer::Side& side, Index b,
                                      Index batch,
                                      const std::vector<std::size_t>& reviews,
                                      const ReadReviews& read) {
  const ConstMatrixView choice = graph.value(side.choice);
  for (std::size_t r = 0; r < reviews.size(); ++r) {
    if (choice(static_cast<Index>(r) * batch + b, 0) == Real{0}) continue;
    PointedReview pointed{reviews[r], {}};
    if (!side.weights) return pointed;
    const std::vector<Span>& spans = read.spans[reviews[r]];
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
                       const ReadReviews& read) {
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

}  // namespace

Result<std::vector<Recommendation>> Recommend(
    const Recommender& model, const std::vector<GivenReview>& reviews,
    const std::string& user, const std::string& item, std::size_t count) {
  const Result<ReadReviews> read = ReadAll(model, reviews);
  if (!read.ok()) return read.error();
  const ReviewBank& bank = read.value().bank;
  if (item.empty() && model.items().size() + bank.items().size() == 0) {
    return Invalid("expected \"item\", or reviews of items, found none");
  }
  const std::vector<std::string> items = item.empty()
                                             ? NamedItems(model, bank, user)
                                             : std::vector<std::string>{item};
  std::vector<Recommendation> all;
  for (std::size_t start = 0; start < items.size(); start += kTogether) {
    std::vector<Recommendable> candidates;
    std::vector<Interaction> interactions;
    for (std::size_t i = start; i < std::min(start + kTogether, items.size());
         ++i) {
      candidates.push_back(MakeCandidate(model, bank, user, items[i]));
      interactions.push_back(candidates.back().interaction);
    }
    Graph graph(Graph::Mode::kInference);
    const Recommender::Prediction found = model.Predict(graph, interactions);
    if (!graph.value(found.rating).allFinite()) {
      return Error{ErrorCode::kNotFinite,
                   "expected finite ratings, found another: numbers of the "
                   "model are too large"};
    }
    for (std::size_t b = 0; b < candidates.size(); ++b) {
      all.push_back(Explain(model, graph, found, static_cast<Index>(b),
                            candidates[b], read.value()));
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Recommendation& left, const Recommendation& right) {
                     return left.rating > right.rating;
                   });
  if (item.empty() && all.size() > count) {
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(count), all.end());
  }
  return all;
}

}  // namespace whylight
