// All are ES modules: run Jest with node --experimental-vm-modules.
export default {
  projects: [
    {
      // The built package.
      displayName: 'wasm',
      roots: ['<rootDir>/tests/wasm'],
      testEnvironment: 'node',
      transform: {},
    },
    {
      // Modules of the page that need no browser.
      displayName: 'web',
      roots: ['<rootDir>/tests/web-unit', '<rootDir>/web'],
      testMatch: ['<rootDir>/tests/web-unit/**/*.test.js'],
      testEnvironment: 'node',
      extensionsToTreatAsEsm: ['.ts'],
      transform: { '\\.ts$': '<rootDir>/tests/web-unit/transform.js' },
    },
  ],
};
