import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { minify } from 'terser'
import { defineConfig, type Plugin } from 'vite'

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
  {
    name: 'shell',
    test: /\/app\/(?:shell|catalog|root\.tsx|entry\.client)|\/app\/ui\/(?:pagination|toast-place)|\/domain\/paging/,
    priority: 1,
  },
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

const leaveOutUnusedRouterParts: Plugin = {
  name: 'leave-out-unused-router-parts',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  load(id) {
    const part = id.split('/react-router/dist/production/')[1]
    return part === undefined ? undefined : UNUSED_ROUTER_PARTS[part]
  },
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

export default defineConfig({
  plugins: [leaveOutUnusedRouterParts, minifyFirstVisit, tailwindcss(), reactRouter()],
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: firstVisit } } } } },
    // The whole process is one server bundle: server.ts imports the pages, so pages and process share every module.
    ssr: { build: { rolldownOptions: { input: './server.ts' } } },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // Whoever loads a lazy part has these already.
    modulePreload: { resolveDependencies: (_, files) => files.filter((file) => !/framework|shell|runtime/.test(file)) },
  },
  server: { host: '127.0.0.1' },
})
