// The tests of the built package. They are ES modules: run Jest with
// node --experimental-vm-modules.
export default {
  roots: ['<rootDir>/tests/wasm'],
  testEnvironment: 'node',
  transform: {},
};
