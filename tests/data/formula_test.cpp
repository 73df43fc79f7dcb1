#include <bellwether/data/formula.h>
#include <bellwether/data/number.h>
#include <bellwether/data/table.h>
#include <bellwether/data/text.h>
#include <bellwether/data/write.h>
#include <rapidcheck/gtest.h>

#include "files.h"

namespace bellwether {
namespace {

using testing::ElementsAre;

/// Most of what a formula begins with, and of what would make a cell look as if it were guarded already.
std::string risky_word() {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("=", "+", "-", "@", "'", " ", "\t", "\r", "\n", "\"", ",", ";", "1", ".5",
                                    "e", "a", "\uFF1D", "cmd|' /C calc'!A0"));
  std::string word;
  for (const std::string& piece : pieces) word += piece;
  return word;
}

TEST(Formula, WhatASpreadsheetWouldComputeGetsAnApostrophe) {
  for (const char* word : {"=1+1", "+1+1", "-x", "@SUM(A1)", "\tx", "\rx", "\nx", "  =1+1", "=", "-",
                           "\uFF1D"
                           "1",
                           "+49 30 1234", "'=1", "-1,5"})
    EXPECT_EQ(guarded(word), "'" + std::string(word));
}

TEST(Formula, NumbersAndOrdinaryWordsStayAsTheyAre) {
  for (const char* word :
       {"-3", "+1.5", " -3", "-1e-9", "a", "a=b", "1-2", "'", "'quoted'", "'-3", "", " x", "e-mail", "#x"}) {
    EXPECT_EQ(guarded(word), word);
    EXPECT_EQ(unguarded(word), word);
  }
}

RC_GTEST_PROP(Formula, WhatIsGuardedIsNoneAndComesBack, ()) {
  const std::string word = risky_word(), cell = guarded(word);
  RC_ASSERT(unguarded(cell) == word);
  const std::size_t first = std::min(cell.find_first_not_of(" \t\r\n"), cell.size());
  const bool sign =
      first < cell.size() && std::string_view("=+-@").find(cell[first]) != std::string_view::npos;
  const bool begins = sign || cell.starts_with('\t') || cell.starts_with('\r') || cell.starts_with('\n');
  RC_ASSERT(!begins || (cell == word && to_number(trim(cell)).has_value()));
}

RC_GTEST_PROP(Formula, NamesInATableComeBackWhetherReadAsItemsOrAsWords, ()) {
  Dataset written{.values = Matrix(Matrix::Random(5, 2)), .features = {"=f", "-g"}};
  for (int i = 0; i < 5; ++i) {
    written.ids.push_back(risky_word() + "x" + std::to_string(i));  // none blank, all different
    written.labels.push_back(risky_word() + "y");
  }
  const Folder folder;
  write_csv(folder / "t.csv", written);
  const Dataset items = read(folder / "t.csv", {.label_column = "last"});
  RC_ASSERT(items.ids == written.ids);
  RC_ASSERT(items.labels == written.labels);
  RC_ASSERT(items.features == written.features);
  const auto rows = read_table(folder / "t.csv");
  RC_ASSERT(rows.size() == 6U);
  for (std::size_t i = 0; i < 5; ++i) {
    RC_ASSERT(rows[i + 1].cells.front() == written.ids[i]);
    RC_ASSERT(rows[i + 1].cells.back() == written.labels[i]);
  }
}

TEST(Formula, LinesWithoutQuotesAreReadAlike) {
  const Folder folder;
  const Dataset items =
      read(folder.put("t.csv", "id,a,b,label\n'=p,1,2,'-x\n'q,3,4,-5\n"), {.label_column = "last"});
  EXPECT_THAT(items.ids, ElementsAre("=p", "'q"));
  EXPECT_THAT(items.labels, ElementsAre("-x", "-5"));
}

}  // namespace
}  // namespace bellwether
