import { cancelByBuyer } from '#domain/flows/orders/cancel-by-buyer.server.ts'
import { changeReceiver } from '#domain/flows/orders/change-receiver.server.ts'
import { limitAttempts, type TooManyAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import type { Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import {
  buyerCancelSchema,
  changeableParcelSchema,
  receiverChangeSchema,
} from '#domain/orders/changes/parcel-change.ts'
import { findBuyerOf, findCheckoutOf } from '#domain/orders/changes/parcel-state-queries.server.ts'
import { readChangeableParcel } from '#domain/orders/changes/read-changeable-parcel.server.ts'
import { orderLinkSchema } from '#domain/orders/linked/linked-checkout.ts'
import type { Services } from '#domain/services.ts'
import { DONE, done } from './account/auth.ts'
import { refuse } from './errors.ts'
import { createRoute, createRouter, requireUser, z } from './http.ts'
import { answers, bodyErrors, errors, jsonBody } from './openapi.ts'

const session = { security: [{ session: [] }], middleware: requireUser }
const params = z.object({ id: z.string() })
const DOORS = ['order_not_found', 'parcel_not_changeable', 'changed_meanwhile', 'too_many_attempts'] as const
const RECEIVER_REFUSALS = [
  ...DOORS,
  'invalid_recipient',
  'locker_closed',
  'locker_unavailable',
  'carrier_unsettled',
] as const
const CANCEL_REFUSALS = [
  ...DOORS,
  'order_already_paid',
  'payment_disputed',
  'refund_under_way',
  'payment_not_found',
  'refund_too_large',
] as const

const readRoute = createRoute({
  ...session,
  method: 'get',
  path: '/me/orders/{id}/change',
  summary: 'What may still be changed of the parcel of an own order',
  request: { params },
  responses: {
    ...answers(changeableParcelSchema, 'Its receiver, and the version to send back'),
    ...errors('sign_in_required', 'order_not_found'),
  },
})

const receiverRoute = createRoute({
  ...session,
  method: 'post',
  path: '/me/orders/{id}/receiver',
  summary: 'Changes receiver, locker or address of the parcel of an own order, until it is prepared',
  request: { params, body: jsonBody(receiverChangeSchema) },
  responses: { ...answers(done, 'Changed'), ...bodyErrors('sign_in_required', ...RECEIVER_REFUSALS) },
})

const cancelRoute = createRoute({
  ...session,
  method: 'post',
  path: '/me/orders/{id}/cancel',
  summary: 'Cancels an own order, or all orders of its parcel, until it is prepared; money is refunded',
  request: { params, body: jsonBody(buyerCancelSchema) },
  responses: { ...answers(done, 'Cancelled'), ...bodyErrors('sign_in_required', ...CANCEL_REFUSALS) },
})

const linkedReceiverRoute = createRoute({
  method: 'post',
  path: '/order-link/receiver',
  summary: 'The same by the token of a mailed link',
  request: { body: jsonBody(receiverChangeSchema.extend(orderLinkSchema.shape)) },
  responses: { ...answers(done, 'Changed'), ...bodyErrors('order_link_invalid', ...RECEIVER_REFUSALS) },
})

const linkedCancelRoute = createRoute({
  method: 'post',
  path: '/order-link/cancel',
  summary: 'The same by the token of a mailed link',
  request: { body: jsonBody(buyerCancelSchema.extend(orderLinkSchema.shape)) },
  responses: { ...answers(done, 'Cancelled'), ...bodyErrors('order_link_invalid', ...CANCEL_REFUSALS) },
})

/** The checkout of an own order. */
async function findOwn({ db }: Services, orderId: string, userId: string) {
  const found = isUuid(orderId) ? await findCheckoutOf(db, orderId) : undefined
  return found?.user_id === userId ? { checkoutId: found.checkout_id, userId } : undefined
}

/** The checkout of a mailed link, and whose it is. */
async function findLinked({ db, orderLinks }: Services, token: string) {
  const checkoutId = orderLinks.read(token)
  const userId = checkoutId === null ? undefined : await findBuyerOf(db, checkoutId)
  return checkoutId !== null && userId !== undefined ? { checkoutId, userId } : undefined
}

type Own = { checkoutId: string; userId: string }
/** Counts the attempt and makes it. */
async function attempt<Failure extends { reason: string }>(
  services: Services,
  { own, clientAddress }: { own: Own; clientAddress: string },
  work: () => Promise<Result<null, Failure>>,
): Promise<Failure | TooManyAttempts | null> {
  const counted = await limitAttempts(services, 'order_change', { account: own.userId, clientAddress })
  if (!counted.ok) return counted.failure
  const made = await work()
  return made.ok ? null : made.failure
}

const NOT_FOUND = { reason: 'order_not_found' } as const
const INVALID_LINK = { reason: 'order_link_invalid' } as const

export const orderChangeRoutes = createRouter()
  .openapi(readRoute, async (c) => {
    const { services, user } = c.var
    const own = await findOwn(services, c.req.valid('param').id, user.id)
    const parcel = own ? await readChangeableParcel(services, own.checkoutId, { withReceiver: true }) : null
    return parcel ? c.json(parcel, 200) : refuse(c, NOT_FOUND)
  })
  .openapi(receiverRoute, async (c) => {
    const { services, user, clientAddress } = c.var
    const own = await findOwn(services, c.req.valid('param').id, user.id)
    if (!own) return refuse(c, NOT_FOUND)
    const { checkoutId } = own
    const by = { actor: 'customer', actorId: user.id } as const
    const change = c.req.valid('json')
    const failure = await attempt(services, { own, clientAddress }, () =>
      changeReceiver(services, { checkoutId, by, change }),
    )
    return failure ? refuse(c, failure) : c.json(DONE, 200)
  })
  .openapi(cancelRoute, async (c) => {
    const { services, user, clientAddress } = c.var
    const own = await findOwn(services, c.req.valid('param').id, user.id)
    if (!own) return refuse(c, NOT_FOUND)
    const cancel = c.req.valid('json')
    const failure = await attempt(services, { own, clientAddress }, () => cancelByBuyer(services, { ...own, cancel }))
    return failure ? refuse(c, failure) : c.json(DONE, 200)
  })
  .openapi(linkedReceiverRoute, async (c) => {
    const { services, clientAddress } = c.var
    const { token, ...change } = c.req.valid('json')
    const own = await findLinked(services, token)
    if (!own) return refuse(c, INVALID_LINK)
    const by = { actor: 'customer', actorId: own.userId } as const
    const { checkoutId } = own
    const failure = await attempt(services, { own, clientAddress }, () =>
      changeReceiver(services, { checkoutId, by, change }),
    )
    return failure ? refuse(c, failure) : c.json(DONE, 200)
  })
  .openapi(linkedCancelRoute, async (c) => {
    const { services, clientAddress } = c.var
    const { token, ...cancel } = c.req.valid('json')
    const own = await findLinked(services, token)
    if (!own) return refuse(c, INVALID_LINK)
    const failure = await attempt(services, { own, clientAddress }, () => cancelByBuyer(services, { ...own, cancel }))
    return failure ? refuse(c, failure) : c.json(DONE, 200)
  })
