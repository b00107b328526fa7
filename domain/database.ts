import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AccountTables } from '#domain/accounts/account-tables.ts'
import type { AlertTables } from '#domain/alerts/alert.ts'
import type { BackupKind } from '#domain/backups/backup.ts'
import type { BuyerTables } from '#domain/buyers/buyer.ts'
import type { CatalogTables } from '#domain/catalog/catalog-tables.ts'
import type { MovingInTables } from '#domain/catalog/moving-in/moving-in.ts'
import type { CodeTables } from '#domain/codes/code.ts'
import type { FailureSource } from '#domain/failures/failure.ts'
import type { GuideTables } from '#domain/guides/guide.ts'
import type { CreatedAt } from '#domain/kernel/created-at.ts'
import type { Gender } from '#domain/kernel/gender.ts'
import type { MailFailure } from '#domain/kernel/mail.ts'
import type { DeliveryMethod, PaymentMethod } from '#domain/kernel/shipping-method.ts'
import type { LabelTables } from '#domain/labels/label-tables.ts'
import type { MoneyTables } from '#domain/money/money-tables.ts'
import type { MonthTables } from '#domain/month/month.ts'
import type { NewsletterTables } from '#domain/newsletter/subscriber.ts'
import type { OrderTables } from '#domain/orders/order-tables.ts'
import type { NoticeTables } from '#domain/owner-notices/notice-tables.ts'
import type { InvoiceTables } from '#domain/papers/invoices/invoice-tables.ts'
import type { KsefTables } from '#domain/papers/ksef/ksef-tables.ts'
import type { PayoutTables } from '#domain/papers/payouts/payout.ts'
import type { SaleTables } from '#domain/papers/sale-tables.ts'
import type { PaymentTables } from '#domain/payments/payment-tables.ts'
import type { WithdrawalTables } from '#domain/returns/return-tables.ts'
import type { SettingsTables } from '#domain/settings/settings-tables.ts'
import type { CarrierTables } from '#domain/shipping/carrier/carrier-tables.ts'
import type { TillTables } from '#domain/till/receipt.ts'

