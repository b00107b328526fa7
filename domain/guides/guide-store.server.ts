import { sql, type Transaction } from 'kysely'
import { numberSlug, toSlug } from '#domain/catalog/slug.ts'
import type { Database } from '#domain/database.ts'
import { isRowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import { holdPicture } from '#domain/pictures/picture-queries.server.ts'
import { type GuideChange, listGuidePictures, MOST_GUIDES } from './guide.ts'

/** One change at a time, so that limit and slugs hold. Reading goes on. */
export async function lockGuides(trx: Transaction<Database>): Promise<void> {
  await sql`lock table guides in share row exclusive mode`.execute(trx)
}

/** What a change has to know of a guide. `is_seen`: whether it has the version that was seen. */
export function findGuideToChange(trx: Transaction<Database>, { id, version }: { id: string; version: string }) {
  return trx
    .selectFrom('guides')
    .select(['slug', 'title', 'published_at'])
    .select(isRowVersion('updated_at', version).as('is_seen'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** A slug that no other guide has. The caller holds the lock of the guides, so that no second one takes it. */
async function chooseGuideSlug(trx: Transaction<Database>, title: string, ownId: string | null): Promise<string> {
  const others = await trx.selectFrom('guides').select('slug').where('id', 'is distinct from', ownId).execute()
  return numberSlug(toSlug(title) || 'wpis', (slug) => others.some((other) => other.slug === slug))
}

/** The id of a new draft; null at the limit of guides. */
export async function insertGuide(trx: Transaction<Database>, title: string): Promise<string | null> {
  const { count } = await trx
    .selectFrom('guides')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST_GUIDES) return null
  const slug = await chooseGuideSlug(trx, title, null)
  const { id } = await trx.insertInto('guides').values({ slug, title }).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Stores a guide. One that was never published gets the slug of its title. */
export async function updateGuideRow(
  trx: Transaction<Database>,
  { id, published_at }: { id: string; published_at: Date | null },
  { title, description, blocks, published }: GuideChange,
): Promise<void> {
  await trx
    .updateTable('guides')
    .set({
      title,
      description,
      blocks: JSON.stringify(blocks),
      published,
      ...(published_at === null && { slug: await chooseGuideSlug(trx, title, id) }),
      ...(published && { published_at: sql<Date>`coalesce(published_at, now())` }),
    })
    .where('id', '=', id)
    .execute()
}

/** Keeps the pictures of a guide, and gives up those that it no longer shows. False when one is gone from the shop. */
export async function writeGuidePictures(
  trx: Transaction<Database>,
  id: string,
  blocks: GuideChange['blocks'],
): Promise<boolean> {
  const keys = listGuidePictures(blocks)
  for (const key of keys) if (!(await holdPicture(trx, key))) return false
  await trx
    .deleteFrom('guide_pictures')
    .where('guide_id', '=', id)
    .where('image_key', 'not in', [...keys, ''])
    .execute()
  if (keys.length > 0)
    await trx
      .insertInto('guide_pictures')
      .values(keys.map((image_key) => ({ guide_id: id, image_key })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return true
}

export async function deleteGuideRow(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom('guides').where('id', '=', id).execute()
}
