import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { MovedRow } from './moved-row.ts'

/**
 * Stores where the pictures of these products are and where their pages were. Known ones stay: pictures are fetched
 * once, and an address leads to the product that was moved first, as long as that one is sold.
 */
export async function insertMoved(
  trx: Transaction<Database>,
  rows: readonly MovedRow[],
  ids: ReadonlyMap<number, string>,
): Promise<void> {
  const moved = rows.flatMap((row) => {
    const product_id = ids.get(row.line)
    return product_id === undefined ? [] : [{ ...row, product_id }]
  })
  const paths = moved.flatMap(({ product_id, addresses }) => addresses.map((path) => ({ path, product_id })))
  if (paths.length > 0) {
    const named = paths.map(({ path }) => path)
    await trx
      .deleteFrom('moved_addresses')
      .where('path', 'in', named)
      .where('product_id', 'in', (of) => of.selectFrom('products').select('id').where('active', '=', false))
      .execute()
    await trx
      .insertInto('moved_addresses')
      .values(paths)
      .onConflict((on) => on.doNothing())
      .execute()
  }
  const pictures = moved.flatMap(({ product_id, pictures }) =>
    pictures.map((url, index) => ({ product_id, url, position: index + 1 })),
  )
  if (pictures.length === 0) return
  await trx
    .insertInto('picture_sources')
    .values(pictures)
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Pictures of a product that are not among its own yet, in their order. */
export function listOpenPictures(db: Kysely<Database>, productId: string) {
  return db
    .selectFrom('picture_sources')
    .selectAll()
    .where('product_id', '=', productId)
    .where('state', '<>', 'done')
    .orderBy('position')
    .execute()
}

type Source = { product_id: string; position: number }
type Outcome = { state: 'fetched'; image_key: string } | { state: 'failed'; failure: string }

export async function writeOutcome(db: Kysely<Database>, source: Source, outcome: Outcome, now: Date): Promise<void> {
  await db
    .updateTable('picture_sources')
    .set({ ...outcome, tried_at: now })
    .where('product_id', '=', source.product_id)
    .where('position', '=', source.position)
    .execute()
}

/** The fetched pictures of a product are its own from now on. */
export async function endFetched(trx: Transaction<Database>, productId: string): Promise<void> {
  await trx
    .updateTable('picture_sources')
    .set({ state: 'done' })
    .where('product_id', '=', productId)
    .where('state', '=', 'fetched')
    .execute()
}

/** Lets failed pictures wait again. Returns the active products whose pictures are not all their own yet. */
export async function waitAgain(trx: Transaction<Database>): Promise<string[]> {
  await trx
    .updateTable('picture_sources')
    .set({ state: 'waiting', failure: null })
    .where('state', '=', 'failed')
    .execute()
  const rows = await trx
    .selectFrom('picture_sources as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .select('s.product_id')
    .distinct()
    .where('s.state', '<>', 'done')
    .where('p.active', '=', true)
    .execute()
  return rows.map(({ product_id }) => product_id)
}
