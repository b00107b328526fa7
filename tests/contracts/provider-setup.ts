import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import type { Result } from '#domain/kernel/result.ts'
import type { PaymentProvider, ProviderFailure, SessionRequest } from '#domain/payments/payment-provider.ts'
import { createStripeProvider, type StripeOptions } from '#infra/payments/stripe-provider.ts'
import type { Sandbox } from '#sandbox/start-sandbox.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { openMailbox, type SandboxFault } from '#tests/support/mailbox.ts'
import { openStripe } from '#tests/support/stripe.ts'

export { expect }

/**
 * The contract of PaymentProvider (payment-provider*.test.ts), checked against the sandbox's Stripe. With
 * STRIPE_CONTRACT_KEY=sk_test_... the same tests run against Stripe's own test mode. Tests that need a buyer, a bank or
 * a failure run in the sandbox only.
 */
const OWN_KEY = process.env.STRIPE_CONTRACT_KEY

export const MINUTE = 60_000

/** `contract`: the tested provider and its environment. No failure is planned when a test begins. */
export const test = base
  .extend('contract', { scope: 'file' }, ({ sandbox }) => prepareContract(sandbox))
  .extend('withoutFaults', { auto: true }, async ({ contract }) => {
    await contract.clearFaults()
    return true
  })
export const inSandbox = test.runIf(OWN_KEY === undefined)

export type Contract = ReturnType<typeof prepareContract>

function prepareContract(sandbox: Sandbox) {
  const account =
    OWN_KEY === undefined ? sandbox.stripe : { secretKey: OWN_KEY, webhookSecret: 'whsec_not_used_here_at_all' }
  const newProvider = (changes: Partial<StripeOptions> = {}): PaymentProvider =>
    createStripeProvider({ mode: 'test', ...account, ...changes })
  const provider = newProvider()
  const stripe = openStripe(sandbox)
  const open = (changes?: Partial<SessionRequest>) => succeed(provider.createSession(aRequest(changes)))
  const { hostname: host, port } = new URL(sandbox.stripe.url)

  return {
    sandbox,
    provider,
    newProvider,
    /** The provider's API without the adapter. */
    direct:
      OWN_KEY === undefined ? new Stripe(account.secretKey, { host, port, protocol: 'http' }) : new Stripe(OWN_KEY),
    stripe,
    open,
    plan: (fault: SandboxFault) => openMailbox(sandbox).planFault(fault),
    clearFaults: () => openMailbox(sandbox).clearFaults(),

    async openPaid(): Promise<{ sessionId: string; providerPaymentId: string }> {
      const { id } = await open()
      await stripe.act(id, { action: 'pay', method: 'blik' })
      const { providerPaymentId } = await succeed(provider.findSession(id))
      if (providerPaymentId === null) throw new Error('paid, but without an id of the money')
      return { sessionId: id, providerPaymentId }
    },
  }
}

export function aRequest(changes: Partial<SessionRequest> = {}): SessionRequest {
  const paymentId = changes.paymentId ?? randomUUID()
  return {
    idempotencyKey: `payment:${paymentId}:session`,
    paymentId,
    orderId: randomUUID(),
    customerEmail: 'kupujaca@example.com',
    means: ['card', 'blik', 'p24'],
    lines: [
      { name: 'Nocny Ogród, 100 ml', quantity: 2, unitGrosze: 12_999 },
      { name: 'Żywica & Dym', quantity: 1, unitGrosze: 8_950, imageUrl: 'https://sklep.example/media/zywica.webp' },
    ],
    delivery: { name: 'Dostawa: InPost Paczkomat', grosze: 1_299 },
    successUrl: 'https://sklep.example/payment-success?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://sklep.example/payment-cancel?order=1',
    expiresAt: new Date(Date.now() + 30 * MINUTE),
    ...changes,
  }
}

export async function succeed<Value>(result: Promise<Result<Value, ProviderFailure>>): Promise<Value> {
  const answer = await result
  if (!answer.ok) throw new Error(`${answer.failure.reason}: ${answer.failure.why}`)
  return answer.value
}

export async function reasonOf(result: Promise<Result<unknown, ProviderFailure>>): Promise<string> {
  const answer = await result
  return answer.ok ? 'ok' : answer.failure.reason
}
