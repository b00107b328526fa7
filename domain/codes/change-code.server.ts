import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { toWallClock } from '#domain/kernel/calendar-day.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { hashRequest, type IdempotencyConflict, idempotent } from '#domain/kernel/idempotency/idempotent.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import { type AdminCode, adminCodeSchema, type CodeInput, findCodeState } from './admin-code.ts'
import { findCode, listCodeRows } from './code-queries.server.ts'
import { deleteCodeRow, insertCode, isUsed, lockCodeToChange, updateCodeRow } from './code-store.server.ts'

type CodeServices = Pick<Services, 'db' | 'now'>

/** Codes, newest first: one, those of the owner, or those for samples. */
export async function readCodes(
  { db, now }: CodeServices,
  which: Parameters<typeof listCodeRows>[1],
): Promise<AdminCode[]> {
  const clock = toWallClock(now())
  const rows = await listCodeRows(db, which)
  return rows.map(
    ({ created_at, updated_at, sample_checkout_id, uses, is_used, given_grosze, is_active: active, ...row }) => {
      const used = { uses: uses ?? 0, is_used: is_used ?? false, given_grosze: given_grosze ?? 0 }
      return { ...row, ...used, state: findCodeState({ ...row, ...used, active }, clock) }
    },
  )
}

async function readBack(db: Kysely<Database>, { now }: CodeServices, id: string): Promise<AdminCode> {
  const [code] = await readCodes({ db, now }, { id })
  if (!code) throw new Error(`there is no code ${id}`)
  return code
}

/** The columns of an entered code. */
function toRow({ percent, sum_grosze, ...code }: CodeInput) {
  return { ...code, value: { percent, sum: sum_grosze, free_delivery: null }[code.kind] }
}

/** Adds a code, once per key. */
export function addCode(
  services: CodeServices,
  { userId, key, code }: { userId: string; key: string; code: CodeInput },
): Promise<Result<AdminCode, { reason: 'code_taken' } | IdempotencyConflict | Busy>> {
  const call = { userId, key, operation: 'add-code', requestHash: hashRequest(code), answer: adminCodeSchema }
  return idempotent<AdminCode, { reason: 'code_taken' }>(services.db, call, async (trx) => {
    const id = await insertCode(trx, toRow(code))
    if (id === undefined) return fail({ reason: 'code_taken' })
    await recordAudit(trx, { userId, action: 'code.created', subjectId: id, details: { name: code.code } })
    return ok(await readBack(trx, services, id))
  })
}

type Seen = { userId: string; id: string; version: string }
type Refusal = { reason: 'code_not_found' | 'changed_meanwhile' }

/** Changes a code. A code that an order has keeps its text, kind and value. */
export function updateCode(
  services: CodeServices,
  { userId, id, version, code }: Seen & { code: CodeInput },
): Promise<Result<AdminCode, Refusal | { reason: 'code_taken' | 'code_value_fixed' } | Busy>> {
  return transact<AdminCode, Refusal | { reason: 'code_taken' | 'code_value_fixed' }>(services.db, async (trx) => {
    const before = isUuid(id) ? await lockCodeToChange(trx, { id, version }) : undefined
    if (!before) return fail({ reason: 'code_not_found' })
    if (!before.is_seen) return fail({ reason: 'changed_meanwhile' })
    const row = toRow(code)
    const isOther = row.code !== before.code || row.kind !== before.kind || row.value !== before.value
    if (isOther && (await isUsed(trx, before.code))) return fail({ reason: 'code_value_fixed' })
    if (row.code !== before.code && (await findCode(trx, row.code))) return fail({ reason: 'code_taken' })
    await updateCodeRow(trx, id, row)
    await recordAudit(trx, { userId, action: 'code.changed', subjectId: id, details: { name: row.code } })
    return ok(await readBack(trx, services, id))
  })
}

/** Deletes a code that no order has. */
export function deleteCode(
  { db }: CodeServices,
  { userId, id, version }: Seen,
): Promise<Result<null, Refusal | { reason: 'code_in_use' } | Busy>> {
  return transact<null, Refusal | { reason: 'code_in_use' }>(db, async (trx) => {
    const before = isUuid(id) ? await lockCodeToChange(trx, { id, version }) : undefined
    if (!before) return fail({ reason: 'code_not_found' })
    if (!before.is_seen) return fail({ reason: 'changed_meanwhile' })
    // A deleted code for samples would be given again.
    if (before.sample_checkout_id !== null || (await isUsed(trx, before.code))) return fail({ reason: 'code_in_use' })
    await deleteCodeRow(trx, id)
    await recordAudit(trx, { userId, action: 'code.deleted', subjectId: id, details: { name: before.code } })
    return ok(null)
  })
}
