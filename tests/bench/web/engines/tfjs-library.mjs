// The parts of TensorFlow.js that we use, in one module: in Node as it is, for browsers
// bundled, so that they download no more than this needs.
export {
  add,
  concat2d,
  matMul,
  mul,
  ready,
  setBackend,
  sigmoid,
  split,
  sub,
  tanh,
  tensor1d,
  tensor2d,
  tidy,
  zeros,
} from '@tensorflow/tfjs-core';
export { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
