#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <filesystem>

#include <bellwether/data/error.h>
#include <bellwether/features/text/documents.h>
#include <tests/support/archives.h>
#include <tests/support/temporary_folder.h>

namespace bellwether {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::ThrowsMessage;
using testing_support::gzip_of;
using testing_support::TemporaryFolder;
using testing_support::write_archive;

namespace fs = std::filesystem;

using IdsAndTexts = std::vector<std::pair<std::string, std::string>>;

IdsAndTexts all_of(const Documents& documents) {
  IdsAndTexts all;
  double before = 0;
  for (Document document; documents.next(document); document = {}) {
    const double share = documents.share();
    EXPECT_GE(share, before);
    EXPECT_LE(share, 1);
    before = share;
    std::string id = document.id;
    all.emplace_back(std::move(id), text_of(std::move(document)));
  }
  Document more;
  EXPECT_FALSE(documents.next(more));  // the end stays the end
  return all;
}

std::vector<std::string> labels_of(const Documents& documents) {
  EXPECT_TRUE(documents.labelled);
  std::vector<std::string> labels;
  for (Document document; documents.next(document);) labels.push_back(document.label);
  return labels;
}

/// The source must give the same of the file and of its packed form.
template <class Open>
IdsAndTexts of_file(const std::string& name, const std::string& bytes, const Open& open) {
  const TemporaryFolder folder;
  const IdsAndTexts plain = all_of(open(folder.write(name, bytes)));
  EXPECT_EQ(all_of(open(folder.write(name + ".gz", gzip_of(bytes)))), plain);
  return plain;
}

const auto lines_in = [](const fs::path& path) { return documents_in_lines(path); };
const auto mailbox_in = [](const fs::path& path) { return documents_in_mailbox(path); };

// ---------------------------------------------------------------------------------------------------- files

TEST(DocumentsInFiles, AreNamedByTheirPlaceInTheFolder) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "b/deep");
  fs::create_directories(folder / "empty");
  folder.write("z.txt", "last");
  folder.write("b/deep/x.txt", "deep");
  folder.write("b/a.txt.gz", gzip_of("packed"));
  folder.write("b/hollow", "");
  const Documents documents = documents_in_files(folder.path());
  EXPECT_TRUE(documents.sorted_by_id);
  EXPECT_FALSE(documents.labelled);
  EXPECT_THAT(all_of(documents), ElementsAre(Pair("b/a.txt.gz", "packed"), Pair("b/deep/x.txt", "deep"),
                                             Pair("b/hollow", ""), Pair("z.txt", "last")));
}

TEST(DocumentsInFiles, OfAnArchiveAreThoseOfTheFolderThatWasPacked) {
  const TemporaryFolder folder;
  for (const char* name : {"a.tar", "a.tar.gz", "a.tgz", "a.zip", "a.tar.xz", "a.tar.bz2", "a.tar.zst"}) {
    write_archive(folder / name, {{"spam/", ""},
                                  {"spam/1.txt", "buy"},
                                  {"ham/2.txt", "hello"},
                                  {"ham/3.gz", gzip_of("packed twice")}});
    EXPECT_THAT(
        all_of(documents_in_files(folder / name)),
        ElementsAre(Pair("spam/1.txt", "buy"), Pair("ham/2.txt", "hello"), Pair("ham/3.gz", "packed twice")))
        << name;
  }
}

TEST(DocumentsInFiles, CountAnArchiveInAFolderAsASubfolder) {
  const TemporaryFolder folder;
  write_archive(folder / "box.zip", {{"x.txt", "in the box"}});
  folder.write("a.txt", "outside");
  EXPECT_THAT(all_of(documents_in_files(folder.path())),
              ElementsAre(Pair("a.txt", "outside"), Pair("box/x.txt", "in the box")));
}

TEST(DocumentsInFiles, SayWhenThereIsNoSuchFolder) {
  const TemporaryFolder folder;
  EXPECT_THAT([&] { documents_in_files(folder / "nowhere"); },
              ThrowsMessage<InvalidInput>(HasSubstr("nowhere: there is no such file or folder")));
}

TEST(DocumentsInFiles, SayWhichPackedFileIsCutOff) {
  const TemporaryFolder folder;
  const std::string packed = gzip_of("some text that is long enough to be cut in two");
  folder.write("cut.txt.gz", packed.substr(0, packed.size() / 2));
  EXPECT_THAT([&] { all_of(documents_in_files(folder.path())); },
              ThrowsMessage<InvalidInput>(AllOf(HasSubstr("cut.txt.gz"), HasSubstr("cut off"))));
}

// ---------------------------------------------------------------------------------------------------- lines

