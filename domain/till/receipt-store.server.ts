import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { VatRate } from '#domain/papers/vat.ts'
import type { TillNameChange } from './receipt.ts'
import { findOpenReceipts, type OpenReceiptRow } from './receipt-queries.server.ts'
import { nameForTill, toNameKey } from './till-name.ts'

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
  const state = open?.state ?? ('printed' as const)
  return stored.state === 'printed' || open ? { ...stored, state, open } : undefined
}

/**
 * Takes the sale that has waited longest since `since` for the agent, those first that it has not had in vain; undefined
 * without one.
 */
export async function claimReceipt(
  trx: Transaction<Database>,
  { claim, now, since }: { claim: string; now: Date; since: Date },
): Promise<OpenReceiptRow | undefined> {
  const where = sql`receipts.state = 'waiting' and receipts.created_at >= ${since}`
  const first = sql`receipts.tried_at nulls first, receipts.created_at`
  const lock = sql`for update of receipts skip locked`
  // Several, because a sale whose money goes back is left out.
  const [due] = await findOpenReceipts(trx, { now, where, most: 10, first, lock })
  if (!due) return undefined
  await nameSale(trx, due.checkout_id)
  const [row] = await findOpenReceipts(trx, { now, where: sql`receipts.checkout_id = ${due.checkout_id}`, most: 1 })
  if (!row) return undefined
  await trx
    .updateTable('receipts')
    .set({ ...toPaper(row), state: 'printing', claim, claimed_at: now })
    .where('checkout_id', '=', row.checkout_id)
    .execute()
  return row
}

/** Gives what a sale is of the names that the till calls it by from now on: each different from all others. */
async function nameSale(trx: Transaction<Database>, checkoutId: string): Promise<void> {
  const { rows: unnamed } = await sql<{ name: string; rate: VatRate }>`
    select name, rate from sale_lines where checkout_id = ${checkoutId}
      and not exists (select from till_names where sold_name = name and till_names.rate = sale_lines.rate)
    group by name, rate order by min(order_id::text), min(item_id::text), name`.execute(trx)
  if (unnamed.length === 0) return
  // One at a time, or two receipts could choose the same name.
  await sql`lock table till_names in share row exclusive mode`.execute(trx)
  const keys = await trx.selectFrom('till_names').select('name_key').execute()
  const taken = new Set(keys.map(({ name_key }) => name_key))
  for (const { name, rate } of unnamed) {
    const till_name = nameForTill(name, rate, taken)
    const name_key = toNameKey(till_name)
    await trx
      .insertInto('till_names')
      .values({ sold_name: name, rate, till_name, name_key })
      .onConflict((known) => known.doNothing())
      .execute()
    taken.add(name_key)
  }
}

/** Changes names of the till, for this and all later receipts. Answers a name that something else has. */
export async function changeTillNames(
  trx: Transaction<Database>,
  names: readonly TillNameChange[],
): Promise<{ taken: string } | null> {
  await sql`lock table till_names in share row exclusive mode`.execute(trx)
  for (const { name, change_to } of names) {
    const [key, next] = [toNameKey(name), toNameKey(change_to)]
    const holder = await trx.selectFrom('till_names').select('name_key').where('name_key', '=', next).executeTakeFirst()
    if (holder && key !== next) return { taken: change_to }
    await trx
      .updateTable('till_names')
      .set({ till_name: change_to, name_key: next })
      .where('name_key', '=', key)
      .execute()
  }
  return null
}

const toPaper = ({ lines, gross_grosze }: Pick<OpenReceiptRow, 'lines' | 'gross_grosze'>) => ({
  lines: JSON.stringify(lines),
  gross_grosze,
  as_sold: true,
})

/** The sale that a claim took, in its present state. */
export function lockClaimed(trx: Transaction<Database>, claim: string) {
  return trx
    .selectFrom('receipts')
    .select(['checkout_id', 'state', 'number', 'by_agent', 'claimed_at', 'printed_at', 'tried_at'])
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
    .set({ ...printed, state: 'printed', refusal: null, ...(paper && { ...toPaper(paper), claimed_at: null }) })
    .where('checkout_id', '=', checkoutId)
    .execute()
}

/** `tried_at`: when the agent had it in vain, so that others are tried first. `refusal`: what the printer said of it. */
export async function reopenReceipt(
  trx: Transaction<Database>,
  checkoutId: string,
  {
    state,
    tried_at = null,
    refusal = null,
  }: { state: 'waiting' | 'unclear'; tried_at?: Date | null; refusal?: string | null },
): Promise<void> {
  const opened = { state, tried_at, refusal, number: '', printed_at: null, by_agent: false }
  await trx
    .updateTable('receipts')
    .set({ ...opened, ...(state === 'waiting' && { claimed_at: null }) })
    .where('checkout_id', '=', checkoutId)
    .execute()
}

/** Puts a receipt aside that the printer does not take. */
export async function refuseReceipt(trx: Transaction<Database>, checkoutId: string, refusal: string): Promise<void> {
  await trx
    .updateTable('receipts')
    .set({ state: 'refused', refusal, claimed_at: null })
    .where('checkout_id', '=', checkoutId)
    .execute()
}

/** Whether the agent has printed another receipt since then. */
export async function hasPrintedSince(trx: Transaction<Database>, since: Date): Promise<boolean> {
  const printed = await trx
    .selectFrom('receipts')
    .select('checkout_id')
    .where('state', '=', 'printed')
    .where('by_agent', '=', true)
    .where('printed_at', '>', since)
    .executeTakeFirst()
  return printed !== undefined
}

/** A new key ends the one before. */
export async function writeAgentKey(trx: Transaction<Database>, key_hash: string, key_made_at: Date): Promise<void> {
  await trx.updateTable('till_agent').set({ key_hash, key_made_at, seen_at: null, problem: null }).execute()
}

export async function noteAgent(db: Transaction<Database>, seen: { seen_at: Date; problem: string | null }) {
  await db.updateTable('till_agent').set(seen).execute()
}
