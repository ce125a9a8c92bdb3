// The options of a struct, each declared once. From the declaration come the
// reader, with every error, the writer, and what help, docs and types say:
//
//   const Fields<ScheduleOptions>& ScheduleFields() {
//     static const auto fields =
//         Fields<ScheduleOptions>("How the learning rate changes over a
//         stage.")
//             .Choice("type", &ScheduleOptions::type, ScheduleNames(),
//                     "The rule by which it changes.")
//             .Number("factor", &ScheduleOptions::factor, {0, 1},
//                     "What the learning rate is multiplied by.")
//             .When("type is exponential or step");
//     return fields;
//   }
//
// A member is given by its pointer, or by a function from the struct to it
// where it lies deeper. It lies within the struct itself, not behind a pointer:
// what is kept of it is how far from the beginning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace whylight {

/// The names of the values of a choice, in the order in which lists have them.
template <typename Value>
using Names = std::vector<std::pair<std::string, Value>>;

/// The name of `value`; empty if it has none.
template <typename Value>
std::string NameOf(const Names<Value>& names, const Value& value) {
  for (const auto& [name, each] : names) {
    if (each == value) return name;
  }
  return {};
}

enum class FieldKind {
  kNumber,     ///< A number in the range.
  kCount,      ///< A whole number in the range, at least 0.
  kFlag,       ///< true or false.
  kText,       ///< A text that is not empty.
  kChoice,     ///< One of `choices`.
  kTexts,      ///< A list of texts.
  kNumbers,    ///< A list of numbers in the range.
  kTextMap,    ///< An object whose values are texts that are not empty.
  kNumberMap,  ///< An object whose values are numbers in the range.
  kPart,       ///< An object with the fields of `part`.
  kList,       ///< A list of such objects.
  kOther,      ///< Read by a function of its own.
};

struct Range {
  double low = 0;
  double high = 0;
};

class FieldTable;

/// Everything there is to say about a field.
struct Field {
  std::string key;
  FieldKind kind;
  std::string help = {};  ///< A sentence.
  Range range = {};
  std::vector<std::string> choices = {};
  const FieldTable* part = nullptr;
  std::string type = {};  ///< Of kOther: its type in TypeScript.
  /// When the option applies, e.g. "type is constant"; empty: always.
  std::string when = {};
  bool required = false;
  /// A spelling of yesterday: read, but neither written nor described.
  bool old = false;
  /// The table that it was included from, if that has a name.
  const FieldTable* included = nullptr;
};

/// The fields of some struct.
class FieldTable {
 public:
  /// A sentence about the struct.
  const std::string& summary() const { return summary_; }

  /// Options that many structs have in common have a name, by which
  /// descriptions refer to them.
  const std::string& name() const { return name_; }

  /// The fields, in the order in which they are written.
  std::vector<Field> Describe() const;

  /// The written form of options that are written as before: old spellings
  /// become today's, and what is left out is spelled out. Fails as reading
  /// does.
  Result<nlohmann::ordered_json> Renew(const nlohmann::json& object,
                                       const std::string& where) const;

  /// The written form of options that nobody set.
  nlohmann::ordered_json Defaults() const { return WriteFrom(start_.get()); }

 protected:
  using Json = nlohmann::json;
  using OrderedJson = nlohmann::ordered_json;

  /// Takes over a value that fits the field. `where` is how errors call it.
  using Setter = std::function<Status(void* options, const Json& value,
                                      const std::string& where)>;
  /// Null where there is nothing to write.
  using Getter = std::function<OrderedJson(const void* options)>;
  /// The error in the options, or nothing.
  using Checker = std::function<std::string(const void* options)>;

  struct Entry {
    Field field;
    Setter set;
    Getter get;
  };

  // What follows knows where a member lies in its struct, and not whose it is:
  // hundreds of options share a few functions.
  using Offset = std::ptrdiff_t;

  /// What a choice is to code that does not know its type.
  struct Choices {
    std::vector<std::pair<std::string, std::int64_t>> names;
    void (*put)(void* place, std::int64_t value);
    std::optional<std::int64_t> (*take)(const void* place);
  };

  /// What a vector of structs is to code that does not know theirs.
  struct Items {
    void (*clear)(void* list);
    void* (*append)(void* list);
    std::size_t (*size)(const void* list);
    const void* (*item)(const void* list, std::size_t i);
  };

  explicit FieldTable(std::string summary) : summary_(std::move(summary)) {}

  static void* At(void* options, Offset offset) {
    return static_cast<char*>(options) + offset;
  }
  static const void* At(const void* options, Offset offset) {
    return static_cast<const char*>(options) + offset;
  }

  template <typename Value, typename Target>
  static Setter Assign(Offset offset) {
    return [offset](void* options, const Json& value,
                    const std::string&) -> Status {
      auto& place = *static_cast<Target*>(At(options, offset));
      if constexpr (std::is_arithmetic_v<Target>) {
        place = static_cast<Target>(value.get<Value>());
      } else {
        place = value.get<Value>();
      }
      return {};
    };
  }

