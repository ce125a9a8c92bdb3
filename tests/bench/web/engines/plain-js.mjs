// Plain JavaScript on typed arrays, tuned: as fast as we could make it.
import { ASPECTS, LAYERS } from '../network.mjs';

const sigmoid = (x) => 1 / (1 + Math.exp(-x));

// The sums made at once: two columns of four rows, eight of a single row. The
// registers hold no more than eight sums and what they are made of.
const ROWS = 4;
const COLUMNS = 2;
const COLUMNS_OF_A_ROW = 8;

const roundedUp = (rows) => Math.ceil(rows / ROWS) * ROWS;

/**
 * A matrix in the order in which products read it: `width` columns at a time,
 * row after row. In double precision, in which JavaScript computes, so that
 * nothing has to be converted.
 */
function pack(matrix, rows, columns, width) {
  const packed = new Float64Array(matrix.length);
  let at = 0;
  for (let column = 0; column < columns; column += width) {
    for (let k = 0; k < rows; k += 1) {
      for (let j = 0; j < width; j += 1) packed[at++] = matrix[k * columns + column + j];
    }
  }
  return packed;
}

/** result = a · packed, rounded up to whole groups of rows. */
function multiply(a, rows, depth, packed, columns, result) {
  for (let row = 0; row < rows; row += ROWS) {
    const a0 = row * depth;
    const a1 = a0 + depth;
    const a2 = a1 + depth;
    const a3 = a2 + depth;
    let at = 0;
    for (let column = 0; column < columns; column += COLUMNS) {
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      let t0 = 0;
      let t1 = 0;
      let t2 = 0;
      let t3 = 0;
      for (let k = 0; k < depth; k += 1) {
        const b = packed[at];
        const c = packed[at + 1];
        const x0 = a[a0 + k];
        const x1 = a[a1 + k];
        const x2 = a[a2 + k];
        const x3 = a[a3 + k];
        s0 += x0 * b;
        t0 += x0 * c;
        s1 += x1 * b;
        t1 += x1 * c;
        s2 += x2 * b;
        t2 += x2 * c;
        s3 += x3 * b;
        t3 += x3 * c;
        at += COLUMNS;
      }
      let to = row * columns + column;
      result[to] = s0;
      result[to + 1] = t0;
      to += columns;
      result[to] = s1;
      result[to + 1] = t1;
      to += columns;
      result[to] = s2;
      result[to + 1] = t2;
      to += columns;
      result[to] = s3;
      result[to + 1] = t3;
    }
  }
}

/** The product of one row of `a`, which starts at `from`. */
function multiplyRow(a, from, depth, packed, columns, result) {
  let at = 0;
  for (let column = 0; column < columns; column += COLUMNS_OF_A_ROW) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let s4 = 0;
    let s5 = 0;
    let s6 = 0;
    let s7 = 0;
    for (let k = 0; k < depth; k += 1) {
      const x = a[from + k];
      s0 += x * packed[at];
      s1 += x * packed[at + 1];
      s2 += x * packed[at + 2];
      s3 += x * packed[at + 3];
      s4 += x * packed[at + 4];
      s5 += x * packed[at + 5];
      s6 += x * packed[at + 6];
      s7 += x * packed[at + 7];
      at += COLUMNS_OF_A_ROW;
    }
    result[column] = s0;
    result[column + 1] = s1;
    result[column + 2] = s2;
    result[column + 3] = s3;
    result[column + 4] = s4;
    result[column + 5] = s5;
    result[column + 6] = s6;
    result[column + 7] = s7;
  }
}

class Layer {
  #hidden;
  #words;
  #state;
  #bias;
  #gateBias;
  #c1;
  #c2;
  #gate;

  constructor({ words, state, bias, gateBias }) {
    const hidden = bias.length;
    this.#hidden = hidden;
    this.#words = pack(words, hidden, 3 * hidden, COLUMNS);
    this.#state = pack(state, hidden, hidden, COLUMNS_OF_A_ROW);
    this.#bias = Float64Array.from(bias);
    this.#gateBias = Float64Array.from(gateBias);
    this.#c1 = new Float64Array(hidden);
    this.#c2 = new Float64Array(hidden);
    this.#gate = new Float64Array(hidden);
  }

