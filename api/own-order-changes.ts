import { cancelByBuyer } from '#domain/flows/orders/cancel-by-buyer.server.ts'
import { changeReceiver } from '#domain/flows/orders/change-receiver.server.ts'
import { giveUpAddition } from '#domain/flows/payments/give-up-addition.server.ts'
import { limitAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { givenUpAdditionSchema } from '#domain/orders/changes/addition.ts'
import {
  buyerCancelSchema,
  changeableParcelSchema,
  type ReceiverChange,
  receiverChangeSchema,
} from '#domain/orders/changes/parcel-change.ts'
import { findBuyerOf, findCheckoutOf } from '#domain/orders/changes/parcel-state-queries.server.ts'
import { readChangeableParcel } from '#domain/orders/changes/read-changeable-parcel.server.ts'
import { orderLinkSchema } from '#domain/orders/order-links/linked-checkout.ts'
import type { Services } from '#domain/services.ts'
import { answerFound, customerCall, doneSchema, publicCall } from './call.ts'
import type { LinkCaller } from './order-links.ts'

const ALWAYS_POSSIBLE = ['order_not_found', 'parcel_not_changeable', 'changed_meanwhile', 'too_many_attempts'] as const
const RECEIVER_REFUSALS = [
  ...ALWAYS_POSSIBLE,
  'invalid_recipient',
  'locker_closed',
  'locker_unavailable',
  'carrier_unsettled',
] as const
const CANCEL_REFUSALS = [
  ...ALWAYS_POSSIBLE,
  'order_already_paid',
  'refund_under_way',
  'payment_not_found',
  'refund_too_large',
] as const

const GIVE_UP_REFUSALS = ['changed_meanwhile', 'payment_under_way', 'too_many_attempts'] as const

/** The checkout of an order of the signed-in customer. */
async function findOwn({ db }: Services, orderId: string, userId: string) {
  const found = isUuid(orderId) ? await findCheckoutOf(db, orderId) : undefined
  return found?.user_id === userId ? { checkoutId: found.checkout_id, userId } : undefined
}

/** The checkout of a mailed link, and its owner. */
async function findLinked({ db, orderLinks }: Services, token: string) {
  const checkoutId = orderLinks.read(token)
  const userId = checkoutId === null ? undefined : await findBuyerOf(db, checkoutId)
  return checkoutId !== null && userId !== undefined ? { checkoutId, userId } : undefined
}

type Own = { checkoutId: string; userId: string }

/** Changes an order as its buyer wants, counted against the limit. `unknown`: the refusal if there is no such order. */
async function attempt<Failure extends { reason: string }, Unknown extends 'order_not_found' | 'order_link_invalid'>(
  { services, clientAddress }: LinkCaller,
  own: Own | undefined,
  unknown: Unknown,
  work: (own: Own) => Promise<Result<null, Failure>>,
) {
  if (!own) return fail({ reason: unknown })
  const counted = await limitAttempts(services, 'order_change', { account: own.userId, clientAddress })
  return counted.ok ? work(own) : counted
}

const changeTo =
  (services: Services, change: ReceiverChange) =>
  ({ checkoutId, userId }: Own) =>
    changeReceiver(services, { checkoutId, by: { actor: 'customer', actorId: userId }, change })

const giveUp = (services: Services, { checkoutId, userId }: Own, additionId: string) =>
  giveUpAddition(services, { additionId, by: { actor: 'customer', actorId: userId }, of: { checkoutId } })

export const orderChangeCalls = [
  customerCall.get(
    '/me/orders/{id}/change',
    {
      summary: 'What may still be changed of the parcel of an own order',
      answers: ['Its receiver, and the version to send back', changeableParcelSchema],
      refuses: ['order_not_found'],
    },
    async ({ services, user, params }) => {
      const own = await findOwn(services, params.id, user.id)
      const parcel = own ? await readChangeableParcel(services, own.checkoutId, { withReceiver: true }) : null
      return answerFound(parcel, 'order_not_found')
    },
  ),
  customerCall.post(
    '/me/orders/{id}/receiver',
    {
      summary: 'Changes receiver, locker or address of the parcel of an own order, until it is prepared',
      body: receiverChangeSchema,
      answers: ['Changed', doneSchema],
      refuses: RECEIVER_REFUSALS,
    },
    async ({ user, params, body: change, ...caller }) => {
      const own = await findOwn(caller.services, params.id, user.id)
      return attempt(caller, own, 'order_not_found', changeTo(caller.services, change))
    },
  ),
  customerCall.post(
    '/me/orders/{id}/cancel',
    {
      summary: 'Cancels an own order, or all orders of its parcel, until it is prepared; money is refunded',
      body: buyerCancelSchema,
      answers: ['Cancelled', doneSchema],
      refuses: CANCEL_REFUSALS,
    },
    async ({ user, params, body: cancel, ...caller }) => {
      const own = await findOwn(caller.services, params.id, user.id)
      return attempt(caller, own, 'order_not_found', (of) => cancelByBuyer(caller.services, { ...of, cancel }))
    },
  ),
  publicCall.post(
    '/order-link/receiver',
    {
      summary: 'The same by the token of a mailed link',
      body: receiverChangeSchema.extend(orderLinkSchema.shape),
      answers: ['Changed', doneSchema],
      refuses: ['order_link_invalid', ...RECEIVER_REFUSALS],
    },
    async ({ body: { token, ...change }, ...caller }) => {
      const own = await findLinked(caller.services, token)
      return attempt(caller, own, 'order_link_invalid', changeTo(caller.services, change))
    },
  ),
  publicCall.post(
    '/order-link/cancel',
    {
      summary: 'The same by the token of a mailed link',
      body: buyerCancelSchema.extend(orderLinkSchema.shape),
      answers: ['Cancelled', doneSchema],
      refuses: ['order_link_invalid', ...CANCEL_REFUSALS],
    },
    async ({ body: { token, ...cancel }, ...caller }) => {
      const own = await findLinked(caller.services, token)
      return attempt(caller, own, 'order_link_invalid', (of) => cancelByBuyer(caller.services, { ...of, cancel }))
    },
  ),
  customerCall.post(
    '/me/orders/{id}/addition/give-up',
    {
      summary: 'Gives up a proposed change of an own order that waits for the payment of its difference',
      body: givenUpAdditionSchema,
      answers: ['Given up: the order stays as it was', doneSchema],
      refuses: ['order_not_found', ...GIVE_UP_REFUSALS],
    },
    async ({ user, params, body, ...caller }) => {
      const own = await findOwn(caller.services, params.id, user.id)
      return attempt(caller, own, 'order_not_found', (of) => giveUp(caller.services, of, body.addition_id))
    },
  ),
  publicCall.post(
    '/order-link/addition/give-up',
    {
      summary: 'The same by the token of a mailed link',
      body: givenUpAdditionSchema.extend(orderLinkSchema.shape),
      answers: ['Given up: the order stays as it was', doneSchema],
      refuses: ['order_link_invalid', 'order_not_found', ...GIVE_UP_REFUSALS],
    },
    async ({ body: { token, addition_id }, ...caller }) => {
      const own = await findLinked(caller.services, token)
      return attempt(caller, own, 'order_link_invalid', (of) => giveUp(caller.services, of, addition_id))
    },
  ),
]
