#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include <bellwether/data/error.h>
#include <bellwether/features/text/text_vectorizer.h>
#include <bellwether/features/text/vocabulary.h>
#include <tests/support/data.h>
#include <tests/support/documents.h>
#include <tests/support/labelings.h>

namespace bellwether {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::ThrowsMessage;
using testing_support::Counts;
using testing_support::counts_of;
using testing_support::evenly;
using testing_support::from_memory;
using testing_support::from_texts;
using testing_support::to_dense;

using Strings = std::vector<std::string>;

Dataset fitted(const Strings& texts, const TextOptions& options = {}, const Pairs& pointed = {}) {
  TextVectorizer vectorizer{options, {}};
  return fit_text(vectorizer, from_texts(texts), pointed);
}

Strings vocabulary_of(const Strings& texts, const TextOptions& options = {}, const Pairs& pointed = {}) {
  return fitted(texts, options, pointed).features;
}

Matrix values_of(const Dataset& items) {
  return to_dense(std::get<SparseMatrix>(items.values));
}

void expect_same(const Dataset& a, const Dataset& b) {
  EXPECT_EQ(a.ids, b.ids);
  EXPECT_EQ(a.features, b.features);
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.notes, b.notes);
  const auto& x = std::get<SparseMatrix>(a.values);
  const auto& y = std::get<SparseMatrix>(b.values);
  EXPECT_EQ(x.starts, y.starts);
  EXPECT_EQ(x.column_of, y.column_of);
  EXPECT_EQ(x.values, y.values);
  EXPECT_EQ(x.columns, y.columns);
}

// ------------------------------------------------------------------------------------------------ counting

TEST(TextVectorizer, CountsWordsWithoutCase) {
  const Dataset items = fitted({"The cat sat; the CAT slept.", "A dog"});
  EXPECT_THAT(items.features, ElementsAre("cat", "dog", "sat", "slept", "the"));  // "a" is too short
  EXPECT_EQ(values_of(items), (Matrix{{2, 0, 1, 1, 2}, {0, 1, 0, 0, 0}}));
  EXPECT_THAT(items.ids, ElementsAre("0", "1"));
  EXPECT_THAT(items.labels, IsEmpty());
  EXPECT_THAT(items.notes, IsEmpty());
}

TEST(TextVectorizer, ALanguageLeavesOutItsStopWordsAndStems) {
  const Dataset items =
      fitted({"The runner is running, and he runs", "Don't! It isn’t connected: connections"},
             {.language = "english"});
  EXPECT_EQ(counts_of(items, 0), (Counts{{"run", 2}, {"runner", 1}}));
  EXPECT_EQ(counts_of(items, 1), (Counts{{"connect", 2}}));
}

TEST(TextVectorizer, StemsOnlyIfAskedAndStopsOnlyIfAsked) {
  EXPECT_THAT(vocabulary_of({"the cats are running"}, {.language = "english", .stem = false}),
              ElementsAre("cats", "running"));
  EXPECT_THAT(vocabulary_of({"the cats are running"}, {.language = "english", .stop_words = "none"}),
              ElementsAre("are", "cat", "run", "the"));
}

TEST(TextVectorizer, OwnStopWordsAreParted_ByCommasOrBlanks_AndHaveNoCase) {
  EXPECT_THAT(vocabulary_of({"the cat and the dog don't sleep"}, {.stop_words = "the, and,DOG don't"}),
              ElementsAre("cat", "sleep"));
  EXPECT_THAT(vocabulary_of({"Äpfel und Birnen"}, {.stop_words = "ÄPFEL"}), ElementsAre("birnen", "und"));
}

TEST(TextVectorizer, AStopWordIsMetBeforeItIsStemmed) {
  // "being" is a stop word, its stem "be" is one too; "doings" is none, whatever its stem.
  EXPECT_THAT(vocabulary_of({"being doings"}, {.language = "english"}), ElementsAre("do"));
}

