#include <experiments/about.h>

#include <bellwether/data/error.h>

namespace bellwether::experiments {
namespace {

struct About {
  std::string paper = {}, table = {};
  std::string protocol = {};
  std::vector<NeededData> data = {};
  std::vector<Choice> choices = {};
  Quick quick = {};
};

NeededData uci(const std::string& name, const std::string& folder) {
  return {"UCI " + name, "UCI Machine Learning Repository, free", "", folder};
}

NeededData yahoo_news() {
  return {"Yahoo! News K1a (k1a of the CLUTO collections)", "WebACE project, with CLUTO's data, free", "",
          "cluto_docs"};
}

NeededData scenes_data(const std::string& remark) {
  return {"Fifteen Scene Categories", "S. Lazebnik, C. Schmid, J. Ponce, 2006" + remark, "", "scene15"};
}

NeededData newsgroups_data() {
  return {"20 Newsgroups, by date (18846 articles)", "free, a standard collection of Usenet articles of 1993",
          "", "20newsgroups"};
}

NeededData caltech_data() {
  return {"Caltech-256", "G. Griffin, A. Holub, P. Perona, Caltech, 2007",
          "31 classes of Caltech-101 (F.-F. Li, R. Fergus, P. Perona, 2004) with 70 pictures each, dealt out "
          "by a fixed random number, not chosen by results",
          "caltech101"};
}

std::vector<NeededData> stc_data() {
  return {
      caltech_data(),
      {"CLUTO", "the program of Y. Zhao, G. Karypis, 2002, not free software", "spherical k-means on tf-idf"},
      scenes_data("; not in the paper"),
      newsgroups_data(),
      {"BBC News (2225 articles)", "D. Greene, P. Cunningham, 2006; not in the paper", "", "bbc_news"}};
}

std::vector<NeededData> aplsa_data() {
  return {caltech_data(),
          scenes_data(""),
          {"19959 pictures of Flickr with 91719 tags, of August 2007",
           "crawled by the authors, not published with the paper",
           "1500 pictures of Flickr8k (M. Hodosh, P. Young, J. Hockenmaier, 2013); tags are the words of "
           "their captions",
           "flickr8k"},
          newsgroups_data()};
}

std::vector<NeededData> tcs_table_data() {
  return {
      uci("Libras Movement", "libras"),
      uci("CNAE-9", "cnae"),
      yahoo_news(),
      uci("Pen-Based Recognition of Handwritten Digits", "penbased"),
      uci("Letter Recognition", "letter"),
      {"USPS zip codes", "with The Elements of Statistical Learning, free", "", "usps"},
      {"Binary Alphadigits", "S. Roweis, free", "", "binalpha"},
      uci("Optical Recognition of Handwritten Digits", "optrec"),
      {"MNIST", "Y. LeCun, C. Cortes, C. Burges, free; the first 1000 pictures of each class are used", "",
       "mnist"},
      uci("ISOLET", "isolet"),
      uci("Image Segmentation", "image"),
      uci("Connectionist Bench (Vowel Recognition)", "vowel"),
      uci("One-hundred plant species leaves", "leaves"),
      {"TDT4, TDT5 and WSJ", "Linguistic Data Consortium, by licence",
       "nothing: their rows are left out, and the other data sets stand for their domains"},
      {"Australian Signs, Character Trajectories, Daily and Sports Activities",
       "UCI, free, not in the folder", "nothing: their rows are left out, libras stands for time series"},
      {"AT&T faces, UMIST, Faces96, LFW", "collections of photographs, on request or free, not in the folder",
       "nothing: their rows are left out"}};
}

std::vector<NeededData> seeding_data() {
  return {newsgroups_data()};
}

const char* const stc_words =
    "Tasks of 2, 3 and 5 classes, 70 pictures of each; all classes of the other tasks are the auxiliary "
    "items. "
    "SIFT words from a codebook of 800, 32 clusters of features, lambda 1, 10 iterations. The score is the "
    "entropy of "
    "the true classes in the clusters in bits, weighted by their sizes; lower is better. Each draw takes "
    "other items "
    "and starts; a cell is the mean over starts, and, beside it, the start whose objective is best.";

const char* const aplsa_words =
    "Tasks of 2, 4, 5 and 8 classes, 50 pictures of each drawn anew for every draw, a codebook of 2000 SIFT "
    "words, lambda "
    "0.2, chosen by the paper on development tasks. The score is the entropy of the true classes in the "
    "clusters in "
    "nats; lower is better.";

const char* const tcs_words =
    "Classes are divided at random into training, validation and test classes. Maps are learned on the "
    "first, gamma and "
    "the like chosen on the second, and the items of the third are clustered, whose number of classes is "
    "given. A score is "
    "the mean NMI over restarts from k-means++; it is averaged over divisions, and the paired t-test is over "
    "divisions.";

const char* const seeding_words =
    "Ten folds: a tenth of the items is set aside, the given fraction of the others are seeds, all items are "
    "clustered, and the "
    "score is that of the items set aside, averaged over folds. ";

const Choice entropy_unit{"entropy", {"bits", "nats"}, "the unit of the entropies"};

std::vector<About> stc_about() {
  const Quick quick{{"news-bi1", "bbc-bi1"}, {}, 2, 1};
  const Quick quick_figure{{"news-bi1"}, {}, 1, 1};
  const std::string figure = "As table 1, on the tasks of two classes of pictures and of newsgroups, ";
  return {
      {"stc", "table1", stc_words, stc_data(), {entropy_unit}, quick},
      {"stc",
       "fig2",
       figure + "with 2 to 128 clusters of features.",
       stc_data(),
       {entropy_unit},
       quick_figure},
      {"stc",
       "fig3",
       figure + "with lambda from 0 to 8. The paper shows one task.",
       stc_data(),
       {entropy_unit},
       quick_figure},
      {"stc",
       "fig4",
       figure + "with 1 to 10 iterations. The paper shows one task.",
       stc_data(),
       {entropy_unit},
       quick_figure},
  };
}

std::vector<About> aplsa_about() {
  const Choice unit{"entropy",
                    {"nats", "bits"},
                    "the unit of the entropies; the paper prints log2, its values are in nats"};
  const Quick quick{{"news-bi1", "news-bi2"}, {}, 2, 1};
  const std::string development = "On development tasks, whose classes are in no task of table 2: ";
  return {
      {"aplsa", "table2", aplsa_words, aplsa_data(), {unit}, quick},
      {"aplsa",
       "fig4a",
       std::string(aplsa_words) + " With 10 to 70 items of each class.",
       aplsa_data(),
       {unit},
       {{"news-bi1"}, {}, 2, 1}},
      {"aplsa",
       "fig4b",
       development + "lambda from 0 to 1, where it is PLSA.",
       aplsa_data(),
       {unit},
       {{"news-tune7"}, {}, 1, 1}},
      {"aplsa",
       "fig4c",
       development + "1 to 300 iterations.",
       aplsa_data(),
       {unit},
       {{"news-tune7"}, {}, 1, 1}},
  };
}

std::vector<About> tcs_about() {
  const Choice scale{
      "scale", {"range", "none"}, "of tables with up to 200 features: to [0, 1] each, or as given"};
  return {
      {"tcs",
       "table1",
       "GM and VM with 20 clusters on all documents, by EM that begins with the true classes. The likelihood "
       "that it "
       "reaches stands beside the likelihood with every document held in its true class.",
       {newsgroups_data()},
       {},
       {{}, {}, 1, 1}},
      {"tcs", "table3", tcs_words, tcs_table_data(), {scale}, {{"libras", "vowel"}, {}, 4, 5}},
      {"tcs",
       "table4",
       std::string(tcs_words) + " Items are of length 1.",
       {uci("CNAE-9", "cnae"),
        yahoo_news(),
        {"TDT4, TDT5", "Linguistic Data Consortium, by licence", "nothing: their rows are left out"}},
       {},
       {{"cnae"}, {}, 3, 5}},
      {"tcs",
       "fig1",
       "Six clusters side by side along x, each with two modes far apart along y. Three are known; the other "
       "three are "
       "clustered by GM as they are, and in the space that the known ones teach. NMI, averaged over restarts "
       "and draws.",
       {{"six made clusters", "made by the tool: data:stretched"}},
       {{"gamma", {"1e-3", "1e-6", "1"}, "the weight of the regulariser"}},
       {{}, {}, 5, 3}},
      {"tcs",
       "fig2",
       "Classes are divided into thirds for training, validation and test; the number of training classes "
       "grows from 2 to "
       "all of them. The figure is the NMI of TCS-GM less that of GM on the same test classes.",
       {{"WSJ, a subset with 25 training and 25 test speakers", "Linguistic Data Consortium, by licence",
         "the classes of leaves (25 training, 25 validation, 25 test), binalpha, isolet and letter"}},
       {scale},
       {{"binalpha"}, {}, 3, 3}},
  };
}

std::vector<About> other_about() {
  return {
      {"cross-instance",
       "table1",
       "Collections of 500 articles of 2, 5 or 10 newsgroups, five of each kind in a repeat, none with an "
       "article of "
       "another. The order alpha of the information is chosen among ten by solved collections of the nearest "
       "other "
       "newsgroups: by strapping, and by regularised least squares. The score is the error, 1 - accuracy "
       "with clusters "
       "matched to classes; lower is better. A figure is the mean over five collections, averaged over "
       "repeats.",
       {newsgroups_data()},
       {},
       {{"binary"}, {}, 1, 1}},
      {"slides",
       "mi",
       std::string(seeding_words) + "Mutual information of clusters and classes against the fraction of "
                                    "seeds, for seeded, constrained, COP- and plain "
                                    "spherical k-means, on 100 articles of each newsgroup. The slides show "
                                    "the first three well above the last.",
       seeding_data(),
       {},
       {{"different3", "small20"}, {}, 3, 2}},
      {"slides",
       "objective",
       std::string(seeding_words) + "But what is shown is the objective of spherical k-means on all items: "
                                    "the slides have it rise with the seeds on "
                                    "newsgroups, whose classes are what k-means looks for, and fall on "
                                    "Yahoo! News, whose classes are not.",
       {seeding_data().front(), yahoo_news()},
       {},
       {{"small20"}, {}, 3, 1}},
      {"slides",
       "noise",
       std::string(seeding_words) +
           "Half of the others are seeds, and a growing fraction of the seeds has a wrong class.",
       seeding_data(),
       {{"seeds", {"0.5", "0.1", "0.2", "0.3"}, "the fraction of items not set aside that are seeds"}},
       {{"different3", "small20"}, {}, 3, 2}},
      {"slides",
       "metric",
       "Pairs of each kind, similar and dissimilar, are drawn from the classes, a metric is learned from "
       "them, and all items "
       "are clustered by k-means with and without it, and with and without must-links. Rand index and NMI, "
       "averaged over "
       "restarts and draws.",
       {uci("Iris", "iris"), uci("Wine", "wine"), uci("Ionosphere", "ionosphere"),
        uci("Balance Scale", "balance")},
       {{"scale", {"none", "range", "standard"}, "of the features"}},
       {{"iris", "wine"}, {}, 4, 3}},
  };
}

std::vector<About> k_about() {
  return {{"k",
           "table",
           "Items whose classes are known to us alone: in every draw generated groups, or other classes of a "
           "public set, each cut to at most 1000 items (every n-th; letter and 20 Newsgroups to 2600 of all "
           "classes). The number of classes is asked for.",
           {uci("Iris, Wine, Optical Recognition of Handwritten Digits, Letter Recognition", "letter"),
            newsgroups_data()},
           {},
           {{"blobs", "iris", "wine"}, {}, 2, 1}}};
}

std::vector<About> guided_about() {
  return {
      {"guided",
       "table",
       "Sets whose classes are known, each cut to at most 1000 items (every n-th). In each draw other items "
       "are told: seeds, links, or "
       "whole classes, right or wrong. The library clusters with them by its own choices, and may leave them "
       "out. A score is the NMI over the items that are not told, less that of the default, which was told "
       "nothing.",
       {uci("Wine, Iris, Image Segmentation, Vowel, Ionosphere, Libras Movement, CNAE-9, ISOLET, and "
            "recognition of Pen-Based Digits, Optical Digits and Letters",
            ""),
        {"USPS zip codes", "with The Elements of Statistical Learning, free", "", "usps"},
        {"tr11, re0, hitech, k1b, fbis, tr45 and classic of the CLUTO collections", "with CLUTO's data, free",
         "", "cluto_docs"},
        newsgroups_data(),
        {"BBC News (2225 articles)", "D. Greene, P. Cunningham, 2006", "", "bbc_news"}},
       {},
       {{"wine", "vowel", "iris"}, {}, 1, 1}}};
}

std::vector<About> ask_about() {
  return {
      {"ask",
       "curves",
       "The library asks, one question at a time, and the true classes answer; after each answer it clusters "
       "again from where it was, and at the end with every check, as `bellwether ask` does. The figure is "
       "the "
       "adjusted Rand index of what is then found. breast_cancer/breast_cancer.csv is scikit-learn's copy: "
       "python3 -c \"from sklearn.datasets import load_breast_cancer as l; import numpy as n; d = l(); "
       "n.savetxt('breast_cancer.csv', n.c_[d.data, d.target], delimiter=',', fmt='%.10g')\".",
       {uci("Iris", "iris"), uci("Wine", "wine"), uci("Optical Recognition of Handwritten Digits", "optrec"),
        uci("Breast Cancer Wisconsin (Diagnostic)", "breast_cancer"), uci("Letter Recognition", "letter"),
        newsgroups_data()},
       {},
       {{"iris", "wine"}, {}, 1, 1}}};
}

const std::vector<About>& all_about() {
  static const std::vector<About> all = [] {
    std::vector<About> made;
    for (const auto& part :
         {stc_about(), aplsa_about(), tcs_about(), other_about(), guided_about(), ask_about(), k_about()})
      made.insert(made.end(), part.begin(), part.end());
    return made;
  }();
  return all;
}

}  // namespace

void describe(Experiment& experiment) {
  for (const About& about : all_about()) {
    if (about.paper != experiment.paper || about.table != experiment.table) continue;
    experiment.protocol = about.protocol;
    experiment.data = about.data;
    experiment.choices = about.choices;
    experiment.quick = about.quick;
    return;
  }
  throw Error(fmt::format("{} {} has no words", experiment.paper, experiment.table));
}

}  // namespace bellwether::experiments
