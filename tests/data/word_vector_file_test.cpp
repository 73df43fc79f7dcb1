// Files of word vectors: what each form says, and what is refused.

#include <bellwether/data/word_vector_file.h>

#include <cstring>
#include <map>

#include <tests/data/files.h>

namespace bellwether {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::ThrowsMessage;

using Vectors = std::map<std::string, std::vector<double>>;

Vectors vectors_in(const std::filesystem::path& path) {
  Vectors found;
  read_word_vectors(path, [&](std::string_view word, std::span<const double> vector) {
    found[std::string(word)].assign(vector.begin(), vector.end());
  });
  return found;
}

template <class Matcher>
void expect_refused(const std::filesystem::path& path, const Matcher& words) {
  EXPECT_THAT([&] { vectors_in(path); }, ThrowsMessage<InvalidInput>(words));
}

std::string in_bytes(std::uint64_t value, std::size_t count) {
  std::string bytes;
  for (std::size_t b = 0; b < count; ++b) bytes += static_cast<char>(value >> (8 * b) & 0xFF);
  return bytes;
}

std::string safetensors(const std::string& header, const std::string& values) {
  return in_bytes(header.size(), 8) + header + values;
}

/// Two words of two dimensions, in numbers of this type.
std::string table(const std::string& type, std::size_t bytes) {
  return R"({"__metadata__":{"format":"pt"},"vectors":{"dtype":")" + type +
         R"(","shape":[2,2],"data_offsets":[0,)" + std::to_string(4 * bytes) + "]}}";
}

TEST(WordVectorFile, ReadsGloveAndWord2vecText) {
  const Folder folder;
  const auto expected = ElementsAre(Pair("cat", ElementsAre(0.5, -2)), Pair("dog", ElementsAre(1e-3, 4)));
  EXPECT_THAT(vectors_in(folder.put("glove.txt", "cat 0.5 -2\ndog 1e-3 4\n")), expected);
  EXPECT_THAT(vectors_in(folder.put("w2v.vec", "2 2\ncat 0.5 -2 \ndog 1e-3\t4")), expected);
  EXPECT_THAT(vectors_in(folder.put("bom.txt",
                                    "\xEF\xBB\xBF"
                                    "cat 0.5 -2\r\n\ndog 1e-3 4\r\n")),
              expected);
}

TEST(WordVectorFile, AWordWithBlanksIsPassedOver) {
  const Folder folder;
  EXPECT_THAT(vectors_in(folder.put("glove.txt", "cat 1 2\nat name@domain.com 3 4\n. . . 5 6\n")),
              ElementsAre(Pair("cat", ElementsAre(1, 2))));
}

TEST(WordVectorFile, SaysWhatIsWrongInWhichLine) {
  const Folder folder;
  const auto refused = [&](const std::string& text, const std::string& words) {
    expect_refused(folder.put("v.txt", text), HasSubstr(words));
  };
  refused("", "holds no word vectors");
  refused("cat\n", "v.txt:1: 'cat' is not a word and its numbers");
  refused("cat 1 2\ndog 3\n", "v.txt:2: the vector of 'dog' has 1 numbers, but those before have 2");
  refused("cat 1 2\ndog 3 4 5\n", "v.txt:2: the vector of 'dog' has 3 numbers or more");
  refused("cat 1 2\ndog 3 x\n", "v.txt:2: 'x' is not a finite number");
  refused("cat 1 nan\n", "v.txt:1: 'nan' is not a finite number");
  refused("cat 1 1e999\n", "is not a finite number");
  refused("3 2\ncat 1 2\n", "its first line says 3 words, but there are 1");
  refused("3 4\ncat 1 2\n", "v.txt:2: the vector of 'cat' has 2 numbers, but those before have 4");
  refused("3 20000\ncat 1 2\n", "vectors of 20000 dimensions, but at most 10000");
  expect_refused(folder.put("v.bin", "3 2\ncat 1234"), HasSubstr("is binary"));
}

