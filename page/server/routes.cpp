// The routes. Each reads its request, asks Workspace, Jobs or a RunFolder, and writes JSON.
#include "page/server/routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <new>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "page/bundle.hpp"
#include "page/faults.hpp"
#include "page/json.hpp"
#include "page/refusal.hpp"
#include "page/server/digest.hpp"

namespace bricard::page {
namespace {

constexpr std::size_t largest_text = 10'000'000, largest_body = 1'000'000;  // of a model; of anything else
constexpr std::size_t most_names = 50'000;
constexpr std::size_t largest_columns = 2'000'000'000;  // bytes: what a browser can hold

Answer json_answer(const Json& json) {
  Answer answer;
  answer.body = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return answer;
}

Answer nothing() { return json_answer(Json::object()); }

std::string asked(const Request& request, const char* key) {
  const auto found = request.query.find(key);
  return found == request.query.end() ? "" : found->second;
}

// Rows and points; `otherwise` where the request has none.
std::size_t asked_number(const Request& request, const char* key, std::size_t otherwise) {
  const std::string text = asked(request, key);
  if (text.empty()) return otherwise;
  std::size_t number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size())
    throw Refusal(400, fmt::format("`{}` must be a whole number that is not negative", key));
  return number;
}

Json body_of(const Request& request, std::size_t largest = largest_body) {
  if (request.body.size() > largest) throw Refusal(413, fmt::format("the request is larger than {} MB", largest / 1'000'000));
  bool too_deep = false;
  Json json = parse_json(request.body, &too_deep);
  if (too_deep) throw Refusal(400, "the request is nested too deep");
  if (!json.is_object()) throw Refusal(400, "the request is not JSON with keys and values");
  return json;
}

std::string word(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_string()) throw Refusal(400, fmt::format("`{}` must be a text", key));
  return found->get<std::string>();
}

std::string model_text(const Json& json) {
  std::string text = word(json, "text");
  if (text.size() > largest_text) throw Refusal(413, "the model's text is larger than 10 MB");
  return text;
}

Settings settings(const Json& json, const char* key) {
  Settings set;
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return set;
  if (!found->is_object()) throw Refusal(400, fmt::format("`{}` must be names with texts", key));
  for (const auto& [name, value] : found->items()) {
    if (!value.is_string()) throw Refusal(400, fmt::format("`{}` must be names with texts", key));
    set[name] = value.get<std::string>();
  }
  return set;
}

RunOrder order_of(const Json& body) {
  RunOrder order;
  order.text = model_text(body);
  order.set = settings(body, "set");
  order.options = settings(body, "options");
  order.analysis = word(body, "analysis");
  order.name = word(body, "name");
  return order;
}

Json job_json(const Job& job) {
  constexpr const char* states[] = {"running", "done", "failed", "cancelled"};
  return {{"id", job.id},
          {"model", job.model},
          {"state", states[static_cast<int>(job.state)]},
          {"progress", job.progress},
          {"message", job.message},
          {"run", job.run.empty() ? Json(nullptr) : Json(job.run)},
          {"faults", faults_json(job.faults)["faults"]}};
}

Json run_json(const RunEntry& run) {
  return {{"id", run.id},
          {"name", run.name},
          {"kind", run.is_table ? "table" : "run"},
          {"model", run.model.empty() ? Json(nullptr) : Json(run.model)},
          {"analysis", run.analysis},
          {"status", run.status},
          {"message", run.message},
          {"made", run.made},
          {"set", run.set},
          {"created", run.created}};
}

