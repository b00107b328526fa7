import { z } from 'zod'
import { emailSchema, mailedTokenSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** What a buyer waits for: that a product is in stock again, that it costs less, or that the own bottle runs out. */
export const ALERT_KINDS = ['stock', 'price', 'refill'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** Days after which a confirmed alert is deleted without a mail; that of a bottle, from when it is due. */
export const ALERT_DAYS = 90
/** Days for which an address may be confirmed. */
export const CONFIRM_DAYS = 7

/** The page of a product's alerts. A token in its fragment confirms one. */
export const ALERT_PAGE = '/powiadom'
/** In the page's address: asks for the time when the bottle runs out. */
export const REFILL_SEARCH = 'kiedy=konczy-sie'

export const alertRequestSchema = defineSchema(() =>
  z.strictObject({ product_id: z.uuid(), kind: z.enum(ALERT_KINDS), email: emailSchema }),
)
export type AlertRequest = z.output<typeof alertRequestSchema>

export const alertTokenSchema = defineSchema(() => z.strictObject({ token: mailedTokenSchema }))

export const alertSchema = defineSchema(() =>
  z.object({ kind: z.enum(ALERT_KINDS), product_name: z.string() }).meta({ id: 'ProductAlert' }),
)
export type ProductAlert = z.output<typeof alertSchema>

type Waiting = { kind: AlertKind; price_grosze: number | null; due_at: Date | null }
type Offered = { out_of_stock: boolean; current_price_cents: number }

/** Whether the awaited change has happened. The alert of a product that is sold out waits on. */
export function isDue({ kind, price_grosze, due_at }: Waiting, product: Offered, now: Date): boolean {
  if (product.out_of_stock) return false
  if (kind === 'refill') return due_at !== null && due_at <= now
  return kind === 'stock' || product.current_price_cents < (price_grosze ?? 0)
}
