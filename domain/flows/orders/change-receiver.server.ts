import { parseRecipient } from '#domain/checkout/checkout-form.ts'
import { toRecipientColumns } from '#domain/flows/ordering/compose-checkout.server.ts'
import { findDestination, type LockerFailure } from '#domain/flows/ordering/place-order.server.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type ChangedLine, isChangeable, type ReceiverChange } from '#domain/orders/changes/parcel-change.ts'
import { readParcelState } from '#domain/orders/changes/parcel-state-queries.server.ts'
import { describeReceiver } from '#domain/orders/changes/read-changeable-parcel.server.ts'
import type { Services } from '#domain/services.ts'
import { lockParcelState, type ReceiverColumns, updateReceiver } from './order-change-store.server.ts'
import { type Changer, dropLabel, recordChange, refuseLate, type TooLate } from './record-change.server.ts'

export type ReceiverRefusal =
  | { reason: 'order_not_found' | 'changed_meanwhile' | 'carrier_unsettled' }
  | TooLate
  | { reason: 'invalid_recipient'; fields: Partial<Record<string, string>> }
  | LockerFailure

/**
 * Changes the receiver or the destination of a parcel: the admin until it leaves, its buyer until it is prepared. It
 * must still be as it was seen. What was typed is checked like a new order, a new locker in the carrier's directory. A
 * label that exists becomes useless. Writes an event of each order and one mail. Nothing happens when nothing differs.
 */
export async function changeReceiver(
  services: Pick<Services, 'db' | 'jobs' | 'lockers' | 'profile'>,
  { checkoutId, by, change }: { checkoutId: string; by: Changer; change: ReceiverChange },
): Promise<Result<null, ReceiverRefusal | Busy>> {
  const { version, ...typed } = change
  const seen = await readParcelState(services.db, checkoutId)
  if (!seen) return fail({ reason: 'order_not_found' })
  const limit = by.actor === 'admin' ? 'receiver' : 'buyer'
  if (!isChangeable(seen.stage, limit)) return refuseLate(services, by.actor, seen.stage)
  const { first } = seen
  const given = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== undefined))
  const recipient = parseRecipient({ ...describeReceiver(first), ...given }, first.shipping_method)
  if (!recipient.ok) return recipient
  const { delivery } = recipient.value
  const isOtherLocker = delivery.kind === 'locker' && delivery.lockerId !== first.parcel_locker_id
  // Only a newly chosen locker is looked up: the present one may be gone while only the phone is corrected.
  const found = isOtherLocker ? await findDestination(services.lockers, recipient.value) : null
  if (found && !found.ok) return found
  const { parcel_locker_id, parcel_locker_name, parcel_locker_address } = first
  const columns = {
    ...toRecipientColumns({ recipient: recipient.value, locker: found?.value.locker ?? null }),
    ...(!isOtherLocker && { parcel_locker_id, parcel_locker_name, parcel_locker_address }),
  }
  const lines = compareReceivers(first, columns)
  if (lines.length === 0) return ok(null)
  if (seen.version !== version) return fail({ reason: 'changed_meanwhile' })

  return transact<null, ReceiverRefusal>(services.db, async (trx) => {
    const state = await lockParcelState(trx, checkoutId)
    // A label that is being made would show the former receiver.
    if (state?.carrier?.asked_at) {
      return by.actor === 'customer'
        ? refuseLate(services, by.actor, 'labelled')
        : fail({ reason: 'carrier_unsettled' })
    }
    if (state && !isChangeable(state.stage, limit)) return refuseLate(services, by.actor, state.stage)
    if (state?.version !== version) return fail({ reason: 'changed_meanwhile' })
    const droppedNumber = await dropLabel(services, trx, state)
    await updateReceiver(trx, checkoutId, columns)
    const { dueGrosze } = state
    await recordChange(trx, state, by, { order: null, lines, dueGrosze, refundedGrosze: null, droppedNumber })
    if (by.actor === 'admin') {
      const details = { fields: lines.map(({ field }) => field) }
      await recordAudit(trx, {
        userId: by.actorId,
        action: 'order.receiver_changed',
        subjectId: state.first.id,
        details,
      })
    }
    return ok(null)
  })
}

/** The changed fields, as people read them. */
function compareReceivers(before: ReceiverColumns, after: ReceiverColumns): ChangedLine[] {
  const read = (columns: ReceiverColumns) =>
    ({
      receiver: `${columns.first_name} ${columns.last_name}`,
      phone: columns.phone,
      receiver_email: columns.receiver_email ?? '',
      locker: [columns.parcel_locker_name ?? columns.parcel_locker_id, columns.parcel_locker_address]
        .filter(Boolean)
        .join(', '),
      address:
        columns.street === null
          ? ''
          : `${columns.street} ${columns.house_number}, ${columns.postal_code} ${columns.city}`,
    }) satisfies Partial<Record<ChangedLine['field'], string>>
  const old = read(before)
  const present = read(after)
  return (Object.keys(old) as (keyof typeof old)[]).flatMap((field) =>
    old[field] === present[field] ? [] : [{ field, before: old[field], after: present[field] }],
  )
}
