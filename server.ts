import type { IncomingMessage, ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createApi } from '#api/index.ts'
import { seedDemo } from '#db/demo/seed.ts'
import type { Services } from '#domain/services.ts'
import { ensureAdmin, resetAdminPassword } from '#infra/auth/create-admin.ts'
import { checkExternalDatabase, connectDatabase, type DatabaseConnection } from '#infra/db/connect.ts'
import { migrate } from '#infra/db/migrate.ts'
import { openEmbeddedDatabase } from '#infra/embedded-postgres/open-embedded-database.ts'
import { type Env, EnvError, loadEnv } from '#infra/env.ts'
import { listenForCatalogChanges } from '#infra/http/catalog-listener.ts'
import { createHttpServer, type HttpServerOptions } from '#infra/http/http-server.ts'
import { createPages } from '#infra/http/pages.ts'
import { createJobQueue } from '#infra/jobs/pg-boss-queue.ts'
import { loadAuthSecret } from '#infra/process/auth-secret.ts'
import { portRefused, requireFreePort } from '#infra/process/free-port.ts'
import { Lifecycle, StartupError } from '#infra/process/lifecycle.ts'
import { printError, printReady, printStep } from '#infra/process/terminal.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { createServices, type OutsideWorld } from '#infra/services.ts'
import { createDiskPictures } from '#infra/storage/disk-pictures.ts'
import { startSandbox } from '#sandbox/start-sandbox.ts'

