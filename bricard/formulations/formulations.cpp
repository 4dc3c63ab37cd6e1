// The list of formulations: one line each. The first of a kind is what `auto` takes.
#include "bricard/formulations/formulations.hpp"

#include <array>

#include "bricard/formulations/augmented_lagrangian.hpp"
#include "bricard/formulations/coordinate_partitioning.hpp"
#include "bricard/formulations/index3.hpp"
#include "bricard/formulations/lagrange.hpp"
#include "bricard/formulations/least_squares_1.hpp"
#include "bricard/formulations/least_squares_2.hpp"
#include "bricard/formulations/null_space.hpp"
#include "bricard/formulations/penalty.hpp"
#include "bricard/formulations/pseudo_inverse.hpp"
#include "bricard/formulations/udwadia_kalaba.hpp"
#include "bricard/formulations/udwadia_phohomsiri.hpp"

namespace bricard {

namespace {

constexpr std::array list{lagrange,              //
                          pseudo_inverse,        //
                          udwadia_kalaba,        //
                          least_squares_1,       //
                          least_squares_2,       //
                          udwadia_phohomsiri,    //
                          penalty,               //
                          augmented_lagrangian,  //
                          partitioned,           //
                          null_space,            //
                          index3};

}  // namespace

constinit const std::span<const Formulation> formulations = list;

}  // namespace bricard