TEST(TextVectorizer, JoinsWordsInTheirOrderWithABlank) {
  const Dataset items = fitted({"new york new york", "york"}, {.ngrams = 2});
  EXPECT_EQ(counts_of(items, 0), (Counts{{"new", 2}, {"york", 2}, {"new york", 2}, {"york new", 1}}));
  EXPECT_EQ(counts_of(items, 1), (Counts{{"york", 1}}));  // no run goes from one document into the next

  const Dataset three = fitted({"one two three four"}, {.ngrams = 3});
  EXPECT_EQ(counts_of(three, 0), (Counts{{"one", 1},
                                         {"two", 1},
                                         {"three", 1},
                                         {"four", 1},
                                         {"one two", 1},
                                         {"two three", 1},
                                         {"three four", 1},
                                         {"one two three", 1},
                                         {"two three four", 1}}));
}

TEST(TextVectorizer, JoinsWhatIsLeftWhenStopWordsAreGone) {
  const Dataset items = fitted({"the wars of the roses"}, {.language = "english", .ngrams = 2});
  EXPECT_EQ(counts_of(items, 0), (Counts{{"war", 1}, {"rose", 1}, {"war rose", 1}}));
}

TEST(TextVectorizer, LengthsAreInCharactersAndBothLimitsAreKept) {
  EXPECT_THAT(vocabulary_of({"a bb ccc dddd"}, {.min_length = 2, .max_length = 3}), ElementsAre("bb", "ccc"));
  EXPECT_THAT(vocabulary_of({"öö äöü é"}, {.min_length = 2, .max_length = 2}), ElementsAre("öö"));
  EXPECT_THAT(vocabulary_of({std::string(41, 'x') + " " + std::string(40, 'y')}),
              ElementsAre(std::string(40, 'y')));
  EXPECT_THAT(vocabulary_of({std::string(300, 'x')}, {.max_length = 0}), ElementsAre(std::string(300, 'x')));
  EXPECT_THAT(vocabulary_of({"漢 ab"}), ElementsAre("ab", "漢"));  // an ideograph is a word
}

TEST(TextVectorizer, KeepsNumbersIfAsked) {
  EXPECT_THAT(vocabulary_of({"in 1984 and 3.14 of r2d2"}), ElementsAre("and", "in", "of", "r2d2"));
  EXPECT_THAT(vocabulary_of({"in 1984 and 3.14 of r2d2"}, {.numbers = true}),
              ElementsAre("1984", "3.14", "and", "in", "of", "r2d2"));
}

TEST(TextVectorizer, RunsPartWordsWhereBoundariesDoNot) {
  EXPECT_THAT(vocabulary_of({"don't e.g snake_case"}), ElementsAre("don't", "e.g", "snake_case"));
  EXPECT_THAT(vocabulary_of({"don't e.g snake_case"}, {.words = WordRule::runs}),
              ElementsAre("don", "snake_case"));
}

TEST(TextVectorizer, StripsMailIfAsked) {
  const std::string post = "From: ann@x.org\nSubject: cats\n\nI like\n> old words\n-- \nann\n";
  EXPECT_THAT(vocabulary_of({post}, {.strip = "headers,quotes,signatures"}), ElementsAre("like"));
}

// ------------------------------------------------------------------------------------------- which are kept

TEST(TextVectorizer, LeavesOutWordsOfTooFewOrTooManyDocuments) {
  const Strings texts{"everywhere twice once once", "everywhere twice", "everywhere"};
  EXPECT_THAT(vocabulary_of(texts, {.min_documents = 2}), ElementsAre("everywhere", "twice"));
  EXPECT_THAT(vocabulary_of(texts, {.max_documents = 0.67}), ElementsAre("once", "twice"));
  EXPECT_THAT(vocabulary_of(texts, {.min_documents = 2, .max_documents = 0.9}), ElementsAre("twice"));
}

TEST(TextVectorizer, AShareOfTheDocumentsIsMetExactly) {
  // In binary 0.29 * 100 is less than 29.
  Strings texts(100, "filler");
  for (std::size_t i = 0; i < 29; ++i) texts[i] = "filler rare";
  for (std::size_t i = 0; i < 30; ++i) texts[i] += " common";
  EXPECT_THAT(vocabulary_of(texts, {.max_documents = 0.29}), ElementsAre("rare"));
}

