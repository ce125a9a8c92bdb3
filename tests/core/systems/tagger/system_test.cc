#include "core/systems/tagger/system.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/systems/tagger/model.h"

namespace whylight {
namespace {

// Without layers: each word has its tag.
class TaggerSystemTest : public testing::Test {
 protected:
  static std::unique_ptr<Model> Loaded(bool bio) {
    Tagger model =
        Tagger::Make({.labels = {"B-place", "I-place", "O"}, .bio = bio},
                     Vocabulary::FromWords({"new", "york", "to"}).value(),
                     Matrix::Identity(3, 3), 1)
            .value();
    for (Parameter* parameter : model.Parameters()) {
      if (parameter->name == "output.W") parameter->value.setIdentity();
    }
    return TaggerSystem()
        .load(model.Save(Dtype::kF32, Dtype::kF32, "{}").value())
        .value();
  }
  static std::string Tag(bool bio, std::string_view text) {
    const auto model = Loaded(bio);
    return Ask(TaggerSystem(), *model, {"tag", {&text, 1}}).value().json.dump();
  }
};

TEST_F(TaggerSystemTest, AModelSaysItsTags) {
  EXPECT_EQ(Loaded(true)->About().dump(),
            R"({"labels":["B-place","I-place","O"],"bio":true})");
}

TEST_F(TaggerSystemTest, WordsHaveTagsAndPlaces) {
  EXPECT_EQ(Tag(false, "To York"), R"({"words":[{"start":0,"end":2,"tag":"O"},)"
                                   R"({"start":3,"end":7,"tag":"I-place"}]})");
}

TEST_F(TaggerSystemTest, TagsOfSpansMarkThem) {
  EXPECT_EQ(Tag(true, "To New York"),
            R"({"words":[{"start":0,"end":2,"tag":"O"},)"
            R"({"start":3,"end":6,"tag":"B-place"},)"
            R"({"start":7,"end":11,"tag":"I-place"}],)"
            R"("spans":[{"start":3,"end":11,"label":"place"}]})");
  EXPECT_EQ(Tag(true, ""), R"({"words":[],"spans":[]})");
}

}  // namespace
}  // namespace whylight
