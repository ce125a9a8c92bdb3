import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  vite: {
    // The development server leaves WebAssembly beside the code that loads it.
    optimizeDeps: { exclude: ['whylight'] },
    // Up to Vite 7 a Worker is one file, unless told otherwise, and cannot fetch its modules.
    worker: { format: 'es' },
  },
});
