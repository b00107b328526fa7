import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'

/** What waits for the admin, in numbers. */
export type PendingWork = {
  shipments: number
  reviews: number
  mails: number
  failedRefunds: number
  unreturnedPayments: number
  unclearPayments: number
}

/** Whose money an older order has was decided long ago; more than so many nobody counts. */
const KEPT_DAYS = 90
const MOST_KEPT = 100

/**
 * Parcels to pack, reviews to read, mails that were given up, payments that could not be given back and of which no refund was
 * made since, payments that stay here though their order was cancelled, payments whose time was over an hour ago and of which nobody knows what became. Parcels exist only for what is
 * paid or paid on delivery.
 */
export async function countPendingWork(db: Kysely<Database>): Promise<PendingWork> {
  return await db
    .selectNoFrom((eb) => [
      // Orders of one checkout are one parcel; far more than anybody packs need not be counted.
      sql<number>`(
        select count(distinct orders.checkout_id)::int from (
          select order_id from shipments
          where archived_at is null and packed_at is null and status in ('created', 'processing')
          order by created_at limit 1001
        ) as unpacked join orders on orders.id = unpacked.order_id
        where orders.status <> 'cancelled')`.as('shipments'),
      eb
        .selectFrom('reviews')
        // As a value that is only known later it would keep the index of those that wait from being used.
        .where(sql<boolean>`not approved`)
        .where('rejected_at', 'is', null)
        .select(sql<number>`count(*)::int`.as('n'))
        .as('reviews'),
      eb
        .selectFrom('mail_outbox')
        .where('failed_at', 'is not', null)
        .where('dismissed_at', 'is', null)
        .select(sql<number>`count(*)::int`.as('n'))
        .as('mails'),
      eb
        .selectFrom('refunds as failed')
        .where('failed.status', '=', 'failed')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('refunds as later')
                .select('later.id')
                .whereRef('later.payment_id', '=', 'failed.payment_id')
                .where('later.status', '!=', 'failed')
                .whereRef('later.created_at', '>', 'failed.updated_at'),
            ),
          ),
        )
        .select(sql<number>`count(distinct failed.payment_id)::int`.as('n'))
        .as('failedRefunds'),
      eb
        .selectFrom(
          eb
            .selectFrom('orders')
            .innerJoin('payments', 'payments.order_id', 'orders.id')
            .where('orders.status', '=', 'cancelled')
            .where('orders.created_at', '>', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
            .where('payments.status', '=', 'paid')
            .select('payments.id')
            .limit(MOST_KEPT)
            .as('kept'),
        )
        .select(sql<number>`count(*)::int`.as('n'))
        .as('unreturnedPayments'),
      eb
        .selectFrom('payments')
        .where('status', '=', 'open')
        .where('expires_at', '<', sql<Date>`now() - interval '1 hour'`)
        .select(sql<number>`count(*)::int`.as('n'))
        .as('unclearPayments'),
    ])
    .$narrowType<PendingWork>()
    .executeTakeFirstOrThrow()
}
