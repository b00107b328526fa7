import { expectTypeOf, test } from 'vitest'
import type { OrderForHolder } from '#domain/orders/order-links/order-for-holder.server.ts'
import type { OrderView } from '#domain/orders/order-view.server.ts'

/** Who bought, who receives, where somebody lives. The town and the locker are shown. */
type Personal = keyof Pick<
  OrderView,
  | 'user_id'
  | 'email'
  | 'anonymised_at'
  | 'first_name'
  | 'last_name'
  | 'phone'
  | 'receiver_email'
  | 'street'
  | 'house_number'
  | 'postal_code'
  | 'company'
  | 'name'
  | 'shown_phone'
  | 'company_line'
  | 'destination'
>

test('the holder of the link of an order is shown nothing about its buyer', () => {
  expectTypeOf<Extract<keyof OrderForHolder, Personal>>().toBeNever()
  expectTypeOf<Extract<keyof OrderForHolder['items'][number], 'product_id'>>().toBeNever()
})