// The scripts inside the page may run and nothing else; it talks to this server only.
std::string policy_of(std::string_view html) {
  std::string scripts;
  for (std::size_t at = 0; (at = html.find("<script", at)) != std::string_view::npos;) {
    const std::size_t begin = html.find('>', at) + 1, end = html.find("</script>", begin);
    if (begin == 0 || end == std::string_view::npos) break;
    if (html.substr(at, begin - at).find("application/json") == std::string_view::npos)
      scripts += fmt::format(" 'sha256-{}'", sha256_base64(html.substr(begin, end - begin)));
    at = end;
  }
  return fmt::format(
      "default-src 'none'; script-src{}; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; connect-src 'self'; "
      "worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      scripts.empty() ? " 'none'" : scripts);
}

}  // namespace

bool Rate::take() {
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  left_ = std::min(burst_, left_ + per_second_ * std::chrono::duration<double>(now - last_).count());
  last_ = now;
  if (left_ < 1) return false;
  left_ -= 1;
  return true;
}

struct Routes::Route {
  std::string_view method, path;
  Answer (Routes::*answer)(const Request&);
};

const std::vector<Routes::Route>& Routes::routes() {
  static const std::vector<Route> list{{"GET", "/", &Routes::page},
                                       {"GET", "/api/project", &Routes::project},
                                       {"GET", "/api/run", &Routes::detail},
                                       {"DELETE", "/api/run", &Routes::remove},
                                       {"GET", "/api/scene", &Routes::scene},
                                       {"GET", "/api/summary", &Routes::summary},
                                       {"GET", "/api/file", &Routes::file},
                                       {"GET", "/api/asset", &Routes::asset},
                                       {"POST", "/api/columns", &Routes::columns},
                                       {"PUT", "/api/memory", &Routes::remember},
                                       {"GET", "/api/model", &Routes::model},
                                       {"PUT", "/api/model", &Routes::save},
                                       {"PUT", "/api/draft", &Routes::keep_draft},
                                       {"POST", "/api/check", &Routes::check},
                                       {"POST", "/api/kc", &Routes::kc},
                                       {"POST", "/api/start", &Routes::start},
                                       {"POST", "/api/live", &Routes::live},
                                       {"GET", "/api/job", &Routes::job},
                                       {"POST", "/api/cancel", &Routes::cancel}};
  return list;
}

Routes::Routes(Workspace& workspace, Jobs& jobs, ModelReader& reader, std::string version)
    : workspace_(workspace),
      jobs_(jobs),
      reader_(reader),
      version_(std::move(version)),
      policy_(policy_of(bundle())),
      open_(8, [this](const std::filesystem::path& folder) { return reader_.scene_of_results(folder); }) {}

bool Routes::takes_body(const std::string& method, const std::string& path) {
  const std::vector<std::string> paths = paths_with_body(method);
  return std::find(paths.begin(), paths.end(), path) != paths.end();
}

std::vector<std::string> Routes::paths_with_body(const std::string& method) {
  std::vector<std::string> paths;
  for (const Route& each : routes())
    if (each.method == method && (method == "POST" || method == "PUT")) paths.emplace_back(each.path);
  return paths;
}

Answer Routes::answer(const Request& request) {
  try {
    bool known = false;
    for (const Route& each : routes()) {
      if (each.path != request.path) continue;
      if (each.method == request.method) return (this->*each.answer)(request);
      known = true;
    }
    return known ? trouble(405, "this cannot be done here") : trouble(404, "there is nothing here");
  } catch (const Refusal& refusal) {
    return trouble(refusal.status, refusal.what());
  } catch (const Error& error) {
    return trouble(422, error.what());
  } catch (const std::bad_alloc&) {
    return trouble(507, "the server is out of memory for this");
  } catch (const std::exception& error) {
    return trouble(500, error.what());
  }
}

RunEntry Routes::run_of(const Request& request) const { return workspace_.run(asked(request, "run")); }

// The folder of a run that is under way gets its last name at any moment.
std::shared_ptr<const RunFolder> Routes::opened(const Request& request) {
  const RunEntry run = run_of(request);
  try {
    return open_.open(run);
  } catch (const std::exception&) {
    if (!run.under_way) throw;
  }
  return open_.open(run_of(request));
}
ModelEntry Routes::model_of(const Request& request) const { return workspace_.model(asked(request, "model")); }

