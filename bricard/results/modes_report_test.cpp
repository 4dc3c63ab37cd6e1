// Modes in summary.json and in the text report.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bricard/results/report.hpp"
#include "bricard/results/summary_writer.hpp"

namespace bricard {
namespace {

Summary with_modes() {
  Summary summary;
  summary.model = "Trailer";
  summary.analysis = "modes";
  Mode rigid, sway, leaving;
  rigid.kind = Mode::Kind::rigid;
  rigid.moves = "hitch.x";
  sway.real = -3;
  sway.imag = 4;
  sway.frequency = 5 / 6.283185307179586;
  sway.damping = 0.6;
  sway.moves = "hitch.angle";
  leaving.kind = Mode::Kind::real;
  leaving.real = 2.5;
  leaving.unstable = true;
  summary.modes = {rigid, leaving, sway};
  return summary;
}

TEST(ModesReport, Json) {
  const auto json = nlohmann::json::parse(summary_json(with_modes(), {}));
  ASSERT_EQ(json["modes"].size(), 3u);
  EXPECT_EQ(json["modes"][0]["kind"], "rigid");
  EXPECT_EQ(json["modes"][1]["unstable"], true);
  EXPECT_NEAR(json["modes"][2]["damped_frequency"].get<double>(), 4 / 6.283185307179586, 1e-12);
  EXPECT_EQ(json["modes"][2]["moves"], "hitch.angle");
  Summary other = with_modes();
  other.analysis = "dynamics";
  other.modes.clear();
  EXPECT_FALSE(nlohmann::json::parse(summary_json(other, {})).contains("modes"));
}

TEST(ModesReport, Text) {
  Summary summary = with_modes();
  const std::string text = report_text(summary);
  EXPECT_NE(text.find("1: rigid, nothing pulls back; moves most: hitch.x"), std::string::npos) << text;
  EXPECT_NE(text.find("2: real, grows with 2.5 1/s"), std::string::npos) << text;
  EXPECT_NE(text.find("3: 0.795775 Hz, damping 0.6, seen at 0.63662 Hz; moves most: hitch.angle"), std::string::npos) << text;
  // Of many the slowest, and all that grow.
  summary.modes.insert(summary.modes.end(), 40, summary.modes[2]);
  summary.modes.push_back(summary.modes[1]);
  const std::string many = report_text(summary);
  EXPECT_NE(many.find("44: real, grows"), std::string::npos) << many;
  EXPECT_EQ(many.find("21: "), std::string::npos) << many;
  EXPECT_NE(many.find("and 23 more in modes.csv"), std::string::npos) << many;
}

}  // namespace
}  // namespace bricard
