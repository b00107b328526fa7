import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { MOVED_PICTURES } from './moving-in.ts'

/** The newest run that fetches pictures, and how many pictures are not their products' own yet. */
export async function readMovedPictures(db: Kysely<Database>) {
  const { open } = await db
    .selectFrom('picture_sources as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('s.state', '<>', 'done')
    .where('p.active', '=', true)
    .executeTakeFirstOrThrow()
  const run = await db
    .selectFrom('runs')
    .select(['id', 'status'])
    .where('kind', '=', MOVED_PICTURES)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { run_id: run?.id ?? null, running: run?.status === 'running', open: Number(open) }
}
export type MovedPictures = Awaited<ReturnType<typeof readMovedPictures>>
