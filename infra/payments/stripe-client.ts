import Stripe from 'stripe'
import type { StripeAccount } from './stripe-settings.ts'

/** Stripe's SDK with an account's key, at its address. */
export function createStripeClient(
  { secretKey, url }: Pick<StripeAccount, 'secretKey' | 'url'>,
  { timeoutMs, retries }: { timeoutMs: number; retries: number },
): Stripe {
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    ...(url !== undefined && addressOf(new URL(url))),
  })
}

function addressOf({ protocol, hostname, port }: URL) {
  const insecure = protocol === 'http:'
  return {
    protocol: insecure ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (insecure ? 80 : 443),
  }
}
