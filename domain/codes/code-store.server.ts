import { type Insertable, sql, type Transaction, type Updateable } from 'kysely'
import type { Database } from '#domain/database.ts'
import { isRowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import { findCode, type StoredCode, selectCodes } from './code-queries.server.ts'

const isLimited = ({ most_uses, once_per_person }: StoredCode) => most_uses !== null || once_per_person

/**
 * Locks a code until the transaction ends, so that it does not change, and the last use of a limited code goes to one
 * order. A caller that also locks products locks them first. Undefined when there is no such code.
 */
export async function lockCode(trx: Transaction<Database>, code: string): Promise<StoredCode | undefined> {
  const known = await findCode(trx, code)
  if (!known) return undefined
  const row = selectCodes(trx).where('code', '=', code)
  const locked = await (isLimited(known) ? row.forNoKeyUpdate() : row.forShare()).executeTakeFirst()
  // The code got its limit after it was read.
  return locked && isLimited(locked) && !isLimited(known) ? row.forNoKeyUpdate().executeTakeFirst() : locked
}

/**
 * Whether a code is of use only to somebody who reads mails to its address: anybody can type an address. A code for
 * samples was mailed there and cannot be guessed, so who has it has read that mail.
 */
export const needsProvenAddress = ({ email, sample_checkout_id }: StoredCode): boolean =>
  email !== null && sample_checkout_id === null

/** Locks a code for a change of it. `is_seen`: whether it has the version that was seen. */
export function lockCodeToChange(trx: Transaction<Database>, { id, version }: { id: string; version: string }) {
  return trx
    .selectFrom('codes')
    .selectAll()
    .select(isRowVersion('updated_at', version).as('is_seen'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Whether an order, also a cancelled one, has the code. */
export async function isUsed(trx: Transaction<Database>, code: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from orders where discount_code = ${code}) as used`.execute(trx)
  return rows[0]?.used ?? false
}

/** Undefined: another code has this text, or is for the same samples. */
export async function insertCode(
  trx: Transaction<Database>,
  row: Insertable<Database['codes']>,
): Promise<string | undefined> {
  const inserted = await trx
    .insertInto('codes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export async function updateCodeRow(
  trx: Transaction<Database>,
  id: string,
  changes: Updateable<Database['codes']>,
): Promise<void> {
  await trx.updateTable('codes').set(changes).where('id', '=', id).execute()
}

export async function deleteCodeRow(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom('codes').where('id', '=', id).execute()
}

/** Ends the code that was given for samples of an order's checkout, unless an order uses it. */
export async function endSampleCode(trx: Transaction<Database>, orderId: string): Promise<void> {
  await sql`
    update codes set active = false from orders
    where orders.id = ${orderId} and codes.sample_checkout_id = orders.checkout_id and codes.active
      and not exists (select from orders as users where users.discount_code = codes.code and users.status <> 'cancelled')`.execute(
    trx,
  )
}
