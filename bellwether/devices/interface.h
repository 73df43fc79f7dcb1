#pragma once
// What a device plug-in exports: plain C, so that it may be built by another compiler. A device holds rows
// and does, for some methods, what the library's own loops do with them, with the same bits.
//
// Every function returns a BellwetherDeviceStatus and writes a sentence to `message` (512 bytes) unless that
// is `done`. A plug-in is loaded by device.h; libbellwether_cuda.so (folder cuda/) is one.

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Raised whenever anything below changes: another number is a plug-in of another version.
#define BELLWETHER_DEVICE_INTERFACE 3
#define BELLWETHER_DEVICE_SYMBOL "bellwether_device_functions"
#define BELLWETHER_DEVICE_MESSAGE 512

typedef enum {
  bellwether_device_done = 0,
  bellwether_device_absent = 1,       ///< there is no such device, or no driver for it
  bellwether_device_memory = 2,       ///< the device has too little memory
  bellwether_device_lost = 3,         ///< it failed while it was working
  bellwether_device_unsupported = 4,  ///< more clusters than it can do
  bellwether_device_refused = 5       ///< the caller's `fill` said no
} BellwetherDeviceStatus;

typedef struct {
  char name[256];
  uint64_t memory;  ///< bytes in all
  uint64_t free;
  int32_t processors;
  int32_t major, minor;  ///< compute capability
  int32_t driver;        ///< CUDA version that the driver supports, 1000 major + 10 minor
} BellwetherDeviceFacts;

/// Writes rows first .. first + count - 1 to `into`, row-major, `value_bytes` a value; 0: go on.
typedef int (*BellwetherDeviceFill)(void* context, int64_t first, int64_t count, void* into);

typedef struct {
  int64_t rows, columns;
  int32_t value_bytes;   ///< 4: float, 8: double
  uint64_t memory;       ///< use no more of the device's than this; 0: what is free
  const void* resident;  ///< rows that lie on a device already and stay there; null: `fill` gives them
  BellwetherDeviceFill fill;
  void* context;
} BellwetherDeviceItems;

/// Sparse rows, copied to the device once: row i has values[j] in column_of[j] for starts[i] <= j < starts[i
/// + 1].
typedef struct {
  int64_t rows, columns;
  int64_t stored;         ///< starts[rows] - starts[0]
  const int64_t* starts;  ///< rows + 1; the first need not be 0
  const int32_t* column_of;
  const double* values;
  uint64_t memory;  ///< use no more of the device's than this; 0: what is free
} BellwetherDeviceSparse;

/// The least, the most and the sum of each feature over each shard of so many rows, each shards x columns
/// numbers: sums in the order of the rows, all three NaN where a value is.
typedef struct {
  int64_t shard_rows;
  double *least, *most, *sums;
} BellwetherDeviceExtent;

typedef struct {
  int32_t clusters;
  int64_t shard_rows;     ///< how the items are cut for the sums (engine/shards.h)
  const double* centres;  ///< clusters x columns
  const int32_t* held;    ///< clusters that items must stay in, or -1; null: none
  int32_t iterations;
  double tolerance;
} BellwetherDeviceSearch;

/// Where a search stands.
typedef struct {
  int32_t ended;       ///< nothing will change any more
  int32_t converged;   ///< and the objective has settled
  int32_t iterations;  ///< updates made
  int32_t refills;
  double objective;
  int64_t uncertain;    ///< of the last round: items whose best two half-precision scores were too close, so
                        ///< that double precision decided between a few centres,
  int64_t crowded;      ///< or, for those of them, between all
  double milliseconds;  ///< that the device took for these rounds
} BellwetherDeviceProgress;

/// Sums of one round; the loop and the update are the caller's.
typedef struct {
  double* sums;    ///< clusters x columns
  double* counts;  ///< clusters
  double objective;
  double worst;    ///< the least cosine of an item that may move
  int64_t misfit;  ///< that item; -1: none may
  int64_t uncertain, crowded;
} BellwetherDeviceSums;

