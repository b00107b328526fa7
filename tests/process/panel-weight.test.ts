import { randomUUID } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { cookieOf, PASSWORD } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'
import { storeCheckout } from '#tests/support/stored-checkout.ts'

const test = base.extend('demo', { scope: 'file' }, false)

const CHECKOUTS = 20
/** Bytes of the page for who has ordered three perfumes twenty times, as it is and as it is sent. */
const MOST = { whole: 110_000, sent: 11_000 }

test('the panel of a regular buyer stays light', async ({ shop, database: { db } }) => {
  const email = 'stala@example.test'
  const headers = { 'Content-Type': 'application/json', Origin: shop.url }
  const body = JSON.stringify({ email, password: PASSWORD })
  const signedUp = await fetch(`${shop.url}/api/auth/sign-up/email`, { method: 'POST', headers, body })
  const { id: user_id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  for (let number = 0; number < CHECKOUTS; number += 1) {
    const orders = Array.from({ length: 3 }, () => ({
      id: randomUUID(),
      items: [{ name: `Perfumy orientalne ${number}`, brand: 'Dom Zapachów', quantity: 2, priceGrosze: 12_900 }],
      shippingGrosze: 1_699,
    }))
    const id = await storeCheckout(db, orders)
    await db.updateTable('checkouts').set({ user_id }).where('id', '=', id).execute()
    await db.updateTable('orders').set({ user_id, email }).where('checkout_id', '=', id).execute()
  }
  const cookie = { Cookie: cookieOf(signedUp), 'Accept-Encoding': 'br' }
  const page = await ask(shop.url, '/panel-klienta', { headers: cookie })
  const whole = brotliDecompressSync(page.body)
  expect(whole.toString().match(/Szczegóły zamówienia/g)).toHaveLength(30)
  expect(whole.length).toBeLessThan(MOST.whole)
  expect(page.body.length).toBeLessThan(MOST.sent)
})