TEST(DocumentsInLines, AreNumberedFromZeroAndMayBeEmpty) {
  EXPECT_THAT(of_file("a.txt", "first\n\nthird line\r\nlast", lines_in),
              ElementsAre(Pair("0", "first"), Pair("1", ""), Pair("2", "third line"), Pair("3", "last")));
  EXPECT_THAT(of_file("a.txt", "one\n", lines_in), ElementsAre(Pair("0", "one")));
  EXPECT_THAT(of_file("a.txt", "", lines_in), IsEmpty());
  EXPECT_THAT(of_file("a.txt", "\n", lines_in), ElementsAre(Pair("0", "")));
}

TEST(DocumentsInLines, MayBeLongerThanWhatIsReadAtOnce) {
  const std::string line(1'500'000, 'x');
  const auto found = of_file("a.txt", line + "\nshort\n" + line, lines_in);
  ASSERT_EQ(found.size(), 3);
  EXPECT_EQ(found[0].second, line);
  EXPECT_EQ(found[1].second, "short");
  EXPECT_EQ(found[2].second, line);
}

TEST(DocumentsInLines, SayWhenThereIsNoSuchFile) {
  EXPECT_THROW(documents_in_lines("/nonexistent/x.txt"), InvalidInput);
}

// ----------------------------------------------------------------------------------------------------- JSON

DocumentFields fields_of_json(std::string text, std::string id = {}, std::string label = {}) {
  return {.text = std::move(text), .id = std::move(id), .label = std::move(label)};
}

IdsAndTexts json_lines(const std::string& bytes, const DocumentFields& fields = {}) {
  return of_file("a.jsonl", bytes, [&](const fs::path& path) { return documents_in_json(path, fields); });
}

TEST(DocumentsInJsonLines, TakeTheFieldOfTheTextAndTheId) {
  EXPECT_THAT(json_lines("{\"text\": \"first\", \"id\": \"a\"}\n"
                         "\n  \t\r\n"
                         "{\"id\": 7, \"text\": \"line\\nend \\u00e9\"}\r\n"
                         "{\"text\": \"no id\", \"id\": null}"),
              ElementsAre(Pair("a", "first"), Pair("7", "line\nend é"), Pair("2", "no id")));
}

TEST(DocumentsInJsonLines, AreNumberedByDocumentNotByLine) {
  EXPECT_THAT(json_lines("\n{\"text\": \"x\"}\n\n{\"text\": \"y\"}\n"),
              ElementsAre(Pair("0", "x"), Pair("1", "y")));
}

TEST(DocumentsInJsonLines, TakeOtherFieldsIfAsked) {
  EXPECT_THAT(json_lines("{\"body\": \"b\", \"key\": 1.5, \"text\": \"t\"}", fields_of_json("body", "key")),
              ElementsAre(Pair("1.5", "b")));
  const TemporaryFolder folder;
  const auto path =
      folder.write("a.jsonl", "{\"text\":\"x\",\"class\":\"red\"}\n{\"text\":\"y\",\"class\":3}\n");
  EXPECT_THAT(labels_of(documents_in_json(path, fields_of_json("text", "", "class"))),
              ElementsAre("red", "3"));
  EXPECT_FALSE(documents_in_json(path, {}).labelled);
}

TEST(DocumentsInJsonLines, ANumberOrATruthValueIsAText) {
  EXPECT_THAT(json_lines("{\"text\": 12}\n{\"text\": true}\n"),
              ElementsAre(Pair("0", "12"), Pair("1", "true")));
}

void expect_json_error(const std::string& bytes, const std::string& words,
                       const DocumentFields& fields = {}) {
  EXPECT_THAT([&] { json_lines(bytes, fields); }, ThrowsMessage<InvalidInput>(HasSubstr(words))) << bytes;
}

TEST(DocumentsInJsonLines, SayWhatIsWrongAndWhere) {
  expect_json_error(
      "{\"text\":\"x\"}\n{\"body\":\"x\",\"title\":1}\n",
      "a.jsonl:2: has no field 'text', but: body, title (say which holds the text: text_column)");
  expect_json_error("{}", "a.jsonl:1: has no field 'text', but: nothing");
  expect_json_error("\n[1, 2]", "a.jsonl:1: is not a JSON object");
  expect_json_error("\"text\"", "is not a JSON object");
  expect_json_error("{\"text\": \"cut", "a.jsonl:1: is not a JSON object");
  expect_json_error("{\"text\": \"x\"} {}", "a.jsonl:1: is not a JSON object");
  expect_json_error("{\n\"text\": \"x\"\n}\n", "a.jsonl:1: is not a JSON object on one line");
  expect_json_error("{\"text\": \"x\"}", "a.jsonl:1: has no field 'key' (id_column)",
                    fields_of_json("text", "key"));
  expect_json_error("{\"text\": \"x\"}", "a.jsonl:1: has no field 'class' (label_column)",
                    fields_of_json("text", "", "class"));
}

