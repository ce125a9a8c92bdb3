#include "core/program/painted_figures.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace whylight {
namespace {

std::string Paint(const char* figures) {
  return PaintFigures(nlohmann::ordered_json::parse(figures));
}

TEST(PaintFiguresTest, NumbersHaveFourDigitsAndNoExponents) {
  EXPECT_EQ(Paint(R"({"n": 12345, "loss": 0.123456, "perplexity": 12345.6,
                      "share": 1.0, "best": null, "calibrated": true,
                      "interval": [-0.14851, 0.25], "alarms": [],
                      "notes": ["one", "two\nlines"]})"),
            R"(n           12345
loss        0.1235
perplexity  12346
share       1
best        none
calibrated  yes
interval    -0.1485, 0.25
alarms      none
notes       one; two lines
)");
}

TEST(PaintFiguresTest, WhatSeveralHaveAlikeIsATable) {
  EXPECT_EQ(Paint(R"({"n": 2, "aspects": {
              "look": {"error": 0.5, "keywords": {"recall": 1, "kappa": 0.25},
                       "words": {"pale": 3}},
              "smell": {"error": 0.125, "full": 0.1,
                        "keywords": {"recall": 0, "kappa": 0}},
              "taste": {"error": 0.25, "full": 0.2}}})"),
            R"(n  2

aspects
                   look  smell  taste
  error             0.5  0.125   0.25
  keywords recall     1      0
  keywords kappa   0.25      0
  full                     0.1    0.2

  look

    words
      pale  3
)");
}

TEST(PaintFiguresTest, TheFewerStandBesideEachOther) {
  EXPECT_EQ(Paint(R"({"tags": {"A": {"n": 1, "f1": 0.5},
                               "B": {"n": 20, "f1": 1},
                               "C": {"n": 3}}})"),
            R"(tags
      n   f1
  A   1  0.5
  B  20    1
  C   3
)");
}

TEST(PaintFiguresTest, FiguresOfLabelsAreATable) {
  EXPECT_EQ(Paint(R"({"labels": ["no", "yes"], "precision": [0.5, 1],
                      "confusion": [[10, 0], [2, 3]]})"),
            R"(labels
       precision
  no         0.5
  yes          1

confusion
       no  yes
  no   10    0
  yes   2    3
)");
  EXPECT_EQ(Paint(R"({"labels": ["no", "yes"], "n": 2})"),
            "n       2\nlabels  no; yes\n");
}

TEST(PaintFiguresTest, ListsOfTheSameFiguresAreATable) {
  EXPECT_EQ(Paint(R"({"rows": [{"from": 0, "n": 12}, {"from": 0.5, "n": 3}],
                      "gates": [{"layer": 1, "words": [1, 2, 3, 4, 5]},
                                {"layer": 2}]})"),
            R"(rows
  from   n
  0     12
  0.5    3

gates
  layer  1
  words  1, 2, 3, 4, 5

  layer  2
)");
}

TEST(PaintFiguresTest, NamesCannotMoveTheCursor) {
  EXPECT_EQ(Paint(R"({"a\u001b[2J\nb": 1})"), "a\uFFFD[2J b  1\n");
}

}  // namespace
}  // namespace whylight
