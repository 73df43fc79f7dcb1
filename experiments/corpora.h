#pragma once
// The public collections from which the tasks of the STC and aPLSA papers are drawn. Classes are the first
// folder of a file's name.
//
//   caltech101, scene15  pictures, 800 SIFT words learned from all pictures of the collection
//   pictures             both, and flickr8k whose captions are its tags, with 2000 words learned from all
//   20newsgroups         articles without headers, stems of words without stop words; tags are the parts of
//                        the group's name and the words of the subject
//   bbc                  articles

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <experiments/transfer_problem.h>

namespace bellwether::experiments {

/// The folders that a corpus is made of, inside the folder of all data sets.
std::vector<std::string> corpus_folders(const std::string& corpus);

/// Nothing if one of its folders is not there. `features`: a folder in which features of pictures are kept
/// from one run to the next; empty: nowhere.
std::optional<Corpus> read_corpus(const std::filesystem::path& data, const std::string& corpus,
                                  const std::filesystem::path& features = {}, const Run& run = {});

/// The text behind "Subject:" in the headers of an article, without "Re:"; empty if there is none.
std::string subject_of(std::string_view article);

/// The parts of a group's name: "comp", "os", "ms", "windows", "misc".
std::vector<std::string> name_parts(std::string_view group);

}  // namespace bellwether::experiments
