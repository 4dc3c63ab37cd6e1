// The list of stabilizations: one line each.
#include "bricard/formulations/stabilizations/stabilizations.hpp"

#include <array>

#include "bricard/formulations/stabilizations/baumgarte.hpp"
#include "bricard/formulations/stabilizations/coordinate_partitioning.hpp"
#include "bricard/formulations/stabilizations/mass_projection.hpp"
#include "bricard/formulations/stabilizations/none.hpp"
#include "bricard/formulations/stabilizations/projection.hpp"

namespace bricard {

namespace {

constexpr std::array list{none,             //
                          baumgarte,        //
                          projection,       //
                          mass_projection,  //
                          coordinate_partitioning};

}  // namespace

constinit const std::span<const Stabilization> stabilizations = list;

}  // namespace bricard
