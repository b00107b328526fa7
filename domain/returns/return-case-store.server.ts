import { type Insertable, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { AllocatedLine } from '#domain/kernel/amounts/allocation.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { Advantage } from './advantages.ts'
import type { CaseMatch, Decision, ItemCondition } from './return-case.ts'
import type { DeclaredItem } from './statement.ts'

type NewCase = Omit<Insertable<Database['return_cases']>, 'declared_items'> & { declared_items: DeclaredItem[] | null }

/** Stores a statement. Undefined when it is stored already under its key. */
export function insertCase(trx: Transaction<Database>, { declared_items, ...row }: NewCase) {
  return trx
    .insertInto('return_cases')
    .values({ ...row, declared_items: declared_items && JSON.stringify(declared_items) })
    .onConflict((conflict) => conflict.column('submission_key').doNothing())
    .returning(['id', 'number', 'received_at'])
    .executeTakeFirst()
}

export async function insertPictures(
  trx: Transaction<Database>,
  caseId: string,
  imageKeys: readonly string[],
): Promise<void> {
  if (imageKeys.length === 0) return
  await trx
    .insertInto('return_pictures')
    .values(imageKeys.map((image_key, index) => ({ case_id: caseId, image_key, position: index + 1 })))
    .execute()
}

/** Locks a case until the transaction ends. False when there is none. */
export async function lockCase(trx: Transaction<Database>, caseId: string): Promise<boolean> {
  const row = await trx.selectFrom('return_cases').select('id').where('id', '=', caseId).forUpdate().executeTakeFirst()
  return row !== undefined
}

/** Locks the checkout of cases, so that its cases are counted one after another. */
export async function lockCheckout(trx: Transaction<Database>, checkoutId: string): Promise<void> {
  await trx.selectFrom('checkouts').select('id').where('id', '=', checkoutId).forNoKeyUpdate().execute()
}

/** Stores to which order a statement belongs. */
export async function storeMatch(
  trx: Transaction<Database>,
  caseId: string,
  { match, checkoutId }: { match: CaseMatch; checkoutId: string | null },
): Promise<void> {
  await trx.updateTable('return_cases').set({ match, checkout_id: checkoutId }).where('id', '=', caseId).execute()
}

export type ReturnedItem = {
  orderItemId: string
  quantity: number
  condition?: ItemCondition | null
  restocked?: number
  loweredGrosze?: number
}

/** Replaces the pieces of a case; what has paid those that stay is kept. */
export async function replaceItems(
  trx: Transaction<Database>,
  caseId: string,
  items: readonly ReturnedItem[],
): Promise<void> {
  await trx
    .deleteFrom('return_items')
    .where('case_id', '=', caseId)
    .where('order_item_id', '<>', sql<string>`all(${items.map(({ orderItemId }) => orderItemId)}::uuid[])`)
    .execute()
  if (items.length === 0) return
  await trx
    .insertInto('return_items')
    .values(
      items.map(({ orderItemId, quantity, condition = null, restocked = 0, loweredGrosze = 0 }) => ({
        case_id: caseId,
        order_item_id: orderItemId,
        quantity,
        condition,
        restocked,
        lowered_grosze: loweredGrosze,
      })),
    )
    .onConflict((stored) =>
      stored.columns(['case_id', 'order_item_id']).doUpdateSet(({ ref }) => ({
        quantity: ref('excluded.quantity'),
        condition: ref('excluded.condition'),
        restocked: ref('excluded.restocked'),
        lowered_grosze: ref('excluded.lowered_grosze'),
      })),
    )
    .execute()
}

export async function storeArrival(
  trx: Transaction<Database>,
  caseId: string,
  { at, deductionGrosze, deductionReason }: { at: Date; deductionGrosze: number; deductionReason: string | null },
): Promise<void> {
  await trx
    .updateTable('return_cases')
    .set({ arrived_at: at, deduction_grosze: deductionGrosze, deduction_reason: deductionReason })
    .where('id', '=', caseId)
    .execute()
}

/** Records that the goods are proven to be on their way back. */
export async function storeSentBack(trx: Transaction<Database>, caseId: string, at: Date): Promise<void> {
  await trx
    .updateTable('return_cases')
    .set({ sent_back_at: sql<Date>`coalesce(sent_back_at, ${at})` })
    .where('id', '=', caseId)
    .execute()
}

export async function storeDropOffCode(trx: Transaction<Database>, caseId: string, code: string): Promise<void> {
  await trx.updateTable('return_cases').set({ drop_off_code: code }).where('id', '=', caseId).execute()
}

/** Removes a proof that was noted by mistake. */
export async function removeSentBack(trx: Transaction<Database>, caseId: string): Promise<void> {
  await trx.updateTable('return_cases').set({ sent_back_at: null }).where('id', '=', caseId).execute()
}

/**
 * Records that the pieces of a case were taken out of a parcel that had not left.
 * @param amended the items whose order was reduced
 */
export async function storeTakenOut(
  trx: Transaction<Database>,
  caseId: string,
  { at, amended }: { at: Date; amended: readonly string[] },
): Promise<void> {
  await trx.updateTable('return_cases').set({ unsent_at: at }).where('id', '=', caseId).execute()
  await trx
    .updateTable('return_items')
    .set({ amended: true })
    .where('case_id', '=', caseId)
    .where('order_item_id', '=', sql<string>`any(${amended}::uuid[])`)
    .execute()
}

/** Stores what is deducted of advantages, so that no later case deducts it again. */
export async function storeAdvantages(
  trx: Transaction<Database>,
  caseId: string,
  advantages: readonly Advantage[],
): Promise<void> {
  const stored = JSON.stringify(advantages)
  await trx.updateTable('return_cases').set({ advantages: stored }).where('id', '=', caseId).execute()
}

export async function storeWaived(trx: Transaction<Database>, caseId: string, waived: boolean): Promise<void> {
  await trx.updateTable('return_cases').set({ advantages_waived: waived }).where('id', '=', caseId).execute()
}

/**
 * Stores that the money of a case is on its way, and how much of it the order's page had given back. `refundId`: null
 * where it was transferred.
 */
export async function storeSettlement(
  trx: Transaction<Database>,
  caseId: string,
  settled: {
    at: Date
    amountGrosze: Grosze
    /** What money without the case has paid of its items; `besideGrosze`: with the delivery. */
    paidItems: readonly { itemId: string; grosze: Grosze }[]
    besideGrosze: Grosze
    refundId: string | null
    /** Pieces that came back without money of their own. */
    lines: readonly AllocatedLine[]
  },
): Promise<void> {
  await trx
    .updateTable('return_cases')
    .set({
      settled_at: settled.at,
      settled_grosze: settled.amountGrosze,
      beside_grosze: settled.besideGrosze,
      refund_id: settled.refundId,
      lines: settled.lines.length > 0 ? JSON.stringify(settled.lines) : null,
    })
    .where('id', '=', caseId)
    .execute()
  for (const { itemId, grosze } of settled.paidItems) {
    await trx
      .updateTable('return_items')
      .set({ beside_grosze: grosze })
      .where('case_id', '=', caseId)
      .where('order_item_id', '=', itemId)
      .execute()
  }
}

export async function storeAnswer(
  trx: Transaction<Database>,
  caseId: string,
  { at, decision, answer }: { at: Date; decision: Decision; answer: string },
): Promise<void> {
  await trx.updateTable('return_cases').set({ answered_at: at, decision, answer }).where('id', '=', caseId).execute()
}

export async function storeAccountNumber(trx: Transaction<Database>, caseId: string, iban: string): Promise<void> {
  await trx.updateTable('return_cases').set({ account_number: iban }).where('id', '=', caseId).execute()
}
