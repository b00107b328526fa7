import Stripe from 'stripe'
import { z } from 'zod'
import type { PaymentMode } from '#domain/payments/payment-provider.ts'
import type { Env } from '#infra/env.ts'
import { STRIPE_EVENTS } from '#infra/payments/stripe-events.ts'
import { createStripeClient } from '#infra/payments/stripe-provider.ts'
import type { StripeAccount } from '#infra/payments/stripe-settings.ts'
import { broken, doubtful, type Finding, fine, nameError, type Probe } from './finding.ts'

const MODES = { test: 'Stripe, tryb próbny', live: 'Stripe, produkcja' } as const

/** Shorter than a check may take. */
const LIMITS = { timeoutMs: 4_000, retries: 0 }
/** An id of no real payment: if Stripe accepts the key, it answers that it knows no such session. */
const NO_SESSION = 'cs_test_doctor'

const endpointsSchema = z.object({
  data: z.array(z.object({ url: z.string(), status: z.string(), enabled_events: z.array(z.string()) })),
})
type Endpoint = z.output<typeof endpointsSchema>['data'][number]

/** A check for each mode with keys; without any keys, one check that reports it. */
export function createPaymentChecks({ stripe, profile }: Pick<Env, 'stripe' | 'profile'>): Probe[] {
  const checks = (['test', 'live'] as const).flatMap((mode) => {
    const account = stripe[mode]
    if (account === null) return []
    return [{ name: `stripe-${mode}`, title: MODES[mode], run: () => judgeAccount(mode, account, profile.shopUrl) }]
  })
  if (checks.length > 0) return checks
  const none = doubtful('płatności trafiają do piaskownicy', 'podaj klucze Stripe; jak, mówi docs/operations.md')
  return [{ name: 'stripe', title: 'Stripe', run: async () => none }]
}

async function judgeAccount(mode: PaymentMode, account: StripeAccount, shopUrl: string): Promise<Finding> {
  const stripe = createStripeClient(account, LIMITS)
  const variable = `STRIPE_SECRET_KEY_${mode.toUpperCase()}`
  try {
    const listed = endpointsSchema.parse(await stripe.webhookEndpoints.list({ limit: 100 }))
    return judgeEndpoints(listed.data, shopUrl)
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return judgeRestricted(stripe, shopUrl)
    if (error instanceof Stripe.errors.StripeAuthenticationError) {
      return broken('Stripe nie przyjmuje klucza', `wpisz do ${variable} klucz z Developers > API keys`)
    }
    const why = error instanceof Stripe.errors.StripeError ? (error.statusCode ?? error.type) : nameError(error)
    return broken(`Stripe nie odpowiada, jak powinien (${why})`, 'sprawdź sieć i status.stripe.com')
  }
}

/** @param endpoints all of the account in one mode */
export function judgeEndpoints(endpoints: readonly Endpoint[], shopUrl: string): Finding {
  const address = `${shopUrl}/api/stripe-webhook`
  const own = endpoints.filter(({ url }) => url.replace(/\/+$/, '') === address)
  const enabled = own.filter(({ status }) => status === 'enabled')
  if (own.length === 0) {
    const advice = `dodaj endpoint ${address} w Developers > Webhooks, a jego sekret wpisz do ustawień`
    // Stripe cannot reach a shop on its developer's machine.
    return shopUrl.startsWith('https:')
      ? broken('klucz działa, ale żaden webhook nie prowadzi do tego sklepu', advice)
      : doubtful('klucz działa, ale żaden webhook nie prowadzi do tego sklepu', advice)
  }
  if (enabled.length === 0) return broken('webhook tego sklepu jest wyłączony', 'włącz go w Developers > Webhooks')
  const sent = new Set(enabled.flatMap(({ enabled_events }) => enabled_events))
  const missing = sent.has('*') ? [] : STRIPE_EVENTS.filter((event) => !sent.has(event))
  if (missing.length > 0) {
    return broken('webhook nie wysyła wszystkich zdarzeń', 'dodaj je w Developers > Webhooks', [missing.join(', ')])
  }
  return fine('klucz i webhook działają')
}

/** A restricted key that may not read webhook endpoints. */
async function judgeRestricted(stripe: Stripe, shopUrl: string): Promise<Finding> {
  try {
    await stripe.checkout.sessions.retrieve(NO_SESSION)
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) {
      return broken('klucz nie może czytać płatności', 'nadaj mu prawa, które wymienia docs/operations.md')
    }
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) {
      return broken(`Stripe nie odpowiada, jak powinien (${nameError(error)})`, 'sprawdź sieć i status.stripe.com')
    }
  }
  return doubtful(
    'klucz działa, ale nie może czytać webhooków',
    `sprawdź w Developers > Webhooks, czy jest tam ${shopUrl}/api/stripe-webhook`,
  )
}
