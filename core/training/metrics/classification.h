// How well classes are told apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace whylight {

/// confusion[i][j]: how many examples of class i were taken for class j.
using Confusion = std::vector<std::vector<std::size_t>>;

/// `actual` and `predicted` are classes below `classes`, one for each example.
Confusion CountConfusion(std::span<const std::int32_t> actual,
                         std::span<const std::int32_t> predicted,
                         std::size_t classes);

/// Share of the examples that are taken for what they are; 0 of none.
double Accuracy(const Confusion& confusion);

/// The share of the examples taken for a class that are of it; 0 of none.
double ClassPrecision(const Confusion& confusion, std::size_t own);

/// The share of the examples of a class that are taken for it; 0 of none.
double ClassRecall(const Confusion& confusion, std::size_t own);

/// 2 · right / (examples of the class + examples taken for it): the harmonic
/// mean of precision and recall. 0 where there are neither.
double ClassF1(const Confusion& confusion, std::size_t own);

/// The mean F1 of the classes that some example has or is taken for.
double MacroF1(const Confusion& confusion);

/// The F1 of the sums over `classes`. Over all classes it is the accuracy;
/// those to leave out are the ones that stand for "nothing".
double MicroF1(const Confusion& confusion,
               std::span<const std::size_t> classes);

}  // namespace whylight
