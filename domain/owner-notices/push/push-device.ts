import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** The most devices of a shop, more than an owner has. */
export const MOST_PUSH_DEVICES = 10

/**
 * The address at which a browser accepts messages, and its keys in base64url: an uncompressed point of P-256 and 16
 * bytes.
 */
export const subscriptionSchema = defineSchema(() =>
  z.strictObject({
    endpoint: z.url().max(1000),
    p256dh: z.string().regex(/^B[\w-]{86}$/),
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
)
export type PushSubscriptionKeys = z.output<typeof subscriptionSchema>

/** The message that the panel's service worker (public/admin-worker.js) shows. */
export type PushMessage = {
  title: string
  body: string
  /** Path of the page that a click opens. */
  url: string
  /** A message replaces the one with the same tag. */
  tag: string
  /** Number of tasks that wait for the owner, for the panel's icon. */
  waiting: number
}

/**
 * - `gone`: the device no longer accepts messages
 * - `later`: it was certainly not delivered and may be tried again
 * - `failed`: it was refused, or the outcome is unknown
 */
export type PushOutcome = 'sent' | 'gone' | 'later' | 'failed'

/** Port to the push services of browsers. */
export type PushSender = {
  /** Public half of the signing key, base64url. */
  publicKey: string
  /** Whether messages may be sent there: a public address, and keys that can encrypt. */
  accepts(subscription: PushSubscriptionKeys): Promise<boolean>
  send(subscription: PushSubscriptionKeys, message: PushMessage): Promise<PushOutcome>
}
