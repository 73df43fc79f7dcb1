#pragma once
// What a command writes never replaces what it reads, nor, unless --force says so, what somebody else wrote.
// Asked before anything is read; an answer of no is an error in the command.

#include <cli/command.h>

#include <string>

namespace bellwether::cli {

/// For `-o FILE`, or another flag; nothing if `output` is empty. Every file and folder that the command names
/// counts as an input, through links, too, and so does what is in a folder of items. Pipes and devices may
/// always be written to.
void require_spares(const Given& given, const std::string& output, bool force, const char* flag = "-o");

/// For `-o DIR`, a result folder of this kind. An older result of the kind may be replaced, an empty folder
/// filled. A folder of other files is filled with --force only; they stay, unless a file of the result has
/// their name. Folders of the system and homes never are.
void require_spares_folder(const Given& given, const std::string& output, const std::string& kind,
                           bool force);

/// Whether a file can be written when the work is done: its folder is there, and it is no folder itself.
void require_writable(const std::string& file, const char* flag = "-o");

}  // namespace bellwether::cli
