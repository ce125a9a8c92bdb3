// Network R as ONNX graphs, in the ways that a careful user would write it.
//
// All of them project the words outside the loop, as one product a group of
// layers. They differ in the body of the loop, `Scan`, which costs the runtime
// about as much for every node as for the arithmetic in it:
//
//   natural   the equations as they stand, a loop for each direction
//   batched   both directions in one loop, their products with U as a batch
//   blocks    both directions in one loop, their products with U as one Gemm
//             with a matrix that has the two U on its diagonal
//
// In `batched` and `blocks` b^λ is added outside; so is b, which then belongs
// into the state that the loop starts with: c_2 + b obeys the equation of c_2
// with u_2 + b in place of u_2.
import { ASPECTS } from '../network.mjs';
import { Graph, serialiseModel } from './onnx-model.mjs';

/** Square matrices, `size` wide, as blocks of one that is 0 elsewhere. */
function onDiagonal(matrices, size) {
  const width = matrices.length * size;
  const result = new Float32Array(width * width);
  matrices.forEach((matrix, block) => {
    for (let row = 0; row < size; row += 1) {
      const part = matrix.subarray(row * size, (row + 1) * size);
      result.set(part, (block * size + row) * width + block * size);
    }
  });
  return result;
}

const concatenated = (arrays) => Float32Array.from(arrays.flatMap((array) => [...array]));

/** The loop over words as the equations have it; the states, [L, d]. */
function naturalLoop(graph, name, layer, words, backward) {
  const hidden = layer.bias.length;
  const own = (part) => `${name}.${part}`;
  const u = graph.node(
    'MatMul',
    [words, graph.constant(own('W'), [hidden, 3 * hidden], layer.words)],
    own('u'),
  );
  graph.constant(own('U'), [hidden, hidden], layer.state);
  graph.constant(own('b'), [1, hidden], layer.bias);
  graph.constant(own('b_gate'), [1, hidden], layer.gateBias);
  graph.constant(own('one'), [1], [1]);
  const start = graph.constant(own('start'), [1, hidden], new Float32Array(hidden));
  const rows = graph.node('Unsqueeze', [u, graph.integers(own('axis'), 1)], own('rows'));
  graph.integers(own('thirds'), hidden, hidden, hidden);

  const body = new Graph(own('body'));
  const [h, c1, c2] = ['h', 'c1', 'c2'].map((each) => body.input(own(each), [1, hidden]));
  const [u1, u2, gate] = body.node(
    'Split',
    [body.input(own('u_t'), [1, 3 * hidden]), own('thirds')],
    [own('u1'), own('u2'), own('gate')],
    { axis: 1 },
  );
  const step = (operator, inputs, result) => body.node(operator, inputs, own(result));
  const product = step('MatMul', [h, own('U')], 'hU');
  const sum = step('Add', [step('Add', [gate, product], 'sum'), own('b_gate')], 'gate_sum');
  const decay = step('Sigmoid', [sum], 'decay');
  const entering = step('Sub', [own('one'), decay], 'entering');
  const level = (before, enters, result) =>
    step(
      'Add',
      [
        step('Mul', [decay, before], `${result}_kept`),
        step('Mul', [entering, enters], `${result}_taken`),
      ],
      result,
    );
  const next1 = level(c1, u1, 'c1_next');
  const next2 = level(c2, step('Add', [c1, u2], 'z2'), 'c2_next');
  const state = step('Tanh', [step('Add', [next2, own('b')], 'a')], 'h_next');
  for (const each of [state, next1, next2]) body.output(each, [1, hidden]);
  body.output(step('Identity', [state], 'h_out'), [1, hidden]);

  const direction = [backward ? 1 : 0];
  graph.node(
    'Scan',
    [start, start, start, rows],
    [own('last_h'), own('last_c1'), own('last_c2'), own('states')],
    {
      body,
      num_scan_inputs: 1,
      scan_input_directions: direction,
      scan_output_directions: direction,
    },
  );
  return graph.node('Squeeze', [own('states'), own('axis')], own('h_all'));
}

/**
 * One loop over layers that read at the same time, side by side. `projected` are
 * u_1, u_2 + b and the gate's sums, each [L, n·d] for n layers; gives the states
 * in the order of the loop, [L, n·d]. With `mask` [L, 1] the words where it is 0
 * are passed over.
 *
 * The body begins with the state before the word, h = tanh(c_2), which it gives
 * out, so the state after the last word is added here. Of a state that it gives
 * on as well as out it would have to make a copy.
 */
