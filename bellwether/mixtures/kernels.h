#pragma once
// The innermost loops, each in the widest form that the machine running it has (SSE2, AVX2, AVX-512, or
// what the compiler makes of plain vectors elsewhere). Those on doubles give the same bits in every form.

#include <new>
#include <span>
#include <vector>

#include <bellwether/data/matrix.h>

namespace bellwether::kernels {

/// sum_p (x_p - y_p)^2, summed in one order on every machine: equal inputs give equal bits.
double squared_distance(const double* x, const double* y, Index count);

/// sum_p x_p y_p, likewise.
double dot(const double* x, const double* y, Index count);

/// into_p += scale x_p.
void add_scaled(double* into, double scale, const double* x, Index count);

/// The three steps of a k-means pass over rows that lie one behind the other (row-major, `columns` each),
/// many rows to a call: for short rows a call for each would cost as much as its work.

/// out_i = ||x_i - centre_{which_i}||^2, with the bits of squared_distance(). A negative `which` is skipped.
void squared_distances(const double* rows, Index columns, const double* centres, std::span<const int> which,
                       double* out);

/// sums_{which_i} += x_i.
void add_rows(double* sums, const double* rows, Index columns, std::span<const int> which);

/// The chosen rows as (x - shift) scale, rounded to single precision, and their squared lengths before that.
void narrow_rows(const double* rows, Index columns, std::span<const int> chosen, const double* shift,
                 double scale, float* out, double* squared_norms);

/// x scale, rounded to single precision.
void narrow(const double* x, double scale, Index count, float* out);

/// values_k = exp(values_k - shift), and their sum. Good to a few units in the last place for arguments up to
/// 0, which is what log-sum-exp needs; below -708 the answer is 0.
double exp_shifted(double* values, double shift, Index count);

/// The same for each of many short rows that lie one behind the other, with the same bits.
void exp_rows(double* values, const double* shifts, Index rows, Index columns, double* sums);

/// Squared distances of items that lie as columns of a block: feature p of item i is block[p stride + i].
/// They are taken `strip` at a time, so that block and `out` need room for the next multiple of it.
inline constexpr Index strip = 32;

/// out_i = sum_p ((x_ip - centre_p) scales_p)^2.
void scaled_distances(const double* block, Index stride, Index columns, Index items, const double* centre,
                      const double* scales, double* out);

/// out_i = ||L^-1 (x_i - centre)||^2. `root` has the lower triangle L row by row, its diagonal inverted;
/// `room` is for columns x strip numbers.
void whitened_distances(const double* block, Index stride, Index columns, Index items, const double* centre,
                        const double* root, double* room, double* out);

/// Starts on a cache line, so that no vector load straddles two.
template <class T>
struct CacheAligned {
  using value_type = T;
  CacheAligned() = default;
  template <class U>
  CacheAligned(const CacheAligned<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{64})); }
  void deallocate(T* at, std::size_t) { ::operator delete (at, std::align_val_t{64}); }
  bool operator==(const CacheAligned&) const = default;
};
using FloatBuffer = std::vector<float, CacheAligned<float>>;

/// Centres in single precision, laid out for nearest_two(): tiles of neighbouring centres, and inside a
/// tile one feature after the other.
struct PackedCentres {
  Index clusters = 0;
  Index columns = 0;
  FloatBuffer panels = {};
  FloatBuffer offsets = {};  ///< of each centre, padded with the least float
};

/// The score of a centre is  offset + x . centre.
PackedCentres pack(const Matrix& centres, const Vector& offsets);

struct TopTwo {
  int best = 0;
  float score = 0;   ///< of the best
  float second = 0;  ///< the score of the next best, the least float if there is one centre only
};

/// The best two scores of each of `count` rows (row-major, `centres.columns` floats each). Errors are those
/// of single precision: whoever needs certainty compares score - second with a bound. `upcoming` is what the
/// caller will read next: it is fetched from memory while the products keep the machine busy.
void nearest_two(const PackedCentres& centres, const float* rows, Index count, TopTwo* out,
                 std::span<const double> upcoming = {});

}  // namespace bellwether::kernels
