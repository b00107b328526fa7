import { z } from 'zod'
import { defineSchema, momentSchema } from '#domain/kernel/wire-schema.ts'

/** More devices than an owner has. */
export const MOST_PUSH_DEVICES = 10

/** Where a browser takes messages, and its keys, base64url: an uncompressed point of P-256 and 16 bytes. */
export const subscriptionSchema = defineSchema(() =>
  z.strictObject({
    endpoint: z.url().max(1000),
    p256dh: z.string().regex(/^B[\w-]{86}$/),
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
)
export type PushSubscriptionKeys = z.output<typeof subscriptionSchema>

export const pushDevicesSchema = defineSchema(() =>
  z
    .object({
      public_key: z.string().meta({ description: 'The applicationServerKey of a subscription, base64url.' }),
      devices: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          endpoint: z.string(),
          created_at: momentSchema,
          last_success_at: momentSchema.nullable(),
          failed_at: momentSchema.nullable().meta({ description: 'Null: the last message, if any, went out.' }),
        }),
      ),
    })
    .meta({ id: 'PushDevices' }),
)
export type PushDevices = z.output<typeof pushDevicesSchema>

/** What the panel's service worker (public/admin-worker.js) shows. */
export type PushMessage = {
  title: string
  body: string
  /** Path of the page that a press opens. */
  url: string
  /** A message takes the place of the one with its tag. */
  tag: string
  /** What waits for the owner, for the number on the panel's icon. */
  waiting: number
}

/**
 * - `gone`: the device takes no more messages
 * - `later`: it was certainly not delivered, and may be tried again
 * - `failed`: it was refused, or nobody knows
 */
export type PushOutcome = 'sent' | 'gone' | 'later' | 'failed'

/** Port to the push services of browsers. */
export type PushSender = {
  /** Public half of the key that messages are signed with, base64url. */
  publicKey: string
  /** Whether messages may go there: a public address, and keys that encrypt. */
  accepts(subscription: PushSubscriptionKeys): Promise<boolean>
  send(subscription: PushSubscriptionKeys, message: PushMessage): Promise<PushOutcome>
}
