#include "bricard/vehicle/kc_sheet.hpp"

#include "bricard/core/json_text.hpp"
#include "bricard/vehicle/kc_files.hpp"
#include "bricard/vehicle/sheet_page.hpp"

namespace bricard::vehicle {

namespace {

// What all variants share: conventions and outputs.
std::string shared_json(const std::string& convention) {
  JsonText json(0);
  json.object([&] {
    json.put("convention", convention);
    json.list("conventions", [&] {
      for (const Convention& each : conventions())
        json.object([&] {
          json.put("name", each.name);
          json.put("help", each.help);
          json.put("x", each.x);
          json.put("y", each.y);
          json.put("z", each.z);
          json.put("rx", each.rx);
          json.put("ry", each.ry);
          json.put("rz", each.rz);
          json.put("trail_at_right_angles", each.trail_at_right_angles);
        });
    });
    json.list("outputs", [&] {
      const auto put = [&](const Output& output, bool of_axle) {
        json.object([&] {
          json.put("key", output.key);
          json.put("of_axle", of_axle);
          put_output(json, output);
        });
      };
      for (const Output& each : wheel_outputs()) put(each, false);
      for (const Output& each : axle_outputs()) put(each, true);
    });
  });
  return json.text();
}

// Inside a script element nothing may look like its end.
std::string inside_script(std::string text) {
  for (std::size_t at = text.find("</"); at != std::string::npos; at = text.find("</", at + 3)) text.replace(at, 2, "<\\/");
  return text;
}

}  // namespace

std::string kc_sheet(const std::vector<KcResults>& variants, const std::string& convention) {
  std::string data = shared_json(convention);
  data.pop_back();
  data += ",\"variants\":[";
  for (const KcResults& each : variants) {
    KcResults in_iso = each;
    in_iso.options.convention = "iso";
    std::string json = kc_json(in_iso, true);
    if (json.ends_with('\n')) json.pop_back();
    data += (&each == &variants.front() ? "" : ",") + json;
  }
  data += "]}";
  std::string page(sheet_pages().front().text);
  constexpr std::string_view place = "/*DATA*/";
  return page.replace(page.find(place), place.size(), inside_script(data));
}

}  // namespace bricard::vehicle
