import type { Kysely } from 'kysely'
import { LiveCatalog } from '#domain/catalog/live-catalog.server.ts'
import { createContractPapers } from '#domain/contracts/contract-papers.server.ts'
import type { Database } from '#domain/database.ts'
import { BatchedFailureNotes } from '#domain/failures/failure-notes.server.ts'
import type { ShopCheck } from '#domain/kernel/definitions.ts'
import type { JobQueue } from '#domain/kernel/jobs.ts'
import { log } from '#domain/kernel/log.ts'
import type { RunDefinition } from '#domain/kernel/runs/run-definition.ts'
import { findInvoicePaper } from '#domain/papers/invoices/find-invoice-paper.server.ts'
import type { Services } from '#domain/services.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { createAccountGateway } from '#infra/auth/better-auth-gateway.ts'
import type { GoogleClient } from '#infra/auth/google-settings.ts'
import { createLinkTokens, createOrderLinks } from '#infra/auth/signed-links.ts'
import { createBackupRunner } from '#infra/backup/backup-runner.ts'
import { revealDatabaseFailures } from '#infra/db/database-failures.ts'
import { createInvoiceSchema } from '#infra/ksef/invoice-schema.ts'
import { createKsefGateway } from '#infra/ksef/ksef-gateway.ts'
import type { KsefAddresses } from '#infra/ksef/ksef-settings.ts'
import { createMailRenderer, MAIL_NAMES } from '#infra/mails/render-mail.ts'
import { createSmtpCheck, createSmtpTransport } from '#infra/mails/smtp-transport.ts'
import { NO_TRACING, type Tracing, traceMails } from '#infra/monitoring/tracing.ts'
import { createStripeProviders } from '#infra/payments/stripe-provider.ts'
import type { StripeAccount } from '#infra/payments/stripe-settings.ts'
import { createPdfWriter } from '#infra/pdf/pdf-writer.ts'
import { createPushSender } from '#infra/push/push-sender.ts'
import { createInpostLockers } from '#infra/shipping/inpost.ts'
import { createShipxCarrier } from '#infra/shipping/shipx.ts'
import { readSender, type ShipxAccount } from '#infra/shipping/shipx-settings.ts'
import { createFilmStorage, createPictureStorage } from '#infra/storage/media-storage.ts'
import { createPictureEncoder } from '#infra/storage/picture-encoder.ts'
import { createPictureFetcher } from '#infra/storage/picture-fetcher.ts'
import { createSharePictures } from '#infra/storage/share-picture.ts'
import { type Env, toShopSettings } from './env.ts'
import { LiveProfile } from './live-profile.ts'

/** Every kind of run: the default exports of all `*.run.server.ts` in the domain, by kind. */
export const SHOP_RUNS: Services['runs'] = new Map(
  Object.values(
    import.meta.glob<RunDefinition<Services>>('#domain/**/*.run.server.ts', { eager: true, import: 'default' }),
  ).map((definition) => [definition.kind, definition]),
)

/** Everything that the shop may lack: the default exports of all `*.checks.server.ts` in the domain. */
export const SHOP_CHECKS: readonly ShopCheck[] = Object.values(
  import.meta.glob<readonly ShopCheck[]>('#domain/**/*.checks.server.ts', { eager: true, import: 'default' }),
).flat()

/** Addresses of external services: the real ones or the sandbox's. */
export type ExternalServices = {
  smtpUrl: string
  inpostUrl: string
  /** The sandbox's Stripe, used while test mode has no keys; null without a sandbox. */
  stripe: StripeAccount | null
  /** The sandbox's ShipX, used without keys of InPost; null without a sandbox. */
  shipx: ShipxAccount | null
  /** The sandbox's Google, used without keys of Google; null without a sandbox. */
  google: GoogleClient | null
  /** The sandbox's KSeF, used without KSEF_ENVIRONMENT; null without a sandbox. */
  ksef: KsefAddresses | null
  /** Origin of the sandbox's stand-in for Google's tag; null without a sandbox. */
  analyticsOrigin: string | null
  /** Origin of the sandbox's push service; null without a sandbox. */
  pushOrigin: string | null
}

const LOCKER_TIMEOUT_MS = 5_000

