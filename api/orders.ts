import type { SignedInUser } from '#domain/accounts/account.ts'
import { MAX_ITEMS } from '#domain/cart/cart.ts'
import {
  orderBodySchema,
  orderReceiptSchema,
  toReceipt,
  toRequestedDiscount,
  toRequestedItems,
} from '#domain/checkout/checkout.ts'
import { parseRecipient } from '#domain/checkout/checkout-form.ts'
import { checkCode } from '#domain/codes/check-code.server.ts'
import { checkedCodeSchema, codeTextSchema } from '#domain/codes/code.ts'
import { holdOrder } from '#domain/flows/ordering/hold-order.server.ts'
import { placeOrder } from '#domain/flows/ordering/place-order.server.ts'
import { normalizeEmail } from '#domain/kernel/mail.ts'
import { parseShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { emailSchema } from '#domain/kernel/wire/wire-fields.ts'
import type { Services } from '#domain/services.ts'
import { buyerCall, publicCall } from './call.ts'
import { z } from './http.ts'
import { findPreparedIds } from './prepared-orders.ts'

/** Refusals of every call that places an order, besides those of its code. */
export const NEW_ORDER_REFUSALS = [
  'invalid_items',
  'shipping_method_not_offered',
  'price_changed',
  'cod_limit_exceeded',
  'cod_not_for_you',
  'locker_closed',
  'idempotency_conflict',
  'locker_unavailable',
  'shipping_costs_missing',
] as const

/** Refusals of a discount code, which only a new order can carry. */
export const NEW_CODE_REFUSALS = [
  'code_unknown',
  'code_not_yet',
  'code_expired',
  'code_not_for_you',
  'code_needs_more',
] as const

export const orderCalls = [
  publicCall.post(
    '/discount-code',
    {
      summary: 'What a discount code takes off',
      description:
        'A code for another address than that of the session, or else than `email`, is refused. Whether the products ' +
        'cost enough, and whether the buyer has used it, is decided with the order.',
      body: z.strictObject({
        code: codeTextSchema,
        product_ids: z.array(z.string().max(100)).max(MAX_ITEMS),
        email: emailSchema.optional().meta({ description: 'Typed without a session' }),
      }),
      answers: ['The code', checkedCodeSchema],
      refuses: [
        'code_unknown',
        'code_not_yet',
        'code_expired',
        'code_used_up',
        'code_not_for_you',
        'too_many_attempts',
      ],
    },
    async ({ services, body: { code, product_ids: productIds, email: typed }, clientAddress }, c) => {
      const buyer = await services.accounts.findBuyer(c.req.raw.headers)
      const email = buyer?.user.email ?? typed ?? null
      return checkCode(services, { code, productIds, buyerId: buyer?.user.id ?? null, email, clientAddress })
    },
  ),
  buyerCall.post(
    '/create-cash-on-delivery-order',
    {
      summary: 'Places orders paid on delivery: one order per product, all or none',
      description:
        'Prices and shippingCost are what the buyer saw; if they differ from the present ones, the answer is ' +
        '`price_changed`. The orders belong to the signed-in user and carry the e-mail of the account.',
      key: true,
      body: orderBodySchema,
      answers: ['Ordered. A repeat under the same Idempotency-Key returns the same answer.', orderReceiptSchema],
      refuses: [
        'invalid_recipient',
        'other_account',
        'product_unavailable',
        'out_of_stock',
        'order_limit_reached',
        'order_held',
        'sale_stopped',
        ...NEW_ORDER_REFUSALS,
        'too_many_attempts',
        ...NEW_CODE_REFUSALS,
        'code_used_up',
        'code_used_already',
        'own_order_in_the_way',
      ],
    },
    async ({ services, user, key, body, clientAddress }, c) => {
      if (services.isDatabaseFull()) return fail({ reason: 'database_unavailable' })
      const { customerData } = body
      if (isSomeoneElse(customerData.email, user)) return fail({ reason: 'other_account', email: user.email })
      const { payment, delivery } = parseShippingMethod(customerData.shippingMethod)
      // Whatever else buyers are offered, this call takes cash on delivery.
      if (payment !== 'cash_on_delivery') return fail({ reason: 'shipping_method_not_offered' })
      const recipient = parseRecipient(customerData, customerData.shippingMethod)
      if (!recipient.ok) return recipient

      const request = {
        idempotencyKey: key,
        items: toRequestedItems(body),
        shownShippingGrosze: body.shippingCost,
        ...toRequestedDiscount(body),
        delivery,
        recipient: recipient.value,
        clientAddress,
        preparedOrderIds: findPreparedIds(c),
      }
      const placed = await placeOrder(services, user, { ...request, payment, provider: null })
      if (placed.ok) return ok(toReceipt(placed.value, services.orderLinks))
      const { failure } = placed
      if (failure.reason === 'confirmation_needed') return explainHeld(services, user, { ...request, payment })
      return fail({ ...failure, phone: services.profile.sellerPhone })
    },
  ),
]

/** Stores an order until its buyer confirms it, and refuses the call with `order_held`. */
export async function explainHeld(services: Services, user: SignedInUser, request: Parameters<typeof holdOrder>[2]) {
  const held = await holdOrder(services, user, request)
  if (held.ok) return fail({ reason: 'order_held' as const, ...held.value })
  return fail({ ...held.failure, phone: services.profile.sellerPhone })
}

/** Whether the checkout was filled in under another account, for example before signing in again in a second tab. */
export function isSomeoneElse(email: string | null | undefined, user: SignedInUser): boolean {
  return email !== undefined && email !== null && normalizeEmail(email) !== user.email
}
