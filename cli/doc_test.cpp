// `bricard doc` as a user meets it.
#include <gtest/gtest.h>

#include "cli/plain_page.hpp"
#include "cli/test_program.hpp"

namespace bricard::cli {
namespace {

class DocVerb : public ProgramTest {};

TEST_F(DocVerb, TellsOfElementsSectionsAndFunctions) {
  const Ended hinge = bricard({"doc", "revolute"});
  ASSERT_EQ(hinge.code, 0) << hinge.err;
  EXPECT_TRUE(hinge.out.starts_with("revolute\n========\n")) << hinge.out;
  EXPECT_NE(hinge.out.find("type: revolute"), std::string::npos);
  EXPECT_EQ(hinge.out.find('`'), std::string::npos);
  EXPECT_TRUE(bricard({"doc", "impact"}).out.starts_with("expressions\n")) << "a function is told on the page of the language";
  EXPECT_TRUE(bricard({"doc", "joints/planar"}).out.starts_with("planar\n"));
  EXPECT_NE(bricard({"doc"}).out.find("revolute"), std::string::npos);
}

TEST_F(DocVerb, NamesTheNearestPage) {
  const Ended ended = bricard({"doc", "revolut"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("revolute"), std::string::npos) << ended.err;
  EXPECT_EQ(ended.out, "");
}

TEST(PlainPage, MarksGoAndTablesFit) {
  const std::string text = plain_page(
      "# A `title`\n\nSee [the other](b.md) and `this`.\n\n- one two three four five six seven eight nine ten\n\n| key | means "
      "|\n|---|---|\n| `a` | "
      "a long text that has to be broken somewhere to fit |\n\n```yaml\n- [x]\n```\n",
      40);
  EXPECT_EQ(text,
            "A title\n=======\n\nSee the other and this.\n\n- one two three four five six seven\n  eight nine ten\n\n"
            "  key  means\n  a    a long text that has to be broken\n       somewhere to fit\n\n    - [x]\n");
}

}  // namespace
}  // namespace bricard::cli