function hoistedLoop(graph, name, layers, projected, { batched = false, mask } = {}) {
  const hidden = layers[0].bias.length;
  const count = layers.length;
  const own = (part) => `${name}.${part}`;
  const shape = batched ? [count, 1, hidden] : [1, count * hidden];
  const matrices = layers.map(({ state }) => state);
  if (batched) {
    graph.constant(own('U'), [count, hidden, hidden], concatenated(matrices));
  } else {
    const matrix = count === 1 ? matrices[0] : onDiagonal(matrices, hidden);
    graph.constant(own('U'), [count * hidden, count * hidden], matrix);
  }
  const zeros = graph.constant(own('zeros'), shape, new Float32Array(count * hidden));
  const biases = concatenated(layers.map(({ bias }) => bias));
  const start = graph.constant(own('start'), shape, biases);
  graph.integers(own('shape'), -1, ...shape);
  const [u1Rows, u2Rows, gateRows] = projected;
  const rows = [u1Rows, u2Rows, mask ? gateRows : withoutStart(graph, name, layers, gateRows)].map(
    (each, index) => graph.node('Reshape', [each, own('shape')], own(`rows_${index}`)),
  );
  if (mask) rows.push(...maskRows(graph, name, mask));

  const body = new Graph(own('body'));
  const input = (part) => body.input(own(part), shape);
  const [c1, c2] = ['c1', 'c2'].map(input);
  const [u1, u2, gate] = ['u1', 'u2', 'gate'].map(input);
  const step = (operator, inputs, result) => body.node(operator, inputs, own(result));
  let h = step('Tanh', [c2], 'shown');
  if (mask) h = step('Mul', [h, body.input(own('begun'), [1, 1])], 'h');
  const sum = batched
    ? step('Add', [step('MatMul', [h, own('U')], 'product'), gate], 'sum')
    : step('Gemm', [h, own('U'), gate], 'sum');
  let decay = step('Sigmoid', [sum], 'decay');
  if (mask) decay = step('Max', [decay, body.input(own('unread'), [1, 1])], 'carried');
  // λ c + (1 - λ) z = z + λ (c - z)
  const blend = (before, enters, result) => {
    const difference = step('Sub', [before, enters], `${result}_difference`);
    return step('Add', [enters, step('Mul', [decay, difference], `${result}_part`)], result);
  };
  const next1 = blend(c1, u1, 'c1_next');
  const next2 = blend(c2, step('Add', [c1, u2], 'z2'), 'c2_next');
  for (const each of [next1, next2, h]) body.output(each, shape);

  graph.node(
    'Scan',
    [zeros, start, ...rows],
    [own('c1_last'), own('c2_last'), own('states_before')],
    { body, num_scan_inputs: rows.length },
  );
  const flat = graph.integers(own('flat'), -1, count * hidden);
  const flattened = (states) => graph.node('Reshape', [states, flat], `${states}_rows`);
  const before = flattened(own('states_before'));
  const last = graph.node('Tanh', [flattened(own('c2_last'))], own('h_last'));
  const after = fromRow(graph, own('after'), before, 1);
  return graph.node('Concat', [after, last], own('h_all'), { axis: 0 });
}

/** The rows from `from` on, up to `to`. */
function fromRow(graph, name, rows, from, to = 2 ** 31) {
  const parts = { from, to, axis: 0 };
  const inputs = Object.entries(parts).map(([part, at]) => graph.integers(`${name}.${part}`, at));
  return graph.node('Slice', [rows, ...inputs], `${name}.rows`);
}

/**
 * The gate's sums, those of the first word less what tanh(c_2) would add to them
 * where h is 0: at the start, where c_2 + b is b.
 */
function withoutStart(graph, name, layers, sums) {
  const own = (part) => `${name}.${part}`;
  const added = layers.flatMap(({ state, bias }) => {
    const h = Float32Array.from(bias, Math.tanh);
    return Array.from(bias, (_, column) =>
      h.reduce((sum, x, row) => sum - x * state[row * bias.length + column], 0),
    );
  });
  const first = graph.node(
    'Add',
    [
      fromRow(graph, own('first'), sums, 0, 1),
      graph.constant(own('start_sums'), [1, added.length], added),
    ],
    own('first_sums'),
  );
  const others = fromRow(graph, own('others'), sums, 1);
  return graph.node('Concat', [first, others], own('gate_sums'), { axis: 0 });
}

/**
 * The mask as a loop reads it: h is 0 until a word has been read, and then goes
 * with c_2; a λ of 1 carries c over a word.
 */
function maskRows(graph, name, mask) {
  const own = (part) => `${name}.${part}`;
  const one = graph.constant(own('one'), [1], [1]);
  const shape = graph.integers(own('mask_shape'), -1, 1, 1);
  graph.node('Squeeze', [graph.integers(own('along'), 0)], own('axis'));
  const read = graph.node('CumSum', [mask, own('axis')], own('read'), { exclusive: 1 });
  return [
    graph.node('Min', [read, one], own('any_read')),
    graph.node('Sub', [one, mask], own('passed_over')),
  ].map((each) => graph.node('Reshape', [each, shape], `${each}_rows`));
}