  /** Writes the states of `rows`, in the order of the text. */
  read(rows, length, backward, projected, states) {
    const hidden = this.#hidden;
    const c1 = this.#c1.fill(0);
    const c2 = this.#c2.fill(0);
    const gate = this.#gate.fill(0);
    const bias = this.#bias;
    const gateBias = this.#gateBias;
    multiply(rows, length, hidden, this.#words, 3 * hidden, projected);
    for (let step = 0; step < length; step += 1) {
      const t = backward ? length - 1 - step : step;
      if (step > 0) {
        const before = backward ? t + 1 : t - 1;
        multiplyRow(states, before * hidden, hidden, this.#state, hidden, gate);
      }
      const u1 = 3 * hidden * t;
      const u2 = u1 + hidden;
      const u3 = u2 + hidden;
      const h = t * hidden;
      for (let i = 0; i < hidden; i += 1) {
        const decay = sigmoid(projected[u3 + i] + gate[i] + gateBias[i]);
        const lower = c1[i];
        const z2 = lower + projected[u2 + i];
        const u = projected[u1 + i];
        const upper = z2 + decay * (c2[i] - z2);
        c2[i] = upper;
        c1[i] = u + decay * (lower - u);
        states[h + i] = Math.tanh(upper + bias[i]);
      }
    }
  }
}

class Network {
  #weights;
  #layers;
  #buffers = { words: 0 };

  constructor(weights) {
    this.#weights = weights;
    this.#layers = Object.fromEntries(LAYERS.map((name) => [name, new Layer(weights[name])]));
  }

  run(input) {
    const { hidden } = this.#weights;
    const probabilities = this.generate(input);
    const { rows } = this.#buffers;
    for (let t = 0; t < probabilities.length; t += 1) {
      for (let i = t * hidden; i < (t + 1) * hidden; i += 1) rows[i] *= probabilities[t];
    }
    return { probabilities, ratings: this.#rate(probabilities.length) };
  }

  generate(input) {
    const { hidden, probability } = this.#weights;
    const length = input.length / hidden;
    const buffers = this.#reserve(length);
    buffers.rows.set(input);
    this.#layers.forward.read(buffers.rows, length, false, buffers.projected, buffers.first);
    this.#layers.backward.read(buffers.rows, length, true, buffers.projected, buffers.second);
    const { matrix, bias } = probability;
    const probabilities = new Float32Array(length);
    for (let t = 0; t < length; t += 1) {
      let sum = bias[0];
      for (let i = 0; i < hidden; i += 1) {
        sum +=
          buffers.first[t * hidden + i] * matrix[i] +
          buffers.second[t * hidden + i] * matrix[hidden + i];
      }
      probabilities[t] = sigmoid(sum);
    }
    return probabilities;
  }

  encode(input) {
    const length = input.length / this.#weights.hidden;
    this.#reserve(length).rows.set(input);
    return this.#rate(length);
  }

  /** The ratings of the first `length` words that are in the buffer. */
  #rate(length) {
    const { hidden, rating } = this.#weights;
    const { rows, projected, first, second } = this.#buffers;
    this.#layers.lower.read(rows, length, false, projected, first);
    this.#layers.upper.read(first, length, false, projected, second);
    const last = (length - 1) * hidden;
    const ratings = new Float32Array(ASPECTS);
    for (let aspect = 0; aspect < ASPECTS; aspect += 1) {
      let sum = rating.bias[aspect];
      for (let i = 0; i < hidden; i += 1) {
        sum +=
          first[last + i] * rating.matrix[i * ASPECTS + aspect] +
          second[last + i] * rating.matrix[(hidden + i) * ASPECTS + aspect];
      }
      ratings[aspect] = sigmoid(sum);
    }
    return ratings;
  }

  #reserve(words) {
    if (this.#buffers.words < words) {
      const { hidden } = this.#weights;
      const numbers = (columns) => new Float64Array(roundedUp(words) * columns);
      this.#buffers = {
        words,
        rows: numbers(hidden),
        projected: numbers(3 * hidden),
        first: numbers(hidden),
        second: numbers(hidden),
      };
    }
    return this.#buffers;
  }
}

/** Starts network R. */
export async function open({ weights }) {
  const network = new Network(weights);
  return {
    run: (input) => network.run(input),
    generate: (input) => network.generate(input),
    encode: (input) => network.encode(input),
    close: () => {},
  };
}
