// Compiled once for all tests. What a test needs it still includes itself.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/data/error.h>
#include <bellwether/engine/clustering.h>
#include <bellwether/engine/options.h>
#include <bellwether/engine/random.h>
#include <bellwether/engine/run.h>
