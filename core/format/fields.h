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
// where it lies deeper.
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
  nlohmann::ordered_json Defaults() const { return WriteFrom(make_().get()); }

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

  explicit FieldTable(std::string summary) : summary_(std::move(summary)) {}

  Status ReadInto(void* options, const Json& object,
                  const std::string& where) const;
  OrderedJson WriteFrom(const void* options) const;

  std::string summary_;
  std::string name_;
  std::vector<Entry> entries_;
  std::vector<Checker> checks_;
  std::function<std::shared_ptr<void>()> make_;
};

/// `where: "key": expected ..., found ...`.
Error ExpectedField(const std::string& where, const std::string& key,
                    const std::string& expected, const nlohmann::json& found);

template <typename Options>
class Fields : public FieldTable {
 public:
  explicit Fields(std::string summary = {}) : FieldTable(std::move(summary)) {
    make_ = [] { return std::make_shared<Options>(); };
  }

  template <typename Member>
  Fields&& Number(std::string key, Member member, Range range,
                  std::string help) && {
    return Add({std::move(key), FieldKind::kNumber, std::move(help), range},
               Assign<double>(member), Show(member));
  }

  template <typename Member>
  Fields&& Count(std::string key, Member member, Range range,
                 std::string help) && {
    return Add({std::move(key), FieldKind::kCount, std::move(help), range},
               Assign<std::uint64_t>(member), Show(member));
  }

  template <typename Member>
  Fields&& Flag(std::string key, Member member, std::string help) && {
    return Add({std::move(key), FieldKind::kFlag, std::move(help)},
               Assign<bool>(member), Show(member));
  }

  /// Written where it is not empty.
  template <typename Member>
  Fields&& Text(std::string key, Member member, std::string help) && {
    return Add({std::move(key), FieldKind::kText, std::move(help)},
               Assign<std::string>(member), [member](const void* options) {
                 const std::string& text = At(member, options);
                 return text.empty() ? OrderedJson() : OrderedJson(text);
               });
  }

  template <typename Member>
  Fields&& Texts(std::string key, Member member, std::string help) && {
    return Add({std::move(key), FieldKind::kTexts, std::move(help)},
               Assign<std::vector<std::string>>(member), Show(member));
  }

  template <typename Member>
  Fields&& Numbers(std::string key, Member member, Range range,
                   std::string help) && {
    return Add({std::move(key), FieldKind::kNumbers, std::move(help), range},
               Assign<std::vector<double>>(member), Show(member));
  }

  /// A std::map by key.
  template <typename Member>
  Fields&& TextMap(std::string key, Member member, std::string help) && {
    return Add({std::move(key), FieldKind::kTextMap, std::move(help)},
               Assign<std::map<std::string, std::string>>(member),
               Show(member));
  }

  template <typename Member>
  Fields&& NumberMap(std::string key, Member member, Range range,
                     std::string help) && {
    return Add({std::move(key), FieldKind::kNumberMap, std::move(help), range},
               Assign<std::map<std::string, double>>(member), Show(member));
  }

  /// A key that always has this value, such as the "task" of a config.
  Fields&& Fixed(std::string key, std::string value, std::string help) && {
    Field field{std::move(key), FieldKind::kChoice, std::move(help)};
    field.choices = {value};
    field.required = true;
    return Add(
        std::move(field),
        [](void*, const Json&, const std::string&) { return Status(); },
        [value = std::move(value)](const void*) { return OrderedJson(value); });
  }

