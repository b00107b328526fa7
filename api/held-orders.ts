import { orderReceiptSchema, toReceipt } from '#domain/checkout/checkout.ts'
import { confirmHeldOrderSchema } from '#domain/checkout/held-order.ts'
import { confirmHeldOrder } from '#domain/flows/ordering/hold-order.server.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { setCookies } from './account/auth.ts'
import { publicCall } from './call.ts'
import { z } from './http.ts'
import { NEW_CODE_REFUSALS, NEW_ORDER_REFUSALS } from './orders.ts'
import { NOT_LED } from './payments.ts'

export const heldOrderCalls = [
  publicCall.post(
    '/confirm-order',
    {
      summary: 'Places a held order by the token of the mailed link',
      description:
        'Works without a session. Repeats place it once, at the prices that were shown, or at the present ones where ' +
        '`totalGrosze` is the new sum of an earlier price_changed. In a session of the account ' +
        'it also proves the address and ends earlier access.',
      body: confirmHeldOrderSchema,
      answers: [
        'Ordered',
        orderReceiptSchema.extend({
          email: z.string(),
          paymentUrl: z.url().nullable().meta({ description: 'The payment page; null: paid on delivery' }),
          sessionId: z.string().nullable().meta({ description: 'The payment at the provider; null: paid on delivery' }),
        }),
      ],
      refuses: [
        'held_order_unknown',
        'held_order_expired',
        'product_unavailable',
        'invalid_recipient',
        ...NEW_ORDER_REFUSALS,
        'amount_not_payable',
        ...NEW_CODE_REFUSALS,
        ...NOT_LED,
      ],
    },
    async ({ services, body, clientAddress }, c) => {
      if (services.isDatabaseFull()) return fail({ reason: 'database_unavailable' })
      const { token, totalGrosze } = body
      const { headers } = c.req.raw
      const confirmed = await confirmHeldOrder(services, { token, totalGrosze, headers, clientAddress })
      if (!confirmed.ok) {
        const { failure } = confirmed
        if (failure.reason === 'confirmation_needed') throw new Error('a confirmed order was held again')
        return fail({ ...failure, phone: services.profile.sellerPhone })
      }
      const { placed, started, email, cookies } = confirmed.value
      setCookies(c, cookies)
      const payment = { paymentUrl: started?.url ?? null, sessionId: started?.sessionId ?? null }
      return ok({ ...toReceipt(placed, services.orderLinks), email, ...payment })
    },
  ),
]
