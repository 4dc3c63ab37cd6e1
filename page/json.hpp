// The JSON of the page is that of the program: its keys keep their order.
#pragma once
#include "bricard/core/json.hpp"

namespace bricard::page {

using bricard::Json;

}  // namespace bricard::page
