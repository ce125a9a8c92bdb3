// Whether two ways of marking things agree more than chance would have it
// (Cohen 1960).
#pragma once

namespace whylight {

/// How many things there are, and how many of them are marked.
struct MarkCounts {
  double all = 0;
  double first = 0;
  double second = 0;
  double both = 0;

  MarkCounts& operator+=(const MarkCounts& other);
};

/// Share of what the first marks that the second marks, too; 0 of nothing.
double MarkPrecision(const MarkCounts& counts);

/// Share of what the second marks that the first marks, too; 0 of nothing.
double MarkRecall(const MarkCounts& counts);

/// Cohen's kappa: (agreement - chance) / (1 - chance), where two things agree
/// if both mark them or neither does, and chance is the agreement of two that
/// mark as many without knowing of each other. 1 where they mark the same, 0
/// where they agree as chance has it, and where there is nothing but chance.
double CohenKappa(const MarkCounts& counts);

}  // namespace whylight
