// Workbooks that the program wrote, opened, recalculated and saved by another program, LibreOffice: they still move as the model
// does. With BRICARD_LONG, and skipped where it is absent.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bricard/core/test_scratch.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/io/workbook/archive.hpp"
#include "bricard/io/workbook/cells.hpp"
#include "bricard/io/workbook/results_into.hpp"
#include "verification/cases.hpp"

namespace bricard {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// It saves fifteen digits of each number.
TEST(WrittenWorkbooks, LibreOfficeOpensThem) {
  if (!is_long()) GTEST_SKIP() << "one of the long proofs: BRICARD_LONG";
  if (std::system("command -v soffice > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "LibreOffice (libreoffice-calc-nogui) is not there";
  const ScratchFolder folder("written");
  const Model model = read_model(source_file("models/mechanisms/four_bar.bricard.yaml"));
  AnalysisOptions options = *model.analysis;
  options.duration = 1, options.output_step = 0.1;
  const Results ours = run(model, options);
  std::string csv = "t,coupler.x\n";
  for (int row = 0; row < ours.rows(); ++row) csv += std::to_string(value(ours, "t", row)) + ',' + std::to_string(row) + '\n';
  const TableForSheet table = table_for_sheet(csv, {"s", "m"});
  folder.write("m.xlsx",
               with_results(written_model(model, "m.xlsx").content, "m.xlsx", table, charts_for_sheet(table, {}, {"coupler"})));
  const std::string there = folder.path().string();
  const std::string command = "timeout -k 2 120 soffice -env:UserInstallation=file://" + there +
                              "/profile --headless --convert-to xlsx --outdir " + there + "/saved " + there + "/m.xlsx > " +
                              there + "/log 2>&1 < /dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0) << bytes_of(folder.path() / "log");
  const fs::path saved = folder.path() / "saved" / "m.xlsx";
  const Results theirs = run(read_model(saved.string()), options);
  ASSERT_EQ(ours.rows(), theirs.rows());
  for (const char* column : {"crank.x", "coupler.x", "coupler.y", "rocker.vx"})
    EXPECT_NEAR(value(ours, column), value(theirs, column), 1e-7) << column;
  const std::string copy = bytes_of(saved);
  const Book book = read_book(copy, "m.xlsx");
  ASSERT_TRUE(book.find("Results"));
  EXPECT_EQ(book.find("Results")->at(4, "B").number, 2);
  ASSERT_TRUE(book.find("Charts"));
  Archive archive(copy, "m.xlsx");
  EXPECT_TRUE(archive.part("xl/charts/chart1.xml")) << "the chart was understood";
}

}  // namespace
}  // namespace bricard
