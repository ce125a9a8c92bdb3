#include "core/explain/ngram_attribution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/explain/linearised_activation.h"
#include "tests/core/random_matrix.h"
#include "tests/core/rcnn_variants.h"

namespace whylight {
namespace {

constexpr Index kUnits = 3;
constexpr std::size_t kAll = 1000000;

struct Member {
  const char* name;
  RcnnForm form;
};

const std::vector<Member> kMembers = {
    {"additive", {.mapping = Mapping::kAdditive}},
    {"additive, un-normalised",
     {.mapping = Mapping::kAdditive, .normalized = false}},
    {"multiplicative", {.mapping = Mapping::kMultiplicative}},
    {"multiplicative, un-normalised",
     {.mapping = Mapping::kMultiplicative, .normalized = false}},
    {"multiplicative, same step",
     {.mapping = Mapping::kMultiplicative, .same_step = true}},
    {"multiplicative, un-normalised, same step",
     {.mapping = Mapping::kMultiplicative,
      .normalized = false,
      .same_step = true}},
};

RcnnRecord MakeRecord(const RcnnForm& form, Index words, Index order) {
  return {form, RandomMatrix(words, order * kUnits, "products"),
          (3 * RandomMatrix(words, kUnits, "decays")).array().logistic()};
}

StateFunctional WeightsEverywhere(const RcnnRecord& record) {
  const Index words = record.products.rows();
  const Index columns = record.products.cols();
  return {RandomMatrix(words, columns, "c weights"),
          RandomMatrix(words, columns, "z weights")};
}

using Contributions = std::map<Ngram, double>;

// The definition, term by term: for every word t, level j and n-gram of the
// words up to t its weight in c_j[t] and z_j[t] times its feature.
Contributions Enumerate(const RcnnRecord& record,
                        const StateFunctional& functional) {
  const RcnnForm& form = record.form;
  const bool additive = form.mapping == Mapping::kAdditive;
  const Index words = record.decays.rows();
  const Index order = record.products.cols() / kUnits;
  Contributions sum;
  const auto add = [&](Index t, Index j, const Ngram& members) {
    const auto count = static_cast<Index>(members.size());
    for (Index d = 0; d < kUnits; ++d) {
      const auto decay = [&](Index s) {
        return static_cast<double>(record.decays(s, d));
      };
      double feature = additive ? 0 : 1;
      for (Index k = 0; k < count; ++k) {
        const Index place = j - count + k;
        const double u = record.products(members[static_cast<std::size_t>(k)],
                                         place * kUnits + d);
        feature = additive ? feature + u : feature * u;
      }
      double passed_over = 1;
      const Index start = count < j ? 0 : members.front();
      for (Index s = start; s <= t; ++s) {
        const bool is_member =
            std::find(members.begin(), members.end(), s) != members.end();
        if (form.same_step ? s != members.front() : !is_member) {
          passed_over *= decay(s);
        }
      }
      double let_in = 1;
      for (const Index i : members) {
        if (form.normalized) let_in *= 1 - decay(i);
      }
      const Index column = (j - 1) * kUnits + d;
      sum[members] +=
          functional.c_weights(t, column) * let_in * passed_over * feature;
      if (members.back() == t) {
        if (form.normalized) let_in /= 1 - decay(t);
        sum[members] +=
            functional.z_weights(t, column) * let_in * passed_over * feature;
      }
    }
  };
  for (Index t = 0; t < words; ++t) {
    for (Index j = 1; j <= order; ++j) {
      const bool begins_in_padding = additive && form.normalized;
      for (Index m = begins_in_padding ? 1 : j; m <= j; ++m) {
        ForEachNgram(m, t + 1, form.same_step,
                     [&](const Ngram& members) { add(t, j, members); });
      }
    }
  }
  return sum;
}

RcnnLevels RunRecurrence(const RcnnRecord& record) {
  return RcnnByLoops(record.products, record.decays, record.form);
}

double Evaluate(const RcnnRecord& record, const StateFunctional& functional) {
  const RcnnLevels states = RunRecurrence(record);
  double value = 0;
  if (functional.c_weights.size() > 0) {
    value += states.c.cwiseProduct(functional.c_weights).cast<double>().sum();
  }
  if (functional.z_weights.size() > 0) {
    value += states.z.cwiseProduct(functional.z_weights).cast<double>().sum();
  }
  return value;
}

NgramAttribution Attribute(const RcnnRecord& record,
                           const StateFunctional& functional,
                           std::size_t top = kAll) {
  auto result = AttributeToNgrams(record, functional, {.top = top});
  EXPECT_TRUE(result.ok()) << result.error().message;
  return std::move(result).value();
}

double SumOf(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

void ForEachCase(const std::function<void(const RcnnRecord&)>& check) {
  for (const Member& member : kMembers) {
    for (Index order = 1; order <= 4; ++order) {
      for (const Index words : {1, 2, 7}) {
        SCOPED_TRACE(std::string(member.name) + ", order " +
                     std::to_string(order) + ", words " +
                     std::to_string(words));
        check(MakeRecord(member.form, words, order));
      }
    }
  }
}

TEST(NgramAttributionTest, ContributionsAreThoseOfTheDefinition) {
  ForEachCase([](const RcnnRecord& record) {
    const StateFunctional functional = WeightsEverywhere(record);
    const Contributions expected = Enumerate(record, functional);
    const NgramAttribution found = Attribute(record, functional);
    EXPECT_EQ(found.ngram_count, static_cast<double>(expected.size()));
    ASSERT_EQ(found.top.size(), expected.size());
    for (const NgramContribution& ngram : found.top) {
      ASSERT_EQ(expected.count(ngram.words), 1u);
      EXPECT_NEAR(ngram.contribution, expected.at(ngram.words), 1e-12);
    }
  });
}

TEST(NgramAttributionTest, AllContributionsAddUpToWhatTheRecurrenceGives) {
  ForEachCase([](const RcnnRecord& record) {
    const StateFunctional functional = WeightsEverywhere(record);
    const NgramAttribution found = Attribute(record, functional);
    EXPECT_NEAR(found.total, Evaluate(record, functional),
                1e-5 * (1 + std::abs(found.total)));
    EXPECT_NEAR(SumOf(found.word_marginals), found.total, 1e-12);
    double sum = 0;
    for (const NgramContribution& ngram : found.top) sum += ngram.contribution;
    EXPECT_NEAR(sum, found.total, 1e-11);
  });
}

TEST(NgramAttributionTest, EveryExposedStateIsExplained) {
  const RowVector mix = RandomMatrix(1, 3, "mix");
  for (const Member& member : kMembers) {
    SCOPED_TRACE(member.name);
    RcnnRecord record = MakeRecord(member.form, 6, 3);
    const Matrix weights = RandomMatrix(6, kUnits, "weights");
    const RcnnLevels levels = RunRecurrence(record);
    for (const auto state :
         {ExposedState::kC, ExposedState::kZ, ExposedState::kSumC,
          ExposedState::kSumZ, ExposedState::kMix}) {
      record.form.state = state;
      const Matrix exposed =
          Expose(levels, state, kUnits, {mix.begin(), mix.end()});
      const NgramAttribution found =
          Attribute(record, OnExposedState(record.form, 3, weights, mix));
      EXPECT_NEAR(found.total, weights.cwiseProduct(exposed).sum(), 1e-5)
          << "state " << static_cast<int>(state);
    }
  }
}

// An n-gram that begins left of the text stands for all ways to begin there:
// here the padding is written out, long enough for what lies beyond to vanish.
TEST(NgramAttributionTest, NgramsBeginInTheZeroPaddingOfTheAdditiveForm) {
  constexpr Index kPadding = 24;
  const RcnnForm form = {.mapping = Mapping::kAdditive};
  for (Index order = 1; order <= 3; ++order) {
    const RcnnRecord record = MakeRecord(form, 4, order);
    const StateFunctional functional = WeightsEverywhere(record);
    const auto pad = [](const Matrix& matrix, Real filling) {
      Matrix padded =
          Matrix::Constant(kPadding + matrix.rows(), matrix.cols(), filling);
      padded.bottomRows(matrix.rows()) = matrix;
      return padded;
    };
    const RcnnRecord padded = {form, pad(record.products, 0),
                               pad(record.decays, Real{0.25})};
    Contributions in_text;
    for (const auto& [members, contribution] : Enumerate(
             padded,
             {pad(functional.c_weights, 0), pad(functional.z_weights, 0)})) {
      std::vector<Index> words;
      for (const Index i : members) {
        if (i >= kPadding) words.push_back(i - kPadding);
      }
      in_text[words] += contribution;
    }
    for (const NgramContribution& ngram : Attribute(record, functional).top) {
      EXPECT_NEAR(ngram.contribution, in_text.at(ngram.words), 1e-9);
    }
  }
}

// The Shapley value by its definition, over all orders in which words come.
std::vector<double> ShapleyValues(const RcnnRecord& record,
                                  const StateFunctional& functional) {
  const auto words = static_cast<std::size_t>(record.products.rows());
  const auto value_of = [&](unsigned present) {
    RcnnRecord reduced = record;
    for (std::size_t i = 0; i < words; ++i) {
      if (((present >> i) & 1u) == 0) {
        reduced.products.row(static_cast<Index>(i)).setZero();
      }
    }
    return Evaluate(reduced, functional);
  };
  std::vector<std::size_t> order(words);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> sums(words, 0);
  double orders = 0;
  do {
    unsigned present = 0;
    for (const std::size_t i : order) {
      const double before = value_of(present);
      present |= 1u << i;
      sums[i] += value_of(present) - before;
    }
    ++orders;
  } while (std::next_permutation(order.begin(), order.end()));
  for (double& sum : sums) sum /= orders;
  return sums;
}

TEST(NgramAttributionTest, MarginalsAreShapleyValues) {
  for (const Member& member : kMembers) {
    if (member.form.same_step) continue;
    SCOPED_TRACE(member.name);
    const RcnnRecord record = MakeRecord(member.form, 5, 3);
    const StateFunctional functional = WeightsEverywhere(record);
    const std::vector<double> expected = ShapleyValues(record, functional);
    const std::vector<double> found =
        Attribute(record, functional).word_marginals;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_NEAR(found[i], expected[i], 1e-5);
    }
  }
}

TEST(NgramAttributionTest, ProductsAreSharedInEqualPartsByTheirPlaces) {
  for (const Member& member : kMembers) {
    if (member.form.mapping != Mapping::kMultiplicative) continue;
    SCOPED_TRACE(member.name);
    const RcnnRecord record = MakeRecord(member.form, 6, 4);
    const NgramAttribution found = Attribute(record, WeightsEverywhere(record));
    std::vector<double> expected(6, 0);
    for (const NgramContribution& ngram : found.top) {
      for (const Index i : ngram.words) {
        expected[static_cast<std::size_t>(i)] +=
            ngram.contribution / static_cast<double>(ngram.words.size());
      }
    }
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_NEAR(found.word_marginals[i], expected[i], 1e-12);
    }
  }
}

TEST(NgramAttributionTest, ListBeginsWithTheLargestContributions) {
  const RcnnRecord record = MakeRecord({}, 7, 3);
  const StateFunctional functional = WeightsEverywhere(record);
  const auto all = Attribute(record, functional).top;
  for (std::size_t r = 1; r < all.size(); ++r) {
    EXPECT_GE(std::abs(all[r - 1].contribution), std::abs(all[r].contribution));
  }
  const auto best = Attribute(record, functional, 5).top;
  ASSERT_EQ(best.size(), 5u);
  for (std::size_t r = 0; r < best.size(); ++r) {
    EXPECT_EQ(best[r].words, all[r].words);
  }
}

TEST(NgramAttributionTest, WalkVisitsWhatIsListed) {
  ForEachCase([](const RcnnRecord& record) {
    const StateFunctional functional = WeightsEverywhere(record);
    const Index length = record.decays.rows();
    std::map<std::vector<Index>, double> listed;
    for (const auto& [words, contribution] :
         Attribute(record, functional).top) {
      listed[words] = contribution;
    }
    for (const bool reversed : {false, true}) {
      auto walk = NgramWalk::Begin(record, functional, reversed);
      ASSERT_TRUE(walk.ok());
      EXPECT_EQ(walk.value().Count(), static_cast<double>(listed.size()));
      std::map<std::vector<Index>, double> visited;
      Index ends = 0;
      while (walk.value().Next([&](std::vector<Index> words, double number) {
        EXPECT_TRUE(std::is_sorted(words.begin(), words.end()));
        if (reversed) {
          std::reverse(words.begin(), words.end());
          for (Index& word : words) word = length - 1 - word;
        }
        EXPECT_EQ(words.back(), ends);
        EXPECT_TRUE(visited.emplace(words, number).second);
      })) {
        ++ends;
      }
      EXPECT_EQ(visited, listed);
    }
  });
}

TEST(NgramAttributionTest, WindowLeavesOutNgramsThatReachBeyondIt) {
  ForEachCase([](const RcnnRecord& record) {
    const StateFunctional functional = WeightsEverywhere(record);
    const NgramAttribution all = Attribute(record, functional);
    for (const Index window : {1, 2, 4, 9}) {
      const auto found = AttributeToNgrams(record, functional,
                                           {.top = kAll, .window = window});
      ASSERT_TRUE(found.ok());
      EXPECT_EQ(found.value().total, all.total);
      EXPECT_EQ(found.value().ngram_count, all.ngram_count);
      std::vector<NgramContribution> within = all.top;
      std::erase_if(within, [&](const NgramContribution& ngram) {
        return ngram.words.back() - ngram.words.front() >= window;
      });
      ASSERT_EQ(found.value().top.size(), within.size());
      for (std::size_t i = 0; i < within.size(); ++i) {
        EXPECT_EQ(found.value().top[i].words, within[i].words);
        EXPECT_EQ(found.value().top[i].contribution, within[i].contribution);
      }
      // As many as are listed may be enumerated, and no fewer.
      const auto count = static_cast<double>(within.size());
      EXPECT_TRUE(
          AttributeToNgrams(record, functional,
                            {.top = 1, .window = window, .max_ngrams = count})
              .ok());
      EXPECT_FALSE(AttributeToNgrams(
                       record, functional,
                       {.top = 1, .window = window, .max_ngrams = count - 0.5})
                       .ok() &&
                   count > 0);
    }
  });
}

TEST(NgramWalkTest, NarrowsItsWindowToWhatMayBeEnumerated) {
  ForEachCase([](const RcnnRecord& record) {
    const StateFunctional functional = WeightsEverywhere(record);
    const auto begin = [&](const NgramAttributionOptions& options) {
      return NgramWalk::Begin(record, functional, false, options);
    };
    const Index words = record.products.rows();
    for (const Index window : {Index{1}, Index{3}, words}) {
      const double count = begin({.window = window}).value().Count();
      const double wider = begin({.window = window + 1}).value().Count();
      if (wider == count && window < words) continue;
      const auto narrowed = begin({.max_ngrams = count, .narrows = true});
      ASSERT_TRUE(narrowed.ok()) << narrowed.error().message;
      EXPECT_EQ(narrowed.value().Count(), count);
      EXPECT_EQ(narrowed.value().window(), std::min(window, words));
    }
  });
}

TEST(NgramAttributionTest, TiesGoToShorterNgramsThenToTheLeft) {
  // Every n-gram of an un-normalised product of ones without decay adds 1.
  const RcnnRecord record = {
      {.mapping = Mapping::kMultiplicative, .normalized = false},
      Matrix::Ones(3, 2),
      Matrix::Ones(3, 1)};
  Matrix last_word = Matrix::Zero(3, 2);
  last_word.row(2).setOnes();
  const auto top = Attribute(record, {last_word, {}}, 5).top;
  std::vector<std::vector<Index>> words;
  for (const NgramContribution& ngram : top) words.push_back(ngram.words);
  EXPECT_EQ(words,
            (std::vector<std::vector<Index>>{{0}, {1}, {2}, {0, 1}, {0, 2}}));
}

TEST(NgramAttributionTest, StateThatEndsAtTheLastWordHasOnlySuchNgrams) {
  const RcnnForm form = {.mapping = Mapping::kMultiplicative,
                         .state = ExposedState::kZ};
  const RcnnRecord record = MakeRecord(form, 6, 2);
  Matrix weights = Matrix::Zero(6, kUnits);
  weights.row(5).setOnes();
  const NgramAttribution found =
      Attribute(record, OnExposedState(form, 2, weights, {}));
  EXPECT_EQ(found.ngram_count, 5);
  for (const NgramContribution& ngram : found.top) {
    ASSERT_EQ(ngram.words.size(), 2u);
    EXPECT_EQ(ngram.words.back(), 5);
  }
}

TEST(NgramAttributionTest, LongNgramsOfAShortTextAreFoundWithoutDetours) {
  // One n-gram of all words, among 2^40 beginnings.
  const RcnnForm form = {.mapping = Mapping::kMultiplicative,
                         .normalized = false};
  const RcnnRecord record = {form, Matrix::Ones(40, 40 * kUnits),
                             Matrix::Ones(40, kUnits)};
  const NgramAttribution found =
      Attribute(record, OnExposedState(form, 40, Matrix::Ones(40, kUnits), {}));
  EXPECT_EQ(found.ngram_count, 1);
  ASSERT_EQ(found.top.size(), 1u);
  EXPECT_EQ(found.top[0].words.size(), 40u);
  EXPECT_EQ(found.top[0].contribution, kUnits);
}

TEST(NgramAttributionTest, NothingToExplainGivesNothing) {
  const NgramAttribution no_words =
      Attribute(MakeRecord({}, 0, 2), StateFunctional{});
  EXPECT_EQ(no_words.total, 0);
  EXPECT_TRUE(no_words.top.empty());
  const NgramAttribution no_weights =
      Attribute(MakeRecord({}, 4, 2), StateFunctional{});
  EXPECT_EQ(no_weights.word_marginals, std::vector<double>(4, 0));
  EXPECT_EQ(no_weights.ngram_count, 0);
}

TEST(NgramAttributionTest, TotalAndMarginalsNeedNoEnumeration) {
  const RcnnRecord record = MakeRecord({}, 300, 8);
  const StateFunctional functional = WeightsEverywhere(record);
  const NgramAttribution found = Attribute(record, functional, 0);
  EXPECT_NEAR(found.total, Evaluate(record, functional),
              1e-4 * (1 + std::abs(found.total)));
  EXPECT_NEAR(SumOf(found.word_marginals), found.total, 1e-9);
  EXPECT_TRUE(found.top.empty());
}

TEST(NgramAttributionTest, TooManyNgramsAreRefusedByOrderAndLength) {
  const RcnnRecord record = MakeRecord({}, 300, 4);
  const auto result = AttributeToNgrams(record, WeightsEverywhere(record));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kInvalidArgument);
  EXPECT_NE(result.error().message.find("order 4 and 300 words"),
            std::string::npos)
      << result.error().message;
  // C(300, 1) + C(300, 2) + C(300, 3) + C(300, 4)
  EXPECT_NE(result.error().message.find("335291425"), std::string::npos)
      << result.error().message;
}

