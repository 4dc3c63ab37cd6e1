// What the server answers, as functions from a request to an answer: the other side of web/src/data/server_source.ts.
//
//   GET    /             the page
//   GET    /api/project  models, runs, jobs, what the page remembers       PUT  /api/memory   new values of that
//   GET    /api/run      columns and files of a run   (?run=r0)            DELETE /api/run    a run that the page has made
//   GET    /api/scene, /api/summary   (?run=r0)
//   GET    /api/file, /api/asset      (?run=r0&name=modes.csv)
//   POST   /api/columns  {names} of ?run=r0&from=0&to=100&points=50&by=every: doubles, low byte first, column after column
//   GET    /api/model    the text     (?model=m0)                          PUT  /api/model    {text, mark} saves it
//   PUT    /api/draft    {text} keeps it, null forgets it                  POST /api/check    {text, set}
//   POST   /api/start    {text, set, analysis, options, name}              POST /api/cancel   (?job=j0)
//   GET    /api/job      (?job=j0)                                         POST /api/live     as start: the results at once, not
//   kept
//
// Trouble is {"error": words} with its status. Models, runs and jobs have ids; files have names of a list.
#pragma once
#include <chrono>

#include "page/json.hpp"
#include "page/processes/model_reader.hpp"
#include "page/server/jobs.hpp"
#include "page/server/request.hpp"
#include "page/workspace/open_runs.hpp"

namespace bricard::page {

// So many at once, and so many a second in the long run.
class Rate {
 public:
  Rate(double burst, double per_second) : burst_(burst), per_second_(per_second), left_(burst) {}
  bool take();

 private:
  std::mutex mutex_;
  double burst_, per_second_, left_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

class Routes {
 public:
  Routes(Workspace& workspace, Jobs& jobs, ModelReader& reader, std::string version);
  // Never throws.
  Answer answer(const Request& request);
  static bool takes_body(const std::string& method, const std::string& path);
  static std::vector<std::string> paths_with_body(const std::string& method);

 private:
  struct Route;
  static const std::vector<Route>& routes();

  Answer page(const Request& request);
  Answer project(const Request& request);
  Answer detail(const Request& request);
  Answer scene(const Request& request);
  Answer summary(const Request& request);
  Answer file(const Request& request);
  Answer asset(const Request& request);
  Answer columns(const Request& request);
  Answer remember(const Request& request);
  Answer model(const Request& request);
  Answer save(const Request& request);
  Answer keep_draft(const Request& request);
  Answer check(const Request& request);
  Answer kc(const Request& request);
  Answer start(const Request& request);
  Answer live(const Request& request);
  Answer job(const Request& request);
  Answer cancel(const Request& request);
  Answer remove(const Request& request);

  RunEntry run_of(const Request& request) const;
  std::shared_ptr<const RunFolder> opened(const Request& request);
  ModelEntry model_of(const Request& request) const;
  Json text_of(const ModelEntry& model) const;

  Workspace& workspace_;
  Jobs& jobs_;
  ModelReader& reader_;
  std::string version_, policy_;
  OpenRuns open_;
  Rate checks_{40, 10}, starts_{20, 2}, lives_{120, 60};
};

}  // namespace bricard::page
