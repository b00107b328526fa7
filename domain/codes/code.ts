import { z } from 'zod'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { splitGrosze } from '#domain/kernel/amounts/split-grosze.ts'
import { addDays, type WallClock } from '#domain/kernel/calendar-day.ts'
import type { Result } from '#domain/kernel/result.ts'
import { groszeSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

export const CODE_KINDS = ['percent', 'sum', 'free_delivery'] as const
export type CodeKind = (typeof CODE_KINDS)[number]

const CODE_MESSAGE = 'Kod ma od 3 do 20 znaków: litery bez polskich znaków i cyfry.'

/** A code as it is typed; case and spaces around it do not matter. */
export const codeTextSchema = defineSchema(() =>
  z
    .string()
    .max(100, CODE_MESSAGE)
    .transform((typed) => typed.trim().toUpperCase())
    .refine((code) => /^[A-Z0-9]{3,20}$/.test(code), CODE_MESSAGE)
    .meta({ description: '3 to 20 letters and digits; case does not matter', example: 'LATO10' }),
)

/** What a code takes off. `value`: percent, or grosze; null: delivery is free. */
export const codeTermsSchema = defineSchema(() =>
  z.object({
    code: z.string(),
    kind: z.enum(CODE_KINDS),
    value: z.int().nullable().meta({ description: 'Percent, or grosze; null: delivery is free' }),
    least_grosze: groszeSchema.meta({ description: 'The least sum of products, before the discount' }),
  }),
)
export type CodeTerms = z.output<typeof codeTermsSchema>

/** The answer about a typed code. */
export const checkedCodeSchema = defineSchema(() =>
  codeTermsSchema
    .extend({
      personal: z.boolean().meta({ description: 'Whether it is for one e-mail address alone' }),
      lowest: z
        .array(z.object({ id: z.uuid(), grosze: groszeSchema }))
        .meta({ description: 'Of a public code: the lowest prices of the 30 days before it began, by product' }),
    })
    .meta({ id: 'CheckedCode' }),
)
export type CheckedCode = z.output<typeof checkedCodeSchema>

/** Why a code does not apply to an order. */
export type CodeRefusal =
  /** No such code, or switched off. */
  | { reason: 'code_unknown' }
  | { reason: 'code_not_yet'; from: WallClock }
  | { reason: 'code_expired' }
  | { reason: 'code_used_up' }
  | { reason: 'code_used_already' }
  | { reason: 'code_not_for_you' }
  | { reason: 'code_needs_more'; leastGrosze: Grosze }

/**
 * What a code takes off each item, by what all of its pieces cost: split by largest remainder, so that the parts add up
 * to the discount. At least a grosz of each item stays, because nothing is sold for 0,00 zł.
 */
export function splitDiscount(
  { kind, value }: Pick<CodeTerms, 'kind' | 'value'>,
  amounts: readonly Grosze[],
): Grosze[] {
  const rooms = amounts.map((amount) => amount - 1)
  const room = rooms.reduce((sum, each) => sum + each, 0)
  const goods = amounts.reduce((sum, amount) => sum + amount, 0)
  const wanted = kind === 'percent' ? Math.floor((goods * (value ?? 0)) / 100) : kind === 'sum' ? (value ?? 0) : 0
  const discount = Math.min(wanted, room)
  return discount === 0 ? amounts.map(() => 0) : splitGrosze(discount, rooms)
}

/** The discount of an order. */
export const orderDiscountSchema = defineSchema(() =>
  z.object({ code: z.string(), grosze: groszeSchema.meta({ description: '0: the code made delivery free' }) }),
)
export type OrderDiscount = z.output<typeof orderDiscountSchema>

type DiscountedOrder = { discount_code: string | null; discount_grosze: Grosze }

/** What a code took off these orders of one checkout; null: there was none. */
export function toOrderDiscount(orders: readonly DiscountedOrder[]): OrderDiscount | null {
  const code = orders.find(({ discount_code }) => discount_code !== null)?.discount_code ?? null
  return code === null ? null : { code, grosze: orders.reduce((sum, order) => sum + order.discount_grosze, 0) }
}

/** 'Kod LATO10', as the line of sums that shows what it took off. */
export function labelDiscount({ code, grosze }: OrderDiscount): string {
  return grosze === 0 ? `Kod ${code}: darmowa dostawa` : `Kod ${code}`
}

type Period = { active: boolean; valid_from: WallClock | null; valid_to: WallClock | null }

/** Why a code is not valid at this Polish wall clock; null: it is. */
export function refuseByTime(
  { active, valid_from: from, valid_to: to }: Period,
  now: WallClock,
): Extract<CodeRefusal, { reason: 'code_unknown' | 'code_not_yet' | 'code_expired' }> | null {
  if (!active) return { reason: 'code_unknown' }
  if (from !== null && from > now) return { reason: 'code_not_yet', from }
  return to !== null && to <= now ? { reason: 'code_expired' } : null
}

/** Whether a failure means that a code was guessed wrongly. */
export function judgeCode(outcome: Result<unknown, { reason: string }>): 'wrong' | 'not_checked' {
  const isWrong = !outcome.ok && ['code_unknown', 'code_not_for_you'].includes(outcome.failure.reason)
  return isWrong ? 'wrong' : 'not_checked'
}

/** For how many days after today a code for samples is valid. */
export const SAMPLE_CODE_DAYS = 30
/** How much the products must cost beyond the code's value, so that every product keeps a price, grosze. */
const MORE_GROSZE = 100

/** 32 characters that are not mistaken for one another; 256 is a multiple of 32, so bytes map to them evenly. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 12

/** A text that cannot be guessed: 60 random bits. */
export function drawCodeText(): string {
  return [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((byte) => LETTERS[byte % LETTERS.length]).join('')
}

/** The terms of a code for samples. `valid_to` is the midnight after its last day. */
export function composeSampleCode(today: string, grosze: Grosze) {
  const valid_to: WallClock = `${addDays(today, SAMPLE_CODE_DAYS + 1)}T00:00`
  return { kind: 'sum' as const, value: grosze, least_grosze: grosze + MORE_GROSZE, valid_from: null, valid_to }
}

/** The last day of a code that ends at midnight. */
export const findLastDay = (validTo: WallClock): string => addDays(validTo.slice(0, 10), -1)
