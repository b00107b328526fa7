import { createHash, randomBytes } from 'node:crypto'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { changeSettings } from '#domain/kernel/database/settings-row-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import type { BaselinkerChange } from './baselinker.ts'
import { findBaselinker } from './baselinker-queries.server.ts'
import { writeKey } from './baselinker-store.server.ts'

export const hashKey = (key: string) => createHash('sha256').update(key).digest()

/** Makes a key for BaseLinker, shown once, and switches it on. The key before ends. Letters and digits alone: it is typed. */
export function makeBaselinkerKey(
  { db, now }: Pick<Services, 'db' | 'now'>,
  userId: string,
): Promise<Result<{ key: string }, Busy>> {
  const key = randomBytes(24).toString('hex')
  return transact<{ key: string }, never>(db, async (trx) => {
    await writeKey(trx, { keyHash: hashKey(key).toString('hex'), userId, now: now() })
    await recordAudit(trx, { userId, action: 'baselinker.key_made' })
    return ok({ key })
  })
}

/** Switches it on or off, and chooses who makes the receipts and invoices of orders added from now on. */
export async function changeBaselinker(
  services: Pick<Services, 'db'>,
  userId: string,
  change: BaselinkerChange,
): Promise<Result<null, Busy | { reason: 'changed_meanwhile' } | { reason: 'baselinker_key_first' }>> {
  const { key_hash } = await findBaselinker(services.db)
  if (change.enabled && key_hash === null) return fail({ reason: 'baselinker_key_first' })
  return changeSettings(services, userId, { table: 'baselinker', action: 'baselinker.changed' }, change)
}
