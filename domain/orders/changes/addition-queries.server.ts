import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { listParcelWarnings } from '#domain/shipping/admin/parcel-warnings-queries.server.ts'
import { describeItems, type OpenAddition } from './addition.ts'
import { describePlannedLine, describeStage, isChangeable } from './parcel-change.ts'
import { isGivenBack, type ParcelOrder, type ParcelToChange, readParcelState } from './parcel-state-queries.server.ts'

export type StoredAddition = NonNullable<Awaited<ReturnType<typeof findOpenAddition>>>

const additions = (db: Kysely<Database>) =>
  db
    .selectFrom('order_additions')
    .innerJoin('payments', 'payments.id', 'order_additions.payment_id')
    .select([
      'payment_id as paymentId',
      'order_id as orderId',
      'order_additions.status',
      'payments.status as paymentStatus',
      'amount_grosze as amountGrosze',
      'mode',
      'provider_session_id as sessionId',
      'expires_at as expiresAt',
      'wanted',
      'plan',
      'items_before as itemsBefore',
      'admin_id as adminId',
    ])

/** The addition of an order that waits for its payment. */
export function findOpenAddition(db: Kysely<Database>, orderId: string) {
  return additions(db)
    .where('order_id', '=', orderId)
    .where('is_addition', '=', true)
    .where('order_additions.status', '=', 'open')
    .executeTakeFirst()
}

/** The addition of an order that waits for its payment, or whose payment page may still be open. */
export function findUnsettledAddition(db: Kysely<Database>, orderId: string) {
  return additions(db)
    .where('order_id', '=', orderId)
    .where('is_addition', '=', true)
    .where((row) => row.or([row('order_additions.status', '=', 'open'), row('payments.status', '=', 'open')]))
    .executeTakeFirst()
}

/** Locks an addition by its payment, which the caller has locked. */
export function lockAddition(trx: Transaction<Database>, paymentId: string) {
  return additions(trx).where('payment_id', '=', paymentId).forUpdate('order_additions').executeTakeFirst()
}

/** An addition with the checkout of its order. */
export function findAddition(db: Kysely<Database>, paymentId: string) {
  return additions(db)
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select('orders.checkout_id as checkoutId')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
}

/**
 * Why the pieces of an order cannot become more now, as its owner reads it: its parcel is packed, its money goes back,
 * its buyer withdrew. Null: they can.
 */
export async function findGrowthObstacle(
  db: Kysely<Database>,
  { first, stage }: ParcelToChange,
  order: ParcelOrder,
): Promise<string | null> {
  if (order.status === 'cancelled') return describeStage('cancelled')
  if (!isChangeable(stage, 'pieces') || order.status !== 'paid') return describeStage(stage)
  if (await isGivenBack(db, order.id)) return 'Wszystkie pieniądze za to zamówienie już wracają do kupującego.'
  const warnings = (await listParcelWarnings(db, [first.checkout_id])).get(first.checkout_id) ?? []
  const withdrawal = warnings.find(({ kind }) => kind === 'withdrawal')
  return withdrawal?.sentence ?? null
}

/** Whether an order still has the pieces for which an addition was planned. */
export const isAsPlanned = ({ items }: ParcelOrder, { itemsBefore }: Pick<StoredAddition, 'itemsBefore'>): boolean =>
  describeItems(items) === itemsBefore

/** The addition of a parcel that its buyer can pay now; null: there is none. */
export async function findPayableAddition(
  db: Kysely<Database>,
  state: ParcelToChange,
  now: Date,
): Promise<OpenAddition | null> {
  for (const order of state.orders) {
    const open = order.payment === 'prepaid' ? await findOpenAddition(db, order.id) : undefined
    if (open?.paymentStatus !== 'open' || open.expiresAt <= now || !isAsPlanned(order, open)) continue
    if ((await findGrowthObstacle(db, state, order)) === null) return describeAddition(open, order.total_grosze)
  }
  return null
}

/** Additions of these checkouts that their buyer can pay now, by their orders. */
export async function listPayableAdditions(
  db: Kysely<Database>,
  checkoutIds: readonly string[],
  now: Date,
): Promise<Map<string, OpenAddition>> {
  const open = await additions(db)
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select('orders.checkout_id as checkoutId')
    .where('orders.checkout_id', '=', sql<string>`any(${checkoutIds}::uuid[])`)
    .where('order_additions.status', '=', 'open')
    .execute()
  const payable = new Map<string, OpenAddition>()
  for (const { checkoutId, orderId } of open) {
    const state = await readParcelState(db, checkoutId)
    const addition = state && (await findPayableAddition(db, state, now))
    if (addition) payable.set(orderId, addition)
  }
  return payable
}

export function describeAddition(
  { paymentId, amountGrosze, expiresAt, plan }: StoredAddition,
  totalGrosze: Grosze,
): OpenAddition {
  return {
    id: paymentId,
    amount_grosze: amountGrosze,
    total_grosze: totalGrosze + amountGrosze,
    until: expiresAt.toISOString(),
    lines: plan.lines.map(describePlannedLine),
  }
}