TEST(TextVectorizer, KeepsTheMostFrequentAndOfEqualsTheFirstByName) {
  const Strings texts{"dd dd dd cc bb", "aa aa cc ee"};
  EXPECT_THAT(vocabulary_of(texts, {.vocabulary = 1}), ElementsAre("dd"));
  EXPECT_THAT(vocabulary_of(texts, {.vocabulary = 3}), ElementsAre("aa", "cc", "dd"));
  EXPECT_THAT(vocabulary_of(texts, {.vocabulary = 4}), ElementsAre("aa", "bb", "cc", "dd"));
  EXPECT_EQ(vocabulary_of(texts, {.vocabulary = 5}).size(), 5);
  EXPECT_EQ(vocabulary_of(texts, {.vocabulary = 500}).size(), 5);
}

TEST(TextVectorizer, TheDocumentLimitsComeBeforeTheVocabulary) {
  EXPECT_THAT(
      vocabulary_of({"the the the cat", "the the dog", "the cat"}, {.max_documents = 0.7, .vocabulary = 1}),
      ElementsAre("cat"));
}

/// Random texts over few words, so that words meet again; never all empty.
rc::Gen<Strings> few_words() {
  const auto word = rc::gen::element<std::string>("ant", "bee", "cow", "dog", "eel", "fox", "gnu", "hen");
  const auto text = rc::gen::map(rc::gen::container<Strings>(word), [](const Strings& words) {
    std::string joined;
    for (const auto& w : words) joined += w + " ";
    return joined;
  });
  return rc::gen::suchThat(rc::gen::container<Strings>(text), [](const Strings& texts) {
    return std::ranges::any_of(texts, [](const std::string& t) { return !t.empty(); });
  });
}

/// No word that was left out is worth more than one that was kept.
void require_best_kept(const Dataset& all, const std::vector<double>& worth, const Strings& kept) {
  double least_kept = INFINITY, most_dropped = -INFINITY;
  for (std::size_t t = 0; t < worth.size(); ++t) {
    const bool is_kept = std::ranges::count(kept, all.features[t]) > 0;
    auto& bound = is_kept ? least_kept : most_dropped;
    bound = is_kept ? std::min(bound, worth[t]) : std::max(bound, worth[t]);
  }
  RC_ASSERT(least_kept >= most_dropped - 1e-12);  // sums of at most some hundred numbers below 10
}

RC_GTEST_PROP(TextVectorizer, InformationWithoutLabelsIsThatOfWordsAboutDocuments, ()) {
  const Strings texts = *few_words();
  const Dataset all = fitted(texts);
  const Matrix n = values_of(all);
  std::vector<double> worth;
  for (Index t = 0; t < n.cols(); ++t) {
    double sum = 0;
    for (Index d = 0; d < n.rows(); ++d) {
      if (n(d, t) == 0) continue;
      const double joint = n(d, t) / n.sum(), document = n.row(d).sum() / n.sum(),
                   term = n.col(t).sum() / n.sum();
      sum += joint * std::log(joint / (document * term));
    }
    worth.push_back(sum);
  }
  const int limit = *evenly(1, 9);
  const auto kept = vocabulary_of(texts, {.vocabulary = limit, .select = Selection::information});
  RC_ASSERT(kept.size() == std::min<std::size_t>(static_cast<std::size_t>(limit), worth.size()));
  require_best_kept(all, worth, kept);
}

double entropy_of(const std::map<std::string, double>& counts) {
  double n = 0, sum = 0;
  for (const auto& [name, count] : counts) n += count;
  for (const auto& [name, count] : counts)
    if (count > 0) sum -= count / n * std::log(count / n);
  return sum;
}

RC_GTEST_PROP(TextVectorizer, InformationWithLabelsIsThatOfTheirPresenceAboutTheLabels, ()) {
  const Strings texts = *rc::gen::suchThat(few_words(), [](const Strings& t) { return t.size() > 1; });
  Pairs pointed{{"0", "red"}, {"1", "blue"}};
  for (std::size_t i = 2; i < texts.size(); ++i)
    if (const int c = *evenly(0, 4); c > 0)
      pointed.push_back({std::to_string(i), c == 1 ? "red" : c == 2 ? "blue" : "green"});

  const Dataset all = fitted(texts);
  const Matrix n = values_of(all);
  std::vector<double> worth;
  for (Index t = 0; t < n.cols(); ++t) {
    std::map<std::string, double> whole, there, absent;
    for (const NamedPair& pair : pointed) {
      ++whole[pair.second];
      ++(n(std::stol(pair.first), t) > 0 ? there : absent)[pair.second];
    }
    double with = 0;
    for (const auto& [label, count] : there) with += count;
    const double share = with / static_cast<double>(pointed.size());
    worth.push_back(entropy_of(whole) - share * entropy_of(there) - (1 - share) * entropy_of(absent));
  }
  const int limit = *evenly(1, 9);
  const auto kept = vocabulary_of(texts, {.vocabulary = limit, .select = Selection::information}, pointed);
  RC_ASSERT(kept.size() == std::min<std::size_t>(static_cast<std::size_t>(limit), worth.size()));
  require_best_kept(all, worth, kept);
}

