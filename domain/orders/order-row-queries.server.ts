import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import { ITEM_BATCHES } from '#domain/batches/batch-queries.server.ts'
import { ITEM_RECALLED } from '#domain/batches/recall-queries.server.ts'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import {
  COMPENSATED_GROSZE,
  RETURNED_GROSZE,
  RETURNING_GROSZE,
  UNMADE_GROSZE,
} from '#domain/money/movement-queries.server.ts'
import { CANCELLED_BY, PAYMENT_STATUS } from '#domain/payments/order-payment-queries.server.ts'
import { FACT_COLUMNS } from './order-facts.ts'

/** The recipient and destination of an order, as columns of `orders`. */
export const RECIPIENT_COLUMNS = [
  'orders.first_name',
  'orders.last_name',
  'orders.phone',
  'orders.receiver_email',
  'orders.street',
  'orders.house_number',
  'orders.city',
  'orders.postal_code',
  'orders.parcel_locker_id',
  'orders.parcel_locker_name',
  'orders.parcel_locker_address',
] as const

/** What a code took off the products of an order. */
const DISCOUNT_GROSZE = sql<Grosze>`(
  select coalesce(sum(discount_grosze), 0)::bigint from order_items where order_items.order_id = orders.id
)`

/**
 * The money that went back or is on its way back of what the order costs now: without refunds after it became cheaper,
 * and without money that came twice or for changes that were not made.
 */
const REFUNDED_GROSZE = sql<Grosze>`greatest(0, ${RETURNING_GROSZE} - ${COMPENSATED_GROSZE})::bigint`

/** Whether the carrier brought the parcel back. */
const CAME_BACK = sql<boolean>`(shipments.status = 'shipped' and exists (
  select from carrier_shipments where carrier_shipments.checkout_id = orders.checkout_id
    and carrier_shipments.tracking_number = shipments.tracking_number and carrier_status = 'returned_to_sender'))`

export type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number]

/**
 * Everything of an order that somebody reads, whoever it is: a new column is added here, and who may see it is decided
 * where the row is described. Items have the name and brand of the time of the order and the present picture.
 * `checkout` counts the orders of the parcel, cancelled ones included, and sums those that are not. `payment_status` is
 * the most significant one of several payment attempts (null: there is none), `paid_at` the moment the order itself was
 * paid. `readable_terms` are the accepted terms if the shop still has their text. `cancelled_by` is the last one who
 * cancelled it; no shipment, no `shipping_status`.
 */
export function selectOrders(db: Kysely<Database>) {
  return db
    .selectFrom('orders')
    .innerJoin('checkouts', 'checkouts.id', 'orders.checkout_id')
    .leftJoin('terms_versions', 'terms_versions.version', 'checkouts.terms_version')
    .leftJoin('shipments', 'shipments.order_id', 'orders.id')
    .innerJoinLateral(
      (outer) =>
        outer
          .selectFrom('orders as sibling')
          .select(({ fn }) => [
            fn.countAll<number>().as('orders'),
            sql<Grosze>`coalesce(sum(sibling.total_grosze) filter (where sibling.status <> 'cancelled'), 0)::bigint`.as(
              'total_grosze',
            ),
          ])
          .whereRef('sibling.checkout_id', '=', 'orders.checkout_id')
          .as('together'),
      (join) => join.onTrue(),
    )
    .select((order) => [
      'orders.id',
      'orders.number',
      'orders.checkout_id',
      jsonBuildObject({
        id: order.ref('orders.checkout_id'),
        orders: order.ref('together.orders'),
        total_grosze: order.ref('together.total_grosze'),
      }).as('checkout'),
      'orders.user_id',
      'orders.email',
      'orders.anonymised_at',
      ...RECIPIENT_COLUMNS,
      ...FACT_COLUMNS,
      'checkouts.terms_version',
      'checkouts.terms_accepted_at',
      'terms_versions.version as readable_terms',
      'orders.created_at',
      'orders.status',
      'orders.shipping_method',
      'shipments.id as shipment_id',
      'shipments.status as shipping_status',
      'shipments.tracking_number',
      'shipments.archived_at',
      'shipments.packed_at',
      CAME_BACK.as('came_back'),
      'orders.payment',
      PAYMENT_STATUS,
      order
        .selectFrom('payments')
        .select(({ fn }) => fn.max('paid_at').as('paid_at'))
        .whereRef('payments.order_id', '=', 'orders.id')
        .where('is_addition', '=', false)
        .as('paid_at'),
      order
        .selectFrom('order_events')
        .select(CANCELLED_BY)
        .where('orders.status', '=', 'cancelled')
        .whereRef('order_events.order_id', '=', 'orders.id')
        .where('order_events.subject', '=', 'order')
        .where('order_events.to_status', '=', 'cancelled')
        .orderBy('order_events.id', 'desc')
        .limit(1)
        .as('cancelled_by'),
      'orders.items_grosze',
      'orders.shipping_grosze',
      'orders.total_grosze',
      RETURNED_GROSZE.as('returned_grosze'),
      REFUNDED_GROSZE.as('refunded_grosze'),
      UNMADE_GROSZE.as('unmade_refund_grosze'),
      'orders.gift_name',
      'orders.gift_pieces',
      'orders.discount_code',
      DISCOUNT_GROSZE.as('discount_grosze'),
      jsonArrayFrom(
        order
          .selectFrom('order_items')
          .innerJoin('products', 'products.id', 'order_items.product_id')
          .select(['product_id', 'product_name', 'brand_name', 'facts', 'quantity', 'unit_price_grosze'])
          .select(['discount_grosze', 'restocked', 'products.slug', 'products.image_key', 'products.kind'])
          .select(['products.opened_months', ITEM_BATCHES.as('batches'), ITEM_RECALLED.as('recalled')])
          .whereRef('order_items.order_id', '=', 'orders.id')
          .orderBy('order_items.id'),
      ).as('items'),
    ])
}

/** Orders newest first, those of one checkout together and in cart order. */
export function selectNewestOrders(db: Kysely<Database>) {
  return selectOrders(db).orderBy('orders.created_at', 'desc').orderBy('orders.checkout_id').orderBy('orders.id')
}
