// Requests of the page, without sockets: whatever is asked is answered, with JSON where it says so and as many bytes as it says,
// and never as a mistake of our own (500). Requests are separated by lines `===`: a line `POST /api/columns?run=r0&from=1`, then
// the body.
#pragma once
#include <string>

#include "bricard/core/test_scratch.hpp"
#include "page/server/routes.hpp"

namespace bricard::broken_by {

// A model and a table; what would compute ends at once.
class FuzzedServer {
 public:
  FuzzedServer()
      : workspace_({reset_model(), folder_.write("t.csv", "t,x,y\n0,1,-1\n1,2,nan\n2,4,-3\n")}, nullptr,
                   [](const auto&...) { return true; }) {}

  std::string answer(const page::Request& request) {
    const page::Answer answer = routes_.answer(request);
    const std::string asked = request.method + ' ' + request.path + ": ";
    if (answer.status == 500 || answer.status < 200 || answer.status > 599) return asked + answer.body;
    if (answer.stream) {
      std::size_t given = 0;
      const bool whole = answer.stream([&](std::string_view piece) {
        given += piece.size();
        return true;
      });
      return whole && given == answer.length ? "" : asked + "another length than was said";
    }
    if (answer.type == "application/json" && !page::Json::accept(answer.body)) return asked + "no JSON: " + answer.body;
    return "";
  }

  // As if nothing had been asked.
  void reset() {
    page::Json memory = workspace_.memory();
    for (auto& [key, value] : memory.items()) value = nullptr;
    if (!memory.empty()) workspace_.remember(memory);
    for (const page::ModelEntry& model : workspace_.models()) workspace_.keep_draft(model, std::nullopt);
    reset_model();
  }

 private:
  std::filesystem::path reset_model() const {
    return folder_.write("rod.bricard.yaml", R"(bricard: 1
parameters: {size: 1}
bodies: {rod: {mass: 1, inertia: [1, 1, 1], position: [size/2, 0, 0], geometry: [{type: mesh, file: rod.stl}]}}
joints: {pivot: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}}
)");
  }

  ScratchFolder folder_{"requests"};
  page::Workspace workspace_;
  page::Jobs jobs_{page::JobSettings{"/bin/false", {{"dynamics", "simulate"}}}, workspace_};
  page::ModelReader reader_{"/bin/false"};
  page::Routes routes_{workspace_, jobs_, reader_, "1.2.3"};
};

inline page::Request request_of(std::string_view text) {
  page::Request request;
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  if (end < text.size()) request.body = text.substr(end + 1);
  const std::size_t blank = std::min(line.find(' '), line.size()), mark = std::min(line.find('?'), line.size());
  request.method = line.substr(0, blank);
  if (blank < mark) request.path = line.substr(blank + 1, mark - blank - 1);
  for (std::size_t at = mark + 1; at < line.size();) {
    const std::string_view pair = line.substr(at, line.find('&', at) - at);
    const std::size_t equal = std::min(pair.find('='), pair.size());
    request.query.emplace(pair.substr(0, equal), equal < pair.size() ? pair.substr(equal + 1) : "");
    at += pair.size() + 1;
  }
  return request;
}

inline std::string requests(const std::string& bytes) {
  static FuzzedServer server;
  std::string what;
  constexpr std::string_view gap = "\n===\n";
  for (std::size_t at = 0; at < bytes.size() && what.empty();) {
    const std::size_t end = std::min(bytes.find(gap, at), bytes.size());
    what = server.answer(request_of(std::string_view(bytes).substr(at, end - at)));
    at = end + gap.size();
  }
  server.reset();
  return what;
}

}  // namespace bricard::broken_by
