import { mendBuyer } from '#domain/flows/orders/mend-buyer.server.ts'
import { limitAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { findBuyerOf, findCheckoutOf } from '#domain/orders/changes/parcel-state-queries.server.ts'
import {
  buyerStateSchema,
  type InvoiceBuyerChange,
  invoiceBuyerChangeSchema,
} from '#domain/papers/buyers/invoice-buyer.ts'
import { readBuyer } from '#domain/papers/buyers/read-buyer.server.ts'
import { linkedPersonSchema } from '#domain/papers/invoices/invoice-list.ts'
import type { Services } from '#domain/services.ts'
import { answerFound, customerCall, doneSchema, publicCall } from './call.ts'
import { openOwnLink } from './invoices.ts'
import type { LinkCaller } from './order-links.ts'

const MEND_REFUSALS = [
  'order_not_found',
  'changed_meanwhile',
  'buyer_not_mendable',
  'invalid_buyer',
  'too_many_attempts',
  'busy',
] as const

/** The checkout of an order of the signed-in customer. */
async function findOwn({ db }: Services, orderId: string, userId: string): Promise<string | undefined> {
  const found = isUuid(orderId) ? await findCheckoutOf(db, orderId) : undefined
  return found?.user_id === userId ? found.checkout_id : undefined
}

/** Mends the buyer of a checkout as its buyer wants, counted against the limit. */
async function mendOwn({ services, clientAddress }: LinkCaller, checkoutId: string, change: InvoiceBuyerChange) {
  const actorId = await findBuyerOf(services.db, checkoutId)
  if (actorId === undefined) return fail({ reason: 'order_not_found' as const })
  const counted = await limitAttempts(services, 'order_change', { account: actorId, clientAddress })
  return counted.ok ? mendBuyer(services, { checkoutId, by: { actor: 'customer', actorId }, change }) : counted
}

export const ownInvoiceBuyerCalls = [
  customerCall.get(
    '/me/orders/{id}/buyer',
    {
      summary: 'Whom the invoice of an own order is for, and what may be mended of it',
      answers: ['The buyer, and the version to send back', buyerStateSchema],
      refuses: ['order_not_found'],
    },
    async ({ services, user, params }) => {
      const checkoutId = await findOwn(services, params.id, user.id)
      return answerFound(checkoutId ? await readBuyer(services.db, checkoutId, 'customer') : null, 'order_not_found')
    },
  ),
  customerCall.post(
    '/me/orders/{id}/buyer',
    {
      summary: 'Mends the buyer of the invoice of an own order, until it is issued',
      body: invoiceBuyerChangeSchema,
      answers: ['Mended', doneSchema],
      refuses: MEND_REFUSALS,
    },
    async ({ user, params, body: change, ...caller }) => {
      const checkoutId = await findOwn(caller.services, params.id, user.id)
      return checkoutId ? mendOwn(caller, checkoutId, change) : fail({ reason: 'order_not_found' })
    },
  ),
  publicCall.post(
    '/order-link/buyer',
    {
      summary: 'The same by the token of a mailed link and the address of its buyer',
      description: 'Takes the address as well, because it says who bought, and a link may have been passed on.',
      body: linkedPersonSchema,
      answers: ['The buyer, and the version to send back', buyerStateSchema],
      refuses: ['order_link_invalid', 'contract_other_email', 'too_many_attempts', 'order_not_found'],
    },
    async ({ body, ...caller }) => {
      const opened = await openOwnLink(caller, body)
      return opened.ok
        ? answerFound(await readBuyer(caller.services.db, opened.value, 'customer'), 'order_not_found')
        : opened
    },
  ),
  publicCall.post(
    '/order-link/change-buyer',
    {
      summary: 'Mends the buyer by the token of a mailed link and the address of its buyer',
      body: invoiceBuyerChangeSchema.extend(linkedPersonSchema.shape),
      answers: ['Mended', doneSchema],
      refuses: ['order_link_invalid', 'contract_other_email', ...MEND_REFUSALS],
    },
    async ({ body: { token, email, ...change }, ...caller }) => {
      const opened = await openOwnLink(caller, { token, email })
      return opened.ok ? mendOwn(caller, opened.value, change) : opened
    },
  ),
]
