import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Stores two checkouts of this customer: one with two orders, one with a single order, each with its shipment. */
export async function placeOrders(db: Kysely<Database>, email: string): Promise<void> {
  const { id: user_id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const { id: brand_id } = await db
    .insertInto('brands')
    .values({ name: 'Nadodrzańska', slug: 'nadodrzanska' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: product_id } = await db
    .insertInto('products')
    .values({
      name: 'Noc w Szczecinie',
      slug: 'noc-w-szczecinie',
      brand_id,
      price_grosze: 11990,
      notes_pyramid: null,
      volume_ml: 100,
      concentration: null,
      image_key: null,
      stock_quantity: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const size of [2, 1]) {
    const { id: checkout_id } = await db
      .insertInto('checkouts')
      .values({
        user_id,
        payment: 'cash_on_delivery',
        shipping_method: 'cash_on_delivery_locker',
        items_grosze: 11990 * size,
        shipping_grosze: 1699,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let n = 0; n < size; n++) await placeOrder(checkout_id)
  }

  async function placeOrder(checkout_id: string): Promise<void> {
    const { id: order_id } = await db
      .insertInto('orders')
      .values({
        checkout_id,
        user_id,
        email,
        status: 'pending',
        shipping_method: 'cash_on_delivery_locker',
        items_grosze: 11990,
        shipping_grosze: 850,
        first_name: 'Łucja',
        last_name: 'Brzęczyszczykiewicz-Konstantynopolitańska',
        phone: '+48 600 100 200',
        receiver_email: email,
        parcel_locker_id: 'DEMO-WAW-001',
        parcel_locker_name: 'Paczkomat DEMO-WAW-001',
        parcel_locker_address: 'ul. Marszałkowska 1, 00-001 Warszawa',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('order_items')
      .values({
        order_id,
        product_id,
        product_name: 'Noc w Szczecinie',
        brand_name: 'Nadodrzańska',
        unit_price_grosze: 11990,
        quantity: 1,
      })
      .execute()
    await db
      .insertInto('shipments')
      .values({
        order_id,
        receiver_name: 'Łucja Brzęczyszczykiewicz-Konstantynopolitańska',
        receiver_phone: '+48 600 100 200',
        receiver_email: email,
        parcel_locker_id: 'DEMO-WAW-001',
        parcel_locker_name: 'Paczkomat DEMO-WAW-001',
        tracking_number: null,
        label_url: null,
      })
      .execute()
  }
}
