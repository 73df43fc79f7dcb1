#pragma once
// Items as dots in the plane: by their two strongest directions, and so that neighbours stay neighbours.

#include <string>

#include <page/shown.h>

namespace bellwether::page {

/// What the maps are, and the maps as plain pictures, which a page with scripts replaces.
std::string maps_of(const ShownResult& result, int number);

/// What is said of an item where the pointer rests.
std::string about_item(const ShownResult& result, const ShownItem& item);

}  // namespace bellwether::page
