import { z } from 'zod'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { hashRequest, type IdempotencyConflict, idempotent } from '#domain/kernel/idempotency/idempotent.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import { findProducer, listProducers } from './label-queries.server.ts'
import { deleteProducerRow, insertProducer, lockProducers, updateProducerRow } from './label-store.server.ts'
import type { ProducerInput } from './producer.ts'

type Asked = Pick<Services, 'db'>
type ProducerFailure = { reason: 'producer_not_found' | 'changed_meanwhile' }

const addedSchema = z.object({ id: z.uuid() })
type Added = z.output<typeof addedSchema>

/**
 * Adds a producer, once per key. A producer with exactly the same data is not added again, so that files of products
 * name it unambiguously.
 */
export function addProducer(
  { db }: Asked,
  { userId, key, producer }: { userId: string; key: string; producer: ProducerInput },
): Promise<Result<Added, IdempotencyConflict | Busy>> {
  const call = { userId, key, operation: 'add-producer', requestHash: hashRequest(producer), answer: addedSchema }
  return idempotent<Added, never>(db, call, async (trx) => {
    await lockProducers(trx)
    const known = (await listProducers(trx)).find((other) => isSame(other, producer))
    if (known) return ok({ id: known.id })
    const id = await insertProducer(trx, producer)
    await recordAudit(trx, { userId, action: 'producer.created', subjectId: id, details: { name: producer.name } })
    return ok({ id })
  })
}

function isSame(known: ProducerInput, producer: ProducerInput): boolean {
  const names = Object.keys(producer) as (keyof ProducerInput)[]
  return names.every((name) => known[name] === producer[name])
}

export function updateProducer(
  { db }: Asked,
  { userId, id, ...change }: { userId: string; id: string; producer: ProducerInput; version: string },
): Promise<Result<null, ProducerFailure | Busy>> {
  return transact<null, ProducerFailure>(db, async (trx) => {
    const before = isUuid(id) ? await findProducer(trx, id) : undefined
    if (!before) return fail({ reason: 'producer_not_found' })
    if (!(await updateProducerRow(trx, id, change))) return fail({ reason: 'changed_meanwhile' })
    const { used: _, version: __, id: ___, ...content } = before
    const details = { name: change.producer.name, before: content, after: change.producer }
    await recordAudit(trx, { userId, action: 'producer.updated', subjectId: id, details })
    return ok(null)
  })
}

/** Deletes a producer that no brand and no product names. */
export function deleteProducer(
  { db }: Asked,
  { userId, id, version }: { userId: string; id: string; version: string },
): Promise<Result<null, ProducerFailure | { reason: 'producer_in_use' } | Busy>> {
  return transact<null, ProducerFailure | { reason: 'producer_in_use' }>(db, async (trx) => {
    const before = isUuid(id) ? await findProducer(trx, id) : undefined
    if (!before) return fail({ reason: 'producer_not_found' })
    if (before.version !== version) return fail({ reason: 'changed_meanwhile' })
    if (before.used > 0) return fail({ reason: 'producer_in_use' })
    await deleteProducerRow(trx, id)
    await recordAudit(trx, { userId, action: 'producer.deleted', subjectId: id, details: { name: before.name } })
    return ok(null)
  })
}
