// The page as it was built from web/: one HTML file with script and style inside, part of the program.
#pragma once
#include <string_view>

namespace bricard::page {

// Where `report` puts its data: this text stands in the page once.
inline constexpr std::string_view report_slot = R"(<script id="bricard-report" type="application/json">null</script>)";

std::string_view bundle();

}  // namespace bricard::page
