import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/**
 * What a first visit needs, in three files that compress well instead of twenty small ones: the framework, the folder
 * app/shell with everything it imports (dialogs and forms are imported lazily there, so they stay out), and the cards
 * of every page that shows products.
 */
const firstVisit = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|react-router|scheduler|@react-router)\//,
    priority: 2,
  },
  { name: 'shell', test: /\/app\/(?:shell\/|root\.tsx|entry\.client\.tsx)/, priority: 1 },
  { name: 'catalog', test: /\/app\/(?:catalog\/|ui\/pagination)/ },
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
