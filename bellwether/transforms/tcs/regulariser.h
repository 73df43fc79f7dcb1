#pragma once
// What a metric A is pulled towards when it is learned from classes: lambda(A) of tcs_gm.h.

#include <bellwether/engine/options.h>

namespace bellwether {

enum class Regulariser {
  identity,  ///< ||A - tau I||_F^2: the distances that one had, times tau
  l2,        ///< ||A||_F^2: only directions that tell classes apart, at most one less than there are classes
  nuclear,   ///< trace A: fewer of these directions the larger gamma is
  logdet,    ///< trace A - log det A: near I, every direction keeps some weight
  l1,        ///< sum |A - tau I|: few features are mixed
};
inline const Choices<Regulariser> regulariser_names{{"identity", Regulariser::identity},
                                                    {"l2", Regulariser::l2},
                                                    {"nuclear", Regulariser::nuclear},
                                                    {"logdet", Regulariser::logdet},
                                                    {"l1", Regulariser::l1}};

enum class TcsForm {
  full,      ///< any symmetric A: features may be mixed; up to 2000 of them
  diagonal,  ///< a weight for each feature: any number of them, and sparse items stay sparse
};
inline const Choices<TcsForm> tcs_form_names{{"full", TcsForm::full}, {"diagonal", TcsForm::diagonal}};

}  // namespace bellwether