TEST(NgramAttributionTest, MisfitsAreErrors) {
  const auto message_of = [](const RcnnRecord& record,
                             const StateFunctional& functional) {
    const auto result = AttributeToNgrams(record, functional);
    return result.ok() ? "" : result.error().message;
  };
  const auto names = [](const std::string& message, const char* what) {
    return message.find(what) != std::string::npos;
  };
  const RcnnRecord good = MakeRecord({}, 4, 2);
  RcnnRecord bad = good;
  bad.form.pooling = NgramPooling::kMax;
  EXPECT_TRUE(names(message_of(bad, {}), "pooling"));
  bad = good;
  bad.form.same_step = true;
  EXPECT_TRUE(names(message_of(bad, {}), "same_step"));
  bad = good;
  bad.products.conservativeResize(4, 2 * kUnits + 1);
  EXPECT_TRUE(names(message_of(bad, {}), "products"));
  bad = good;
  bad.decays(2, 1) = Real{1.5};
  EXPECT_TRUE(names(message_of(bad, {}), "decays"));
  bad = good;
  bad.products(0, 0) = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_TRUE(names(message_of(bad, {}), "finite products"));
  EXPECT_TRUE(
      names(message_of(good, {Matrix::Ones(4, kUnits), {}}), "c_weights"));
  EXPECT_TRUE(
      names(message_of(good, {{}, Matrix::Ones(3, 2 * kUnits)}), "z_weights"));
}

