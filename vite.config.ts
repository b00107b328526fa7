import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** What every first visit needs, in two files that compress well together instead of twenty small ones. */
const firstVisit = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler|@react-router)\// },
  {
    name: 'shell',
    // Not the dialogs and form fields: they come with what opens them.
    test: /app\/(session\/session|storefront\/(frame|cart\/cart-st|product\/(add-to|product-(card|grid|link|texts)))|ui\/(?!dialog|text-field|checkbox|toaster))|domain\/(money|result|cart\/|catalog\/)|lucide-react|vite\/preload/,
    minShareCount: 2,
  },
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
