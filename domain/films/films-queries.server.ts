import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Film } from './film.ts'

const COLUMNS = ['id', 'title', 'image_key', 'file', 'link'] as const

/** All films in the order in which they were added, including those without a complete file. */
export function listFilms(db: Kysely<Database>): Promise<Film[]> {
  return db.selectFrom('landing_films').select(COLUMNS).orderBy('created_at').orderBy('id').execute()
}

/** The films that the landing page shows. */
export async function listShownFilms(db: Kysely<Database>): Promise<Film[]> {
  return (await listFilms(db)).filter(({ file, link }) => file !== null || link !== null)
}

/** Whether a film has this file. No other file is read from the storage. */
export async function isKnownFilm(db: Kysely<Database>, file: string): Promise<boolean> {
  const row = await db.selectFrom('landing_films').select('id').where('file', '=', file).executeTakeFirst()
  return row !== undefined
}

/** Whether a film waits for its file. */
export async function awaitsFile(db: Kysely<Database>, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('landing_films')
    .select('id')
    .where('id', '=', id)
    .where('file', 'is', null)
    .where('link', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
