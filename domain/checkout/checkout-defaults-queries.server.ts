import type { Kysely } from 'kysely'
import type { CheckoutDefaults } from '#domain/accounts/account.ts'
import type { Database } from '#domain/database.ts'
import { OFFERED, toShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { parseStoredLocker } from '#domain/orders/delivery-place.ts'

/** How many of the newest orders are searched for an address or a locker. */
const NEWEST_ORDERS = 100

/**
 * Initial values of the form for this user: from the newest order, the newest one by courier and the newest one to a
 * locker.
 */
export async function findCheckoutDefaults(db: Kysely<Database>, userId: string): Promise<CheckoutDefaults | null> {
  const own = db.selectFrom('orders').selectAll().where('user_id', '=', userId).orderBy('created_at', 'desc')
  const newest = () => db.selectFrom(own.limit(NEWEST_ORDERS).as('own')).orderBy('created_at', 'desc').limit(1)
  const row = await db
    .selectFrom('users')
    .leftJoinLateral(newest().select(['first_name', 'last_name', 'phone', 'shipping_method']).as('last'), (join) =>
      join.onTrue(),
    )
    .leftJoinLateral(
      newest()
        .select(['street', 'house_number', 'city', 'postal_code'])
        .where('delivery', '=', 'courier')
        .as('courier'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      newest()
        .select(['parcel_locker_id', 'parcel_locker_name', 'parcel_locker_address'])
        .where('delivery', '=', 'locker')
        .as('locker'),
      (join) => join.onTrue(),
    )
    .where('users.id', '=', userId)
    .select([
      'users.first_name as account_first_name',
      'users.last_name as account_last_name',
      'last.first_name',
      'last.last_name',
      'last.phone',
      'last.shipping_method',
      'courier.street',
      'courier.house_number',
      'courier.city',
      'courier.postal_code',
      'locker.parcel_locker_id',
      'locker.parcel_locker_name',
      'locker.parcel_locker_address',
    ])
    .executeTakeFirst()
  if (!row) return null
  const firstName = row.first_name ?? row.account_first_name ?? ''
  const lastName = row.last_name ?? row.account_last_name ?? ''
  if (row.phone === null && firstName === '' && lastName === '') return null
  const { street, house_number: houseNumber, city, postal_code: postalCode } = row
  const address =
    street !== null && houseNumber !== null && city !== null && postalCode !== null
      ? { street, houseNumber, city, postalCode }
      : null
  const { shipping_method: method } = row
  const shippingMethod = OFFERED.map(toShippingMethod).find((offered) => offered === method) ?? null
  return { firstName, lastName, phone: row.phone ?? '', shippingMethod, address, locker: parseStoredLocker(row) }
}
