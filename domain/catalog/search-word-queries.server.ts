import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Words of one search that are looked for; more would only narrow what is already nothing. */
const SEARCH_WORDS_MAX = 10

/** Words that fold here exactly as by search_fold of the database: of ASCII and Polish letters. */
const PLAIN_WORD = /^[\x21-\x7eąćęłńóśźż]+$/i

/** The words of a search as names are searched: without case, accents and signs that fold to nothing. */
export async function foldWords(db: Kysely<Database>, search: string): Promise<string[]> {
  const words = search.split(' ').filter(Boolean).slice(0, SEARCH_WORDS_MAX)
  if (words.every((word) => PLAIN_WORD.test(word))) return words.map(foldPlainWord)
  const { rows } = await sql<{ word: string }>`
    select search_fold(word) as word from unnest(${words}::text[]) with ordinality as typed (word, place) order by place`.execute(
    db,
  )
  // Signs that fold to nothing stand in every name.
  return rows.map(({ word }) => word).filter(Boolean)
}

function foldPlainWord(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ł', 'l')
}
