// The reviews that users and items are known by.
//
// What a rating is predicted from must not hold what the user wrote of that
// very item: a bank never gives a review of the user of the item, whoever asks,
// so training, evaluation and answers cannot peep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/model/word_batch.h"
#include "core/systems/recommender/name_list.h"

namespace whylight {

class ReviewBank {
 public:
  /// Adds a review, whose number is that of those before it. An empty name is
  /// nobody's. A review without words keeps its number and is never given.
  void Add(const std::string& user, const std::string& item, WordIds words);

  const NameList& users() const { return users_; }
  const NameList& items() const { return items_; }
  std::size_t size() const { return reviews_.size(); }
  /// The words of the review of that number; they stay where they are.
  const WordIds& words(std::size_t review) const {
    return reviews_[review].words;
  }

  /// The numbers of the first `most` reviews of a user, or of an item, but for
  /// those of that user of that item. Names may be unknown.
  std::vector<std::size_t> OfUser(std::int32_t user, std::int32_t item,
                                  std::size_t most) const;
  std::vector<std::size_t> OfItem(std::int32_t user, std::int32_t item,
                                  std::size_t most) const;

  /// Whether the user has a review of the item.
  bool Has(std::int32_t user, std::int32_t item) const;

 private:
  struct Review {
    std::int32_t user;
    std::int32_t item;
    WordIds words;
  };
  using Numbers = std::vector<std::vector<std::size_t>>;

  std::vector<std::size_t> First(const Numbers& numbers, std::int32_t whose,
                                 std::int32_t user, std::int32_t item,
                                 std::size_t most) const;

  NameList users_;
  NameList items_;
  std::vector<Review> reviews_;
  Numbers of_user_;
  Numbers of_item_;
};

}  // namespace whylight
