// One of the kinds of an extension folder as a value whose type is forgotten: what the kind says about itself (Info, one object
// for all values of a kind) and its fields. So a Model is held, copied and compared without knowing any kind, and a changed
// kind is compiled again only where its equations are used.
//
// Info has a base KindInfo and a template `of<Kind>`, the object for one kind. Values are shared until one of them is changed.
#pragma once
#include <cassert>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bricard/core/kind_field.hpp"

namespace bricard {

// What every kind can do, whatever it is a kind of.
struct KindInfo {
  std::string_view type, help;
  std::string_view equation, example, note;  // for its page of the reference
  std::string_view symbol;                   // what it is drawn as
  std::shared_ptr<void> (*copy)(const void* kind);
  std::shared_ptr<void> (*make)();
  bool (*equal)(const void* a, const void* b);
  std::vector<KindField> (*fields)(void* kind);
  void (*check)(const void* kind, const KindCheck& check);
  void (*reflect)(void* kind, const Reflection& reflection);
  void (*load)(void* kind, const KindLoad& load);  // reads the file that its FileName names
};

template <class Kind>
constexpr KindInfo kind_info() {
  KindInfo info{};
  info.type = Kind::type;
  info.help = Kind::help;
  info.equation = Kind::equation;
  info.example = Kind::example;
  info.symbol = Kind::symbol;
  if constexpr (requires { Kind::note; }) info.note = Kind::note;
  info.copy = [](const void* kind) -> std::shared_ptr<void> { return std::make_shared<Kind>(*static_cast<const Kind*>(kind)); };
  info.make = []() -> std::shared_ptr<void> { return std::make_shared<Kind>(); };
  info.equal = [](const void* a, const void* b) { return *static_cast<const Kind*>(a) == *static_cast<const Kind*>(b); };
  info.fields = [](void* kind) { return kind_fields(*static_cast<Kind*>(kind)); };
  info.check = [](const void* kind, const KindCheck& check) {
    if constexpr (requires(const Kind& each) { each.check(check); }) static_cast<const Kind*>(kind)->check(check);
  };
  info.reflect = [](void* kind, const Reflection& reflection) {
    if constexpr (requires(Kind & each) { each.reflect(reflection); }) static_cast<Kind*>(kind)->reflect(reflection);
  };
  info.load = [](void* kind, const KindLoad& load) {
    if constexpr (requires(Kind & each) { each.load(load); }) static_cast<Kind*>(kind)->load(load);
  };
  return info;
}

template <class Info>
class AnyKind {
 public:
  template <class Kind>
  requires(!std::is_base_of_v<AnyKind, Kind>) AnyKind(Kind kind)  // NOLINT: a kind is one of the kinds
      : info_(&Info::template of<Kind>), value_(std::make_shared<Kind>(std::move(kind))) {}

  // A value of the kind with its defaults.
  explicit AnyKind(const Info& info) : info_(&info), value_(info.make()) {}

  const Info& info() const { return *info_; }
  const Info* operator->() const { return info_; }

  template <class Kind>
  bool is() const {
    return info_ == &Info::template of<Kind>;
  }
  template <class Kind>
  const Kind& as() const {
    assert(is<Kind>());
    return *static_cast<const Kind*>(value_.get());
  }
  template <class Kind>
  Kind& as() {
    assert(is<Kind>());
    return *static_cast<Kind*>(changeable());
  }
  template <class Kind>
  const Kind* get_if() const {
    return is<Kind>() ? &as<Kind>() : nullptr;
  }
  const void* value() const { return value_.get(); }
  void* changeable() {
    if (value_.use_count() > 1) value_ = info_->copy(value_.get());
    return value_.get();
  }

  void check(const KindCheck& check) const { info_->check(value_.get(), check); }
  void reflect(const Reflection& reflection) { info_->reflect(changeable(), reflection); }
  void load(const KindLoad& load) { info_->load(changeable(), load); }

  // visit(field, value) for every field in order: `field` has name, dimension, help and presence, `value` its own type.
  template <class Visit>
  void for_each_field(Visit&& visit) const {
    for (const KindField& field : info_->fields(value_.get()))
      std::visit([&](auto* value) { visit(field, std::as_const(*value)); }, field.value);
  }
  template <class Visit>
  void for_each_field(Visit&& visit) {
    for (const KindField& field : info_->fields(changeable()))
      std::visit([&](auto* value) { visit(field, *value); }, field.value);
  }

  // visit(field, value, default value).
  template <class Visit>
  void for_each_field_and_default(Visit&& visit) const {
    const AnyKind defaults(*info_);
    const std::vector<KindField> own = info_->fields(value_.get()), others = info_->fields(defaults.value_.get());
    for (std::size_t i = 0; i < own.size(); ++i)
      std::visit(
          [&](auto* value) { visit(own[i], std::as_const(*value), std::as_const(*std::get<decltype(value)>(others[i].value))); },
          own[i].value);
  }

  friend bool operator==(const AnyKind& a, const AnyKind& b) {
    return a.info_ == b.info_ && (a.value_ == b.value_ || a.info_->equal(a.value_.get(), b.value_.get()));
  }

 private:
  const Info* info_;
  std::shared_ptr<void> value_;
};

}  // namespace bricard