/// A round of EM. With d_ik the squared distance of item i, less the frame's shift, from centre k, or of
/// directions their product,
///
///   s_ik = offset_k + factor_k d_ik,   r_ik = exp(s_ik) / sum_k exp(s_ik);  of an item that is held: 1 or 0
///
/// and the sums of what r_ik weighs. They are not the library's bit by bit, whose products are those of a
/// linear algebra package, but the same each time.
typedef struct {
  const double* centres;            ///< clusters x columns; of points, less the shift
  const double *factors, *offsets;  ///< clusters
  double* sums;                     ///< clusters x columns: sum_i r_ik times item i, as in d_ik
  double* counts;                   ///< sum_i r_ik
  int64_t* sizes;                   ///< items whose largest r_ik is that of k
  double scatter;                   ///< sum_ik r_ik d_ik
  double objective;                 ///< sum_i log sum_k exp(s_ik); of an item that is held, its s_ik
} BellwetherDeviceExpectation;

/// One shard's part of choosing a centre; see mixtures/cover.h.
typedef struct {
  int32_t candidates;     ///< at most 16
  int32_t block_rows;     ///< what items left alone are summed by
  const double* centres;  ///< candidates x columns
  const double* limits;   ///< of each centre chosen so far
  int32_t chosen;         ///< how many of them
  double slack;           ///< what a squared distance may be wrong by, doubled
  double* potentials;     ///< shards x 16: of each shard with each candidate
} BellwetherDeviceLook;

/// Items that were drawn to be centres, and what becomes nearest to them (mixtures/many_items.h).
typedef struct {
  int32_t count;
  int32_t first;          ///< the number of the first of them; 0: there were none before
  const double* centres;  ///< count x columns
  double unit;            ///< squared distances are kept in single precision, times this
  float* nearest;         ///< of each item, to all that were drawn,
  int32_t* owner;         ///< and the first of those that near
} BellwetherDeviceDrawn;

/// Spherical k-means of sparse rows.
typedef struct {
  int32_t clusters;
  int64_t shard_rows;        ///< how the items are cut for the sums (engine/shards.h)
  const double* directions;  ///< clusters x columns, of length 1
  const int32_t* held;       ///< clusters that items must stay in, or -1; null: none
} BellwetherDeviceDirections;

/// What a round finds; the sums of items stay on the device.
typedef struct {
  double* counts;    ///< clusters
  double objective;  ///< sum of cosines
  double worst;      ///< the least cosine of an item that may move
  int64_t misfit;    ///< the first such item; -1: none may
  int64_t doubts;    ///< items whose best two products were too close for single precision
} BellwetherDeviceCosines;

/// Rows of counts in a search for topics (topics/em.h).
typedef struct {
  void* held;          ///< by sparse_hold; stays so until topics_let_go
  int64_t shard_rows;  ///< how the rows are cut for sums
  double weight;
  const double* scales;    ///< of each row: 1 / the sum of its counts; 0: it has none
  const double* mixtures;  ///< to begin with: rows x width
} BellwetherDeviceTopicPart;

/// Tables are padded: the width of their rows is the number of topics, filled with zeros to a multiple of 4.
typedef struct {
  int32_t topics;
  int32_t parts;
  const BellwetherDeviceTopicPart* part;
  const double* table;  ///< to begin with: columns x width
} BellwetherDeviceTopics;

