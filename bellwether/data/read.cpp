#include <bellwether/data/error.h>
#include <bellwether/data/read.h>
