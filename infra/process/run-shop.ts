import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Kysely } from 'kysely'
import { findMovedProduct } from '#domain/catalog/catalog.ts'
import type { Database } from '#domain/database.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { isDatabaseUnavailable } from '#domain/kernel/database/database-error.ts'
import { log, setFailureListener } from '#domain/kernel/log.ts'
import { startMailDelivery } from '#domain/mails/mail-delivery.server.ts'
import type { PictureStorage } from '#domain/pictures/picture.ts'
import type { Services } from '#domain/services.ts'
import { readEnteredProfile } from '#domain/settings/settings-queries.server.ts'
import { findFirstTermsDay } from '#domain/terms/terms-queries.server.ts'
import { ensureAdmin, resetAdminPassword } from '#infra/auth/create-admin.ts'
import { createServices, type ExternalServices } from '#infra/create-services.ts'
import { archiveLegalTexts } from '#infra/db/archive-legal-texts.ts'
import { runAtStart } from '#infra/db/connect.ts'
import { migrate } from '#infra/db/migrate.ts'
import type { Env } from '#infra/env.ts'
import { listenForCatalogChanges } from '#infra/http/catalog-listener.ts'
import { createHttpServer, type HttpServerOptions } from '#infra/http/http-server.ts'
import { createJobQueue } from '#infra/jobs/pg-boss-queue.ts'
import type { Lifecycle } from '#infra/lifecycle.ts'
import { type MailPreview, previewMails } from '#infra/mails/render-mail.ts'
import { MetricsEndpoint } from '#infra/monitoring/metrics-endpoint.ts'
import { createRequestTracer, NO_TRACING, type Tracing } from '#infra/monitoring/tracing.ts'
import { refuseInventedSeller } from '#infra/safe-settings.ts'
import { readOrCreateSecret } from '#infra/secret-file.ts'
import { findShopFacts } from '#infra/shop-facts.ts'
import { StartupError } from '#infra/startup-error.ts'
import { createPictureStorage, openMediaFolder } from '#infra/storage/media-storage.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { checkDuties, explainPortError, requireFreePort } from './refuse-start.ts'
import { printReady, printStep } from './terminal.ts'

/** How requests are answered: from the build, or by Vite in development. */
export type Web = {
  handlers(services: Services): Pick<HttpServerOptions, 'api' | 'renderPage'>
  clientDir: string
  /** False in development: no cached pages. */
  production: boolean
  /** The version of the build; unknown in development. */
  build?: string
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
}

const REAL_SELLER =
  'Pod adresem https sprzedawca musi być prawdziwy: ustaw te zmienne albo uruchom sklep z adresem http w SHOP_URL i wpisz ' +
  'dane w panelu.'

/** The database's notification that the owner changed the shop's profile or texts. */
const PROFILE_CHANGED = 'shop-profile'

/** Time of a stop that mails under way leave to jobs and the database, ms. */
const AFTER_MAILS_MS = 3_000

/** The parts of the process outside `domain` and `infra`, which server.ts passes in. */
type ShopParts = {
  web: Web
  startSandbox(options: SandboxOptions): Promise<Sandbox>
  seedDemo(
    db: Kysely<Database>,
    options: { now: Date; pictures: PictureStorage; log(line: string): void; signal: AbortSignal },
  ): Promise<unknown>
}

type SandboxOptions = { port: number; dataDir: string; webhookUrl: string; mailPreviews?: () => MailPreview[] }
type Sandbox = ExternalServices & { mailboxUrl: string; close(): Promise<void> }

/**
 * Starts database, external services, jobs and HTTP, in this order. `lifecycle` stops what was started in reverse
 * order. Throws StartupError for causes that the operator can fix.
 */