  template <typename Member, typename Value>
  Fields&& Choice(std::string key, Member member, const Names<Value>& names,
                  std::string help) && {
    Field field{std::move(key), FieldKind::kChoice, std::move(help)};
    for (const auto& [name, value] : names) field.choices.push_back(name);
    return Add(
        std::move(field),
        [member, names](void* options, const Json& found,
                        const std::string&) -> Status {
          for (const auto& [name, value] : names) {
            if (found == name) At(member, options) = value;
          }
          return {};
        },
        [member, names](const void* options) {
          const auto& value = At(member, options);
          if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(value)>,
                                        Value>) {
            if (!value) return OrderedJson();
            return OrderedJson(NameOf(names, *value));
          } else {
            return OrderedJson(NameOf(names, value));
          }
        });
  }

  template <typename Member, typename Inner>
  Fields&& Part(std::string key, Member member, const Fields<Inner>& part,
                std::string help = {}) && {
    Field field{std::move(key), FieldKind::kPart,
                help.empty() ? part.summary() : std::move(help)};
    field.part = &part;
    return Add(
        std::move(field),
        [member, &part](void* options, const Json& value,
                        const std::string& where) {
          return part.Read(value, where, &At(member, options));
        },
        [member, &part](const void* options) {
          return part.Write(At(member, options));
        });
  }

  /// A vector of structs, read anew.
  template <typename Member, typename Inner>
  Fields&& List(std::string key, Member member, const Fields<Inner>& part,
                std::string help = {}) && {
    Field field{std::move(key), FieldKind::kList,
                help.empty() ? part.summary() : std::move(help)};
    field.part = &part;
    return Add(
        std::move(field),
        [member, &part](void* options, const Json& list,
                        const std::string& where) -> Status {
          auto& items = At(member, options);
          items.clear();
          for (std::size_t i = 0; i < list.size(); ++i) {
            Status read =
                part.Read(list[i], where + "[" + std::to_string(i) + "]",
                          &items.emplace_back());
            if (!read.ok()) return read;
          }
          return {};
        },
        [member, &part](const void* options) {
          OrderedJson list = OrderedJson::array();
          for (const auto& item : At(member, options)) {
            list.push_back(part.Write(item));
          }
          return list;
        });
  }

  /// Whatever `read` takes; `type` is its type in TypeScript. `write` gives
  /// null where there is nothing to write.
  Fields&& Other(
      std::string key, std::string type,
      std::function<Status(const Json&, const std::string&, Options*)> read,
      std::function<OrderedJson(const Options&)> write, std::string help) && {
    Field field{std::move(key), FieldKind::kOther, std::move(help)};
    field.type = std::move(type);
    return Add(
        std::move(field),
        [read = std::move(read)](void* options, const Json& value,
                                 const std::string& where) {
          return read(value, where, static_cast<Options*>(options));
        },
        [write = std::move(write)](const void* options) {
          return write(*static_cast<const Options*>(options));
        });
  }

  /// The fields of a member that stand beside those of the struct itself.
  template <typename Member, typename Inner>
  Fields&& Include(Member member, const Fields<Inner>& part) && {
    for (const Entry& entry : part.entries_) {
      Field field = entry.field;
      if (!part.name().empty()) field.included = &part;
      entries_.push_back(
          {std::move(field),
           [member, set = entry.set](void* options, const Json& value,
                                     const std::string& where) {
             return set(&At(member, options), value, where);
           },
           [member, get = entry.get](const void* options) {
             return get(&At(member, options));
           }});
    }
    for (const Checker& check : part.checks_) {
      checks_.push_back([member, check](const void* options) {
        return check(&At(member, options));
      });
    }
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
  /// It is written only where this holds.
  Fields&& WrittenIf(std::function<bool(const Options&)> holds) && {
    Getter& get = entries_.back().get;
    get = [holds = std::move(holds), all = get](const void* options) {
      return holds(*static_cast<const Options*>(options)) ? all(options)
                                                          : OrderedJson();
    };
    return std::move(*this);
  }
  /// It is a spelling of yesterday.
  Fields&& Old() && {
    entries_.back().field.old = true;
    return std::move(*this);
  }

  /// Asked when everything is read: what is wrong, or nothing.
  Fields&& Check(std::function<std::string(const Options&)> check) && {
    checks_.push_back([check = std::move(check)](const void* options) {
      return check(*static_cast<const Options*>(options));
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
    make_ = [options] { return std::make_shared<Options>(options); };
    return std::move(*this);
  }

  /// Options as nobody set them.
  Options Start() const { return *static_cast<const Options*>(make_().get()); }

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
  template <typename Other>
  friend class Fields;

  template <typename Member>
  static auto& At(Member member, void* options) {
    return std::invoke(member, *static_cast<Options*>(options));
  }
  template <typename Member>
  static const auto& At(Member member, const void* options) {
    return std::invoke(
        member, *const_cast<Options*>(static_cast<const Options*>(options)));
  }

  template <typename Value, typename Member>
  static Setter Assign(Member member) {
    return [member](void* options, const Json& value,
                    const std::string&) -> Status {
      auto& place = At(member, options);
      using To = std::remove_reference_t<decltype(place)>;
      if constexpr (std::is_arithmetic_v<To>) {
        place = static_cast<To>(value.get<Value>());
      } else {
        place = value.get<Value>();
      }
      return {};
    };
  }

  template <typename Member>
  static Getter Show(Member member) {
    return [member](const void* options) {
      const auto& place = At(member, options);
      if constexpr (requires { place.has_value(); }) {
        return place ? OrderedJson(*place) : OrderedJson();
      } else {
        return OrderedJson(place);
      }
    };
  }

  Fields&& Add(Field field, Setter set, Getter get) {
    entries_.push_back({std::move(field), std::move(set), std::move(get)});
    return std::move(*this);
  }
};

}  // namespace whylight
