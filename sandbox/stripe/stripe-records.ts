import { randomBytes } from 'node:crypto'
import { z } from 'zod'

const metadata = z.record(z.string(), z.string())
/** Milliseconds. */
const moment = z.int()
const record = { id: z.string(), livemode: z.boolean(), created: moment }

const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const
const refundSchema = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.enum(REFUND_STATUSES),
  created: moment,
  metadata,
})
export type RefundRecord = z.infer<typeof refundSchema>

const disputeSchema = z.object({
  id: z.string(),
  status: z.enum(['needs_response', 'under_review', 'won', 'lost']),
  created: moment,
})

export const METHODS = ['card', 'blik', 'p24', 'klarna', 'paypal', 'revolut_pay'] as const
export type Method = (typeof METHODS)[number]

/** Payment methods that the account does not have. */
export type LostMethods = Set<Method>

/** The money of a session after the buyer's confirmation; `processing`: a transfer under way. */
const moneySchema = z.object({
  intentId: z.string(),
  chargeId: z.string(),
  method: z.enum(METHODS),
  status: z.enum(['processing', 'succeeded', 'failed']),
  /** When a transfer arrives by itself; null: by a switch of the sandbox. */
  arrivesAt: moment.nullable(),
  created: moment,
  refunds: z.array(refundSchema),
  dispute: disputeSchema.nullable(),
})
export type Money = z.infer<typeof moneySchema>

/** A checkout session and its money. */
export const sessionSchema = z.object({
  ...record,
  expiresAt: moment,
  /** How far its clock was moved forward, ms. */
  aheadMs: z.int(),
  status: z.enum(['open', 'complete', 'expired']),
  clientReferenceId: z.string().nullable(),
  customerEmail: z.string().nullable(),
  locale: z.string(),
  methods: z.array(z.enum(METHODS)),
  lines: z.array(z.object({ name: z.string(), quantity: z.int(), unitAmount: z.int(), image: z.string().nullable() })),
  amountTotal: z.int(),
  metadata,
  intentMetadata: metadata,
  successUrl: z.string(),
  cancelUrl: z.string().nullable(),
  /** When the bank asked the buyer to confirm a BLIK payment. */
  confirmingSince: moment.nullable(),
  money: moneySchema.nullable(),
})
export type SessionRecord = z.infer<typeof sessionSchema>

export const productSchema = z.object({
  ...record,
  name: z.string(),
  description: z.string().nullable(),
  images: z.array(z.string()),
  metadata,
  active: z.boolean(),
  defaultPrice: z.string().nullable(),
})
export type ProductRecord = z.infer<typeof productSchema>

export const priceSchema = z.object({
  ...record,
  product: z.string(),
  unitAmount: z.int(),
  metadata,
  active: z.boolean(),
})
export type PriceRecord = z.infer<typeof priceSchema>

/** The first answer to a request with an idempotency key. */
export const answerSchema = z.object({
  /** Digest of method, path and body. */
  request: z.string(),
  body: z.string(),
  requestId: z.string(),
  created: moment,
})
export type AnswerRecord = z.infer<typeof answerSchema>

/** An event; every endpoint receives the same body. */
export const eventSchema = z.object({ ...record, type: z.string(), body: z.string() })
export type EventRecord = z.infer<typeof eventSchema>

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A random id in Stripe's format. */
export function createId(prefix: string, length = 24): string {
  // 248 is the greatest multiple of 62 below 256: every character is equally likely.
  const bytes = [...randomBytes(length * 2)].filter((byte) => byte < 248).slice(0, length)
  return prefix + bytes.map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