/** Creates the implementation of every port. */
export function createServices(
  env: Env,
  running: {
    db: Kysely<Database>
    publicDb: Kysely<Database>
    jobs: JobQueue
    authSecret: string
    external: ExternalServices
    /** The disk of an embedded database. */
    disk?: { isFull(): boolean } | null
    tracing?: Tracing
    /** The version of this build; unknown in development. */
    build?: string | undefined
  },
): Services & { catalog: LiveCatalog } {
  const { adminEmail } = env
  const { shopUrl } = env.profile
  const live = new LiveProfile(running.db, {
    given: env.givenProfile,
    shopUrl,
    scriptOrigin: running.external.analyticsOrigin ?? undefined,
  })
  const now = () => new Date()
  const shipx = env.shipx ?? running.external.shipx
  const ksef = env.ksef ?? running.external.ksef
  const orderLinks = createOrderLinks({ secret: running.authSecret, shopUrl })
  const linkTokens = createLinkTokens(running.authSecret)
  const pdf = createPdfWriter()
  const accounts = revealDatabaseFailures(
    createAccountGateway({
      db: running.db,
      secret: running.authSecret,
      shopUrl,
      // The name of the shop in authenticator apps, so the name at the start of the process is used.
      shopName: env.profile.shopName,
      adminEmail,
      passwordCost: env.passwordCost,
      google: env.google ?? running.external.google,
    }),
  )
  const findPapers = createContractPapers({
    db: running.db,
    now,
    pdf,
    get profile() {
      return live.current.profile
    },
  })
  return {
    db: running.db,
    publicDb: running.publicDb,
    catalog: new LiveCatalog(running.publicDb),
    isDatabaseFull: () => running.disk?.isFull() ?? false,
    jobs: running.jobs,
    backups: createBackupRunner(env),
    failures: new BatchedFailureNotes(running.db, { build: running.build ?? 'development', now }),
    runs: SHOP_RUNS,
    checks: SHOP_CHECKS,
    get profile() {
      return live.current.profile
    },
    get analytics() {
      return live.current.analytics
    },
    get features() {
      return {
        ...live.features,
        googleSignIn: accounts.offersGoogle,
        measuring: live.current.analytics !== null,
      }
    },
    get ownTexts() {
      return live.ownTexts
    },
    get frontPictures() {
      return live.frontPictures
    },
    get look() {
      return live.look
    },
    get settings() {
      return toShopSettings(env, live.current.values)
    },
    shopProfile: live,
    adminEmail,
    now,
    productLimit: env.productLimit,
    limitFactor: env.limitFactor,
    accounts,
    linkTokens,
    lockers: createInpostLockers({
      baseUrl: running.external.inpostUrl,
      token: env.inpostApiToken ?? undefined,
      timeoutMs: LOCKER_TIMEOUT_MS,
      now,
      onUnavailable: (error) => log.warn('InPost could not be asked', { error }),
    }),
    carrier:
      shipx &&
      createShipxCarrier({
        ...shipx,
        get sender() {
          return findSender(live.current.profile)
        },
      }),
    ksef: ksef && createKsefGateway({ ...ksef, secret: running.authSecret, now }),
    invoiceSchema: createInvoiceSchema(),
    payments: createStripeProviders({ ...env.stripe, test: env.stripe.test ?? running.external.stripe }),
    mail: traceMails(
      running.tracing ?? NO_TRACING,
      createSmtpTransport({
        url: running.external.smtpUrl,
        from: {
          get name() {
            return live.current.profile.shopName
          },
          address: env.mailFrom,
        },
      }),
    ),
    mailServer: createSmtpCheck(running.external.smtpUrl),
    push: createPushSender({
      secret: running.authSecret,
      get contact() {
        return `mailto:${live.current.profile.sellerEmail}`
      },
      sandboxOrigin: running.external.pushOrigin,
    }),
    mailNames: MAIL_NAMES,
    renderMail: createMailRenderer({
      db: running.db,
      get profile() {
        return live.current.profile
      },
      orderLinks,
      linkTokens,
      async findContractPapers(checkoutId) {
        const papers = await findPapers(checkoutId)
        if (!papers.ok) throw new Error(`checkout ${checkoutId}: ${papers.failure.reason}`)
        return papers.value
      },
      async findInvoicePaper(invoiceId) {
        const paper = await findInvoicePaper({ db: running.db, pdf }, invoiceId)
        if (!paper) throw new Error(`there is no invoice ${invoiceId}`)
        return paper
      },
    }),
    pdf,
    orderLinks,
    pictureEncoder: createPictureEncoder(),
    pictureStorage: createPictureStorage(env),
    sharePictures: createSharePictures(),
    pictureFetcher: createPictureFetcher(),
    filmStorage: createFilmStorage(env),
  }
}

/** The sender's address is the return address, to which unclaimed parcels go as well. */
function findSender({ sellerName: name, sellerEmail: email, sellerPhone: phone, returnAddress: address }: ShopProfile) {
  return readSender({ name, email, phone, address })
}