/** How the door is built: from the build, or by Vite in development. */
export type Door = {
  web(services: Services): Pick<HttpServerOptions, 'api' | 'renderPage'>
  clientDir: string
  /** False in development: no kept pages, and Vite's own inline scripts may run. */
  production: boolean
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

/** The process: env -> database -> sandbox -> services -> jobs -> HTTP. Everything is undone in reverse order. */
export async function runShop(createWeb: (env: Env) => Door): Promise<void> {
  const lifecycle = new Lifecycle()
  await lifecycle.start(async () => {
    const env = readSettings()
    if (env.profile.shopUrl.startsWith('https://') && env.trustedProxy.length === 0) {
      console.warn(
        'SHOP_URL is https but TRUSTED_PROXY is empty: behind a proxy all visitors would share one set of limits.',
      )
    }
    const step = <Value>(work: Promise<Value>): Promise<Value> =>
      work.then((value) => {
        lifecycle.signal.throwIfAborted()
        return value
      })

    const database = await step(openDatabase(env, lifecycle))
    await step(requireFreePort(env.port, env.host, 'PORT'))
    const outside = await step(reachOutside(env, lifecycle))
    await step(fillDatabase(env, database, lifecycle.signal))

    const jobs = await createJobQueue({ databaseUrl: database.url, onError: printError })
    const authSecret = env.authSecret ?? loadAuthSecret(env.dataDir)
    const services = createServices(env, { db: database.db, jobs, authSecret, outside })
    lifecycle.onStop('the mail transport', async () => services.mail.close())
    // Stopped before the transport: mails under way go out.
    lifecycle.onStop('the job queue', () => jobs.stop())
    await step(jobs.startWorkers(services))

    await step(startHttp(env, createWeb(env), database, services, lifecycle))
    // Not a step to break off: a password that was made must be shown.
    const owner = await ensureAdminAccount(env, database)
    if (!owner.created && owner.role !== 'admin') {
      console.warn(`ADMIN_EMAIL ${env.adminEmail} belongs to a customer's account, so nobody can open the admin page.`)
    }
    printReady({
      shopUrl: env.profile.shopUrl,
      mailboxUrl: outside.mailboxUrl,
      owner: owner.created ? { email: env.adminEmail, password: owner.password } : null,
    })
  })
}

/** The owner's account, and its password where it is new. */
async function ensureAdminAccount(env: Env, { db }: OpenDatabase) {
  const password = env.resetAdminPassword ? await resetAdminPassword(db, env.adminEmail) : null
  return password === null ? ensureAdmin(db, env.adminEmail) : { created: true as const, password }
}

function readSettings(): Env {
  try {
    return loadEnv()
  } catch (error) {
    throw error instanceof EnvError ? new StartupError(error.message) : error
  }
}

type OpenDatabase = DatabaseConnection & { url: string }

async function openDatabase(env: Env, lifecycle: Lifecycle): Promise<OpenDatabase> {
  if (env.databaseUrl) await checkExternalDatabase(env.databaseUrl)
  const url = env.databaseUrl ?? (await openEmbeddedDatabase({ dataDir: env.dataDir, log: printStep, lifecycle }))
  const connection = connectDatabase(url, {
    // PostgreSQL lets in 100 by default, and several processes may share it.
    max: Math.min(40, Math.max(10, availableParallelism() * 4)),
    onIdleError: (error) => console.warn('An idle database connection broke:', error.message),
  })
  lifecycle.onStop('database connections', connection.close)
  printStep(env.databaseUrl ? 'Using the PostgreSQL of DATABASE_URL' : 'PostgreSQL is running')
  return { ...connection, url }
}

async function fillDatabase(env: Env, { url, db }: OpenDatabase, signal: AbortSignal): Promise<void> {
  const applied = await migrate(url)
  if (applied.length > 0) printStep(`Database migrated: ${applied.join(', ')}`)
  await seedDemo(db, { now: new Date(), pictures: createDiskPictures(mediaDir(env)), log: printStep, signal })
}

/** The sandbox stands in for whatever has no address of its own. */
async function reachOutside(env: Env, lifecycle: Lifecycle): Promise<OutsideWorld & { mailboxUrl: string | null }> {
  const { smtpUrl, inpostApiUrl } = env
  if (smtpUrl && inpostApiUrl) return { smtpUrl, inpostUrl: inpostApiUrl, mailboxUrl: null }
  try {
    const sandbox = await startSandbox({ port: env.sandboxPort, dataDir: join(env.dataDir, 'sandbox') })
    lifecycle.onStop('the sandbox', () => sandbox.close())
    return {
      smtpUrl: smtpUrl ?? sandbox.smtpUrl,
      inpostUrl: inpostApiUrl ?? sandbox.inpostUrl,
      mailboxUrl: smtpUrl ? null : sandbox.mailboxUrl,
    }
  } catch (error) {
    throw portRefused(error, env.sandboxPort, 'SANDBOX_PORT')
  }
}

async function startHttp(
  env: Env,
  door: Door,
  database: OpenDatabase,
  services: Services,
  lifecycle: Lifecycle,
): Promise<void> {
  const http = createHttpServer({
    ...door.web(services),
    clientDir: door.clientDir,
    strictPolicy: door.production,
    middleware: door.middleware,
    mediaDir: mediaDir(env),
    shopUrl: env.profile.shopUrl,
    https: env.profile.shopUrl.startsWith('https://'),
    checkReady: async () => void (await database.pool.query('select 1')),
  })
  if (door.production) {
    const listener = listenForCatalogChanges(database.url, {
      change: () => http.pageCache.clear(),
      listening: (listening) => http.pageCache.setListening(listening),
    })
    lifecycle.onStop('the catalogue listener', () => listener.close())
  }
  try {
    await http.listen(env.port, env.host)
  } catch (error) {
    throw portRefused(error, env.port, 'PORT')
  }
  lifecycle.onStop('the web server', () => http.close())
}

const mediaDir = (env: Env): string => join(env.dataDir, 'media')

if (import.meta.env.PROD) {
  await runShop((env) => ({
    web: (services) => ({
      api: createApi(services, { trustedProxy: env.trustedProxy }),
      renderPage: createPages(services),
    }),
    clientDir: join(PROJECT_ROOT, 'build', 'client'),
    production: true,
  }))
}
