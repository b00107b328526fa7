import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { findOpenReceipts, type OpenReceiptRow } from './receipt-queries.server.ts'

/** Locks the receipt of a sale, open or printed, until the transaction ends. Undefined where the sale gets none. */
export async function lockReceipt(trx: Transaction<Database>, checkoutId: string, now: Date) {
  const stored = await trx
    .selectFrom('receipts')
    .select(['state', 'number', 'by_agent', 'claim', 'claimed_at'])
    .select(({ selectFrom }) =>
      selectFrom('orders').select('number').whereRef('checkout_id', '=', 'receipts.checkout_id').limit(1).as('order'),
    )
    .where('checkout_id', '=', checkoutId)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) return undefined
  const where = sql`receipts.checkout_id = ${checkoutId}`
  const [open] = await findOpenReceipts(trx, { now, where, most: 1 })
  return stored.state === 'printed' || open ? { ...stored, state: open?.state ?? 'printed', open } : undefined
}

/** Takes the sale that has waited longest since `since` for the agent; undefined without one. */
export async function claimReceipt(
  trx: Transaction<Database>,
  { claim, now, since }: { claim: string; now: Date; since: Date },
): Promise<OpenReceiptRow | undefined> {
  const where = sql`receipts.state = 'waiting' and receipts.created_at >= ${since}`
  // Several, because a sale whose money goes back is left out.
  const [row] = await findOpenReceipts(trx, { now, where, most: 10, lock: sql`for update of receipts skip locked` })
  if (!row) return undefined
  await trx
    .updateTable('receipts')
    .set({ ...toPaper(row), state: 'printing', claim, claimed_at: now })
    .where('checkout_id', '=', row.checkout_id)
    .execute()
  return row
}

const toPaper = ({ lines, gross_grosze }: Pick<OpenReceiptRow, 'lines' | 'gross_grosze'>) => ({
  lines: JSON.stringify(lines),
  gross_grosze,
})

/** The sale that a claim took, in its present state. */
export function lockClaimed(trx: Transaction<Database>, claim: string) {
  return trx
    .selectFrom('receipts')
    .select(['checkout_id', 'state', 'number', 'by_agent', 'claimed_at', 'printed_at'])
    .where('claim', '=', claim)
    .forUpdate()
    .executeTakeFirst()
}

/** The receipt that a claim took, while the claim is valid. Its time begins again. */
export async function renewClaim(trx: Transaction<Database>, claim: string, now: Date) {
  const [row] = await findOpenReceipts(trx, { now, where: sql`receipts.claim = ${claim}`, most: 1 })
  if (row?.state !== 'printing') return undefined
  await trx.updateTable('receipts').set({ claimed_at: now }).where('claim', '=', claim).execute()
  return row
}

/** `paper`: what was printed by hand; without it, what the agent took. */
export async function markPrinted(
  trx: Transaction<Database>,
  checkoutId: string,
  { paper, ...printed }: { number: string; printed_at: Date; by_agent: boolean; paper?: OpenReceiptRow },
): Promise<void> {
  await trx
    .updateTable('receipts')
    .set({ ...printed, state: 'printed', ...(paper && { ...toPaper(paper), claimed_at: null }) })
    .where('checkout_id', '=', checkoutId)
    .execute()
}

export async function reopenReceipt(
  trx: Transaction<Database>,
  checkoutId: string,
  state: 'waiting' | 'unclear',
): Promise<void> {
  await trx
    .updateTable('receipts')
    .set({ state, number: '', printed_at: null, by_agent: false, ...(state === 'waiting' && { claimed_at: null }) })
    .where('checkout_id', '=', checkoutId)
    .execute()
}

/** A new key ends the one before. */
export async function writeAgentKey(trx: Transaction<Database>, key_hash: string, key_made_at: Date): Promise<void> {
  await trx.updateTable('till_agent').set({ key_hash, key_made_at, seen_at: null, problem: null }).execute()
}

export async function noteAgent(db: Transaction<Database>, seen: { seen_at: Date; problem: string | null }) {
  await db.updateTable('till_agent').set(seen).execute()
}
