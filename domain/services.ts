import type { Kysely } from 'kysely'
import type { AccountGateway } from '#domain/accounts/account-gateway.ts'
import type { Backups } from '#domain/backups/backup.ts'
import type { CatalogSource } from '#domain/catalog/catalog.ts'
import type { Database } from '#domain/database.ts'
import type { FailureNotes } from '#domain/failures/failure.ts'
import type { FilmStorage } from '#domain/films/film.ts'
import type { LinkTokens } from '#domain/kernel/link-tokens.ts'
import type { MailTransport, RenderMail } from '#domain/kernel/mail.ts'
import type { PdfWriter } from '#domain/kernel/pdf.ts'
import type { OrderLinks } from '#domain/orders/order-links/linked-checkout.ts'
import type { PushSender } from '#domain/owner-notices/push/push-device.ts'
import type { InvoiceSchema, KsefGateway } from '#domain/papers/ksef/ksef.ts'
import type { PaymentProviders } from '#domain/payments/payment-provider.ts'
import type { PictureEncoder, PictureFetcher, PictureStorage, SharePictures } from '#domain/pictures/picture.ts'
import type { FrontPictures } from '#domain/settings/front-pictures.ts'
import type { Look } from '#domain/settings/look.ts'
import type { OwnTexts } from '#domain/settings/own-texts.ts'
import type { AnalyticsFacts } from '#domain/settings/page-facts.ts'
import type { ProfileValues } from '#domain/settings/profile-fields.ts'
import type { GivenSettings, ShopProfile } from '#domain/settings/shop-profile.ts'
import type { ParcelCarrier } from '#domain/shipping/carrier/parcel-carrier.ts'
import type { LockerDirectory } from '#domain/shipping/parcel-locker.ts'
import type { ShopFeatures } from '#domain/terms/features/feature.ts'
import type { Check } from './kernel/checks/check.ts'
import type { JobQueue } from './kernel/jobs.ts'
import type { RunDefinition } from './kernel/runs/run-definition.ts'

/** Where `profile`, `features`, `analytics`, `ownTexts` and `look` come from. */
export type ShopProfileSource = {
  /** Values of the environment, which win over the panel. */
  readonly given: Partial<ProfileValues>
  /** Reads again what the owner entered. Other processes do so when the database notifies them. */
  renew(): Promise<void>
}

/** The ports through which use cases reach the outside world. Chosen in infra/create-services.ts. */
export type Services = {
  db: Kysely<Database>
  /** For public reads: few connections and short statements, so that a flood of reads stops no order. */
  publicDb: Kysely<Database>
  catalog: CatalogSource
  /** Whether the disk is so full that no order is accepted. */
  isDatabaseFull(): boolean
  accounts: AccountGateway
  linkTokens: LinkTokens
  lockers: LockerDirectory
  /** The carrier that takes parcels; null when the shop sends them by hand. */
  carrier: ParcelCarrier | null
  payments: PaymentProviders
  /** Takes invoices; null when the shop sends none to KSeF. */
  ksef: KsefGateway | null
  invoiceSchema: InvoiceSchema
  mail: MailTransport
  /** Throws why the mail server is not reachable, or does not accept the shop's credentials. */
  mailServer: { check(signal: AbortSignal): Promise<void> }
  renderMail: RenderMail
  pdf: PdfWriter
  /** Messages to the devices on which the owner switched notices on. */
  push: PushSender
  /** The admin's name of each mail, by template. */
  mailNames: ReadonlyMap<string, string>
  orderLinks: OrderLinks
  pictureEncoder: PictureEncoder
  pictureStorage: PictureStorage
  sharePictures: SharePictures
  pictureFetcher: PictureFetcher
  filmStorage: FilmStorage
  jobs: JobQueue
  backups: Backups
  /** Takes uncaught failures, for the admin to see. */
  failures: FailureNotes
  /** Every kind of run, by kind. */
  runs: ReadonlyMap<string, RunDefinition<Services>>
  /** Everything that the shop may lack, by law or before its first sale. */
  checks: readonly Check<Services, GivenSettings>[]
  /** What the shop says of itself now. The owner can change it at any time: read it at each use, never keep it. */
  readonly profile: ShopProfile
  /** Null: nothing is measured. As `profile`, read it at each use. */
  readonly analytics: AnalyticsFacts | null
  /** What is switched on, for the legal texts. As `profile`, read it at each use. */
  readonly features: ShopFeatures
  /** What the owner wrote in place of the shop's texts. As `profile`, read it at each use. */
  readonly ownTexts: OwnTexts
  /** The owner's pictures on the landing page. As `profile`, read it at each use. */
  readonly frontPictures: FrontPictures
  /** The owner's colours: the same object until they change. As `profile`, read it at each use. */
  readonly look: Look
  /** As `profile`, read it at each use. */
  readonly settings: GivenSettings
  shopProfile: ShopProfileSource
  /** The e-mail address of the one account that may be the admin's, lower case. */
  adminEmail: string
  now(): Date
  /** The most active products of the shop. */
  productLimit: number
  /** Multiplies every limit of attempts. 1 except in load tests, which come from one address. */
  limitFactor: number
}
