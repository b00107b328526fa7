import type { Generated } from 'kysely'
import type { CreatedAt } from '#domain/kernel/created-at.ts'
import type { PaymentStatus } from './payment.ts'
import type { PaymentMode } from './payment-provider.ts'

/** Tables of payment attempts, refunds, and the provider's events. */
export type PaymentTables = {
  /** The payment provider's settings, in a single row. */
  payment_settings: {
    id: Generated<number>
    mode: Generated<PaymentMode>
    /** Unused, since buyers pay on the provider's own page. It completes the settings that the row describes. */
    live_publishable_key: string | null
    updated_at: CreatedAt
  }
  payments: {
    id: Generated<string>
    order_id: string
    /** Counts from 1. An unpaid order may be paid by another attempt. */
    attempt: Generated<number>
    provider: string
    mode: PaymentMode
    provider_session_id: string | null
    provider_payment_id: string | null
    status: PaymentStatus
    amount_grosze: number
    currency: Generated<'pln'>
    expires_at: Date
    paid_at: Date | null
    /** In the provider's term: card, blik, p24. */
    paid_with: Generated<string | null>
    refunded_at: Date | null
    /** When the provider is asked next, how many times it was asked, and when a waiting buyer last caused a check. */
    next_check_at: Generated<Date | null>
    checks: Generated<number>
    asked_at: Generated<Date | null>
    created_at: CreatedAt
    updated_at: CreatedAt
  }
  /** Signs a buyer in after paying, by payment session and cookie: SHA-256 of each, in hex. */
  login_tickets: {
    token_hash: string
    cookie_hash: string
    order_id: string
    expires_at: Date
    used_at: Generated<Date | null>
    created_at: CreatedAt
  }
  disputes: {
    id: Generated<string>
    payment_id: string
    provider_dispute_id: string
    /** The status in the provider's term. */
    status: string
    amount_grosze: number
    /** The last moment to answer; null: the provider did not say. */
    respond_by: Generated<Date | null>
    closed_at: Generated<Date | null>
    created_at: CreatedAt
    updated_at: CreatedAt
  }
  /** A view of failed refunds whose money has not gone back in another way since. */
  unmade_refunds: { payment_id: string; order_id: string; grosze: number }
  /** Paid sessions of the provider that match no payment. */
  stray_payments: {
    id: Generated<string>
    mode: PaymentMode
    provider_session_id: string
    provider_payment_id: string | null
    amount_grosze: number
    currency: string
    /** The payment that the session differs from; null: it is unknown. */
    payment_id: string | null
    created_at: CreatedAt
    dismissed_at: Generated<Date | null>
  }
  webhook_events: {
    provider: string
    event_id: string
    type: string
    /** The part of the event that the shop acts on, as JSON. */
    payload: string
    received_at: CreatedAt
    processed_at: Generated<Date | null>
  }
  refunds: {
    id: Generated<string>
    payment_id: string
    amount_grosze: number
    status: Generated<'pending' | 'succeeded' | 'failed'>
    reason: string
    idempotency_key: string
    provider_refund_id: Generated<string | null>
    /** The reason of the failure, in the provider's words. */
    failure: Generated<string | null>
    /** When the money went back; kept when a bank returns it. Set by the database. */
    succeeded_at: Generated<Date | null>
    /** When the refund failed, possibly after it had succeeded. Set by the database. */
    failed_at: Generated<Date | null>
    created_at: CreatedAt
    updated_at: CreatedAt
  }
}
