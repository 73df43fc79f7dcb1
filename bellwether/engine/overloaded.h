#pragma once
// One function object of several, for std::visit.

namespace bellwether {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;  // clang 14 does not find it by itself

}  // namespace bellwether
