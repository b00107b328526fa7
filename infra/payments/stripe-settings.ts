import { z } from 'zod'
import type { PaymentMode } from '#domain/payments/payment-provider.ts'

/** Keys of one mode, with the API's address when that is not Stripe's own. */
export type StripeAccount = { secretKey: string; webhookSecret: string; url?: string }

const MODES: Record<PaymentMode, string> = { test: 'testowego', live: 'produkcyjnego' }

/** A secret or restricted key of this mode; a key of the other mode is refused. */
export const stripeKey = (name: string, mode: PaymentMode) =>
  z
    .string()
    .regex(
      new RegExp(`^(sk|rk)_${mode}_\\w+$`),
      `${name} musi być tajnym kluczem Stripe z trybu ${MODES[mode]} i zaczynać się od sk_${mode}_.`,
    )
    .optional()

export const stripeWebhookSecret = (name: string) =>
  z
    .string()
    .regex(/^whsec_\S{16,}$/, `${name} musi być kluczem podpisu webhooka ze Stripe i zaczynać się od whsec_.`)
    .optional()

type StripeVariables = Partial<
  Record<
    | 'STRIPE_SECRET_KEY_TEST'
    | 'STRIPE_WEBHOOK_SECRET_TEST'
    | 'STRIPE_SECRET_KEY_LIVE'
    | 'STRIPE_WEBHOOK_SECRET_LIVE'
    | 'STRIPE_API_URL',
    string
  >
>

/** Null for a mode without keys. */
export function readStripeAccounts(given: StripeVariables): Record<PaymentMode, StripeAccount | null> {
  const url = given.STRIPE_API_URL
  const account = (secretKey?: string, webhookSecret?: string): StripeAccount | null =>
    secretKey !== undefined && webhookSecret !== undefined
      ? { secretKey, webhookSecret, ...(url !== undefined && { url }) }
      : null
  return {
    test: account(given.STRIPE_SECRET_KEY_TEST, given.STRIPE_WEBHOOK_SECRET_TEST),
    live: account(given.STRIPE_SECRET_KEY_LIVE, given.STRIPE_WEBHOOK_SECRET_LIVE),
  }
}

/** Mistakes in the combination of these settings, one sentence each that begins with the variable's name. */
export function findStripeMistakes(given: StripeVariables): string[] {
  const { STRIPE_WEBHOOK_SECRET_TEST: test, STRIPE_WEBHOOK_SECRET_LIVE: live } = given
  return [
    ...(test !== undefined && test === live
      ? ['STRIPE_WEBHOOK_SECRET_LIVE musi być inne niż STRIPE_WEBHOOK_SECRET_TEST: każdy tryb ma własny webhook.']
      : []),
    ...(given.STRIPE_API_URL !== undefined && given.STRIPE_SECRET_KEY_TEST === undefined
      ? ['STRIPE_API_URL musi być ustawione razem z STRIPE_SECRET_KEY_TEST, kluczem, który ten adres przyjmie.']
      : []),
  ]
}
