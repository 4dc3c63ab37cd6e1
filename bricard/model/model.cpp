// The check of a whole Model.
#include "bricard/model/model.hpp"

#include "bricard/model/functions.hpp"
#include "bricard/model/structure.hpp"

namespace bricard {

std::vector<Fault> validate(const Model& model) {
  std::vector<Fault> faults = check_structure(model);
  if (has_faulty_units(faults)) return faults;
  for (FunctionFault& fault : check_functions(model))
    faults.push_back({{}, std::move(fault.where), std::move(fault.what), std::move(fault.hint)});
  return faults;
}

Model::Model() = default;
Model::Model(const Model&) = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(const Model&) = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

}  // namespace bricard
