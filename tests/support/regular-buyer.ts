import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { toCookie } from './cookie.ts'
import { storeCheckout } from './stored-checkout.ts'

const CHECKOUTS = 20

/** A customer of the shop at `url` who has ordered three perfumes twenty times. Returns the cookie of the session. */
export async function signUpRegularBuyer(url: string, db: Kysely<Database>): Promise<string> {
  const email = `${randomUUID()}@example.test`
  const headers = { 'Content-Type': 'application/json', Origin: url }
  const body = JSON.stringify({ email, password: 'tajne-haslo' })
  const signedUp = await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', headers, body })
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
    const receiver = { receiver_name: 'Łucja Ćwik', receiver_phone: '+48 600 100 200', receiver_email: email }
    const shipments = orders.map((order, index) => ({ order_id: order.id, heads_parcel: index === 0, ...receiver }))
    await db.insertInto('shipments').values(shipments).execute()
  }
  return toCookie(signedUp.headers.getSetCookie())
}
