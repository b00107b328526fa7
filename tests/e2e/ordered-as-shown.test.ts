import type { Page } from 'playwright-core'
import { expect, testOnSharedShop as test } from '#tests/support/fixtures.ts'
import { cartWith, confirmation } from './checkout.ts'
import { chooseCourier, orderButton, seesToast, signInQuietly } from './storefront.ts'

const CART = 'cart_items'

/** The cart as another tab has just left it, in the moment before this one hears of it. */
async function leaveFromAnotherTab(page: Page, quantity: number): Promise<void> {
  await page.evaluate(
    ([key, pieces]) => {
      const items: object[] = JSON.parse(window.localStorage.getItem(key) ?? '[]')
      window.localStorage.setItem(
        key,
        JSON.stringify(pieces === 0 ? [] : items.map((item) => ({ ...item, quantity: pieces }))),
      )
    },
    [CART, quantity] as const,
  )
}

test('order: contains the cart on the screen, not what another tab has made of it since', async ({
  visitor: { page, context },
  database,
}) => {
  const email = 'dwie-karty@example.test'
  await signInQuietly(context, email)
  const cart = await cartWith(page, 'Qahwat Badiya')
  await chooseCourier(cart)
  await leaveFromAnotherTab(page, 7)
  await orderButton(cart).click()
  await confirmation(page).waitFor()
  const { db } = database
  const ordered = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['product_name', 'quantity'])
    .where('email', '=', email)
    .execute()
  expect(ordered).toEqual([{ product_name: 'Qahwat Badiya', quantity: 1 }])
})

test('order: refuses a cart that another tab has just ordered and emptied', async ({
  visitor: { page, context },
  database,
}) => {
  const email = 'dwie-karty-2@example.test'
  await signInQuietly(context, email)
  const cart = await cartWith(page, 'Qahwat Badiya')
  await chooseCourier(cart)
  await leaveFromAnotherTab(page, 0)
  await orderButton(cart).click()
  await seesToast(page, 'Pusty koszyk')
  expect(await database.db.selectFrom('orders').select('id').where('email', '=', email).execute()).toEqual([])
})
