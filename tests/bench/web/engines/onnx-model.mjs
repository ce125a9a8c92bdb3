// Builds ONNX models: graphs of nodes, tensors that are part of them, and
// bodies of loops, which are graphs as well.
import { bytes, float, integer, message } from './protobuf.mjs';

const IR_VERSION = 7;
const OPSET = 13;
const ELEMENT = { float32: 1, int64: 7 };
// Kinds of attribute.
const KIND = { float: 1, integer: 2, graph: 5, integers: 7 };

function attribute(name, value) {
  if (value instanceof Graph) {
    return message(bytes(1, name), bytes(6, value.serialise()), integer(20, KIND.graph));
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => integer(8, item));
    return message(bytes(1, name), items, integer(20, KIND.integers));
  }
  // Written with a point in the operators we use: none but `alpha` and `beta`.
  if (name === 'alpha' || name === 'beta') {
    return message(bytes(1, name), float(2, value), integer(20, KIND.float));
  }
  return message(bytes(1, name), integer(3, value), integer(20, KIND.integer));
}

function tensor(name, shape, data) {
  const element = data instanceof BigInt64Array ? ELEMENT.int64 : ELEMENT.float32;
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return message(
    shape.map((size) => integer(1, size)),
    integer(2, element),
    bytes(8, name),
    bytes(9, raw),
  );
}

// A size that is text stands for any.
function valueInfo({ name, shape }) {
  const dimensions = shape.map((size) =>
    bytes(1, typeof size === 'string' ? bytes(2, size) : integer(1, size)),
  );
  const type = message(integer(1, ELEMENT.float32), bytes(2, message(dimensions)));
  return message(bytes(1, name), bytes(2, bytes(1, type)));
}

/** A graph of values in single precision. Values are known by their names. */
export class Graph {
  #name;
  #nodes = [];
  #tensors = [];
  #inputs = [];
  #outputs = [];

  constructor(name) {
    this.#name = name;
  }

  input(name, shape) {
    this.#inputs.push({ name, shape });
    return name;
  }

  output(name, shape) {
    this.#outputs.push({ name, shape });
    return name;
  }

  /** Numbers that belong to the model. */
  constant(name, shape, data) {
    this.#tensors.push(tensor(name, shape, Float32Array.from(data)));
    return name;
  }

  /** Sizes or positions, as operators take them. */
  integers(name, ...values) {
    this.#tensors.push(tensor(name, [values.length], BigInt64Array.from(values, BigInt)));
    return name;
  }

  /** Gives the results names: `results` is one or several. Returns them. */
  node(operator, inputs, results, attributes = {}) {
    const named = Object.entries(attributes).map(([name, value]) =>
      bytes(5, attribute(name, value)),
    );
    this.#nodes.push(
      message(
        inputs.map((name) => bytes(1, name)),
        [results].flat().map((name) => bytes(2, name)),
        bytes(4, operator),
        named,
      ),
    );
    return results;
  }

  serialise() {
    return message(
      this.#nodes.map((node) => bytes(1, node)),
      bytes(2, this.#name),
      this.#tensors.map((each) => bytes(5, each)),
      this.#inputs.map((each) => bytes(11, valueInfo(each))),
      this.#outputs.map((each) => bytes(12, valueInfo(each))),
    );
  }
}

/** The file of a model that is `graph`. */
export function serialiseModel(graph) {
  return message(
    integer(1, IR_VERSION),
    bytes(7, graph.serialise()),
    bytes(8, message(bytes(1, ''), integer(2, OPSET))),
  );
}
