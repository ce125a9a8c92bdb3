#include "core/systems/recommender/bank.h"

#include <algorithm>
#include <utility>

namespace whylight {
namespace {

// The number of `name`, and a place for its reviews.
std::int32_t Enter(const std::string& name, NameList* names,
                   std::vector<std::vector<std::size_t>>* numbers) {
  if (name.empty()) return kUnknownName;
  const std::int32_t number = names->Add(name);
  numbers->resize(names->size());
  return number;
}

}  // namespace

void ReviewBank::Add(const std::string& user, const std::string& item,
                     WordIds words) {
  const std::size_t number = reviews_.size();
  const std::int32_t writer = Enter(user, &users_, &of_user_);
  const std::int32_t subject = Enter(item, &items_, &of_item_);
  if (writer >= 0) of_user_[static_cast<std::size_t>(writer)].push_back(number);
  if (subject >= 0) {
    of_item_[static_cast<std::size_t>(subject)].push_back(number);
  }
  reviews_.push_back({writer, subject, std::move(words)});
}

std::vector<std::size_t> ReviewBank::First(const Numbers& numbers,
                                           std::int32_t whose,
                                           std::int32_t user, std::int32_t item,
                                           std::size_t most) const {
  std::vector<std::size_t> first;
  if (whose < 0) return first;
  const bool both = user >= 0 && item >= 0;
  for (const std::size_t number : numbers[static_cast<std::size_t>(whose)]) {
    if (first.size() == most) break;
    const Review& review = reviews_[number];
    if (review.words.empty()) continue;
    if (both && review.user == user && review.item == item) continue;
    first.push_back(number);
  }
  return first;
}

std::vector<std::size_t> ReviewBank::OfUser(std::int32_t user,
                                            std::int32_t item,
                                            std::size_t most) const {
  return First(of_user_, user, user, item, most);
}

std::vector<std::size_t> ReviewBank::OfItem(std::int32_t user,
                                            std::int32_t item,
                                            std::size_t most) const {
  return First(of_item_, item, user, item, most);
}

bool ReviewBank::Has(std::int32_t user, std::int32_t item) const {
  if (user < 0 || item < 0) return false;
  const auto& numbers = of_user_[static_cast<std::size_t>(user)];
  return std::any_of(numbers.begin(), numbers.end(), [&](std::size_t number) {
    return reviews_[number].item == item;
  });
}

}  // namespace whylight
