import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AccountTables } from '#domain/accounts/account-tables.ts'
import type { BackupTables } from '#domain/backups/backup-tables.ts'
import type { CatalogTables } from '#domain/catalog/catalog-tables.ts'
import type { ConsentTables } from '#domain/consents/consent-tables.ts'
import type { ContractTables } from '#domain/contracts/contract-tables.ts'
import type { FailureTables } from '#domain/failures/failure-tables.ts'
import type { FilmTables } from '#domain/films/film-tables.ts'
import type { GiftTables } from '#domain/gifts/gift-tables.ts'
import type { GoingLiveTables } from '#domain/going-live/going-live-tables.ts'
import type { CreatedAt } from '#domain/kernel/created-at.ts'
import type { MailFailure } from '#domain/kernel/mail.ts'
import type { DeliveryMethod, PaymentMethod } from '#domain/kernel/shipping-method.ts'
import type { LabelTables } from '#domain/labels/label-tables.ts'
import type { MoneyTables } from '#domain/money/money-tables.ts'
import type { OrderTables } from '#domain/orders/order-tables.ts'
import type { NoticeTables } from '#domain/owner-notices/notice-tables.ts'
import type { PaymentTables } from '#domain/payments/payment-tables.ts'
import type { WithdrawalTables } from '#domain/returns/return-tables.ts'
import type { CarrierTables } from '#domain/shipping/carrier/carrier-tables.ts'
import type { TermsTables } from '#domain/terms/terms-tables.ts'

/** The tables of db/migrations for Kysely. Columns ending in `_grosze` are integer grosze. */
export type Database = AccountTables &
  BackupTables &
  CatalogTables &
  CarrierTables &
  FailureTables &
  ConsentTables &
  ContractTables &
  FilmTables &
  GiftTables &
  GoingLiveTables &
  LabelTables &
  MoneyTables &
  NoticeTables &
  OrderTables &
  PaymentTables &
  TermsTables &
  WithdrawalTables & {
    rate_limits: {
      key: string
      window_start: Date
      hits: Generated<number>
    }
    shop_settings: {
      id: Generated<number>
      hide_substitutes: Generated<boolean>
      /** Orders placed before this full hour are dispatched on the same day. */
      dispatch_until: Generated<number>
      /** 1: Monday, 7: Sunday. */
      closed_weekdays: Generated<number[]>
      closed_dates: Generated<string[]>
      holiday_from: Generated<string | null>
      holiday_to: Generated<string | null>
      holiday_selling: Generated<boolean>
      updated_at: CreatedAt
    }
    /** The limits of accounts with unproven addresses, in a single row. */
    unproven_account_limits: {
      id: Generated<number>
      open_checkouts: Generated<number>
      pieces_of_product: Generated<number>
      pieces: Generated<number>
      /** Orders paid ahead that wait for their payment. */
      open_payments: Generated<number>
      mails_per_hour: Generated<number>
      proven_checkouts: Generated<number>
      proven_payments: Generated<number>
      proven_pieces_of_product: Generated<number>
      proven_pieces: Generated<number>
      /** Parcels an hour; `all_parcels` are a wave. */
      network_parcels: Generated<number>
      all_parcels: Generated<number>
      /** Per cent of a product's counted stock. */
      network_stock_share: Generated<number>
      /** First letters an hour. */
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
      /** From this sum of products delivery is free; null: never. */
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
    /** The single row of what the owner entered about the shop. */
    shop_profile: {
      id: Generated<number>
      entered: ColumnType<Record<string, unknown>, string, string>
      updated_at: CreatedAt
    }
    mail_outbox: {
      id: Generated<string>
      key: string
      template: string
      recipient: string
      data: ColumnType<unknown, string, string>
      /** From which network a letter was asked for that may be the first to its address. */
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
  }
