// The page of a study (web/src/study/) with its results.
#pragma once
#include <string>
#include <string_view>

#include "study/store.hpp"

namespace bricard::cli {

// What the page shows, as web/src/study/study_data.ts reads it.
struct StudyPageData {
  std::string head;   // JSON
  std::string bytes;  // the columns
};
StudyPageData page_data(bricard::study::Store& store);

std::string_view study_bundle();  // without data: it asks its server
std::string page_with(const StudyPageData& data);

}  // namespace bricard::cli