TEST(TextVectorizer, LabelsFindTheWordsThatTellClassesApart) {
  const Strings texts{"ball the the goal", "the goal", "vote the the", "the vote senate", "other words"};
  const Pairs pointed{{"0", "sport"}, {"1", "sport"}, {"2", "politics"}, {"3", "politics"}};
  EXPECT_THAT(vocabulary_of(texts, {.vocabulary = 2, .select = Selection::information}, pointed),
              ElementsAre("goal", "vote"));
  // By frequency the labels say nothing.
  EXPECT_THAT(vocabulary_of(texts, {.vocabulary = 1}, pointed), ElementsAre("the"));
}

TEST(TextVectorizer, SaysWhatIsWrongWithTheLabels) {
  const Strings texts{"one two", "three four"};
  const TextOptions options{.vocabulary = 1, .select = Selection::information};
  EXPECT_THAT(
      [&] {
        fitted(texts, options, {{"0", "a"}, {"7", "b"}});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("labels are given for '7', but there is no such document")));
  EXPECT_THAT(
      [&] {
        fitted(texts, options, {{"0", "a"}, {"1", "a"}});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("labels of one class only ('a')")));
}

// ------------------------------------------------------------------------------------ notes and odd
// documents

TEST(TextVectorizer, ReadsWhatIsNotUtf8AsWindows1252AndSaysSo) {
  const Dataset items = fitted({"caf\xE9 \x93quoted\x94", "plain"});
  EXPECT_THAT(items.features, ElementsAre("café", "plain", "quoted"));
  EXPECT_THAT(items.notes,
              ElementsAre(AllOf(HasSubstr("1 document not UTF-8, read as Windows-1252"), HasSubstr("'0'"))));
}

TEST(TextVectorizer, SaysWhereBytesMeanNothingInTheEncoding) {
  const Dataset items = fitted({"caf\xE9s", "naïve"}, {.encoding = "utf-8"});
  EXPECT_THAT(items.notes,
              ElementsAre(HasSubstr("1 document with bytes that mean nothing in the encoding given")));
  EXPECT_EQ(counts_of(items, 1), (Counts{{"naïve", 1}}));
}

TEST(TextVectorizer, LeavesOutWhatIsNoText) {
  TextVectorizer vectorizer;
  const Dataset items =
      fit_text(vectorizer, from_memory({{.id = "a.txt", .text = "some words"},
                                        {.id = "b.png", .text = std::string("\x89PNG\0\0\0\r", 8)},
                                        {.id = "c.txt", .text = "more words"}}));
  EXPECT_THAT(items.ids, ElementsAre("a.txt", "c.txt"));
  EXPECT_EQ(items.items(), 2);
  EXPECT_THAT(items.notes,
              ElementsAre(AllOf(HasSubstr("1 document left out, being no text"), HasSubstr("b.png"))));
}

TEST(TextVectorizer, ReadsUtf16ByItsMarkOrIfItIsSaid) {
  const auto wide = [](std::string_view ascii) {
    std::string bytes;
    for (const char c : ascii) bytes += {c, '\0'};
    return bytes;
  };
  EXPECT_THAT(vocabulary_of({"\xFF\xFE" + wide("marked words")}), ElementsAre("marked", "words"));
  EXPECT_THAT(vocabulary_of({wide("plain words")}, {.encoding = "utf-16le"}), ElementsAre("plain", "words"));
  // A picture is none in any encoding.
  const std::string picture("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1", 20);
  for (const char* encoding : {"latin-1", "utf-16le", "utf-8"})
    EXPECT_THAT(
        fitted({picture, wide("plain words"), "plain words"}, {.numbers = true, .encoding = encoding}).notes,
        Contains(AllOf(HasSubstr("left out, being no text"), HasSubstr("'0'"))))
        << encoding;
}

