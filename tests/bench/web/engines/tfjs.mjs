// TensorFlow.js on its wasm backend, with SIMD and on one thread.

/**
 * Starts network R. `library` is the address of tfjs-library.mjs or of its
 * bundle; `wasm`, in browsers, that of the folder of the backend's wasm files.
 */
export async function open({ weights, library, wasm }) {
  const tf = await import(library);
  if (wasm !== undefined) tf.setWasmPaths(wasm);
  tf.setThreadsCount(1);
  await tf.setBackend('wasm');
  await tf.ready();
  const network = new Network(tf, weights);
  return {
    run: (input) => network.run(input),
    generate: (input) => tf.tidy(() => network.generate(network.rows(input)).dataSync()),
    encode: (input) => tf.tidy(() => network.encode(network.rows(input)).dataSync()),
    close: () => {},
  };
}

// One of two levels at which a sequence is cut into words: the library keeps
// every piece of a cut in a list that it goes through for each of them.
const CUT = 32;

class Network {
  #tf;
  #hidden;
  #generator;
  #lower;
  #upper;
  #probability;
  #rating;

  constructor(tf, weights) {
    this.#tf = tf;
    const { hidden } = weights;
    this.#hidden = hidden;
    const layer = ({ words, state, bias, gateBias }) => {
      const biases = new Float32Array(3 * hidden);
      biases.set(bias, hidden);
      biases.set(gateBias, 2 * hidden);
      return {
        words: tf.tensor2d(words, [hidden, 3 * hidden]),
        state: tf.tensor2d(state, [hidden, hidden]),
        biases: tf.tensor1d(biases),
        bias: tf.tensor2d(bias, [1, hidden]),
      };
    };
    const dense = ({ matrix, bias }) => ({
      matrix: tf.tensor2d(matrix, [2 * hidden, bias.length]),
      bias: tf.tensor1d(bias),
    });
    this.#generator = { forward: layer(weights.forward), backward: layer(weights.backward) };
    this.#lower = layer(weights.lower);
    this.#upper = layer(weights.upper);
    this.#probability = dense(weights.probability);
    this.#rating = dense(weights.rating);
  }

  rows(input) {
    return this.#tf.tensor2d(input, [input.length / this.#hidden, this.#hidden]);
  }

  run(input) {
    return this.#tf.tidy(() => {
      const words = this.rows(input);
      const probabilities = this.generate(words);
      const ratings = this.encode(this.#tf.mul(words, probabilities));
      return { probabilities: probabilities.dataSync(), ratings: ratings.dataSync() };
    });
  }

  generate(words) {
    const tf = this.#tf;
    const { forward, backward } = this.#generator;
    const read = [this.#states(forward, words, false), this.#states(backward, words, true)];
    return this.#dense(
      tf.concat2d(
        read.map((states) => this.#joined(states)),
        1,
      ),
      this.#probability,
    );
  }

  encode(words) {
    const lower = this.#states(this.#lower, words, false);
    const upper = this.#states(this.#upper, this.#joined(lower), false);
    return this.#dense(this.#tf.concat2d([lower.at(-1), upper.at(-1)], 1), this.#rating);
  }

  #dense(rows, { matrix, bias }) {
    const tf = this.#tf;
    return tf.sigmoid(tf.add(tf.matMul(rows, matrix), bias));
  }

  /** The states of a layer, one tensor per word, in the order of the text. */
  #states(layer, words, backward) {
    const tf = this.#tf;
    const projected = tf.add(tf.matMul(words, layer.words), layer.biases);
    const parts = tf.split(projected, 3, 1).map((part) => this.#cut(part));
    const length = words.shape[0];
    const states = new Array(length);
    let h = tf.zeros([1, this.#hidden]);
    let c1 = h;
    // With b in it from the start: b is part of u_2.
    let c2 = layer.bias;
    for (let step = 0; step < length; step += 1) {
      const t = backward ? length - 1 - step : step;
      const [u1, u2, gate] = parts.map((rows) => rows[t]);
      // Not fused: the backend's fused product is slower for a single row.
      const decay = tf.sigmoid(tf.add(tf.matMul(h, layer.state), gate));
      const z2 = tf.add(c1, u2);
      c2 = tf.add(z2, tf.mul(decay, tf.sub(c2, z2)));
      c1 = tf.add(u1, tf.mul(decay, tf.sub(c1, u1)));
      h = tf.tanh(c2);
      states[t] = h;
    }
    return states;
  }

  /** The rows of a matrix. */
  #cut(rows) {
    const tf = this.#tf;
    const length = rows.shape[0];
    const sizes = [];
    for (let at = 0; at < length; at += CUT) sizes.push(Math.min(CUT, length - at));
    return tf.split(rows, sizes, 0).flatMap((piece, index) => tf.split(piece, sizes[index], 0));
  }

  /** The matrix of these rows. */
  #joined(rows) {
    const tf = this.#tf;
    const pieces = [];
    for (let at = 0; at < rows.length; at += CUT) {
      pieces.push(tf.concat2d(rows.slice(at, at + CUT), 0));
    }
    return tf.concat2d(pieces, 0);
  }
}
