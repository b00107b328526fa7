import { expectTypeOf, test } from 'vitest'
import type { OrderFact } from '#domain/kernel/order-words/order-fact.ts'
import type { FactName, ORDER_FACTS } from '#domain/orders/order-facts.ts'
import type { OrderForHolder } from '#domain/orders/order-links/order-for-holder.server.ts'
import type { OrderView } from '#domain/orders/order-view.server.ts'

/** Who bought, who receives, where somebody lives. The town and the locker are shown. */
type Personal =
  | FactName
  | keyof Pick<
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
      | 'name'
      | 'shown_phone'
      | 'destination'
    >

test('the holder of the link of an order is shown nothing about its buyer', () => {
  expectTypeOf<Extract<keyof OrderForHolder, Personal>>().toBeNever()
  expectTypeOf<Extract<keyof OrderForHolder['items'][number], 'product_id'>>().toBeNever()
})

test('what the holder of the link reads of a fact does not depend on what it says', () => {
  type Words = (typeof ORDER_FACTS)[FactName]['holder']
  expectTypeOf<Words>().toEqualTypeOf<OrderFact | null>()
})
