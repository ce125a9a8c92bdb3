import { defineConfig } from 'vite';

export default defineConfig({
  // The development server leaves WebAssembly beside the code that loads it.
  optimizeDeps: { exclude: ['whylight'] },
  build: { target: 'es2022' },
  // Up to Vite 7 a Worker is one file, unless told otherwise, and cannot fetch its modules.
  worker: { format: 'es' },
});