TEST(TextVectorizer, KeepsEmptyDocumentsAsRowsOfZerosAndNamesThem) {
  const Dataset items = fitted({"", "words", "1 2 3", "", "", "", "!?"});
  EXPECT_EQ(values_of(items), (Matrix{{0}, {1}, {0}, {0}, {0}, {0}, {0}}));
  EXPECT_THAT(items.notes, ElementsAre("6 documents without a word that counts, kept as rows of zeros: "
                                       "'0', '2', '3', '4', '5', ..."));
  EXPECT_THAT(fitted({"", "words"}).notes,
              ElementsAre("1 document without a word that counts, kept as a row of zeros: '0'"));
}

TEST(TextVectorizer, ALabelGoesWithItsDocument) {
  TextVectorizer vectorizer;
  const Dataset items = fit_text(vectorizer, from_memory({{.id = "b", .label = "two", .text = "second"},
                                                          {.id = "a", .label = "one", .text = "first"}},
                                                         {.sorted_by_id = true, .labelled = true}));
  EXPECT_THAT(items.ids, ElementsAre("a", "b"));
  EXPECT_THAT(items.labels, ElementsAre("one", "two"));
  EXPECT_EQ(counts_of(items, 0), (Counts{{"first", 1}}));
}

TEST(TextVectorizer, SaysWhenNoWordIsLeft) {
  EXPECT_THAT(
      [] {
        fitted({"1 2", "a"});
      },
      ThrowsMessage<InvalidInput>(
          AllOf(HasSubstr("memory: no word is left of its 2 documents"), HasSubstr("min_length = 1"))));
  EXPECT_THAT(
      [] {
        fitted({"one", "two"}, {.min_documents = 2});
      },
      ThrowsMessage<InvalidInput>(HasSubstr("no word is left")));
}

TEST(TextVectorizer, SaysWhenThereIsNoDocument) {
  EXPECT_THAT([] { fitted({}); },
              ThrowsMessage<InvalidInput>(HasSubstr("memory: there is no document in it")));
  EXPECT_THAT([] { fitted({std::string("\0binary", 7)}); },
              ThrowsMessage<InvalidInput>(HasSubstr("there is no document in it")));
}

TEST(TextVectorizer, ChecksItsOptionsBeforeTheFirstDocumentIsRead) {
  const auto unread = [](const TextOptions& options) {
    Documents documents = from_texts({"words"});
    documents.next = [](Document&) -> bool { throw std::logic_error("a document was read"); };
    TextVectorizer vectorizer{options, {}};
    fit_text(vectorizer, documents);
  };
  EXPECT_THAT([&] { unread({.language = "klingon"}); }, ThrowsMessage<InvalidOption>(HasSubstr("klingon")));
  EXPECT_THAT([&] { unread({.language = "klingon", .stem = false}); },
              ThrowsMessage<InvalidOption>(HasSubstr("klingon")));
  // Snowball would take "en", but there are no stop words of that name.
  EXPECT_THAT([&] { unread({.language = "en"}); }, ThrowsMessage<InvalidOption>(HasSubstr("'en'")));
  EXPECT_THAT([&] { unread({.encoding = "morse"}); },
              ThrowsMessage<InvalidOption>(HasSubstr("there is no encoding 'morse'")));
  EXPECT_THAT([&] { unread({.strip = "feet"}); }, ThrowsMessage<InvalidOption>(HasSubstr("feet")));
  EXPECT_THAT([&] { unread({.ngrams = 9}); }, ThrowsMessage<InvalidOption>(HasSubstr("ngrams")));
  EXPECT_THAT([&] { unread({.max_documents = 1.5}); },
              ThrowsMessage<InvalidOption>(HasSubstr("max_documents")));
}

