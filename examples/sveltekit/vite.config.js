import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [sveltekit()],
  // The development server leaves WebAssembly beside the code that loads it.
  optimizeDeps: { exclude: ['whylight'] },
  // Up to Vite 7 a Worker is one file, unless told otherwise, and cannot fetch its modules.
  worker: { format: 'es' },
});
