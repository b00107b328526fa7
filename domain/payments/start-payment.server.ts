import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { log } from '#domain/kernel/log.ts'
import { describeOrdered } from '#domain/kernel/order-words/order-names.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { buildPictureUrl } from '#domain/pictures/picture-url.ts'
import type { Services } from '#domain/services.ts'
import { askPaymentMeans } from './mode/change-payment-means.server.ts'
import { listMeansOfMode, readPaymentMeans } from './mode/payment-means-queries.server.ts'
import { findPaymentEnd, labelAddition } from './payment.ts'
import type { PaymentProvider, PaymentSession, ProviderFailure, SessionRequest } from './payment-provider.ts'
import { keepMeans, storeSession } from './payment-store.server.ts'
import { findNewestAttempt, type PaymentAttempt } from './start-payment-queries.server.ts'

/** The buyer's payment page and its end. */
export type StartedPayment = { orderId: string; paymentId: string; sessionId: string; url: string; expiresAt: Date }

export type StartFailure =
  /** The provider was unavailable or refused. Nothing is lost: the same call continues with the same attempt. */
  | { reason: 'payment_session_failed' }
  /** The shop has no keys of the mode, or no means of payment is offered for a page that was never requested. */
  | { reason: 'payments_off' }
  /** The order has no attempt, or the newest one has ended. */
  | { reason: 'payment_not_open' }
  /** The session has ended at the provider, paid or not, and the shop does not know the outcome yet. */
  | { reason: 'payment_unsettled'; paymentId: string }

export type StartServices = Pick<Services, 'db' | 'payments' | 'profile' | 'now'>

/**
 * Leads the newest payment attempt of an order to its page at the provider: to its existing session, or to one that is
 * begun now, outside any transaction. An attempt has exactly one session, however often and in parallel this is called
 * and whatever fails in between, because the provider returns the same session for the key of an attempt.
 */
export async function startPayment(
  services: StartServices,
  orderId: string,
): Promise<Result<StartedPayment, StartFailure>> {
  const attempt = await findNewestAttempt(services.db, orderId)
  if (attempt?.status !== 'open') return fail({ reason: 'payment_not_open' })
  const provider = services.payments[attempt.mode]
  if (!provider) {
    log.error('a payment was begun in a mode without keys', { paymentId: attempt.id, mode: attempt.mode })
    return fail({ reason: 'payments_off' })
  }
  if (attempt.means === null && attempt.provider_session_id === null) {
    if ((await listMeansOfMode(services.db, attempt.mode)).length === 0) return fail({ reason: 'payments_off' })
  }
  const begun =
    attempt.provider_session_id === null
      ? await shareUnderWay(attempt.id, () => beginSession(services, provider, attempt))
      : await findSession(provider, attempt, attempt.provider_session_id)
  if (!begun.ok) return begun
  const { session, expiresAt } = begun.value
  if (session.status !== 'open' || session.url === null) {
    return fail({ reason: 'payment_unsettled', paymentId: attempt.id })
  }
  return ok({ orderId, paymentId: attempt.id, sessionId: session.id, url: session.url, expiresAt })
}

type Begun = Result<
  { session: PaymentSession; expiresAt: Date },
  Exclude<StartFailure, { reason: 'payment_unsettled' | 'payments_off' }>
>

/** Calls in progress, by payment. Simultaneous clicks in one process ask the provider once. */
const underWay = new Map<string, Promise<Begun>>()

function shareUnderWay(paymentId: string, begin: () => Promise<Begun>): Promise<Begun> {
  const shared = underWay.get(paymentId) ?? begin().finally(() => underWay.delete(paymentId))
  underWay.set(paymentId, shared)
  return shared
}

async function findSession(provider: PaymentProvider, attempt: PaymentAttempt, sessionId: string): Promise<Begun> {
  const found = await provider.findSession(sessionId)
  if (found.ok) return ok({ session: found.value, expiresAt: attempt.expires_at })
  log.warn('a payment session could not be read', { reason: found.failure.reason, why: found.failure.why })
  return fail({ reason: 'payment_session_failed' })
}

