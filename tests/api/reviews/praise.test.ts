import { listQuotes } from '#app/home/home-texts.server.ts'
import { listPraise } from '#domain/reviews/praise-queries.server.ts'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'

const HTTP = { shopUrl: 'http://localhost:3000', hasDemoGoods: true }
const HTTPS = { shopUrl: 'https://sklep.pl', hasDemoGoods: true }

type Written = { rating?: number; approved?: boolean; confirmed?: boolean; comment?: string | null }

/** Reviews of a product of the shop's own, each by another customer. */
async function write({ db, customer }: Api, productId: string, reviews: readonly Written[]): Promise<void> {
  for (const [index, { rating = 5, approved = true, confirmed = true, comment }] of reviews.entries()) {
    const { email } = await customer()
    const { id: user_id } = await db
      .updateTable('users')
      .set({ first_name: `Ala ${index}` })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = {
      product_id: productId,
      user_id,
      rating,
      approved,
      comment: comment === undefined ? `Świetny ${index}` : comment,
    }
    const { id } = await db.insertInto('reviews').values(row).returning('id').executeTakeFirstOrThrow()
    await db.updateTable('reviews').set({ confirmed }).where('id', '=', id).execute()
  }
}

test('landing page: quotes come from ten confirmed reviews with four or five stars; on https none is invented', async ({
  api,
}) => {
  const { db } = api
  // The demo's reviews are invented as well.
  expect(await listPraise(db)).toEqual([])
  expect(listQuotes(await listPraise(db), HTTP)).toHaveLength(30)
  expect(listQuotes(await listPraise(db), { ...HTTP, hasDemoGoods: false })).toEqual([])
  expect(listQuotes(await listPraise(db), HTTPS)).toEqual([])

  const own = await db.selectFrom('products').select('id').where('active', '=', true).executeTakeFirstOrThrow()
  await db.deleteFrom('demo_products').where('product_id', '=', own.id).execute()
  await db.deleteFrom('reviews').where('product_id', '=', own.id).execute()
  await write(api, own.id, [
    { rating: 3 },
    { approved: false },
    { confirmed: false },
    { comment: null },
    { comment: 'Długo o zapachu. '.repeat(20) },
    ...Array.from({ length: 8 }, () => ({})),
    { rating: 4, comment: ' Pachnie\njak  las. ' },
  ])
  expect(listQuotes(await listPraise(db), HTTPS)).toEqual([])
  await write(api, own.id, [{ comment: 'Dziesiąta.' }])
  const quotes = listQuotes(await listPraise(db), HTTPS)
  expect(quotes).toHaveLength(10)
  expect(quotes).toContainEqual({ text: 'Pachnie jak las.', author: 'Ala' })
  expect(listQuotes(await listPraise(db), HTTP)).toEqual(quotes)
})
