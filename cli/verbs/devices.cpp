// bellwether devices: what --device can use.

#include <cli/device.h>
#include <cli/options/common.h>
#include <cli/terminal/flags.h>
#include <cli/terminal/words.h>
#include <cli/verbs/verbs.h>

#include <memory>

#include <bellwether/portraits/json_text.h>

namespace bellwether::cli {
namespace {

struct Listing {
  std::vector<DeviceFacts> devices = {};
  std::string platform = {}, why_none = {};
};

Listing listing() {
  Listing found{.why_none = "the plug-in libbellwether_cuda.so was not found (make cuda builds it)"};
  for (const auto& file : plug_ins()) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) continue;
    try {
      const DeviceLibrary library(file);
      found.platform = library.platform();
      found.devices = library.devices();
      found.why_none = found.devices.empty() ? "the driver knows no NVIDIA GPU" : "";
    } catch (const DeviceError& error) {
      found.why_none = with_flags(error);
    }
    break;
  }
  return found;
}

double gibibytes(std::uint64_t bytes) {
  return static_cast<double>(bytes) / (1 << 30);
}

void print_json(const Listing& listing) {
  Json devices = Json::array();
  for (const DeviceFacts& facts : listing.devices)
    devices.push_back({{"name", facts.name},
                       {"memory", facts.memory},
                       {"free", facts.free},
                       {"processors", facts.processors},
                       {"compute_capability", facts.capability}});
  tell("{}", lines({{"platform", listing.platform}, {"devices", devices}, {"reason", listing.why_none}}));
}

}  // namespace

Command devices_command() {
  auto json = std::make_shared<bool>(false);
  return {.name = "devices",
          .summary = "List the GPUs that --device can use",
          .options = {json_flag(*json)},
          .footer =
              "Example:\n"
              "  bellwether devices\n",
          .run = [json](const Given&) {
            const Listing found = listing();
            if (*json) return print_json(found);
            if (found.devices.empty()) return tell("No GPU: {}\n", found.why_none);
            tell("{}\n", found.platform);
            for (const DeviceFacts& facts : found.devices)
              tell("  {}: {:.0f} GiB, {:.0f} GiB free, {} multiprocessors, compute capability {}\n",
                   printable(facts.name), gibibytes(facts.memory), gibibytes(facts.free), facts.processors,
                   facts.capability);
          }};
}

}  // namespace bellwether::cli
