#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <nlohmann/json.hpp>

#include <bellwether/data/text.h>
#include <page/html.h>

namespace bellwether::page {
namespace {

using testing::HasSubstr;
using testing::Not;

/// What a browser reads.
std::u32string read_back(std::string html) {
  for (const auto& [entity, character] :
       {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}})
    for (std::size_t at = 0; (at = html.find(entity, at)) != std::string::npos; ++at)
      html.replace(at, std::string_view(entity).size(), character);
  return to_utf32(html);
}

RC_GTEST_PROP(Escaped, ShowsWhatWasThereAndNothingElse, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::oneOf(
      rc::gen::elementOf(std::string("<>&\"'/;#ltgquoamp \xc3\xa9\xe2\x82\xac\xf0\x9f\x90\x91")),
      rc::gen::arbitrary<char>()));
  const std::string html = escaped(text);
  for (const char c : {'<', '>', '"', '\''}) RC_ASSERT(html.find(c) == std::string::npos);
  std::u32string wanted = to_utf32(text);
  const std::u32string read = read_back(html);
  RC_ASSERT(read.size() == wanted.size());
  for (std::size_t i = 0; i < read.size(); ++i) RC_ASSERT(read[i] == wanted[i] || read[i] == U' ');
}

TEST(Escaped, TakesControlCharactersAndChangesOfDirectionAway) {
  EXPECT_EQ(escaped("a\x01\x1b[31mb\x7f"), "a  [31mb ");
  EXPECT_EQ(escaped("a\u202Eb\u2066c"), "a b c");
  EXPECT_EQ(escaped("caf\xc3\xa9 \xff"), "caf\xc3\xa9 \xef\xbf\xbd");
}

TEST(InsideScript, CannotEndTheScriptAndIsTheSameJson) {
  const nlohmann::json json{{"</script><script>", "<!-- & ]]> </SCRIPT"}, {"plain", {1, 2.5, nullptr}}};
  const std::string safe = inside_script(json.dump());
  EXPECT_THAT(safe, Not(HasSubstr("<")));
  EXPECT_THAT(safe, Not(HasSubstr(">")));
  EXPECT_EQ(nlohmann::json::parse(safe), json);
}

TEST(Numbers, AreShortAndHaveGroups) {
  EXPECT_EQ(grouped(612), "612");
  EXPECT_EQ(grouped(1234567), "1\u202f234\u202f567");
  EXPECT_EQ(grouped(-4096), "\u22124\u202f096");
  EXPECT_EQ(rounded(0.91251), "0.913");
  EXPECT_EQ(rounded(-12.345), "\u221212.3");
  EXPECT_EQ(rounded(18115.4), "18\u202f115");
  EXPECT_EQ(rounded(0), "0.000");
  EXPECT_EQ(rounded(1.5e-7), "1.5e-07");
  EXPECT_EQ(rounded(std::numeric_limits<double>::quiet_NaN()), "\u2013");
  EXPECT_EQ(percent(0.376), "38\u00a0%");
}

}  // namespace
}  // namespace bellwether::page
