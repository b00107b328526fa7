import { z } from 'zod'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { hashRequest, type IdempotencyConflict, idempotent } from '#domain/kernel/idempotency/idempotent.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { deleteNote, insertNote, lockOrderStatus } from '#domain/orders/order-store.server.ts'
import type { Services } from '#domain/services.ts'

type NoteServices = Pick<Services, 'db'>
type NewNote = { orderId: string; adminId: string; note: string; key: string }

/** Adds a note to an order, for the admin alone, once per key. The audit does not repeat its text. */
export function addNote(
  { db }: NoteServices,
  { orderId, adminId, note, key }: NewNote,
): Promise<Result<null, { reason: 'order_not_found' } | IdempotencyConflict | Busy>> {
  const requestHash = hashRequest({ orderId, note })
  const call = { userId: adminId, key, operation: 'add-note', requestHash, answer: z.null() }
  return idempotent<null, { reason: 'order_not_found' }>(db, call, async (trx) => {
    if (!isUuid(orderId) || !(await lockOrderStatus(trx, orderId))) return fail({ reason: 'order_not_found' })
    await insertNote(trx, orderId, note)
    await recordAudit(trx, { userId: adminId, action: 'order.note_added', subjectId: orderId })
    return ok(null)
  })
}

export function removeNote(
  { db }: NoteServices,
  { orderId, noteId, adminId }: { orderId: string; noteId: string; adminId: string },
): Promise<Result<null, { reason: 'note_not_found' } | Busy>> {
  return transact<null, { reason: 'note_not_found' }>(db, async (trx) => {
    if (!isUuid(orderId) || !isUuid(noteId) || !(await deleteNote(trx, orderId, noteId))) {
      return fail({ reason: 'note_not_found' })
    }
    await recordAudit(trx, { userId: adminId, action: 'order.note_deleted', subjectId: orderId })
    return ok(null)
  })
}
