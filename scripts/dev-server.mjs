import { join } from 'node:path'
import { createServer } from 'vite'
import { ROOT } from './prepare.mjs'

const vite = await createServer({ root: ROOT, appType: 'custom', server: { middlewareMode: true } })

/**
 * Loads the present version of a module. Pages, API and domain are loaded again after every change; infra and server.ts
 * need a restart.
 */
const load = (path) => vite.environments.ssr.runner.import(join(ROOT, path))

const { startShop } = await load('server.ts')
await startShop((env) => ({
  handlers: (services) => ({
    api: {
      async fetch(request, bindings) {
        const { createApi } = await load('api/index.ts')
        return createApi(services, { trustedProxy: env.trustedProxy }).fetch(request, bindings)
      },
    },
    async renderPage(request, socketAddress) {
      const { createPages } = await load('infra/http/pages.ts')
      const { createClientAddress } = await load('api/client-address.ts')
      return createPages(services, createClientAddress(env.trustedProxy))(request, socketAddress)
    },
  }),
  clientDir: join(ROOT, 'public'),
  production: false,
  // Vite would take /api/brands for the source file api/brands.ts.
  middleware: (request, response, next) =>
    request.url.startsWith('/api/') ? next() : vite.middlewares(request, response, next),
}))
