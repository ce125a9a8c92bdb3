#include "core/format/fields.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

enum class Roast { kLight, kDark };

struct Grinder {
  std::size_t steps = 12;
  bool burrs = true;
};

struct Cup {
  std::string name;
  double size = 0.2;
};

struct Coffee {
  Roast roast = Roast::kLight;
  double strength = 0.5;
  std::optional<std::size_t> shots;
  std::string origin = "Kenya";
  std::vector<std::string> notes = {"berry"};
  std::vector<double> temperatures;
  Grinder grinder;
  std::vector<Cup> cups;
};

const Names<Roast>& RoastNames() {
  static const Names<Roast> names = {{"light", Roast::kLight},
                                     {"dark", Roast::kDark}};
  return names;
}

const Fields<Grinder>& GrinderFields() {
  static const auto fields =
      Fields<Grinder>("How the beans are ground.")
          .Count("steps", &Grinder::steps, {1, 40}, "How fine.")
          .Flag("burrs", &Grinder::burrs, "Whether it has burrs.");
  return fields;
}

const Fields<Cup>& CupFields() {
  static const auto fields = Fields<Cup>("A cup.")
                                 .Text("name", &Cup::name, "Whose it is.")
                                 .Required()
                                 .Number("size", &Cup::size, {0, 1}, "Litres.");
  return fields;
}

const Fields<Coffee>& CoffeeFields() {
  static const auto fields =
      Fields<Coffee>("A coffee.")
          .Choice("roast", &Coffee::roast, RoastNames(), "The roast.")
          .Number("strength", &Coffee::strength, {0, 1}, "The strength.")
          .Number("power", &Coffee::strength, {0, 1}, "Its old name.")
          .Old()
          .Count("shots", &Coffee::shots, {1, 8}, "How many shots.")
          .When("roast is dark")
          .Text("origin", &Coffee::origin, "Where it grew.")
          .Texts("notes", &Coffee::notes, "What it tastes of.")
          .Numbers("temperatures", &Coffee::temperatures, {0, 100}, "Degrees.")
          .Part("grinder", &Coffee::grinder, GrinderFields())
          .List("cups", &Coffee::cups, CupFields())
          .Check([](const Coffee& coffee) {
            return coffee.shots && coffee.roast == Roast::kLight
                       ? std::string("expected no shots of a light roast")
                       : std::string();
          });
  return fields;
}

std::string Problem(const char* text) {
  Coffee coffee;
  const Status read =
      CoffeeFields().Read(json::parse(text), "coffee.json", &coffee);
  return read.ok() ? "" : read.error().message;
}

TEST(FieldsTest, WhatIsReadIsWrittenAgain) {
  const json all = {{"roast", "dark"},
                    {"strength", 0.75},
                    {"shots", 2},
                    {"origin", "Peru"},
                    {"notes", {"nut", "cocoa"}},
                    {"temperatures", {80.5, 92.0}},
                    {"grinder", {{"steps", 7}, {"burrs", false}}},
                    {"cups", {{{"name", "Ada"}, {"size", 0.25}}}}};
  Coffee coffee;
  ASSERT_TRUE(CoffeeFields().Read(all, "coffee.json", &coffee).ok());
  EXPECT_EQ(coffee.roast, Roast::kDark);
  EXPECT_EQ(coffee.shots, 2u);
  EXPECT_EQ(coffee.grinder.steps, 7u);
  EXPECT_EQ(coffee.cups[0].name, "Ada");
  EXPECT_EQ(json(CoffeeFields().Write(coffee)), all);
}

TEST(FieldsTest, ReadingWhatIsWrittenOfDefaultsChangesNothing) {
  const ordered_json defaults = CoffeeFields().Defaults();
  EXPECT_EQ(defaults["strength"], 0.5);
  EXPECT_FALSE(defaults.contains("shots"));
  Coffee coffee;
  ASSERT_TRUE(CoffeeFields().Read(json(defaults), "coffee.json", &coffee).ok());
  EXPECT_EQ(CoffeeFields().Write(coffee), defaults);
}

TEST(FieldsTest, AnAbsentKeyKeepsItsValue) {
  Coffee coffee;
  coffee.origin = "Laos";
  coffee.grinder.burrs = false;
  const json some = {{"grinder", {{"steps", 3}}}};
  ASSERT_TRUE(CoffeeFields().Read(some, "coffee.json", &coffee).ok());
  EXPECT_EQ(coffee.origin, "Laos");
  EXPECT_FALSE(coffee.grinder.burrs);
}

TEST(FieldsTest, AnOldSpellingIsReadAndNeverWritten) {
  Coffee coffee;
  const json old = {{"power", 0.9}};
  ASSERT_TRUE(CoffeeFields().Read(old, "coffee.json", &coffee).ok());
  EXPECT_EQ(coffee.strength, 0.9);
  const ordered_json written = CoffeeFields().Write(coffee);
  EXPECT_EQ(written["strength"], 0.9);
  EXPECT_FALSE(written.contains("power"));
  for (const Field& field : CoffeeFields().Describe()) {
    EXPECT_NE(field.key, "power");
  }
}

