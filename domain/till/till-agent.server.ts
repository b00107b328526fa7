import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import {
  type LimitServices,
  limitAttempts,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { CLAIM_MS, type TillJob, type TillResult } from './receipt.ts'
import { findTillAgent } from './receipt-queries.server.ts'
import {
  claimReceipt,
  hasPrintedSince,
  lockClaimed,
  markPrinted,
  noteAgent,
  refuseReceipt,
  renewClaim,
  reopenReceipt,
  writeAgentKey,
} from './receipt-store.server.ts'

const hash = (key: string) => createHash('sha256').update(key).digest()

/** Makes a key for the till agent, shown once. The one before ends. */
export function makeAgentKey(
  { db, now }: Pick<Services, 'db' | 'now'>,
  userId: string,
): Promise<Result<{ key: string }, Busy>> {
  const key = `kasa_${randomBytes(32).toString('base64url')}`
  return transact<{ key: string }, never>(db, async (trx) => {
    await writeAgentKey(trx, hash(key).toString('hex'), now())
    await recordAudit(trx, { userId, action: 'till_agent.key_made' })
    return ok({ key })
  })
}

type Caller = { key: string | undefined; clientAddress: string }
type CallerFailure = TooManyAttempts | { reason: 'till_key_wrong' }

/** Since when the caller's key is the agent's. */
async function admitAgent(
  services: LimitServices,
  { key = '', clientAddress }: Caller,
): Promise<Result<{ since: Date }, CallerFailure>> {
  const limited = await limitAttempts(services, 'till_call', { account: null, clientAddress })
  if (!limited.ok) return limited
  const { key_hash, key_made_at } = await findTillAgent(services.db)
  if (key_hash === null || key_made_at === null || !timingSafeEqual(hash(key), Buffer.from(key_hash, 'hex'))) {
    return fail({ reason: 'till_key_wrong' })
  }
  return ok({ since: key_made_at })
}

/**
 * Gives the agent the sale that has waited longest since its key was made: earlier ones may have been printed by hand.
 * The same claim is the same receipt, until it is reported or too old.
 */
export async function takeReceipt(
  services: LimitServices,
  caller: Caller,
  { claim, problem }: { claim: string | null; problem: string | null },
): Promise<Result<{ receipt: TillJob }, CallerFailure | Busy>> {
  const admitted = await admitAgent(services, caller)
  if (!admitted.ok) return admitted
  const now = services.now()
  return transact<{ receipt: TillJob }, never>(services.db, async (trx) => {
    await noteAgent(trx, { seen_at: now, problem })
    if (claim === null) return ok({ receipt: null })
    const known = await lockClaimed(trx, claim)
    const row = known ? await renewClaim(trx, claim, now) : await claimReceipt(trx, { claim, now, ...admitted.value })
    if (!row) return ok({ receipt: null })
    const { payment, gross_grosze, lines, order_numbers } = row
    return ok({ receipt: { order_number: order_numbers[0] ?? '', payment, gross_grosze, lines } })
  })
}

/** Of an agent that does not say what the printer said. */
const WORDLESS = 'Drukarka odmówiła wydruku, a następny paragon wydrukowała.'

/**
 * Records the outcome of a claimed receipt. May be called late and more than once. A refused receipt is put aside; what
 * was not printed for another reason waits again, behind the others. An agent that knows no refusals says 'not_printed'
 * without words: its receipt is refused once the printer has printed another one meanwhile.
 */
export async function reportReceipt(
  services: LimitServices,
  caller: Caller,
  { claim, outcome, number, message }: TillResult,
): Promise<Result<null, CallerFailure | Busy | { reason: 'till_claim_unknown' }>> {
  const admitted = await admitAgent(services, caller)
  if (!admitted.ok) return admitted
  return transact<null, { reason: 'till_claim_unknown' }>(services.db, async (trx) => {
    const receipt = await lockClaimed(trx, claim)
    if (!receipt) return fail({ reason: 'till_claim_unknown' })
    const { checkout_id: id, state, claimed_at } = receipt
    if (outcome === 'printed') {
      // Printed by hand in between, after the owner had said that this one is not on the roll.
      if (state === 'printed' && !receipt.by_agent && claimed_at === null) {
        const details = { number, name: receipt.number }
        await recordAudit(trx, { userId: null, action: 'receipt.printed_twice', subjectId: id, details })
      } else if (!receipt.by_agent) {
        const now = services.now()
        // A report that comes days later is of what was printed at once.
        const isLate = claimed_at !== null && now.getTime() - claimed_at.getTime() > CLAIM_MS
        const printed_at = receipt.printed_at ?? (isLate ? claimed_at : now)
        await markPrinted(trx, id, { number: number || receipt.number, printed_at, by_agent: true })
      }
    } else if (outcome === 'unclear') {
      if (state === 'printing') await reopenReceipt(trx, id, { state: 'unclear', refusal: message ?? null })
    } else if (state === 'printing' || state === 'unclear') {
      const isRefused =
        outcome === 'refused' ||
        (message === undefined && receipt.tried_at !== null && (await hasPrintedSince(trx, receipt.tried_at)))
      if (isRefused) await refuseReceipt(trx, id, message ?? WORDLESS)
      else await reopenReceipt(trx, id, { state: 'waiting', tried_at: services.now() })
    }
    return ok(null)
  })
}
