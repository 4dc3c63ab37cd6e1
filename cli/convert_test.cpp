// Workbooks as a user meets them: `bricard convert`, and other verbs on a workbook.
#include <gtest/gtest.h>

#include <cmath>

#include "bricard/io/workbook/test_book.hpp"
#include "cli/test_program.hpp"

namespace bricard::cli {
namespace {

class ConvertVerb : public ProgramTest {
 protected:
  // A book of the corpus, with further lines.
  std::string book(const std::string& name, const std::string& lines = {}) const {
    return write(name + ".xlsx", book_of(text_of(source_dir + "/bricard/io/corpus/workbook/" + name + ".txt") + '\n' + lines));
  }
};

TEST_F(ConvertVerb, WritesAModelFileThatSaysTheSame) {
  const std::string model =
      book("pendulum", "Joints!B3 'Revolute' 'Pivot' 1 2 2 3 0 0 0 1\nForce_Elements!B4 'Damper' - 1 2 2 2 0 3 3 0 2\n");
  const Ended written = bricard({"convert", model, "p.bricard.yaml"});
  ASSERT_EQ(written.code, 0) << written.err;
  EXPECT_NE(written.out.find("Joints!I3:K3: read as a vector"), std::string::npos) << written.out;
  EXPECT_NE(text("p.bricard.yaml").find("# Joints!I3:K3: read as a vector"), std::string::npos);
  EXPECT_NE(text("p.bricard.yaml").find("damping: c"), std::string::npos);
  ASSERT_EQ(bricard({"run", model, "--set", "c=0.5", "--out", "book.out"}).code, 0);
  ASSERT_EQ(bricard({"run", "p.bricard.yaml", "--set", "c=0.5", "--out", "file.out"}).code, 0);
  EXPECT_EQ(text("book.out/results.csv"), text("file.out/results.csv"));
  EXPECT_NE(summary("book.out")["warnings"].dump().find("Joints!I3:K3"), std::string::npos);
  // Neither the book nor a file that is there is written over.
  EXPECT_EQ(bricard({"convert", model, "p.bricard.yaml"}).code, 2);
  EXPECT_EQ(bricard({"convert", model, model, "--force"}).code, 2);
  EXPECT_EQ(bricard({"convert", model, "p.bricard.yaml", "--force"}).code, 0);
  EXPECT_NE(bricard({"convert", model}).err.find("needs the file to write"), std::string::npos);
}

// The period of a rod about its end, by hand: g m a/(J + m a²) for small swings, here the first acceleration from the horizontal.
TEST_F(ConvertVerb, OtherVerbsReadTheBook) {
  const std::string model = book("pendulum");
  const Ended equations = bricard({"evaluate", model, "--orientation", "bryant"});
  ASSERT_EQ(equations.code, 0) << equations.err;
  const auto json = nlohmann::json::parse(equations.out);
  EXPECT_NEAR(json["M"][0][0], 0.17 + 2 * 0.25, 1e-12);
  EXPECT_NEAR(json["c"][0], 2 * 9.81 * 0.5, 1e-12);
  EXPECT_NE(equations.err.find("--orientation"), std::string::npos) << equations.err;
  EXPECT_EQ(bricard({"scene", model, "--json"}).code, 0);
  EXPECT_EQ(bricard({"check", model, "--orientation", "euler"}).code, 2);
}

TEST_F(ConvertVerb, TellsAllFaultsWithTheirCells) {
  const Ended ended = bricard({"check", book("ten_faults")});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("ten_faults.xlsx: error: Joints!E4: body 9 is not defined; the sheet Bodies ends at 2"),
            std::string::npos)
      << ended.err;
  EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 10) << ended.err;
  const Ended warned = bricard({"check", book("pendulum", "Bodies!V5 3\n")});
  EXPECT_EQ(warned.code, 0);
  EXPECT_NE(warned.out.find("Bodies!T5:V5: bodies.Rod.inertia: no body has this inertia"), std::string::npos) << warned.out;
  EXPECT_EQ(bricard({"check", write("no.xlsx", "xx")}).err,
            "no.xlsx: error: this is no file of the format workbook: the workbook of the thesis tool\n");
}

TEST_F(ConvertVerb, WritesAnEmptyBookToFillIn) {
  const Ended written = bricard({"convert", "--template", "team.xlsx"});
  ASSERT_EQ(written.code, 0) << written.err;
  EXPECT_EQ(bricard({"check", "team.xlsx"}).code, 0);
  EXPECT_EQ(bricard({"convert", "--template", "team.xlsx"}).code, 2);
  EXPECT_NE(bricard({"convert", "--template", "team.csv"}).err.find("there is no template with this ending"), std::string::npos);
}

// Curves and charts go into a copy; the book itself is never written.
TEST_F(ConvertVerb, PutsResultsIntoACopy) {
  const std::string model = "model.xlsx";
  ASSERT_EQ(bricard({"convert", book("pendulum"), model}).code, 0);
  const std::string before = text(model);
  const Ended ran = bricard({"run", model, "--results-into", "copy.xlsx", "--out", "p.out"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(text(model), before);
  ASSERT_EQ(bricard({"run", "copy.xlsx", "--out", "q.out"}).code, 0);
  EXPECT_EQ(text("p.out/results.csv"), text("q.out/results.csv"));
  EXPECT_EQ(bricard({"run", model, "--results-into", "copy.xlsx", "--out", "p.out"}).code, 2);
  EXPECT_EQ(bricard({"run", model, "--results-into", model, "--out", "p.out", "--force"}).code, 2);
  EXPECT_NE(bricard({"run", "p.out/model.bricard.yaml", "--results-into", "n.xlsx"}).err.find("the model is no workbook"),
            std::string::npos);
}

}  // namespace
}  // namespace bricard::cli
