import { type Kysely, sql } from 'kysely'
import { ITEM_RECALLED } from '#domain/batches/recall-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { listOrdered, nameOrdered } from '#domain/kernel/order-words/order-names.ts'
import { describeDispute } from '#domain/payments/dispute.ts'
import { IS_MONEY_BACK } from '#domain/payments/order-payment-queries.server.ts'
import { type CaseKind, type Decision, TRUSTED_MATCHES } from '#domain/returns/return-case.ts'
import { LABEL_OUTDATED } from '#domain/shipping/carrier/carrier-queries.server.ts'
import { listUnknown, type ParcelWarning } from './parcel-warning.ts'

/** The warnings about these checkouts, oldest first. */
export async function listParcelWarnings(
  db: Kysely<Database>,
  checkoutIds: readonly string[],
): Promise<Map<string, ParcelWarning[]>> {
  if (checkoutIds.length === 0) return new Map()
  const found = await Promise.all([
    listWithdrawals(db, checkoutIds),
    listUncertain(db, checkoutIds),
    listRecalledBatches(db, checkoutIds),
    listDisputes(db, checkoutIds),
    listMoneyBack(db, checkoutIds),
    listOutdatedLabels(db, checkoutIds),
  ])
  const all = found.flat()
  return new Map(
    [...Map.groupBy(all, ({ checkoutId }) => checkoutId)].map(([id, warned]) => [
      id,
      warned.map(({ warning }) => warning),
    ]),
  )
}

/** The caller acts on a parcel without knowing its warnings. */
export type ParcelWarned = { reason: 'parcel_warned'; warnings: ParcelWarning[] }

/** The warnings about the orders of these shipments that the caller did not name. */
export async function findUnknownWarnings(
  db: Kysely<Database>,
  shipments: readonly { order_id: string; checkout_id: string }[],
  known: readonly string[],
): Promise<ParcelWarning[]> {
  const orderIds = new Set(shipments.map(({ order_id }) => order_id))
  const found = await listParcelWarnings(db, [...new Set(shipments.map(({ checkout_id }) => checkout_id))])
  const about = [...found.values()].flat().filter((warning) => warning.order_ids.some((id) => orderIds.has(id)))
  return listUnknown(about, known)
}

/** For order items: pieces that were sold, withdrawn before the parcel left, and are not packed. */
export const PIECES_TAKEN_OUT = sql<number>`coalesce((
  select sum(taken.quantity)::int from return_items as taken join return_cases as of on of.id = taken.case_id
  where taken.order_item_id = order_items.id and of.unsent_at is not null and not taken.amended), 0)`

/** An item of an order with its packed pieces. Free gifts and samples do not count: they go with the last piece. */
export type PieceInParcel = {
  orderItemId: string
  productId: string
  name: string
  quantity: number
  /** It has a batch that was recalled. */
  recalled: boolean
}

export async function listPiecesInParcel(db: Kysely<Database>, orderId: string): Promise<PieceInParcel[]> {
  const items = await db
    .selectFrom('order_items')
    .select(['id as orderItemId', 'product_id as productId', 'product_name', 'facts'])
    .select([sql<number>`order_items.quantity - ${PIECES_TAKEN_OUT}`.as('quantity'), ITEM_RECALLED.as('recalled')])
    .where('order_id', '=', orderId)
    .where('unit_price_grosze', '>', 0)
    .orderBy('id')
    .execute()
  return items.map(({ product_name, facts, ...piece }) => ({ ...piece, name: nameOrdered({ product_name, facts }) }))
}

const OUTDATED_LABEL = 'Etykieta InPost nie pasuje już do zamówienia: zanim paczka wyjdzie, utwórz nową.'

type Found = { checkoutId: string; warning: ParcelWarning }

type WithdrawnRow = {
  case_id: string
  checkout_id: string
  number: string
  kind: CaseKind
  decision: Decision | null
  order_id: string
  product_name: string
  facts: string
  quantity: number
}

/**
 * Open withdrawals, and complaints that demand the same, of orders whose parcel is still in the shop. A case without
 * pieces left to pack gives no warning.
 */
