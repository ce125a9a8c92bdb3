// The network that every engine runs: a generator that reads both ways says how
// likely each word belongs to the rationale, an encoder of two layers rates the
// words weighted so. Its weights, its inputs and its answers in double
// precision, by loops as plain as the equations (docs/reference/layers.md).
import { linearCongruential } from '../texts.mjs';

export const HIDDEN = 200;
export const ASPECTS = 5;

/** The recurrent convolutions, in the order in which their weights are drawn. */
export const LAYERS = ['forward', 'backward', 'lower', 'upper'];

function uniform(random, count, range) {
  return Float32Array.from({ length: count }, () => (2 * random() - 1) * range);
}

/**
 * Weights, the same wherever this runs. Of a layer: `words` is [d, 3d], W_1, W_2
 * and W^λ side by side, `state` is U^λ [d, d], both of rows that multiply a row
 * from the left; `bias` is b and `gateBias` b^λ.
 */
export function drawWeights(hidden = HIDDEN, seed = 1) {
  const random = linearCongruential(seed);
  const draw = (count) => uniform(random, count, 0.1);
  const weights = { hidden };
  for (const layer of LAYERS) {
    weights[layer] = {
      words: draw(hidden * 3 * hidden),
      state: draw(hidden * hidden),
      bias: draw(hidden),
      gateBias: draw(hidden),
    };
  }
  weights.probability = { matrix: draw(2 * hidden), bias: draw(1) };
  weights.rating = { matrix: draw(2 * hidden * ASPECTS), bias: draw(ASPECTS) };
  return weights;
}

/** The rows of `words` words that nobody wrote, [words, d]. */
export function drawInput(words, hidden = HIDDEN, seed = 2) {
  return uniform(linearCongruential(seed), words * hidden, 1);
}

/**
 * Floating-point operations of the matrix products, a multiplication and an
 * addition each being one: the generator's two layers and the encoder's two
 * project every word and multiply every state, and a dense layer reads both
 * states of a word. What happens a unit (gates, tanh) is not counted.
 */
export function flopsAWord(hidden = HIDDEN) {
  return LAYERS.length * 2 * (3 + 1) * hidden * hidden + 2 * 2 * hidden;
}

const sigmoid = (x) => 1 / (1 + Math.exp(-x));

/** row · matrix, where `matrix` has as many rows as `row` numbers. */
function product(row, matrix, columns) {
  const sums = new Float64Array(columns);
  for (let k = 0; k < row.length; k += 1) {
    for (let j = 0; j < columns; j += 1) sums[j] += row[k] * matrix[k * columns + j];
  }
  return sums;
}

/** The states of one layer over `rows`, in the order of the text. */
function states(layer, rows, backward) {
  const hidden = layer.bias.length;
  const result = new Array(rows.length);
  let h = new Float64Array(hidden);
  const c1 = new Float64Array(hidden);
  const c2 = new Float64Array(hidden);
  for (let step = 0; step < rows.length; step += 1) {
    const t = backward ? rows.length - 1 - step : step;
    const u = product(rows[t], layer.words, 3 * hidden);
    const gate = product(h, layer.state, hidden);
    h = new Float64Array(hidden);
    for (let i = 0; i < hidden; i += 1) {
      const decay = sigmoid(u[2 * hidden + i] + gate[i] + layer.gateBias[i]);
      // c_2 goes on from c_1 before this word.
      c2[i] = decay * c2[i] + (1 - decay) * (c1[i] + u[hidden + i]);
      c1[i] = decay * c1[i] + (1 - decay) * u[i];
      h[i] = Math.tanh(c2[i] + layer.bias[i]);
    }
    result[t] = h;
  }
  return result;
}

function concatenated(a, b) {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function rowsOf(input, hidden) {
  return Array.from({ length: input.length / hidden }, (_, t) =>
    input.subarray(t * hidden, (t + 1) * hidden),
  );
}

/** How likely each word of `input` is of the rationale. */
export function generate(weights, input) {
  const rows = rowsOf(input, weights.hidden);
  const forward = states(weights.forward, rows, false);
  const backward = states(weights.backward, rows, true);
  const { matrix, bias } = weights.probability;
  return Float64Array.from(rows, (_, t) =>
    sigmoid(product(concatenated(forward[t], backward[t]), matrix, 1)[0] + bias[0]),
  );
}

/** The ratings of the words of `input`. */
export function encode(weights, input) {
  const lower = states(weights.lower, rowsOf(input, weights.hidden), false);
  const upper = states(weights.upper, lower, false);
  const { matrix, bias } = weights.rating;
  const sums = product(concatenated(lower.at(-1), upper.at(-1)), matrix, ASPECTS);
  return sums.map((sum, aspect) => sigmoid(sum + bias[aspect]));
}

/** The whole network with a soft mask, in double precision. */
export function reference(weights, input) {
  const probabilities = generate(weights, input);
  const masked = Float64Array.from(
    input,
    (x, index) => x * probabilities[Math.floor(index / weights.hidden)],
  );
  return { probabilities, ratings: encode(weights, masked) };
}
