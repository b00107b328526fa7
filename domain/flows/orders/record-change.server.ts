import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { insertEvents } from '#domain/kernel/database/status-store.server.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { fail, type Result } from '#domain/kernel/result.ts'
import type { Actor } from '#domain/kernel/transitions.ts'
import {
  type ChangedLine,
  describeStage,
  describeTooLate,
  type ParcelStage,
} from '#domain/orders/changes/parcel-change.ts'
import type { ParcelOrder, ParcelToChange } from '#domain/orders/changes/parcel-state-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { withdrawCarrierShipment } from '#domain/shipping/carrier/carrier-store.server.ts'
import { dropNumbers, insertOrderChange } from './order-change-store.server.ts'

/** A customer or the admin who changes an order. */
export type Changer = Extract<Actor, { actor: 'customer' | 'admin' }>

export type TooLate = { reason: 'parcel_not_changeable'; sentence: string }

/** Why a parcel cannot be changed at this stage, worded for the buyer or the admin. */
export function refuseLate(
  { profile }: Pick<Services, 'profile'>,
  actor: Changer['actor'],
  stage: ParcelStage,
): Result<never, TooLate> {
  const sentence =
    actor === 'customer' ? describeTooLate(stage, profile) : `${describeStage(stage)} Tego nie da się już zmienić.`
  return fail({ reason: 'parcel_not_changeable', sentence })
}

/**
 * Discards an outdated label with its number, so that a new one can be made. A job cancels the parcel at the carrier,
 * where that is possible. Returns the number; null when there was none.
 */
export async function dropLabel(
  { jobs }: Pick<Services, 'jobs'>,
  trx: Transaction<Database>,
  { orders, first, carrier }: ParcelToChange,
): Promise<string | null> {
  const isAtCarrier = carrier !== null && (carrier.status === 'created' || carrier.status === 'confirmed')
  const numbered = orders.find(({ tracking_number, label_url }) => tracking_number !== null || label_url !== null)
  if (!isAtCarrier && !numbered) return null
  if (isAtCarrier) {
    await withdrawCarrierShipment(trx, carrier.id)
    await jobs.enqueue(trx, 'withdraw-carrier-shipment', { id: carrier.id })
  }
  await dropNumbers(trx, first.checkout_id)
  return numbered?.tracking_number ?? carrier?.tracking_number ?? null
}

/** Records a change that was made: its row, an event of each order, and one mail to the buyer. Returns its id. */
export async function recordChange(
  trx: Transaction<Database>,
  state: ParcelToChange,
  by: Changer,
  change: {
    /** Null: the whole parcel. */
    order: ParcelOrder | null
    lines: readonly ChangedLine[]
    dueGrosze: Grosze | null
    refundedGrosze: Grosze | null
    /** What was paid for the change before; absent: nothing. */
    paidGrosze?: Grosze | null
    droppedNumber: string | null
  },
): Promise<string> {
  const { order, lines, dueGrosze, refundedGrosze, paidGrosze = null, droppedNumber } = change
  const { first, orders } = state
  const changeId = await insertOrderChange(trx, {
    checkout_id: first.checkout_id,
    order_id: order?.id ?? null,
    lines,
    due_grosze: dueGrosze,
    refunded_grosze: refundedGrosze,
    paid_grosze: paidGrosze,
    dropped_number: droppedNumber,
    actor: by.actor,
  })
  // No change of a status: an event from 'cancelled' would restore the sale of a cancelled order of the parcel.
  const event = { subject: 'order', from: null, to: 'changed', reason: null, ...by } as const
  const changed = order ? [order] : orders
  await insertEvents(trx, ...changed.map(({ id: orderId }) => ({ ...event, orderId })))
  if (first.payment === 'elsewhere') return changeId
  await queueMail(trx, {
    key: `order-changed:${changeId}`,
    to: first.email,
    template: 'order-changed',
    ids: { changeId },
  })
  return changeId
}
