#pragma once
// HOG: histograms of oriented gradients, in the variant that made 31 numbers of each cell usual.
//   N. Dalal, B. Triggs. Histograms of oriented gradients for human detection. CVPR 2005.
//   P. Felzenszwalb, R. Girshick, D. McAllester, D. Ramanan. Object detection with discriminatively trained
//   part-based models. PAMI 32, 2010 (section 6).
//
// Gradient of pixel (x, y), neighbours beyond the border being the border itself:
//   g = (I(x+1,y) - I(x-1,y), I(x,y+1) - I(x,y-1)),
// with direction o = the nearest of the 2 O multiples of pi/O (halfway: the greater one).
// Cells are `cell` x `cell` pixels; pixels beyond the last whole cell are not counted. |g| is shared among
// the four nearest cells' h_o: a cell whose centre is dx, dy cells away gets (1 - dx)(1 - dy) of it; what
// would go to a cell beyond the border goes to the border cell.
//   e      = sum_{o<O} (h_o + h_{o+O})^2                            of a cell
//   n_b    = 1 / sqrt(0.0001 + sum of e over the 2 x 2 cells of b)  the four blocks b that hold the cell: up
//            and left, up and right, down and left, down and right; cells beyond the border are the border's
// The 3 O + 4 numbers of a cell:
//   1/2 sum_b min(0.2, n_b h_o)               o < 2 O   light to dark is not dark to light
//   1/2 sum_b min(0.2, n_b (h_o + h_{o+O}))   o < O     either way
//   1/sqrt(2 O) sum_{o<2O} min(0.2, n_b h_o)  each b    how much texture (0.2357 for O = 9, as in the paper)
// Cells follow each other row by row.

#include <string>
#include <vector>

#include <bellwether/data/rows.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/images/picture.h>

namespace bellwether {

struct HogOptions {
  int cell = 8;
  int orientations = 9;
  int width = 64;  ///< pictures are resized to this; 0 for width and height: as they are, all of one size
  int height = 64;
};

void describe(HogOptions& o, auto&& option) {
  option("cell", o.cell, "width and height of a cell in pixels", 1);
  option("orientations", o.orientations, "directions of gradients in half a turn", 1, 360);
  option("width", o.width, "pictures are resized to this width first; 0: as they are", 0, 8192);
  option("height", o.height, "pictures are resized to this height first; 0: as they are", 0, 8192);
}

/// Of the picture as it is: `width` and `height` do not matter.
std::vector<double> hog(const Picture& picture, const HogOptions& options);

/// How many numbers that gives. Throws InvalidOption if the picture is smaller than a cell.
Index hog_size(int width, int height, const HogOptions& options);

/// One for each number: "cell 0 3 signed 17", "cell 0 3 unsigned 8", "cell 0 3 texture 3", the cell by row
/// and column.
std::vector<std::string> hog_names(int width, int height, const HogOptions& options);

/// Each row is a picture of `width` x `height` grey values, row by row.
Matrix hog_of_rows(const Rows& pixels, const HogOptions& options, const Run& run = {});

}  // namespace bellwether