// A linear head on the mean state of a layer h = g(s + b).
TEST(NgramAttributionTest, LogitOfALayerIsItsNgramsBiasAndResidual) {
  constexpr Index kWords = 8;
  const Matrix head =
      RandomMatrix(1, kVariantHidden, "head").replicate(kWords, 1) /
      static_cast<Real>(kWords);
  for (RcnnVariant& variant : RcnnForms(3)) {
    for (const auto activation :
         {Activation::kIdentity, Activation::kRelu, Activation::kTanh}) {
      SCOPED_TRACE(variant.name);
      variant.options.form.activation = activation;
      const RcnnForm& form = variant.options.form;
      const RcnnLayer layer = MakeVariant(variant.options);
      Graph graph(Graph::Mode::kInference);
      const RcnnInputs inputs = layer.Project(
          graph, graph.Constant(RandomMatrix(kWords, kVariantInputs, "text")));
      const RcnnRun run =
          RunRcnn(graph, inputs, MakeSequences({{0, 1, 2, 3, 4, 5, 6, 7}}),
                  Direction::kForward, Keep::kEverything);
      const RowVector bias = graph.value(*inputs.bias);
      const Matrix s = Expose({graph.value(*run.c), graph.value(*run.z)},
                              form.state, kVariantHidden)
                           .rowwise() +
                       bias;

      const Matrix weights = head.cwiseProduct(ActivationSlopes(activation, s));
      const NgramAttribution ngrams = Attribute(
          {form, graph.value(inputs.candidates), graph.value(*run.decays)},
          OnExposedState(form, 3, weights, {}));
      const Completeness completeness = {
          .logit = head.cwiseProduct(graph.value(run.states)).sum(),
          .ngrams = ngrams.total,
          .bias = (weights * bias.transpose()).sum(),
          .residual = ActivationResidual(activation, s, head)};
      EXPECT_LT(completeness.error(), 1e-5);
      if (activation == Activation::kTanh) {
        EXPECT_NE(completeness.residual, 0);
      } else {
        EXPECT_EQ(completeness.residual, 0);
      }
    }
  }
}

}  // namespace
}  // namespace whylight
