import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import {
  type Actor,
  findOrigins,
  type StatusChange,
  type TransitionNotAllowed,
  type Transitions,
} from '#domain/kernel/transitions.ts'

/** The subjects of order events, and the tables and columns of their statuses. */
const STATUSES = {
  order: { table: 'orders', orderId: 'id' },
  payment: { table: 'payments', orderId: 'order_id' },
  shipment: { table: 'shipments', orderId: 'order_id' },
} as const
type Subject = keyof typeof STATUSES

type OrderEvent = Actor & {
  orderId: string
  subject: Database['order_events']['subject']
  /** null: it did not exist before. */
  from: string | null
  to: string
  reason: string | null
}

/** An order event as a row. It is inserted in the transaction that caused it. */
export function toEventRow({ orderId, subject, from, to, actor, actorId, reason }: OrderEvent) {
  return { order_id: orderId, subject, from_status: from, to_status: to, actor, actor_id: actorId ?? null, reason }
}

/** Writes order events in the transaction that caused them. */
export async function insertEvents(trx: Transaction<Database>, ...events: OrderEvent[]): Promise<void> {
  if (events.length > 0) await trx.insertInto('order_events').values(events.map(toEventRow)).execute()
}

type ChangedStatus<Status extends string> = { orderId: string; from: Status }
export type StatusFailure<Status extends string> = TransitionNotAllowed<Status> | { reason: 'not_found' }

/**
 * Changes the status of a row if its transition table allows it, and writes the order event. The row is locked and its
 * status compared in one statement, so that of many equal changes exactly one happens.
 */
export async function changeStatus<Status extends string>(
  trx: Transaction<Database>,
  subject: Subject,
  transitions: Transitions<Status>,
  id: string,
  change: StatusChange<Status>,
): Promise<Result<ChangedStatus<Status>, StatusFailure<Status>>> {
  const { to } = change
  const table = sql.table(STATUSES[subject].table)
  const orderId = sql.ref(`changed.${STATUSES[subject].orderId}`)
  const { rows } = await sql<ChangedStatus<Status>>`
    update ${table} as changed set status = ${to}
    from (select id, status from ${table} where id = ${id} for update) as before
    where changed.id = before.id and before.status = any(${findOrigins(transitions, to)}::text[])
    returning ${orderId} as "orderId", before.status as "from"`.execute(trx)
  const [changed] = rows
  if (changed) {
    await insertEvents(trx, { ...change, ...changed, subject })
    return ok(changed)
  }
  const current = await sql<{ from: Status }>`select status as "from" from ${table} where id = ${id}`.execute(trx)
  const [row] = current.rows
  return fail(row ? { reason: 'transition_not_allowed', from: row.from, to } : { reason: 'not_found' })
}