typedef struct {
  int32_t interface_version;
  const char* version;   ///< of bellwether
  const char* platform;  ///< in words: "CUDA 13.0"

  int (*count)(int32_t* devices, char* message);
  int (*facts)(int32_t device, BellwetherDeviceFacts* facts, char* message);

  /// Rows that are resident are held by the device where they lie, whatever its number, once all work that it
  /// was given is done: whoever makes them may be at it still.
  int (*hold)(int32_t device, const BellwetherDeviceItems* items, void** held, char* message);
  void (*let_go)(void* held);
  int (*extent)(void* held, const BellwetherDeviceExtent* extent, char* message);
  /// The squared length of each row, in the library's order of additions.
  int (*squares)(void* held, double* squares, char* message);
  /// Bytes that lie on a device, as they are; several threads may ask at once. Waits as `hold` does.
  int (*copy_out)(const void* resident, uint64_t bytes, void* into, char* message);
  /// `shift` (columns) and `scale` of the frame; `inverse_lengths` (rows) make items directions, null: they
  /// are points. Before any of the following.
  int (*frame)(void* held, const double* shift, double scale, const double* inverse_lengths, char* message);

  /// K-means: begin, then rounds until it has ended, then the answer.
  int (*begin)(void* held, const BellwetherDeviceSearch* search, char* message);
  /// At most `rounds` rounds; `last`: the next one is the last, whatever the objective does.
  int (*go_on)(void* held, int32_t rounds, int32_t last, BellwetherDeviceProgress* progress, char* message);
  /// `means` clusters x columns, `trace` iterations + 1 numbers, `labels` rows; null: not wanted.
  int (*finish)(void* held, double* means, double* trace, int32_t* labels, char* message);

  /// Instead of go_on: one round with these centres, and its sums.
  int (*sum)(void* held, const double* centres, BellwetherDeviceSums* sums, char* message);
  int (*labels)(void* held, int32_t* labels, char* message);

  /// EM: `stays` as `held` of BellwetherDeviceSearch; then rounds; then, of the last one, labels and their
  /// r_ik.
  int (*expect_begin)(void* held, int32_t clusters, const int32_t* stays, char* message);
  int (*expect)(void* held, BellwetherDeviceExpectation* expectation, char* message);
  int (*expected)(void* held, int32_t* labels, double* probabilities, char* message);

  /// Greedy k-means++: the first centre (its distances are summed by shards), looks at candidates, and which
  /// of them becomes the next centre.
  int (*cover_first)(void* held, int64_t shard_rows, const double* centre, double* shard_sums, char* message);
  int (*cover_look)(void* held, const BellwetherDeviceLook* look, char* message);
  int (*cover_keep)(void* held, int32_t winner, char* message);
  /// The squared distances of items first .. first + count - 1 to the nearest centre so far.
  int (*cover_nearest)(void* held, int64_t first, int64_t count, double* nearest, char* message);

  /// K-means||: those drawn in a round.
  int (*cover_drawn)(void* held, const BellwetherDeviceDrawn* drawn, char* message);

  /// Sparse rows: what is held here goes to no function above.
  int (*sparse_hold)(int32_t device, const BellwetherDeviceSparse* items, void** held, char* message);
  void (*sparse_let_go)(void* held);
  /// Inverse lengths of the rows, which count as directions. Before any of the following.
  int (*sparse_lay)(void* held, const double* inverse_lengths, char* message);
  /// Greedy k-means++, as cover_first and what follows it above.
  int (*sparse_cover_first)(void* held, int64_t shard_rows, const double* centre, double* shard_sums,
                            char* message);
  int (*sparse_cover_look)(void* held, const BellwetherDeviceLook* look, char* message);
  int (*sparse_cover_keep)(void* held, int32_t winner, char* message);
  int (*sparse_cover_nearest)(void* held, int64_t first, int64_t count, double* nearest, char* message);
  int (*sparse_cover_drawn)(void* held, const BellwetherDeviceDrawn* drawn, char* message);
  /// Spherical k-means: begin, then round and turn by turns, and in the end directions and labels.
  int (*directions_begin)(void* held, const BellwetherDeviceDirections* search, char* message);
  int (*directions_round)(void* held, BellwetherDeviceCosines* found, char* message);
  /// Each direction becomes that of the sum of its items, in the last round; of no items, or where they
  /// cancel (their sum is no longer than 1e-12), it stays. `refilled` becomes `direction` (columns numbers)
  /// instead; -1: none.
  int (*directions_turn)(void* held, int32_t refilled, const double* direction, char* message);
  /// `directions` clusters x columns, `labels` rows.
  int (*directions_end)(void* held, double* directions, int32_t* labels, char* message);

  /// EM for topics: begin, then by turns a round (the log-likelihood of each part, times its weight, and the
  /// next mixtures) and an update (the next topics), then the answer: of the topics and mixtures that the
  /// last round was for; `mixtures` has a pointer for each part.
  int (*topics_begin)(int32_t device, const BellwetherDeviceTopics* topics, void** search, char* message);
  int (*topics_round)(void* search, double* objectives, char* message);
  int (*topics_update)(void* search, char* message);
  int (*topics_found)(void* search, double* table, double* const* mixtures, char* message);
  void (*topics_let_go)(void* search);
} BellwetherDeviceFunctions;

typedef const BellwetherDeviceFunctions* (*BellwetherDeviceEntry)(void);

#ifdef __cplusplus
}
#endif
