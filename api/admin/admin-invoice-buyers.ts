import { adminCall, answerFound, doneSchema } from '#api/call.ts'
import { mendBuyer } from '#domain/flows/orders/mend-buyer.server.ts'
import { fail } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { findCheckoutOf } from '#domain/orders/changes/parcel-state-queries.server.ts'
import { buyerStateSchema, invoiceBuyerChangeSchema } from '#domain/papers/buyers/invoice-buyer.ts'
import { readBuyer } from '#domain/papers/buyers/read-buyer.server.ts'
import type { Services } from '#domain/services.ts'

const findCheckout = async ({ db }: Services, id: string) => (isUuid(id) ? await findCheckoutOf(db, id) : undefined)

export const adminInvoiceBuyerCalls = [
  adminCall.get(
    '/orders/{id}/buyer',
    {
      summary: 'Whom the invoice of an order is for, and what may be mended of it',
      answers: ['The buyer, and the version to send back', buyerStateSchema],
      refuses: ['order_not_found'],
    },
    async ({ services, params: { id } }) => {
      const found = await findCheckout(services, id)
      return answerFound(found ? await readBuyer(services.db, found.checkout_id, 'admin') : null, 'order_not_found')
    },
  ),
  adminCall.post(
    '/orders/{id}/buyer',
    {
      summary: 'Mends the buyer of an invoice, before it is issued or by the papers that this needs',
      description:
        'After the invoice, `correct` issues a correction with the buyer before and after, and `other_nip` a correction ' +
        'to zero and another invoice. Both wait until the invoice has its number of KSeF.',
      body: invoiceBuyerChangeSchema,
      answers: ['Mended', doneSchema],
      refuses: ['order_not_found', 'changed_meanwhile', 'buyer_not_mendable', 'invalid_buyer', 'busy'],
    },
    async ({ services, user, params: { id }, body: change }) => {
      const found = await findCheckout(services, id)
      if (!found) return fail({ reason: 'order_not_found' })
      const by = { actor: 'admin', actorId: user.id } as const
      return mendBuyer(services, { checkoutId: found.checkout_id, by, change })
    },
  ),
]
