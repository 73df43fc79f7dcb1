#pragma once
// SIFT: what a picture looks like around points that are found again when it is shifted, turned or enlarged.
//   D. Lowe. Distinctive image features from scale-invariant keypoints. IJCV 60, 2004.
//
// A descriptor is 4 x 4 histograms of 8 gradient directions around a point, 128 numbers, scaled to length 512
// after truncation at 0.2 of it, as bytes. OpenCV computes them.

#include <cstdint>
#include <vector>

#include <bellwether/features/images/codebook.h>
#include <bellwether/features/images/picture.h>

namespace bellwether {

struct SiftOptions {
  int keypoints = 500;     ///< the strongest of each picture, and those that are as strong as the last
  int largest_side = 640;  ///< a larger picture is shrunk to this first
  CodebookOptions codebook = {};
};

void describe(SiftOptions& o, auto&& option) {
  option("keypoints", o.keypoints, "how many points of each picture are described, the strongest first", 1);
  option("largest_side", o.largest_side, "larger pictures are shrunk to this many pixels first", 16, 8192);
  describe_codebook(o.codebook, option);
}

/// Descriptors on a regular grid, all upright and of one size: a patch is `patch` pixels wide.
///   L. Fei-Fei, P. Perona. A Bayesian hierarchical model for learning natural scene categories. CVPR 2005.
struct DenseSiftOptions {
  int step = 8;
  int patch = 16;
  int largest_side = 320;
  CodebookOptions codebook = {};
};

void describe(DenseSiftOptions& o, auto&& option) {
  option("step", o.step, "pixels from one point of the grid to the next", 1);
  option("patch", o.patch, "width in pixels of the patch around each point", 4);
  option("largest_side", o.largest_side, "larger pictures are shrunk to this many pixels first", 16, 8192);
  describe_codebook(o.codebook, option);
}

/// Descriptors one after the other, `descriptor_size` bytes each; empty for a picture without any.
Descriptors describe_picture(const Picture& picture, const SiftOptions& options);

/// The grid is centred, and patches lie inside the picture: one smaller than a patch has no descriptor. The
/// picture is first smoothed by 1.6 pixels, whatever the patch.
Descriptors describe_picture(const Picture& picture, const DenseSiftOptions& options);

}  // namespace bellwether
