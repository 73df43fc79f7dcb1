#pragma once
// The device that --device asks for, and what is said of it.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <bellwether/devices/device.h>

namespace bellwether::cli {

/// Where plug-ins are looked for: the file that BELLWETHER_DEVICES names, beside the program, or where it is
/// installed.
std::vector<std::filesystem::path> plug_ins();

/// Null: the processor. Throws if `cuda` cannot be had; `auto` then says why, unless it is to be quiet.
std::shared_ptr<Device> asked_device(const std::string& wish, bool quiet);

/// Once the run is over, on stderr. Nothing if there is no device.
void say_what_it_did(const Device* device, bool quiet);

}  // namespace bellwether::cli