TEST(TextVectorizer, StopsWhenItIsAskedTo) {
  std::stop_source stop;
  stop.request_stop();
  TextVectorizer vectorizer;
  EXPECT_THAT([&] { fit_text(vectorizer, from_texts({"words"}), {}, {.stop = stop.get_token()}); },
              ThrowsMessage<InvalidInput>(HasSubstr("interrupted")));
}

TEST(TextVectorizer, AnErrorOfTheSourceComesThrough) {
  for (const int threads : {1, 4}) {
    Documents documents = from_texts({"words"});
    documents.next = [inner = documents.next](Document& document) {
      if (inner(document)) return true;
      throw InvalidInput("the source broke");
    };
    TextVectorizer vectorizer;
    EXPECT_THAT([&] { fit_text(vectorizer, documents, {}, {.threads = threads}); },
                ThrowsMessage<InvalidInput>(HasSubstr("the source broke")));
  }
}

// ----------------------------------------------------------------------------------------------------- laws

/// Split at blanks: what counting is, for lower-case words of plain letters.
Counts plainly_counted(const std::string& text) {
  std::istringstream in(text);
  Counts counts;
  for (std::string word; in >> word;) ++counts[word];
  return counts;
}

RC_GTEST_PROP(TextVectorizer, CountsWhatASplitAtBlanksCounts, ()) {
  const auto word =
      rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange('a', static_cast<char>('z' + 1))));
  const auto texts =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<Strings>>(rc::gen::container<Strings>(word)));
  Strings joined;
  for (const Strings& words : texts) {
    std::string text;
    for (const auto& w : words) text += w + std::string(1, *rc::gen::element(' ', '\n', '\t', '\r'));
    joined.push_back(text);
  }
  RC_PRE(std::ranges::any_of(texts, [](const Strings& words) { return !words.empty(); }));
  const Dataset items = fitted(joined, {.min_length = 1, .max_length = 0});
  RC_ASSERT(items.items() == std::ssize(joined));
  for (Index i = 0; i < items.items(); ++i)
    RC_ASSERT(counts_of(items, i) == plainly_counted(joined[static_cast<std::size_t>(i)]));
  RC_ASSERT(std::ranges::is_sorted(items.features));
}

RC_GTEST_PROP(TextVectorizer, TheOrderOfSortedDocumentsDoesNotMatter, ()) {
  const Strings texts = *few_words();
  std::vector<Document> documents;
  for (std::size_t i = 0; i < texts.size(); ++i)
    documents.push_back({.id = fmt::format("d{}", i), .label = std::to_string(i % 3), .text = texts[i]});
  const TextOptions options{.ngrams = 2,
                            .vocabulary = *evenly(0, 9),
                            .select = *rc::gen::element(Selection::frequency, Selection::information)};
  const auto fit = [&](std::vector<Document> held) {
    TextVectorizer vectorizer{options, {}};
    return fit_text(vectorizer, from_memory(std::move(held), {.sorted_by_id = true, .labelled = true}));
  };
  const Dataset one = fit(documents);
  std::vector<Document> mixed;
  while (!documents.empty()) {
    const auto at = documents.begin() + *evenly(0, static_cast<int>(documents.size()));
    mixed.push_back(*at);
    documents.erase(at);
  }
  expect_same(one, fit(mixed));
}

RC_GTEST_PROP(TextVectorizer, AnotherDocumentChangesNoCounts, ()) {
  Strings texts = *few_words();
  const Dataset before = fitted(texts, {.ngrams = 2});
  texts.push_back("gnu ant zebra 漢字 zebra");
  const Dataset after = fitted(texts, {.ngrams = 2});
  for (Index i = 0; i < before.items(); ++i) RC_ASSERT(counts_of(before, i) == counts_of(after, i));
}

RC_GTEST_PROP(TextVectorizer, TheNumberOfThreadsDoesNotShow, ()) {
  const Strings texts = *few_words();
  const TextOptions options{.language = "english",
                            .ngrams = *evenly(1, 4),
                            .vocabulary = *evenly(0, 9),
                            .select = *rc::gen::element(Selection::frequency, Selection::information)};
  std::vector<Document> documents;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    // Some are not UTF-8 and some are no text, so that notes are made as well.
    const std::string odd = i % 5 == 3 ? "caf\xE9" : i % 7 == 6 ? std::string(1, '\0') : "";
    documents.push_back({.id = std::to_string((7 * i) % texts.size()), .text = texts[i] + odd});
  }
  const auto with = [&](int threads) {
    TextVectorizer vectorizer{options, {}};
    return fit_text(vectorizer, from_memory(documents), {}, {.threads = threads});
  };
  const Dataset one = with(1);
  expect_same(one, with(2));
  expect_same(one, with(4));
}

