import { z } from 'zod'
import { transact } from '#domain/kernel/database/transaction.server.ts'
import { defineJob } from '#domain/kernel/definitions.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { ok } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { placeItems } from './place-items.server.ts'
import { isTrusted } from './return-case.ts'
import { findCase, findNumberedOrder } from './return-case-queries.server.ts'
import { lockCase, storeMatch } from './return-case-store.server.ts'
import { judgeMatch, normalizeOrderNumber } from './statement.ts'

const payload = z.object({ caseId: z.uuid(), mayMail: z.boolean() })
type MatchWork = z.output<typeof payload>

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'match-statement': MatchWork
  }
}

/** Finds the order of a statement, and confirms the statement by mail. */
export default defineJob({
  name: 'match-statement',
  payload,
  concurrency: 1,
  timeoutSeconds: 60,
  async run(services, work) {
    const matched = await matchStatement(services, work)
    if (!matched.ok) throw new Error(`statement ${work.caseId}: ${matched.failure.reason}`)
    return ok(undefined)
  },
})

/** May be repeated. A statement without its order causes mails, to both sides, only within a limit (`mayMail`). */
export function matchStatement(
  { db, adminEmail }: Pick<Services, 'db' | 'adminEmail'>,
  { caseId, mayMail }: MatchWork,
) {
  return transact<null, never>(db, async (trx) => {
    await lockCase(trx, caseId)
    const found = await findCase(trx, caseId)
    if (!found || found.match !== null) return ok(null)
    const { kind, declared_items, email } = found
    const order = await findNumberedOrder(trx, normalizeOrderNumber(found.order_number))
    const match = judgeMatch(email, order)
    await storeMatch(trx, caseId, { match, checkoutId: order?.checkoutId ?? null })
    if (order && isTrusted(match)) await placeItems(trx, caseId, { kind, declared: declared_items, ...order })
    const ids = { caseId }
    // Beyond the limit a statement without its order is only on the owner's list.
    if (!isTrusted(match) && !mayMail) return ok(null)
    await queueMail(trx, { key: `case-received:${caseId}`, to: email, template: 'case-received', ids })
    await queueMail(trx, { key: `case-opened:${caseId}`, to: adminEmail, template: 'case-opened', ids })
    return ok(null)
  })
}
