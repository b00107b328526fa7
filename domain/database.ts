import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AccountTables } from '#domain/accounts/account-tables.ts'
import type { BackupTables } from '#domain/backups/backup-tables.ts'
import type { CatalogTables, CreatedAt } from '#domain/catalog/catalog-tables.ts'
import type { FilmTables } from '#domain/films/film-tables.ts'
import type { MailFailure } from '#domain/kernel/mail.ts'
import type { OrderTables } from '#domain/orders/order-tables.ts'
import type { NoticeTables } from '#domain/owner-notices/notice-tables.ts'
import type { PaymentTables } from '#domain/payments/payment-tables.ts'
import type { CarrierTables } from '#domain/shipping/carrier/carrier-tables.ts'
import type { DeliveryMethod, PaymentMethod } from '#domain/shipping/shipping-method.ts'

/** The tables of db/migrations, as Kysely sees them. Columns ending in `_grosze` are integer grosze. */
export type Database = AccountTables &
  BackupTables &
  CatalogTables &
  CarrierTables &
  FilmTables &
  NoticeTables &
  OrderTables &
  PaymentTables & {
    rate_limits: {
      key: string
      window_start: Date
      hits: Generated<number>
    }
    shop_settings: {
      id: Generated<number>
      hide_substitutes: Generated<boolean>
      /** What is ordered before this full hour leaves on the same day. */
      dispatch_until: Generated<number>
      /** 1: Monday, 7: Sunday. */
      closed_weekdays: Generated<number[]>
      closed_dates: Generated<string[]>
      holiday_from: Generated<string | null>
      holiday_to: Generated<string | null>
      holiday_selling: Generated<boolean>
      updated_at: CreatedAt
    }
    /** The single row of what accounts may do whose address was never proven. */
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
      /** An hour. */
      network_parcels: Generated<number>
      all_parcels: Generated<number>
      /** Per cent of a product's counted stock. */
      network_stock_share: Generated<number>
      all_stock_share: Generated<number>
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
      /** From this sum of products on delivery costs nothing; null: never. */
      free_delivery_from_grosze: number | null
      /** Nobody has looked at them: a new shop begins with them. */
      preset: Generated<boolean>
      updated_at: CreatedAt
    }
    /** What they cost by payment and way of delivery. */
    shipping_rates: { costs_id: string; payment: PaymentMethod; delivery: DeliveryMethod; grosze: number }
    idempotency_keys: {
      user_id: string
      key: string
      /** The use case the key was used for. */
      operation: string
      request_hash: string
      /** What the use case answered; null only inside the transaction that is still working. */
      answer: ColumnType<unknown, string | null | undefined, string>
      created_at: CreatedAt
    }
    /** Every login of the admin and every change made there. */
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
      created_at: CreatedAt
    }
    mail_outbox: {
      id: Generated<string>
      key: string
      template: string
      recipient: string
      data: ColumnType<unknown, string, string>
      created_at: CreatedAt
      sent_at: Date | null
      claimed_until: Date | null
      failed_at: Date | null
      failure_reason: Generated<MailFailure['reason'] | null>
      failure: Generated<string | null>
      dismissed_at: Generated<Date | null>
      /** Mails that are due go by it, the smallest first. */
      priority: ColumnType<number, never, never>
      /** Not tried before. */
      next_attempt_at: Generated<Date>
      /** How often the server put off this very mail. */
      attempts: Generated<number>
      /** Since when it has been tried in vain, or the server was away. */
      trying_since: Date | null
    }
  }