  template <typename Target>
  static Getter Show(Offset offset) {
    return [offset](const void* options) {
      const auto& place = *static_cast<const Target*>(At(options, offset));
      if constexpr (requires { place.has_value(); }) {
        return place ? OrderedJson(*place) : OrderedJson();
      } else {
        return OrderedJson(place);
      }
    };
  }

  void Add(std::string key, FieldKind kind, std::string help, Range range,
           Setter set, Getter get);
  void AddText(std::string key, Offset offset, std::string help);
  void AddFixed(std::string key, std::string value, std::string help);
  void AddChoice(std::string key, Offset offset, Choices choices,
                 std::string help);
  void AddPart(std::string key, Offset offset, const FieldTable& part,
               std::string help);
  void AddList(std::string key, Offset offset, const FieldTable& part,
               Items items, std::string help);
  void AddOther(std::string key, std::string type, Setter set, Getter get,
                std::string help);
  void IncludeAt(Offset offset, const FieldTable& part);
  void WriteIf(std::function<bool(const void* options)> holds);

  Status ReadInto(void* options, const Json& object,
                  const std::string& where) const;
  OrderedJson WriteFrom(const void* options) const;

  std::string summary_;
  std::string name_;
  std::vector<Entry> entries_;
  std::vector<Checker> checks_;
  /// The options that nobody set, and what copies them.
  std::shared_ptr<const void> start_;
  std::shared_ptr<void> (*copy_)(const void* options) = nullptr;
};

/// `where: "key": expected ..., found ...`.
Error ExpectedField(const std::string& where, const std::string& key,
                    const std::string& expected, const nlohmann::json& found);

template <typename Options>
class Fields : public FieldTable {
 public:
  explicit Fields(std::string summary = {}) : FieldTable(std::move(summary)) {
    start_ = std::make_shared<Options>();
    copy_ = [](const void* options) -> std::shared_ptr<void> {
      return std::make_shared<Options>(*static_cast<const Options*>(options));
    };
  }

  template <typename Member>
  Fields&& Number(std::string key, Member member, Range range,
                  std::string help) && {
    return Simple<double>(FieldKind::kNumber, std::move(key), member,
                          std::move(help), range);
  }

  template <typename Member>
  Fields&& Count(std::string key, Member member, Range range,
                 std::string help) && {
    return Simple<std::uint64_t>(FieldKind::kCount, std::move(key), member,
                                 std::move(help), range);
  }

  template <typename Member>
  Fields&& Flag(std::string key, Member member, std::string help) && {
    return Simple<bool>(FieldKind::kFlag, std::move(key), member,
                        std::move(help));
  }

  /// Written where it is not empty.
  template <typename Member>
  Fields&& Text(std::string key, Member member, std::string help) && {
    AddText(std::move(key), OffsetOf<std::string>(member), std::move(help));
    return std::move(*this);
  }

  template <typename Member>
  Fields&& Texts(std::string key, Member member, std::string help) && {
    return Simple<std::vector<std::string>>(FieldKind::kTexts, std::move(key),
                                            member, std::move(help));
  }

  template <typename Member>
  Fields&& Numbers(std::string key, Member member, Range range,
                   std::string help) && {
    return Simple<std::vector<double>>(FieldKind::kNumbers, std::move(key),
                                       member, std::move(help), range);
  }

  /// A std::map by key.
  template <typename Member>
  Fields&& TextMap(std::string key, Member member, std::string help) && {
    return Simple<std::map<std::string, std::string>>(
        FieldKind::kTextMap, std::move(key), member, std::move(help));
  }

  template <typename Member>
  Fields&& NumberMap(std::string key, Member member, Range range,
                     std::string help) && {
    return Simple<std::map<std::string, double>>(
        FieldKind::kNumberMap, std::move(key), member, std::move(help), range);
  }

  /// A key that always has this value, such as the "task" of a config.
  Fields&& Fixed(std::string key, std::string value, std::string help) && {
    AddFixed(std::move(key), std::move(value), std::move(help));
    return std::move(*this);
  }

  template <typename Member, typename Value>
  Fields&& Choice(std::string key, Member member, const Names<Value>& names,
                  std::string help) && {
    using Target = TargetOf<Member>;
    Choices choices;
    for (const auto& [name, value] : names) {
      choices.names.emplace_back(name, static_cast<std::int64_t>(value));
    }
    choices.put = [](void* place, std::int64_t value) {
      *static_cast<Target*>(place) = static_cast<Value>(value);
    };
    choices.take = [](const void* at) -> std::optional<std::int64_t> {
      const Target& place = *static_cast<const Target*>(at);
      if constexpr (std::is_same_v<Target, Value>) {
        return static_cast<std::int64_t>(place);
      } else {
        if (!place) return {};
        return static_cast<std::int64_t>(*place);
      }
    };
    AddChoice(std::move(key), OffsetOf<Target>(member), std::move(choices),
              std::move(help));
    return std::move(*this);
  }

  /// A choice that is kept as its name.
  template <typename Member>
  Fields&& Name(std::string key, Member member,
                const std::vector<std::string>& names, std::string help) && {
    Simple<std::string>(FieldKind::kChoice, std::move(key), member,
                        std::move(help));
    entries_.back().field.choices = names;
    return std::move(*this);
  }