async function listWithdrawals(db: Kysely<Database>, checkoutIds: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<WithdrawnRow>`
    select cases.id as case_id, cases.checkout_id, cases.number, cases.kind, cases.decision, orders.id as order_id,
      order_items.product_name, order_items.facts, return_items.quantity::int
    from return_cases as cases
    join return_items on return_items.case_id = cases.id
    join order_items on order_items.id = return_items.order_item_id
    join orders on orders.id = order_items.order_id
    join shipments on shipments.order_id = orders.id
    where cases.checkout_id = any(${checkoutIds}::uuid[]) and cases.match = any(${TRUSTED_MATCHES}::text[])
      and cases.settled_at is null and cases.unsent_at is null and cases.decision is distinct from 'rejected'
      and (cases.kind = 'withdrawal' or cases.demand = 'withdrawal')
      and orders.status <> 'cancelled' and shipments.status in ('created', 'processing', 'cancelled')
    order by cases.received_at, cases.id, orders.id, order_items.id`.execute(db)
  const { rows: sums } = await sql<{ checkout_id: string; pieces: number }>`
    select orders.checkout_id, sum(order_items.quantity - ${PIECES_TAKEN_OUT})::int as pieces from orders
    join order_items on order_items.order_id = orders.id
    join shipments on shipments.order_id = orders.id and shipments.status <> 'cancelled'
    where orders.checkout_id = any(${[...new Set(rows.map(({ checkout_id }) => checkout_id))]}::uuid[])
      and orders.status <> 'cancelled' and unit_price_grosze > 0
    group by orders.checkout_id`.execute(db)
  const inParcel = new Map(sums.map(({ checkout_id, pieces }) => [checkout_id, pieces]))
  return [...Map.groupBy(rows, ({ case_id }) => case_id).values()].flatMap((pieces) => {
    const [first] = pieces
    return first ? [{ checkoutId: first.checkout_id, warning: toWarning(first, pieces, inParcel) }] : []
  })
}

function toWarning(
  { case_id, checkout_id, number, kind, decision }: WithdrawnRow,
  pieces: readonly WithdrawnRow[],
  inParcel: ReadonlyMap<string, number>,
): ParcelWarning {
  const names = listOrdered(pieces)
  const withdrawn = pieces.reduce((sum, { quantity }) => sum + quantity, 0)
  const isWaiting = kind === 'complaint' && decision === null
  return {
    id: case_id,
    kind: 'withdrawal',
    order_ids: [...new Set(pieces.map(({ order_id }) => order_id))],
    sentence: isWaiting
      ? `Reklamacja ${number} z żądaniem odstąpienia od ${names}.`
      : `Odstąpienie od ${names} (${number}).`,
    takes_out: isWaiting ? null : withdrawn >= (inParcel.get(checkout_id) ?? 0) ? 'whole' : 'part',
  }
}

/** Open withdrawals from another address that name an order in the shop: the owner decides whose they are. */
async function listUncertain(db: Kysely<Database>, checkoutIds: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<{ id: string; checkout_id: string; number: string; order_ids: string[] }>`
    select cases.id, cases.checkout_id, cases.number, array_agg(orders.id::text order by orders.id) as order_ids
    from return_cases as cases
    join orders on orders.checkout_id = cases.checkout_id
    join shipments on shipments.order_id = orders.id
    where cases.checkout_id = any(${checkoutIds}::uuid[]) and cases.match = 'number_only' and cases.is_open
      and (cases.kind = 'withdrawal' or cases.demand = 'withdrawal')
      and orders.status <> 'cancelled' and shipments.status in ('created', 'processing', 'cancelled')
    group by cases.id order by cases.received_at, cases.id`.execute(db)
  return rows.map(({ id, checkout_id: checkoutId, number, order_ids }) => {
    const sentence = `Odstąpienie ${number} podaje inny e-mail niż zamówienie. Sprawdź, kto pisze, zanim paczka wyjdzie.`
    return { checkoutId, warning: { id, kind: 'withdrawal', order_ids, sentence, takes_out: null } }
  })
}

/** Recalled batches that were packed into parcels, of pieces that are still in them. */
export const selectRecalledPieces = (db: Kysely<Database>) =>
  db
    .selectFrom('recalls')
    .innerJoin('packed_batches', (join) =>
      join
        .onRef('packed_batches.product_id', '=', 'recalls.product_id')
        .onRef('packed_batches.batch', '=', 'recalls.batch'),
    )
    .innerJoin('order_items', (join) =>
      join
        .onRef('order_items.order_id', '=', 'packed_batches.order_id')
        .onRef('order_items.product_id', '=', 'packed_batches.product_id'),
    )
    .innerJoin('orders', 'orders.id', 'packed_batches.order_id')
    .innerJoin('shipments', 'shipments.order_id', 'orders.id')
    .where(sql<boolean>`order_items.quantity > ${PIECES_TAKEN_OUT}`)