RC_GTEST_PROP(TextVectorizer, ApplyingToTheFittedDocumentsGivesTheSame, ()) {
  const Strings texts = *few_words();
  TextVectorizer vectorizer{
      {.language = "english", .ngrams = 2, .min_documents = 1, .vocabulary = *evenly(0, 9)}, {}};
  const Dataset fit = fit_text(vectorizer, from_texts(texts));
  expect_same(fit, apply(vectorizer, from_texts(texts)));
  expect_same(fit, apply(restore_text(store(vectorizer)), from_texts(texts)));
}

TEST(TextVectorizer, PassesOverNewWords) {
  TextVectorizer vectorizer{{.max_documents = 0.5}, {}};
  fit_text(vectorizer, from_texts({"cat dog", "cat cow"}));
  const Dataset items = apply(vectorizer, from_texts({"dog zebra dog", "zebra"}));
  EXPECT_THAT(items.features, ElementsAre("cow", "dog"));
  EXPECT_EQ(values_of(items), (Matrix{{0, 2}, {0, 0}}));
  EXPECT_THAT(items.notes, ElementsAre(HasSubstr("1 document without a word that counts")));
}

// --------------------------------------------------------------------------------------------------- stored

TEST(StoredText, ComesBackWithEveryOption) {
  TextVectorizer vectorizer{{.language = "german",
                             .stem = false,
                             .stop_words = "und,oder",
                             .words = WordRule::runs,
                             .numbers = true,
                             .min_length = 3,
                             .max_length = 17,
                             .ngrams = 2,
                             .min_documents = 2,
                             .max_documents = 0.25,
                             .vocabulary = 9,
                             .select = Selection::information,
                             .strip = "headers,quotes",
                             .encoding = "latin-1"},
                            {"apfel", "apfel birne", "äpfel"}};
  const TextVectorizer back = restore_text(store(vectorizer));
  EXPECT_EQ(settings_of(back.options), settings_of(vectorizer.options));
  EXPECT_EQ(back.vocabulary, vectorizer.vocabulary);
  EXPECT_EQ(store(back).kind, "words");
}

TEST(StoredText, IsRefusedWhenDamaged) {
  const StoredStep good = store(TextVectorizer{{}, {"ant", "bee"}});
  const auto with = [&](const std::string& name, const Value& value) {
    StoredStep step = good;
    for (auto& [option, held] : step.options)
      if (option == name) held = value;
    return step;
  };
  const auto with_words = [&](Strings words) {
    StoredStep step = good;
    step.words = std::move(words);
    return step;
  };
  EXPECT_NO_THROW(restore_text(good));
  EXPECT_THROW(restore_text(with_words({"bee", "ant"})), InvalidInput);
  EXPECT_THROW(restore_text(with_words({"ant", "ant"})), InvalidInput);
  EXPECT_THROW(restore_text(with_words({})), InvalidInput);
  EXPECT_THROW(restore_text(with("language", std::string("klingon"))), Error);
  EXPECT_THROW(restore_text(with("encoding", std::string("morse"))), Error);
  EXPECT_THROW(restore_text(with("strip", std::string("feet"))), Error);
  EXPECT_THROW(restore_text(with("ngrams", std::int64_t{1000})), Error);
  EXPECT_THROW(restore_text(with("select", std::string("luck"))), Error);
  StoredStep unknown = good;
  unknown.options.emplace_back("colour", std::string("red"));
  EXPECT_THROW(restore_text(unknown), Error);
}

TEST(WordsOfText, GivesEveryWordAsOftenAsItIsThere) {
  auto words = words_of_text("The cats saw a cat", {.language = "english"});
  std::ranges::sort(words);
  EXPECT_THAT(words, ElementsAre("cat", "cat", "saw"));
  EXPECT_THAT(words_of_text("", {}), IsEmpty());
}

}  // namespace
}  // namespace bellwether
