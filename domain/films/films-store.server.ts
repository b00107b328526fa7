import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { type FilmInput, MOST_FILMS } from './film.ts'

/** The id of the new film; null at the limit of films. */
export async function insertFilm(trx: Transaction<Database>, film: FilmInput): Promise<string | null> {
  await sql`lock table landing_films in share row exclusive mode`.execute(trx)
  const { count } = await trx
    .selectFrom('landing_films')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST_FILMS) return null
  const { id } = await trx.insertInto('landing_films').values(film).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Stores the file of a film, which is shown from now on. False when the film is gone or has a file. */
export async function setFilmFile(db: Kysely<Database>, id: string, file: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('landing_films')
    .set({ file })
    .where('id', '=', id)
    .where('file', 'is', null)
    .where('link', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The removed film; undefined when there is none. */
export function deleteFilm(trx: Transaction<Database>, id: string): Promise<{ title: string } | undefined> {
  return trx.deleteFrom('landing_films').where('id', '=', id).returning('title').executeTakeFirst()
}