/**
 * Those in parcels that are in the shop. Noting another batch of the product ends the warning. A cancelled parcel that is
 * sent after all is asked about once its order is restored.
 */
async function listRecalledBatches(db: Kysely<Database>, checkoutIds: readonly string[]): Promise<Found[]> {
  const rows = await selectRecalledPieces(db)
    .select(['recalls.id', 'recalls.batch', 'order_items.product_name', 'order_items.facts'])
    .select(['orders.checkout_id', 'orders.id as order_id'])
    .where('orders.checkout_id', '=', sql<string>`any(${checkoutIds}::uuid[])`)
    .where('orders.status', '<>', 'cancelled')
    .where('shipments.status', 'in', ['created', 'processing', 'cancelled'])
    .orderBy('recalls.created_at')
    .execute()
  return rows.map(({ id, batch, order_id, checkout_id: checkoutId, ...item }) => {
    const sentence = `W paczce jest wycofana partia ${batch}: ${nameOrdered(item)}. Wyjmij ją, zanim paczka wyjdzie.`
    return { checkoutId, warning: { id, kind: 'recall', order_ids: [order_id], sentence, takes_out: null } }
  })
}

/** Open and lost disputes of orders that are not cancelled, whether their parcel left or not. */
async function listDisputes(db: Kysely<Database>, checkoutIds: readonly string[]): Promise<Found[]> {
  const rows = await db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select(['disputes.id', 'disputes.status', 'disputes.respond_by'])
    .select(['orders.id as order_id', 'orders.checkout_id'])
    .where('orders.checkout_id', '=', sql<string>`any(${checkoutIds}::uuid[])`)
    .where('orders.status', '<>', 'cancelled')
    .where((row) => row.or([row('disputes.closed_at', 'is', null), row('disputes.status', '=', 'lost')]))
    .orderBy('disputes.created_at')
    .execute()
  return rows.map(({ id, status, respond_by: respondBy, order_id, checkout_id }) => ({
    checkoutId: checkout_id,
    warning: {
      id,
      kind: 'dispute',
      order_ids: [order_id],
      sentence: describeDispute({ status, respondBy }),
      takes_out: null,
    },
  }))
}

const MONEY_BACK = 'Pieniądze za to zamówienie wróciły do kupującego albo są w drodze do niego: nie wysyłaj paczki.'

/**
 * Orders in the shop whose money goes back: the provider's refund cancels them only once it is made, and a transfer of the
 * owner does not.
 */
async function listMoneyBack(db: Kysely<Database>, checkoutIds: readonly string[]): Promise<Found[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('shipments', 'shipments.order_id', 'orders.id')
    .select(['orders.id', 'orders.checkout_id'])
    .where('orders.checkout_id', '=', sql<string>`any(${checkoutIds}::uuid[])`)
    .where('orders.status', '<>', 'cancelled')
    .where('shipments.status', 'in', ['created', 'processing', 'cancelled'])
    .where(IS_MONEY_BACK)
    .execute()
  return rows.map(({ id, checkout_id: checkoutId }) => ({
    checkoutId,
    warning: { id, kind: 'refund', order_ids: [id], sentence: MONEY_BACK, takes_out: null },
  }))
}

/** Labels that show a former sum on delivery or a former receiver, or that were used, of parcels that are in the shop. */
async function listOutdatedLabels(db: Kysely<Database>, checkoutIds: readonly string[]): Promise<Found[]> {
  const rows = await db
    .selectFrom('carrier_shipments')
    .innerJoin('orders', 'orders.checkout_id', 'carrier_shipments.checkout_id')
    .select(['carrier_shipments.id', 'carrier_shipments.checkout_id'])
    .select(sql<string[]>`array_agg(orders.id::text)`.as('order_ids'))
    .where('carrier_shipments.checkout_id', '=', sql<string>`any(${checkoutIds}::uuid[])`)
    .where(LABEL_OUTDATED)
    .groupBy('carrier_shipments.id')
    .execute()
  return rows.map(({ id, checkout_id: checkoutId, order_ids }) => ({
    checkoutId,
    warning: { id, kind: 'label', order_ids, sentence: OUTDATED_LABEL, takes_out: null },
  }))
}
