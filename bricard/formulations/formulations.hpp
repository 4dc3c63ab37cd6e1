// The list of formulations: one line each.
#pragma once
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

inline const std::array formulations{lagrange,              //
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

}  // namespace bricard
