#include <bellwether/features/text/term_table.h>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>

namespace bellwether {
namespace {

TEST(TermTable, NumbersTermsAsTheyCome) {
  TermTable table;
  EXPECT_EQ(table.number("b"), 0);
  EXPECT_EQ(table.number("a"), 1);
  EXPECT_EQ(table.number(""), 2);
  EXPECT_EQ(table.number("b"), 0);
  EXPECT_EQ(table.term(1), "a");
  EXPECT_EQ(table.term(2), "");
  EXPECT_EQ(table.size(), 3);
}

TEST(TermTable, KeepsItsNumbersWhenItGrows) {
  TermTable table;
  for (int i = 0; i < 20000; ++i) ASSERT_EQ(table.number("term number " + std::to_string(i)), i);
  for (int i = 0; i < 20000; ++i) ASSERT_EQ(table.number("term number " + std::to_string(i)), i);
  EXPECT_EQ(table.term(12345), "term number 12345");
}

RC_GTEST_PROP(TermTable, AgreesWithAMap, (const std::vector<std::string>& terms)) {
  TermTable table;
  std::map<std::string, std::int32_t> map;
  for (const auto& term : terms) {
    const auto expected = map.emplace(term, static_cast<std::int32_t>(map.size())).first->second;
    RC_ASSERT(table.number(term) == expected);
    RC_ASSERT(table.term(expected) == term);
  }
}

}  // namespace
}  // namespace bellwether