TEST(DocumentsInJsonLines, RefuseAFieldThatIsNoTextHoweverDeepItIs) {
  expect_json_error("{\"text\": [\"a\", \"b\"]}", "a.jsonl:1: the field 'text' is a list or an object");
  expect_json_error("{\"text\": {}}", "a.jsonl:1: the field 'text' is a list or an object");
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  expect_json_error("{\"text\": " + deep + "}", "the field 'text' is a list or an object");
  expect_json_error("{\"text\": \"x\", \"id\": " + deep + "}", "the field 'id' is a list or an object");
}

// ---------------------------------------------------------------------------------------------------- table

IdsAndTexts table(const std::string& bytes, const DocumentFields& fields = {},
                  const std::string& name = "a.csv") {
  return of_file(name, bytes, [&](const fs::path& path) { return documents_in_table(path, fields); });
}

template <class Kind = InvalidInput>
void expect_table_error(const std::string& bytes, const std::string& words,
                        const DocumentFields& fields = {}) {
  EXPECT_THAT([&] { table(bytes, fields); }, ThrowsMessage<Kind>(HasSubstr(words))) << bytes;
}

TEST(DocumentsInTable, AreTheCellsOfAColumn) {
  EXPECT_THAT(table("id,text\na,first\nb,second one\n"),
              ElementsAre(Pair("a", "first"), Pair("b", "second one")));
  EXPECT_THAT(table("text,stars\r\nfine,5\r\n\r\nbad,1\r\n"),
              ElementsAre(Pair("0", "fine"), Pair("1", "bad")));
  EXPECT_THAT(table("id\ttext\na\tone, two\n", {}, "a.tsv"), ElementsAre(Pair("a", "one, two")));
}

TEST(DocumentsInTable, MayBeItsOnlyColumn) {
  EXPECT_THAT(table("text\nhello world\nbye\n"), ElementsAre(Pair("0", "hello world"), Pair("1", "bye")));
  expect_table_error(
      "text\nhello, world\n",
      "a.csv:2: 2 columns, where the header has 1 (put quotes around texts that hold a comma)");
}

TEST(DocumentsInTable, MayHoldDelimitersQuotesAndLineEndsInQuotes) {
  EXPECT_THAT(table("id,text\na,\"one, \"\"two\"\"\nand three\"\nb,\"\"\nc,\n"),
              ElementsAre(Pair("a", "one, \"two\"\nand three"), Pair("b", ""), Pair("c", "")));
}

TEST(DocumentsInTable, TheColumnIsTakenByNameByNumberOrAsFirstOrLast) {
  const std::string bytes = "title,body,note\nt,b,n\n";
  EXPECT_THAT(table(bytes, {.text = "body"}), ElementsAre(Pair("0", "b")));
  EXPECT_THAT(table(bytes, {.text = "2"}), ElementsAre(Pair("0", "b")));
  EXPECT_THAT(table(bytes, {.text = "first"}), ElementsAre(Pair("0", "t")));
  EXPECT_THAT(table(bytes, {.text = "last", .id = "title"}), ElementsAre(Pair("t", "n")));
  const TemporaryFolder folder;
  EXPECT_THAT(labels_of(documents_in_table(folder.write("a.csv", bytes), {.text = "body", .label = "last"})),
              ElementsAre("n"));
}

TEST(DocumentsInTable, WithoutAHeaderLosesNoRow) {
  const std::string bytes = "earn\tprofit rose\nacq\tbuys a firm\nearn\tloss fell\n";
  const DocumentFields places{.text = "last", .label = "first"};
  EXPECT_THAT(table(bytes, places, "a.tsv"),
              ElementsAre(Pair("0", "profit rose"), Pair("1", "buys a firm"), Pair("2", "loss fell")));
  // A label that is the usual name of a column is one of the rows below all the same.
  EXPECT_THAT(table("review\tfine\nbook\tlong\nreview\tbad\n", places, "a.tsv"), testing::SizeIs(3));
  const TemporaryFolder folder;
  EXPECT_THAT(documents_in_table(folder.write("a.tsv", bytes), places).notes, ElementsAre());
  EXPECT_THAT(documents_in_table(folder.write("a.tsv", bytes), {.text = "last"}).notes,
              ElementsAre(HasSubstr("first row taken as data: 'earn, profit rose' (" +
                                    marked(setting("header", "yes")) + " if it names")));
}

TEST(DocumentsInTable, TheHeaderIsAsItWasSaidToBe) {
  const std::string bytes = "label,text\na,one\nb,two\n";
  const DocumentFields no{.text = "last", .how = {.header = Header::no}};
  EXPECT_THAT(table(bytes, no), ElementsAre(Pair("0", "text"), Pair("1", "one"), Pair("2", "two")));
  const DocumentFields yes{.text = "last", .how = {.header = Header::yes}};
  EXPECT_THAT(table("a,one\nb,two\n", yes), ElementsAre(Pair("0", "two")));
  EXPECT_THAT(table(bytes, {.text = "last"}), testing::SizeIs(2));
}

