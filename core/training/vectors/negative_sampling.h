// Learns word vectors by negative sampling: scores tell the words of the text
// from words drawn at random.
//
// Y. Goldberg, "A Primer on Neural Network Models for Natural Language
// Processing", 2015, section 5; T. Mikolov et al., "Distributed representations
// of words and phrases and their compositionality", NIPS 2013. The loss of a
// prediction of c by w is
//   -log s(w . c) - sum over k random words c' of log s(-w . c'),
// s the logistic function and c, c' rows of the output matrix. Skip-gram: w is
// a row of the input matrix, c each word of its window. CBOW: w is the mean of
// the rows of a window, c the word in its middle. With ContextLists skip-gram
// predicts these in place of the window, and they have the output matrix.
#pragma once

#include <memory>

#include "core/training/vectors/batch_learner.h"
#include "core/training/vectors/batch_reader.h"
#include "core/training/vectors/corpus.h"
#include "core/training/vectors/options.h"

namespace whylight {

/// Learns what `reader` reads of `corpus`.
std::unique_ptr<BatchLearner> MakeNegativeSampling(const Corpus& corpus,
                                                   const VectorOptions& options,
                                                   const BatchReader& reader);

}  // namespace whylight