TEST(WordVectorFile, ReadsEveryWidthOfSafetensors) {
  const Folder folder;
  folder.put("v.txt", "cat\ndog\n");
  const auto expected = ElementsAre(Pair("cat", ElementsAre(0.5, -2)), Pair("dog", ElementsAre(1, 0)));
  const auto of = [&](const std::string& type, std::size_t bytes, std::vector<std::uint64_t> numbers) {
    std::string values;
    for (const std::uint64_t number : numbers) values += in_bytes(number, bytes);
    return vectors_in(folder.put("v.safetensors", safetensors(table(type, bytes), values)));
  };
  EXPECT_THAT(of("F64", 8, {0x3FE0000000000000, 0xC000000000000000, 0x3FF0000000000000, 0}), expected);
  EXPECT_THAT(of("F32", 4, {0x3F000000, 0xC0000000, 0x3F800000, 0}), expected);
  EXPECT_THAT(of("F16", 2, {0x3800, 0xC000, 0x3C00, 0}), expected);
  EXPECT_THAT(of("BF16", 2, {0x3F00, 0xC000, 0x3F80, 0}), expected);
  EXPECT_EQ(of("F16", 2, {0x0001, 0x03FF, 0x7BFF, 0x8000})["cat"][0], std::ldexp(1.0, -24));
  EXPECT_EQ(of("F16", 2, {0x0001, 0x03FF, 0x7BFF, 0x8000})["dog"][0], 65504.0);
}

TEST(WordVectorFile, TakesTheWordsFromAListOrAnObject) {
  const Folder folder;
  folder.put("v.safetensors", safetensors(table("F16", 2), in_bytes(0x3C003C0040004000, 8)));
  folder.put("v.json", R"(["a","b"])");
  EXPECT_THAT(vectors_in(folder / "v.safetensors"),
              ElementsAre(Pair("a", ElementsAre(2, 2)), Pair("b", ElementsAre(1, 1))));
  folder.put("v.json", R"({"b":0})");
  EXPECT_THAT(vectors_in(folder / "v.safetensors"), ElementsAre(Pair("b", ElementsAre(2, 2))));
}

TEST(WordVectorFile, RefusesDamagedSafetensors) {
  const Folder folder;
  folder.put("v.txt", "cat\ndog\n");
  const std::string values(16, '\0');
  const auto refused = [&](const std::string& bytes, const std::string& words) {
    expect_refused(folder.put("v.safetensors", bytes), HasSubstr(words));
  };
  const auto with_header = [&](const std::string& shape, const std::string& offsets) {
    return safetensors(R"({"v":{"dtype":"F32","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}",
                       values);
  };
  refused("abc", "there is no header");
  refused(std::string(8, '\xFF') + "{}", "so it is no safetensors file");
  refused(in_bytes(100, 8) + "{}", "its header ends before its 100 bytes");
  refused(safetensors("{oops", values), "its header is not JSON");
  refused(safetensors("[]", values), "its header is not an object");
  refused(safetensors("{}", values), "holds no table of rows and columns");
  refused(with_header("[2,3]", "[0,16]"), "does not fit its place");
  refused(with_header("[2,-2]", "[0,16]"), "does not fit its place");
  refused(with_header("[9223372036854775807,4]", "[0,16]"), "does not fit its place");
  refused(with_header("[1000000000,2]", "[0,8000000000]"), "do not fit its");
  refused(safetensors(table("I32", 4), values), "numbers of type 'I32'");
  refused(safetensors(table("F32", 4), in_bytes(0x7FC00000, 4) + values), "a number that is not finite");
  folder.put("v.txt", "cat\n");
  refused(safetensors(table("F32", 4), values), "has 1 words, but");
  std::filesystem::remove(folder / "v.txt");
  refused(safetensors(table("F32", 4), values), "put them beside it, one a line");
  folder.put("v.json", R"({"cat":2})");
  refused(safetensors(table("F32", 4), values), "'cat' has row 2, but rows are 0 to 1");
  folder.put("v.json", R"({"cat":1,"dog":1})");
  refused(safetensors(table("F32", 4), values), "have the same row 1");
}

}  // namespace
}  // namespace bellwether
