// JSON whose keys keep their order.
#pragma once
#include <nlohmann/json.hpp>

namespace bricard::page {

using Json = nlohmann::ordered_json;

}  // namespace bricard::page
