#pragma once
#include <string>

namespace bellwether::cli {

/// Opens an address or a file by the desktop. False if there is none; whether a browser comes is not known.
bool open_in_browser(const std::string& address);

}  // namespace bellwether::cli
