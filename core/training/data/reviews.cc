#include "core/training/data/reviews.h"

#include <utility>

namespace whylight {

Status VisitReviews(const std::string& path,
                    const std::vector<std::string>& aspects,
                    const DataOptions& options, const RecordVisitor& visit,
                    Rationales rationales) {
  bool any = false;
  Status read = VisitRecords(
      path, options,
      {.ratings = aspects, .rationales = rationales == Rationales::kRead},
      [&](Review& review) {
        any = true;
        return visit(review);
      });
  if (read.ok() && !any) return NothingRead(path, "review");
  return read;
}

Result<std::vector<Review>> ReadReviews(const std::string& path,
                                        const std::vector<std::string>& aspects,
                                        const DataOptions& options,
                                        Rationales rationales) {
  std::vector<Review> reviews;
  Status read = VisitReviews(
      path, aspects, options,
      [&](Review& review) -> Status {
        reviews.push_back(std::move(review));
        return {};
      },
      rationales);
  if (!read.ok()) return read.error();
  return reviews;
}

}  // namespace whylight
