// A kind of element whose type is forgotten, on two springs that only this test knows.
#include "bricard/core/any_kind.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "bricard/core/types.hpp"

namespace bricard {
namespace {

struct Coil {
  static constexpr std::string_view type = "coil", help = "a coil spring", equation = "k x", example = "type: coil",
                                    symbol = "spring";
  static constexpr std::string_view note = "linear";
  double stiffness = 5;
  Function rest = 0.25;
  static constexpr auto fields(const auto& list) {
    return list(field("stiffness", &Coil::stiffness, dimension::stiffness, "of the spring", required),
                field("rest", &Coil::rest, dimension::length, "length without load").becoming(dimension::angle, "axis"));
  }
  void check(const KindCheck& check) const {
    if (stiffness <= 0) check.fault("stiffness", "the stiffness must be positive", "give one");
  }
  void reflect(const Reflection& reflection) { scale(rest, reflection.axial(2)); }
  friend bool operator==(const Coil&, const Coil&) = default;
};

struct Leaf {
  static constexpr std::string_view type = "leaf", help = "a leaf spring", equation = "k x²", example = "type: leaf",
                                    symbol = "leaf";
  Axis along = Axis::y;
  static constexpr auto fields(const auto& list) { return list(field("along", &Leaf::along, "its axis")); }
  friend bool operator==(const Leaf&, const Leaf&) = default;
};

struct SpringInfo : KindInfo {
  template <class Kind>
  static constexpr SpringInfo of{kind_info<Kind>()};
};
using Spring = AnyKind<SpringInfo>;
using Springs = Types<Coil, Leaf>;

TEST(AnyKind, SaysWhatTheKindSaysAboutItself) {
  const Spring coil = Coil{}, leaf = Leaf{};
  EXPECT_EQ(coil->type, "coil");
  EXPECT_EQ(coil->help, "a coil spring");
  EXPECT_EQ(coil->equation, "k x");
  EXPECT_EQ(coil->example, "type: coil");
  EXPECT_EQ(coil->symbol, "spring");
  EXPECT_EQ(coil->note, "linear");
  EXPECT_EQ(leaf->type, "leaf");
  EXPECT_EQ(leaf->note, "");
  EXPECT_TRUE(coil.is<Coil>());
  EXPECT_FALSE(coil.is<Leaf>());
  EXPECT_EQ(coil.get_if<Leaf>(), nullptr);
  ASSERT_NE(coil.get_if<Coil>(), nullptr);
  EXPECT_EQ(coil.get_if<Coil>()->stiffness, 5);
  EXPECT_EQ(Spring(coil.info()), coil) << "a value of the kind with its defaults";
}

TEST(AnyKind, ACopyIsChangedAlone) {
  const Spring first = Coil{.stiffness = 7};
  Spring second = first;
  EXPECT_EQ(first, second);
  second.as<Coil>().stiffness = 8;
  EXPECT_EQ(first.as<Coil>().stiffness, 7);
  EXPECT_EQ(second.as<Coil>().stiffness, 8);
  EXPECT_NE(first, second);
  second.as<Coil>().stiffness = 7;
  EXPECT_EQ(first, second) << "compared by value";
  EXPECT_NE(first, Spring(Leaf{}));
}

TEST(AnyKind, GivesItsFieldsInOrderWithTheirDefaults) {
  const Spring spring = Coil{.stiffness = 7, .rest = "2*t"};
  std::vector<std::string> names;
  spring.for_each_field_and_default([&](const KindField& field, const auto& value, const auto& usual) {
    names.emplace_back(field.name);
    if constexpr (std::is_same_v<decltype(value), const double&>) {
      EXPECT_EQ(value, 7);
      EXPECT_EQ(usual, 5);
      EXPECT_EQ(field.dimension, dimension::stiffness);
      EXPECT_EQ(field.presence, required);
      EXPECT_EQ(field.help, "of the spring");
    } else if constexpr (std::is_same_v<decltype(value), const Function&>) {
      EXPECT_EQ(value, Function("2*t"));
      EXPECT_EQ(usual, Function(0.25));
      EXPECT_EQ(field.presence, Presence::optional);
      EXPECT_EQ(field.other, dimension::angle);
      EXPECT_EQ(field.where_given, "axis");
    }
  });
  EXPECT_EQ(names, (std::vector<std::string>{"stiffness", "rest"}));

  Spring changed = spring;
  changed.for_each_field([](const KindField&, auto& value) {
    if constexpr (std::is_same_v<decltype(value), double&>) value = 9;
  });
  EXPECT_EQ(changed.as<Coil>().stiffness, 9);
  EXPECT_EQ(spring.as<Coil>().stiffness, 7);
  int read = 0;
  std::as_const(changed).for_each_field([&](const KindField&, const auto&) { ++read; });
  EXPECT_EQ(read, 2);
}

TEST(AnyKind, ChecksItselfWhereItCan) {
  std::map<std::string, std::string> faults;
  KindCheck check;
  check.report = [&](const std::string& key, std::string what, std::string hint) { faults[key] = what + "; " + hint; };
  Spring(Coil{}).check(check);
  Spring(Leaf{}).check(check);
  EXPECT_TRUE(faults.empty());
  Spring(Coil{.stiffness = 0}).check(check);
  EXPECT_EQ(faults, (std::map<std::string, std::string>{{"stiffness", "the stiffness must be positive; give one"}}));
}

TEST(AnyKind, IsMirroredWhereItCan) {
  const Reflection in_xz{.sign = {1, -1, 1}, .handedness = -1};
  EXPECT_EQ(in_xz.axial(1), 1) << "a turn about the normal of the mirror stays";
  EXPECT_EQ(in_xz.axial(2), -1);
  const Spring number = Coil{}, text = Coil{.rest = "2*t"};
  Spring mirrored = number;
  mirrored.reflect(in_xz);
  EXPECT_EQ(mirrored.as<Coil>().rest, Function(-0.25));
  EXPECT_EQ(number.as<Coil>().rest, Function(0.25));
  mirrored.reflect(in_xz);
  EXPECT_EQ(mirrored, number) << "twice is nothing";
  mirrored = text;
  mirrored.reflect(in_xz);
  EXPECT_EQ(mirrored.as<Coil>().rest, Function("-(2*t)"));
  mirrored = text;
  mirrored.reflect(Reflection{});
  EXPECT_EQ(mirrored, text);
  Spring leaf = Leaf{};
  leaf.reflect(in_xz);
  EXPECT_EQ(leaf, Spring(Leaf{}));
}

struct Placed {
  Spring kind;
};

TEST(Types, FindTheTypeOfAKindAgain) {
  EXPECT_EQ(Springs::size, 2);
  EXPECT_EQ(Springs::index_of(Spring(Coil{})), 0);
  EXPECT_EQ(Springs::index_of(Spring(Leaf{})), 1);
  EXPECT_EQ(Springs::at(0, [](const auto& kind) { return kind.type; }), "coil");
  EXPECT_EQ(Springs::at(1, [](const auto& kind) { return kind.type; }), "leaf");
  EXPECT_EQ(Springs::infos<SpringInfo>[1], &Spring(Leaf{}).info());
  std::string seen;
  Springs::visit(Spring(Leaf{}), [&](const auto& kind) { seen += kind.type; });
  EXPECT_EQ(seen, "leaf");
  seen.clear();
  Springs::for_each([&]<class Kind>() { seen += Kind::type; });
  EXPECT_EQ(seen, "coilleaf");
}

TEST(Types, VisitEntriesOfOneTypeTogether) {
  const std::vector<Placed> entries{{Coil{}}, {Coil{}}, {Leaf{}}, {Coil{}}};
  std::vector<std::pair<std::string, std::size_t>> runs;
  Springs::for_each_run(std::span<const Placed>(entries),
                        [&]<class Kind>(std::span<const Placed> run) { runs.emplace_back(Kind::type, run.size()); });
  EXPECT_EQ(runs, (std::vector<std::pair<std::string, std::size_t>>{{"coil", 2}, {"leaf", 1}, {"coil", 1}}));
}

}  // namespace
}  // namespace bricard
