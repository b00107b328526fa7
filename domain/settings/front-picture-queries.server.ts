import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { rowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import type { FrontPictures } from './front-pictures.ts'

/** Every place with its version. */
export function listFrontPictures(db: Kysely<Database>) {
  return db
    .selectFrom('front_pictures')
    .select(['place', 'image_key', 'alt', rowVersion('updated_at').as('version')])
    .orderBy('place')
    .execute()
}
export type StoredFrontPicture = Awaited<ReturnType<typeof listFrontPictures>>[number]

/** The pictures that are shown, with what changes when any place changes. */
export async function readFrontPictures(db: Kysely<Database>): Promise<{ pictures: FrontPictures; version: string }> {
  const places = await listFrontPictures(db)
  const shown = places.flatMap(({ place, image_key, alt }) => (image_key === null ? [] : [[place, { image_key, alt }]]))
  return { pictures: Object.fromEntries(shown), version: places.map(({ version }) => version).join() }
}