TEST(DocumentsInTable, ARowAboveNumbersIsTakenAsTheHeaderAndANoteSaysSo) {
  const TemporaryFolder folder;
  const auto documents =
      documents_in_table(folder.write("a.csv", "stars,words\n5,fine\n1,bad\n"), {.text = "last"});
  EXPECT_THAT(documents.notes, ElementsAre(HasSubstr("first row taken as header: 'stars, words' (" +
                                                     marked(setting("header", "no")))));
}

TEST(DocumentsInTable, TheDelimiterIsAsItWasSaidToBe) {
  EXPECT_THAT(table("id|text\na|one, two\nb|three, four\n", {.how = {.delimiter = '|'}}),
              ElementsAre(Pair("a", "one, two"), Pair("b", "three, four")));
}

TEST(DocumentsInTable, SaysWhichColumnsThereAre) {
  const auto error = [](const DocumentFields& fields) -> std::string {
    try {
      table("title,body\nt,b\n", fields);
    } catch (const Error& e) {
      return e.what();
    }
    return {};
  };
  EXPECT_THAT(error({}), AllOf(HasSubstr("text_column"), HasSubstr("title"), HasSubstr("body")));
  EXPECT_THAT(error({.text = "body", .id = "key"}), HasSubstr("id_column"));
  EXPECT_THAT(error({.text = "body", .label = "class"}), HasSubstr("label_column"));
  EXPECT_THAT(error({.text = "3"}), HasSubstr("text_column"));
  EXPECT_THAT(error({.text = "0"}), HasSubstr("text_column"));
}

TEST(DocumentsInTable, SaysWhereARowIsRaggedOrAQuoteOpen) {
  expect_table_error("id,text\na,\"two\nlines\"\n\nb,x,y\n", "a.csv:5: 3 columns, where the header has 2");
  expect_table_error("id,text\na\n", "a.csv:2: 1 columns, where the header has 2");
  expect_table_error("id,text\na,b\nc,\"open\nand on\n", "a.csv:3: a quote is opened and never closed");
  expect_table_error("id,text\na,\"b\"c\n", "a.csv:2: text follows the closing quote");
  expect_table_error("", "is empty");
  expect_table_error("\n\n", "is empty");
}

TEST(DocumentsInTable, AHeaderAloneHoldsNoDocument) {
  EXPECT_THAT(table("id,text\n"), IsEmpty());
  EXPECT_THAT(table("id,text"), IsEmpty());
}

TEST(DocumentsInTable, CellsMayBeLargerThanWhatIsReadAtOnce) {
  std::string bytes = "id,text\n";
  IdsAndTexts expected;
  for (const std::size_t size : {70'000, 262'100, 262'140, 262'144, 1'000'000, 3}) {
    std::string text;
    while (text.size() < size) text += "word \"quoted\"\n, and so on ";
    std::string quoted;
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    expected.emplace_back(std::to_string(size), text);
    bytes += std::to_string(size) + ",\"" + quoted + "\"\n";
  }
  EXPECT_EQ(table(bytes), expected);
}

TEST(DocumentsInTable, ARecordMayEndAnywhereInTheWindow) {
  // The window is 256 KiB: the quote, the line end, the delimiter fall on its border in turn.
  for (std::size_t shift = 0; shift < 12; ++shift) {
    const std::string filler((1 << 18) - 20 + shift, 'x');
    const auto found = table("id,text\na,\"" + filler + "\"\r\nb,\"q\"\"q\"\r\n");
    ASSERT_EQ(found.size(), 2);
    EXPECT_EQ(found[0].second, filler);
    EXPECT_EQ(found[1], std::make_pair(std::string("b"), std::string("q\"q")));
  }
}

// -------------------------------------------------------------------------------------------------- mailbox

TEST(DocumentsInMailbox, AreItsMessages) {
  EXPECT_THAT(of_file("a.mbox",
                      "From ann@x.org Mon Jan 1\nSubject: one\n\nHello\n>From me\n\n"
                      "From bob@x.org Tue Jan 2\nSubject: two\n\nBye\n",
                      mailbox_in),
              ElementsAre(Pair("0", "Subject: one\n\nHello\nFrom me\n"), Pair("1", "Subject: two\n\nBye\n")));
  EXPECT_THAT(of_file("a.mbox", "", mailbox_in), IsEmpty());
}

TEST(DocumentsInMailbox, SayWhenItIsNone) {
  const TemporaryFolder folder;
  EXPECT_THROW(documents_in_mailbox(folder.write("a.mbox", "Dear all\n")), InvalidInput);
}

}  // namespace
}  // namespace bellwether
