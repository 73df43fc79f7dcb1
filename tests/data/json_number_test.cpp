#include <bellwether/data/json_number.h>
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace bellwether {
namespace {

using nlohmann::json;

TEST(WholeNumber, IsWhatFitsItsType) {
  EXPECT_EQ(whole_number<int>(json(7)), 7);
  EXPECT_EQ(whole_number<int>(json(-7)), -7);
  EXPECT_EQ(whole_number<int>(json(3.0)), 3);
  EXPECT_EQ(whole_number<int>(json(-2147483648.0)), -2147483647 - 1);
  EXPECT_EQ(whole_number<std::uint64_t>(json(18446744073709551615U)), 18446744073709551615U);
  const int taken = Whole{json(5)};
  EXPECT_EQ(taken, 5);
  EXPECT_THAT(whole_numbers<std::int64_t>(json{1, 2}), testing::ElementsAre(1, 2));
}

TEST(WholeNumber, IsNothingElse) {
  for (const json& value : {json(1e300), json(-1e300), json(2147483648.0), json(2147483648), json(0.5),
                            json("7"), json(nullptr), json(true), json(std::nan("")), json(json::array())})
    EXPECT_THROW(whole_number<int>(value), NoWholeNumber) << value.dump();
  EXPECT_THROW(whole_number<std::uint64_t>(json(-1)), NoWholeNumber);
  EXPECT_THROW(whole_number<std::uint64_t>(json(18446744073709551616.0)), NoWholeNumber);
  EXPECT_THROW(whole_number<std::int64_t>(json(9223372036854775808U)), NoWholeNumber);
  EXPECT_THROW(whole_numbers<int>(json(7)), NoWholeNumber);
  EXPECT_THROW(whole_numbers<int>(json{1, "x"}), NoWholeNumber);
}

}  // namespace
}  // namespace bellwether
