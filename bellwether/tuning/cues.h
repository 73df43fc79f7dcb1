#pragma once
// Cues: what can be seen of a clustering's quality without knowing the truth. Section 4.1 of
//   D. Karakos, J. Eisner, S. Khudanpur, C. Priebe. Cross-instance tuning of unsupervised document clustering
//   algorithms. HLT-NAACL 2007.
//
//   (i)    1 - the mean cosine of an item and its cluster's centroid, weighted by Okapi
//   (ii)   the mean Renyi divergence of an item's distribution from its cluster's centroid, at orders 1, 0.5,
//          0.1
//   (iii)  one for each value of the option: exp(-0.1 r) at the candidate's own value and 0 elsewhere, with r
//          the mean of its ranks by the four cues before (1: the smallest)

#include <bellwether/engine/options.h>
#include <bellwether/engine/run.h>
#include <bellwether/tuning/candidates.h>

namespace bellwether {

inline constexpr int plain_cues = 4;

/// How cues of the candidates of one collection are brought to one scale.
enum class CueScale {
  every,  ///< each cue to [0, 1], as the paper says: cues (iii) are then 1 at the own value, whatever the
          ///< rank
  plain,  ///< cues (i) and (ii) alone, so that (iii) keeps its ranks
};
inline const Choices<CueScale> cue_scale_names{{"every", CueScale::every}, {"plain", CueScale::plain}};

/// Cues (i) and (ii): a row for each candidate. Counts: no value below 0. Items of zeros are left out.
Matrix plain_cues_of(const Rows& items, const Candidates& candidates, const Run& run = {});

/// All of them, scaled: a row for each candidate, 4 + values columns.
Matrix scaled_cues(const Matrix& plain, CueScale scale);

}  // namespace bellwether