  template <typename Member, typename Inner>
  Fields&& Part(std::string key, Member member, const Fields<Inner>& part,
                std::string help = {}) && {
    AddPart(std::move(key), OffsetOf<Inner>(member), part, std::move(help));
    return std::move(*this);
  }

  /// A vector of structs, read anew.
  template <typename Member, typename Inner>
  Fields&& List(std::string key, Member member, const Fields<Inner>& part,
                std::string help = {}) && {
    using Target = std::vector<Inner>;
    const Items items = {
        [](void* list) { static_cast<Target*>(list)->clear(); },
        [](void* list) -> void* {
          return &static_cast<Target*>(list)->emplace_back();
        },
        [](const void* list) {
          return static_cast<const Target*>(list)->size();
        },
        [](const void* list, std::size_t i) -> const void* {
          return &(*static_cast<const Target*>(list))[i];
        }};
    AddList(std::move(key), OffsetOf<Target>(member), part, items,
            std::move(help));
    return std::move(*this);
  }

  /// Whatever `read(value, where, Options*)` takes; `type` is its type in
  /// TypeScript. `write(options)` gives null where there is nothing to write.
  template <typename Reader, typename Writer>
  Fields&& Other(std::string key, std::string type, Reader read, Writer write,
                 std::string help) && {
    AddOther(
        std::move(key), std::move(type),
        [read = std::move(read)](void* options, const Json& value,
                                 const std::string& where) -> Status {
          return read(value, where, static_cast<Options*>(options));
        },
        [write = std::move(write)](const void* options) -> OrderedJson {
          return write(*static_cast<const Options*>(options));
        },
        std::move(help));
    return std::move(*this);
  }

  /// The fields of a member that stand beside those of the struct itself.
  template <typename Member, typename Inner>
  Fields&& Include(Member member, const Fields<Inner>& part) && {
    IncludeAt(OffsetOf<Inner>(member), part);
    return std::move(*this);
  }

  // Of the field before:

  /// It applies only in this case, e.g. "type is constant".
  Fields&& When(const std::string& when) && {
    entries_.back().field.when = when;
    return std::move(*this);
  }
  Fields&& Required() && {
    entries_.back().field.required = true;
    return std::move(*this);
  }
  Fields&& Optional() && {
    entries_.back().field.required = false;
    return std::move(*this);
  }
  /// Of Other: its value is an object with these fields, or a list of such.
  template <typename Inner>
  Fields&& Of(const Fields<Inner>& part) && {
    entries_.back().field.part = &part;
    return std::move(*this);
  }
  /// It is written only where this holds of the options.
  template <typename Condition>
  Fields&& WrittenIf(Condition holds) && {
    WriteIf([holds = std::move(holds)](const void* options) -> bool {
      return std::invoke(holds, *static_cast<const Options*>(options));
    });
    return std::move(*this);
  }
  /// It is a spelling of yesterday.
  Fields&& Old() && {
    entries_.back().field.old = true;
    return std::move(*this);
  }

  /// Asked of the options when everything is read: what is wrong, or nothing.
  template <typename Problem>
  Fields&& Check(Problem problem) && {
    checks_.push_back(
        [problem = std::move(problem)](const void* options) -> std::string {
          return problem(*static_cast<const Options*>(options));
        });
    return std::move(*this);
  }

  /// Descriptions of other structs refer to these fields by this name.
  Fields&& Named(const std::string& name) && {
    name_ = name;
    return std::move(*this);
  }

  /// The values of these options are the defaults.
  Fields&& From(const Options& options) && {
    start_ = std::make_shared<Options>(options);
    return std::move(*this);
  }

  /// Options as nobody set them.
  const Options& Start() const {
    return *static_cast<const Options*>(start_.get());
  }

  /// Sets what `object` names and leaves the rest of `options` as it is. Fails
  /// with kInvalidArgument and the first problem: `where` is how the error
  /// calls the object, such as "train.json" or "train.json: selection".
  Status Read(const Json& object, const std::string& where,
              Options* options) const {
    return ReadInto(options, object, where);
  }

  OrderedJson Write(const Options& options) const {
    return WriteFrom(&options);
  }

 private:
  template <typename Member>
  using TargetOf = std::remove_cvref_t<std::invoke_result_t<Member, Options&>>;

  /// Where in the options a member lies, as what it or its base is.
  template <typename Target, typename Member>
  Offset OffsetOf(Member member) const {
    // Functions to a member take what could be changed; none changes anything.
    auto& options = const_cast<Options&>(Start());
    const Target& place = std::invoke(member, options);
    return reinterpret_cast<const char*>(&place) -
           reinterpret_cast<const char*>(&options);
  }

  template <typename Value, typename Member>
  Fields&& Simple(FieldKind kind, std::string key, Member member,
                  std::string help, Range range = {}) {
    using Target = TargetOf<Member>;
    const Offset offset = OffsetOf<Target>(member);
    Add(std::move(key), kind, std::move(help), range,
        Assign<Value, Target>(offset), Show<Target>(offset));
    return std::move(*this);
  }
};

}  // namespace whylight
