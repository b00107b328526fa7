import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { DemoReview } from './demo-data.ts'

/** Reviews and the people who wrote them: one user per first name, without any way to sign in (no identity row). */
export async function seedReviews(
  trx: Transaction<Database>,
  reviews: DemoReview[],
  productIds: Map<string, string>,
  daysBefore: (days: number) => Date,
): Promise<void> {
  const names = [...new Set(reviews.map((review) => review.first_name))]
  const users = await trx
    .insertInto('users')
    .values(names.map((name) => ({ name, first_name: name, email: demoEmail(name) })))
    .returning(['id', 'first_name'])
    .execute()
  const userIds = new Map(users.map((user) => [user.first_name, user.id]))
  const rows = reviews.map((review, index) => {
    const [productId, userId] = [productIds.get(review.product), userIds.get(review.first_name)]
    if (!productId || !userId) throw new Error(`db/demo/reviews.json names the unknown product ${review.product}`)
    const written = daysBefore(review.created_days_ago)
    return {
      product_id: productId,
      user_id: userId,
      rating: review.rating,
      comment: review.comment,
      approved: review.approved,
      // Invented like the rest, so that the filter of the demo finds something.
      confirmed: index % 3 > 0,
      created_at: written,
      updated_at: written,
    }
  })
  await trx.insertInto('reviews').values(rows).execute()
}

/**
 * `.invalid` belongs to nobody, so no mail can ever reach a stranger. Two names that look alike would be refused by the
 * database.
 */
function demoEmail(firstName: string): string {
  const plain = firstName
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFKD')
    .replace(/[^a-z]/g, '')
  return `${plain}@demo.invalid`
}