// ---- looking ----------------------------------------------------------------------------------------------------------------

Answer Routes::page(const Request&) {
  Answer answer;
  answer.type = "text/html; charset=utf-8";
  answer.body = bundle();
  answer.policy = policy_;
  return answer;
}

Answer Routes::project(const Request&) {
  Json models = Json::array(), runs = Json::array(), jobs = Json::array();
  for (const ModelEntry& each : workspace_.models())
    models.push_back({{"id", each.id}, {"name", each.name}, {"file", each.file}});
  for (const RunEntry& each : workspace_.runs()) runs.push_back(run_json(each));
  for (const Job& each : jobs_.all()) jobs.push_back(job_json(each));
  return json_answer({{"version", version_},
                      {"models", models},
                      {"runs", runs},
                      {"jobs", jobs},
                      {"memory", Json(workspace_.memory())},
                      {"live", true}});
}

Answer Routes::detail(const Request& request) {
  Json json = opened(request)->detail();
  json["id"] = asked(request, "run");
  return json_answer(json);
}

Answer Routes::scene(const Request& request) { return json_answer(opened(request)->scene()); }

Answer Routes::summary(const Request& request) { return json_answer(opened(request)->summary()); }

Answer Routes::file(const Request& request) {
  const std::string name = asked(request, "name");
  if (std::find(readable_files.begin(), readable_files.end(), name) == readable_files.end())
    throw Refusal(404, "there is no such file");
  const auto text = opened(request)->file(name);
  if (!text) throw Refusal(404, fmt::format("the run has no {}", name));
  Answer answer;
  answer.type = "text/plain; charset=utf-8";
  answer.body = *text;
  return answer;
}

Answer Routes::asset(const Request& request) {
  const std::string name = asked(request, "name");
  const auto bytes = opened(request)->asset(name);
  if (!bytes) throw Refusal(404, "there is no such shape, or it lies outside of the model's folder");
  Answer answer;
  answer.type = "application/octet-stream";
  answer.body = *bytes;
  return answer;
}

Answer Routes::columns(const Request& request) {
  static_assert(std::endian::native == std::endian::little);
  const std::shared_ptr<const RunFolder> run = opened(request);
  const Columns& table = run->columns();
  const Json body = body_of(request);
  RowStretch stretch;
  stretch.from = std::min(asked_number(request, "from", 0), table.rows());
  stretch.to = std::min(asked_number(request, "to", table.rows()), table.rows());
  stretch.points = asked_number(request, "points", 0);
  if (const std::string by = asked(request, "by"); by == "envelope") {
    stretch.by = RowStretch::By::envelope;
  } else if (!by.empty() && by != "every") {
    throw Refusal(400, "`by` must be every or envelope");
  }
  if (stretch.from > stretch.to) throw Refusal(400, "`from` must not exceed `to`");

  const auto names = body.find("names");
  if (names == body.end() || !names->is_array() || names->size() > most_names)
    throw Refusal(400, "`names` must be a list of columns");
  std::vector<int> wanted;
  for (const Json& each : *names) {
    if (!each.is_string()) throw Refusal(400, "`names` must be a list of columns");
    const std::string name = each.get<std::string>();
    wanted.push_back(table.find(name));
    if (wanted.back() < 0)
      throw Refusal(404, fmt::format("there is no column {}; {}", quoted(name), did_you_mean(name, table.names())));
  }
  Answer answer;
  answer.type = "application/octet-stream";
  answer.length = table.count(stretch) * sizeof(double) * wanted.size();
  if (answer.length > largest_columns) throw Refusal(413, "these are more than 2 GB of numbers: ask for fewer columns or rows");
  answer.stream = [run, wanted, stretch](const Put& put) {
    const Columns& numbers = run->columns();
    for (const int column : wanted) {
      bool taken = true;
      numbers.read(column, stretch, [&](std::span<const double> piece) {
        return taken = put({reinterpret_cast<const char*>(piece.data()), piece.size_bytes()});
      });
      if (!taken) return false;
    }
    return true;
  };
  return answer;
}

