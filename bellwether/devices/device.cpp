#include <bellwether/devices/device.h>

#include <dlfcn.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace bellwether {
namespace {

/// Of a round, of dense and of sparse items. A process waits a second and a half for the device to wake up;
/// ten starts, which are the usual number, take 16 cores longer than that from a half of these on
/// (benchmarks/gpu_pays.py; docs/gpu.md has the times).
constexpr double least_products = 1e9, least_sparse_products = 1e8;

const BellwetherDeviceFunctions* functions_of(const std::filesystem::path& file) {
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();
    throw DeviceError(bellwether_device_absent,
                      fmt::format("the plug-in {} cannot be loaded: {}", file.string(),
                                  why == nullptr ? "no reason was given" : why));
  }
  const auto entry = reinterpret_cast<BellwetherDeviceEntry>(dlsym(library, BELLWETHER_DEVICE_SYMBOL));
  if (entry == nullptr)
    throw DeviceError(bellwether_device_absent,
                      fmt::format("{} is not a plug-in of bellwether", file.string()));
  const BellwetherDeviceFunctions* functions = entry();
  if (functions->interface_version != BELLWETHER_DEVICE_INTERFACE)
    throw DeviceError(
        bellwether_device_absent,
        fmt::format(
            "the plug-in {} belongs to another version of bellwether: its interface has number {}, and "
            "{} is needed (build it again: make cuda)",
            file.string(), functions->interface_version, BELLWETHER_DEVICE_INTERFACE));
  return functions;
}

std::string in_words(int status, const char* message) {
  switch (status) {
    case bellwether_device_absent:
      return message;
    case bellwether_device_memory:
      return fmt::format("the GPU has too little memory: {} (use {})", message, remedy("device", "cpu"));
    case bellwether_device_unsupported:
      return fmt::format("the GPU cannot do this: {} (use {})", message, remedy("device", "cpu"));
    default:
      return fmt::format("the GPU failed while it was working: {} (use {})", message,
                         remedy("device", "cpu"));
  }
}

}  // namespace

void require_done(int status, const char* message) {
  if (status != bellwether_device_done) throw DeviceError(status, in_words(status, message));
}

DeviceLibrary::DeviceLibrary(const std::filesystem::path& file)
    : file_(file), functions_(functions_of(file)) {}

std::vector<DeviceFacts> DeviceLibrary::devices() const {
  std::array<char, BELLWETHER_DEVICE_MESSAGE> message{};
  std::int32_t count = 0;
  require_done(functions_->count(&count, message.data()), message.data());
  std::vector<DeviceFacts> found;
  for (std::int32_t number = 0; number < count; ++number) {
    BellwetherDeviceFacts facts{};
    require_done(functions_->facts(number, &facts, message.data()), message.data());
    found.push_back({number, facts.name, facts.memory, facts.free, facts.processors,
                     fmt::format("{}.{}", facts.major, facts.minor)});
  }
  return found;
}

bool Device::wanted(const Shape& shape) const {
  if (given_up_) return false;
  if (use_ == DeviceUse::always) return true;
  const bool sparse = shape.stored < shape.rows * shape.columns;
  const double products = static_cast<double>(shape.stored) * static_cast<double>(shape.clusters);
  return products >= (sparse ? least_sparse_products : least_products);
}

void Device::failed(const DeviceError& error) {
  if (use_ == DeviceUse::always) throw error;
  const std::lock_guard lock(mutex_);
  given_up_ = true;
  if (!failure_) failure_ = error.text();
}

std::optional<std::string> Device::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

std::uint64_t memory_allowed() {
  const char* written = std::getenv("BELLWETHER_DEVICE_MEMORY");
  if (written == nullptr) return 0;
  const std::string_view text(written);
  std::uint64_t mebibytes = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), mebibytes);
  if (error != std::errc() || end != text.end() || mebibytes == 0 || mebibytes > (std::uint64_t{1} << 40))
    throw DeviceError(bellwether_device_memory,
                      fmt::format("BELLWETHER_DEVICE_MEMORY is '{}', but must be a number of MiB", text));
  return mebibytes << 20;
}

DeviceWish device_wish(const std::string& name) {
  if (name == "cpu") return DeviceWish::cpu;
  if (name == "auto") return DeviceWish::automatic;
  if (name == "cuda") return DeviceWish::cuda;
  throw InvalidOption(fmt::format("{} is unknown: use cpu, auto or cuda", setting("device", name)));
}

DeviceFound find_device(DeviceWish wish, const std::vector<std::filesystem::path>& plug_ins) {
  if (wish == DeviceWish::cpu) return {};
  std::string why = "the plug-in libbellwether_cuda.so was not found (make cuda builds it)";
  for (const std::filesystem::path& file : plug_ins) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) continue;
    try {
      DeviceLibrary library(file);
      const auto facts = library.devices();
      if (facts.empty()) throw DeviceError(bellwether_device_absent, "the driver knows no NVIDIA GPU");
      const auto use = wish == DeviceWish::cuda ? DeviceUse::always : DeviceUse::where_it_pays;
      return {std::make_shared<Device>(std::move(library), facts.front(), use), {}};
    } catch (const DeviceError& error) {
      why = error.text();
      break;
    }
  }
  if (wish == DeviceWish::cuda)
    throw DeviceError(bellwether_device_absent,
                      fmt::format("no GPU can be used: {} (use {})", why, remedy("device", "cpu")));
  return {nullptr, fmt::format("no GPU can be used: {}", why)};
}

}  // namespace bellwether