/** The tables of db/migrations for Kysely. Columns ending in `_grosze` are integer grosze. */
export type Database = AccountTables &
  AlertTables &
  BuyerTables &
  CatalogTables &
  CarrierTables &
  CodeTables &
  GuideTables &
  LabelTables &
  MoneyTables &
  SaleTables &
  KsefTables &
  InvoiceTables &
  PayoutTables &
  MonthTables &
  MovingInTables &
  NewsletterTables &
  NoticeTables &
  OrderTables &
  PaymentTables &
  SettingsTables &
  TillTables &
  WithdrawalTables & {
    rate_limits: {
      key: string
      window_start: Date
      hits: Generated<number>
    }
    /** The limits of accounts with unproven addresses, in a single row. */
    unproven_account_limits: {
      id: Generated<number>
      open_checkouts: Generated<number>
      pieces_of_product: Generated<number>
      pieces: Generated<number>
      /** The most orders paid ahead that wait for their payment. */
      open_payments: Generated<number>
      mails_per_hour: Generated<number>
      proven_checkouts: Generated<number>
      proven_payments: Generated<number>
      proven_pieces_of_product: Generated<number>
      proven_pieces: Generated<number>
      /** Parcels per hour; from `all_parcels` on they are a wave. */
      network_parcels: Generated<number>
      all_parcels: Generated<number>
      /** Per cent of a product's counted stock. */
      network_stock_share: Generated<number>
      /** First mails to new addresses per hour. */
      network_letters: Generated<number>
      all_letters: Generated<number>
      updated_at: CreatedAt
    }
    held_orders: {
      id: Generated<string>
      user_id: string
      idempotency_key: string
      request: unknown
      total_grosze: number
      client_network: string
      expires_at: Date
      confirmed_at: Date | null
      cancelled_at: Date | null
      created_at: CreatedAt
    }
    shipping_costs: {
      id: Generated<string>
      /** Delivery is free from this sum of products on; null: never. */
      free_delivery_from_grosze: number | null
      /** Up to this total an order may be paid on delivery. */
      cod_limit_grosze: Generated<number>
      /** The values of a new shop, which no admin has reviewed. */
      preset: Generated<boolean>
      updated_at: CreatedAt
    }
    /** Delivery costs by payment and way of delivery. */
    shipping_rates: { costs_id: string; payment: PaymentMethod; delivery: DeliveryMethod; grosze: number }
    idempotency_keys: {
      user_id: string
      key: string
      /** The use case that used the key. */
      operation: string
      request_hash: string
      /** The answer of the use case. Null only inside the transaction that is still working. */
      answer: ColumnType<unknown, string | null | undefined, string>
      created_at: CreatedAt
    }
    /** Every sign-in of the admin and every change made in the admin pages. */
    audit_events: {
      id: GeneratedAlways<string>
      user_id: string | null
      action: string
      subject_id: string | null
      details: ColumnType<Record<string, unknown>, string, never>
      created_at: CreatedAt
    }
    contact_messages: {
      id: Generated<string>
      name: string
      phone: string | null
      email: string
      message: string
      /** Unique; null on rows older than the column. */
      submission_key: string | null
      /** Null: it waits for the owner. */
      done_at: Generated<Date | null>
      created_at: CreatedAt
    }
    contact_answers: { id: Generated<string>; message_id: string; answer: string; created_at: CreatedAt }
    mail_outbox: {
      id: Generated<string>
      key: string
      template: string
      recipient: string
      data: ColumnType<unknown, string, string>
      /** The network from which a mail was requested that may be the first to its address. */
      network: Generated<string | null>
      created_at: CreatedAt
      sent_at: Date | null
      claimed_until: Date | null
      failed_at: Date | null
      failure_reason: Generated<MailFailure['reason'] | null>
      failure: Generated<string | null>
      dismissed_at: Generated<Date | null>
      /** Due mails are sent in this order, smallest first. */
      priority: ColumnType<number, never, never>
      /** Not tried before this moment. */
      next_attempt_at: Generated<Date>
      /** How often the server deferred this mail. */
      attempts: Generated<number>
      /** Since when sending has failed, for whatever reason. */
      trying_since: Date | null
    }
    backups: {
      id: Generated<string>
      kind: BackupKind
      file: string
      /** Null when it failed. */
      bytes: number | null
      started_at: Date
      finished_at: Generated<Date>
      /** Null when it succeeded. */
      failure: string | null
    }
    consent_texts: {
      /** Of the text in UTF-8, in hex. */
      sha256: string
      full_text: string
      first_used_at: CreatedAt
    }
    consents: {
      id: string
      browser_id: string
      text_sha256: string
      statistics: boolean
      advertising: boolean
      given_at: CreatedAt
    }
    contracts: {
      checkout_id: string
      pdf: Buffer
      made_at: CreatedAt
    }
    failures: {
      fingerprint: string
      build: string
      source: FailureSource
      name: string
      message: string
      frames: string[]
      place: string
      /** Family of the browser; null on the server. */
      browser: string | null
      request_id: string | null
      times: number
      first_at: Date
      last_at: Date
      resolved_at: Date | null
    }
    landing_films: {
      id: Generated<string>
      title: string
      image_key: string
      /** Null with a link, and until the file was uploaded completely. */
      file: string | null
      link: string | null
      created_at: CreatedAt
    }
    /** A view of the pictures of products and the posters of films. */
    used_pictures: { image_key: string }
    /** Who gets a free gift, in a single row. */
    gift_rule: {
      id: Generated<number>
      active: Generated<boolean>
      genders: Generated<Gender[]>
      /** The least sum of products in one checkout. */
      from_grosze: Generated<number>
      gift: Generated<string>
      /** Null: not counted. */
      stock: number | null
      /** The last day (Warsaw). */
      until_day: string | null
      /** The rule of a new shop, which no admin has reviewed. */
      preset: Generated<boolean>
      /** Since when the price of ordered samples comes back as a code; null: it does not. */
      sample_codes_since: Date | null
      /** A sample of its scent comes free with a bottle. */
      with_sample: Generated<boolean>
      updated_at: CreatedAt
    }
    /** A single row. */
    going_live: {
      id: number
      /** When the shop was first started on https; null: it never was. */
      https_since: Date | null
      /** When the data of the trial were last removed. */
      cleaned_at: Date | null
    }
    terms_versions: {
      /** The day from which it is in force, e.g. '2026-01-01', in Warsaw. */
      version: string
      full_text: string
      /** Of the text in UTF-8, in hex. */
      sha256: string
      published_at: CreatedAt
      /** The text that comes with the shop. It follows the settings until the first real order. */
      preset: Generated<boolean>
    }
  }
