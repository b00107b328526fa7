import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { listOpenFailures } from '#domain/failures/failure-queries.server.ts'
import { UNANSWERED_DISPUTES } from '#domain/payments/dispute.ts'
import { IS_UNCLEAR } from '#domain/payments/order-payment-queries.server.ts'
import { READY } from '#domain/shipping/shipment-queries.server.ts'
import { countOpenReceipts } from '#domain/till/receipt-queries.server.ts'

/** Numbers of tasks that wait for the admin. */
export type PendingWork = {
  shipments: number
  reviews: number
  mails: number
  failedRefunds: number
  unreturnedPayments: number
  unclearPayments: number
  /** Disputes that the bank expects an answer to. */
  disputes: number
  /** Money at the provider that matches no payment. */
  strayPayments: number
  failures: number
  /** Withdrawals and complaints that are not closed. */
  returns: number
  /** Sales without a till receipt, at most a hundred. */
  receipts: number
  /** Messages of the contact form that are neither answered nor put aside. */
  messages: number
}

/** Payments older than this, days, and payments beyond this number are not counted. */
const KEPT_DAYS = 90
const MOST_KEPT = 100

const COUNT = sql<number>`count(*)::int`.as('n')

/**
 * Counts parcels to pack, reviews to read and mails that were given up; failed refunds whose money is still to go back;
 * payments kept although their order was cancelled; payments that ended an hour ago with an unknown outcome; disputes that
 * wait for an answer; money that matches no payment; kinds of uncaught failures; open returns and complaints; sales without a till
 * receipt; and unanswered messages. Parcels to pack are those that wait at the packing desk.
 */
export async function countPendingWork(db: Kysely<Database>): Promise<PendingWork> {
  return await db
    .selectNoFrom((eb) => [
      // Orders of one checkout are one parcel. The count stops at a number that nobody packs at once.
      sql<number>`(
        select count(distinct orders.checkout_id)::int from (
          select order_id from shipments
          where archived_at is null and packed_at is null and status in ('created', 'processing')
          order by created_at limit 1001
        ) as unpacked join orders on orders.id = unpacked.order_id
        where ${READY})`.as('shipments'),
      eb
        .selectFrom('reviews')
        // A literal, because with a parameter the planner could not use the partial index of waiting reviews.
        .where(sql<boolean>`not approved`)
        .where('rejected_at', 'is', null)
        .select(COUNT)
        .as('reviews'),
      eb
        .selectFrom('mail_outbox')
        .where('failed_at', 'is not', null)
        .where('dismissed_at', 'is', null)
        .select(COUNT)
        .as('mails'),
      eb.selectFrom('unmade_refunds').select(COUNT).as('failedRefunds'),
      eb
        .selectFrom(
          eb
            .selectFrom('orders')
            .innerJoin('payments', 'payments.order_id', 'orders.id')
            .where('orders.status', '=', 'cancelled')
            .where('orders.created_at', '>', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
            .where('payments.status', '=', 'paid')
            .where(({ not, exists, selectFrom }) =>
              // The bank keeps the money of an open dispute, so that it cannot go back now.
              not(
                exists(
                  selectFrom('disputes')
                    .select('disputes.id')
                    .whereRef('disputes.payment_id', '=', 'payments.id')
                    .where('disputes.closed_at', 'is', null),
                ),
              ),
            )
            .select('payments.id')
            .limit(MOST_KEPT)
            .as('kept'),
        )
        .select(COUNT)
        .as('unreturnedPayments'),
      eb.selectFrom('payments').where(IS_UNCLEAR).select(COUNT).as('unclearPayments'),
      eb
        .selectFrom('disputes')
        .where('closed_at', 'is', null)
        .where('status', 'in', UNANSWERED_DISPUTES)
        .select(COUNT)
        .as('disputes'),
      eb.selectFrom('stray_payments').where('dismissed_at', 'is', null).select(COUNT).as('strayPayments'),
      sql<number>`(select count(*)::int from (${listOpenFailures()}) as open)`.as('failures'),
      eb.selectFrom('return_cases').where('is_open', '=', true).select(COUNT).as('returns'),
      countOpenReceipts().as('receipts'),
      eb.selectFrom('contact_messages').where('done_at', 'is', null).select(COUNT).as('messages'),
    ])
    .$narrowType<PendingWork>()
    .executeTakeFirstOrThrow()
}

export function sumPendingWork(work: Readonly<Record<string, number>>): number {
  return Object.values(work).reduce((sum, count) => sum + count, 0)
}
