#include <cli/device.h>
#include <cli/terminal/words.h>

#include <cstdlib>

namespace bellwether::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* file_name = "libbellwether_cuda.so";

}  // namespace

std::vector<fs::path> plug_ins() {
  if (const char* named = std::getenv("BELLWETHER_DEVICES"); named != nullptr && *named != '\0')
    return {named};
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  return {here / file_name, here.parent_path() / BELLWETHER_LIBRARIES / "bellwether" / file_name};
}

std::shared_ptr<Device> asked_device(const std::string& wish, bool quiet) {
  DeviceFound found = find_device(device_wish(wish), plug_ins());
  if (!found.note.empty() && !quiet) print_note(stderr, found.note + "; the processor is used");
  return std::move(found.device);
}

void say_what_it_did(const Device* device, bool quiet) {
  if (device == nullptr || quiet) return;
  if (const auto failure = device->failure())
    print_note(stderr, fmt::format("{}; the processor was used", *failure));
  else if (device->searches() > 0)
    print_note(stderr, fmt::format("{} {} on {} ({})", device->searches(),
                                   device->searches() == 1 ? "search" : "searches",
                                   printable(device->facts().name), printable(device->platform())));
  else
    print_note(
        stderr,
        fmt::format("{} was not used: only spherical-kmeans, plsa and aplsa without temper, and kmeans, "
                    "gm with one width and vm of dense items, use a GPU, and {} only where the items "
                    "are many",
                    printable(device->facts().name), setting("device", "auto")));
}

}  // namespace bellwether::cli
