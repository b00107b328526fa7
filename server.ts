import { join } from 'node:path'
import { createClientAddress } from '#api/client-address.ts'
import { createApi } from '#api/index.ts'
import { seedDemo } from '#db/demo/seed.ts'
import { type Env, loadEnv } from '#infra/env.ts'
import { BUILD_VERSION, createPages } from '#infra/http/pages.ts'
import { startServerLog } from '#infra/http/server-log.ts'
import { Lifecycle } from '#infra/lifecycle.ts'
import { runShop, type Web } from '#infra/process/run-shop.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { startSandbox } from '#sandbox/start-sandbox.ts'

/** Reads the settings and runs the shop until the process is stopped. `createWeb` chooses how requests are answered. */
export async function startShop(createWeb: (env: Env) => Web): Promise<void> {
  const lifecycle = new Lifecycle()
  await lifecycle.start(async () => {
    const env = loadEnv()
    await runShop(env, { web: createWeb(env), startSandbox, seedDemo }, lifecycle)
  })
}

/** In development Vite imports this file and answers requests itself (scripts/dev-server.mjs). */
if (import.meta.env.PROD) {
  startServerLog()
  await startShop((env) => ({
    handlers: (services) => ({
      api: createApi(services, { trustedProxy: env.trustedProxy }),
      renderPage: createPages(services, createClientAddress(env.trustedProxy)),
    }),
    clientDir: join(PROJECT_ROOT, 'build', 'client'),
    production: true,
    build: BUILD_VERSION,
  }))
}
