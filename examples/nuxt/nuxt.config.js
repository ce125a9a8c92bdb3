export default defineNuxtConfig({
  compatibilityDate: '2025-07-15',
  app: { head: { title: 'Whylight with Nuxt', link: [{ rel: 'icon', href: 'data:,' }] } },
  vite: {
    // The development server leaves WebAssembly beside the code that loads it.
    optimizeDeps: { exclude: ['whylight'] },
    // Up to Vite 7 a Worker is one file, unless told otherwise, and cannot fetch its modules.
    worker: { format: 'es' },
  },
});