export async function runShop(env: Env, parts: ShopParts, lifecycle: Lifecycle): Promise<void> {
  /** Waits for a step. Ends the start after it if a stop was requested. */
  const step = async <Value>(work: Promise<Value>): Promise<Value> => {
    const value = await work
    lifecycle.signal.throwIfAborted()
    return value
  }
  const tracing = await step(openTracing(env.monitoring.tracesTo))
  lifecycle.onStop('the traces', tracing.close)
  const database = await step(openDatabase(env, lifecycle, tracing))
  await step(requireFreePort(env.port, env.host, 'PORT'))
  const external = await step(connectExternalServices(env, parts, lifecycle))
  await step(fillDatabase(env, database.url, parts, lifecycle.signal))

  const jobs = await createJobQueue({
    databaseUrl: database.url,
    tracing,
    onError: (event, error) => (isDatabaseUnavailable(error) ? log.warn : log.error)(event, { error }),
  })
  const authSecret = env.authSecret ?? readOrCreateSecret(join(env.dataDir, 'auth-secret'))
  const services = createServices(env, { ...database, jobs, authSecret, external, tracing, build: parts.web.build })
  await step(services.shopProfile.renew())
  setFailureListener((failure) => services.failures.noteLogged(failure))
  lifecycle.onStop('the notes of failures', () => services.failures.flush())
  lifecycle.onStop('the mail transport', async () => services.mail.close())
  lifecycle.onStop('the job queue', () => jobs.stop())
  if (isHttps(env)) await step(checkDuties(services))
  await step(jobs.startWorkers(services))
  const mails = startMailDelivery(services, { isBusy: watchBusyness() })
  lifecycle.onStop('the delivery of mails', (msLeft) => mails.stop(Math.max(0, msLeft - AFTER_MAILS_MS)))

  await step(database.watchOutages())
  await step(startHttp(env, parts.web, { database, services, tracing }, lifecycle))
  // Begins with the stop of the web server, and is waited for after it.
  lifecycle.onStop('new mails', async () => mails.claimNoMore())
  // This step must not be interrupted, because a password that was created must be shown.
  const password = await runAtStart(database.url, (db) => ensureAdminAccount(env, db))
  printReady({
    shopUrl: env.profile.shopUrl,
    openTo: isOpen(env) ? env.host : null,
    mailboxUrl: external.mailboxUrl,
    admin: password === null ? null : { email: env.adminEmail, password },
  })
}

/** Whether other machines reach the shop over http, which sends passwords and sessions unencrypted. */
function isOpen({ host, profile }: Env): boolean {
  return !profile.shopUrl.startsWith('https:') && !/^(localhost|127\.|::1$)/.test(host)
}

async function fillDatabase(env: Env, url: string, { seedDemo }: ShopParts, signal: AbortSignal): Promise<void> {
  const applied = await migrate(url, undefined, { allowsNewer: env.allowNewerDatabase })
  if (applied.length > 0) printStep(`Baza danych uaktualniona: ${applied.join(', ')}`)
  await runAtStart(url, async (db) => {
    const { entered } = await readEnteredProfile(db)
    const facts = findShopFacts({ given: env.givenProfile, shopUrl: env.profile.shopUrl }, entered)
    const invented = isHttps(env) ? refuseInventedSeller(facts.values) : []
    if (invented.length > 0) throw new StartupError([REAL_SELLER, ...invented].join('\n'))
    // Without a day in the settings, the terms begin with the shop.
    const begun = (await findFirstTermsDay(db)) ?? readWarsawClock(new Date()).day
    const effectiveDate = env.givenProfile.legal_effective_date ?? begun
    await archiveLegalTexts(db, { ...facts.profile, effectiveDate })
    if (env.demo) await seedDemo(db, { now: new Date(), pictures: createPictureStorage(env), log: printStep, signal })
    else if (applied.length > 0) printStep('Katalog jest pusty: dodaj marki i produkty w panelu')
  })
}

/** The sandbox replaces every service without an address in the settings. */
async function connectExternalServices(
  env: Env,
  { startSandbox }: ShopParts,
  lifecycle: Lifecycle,
): Promise<ExternalServices & { mailboxUrl: string | null }> {
  const { smtpUrl, inpostApiUrl } = env
  const paymentsElsewhere = env.stripe.test !== null || isHttps(env)
  if (smtpUrl && inpostApiUrl && paymentsElsewhere) {
    const none = { stripe: null, shipx: null, google: null, ksef: null, analyticsOrigin: null, pushOrigin: null }
    return { ...none, smtpUrl, inpostUrl: inpostApiUrl, mailboxUrl: null }
  }
  try {
    const sandbox = await startSandbox({
      port: env.sandboxPort,
      dataDir: join(env.dataDir, 'sandbox'),
      webhookUrl: `${ownAddress(env)}/api/stripe-webhook`,
      ...(!isHttps(env) && { mailPreviews: () => previewMails(env.profile) }),
    })
    lifecycle.onStop('the sandbox', () => sandbox.close())
    return {
      smtpUrl: smtpUrl ?? sandbox.smtpUrl,
      inpostUrl: inpostApiUrl ?? sandbox.inpostUrl,
      stripe: paymentsElsewhere ? null : sandbox.stripe,
      shipx: isHttps(env) ? null : sandbox.shipx,
      google: isHttps(env) ? null : sandbox.google,
      ksef: isHttps(env) ? null : sandbox.ksef,
      analyticsOrigin: isHttps(env) ? null : sandbox.analyticsOrigin,
      pushOrigin: isHttps(env) ? null : sandbox.pushOrigin,
      mailboxUrl: smtpUrl ? null : sandbox.mailboxUrl,
    }
  } catch (error) {
    throw explainPortError(error, env.sandboxPort, 'SANDBOX_PORT')
  }
}

