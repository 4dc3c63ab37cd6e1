// Faults survive the way through JSON, and what is no list of faults is none.
#include "page/faults.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace bricard::page {
namespace {

TEST(Faults, AllFieldsAreWrittenAndRead) {
  const std::vector<Fault> faults{{{"/s/m.yaml", 3, 5}, "joints.a", "no axis", "give one"},
                                  {{"/f/parts/p.yaml", 2, 1}, "", "x: error: y\nsecond line", ""},
                                  {{"/s/m.yaml2", 0, 0}, "", "other", ""},
                                  {{}, "--set", "no parameter", ""}};
  const Json json = faults_json(faults);
  EXPECT_EQ(json["faults"][0], Json::parse(R"({"file": "/s/m.yaml", "line": 3, "column": 5, "where": "joints.a",
                                                "what": "no axis", "hint": "give one"})"));
  const std::vector<Fault> read = read_faults(json.dump(), "/s/m.yaml", "/f");
  ASSERT_EQ(read.size(), 4u);
  EXPECT_EQ(read[0].place, (Place{"", 3, 5}));
  EXPECT_EQ(read[0].where + '|' + read[0].what + '|' + read[0].hint, "joints.a|no axis|give one");
  EXPECT_EQ(read[1].place, (Place{"parts/p.yaml", 2, 1}));
  EXPECT_EQ(read[1].what, "x: error: y\nsecond line");
  EXPECT_EQ(read[2].place, (Place{"/s/m.yaml2", 0, 0}));
  EXPECT_EQ(read[3].place, (Place{"", 0, 0}));
  EXPECT_EQ(read[3].where, "--set");
}

TEST(Faults, WhatIsSomethingElseHasNone) {
  for (const char* text : {"", "{", "[]", "3", R"({"faults": 3})", R"({"faults": []})", R"({"status": "done"})",
                           R"({"faults": [1, null, "x"]})", "m.yaml:3:5: error: x"})
    EXPECT_TRUE(read_faults(text, "m.yaml", "/f").empty()) << text;
  const std::vector<Fault> odd = read_faults(R"({"faults": [{"line": -3, "column": "x", "what": 7}]})", "m", "/f");
  ASSERT_EQ(odd.size(), 1u);
  EXPECT_EQ(odd[0].place, Place());
  EXPECT_EQ(odd[0].what, "");
}

}  // namespace
}  // namespace bricard::page
