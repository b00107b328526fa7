import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import { orFail } from '#domain/kernel/result.ts'
import { RETURNING_GROSZE, UNMADE_GROSZE } from '#domain/money/movement-queries.server.ts'
import { AMENDED_PREPAID } from './changes/parcel-state-queries.server.ts'
import { RECIPIENT_COLUMNS } from './order-queries.server.ts'

/**
 * For queries of `orders`: the money that went back or is on its way back, without refunds of overpayments after the
 * order became cheaper.
 */
export const REFUNDED_GROSZE = sql<Grosze>`greatest(0, ${RETURNING_GROSZE} + ${AMENDED_PREPAID})::bigint`

export type OrderDetails = Awaited<ReturnType<typeof listOrderDetails>>[number]

/**
 * Destination, tracking number, accepted terms, time of payment and refunds of the customer's own orders in these
 * checkouts.
 */
export function listOrderDetails(db: Kysely<Database>, userId: string, checkoutIds: readonly string[]) {
  const details = db
    .selectFrom('orders')
    .innerJoin('checkouts', 'checkouts.id', 'orders.checkout_id')
    .leftJoin('terms_versions', 'terms_versions.version', 'checkouts.terms_version')
    .leftJoin('shipments', 'shipments.order_id', 'orders.id')
    .where('orders.checkout_id', '=', sql<string>`any(${checkoutIds}::uuid[])`)
    .where('orders.user_id', 'is not distinct from', userId)
    .select((order) => [
      'orders.id',
      ...RECIPIENT_COLUMNS,
      'shipments.tracking_number',
      'terms_versions.version as terms_version',
      'checkouts.company',
      order
        .selectFrom('payments')
        .select(({ fn }) => fn.max('paid_at').as('paid_at'))
        .whereRef('payments.order_id', '=', 'orders.id')
        .as('paid_at'),
      REFUNDED_GROSZE.as('refunded_grosze'),
      UNMADE_GROSZE.as('unmade_refund_grosze'),
    ])
  return orFail('Failed to fetch orders', details.execute())
}