async function startHttp(
  env: Env,
  web: Web,
  running: { database: OpenDatabase; services: ReturnType<typeof createServices>; tracing: Tracing },
  lifecycle: Lifecycle,
): Promise<void> {
  const { database, services, tracing } = running
  const handlers = web.handlers(services)
  const apiRoutes = handlers.api.routes ?? []
  const metrics = new MetricsEndpoint({
    token: env.monitoring.metricsToken,
    https: isHttps(env),
    sources: {
      services,
      pools: { shop: database.pool, public: database.publicPool },
      apiRoutes,
      dataDir: env.dataDir,
      cached: () => http.answerCache.sent,
    },
  })
  const http = createHttpServer({
    ...handlers,
    metrics,
    ...(tracing !== NO_TRACING && { traceRequest: createRequestTracer(tracing, apiRoutes) }),
    clientDir: web.clientDir,
    middleware: web.middleware,
    ...openMediaFolder(env, database.publicDb),
    shopUrl: env.profile.shopUrl,
    https: isHttps(env),
    checkReady: database.checkReady,
    async findMovedProduct(url) {
      const catalog = await services.catalog.readLast()
      const slug = catalog && findMovedProduct(catalog, url)
      return slug && `/produkt/${slug}`
    },
    trustedProxy: env.trustedProxy,
  })
  if (web.production) {
    const { catalog, shopProfile } = services
    let shown = services.profile
    /** Pages made meanwhile may still show the earlier profile. */
    const renewProfile = async () => {
      try {
        await shopProfile.renew()
        if (services.profile === shown) return
        shown = services.profile
        http.answerCache.change()
      } catch (error) {
        log.warn('The profile of the shop cannot be read', { error })
      }
    }
    catalog.onReceived(() => http.answerCache.takeChanges())
    const listener = listenForCatalogChanges(database.url, {
      change(name) {
        catalog.change(name)
        http.answerCache.change()
        if (name === PROFILE_CHANGED) void renewProfile()
      },
      setListening(isListening, receiveNotices) {
        catalog.setListening(isListening, receiveNotices)
        http.answerCache.setListening(isListening)
        if (isListening) void renewProfile()
      },
    })
    lifecycle.onStop('the catalogue listener', async () => listener.close())
  }
  try {
    await http.listen(env.port, env.host)
  } catch (error) {
    throw explainPortError(error, env.port, 'PORT')
  }
  lifecycle.onStop('the web server', () => http.close())
}

/** Creates the admin account unless it exists, or resets its password; a new password is returned. */
async function ensureAdminAccount(env: Env, db: Kysely<Database>): Promise<string | null> {
  const newPassword = env.resetAdminPassword ? await resetAdminPassword(db, env.adminEmail, env.passwordCost) : null
  if (newPassword !== null) return newPassword
  const account = await ensureAdmin(db, env.adminEmail, env.passwordCost)
  if (account.created) return account.password
  if (account.role !== 'admin') {
    log.warn('ADMIN_EMAIL belongs to another account, so nobody can open the admin page.')
  }
  return null
}

const isHttps = (env: Env): boolean => env.profile.shopUrl.startsWith('https://')

/** The address at which this machine reaches the shop. */
function ownAddress({ host, port }: Env): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Above this share of its time the main thread counts as busy. */
const BUSY_UTILIZATION = 0.7

/** Returns a function that returns whether the main thread was busy since its last call. */
function watchBusyness(): () => boolean {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization > BUSY_UTILIZATION
  }
}

/** @param url null: nothing is traced, and no tracing code is loaded */
async function openTracing(url: string | null): Promise<Tracing> {
  if (url === null) return NO_TRACING
  const { startTracing } = await import('#infra/monitoring/otlp-tracing.ts')
  return startTracing(url)
}
