import type { Kysely } from 'kysely'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import type { Database } from '#domain/database.ts'
import { hasAccount } from '#domain/terms/terms-queries.server.ts'

/** The address of a review's author; null where it is no account's, as that of the demo's authors. */
export async function findAuthorAddress(db: Kysely<Database>, reviewId: string): Promise<string | null> {
  const author = await db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .select('users.email')
    .where('reviews.id', '=', reviewId)
    .where(hasAccount)
    .executeTakeFirst()
  return author?.email ?? null
}

/** An answered review, for the mail to its author. Rejects when it is gone. */
export async function findMailedAnswer(db: Kysely<Database>, reviewId: string) {
  const { name, kind, volume_ml, ...review } = await db
    .selectFrom('reviews as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .select(['r.comment', 'r.rating', 'r.created_at', 'p.name', 'p.kind', 'p.volume_ml', 'p.slug'])
    .select(({ ref }) => ref('r.answer').$notNull().as('answer'))
    .where('r.id', '=', reviewId)
    .where('r.answer', 'is not', null)
    .executeTakeFirstOrThrow()
  return { ...review, product: nameSized({ name, kind, volume_ml }) }
}
