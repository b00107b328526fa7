import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { rowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'

const COLUMNS = ['id', 'slug', 'title', 'published', 'published_at', 'updated_at'] as const

/** All guides, newest first. */
export function listGuideRows(db: Kysely<Database>) {
  return db
    .selectFrom('guides')
    .select(COLUMNS)
    .select(rowVersion('updated_at').as('version'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** A whole guide, draft or not; undefined where there is none. */
export function findGuideRow(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('guides')
    .select([...COLUMNS, 'description', 'blocks'])
    .select(rowVersion('updated_at').as('version'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/** What everybody may read, newest first, each with its first picture. */
export function listPublishedGuides(db: Kysely<Database>) {
  return db
    .selectFrom('guides')
    .select(['slug', 'title', 'description', 'updated_at'])
    .select(
      sql<string | null>`jsonb_path_query_first(blocks, '$[*] ? (@.kind == "picture")') ->> 'image_key'`.as(
        'image_key',
      ),
    )
    .where('published', '=', true)
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .execute()
}

/** A guide that everybody may read; undefined where there is none. */
export function findPublishedGuide(db: Kysely<Database>, slug: string) {
  return db
    .selectFrom('guides')
    .select(['slug', 'title', 'description', 'blocks', 'published_at', 'updated_at'])
    .where('slug', '=', slug)
    .where('published', '=', true)
    .executeTakeFirst()
}
