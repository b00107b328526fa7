import { z } from 'zod'
import type { Result } from '#domain/result.ts'
import { SHIPPING_METHODS } from '#domain/shipping/shipping-method.ts'

/** One letter, ready to go. Plain strings only, one recipient. */
export type Mail = {
  /** Stable per outbox row: a repeated delivery carries the same Message-ID, so a mailbox can tell. */
  id: string
  to: string
  subject: string
  html: string
  text: string
}

/** Port to the outside mail server. */
export type MailTransport = {
  /**
   * `refused` when this letter can never be sent, however often it is tried; rejects when it could not be sent now.
   * `signal` ends the attempt and closes its connection: afterwards no byte of the letter leaves us.
   */
  send(mail: Mail, signal: AbortSignal): Promise<Result<void, MailRefused>>
  /** Ends whatever is still under way. */
  close(): void
}

/** `why` is for the log: no address and no word of the letter in it. */
export type MailRefused = { reason: 'refused'; why: string }

/**
 * One bare address and nothing else: no display name, no list, no line break, no quoting, at most 254 characters.
 * What passes here cannot add a header or a second recipient.
 */
export function isEmailAddress(value: string): boolean {
  return value.length <= 254 && /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}@[^\s\p{C}@<>()[\]\\,;:"]+$/u.test(value)
}

/** One process sends so many letters at once, each on a connection of its own: none waits for another's while its time runs. */
export const MAIL_CONCURRENCY = 4

/**
 * How long things take at most, ms. Each is shorter than the next, so that an attempt has ended, and closed its connection,
 * before anyone else may begin one (docs/decisions/0006-mails.md).
 */
export const MAIL_TIMES = {
  /** One attempt to hand a letter to the mail server, from before it is claimed. */
  attemptMs: 20_000,
  /** The job of one attempt; whole seconds. */
  jobMs: 24_000,
  /** The claim on the letter. */
  leaseMs: 28_000,
}
export type MailTimes = typeof MAIL_TIMES

const grosze = z.int().nonnegative()

const totals = { itemsGrosze: grosze, shippingGrosze: grosze, totalGrosze: grosze }

/** What the confirmation mail of one checkout says: all of its orders, as they were at that moment. */
export const orderConfirmationSchema = z.object({
  firstName: z.string(),
  orders: z
    .array(
      z.object({
        id: z.string(),
        items: z.array(
          z.object({ name: z.string(), brand: z.string(), quantity: z.int().positive(), unitPriceGrosze: grosze }),
        ),
        ...totals,
      }),
    )
    .min(1),
  totals: z.object(totals),
  shippingMethod: z.enum(SHIPPING_METHODS),
  payment: z.literal('cash_on_delivery'),
  delivery: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('locker'), id: z.string(), name: z.string(), address: z.string() }),
    z.object({
      kind: z.literal('courier'),
      street: z.string(),
      houseNumber: z.string(),
      postalCode: z.string(),
      city: z.string(),
    }),
  ]),
  receiver: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
})

export type OrderConfirmation = z.infer<typeof orderConfirmationSchema>

/** Every letter the shop writes and the shape of what it is written from. Outbox rows are checked against it when read. */
export const MAIL_TEMPLATES = {
  'order-confirmation': orderConfirmationSchema,
} as const

export type MailTemplate = keyof typeof MAIL_TEMPLATES
export type MailData<Template extends MailTemplate> = z.infer<(typeof MAIL_TEMPLATES)[Template]>

/** A template with its data, told apart by `template`. */
export type MailContent = {
  [Template in MailTemplate]: { template: Template; data: MailData<Template> }
}[MailTemplate]

export function isMailTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(MAIL_TEMPLATES, name)
}

/** What a reader sees. */
export type RenderedMail = { subject: string; html: string; text: string }

/** Port to the wording and looks of the letters. */
export type RenderMail = (content: MailContent) => Promise<RenderedMail>