/** u_1, u_2 + b and the gate's sums of words, each [L, d]. */
function project(graph, name, layer, words) {
  const hidden = layer.bias.length;
  const own = (part) => `${name}.${part}`;
  const bias = new Float32Array(3 * hidden);
  bias.set(layer.bias, hidden);
  bias.set(layer.gateBias, 2 * hidden);
  const all = graph.node(
    'Gemm',
    [
      words,
      graph.constant(own('W'), [hidden, 3 * hidden], layer.words),
      graph.constant(own('b'), [3 * hidden], bias),
    ],
    own('u'),
  );
  const thirds = graph.integers(own('thirds'), hidden, hidden, hidden);
  return graph.node('Split', [all, thirds], ['u1', 'u2', 'gate'].map(own), { axis: 1 });
}

/** The words from the last to the first. */
function reversed(graph, name, rows) {
  const own = (part) => `${name}.${part}`;
  return graph.node(
    'Slice',
    [
      rows,
      graph.integers(own('from'), -1),
      graph.integers(own('to'), -(2 ** 31)),
      graph.integers(own('words'), 0),
      graph.integers(own('step'), -1),
    ],
    own('reversed'),
  );
}

/** The states of both directions side by side, [L, 2d]. */
function bothWays(graph, weights, words, form) {
  const { hidden, forward, backward } = weights;
  if (form === 'natural') {
    const states = [
      naturalLoop(graph, 'forward', forward, words, false),
      naturalLoop(graph, 'backward', backward, words, true),
    ];
    return graph.node('Concat', states, 'generator.both', { axis: 1 });
  }
  const read = [
    project(graph, 'forward', forward, words),
    project(graph, 'backward', backward, reversed(graph, 'words', words)),
  ];
  const projected = read[0].map((first, index) =>
    graph.node('Concat', [first, read[1][index]], `generator.projected_${index}`, { axis: 1 }),
  );
  const states = hoistedLoop(graph, 'generator', [forward, backward], projected, {
    batched: form === 'batched',
  });
  const halves = graph.integers('generator.halves', hidden, hidden);
  graph.node('Split', [states, halves], ['generator.forward', 'generator.backward'], { axis: 1 });
  const inOrder = ['generator.forward', reversed(graph, 'generator', 'generator.backward')];
  return graph.node('Concat', inOrder, 'generator.both', { axis: 1 });
}

/** [L, 1] */
function addGenerator(graph, weights, words, form) {
  const { matrix, bias } = weights.probability;
  const sum = graph.node(
    'Gemm',
    [
      bothWays(graph, weights, words, form),
      graph.constant('probability.matrix', [matrix.length, 1], matrix),
      graph.constant('probability.bias', [1], bias),
    ],
    'probability.sum',
  );
  const probabilities = graph.node('Sigmoid', [sum], 'probabilities');
  return graph.output(probabilities, ['words', 1]);
}

function addEncoder(graph, weights, words, form, mask) {
  const loop = (name, layer, input) =>
    form === 'natural'
      ? naturalLoop(graph, name, layer, input, false)
      : hoistedLoop(graph, name, [layer], project(graph, name, layer, input), { mask });
  const lower = loop('lower', weights.lower, words);
  const upper = loop('upper', weights.upper, lower);
  graph.integers('last', -1);
  const last = (states) => graph.node('Gather', [states, 'last'], `${states}.last`, { axis: 0 });
  const { matrix, bias } = weights.rating;
  const sum = graph.node(
    'Gemm',
    [
      graph.node('Concat', [last(lower), last(upper)], 'encoder.states', { axis: 1 }),
      graph.constant('rating.matrix', [2 * weights.hidden, ASPECTS], matrix),
      graph.constant('rating.bias', [ASPECTS], bias),
    ],
    'rating.sum',
  );
  return graph.output(graph.node('Sigmoid', [sum], 'ratings'), [1, ASPECTS]);
}

function model(build, hidden) {
  const graph = new Graph('network_r');
  build(graph, graph.input('words', ['words', hidden]));
  return serialiseModel(graph);
}

export const FORMS = ['blocks', 'batched', 'natural'];

/** words [L, d] -> probabilities [L, 1], ratings [1, 5] */
export function networkModel(weights, form) {
  return model((graph, words) => {
    const probabilities = addGenerator(graph, weights, words, form);
    const masked = graph.node('Mul', [words, probabilities], 'words.masked');
    addEncoder(graph, weights, masked, form);
  }, weights.hidden);
}

/** words [L, d] -> probabilities [L, 1] */
export function generatorModel(weights, form) {
  return model((graph, words) => addGenerator(graph, weights, words, form), weights.hidden);
}

/** words [L, d] -> ratings [1, 5] */
export function encoderModel(weights, form) {
  return model((graph, words) => addEncoder(graph, weights, words, form), weights.hidden);
}

/** words [L, d], mask [L, 1] -> ratings [1, 5] of the words where the mask is 1 */
export function maskedEncoderModel(weights, form) {
  return model(
    (graph, words) => addEncoder(graph, weights, words, form, graph.input('mask', ['words', 1])),
    weights.hidden,
  );
}