TEST(FieldsTest, ErrorsNameTheKeyWhatWasExpectedAndWhatWasFound) {
  const std::vector<std::pair<const char*, const char*>> cases = {
      {"[]", "coffee.json: expected an object, found []"},
      {R"({"roast": "blue"})",
       R"(coffee.json: "roast": expected one of "light", "dark", found "blue")"},
      {R"({"strength": 1.5})",
       R"(coffee.json: "strength": expected a number from 0.0 to 1.0, found 1.5)"},
      {R"({"strength": "1"})",
       R"(coffee.json: "strength": expected a number from 0.0 to 1.0, found "1")"},
      {R"({"shots": 1.5})",
       R"(coffee.json: "shots": expected a whole number from 1 to 8, found 1.5)"},
      {R"({"shots": -1})",
       R"(coffee.json: "shots": expected a whole number from 1 to 8, found -1)"},
      {R"({"origin": ""})",
       R"(coffee.json: "origin": expected a text, found "")"},
      {R"({"notes": ["nut", 3]})",
       R"(coffee.json: "notes": expected a list of texts, found ["nut",3])"},
      {R"({"temperatures": [101]})",
       R"(coffee.json: "temperatures": expected a list of numbers from 0.0 to 100.0, found [101])"},
      {R"({"grinder": 3})",
       "coffee.json: grinder: expected an object, found 3"},
      {R"({"grinder": {"burrs": 1}})",
       R"(coffee.json: grinder: "burrs": expected true or false, found 1)"},
      {R"({"cups": {}})", R"(coffee.json: "cups": expected a list, found {})"},
      {R"({"cups": [{"name": "Ada"}, {"size": 0.1}]})",
       R"(coffee.json: cups[1]: expected "name", found none)"},
      {R"({"grinder": {"step": 1}})",
       R"(coffee.json: grinder: unknown key "step", expected one of: burrs, steps)"},
      {R"({"shots": 1})", "coffee.json: expected no shots of a light roast"},
  };
  for (const auto& [text, message] : cases) {
    EXPECT_EQ(Problem(text), message) << text;
  }
}

TEST(FieldsTest, ANumberThatIsNoneIsOutOfEveryRange) {
  Coffee coffee;
  const json nan = {{"strength", std::numeric_limits<double>::quiet_NaN()}};
  EXPECT_FALSE(CoffeeFields().Read(nan, "coffee.json", &coffee).ok());
}

struct Tea {
  std::string leaf = "green";
  std::optional<std::string> milk;
};

TEST(FieldsTest, AChoiceMayBeKeptAsItsName) {
  const auto fields =
      Fields<Tea>("A tea.")
          .Name("leaf", &Tea::leaf, {"green", "black"}, "The leaf.")
          .Name("milk", &Tea::milk, {"oat", "cow"}, "The milk.");
  EXPECT_EQ(fields.Defaults(), (ordered_json{{"leaf", "green"}}));
  EXPECT_EQ(fields.Describe()[0].kind, FieldKind::kChoice);
  EXPECT_EQ(fields.Describe()[0].choices,
            (std::vector<std::string>{"green", "black"}));
  const json all = {{"leaf", "black"}, {"milk", "oat"}};
  Tea tea;
  ASSERT_TRUE(fields.Read(all, "tea", &tea).ok());
  EXPECT_EQ(tea.leaf, "black");
  EXPECT_EQ(tea.milk, "oat");
  EXPECT_EQ(json(fields.Write(tea)), all);
  for (const auto& [leaf, found] :
       {std::pair<json, const char*>{"red", "\"red\""},
        {"", "\"\""},
        {"Green", "\"Green\""},
        {1, "1"},
        {{"green"}, "[\"green\"]"}}) {
    const Status read = fields.Read({{"leaf", leaf}}, "tea", &tea);
    ASSERT_FALSE(read.ok()) << leaf;
    EXPECT_EQ(read.error().message,
              std::string("tea: \"leaf\": expected one of \"green\", "
                          "\"black\", found ") +
                  found);
    EXPECT_EQ(tea.leaf, "black");
  }
}

struct Breakfast {
  Coffee coffee;
  bool toast = false;
};

TEST(FieldsTest, TheFieldsOfAMemberMayStandBesideThoseOfTheStruct) {
  Breakfast quarter;
  quarter.coffee.strength = 0.25;
  const auto fields = Fields<Breakfast>("Breakfast.")
                          .Include(&Breakfast::coffee, CoffeeFields())
                          .Flag("toast", &Breakfast::toast, "With toast.")
                          .From(quarter);
  EXPECT_EQ(fields.Defaults()["strength"], 0.25);
  Breakfast breakfast;
  const json found = {{"toast", true}, {"strength", 1}};
  ASSERT_TRUE(fields.Read(found, "breakfast", &breakfast).ok());
  EXPECT_EQ(breakfast.coffee.strength, 1);
  const json light = {{"shots", 2}};
  EXPECT_EQ(fields.Read(light, "breakfast", &breakfast).error().message,
            "breakfast: expected no shots of a light roast");
}

}  // namespace
}  // namespace whylight
