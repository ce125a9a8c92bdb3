import resolve from '@rollup/plugin-node-resolve';
import url from '@rollup/plugin-url';

export default {
  // A Worker is an entry of its own.
  input: ['main.js', 'reader.js'],
  output: { dir: 'dist', format: 'es' },
  plugins: [
    resolve({ browser: true }),
    // Importing a module of WebAssembly copies it, and gives its address.
    url({ include: ['**/*.wasm'], limit: 0 }),
  ],
};
