import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The whole process is one server bundle: server.ts imports the pages, so pages and process share every module.
  environments: { ssr: { build: { rolldownOptions: { input: './server.ts' } } } },
  build: { target: 'es2022', assetsInlineLimit: 0, sourcemap: false },
  server: { host: '127.0.0.1' },
})
