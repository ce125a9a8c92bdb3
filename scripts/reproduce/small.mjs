// What makes of a cell one whose run takes seconds.

/** A layer of few units. */
export function narrow({ layer, ...spec }) {
  if (layer) return { ...spec, layer: narrow(layer) };
  const few = ['hidden', 'feed_forward'].filter((width) => spec[width]);
  return { ...spec, ...Object.fromEntries(few.map((width) => [width, 8])) };
}

/** A classifier of random vectors, few units and one epoch. */
export function smallClassifier(cell) {
  const config = { train_vectors: false, ...cell.config, dimensions: 16 };
  for (const key of ['vectors', 'unit_vectors', 'vector_length']) delete config[key];
  const layers = config.layers.map(narrow);
  const training = { ...config.training, epochs: 1 };
  return { ...cell, vectors: undefined, config: { ...config, layers, training } };
}

/** A classifier of trees, as small. */
export function smallTrees(cell) {
  const config = { train_vectors: false, ...cell.config, dimensions: 16, hidden: 8 };
  delete config.unit_vectors;
  const training = { ...config.training, epochs: 1 };
  return { ...cell, vectors: undefined, config: { ...config, training } };
}

/** Word vectors of a few dimensions, learned from some of the texts. */
export function smallVectors({ config, ...cell }, input) {
  return { ...cell, config: { input, flags: { ...config.flags, dimension: 8, epochs: 1 } } };
}
