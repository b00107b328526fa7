import { MAX_ITEMS } from '#domain/cart/cart.ts'
import { checkCode } from '#domain/codes/check-code.server.ts'
import { checkedCodeSchema, codeTextSchema } from '#domain/codes/code.ts'
import { publicCall } from './call.ts'
import { z } from './http.ts'

export const codeCalls = [
  publicCall.post(
    '/discount-code',
    {
      summary: 'What a discount code takes off',
      description: 'Whether it is for this buyer, and whether the products cost enough, is decided with the order.',
      body: z.strictObject({ code: codeTextSchema, product_ids: z.array(z.string().max(100)).max(MAX_ITEMS) }),
      answers: ['The code', checkedCodeSchema],
      refuses: ['code_unknown', 'code_not_yet', 'code_expired', 'code_used_up', 'too_many_attempts'],
    },
    ({ services, body: { code, product_ids: productIds }, clientAddress }) =>
      checkCode(services, { code, productIds, clientAddress }),
  ),
]