async function beginSession(
  services: StartServices,
  provider: PaymentProvider,
  attempt: PaymentAttempt,
): Promise<Begun> {
  const begun = await requestSession(services, provider, attempt)
  if (!begun.ok) {
    const { reason, why } = begun.failure
    log.warn('a payment session could not be begun', { paymentId: attempt.id, reason, why })
    return fail({ reason: 'payment_session_failed' })
  }
  const session = begun.value
  if (!isFor(session, attempt)) {
    log.error('a payment session does not match its payment', { paymentId: attempt.id })
    await provider.expireSession(session.id)
    return fail({ reason: 'payment_session_failed' })
  }
  // The buyer has the full time from now on, even if the provider was unavailable at first. An addition has more.
  const fullTime = findPaymentEnd(services.now())
  const expiresAt = attempt.is_addition && attempt.expires_at > fullTime ? attempt.expires_at : fullTime
  if (await storeSession(services.db, attempt.id, session.id, expiresAt)) return ok({ session, expiresAt })
  // The attempt was ended in between. Nobody has seen the page, which otherwise expires by itself.
  await provider.expireSession(session.id)
  return fail({ reason: 'payment_not_open' })
}

function isFor(session: PaymentSession, attempt: PaymentAttempt): boolean {
  return (
    session.amountGrosze === attempt.amount_grosze &&
    session.currency === 'pln' &&
    session.mode === attempt.mode &&
    session.paymentId === attempt.id
  )
}

/** Requests the session of an attempt, with the means of payment that were offered when it was requested first. */
export async function requestSession(
  services: Pick<Services, 'db' | 'profile' | 'now'>,
  provider: PaymentProvider,
  attempt: PaymentAttempt,
): Promise<Result<PaymentSession, ProviderFailure>> {
  const { db } = services
  const means = attempt.means ?? (await listMeansOfMode(db, attempt.mode))
  if (means.length === 0) return fail({ reason: 'provider_refused', why: 'no means of payment is offered' })
  const kept = await keepMeans(db, attempt.id, means)
  const begun = await provider.createSession(describeSession(services, attempt, kept))
  if (begun.ok) await noticeLoss(services, provider, { asked: kept, shown: begun.value.means })
  return begun
}

const HOUR_MS = 60 * 60_000

/**
 * Asks what the account has when a page shows less than it was asked for, so that buyers are not promised what the account
 * has lost. At most once an hour, because the page also leaves out what does not fit its sum or its buyer.
 */
async function noticeLoss(
  services: Pick<Services, 'db' | 'now'>,
  provider: PaymentProvider,
  { asked, shown }: { asked: readonly string[]; shown: readonly string[] },
): Promise<void> {
  if (asked.every((one) => shown.includes(one))) return
  const { asked_at: askedAt } = await readPaymentMeans(services.db, provider.mode)
  if (askedAt !== null && services.now().getTime() - askedAt.getTime() < HOUR_MS) return
  await askPaymentMeans(services, provider)
}

type PricedLine = { quantity: number; unit_price_grosze: Grosze; discount_grosze: Grosze }

/** All pieces that a code made cheaper are one line, because its discount may not be the same for each of them. */
function priceLine({ quantity, unit_price_grosze, discount_grosze }: PricedLine, name: string) {
  if (discount_grosze === 0) return { name, quantity, unitGrosze: unit_price_grosze }
  const unitGrosze = quantity * unit_price_grosze - discount_grosze
  return { name: quantity === 1 ? name : `${quantity} × ${name}`, quantity: 1, unitGrosze }
}

/**
 * The same content in every call of an attempt with these means: the provider refuses other content under the same key.
 */
function describeSession(
  { profile }: Pick<Services, 'profile'>,
  attempt: PaymentAttempt,
  means: readonly string[],
): SessionRequest {
  const { shopUrl } = profile
  const { is_addition: isAddition } = attempt
  const addition = { name: labelAddition(attempt.number), quantity: 1, unitGrosze: attempt.amount_grosze }
  return {
    idempotencyKey: `payment:${attempt.id}:session:${means.join('+')}`,
    paymentId: attempt.id,
    orderId: attempt.order_id,
    customerEmail: attempt.email,
    means,
    lines: isAddition
      ? [addition]
      : attempt.items.map(({ product_name, image_key, ...item }) => ({
          ...priceLine(item, `${product_name} · ${describeOrdered(item)}`),
          ...(image_key && { imageUrl: `${shopUrl}${buildPictureUrl(image_key, 480, 'webp')}` }),
        })),
    delivery: {
      name: attempt.delivery === 'locker' ? 'Dostawa do paczkomatu' : 'Dostawa kurierem',
      grosze: isAddition ? 0 : attempt.shipping_grosze,
    },
    successUrl: `${shopUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${shopUrl}/payment-cancel?order=${attempt.order_id}`,
    expiresAt: attempt.expires_at,
  }
}
