import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/**
 * What a first visit needs, in two files that compress well instead of twenty small ones: the framework, and the folders
 * app/shell and app/catalog with everything they import. Dialogs and forms are imported lazily there, so they stay out.
 */
const firstVisit = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|react-router|scheduler|@react-router)\//,
    priority: 2,
  },
  { name: 'shell', test: /\/app\/(?:shell|catalog)\//, priority: 1 },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: firstVisit } } } } },
    // The whole process is one server bundle: server.ts imports the pages, so pages and process share every module.
    ssr: { build: { rolldownOptions: { input: './server.ts' } } },
  },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  server: { host: '127.0.0.1' },
})
