import { type Insertable, type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { isRowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import type { LabelFileKind } from './label-file.ts'
import type { ProducerInput } from './producer.ts'

/** Blocks other writers of producers until the transaction ends, so that the list that was read stays valid. */
export async function lockProducers(trx: Kysely<Database>): Promise<void> {
  await sql`lock table producers in share row exclusive mode`.execute(trx)
}

/** Returns the id. */
export async function insertProducer(trx: Kysely<Database>, producer: ProducerInput): Promise<string> {
  const { id } = await trx.insertInto('producers').values(producer).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A producer that the owner has changed is no longer the demo's. False when it has changed since it was seen. */
export async function updateProducerRow(
  trx: Kysely<Database>,
  id: string,
  { producer, version }: { producer: ProducerInput; version: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('producers')
    .set({ ...producer, is_demo: false })
    .where('id', '=', id)
    .where(isRowVersion('updated_at', version))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteProducerRow(trx: Kysely<Database>, id: string): Promise<void> {
  await trx.deleteFrom('producers').where('id', '=', id).execute()
}

/** Stores a file in the place of the earlier one. */
export async function putLabelFile(trx: Kysely<Database>, file: Insertable<Database['label_files']>): Promise<void> {
  await trx
    .insertInto('label_files')
    .values(file)
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ ...file, uploaded_at: sql`now()` }))
    .execute()
}

export async function deleteLabelFile(trx: Kysely<Database>, kind: LabelFileKind): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('label_files').where('kind', '=', kind).executeTakeFirst()
  return numDeletedRows > 0n
}
