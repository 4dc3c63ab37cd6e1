// The one header that a user of the library includes.
//
//   #include <bricard/bricard.hpp>
//   auto model = bricard::read_model("four_bar.bricard.yaml");
//   auto results = bricard::run(model);
#pragma once
#include "bricard/analyses/dynamics/equations_of_motion.hpp"
#include "bricard/analyses/dynamics/simulation.hpp"
#include "bricard/analyses/run.hpp"
#include "bricard/core/error.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/model/building.hpp"
#include "bricard/model/model.hpp"
#include "bricard/results/results.hpp"
#include "bricard/results/row_sink.hpp"