// ---- changing ---------------------------------------------------------------------------------------------------------------

Answer Routes::remember(const Request& request) {
  workspace_.remember(body_of(request));
  return nothing();
}

Json Routes::text_of(const ModelEntry& model) const {
  const std::string text = workspace_.text(model);
  const auto draft = workspace_.draft(model);
  return {{"id", model.id},
          {"file", model.file},
          {"text", text},
          {"mark", Workspace::mark(text)},
          {"draft", draft ? Json(*draft) : Json(nullptr)},
          {"writable", model.writable},
          {"set", model.set}};
}

Answer Routes::model(const Request& request) { return json_answer(text_of(model_of(request))); }

Answer Routes::save(const Request& request) {
  const ModelEntry model = model_of(request);
  const Json body = body_of(request, 2 * largest_text);
  workspace_.save(model, model_text(body), word(body, "mark"));
  return json_answer(text_of(model));
}

Answer Routes::keep_draft(const Request& request) {
  const ModelEntry model = model_of(request);
  const Json body = body_of(request, 2 * largest_text);
  const bool forget = body.contains("text") && body["text"].is_null();
  workspace_.keep_draft(model, forget ? std::nullopt : std::optional(model_text(body)));
  return nothing();
}

// The doctor looks in a process of its own, the scene is read in another.
Answer Routes::check(const Request& request) {
  const ModelEntry model = model_of(request);
  const Json body = body_of(request, 2 * largest_text);
  const std::string text = model_text(body);
  const Settings set = settings(body, "set");
  if (!checks_.take()) throw Refusal(429, "too many checks in a short time");
  CheckResult result = jobs_.check(model, text, set);
  ModelReader::Drawn drawn = reader_.scene({text, model.file, model.folder, set});
  if (drawn.scene.is_null() && result.faults.empty()) {
    result.faults = std::move(drawn.faults);
    result.summary = nullptr;
  }
  Json answer = faults_json(result.faults);
  answer["summary"] = std::move(result.summary);
  answer["scene"] = std::move(drawn.scene);
  return json_answer(answer);
}

Answer Routes::kc(const Request& request) {
  const ModelEntry model = model_of(request);
  const Json body = body_of(request, 2 * largest_text);
  if (!checks_.take()) throw Refusal(429, "too many sheets in a short time");
  SheetResult result = jobs_.kc(model, model_text(body), settings(body, "set"), settings(body, "options"));
  if (result.json.empty()) return json_answer(faults_json(result.faults));
  Answer answer = nothing();
  answer.body = std::move(result.json);
  return answer;
}

Answer Routes::start(const Request& request) {
  const ModelEntry model = model_of(request);
  RunOrder order = order_of(body_of(request, 2 * largest_text));
  if (!starts_.take()) throw Refusal(429, "too many runs in a short time");
  return json_answer(job_json(jobs_.start(model, std::move(order))));
}

Answer Routes::live(const Request& request) {
  const ModelEntry model = model_of(request);
  const RunOrder order = order_of(body_of(request, 2 * largest_text));
  if (!lives_.take()) throw Refusal(429, "too many runs in a short time");
  Answer answer;
  answer.type = "application/octet-stream";
  answer.body = jobs_.live(model, order);
  return answer;
}

Answer Routes::job(const Request& request) { return json_answer(job_json(jobs_.find(asked(request, "job")))); }
Answer Routes::cancel(const Request& request) { return json_answer(job_json(jobs_.cancel(asked(request, "job")))); }

Answer Routes::remove(const Request& request) {
  const RunEntry run = run_of(request);
  workspace_.remove_run(run.id);
  open_.forget(run.id);
  return nothing();
}

}  // namespace bricard::page
