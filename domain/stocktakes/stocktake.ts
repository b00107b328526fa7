import { z } from 'zod'
import { STOCK_MAX } from '#domain/catalog/admin/admin-product.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { DIFFERENCE_REASONS, type DifferenceReason } from '#domain/stock/movement.ts'

/** A reason of one's own needs words. */
export const NOTE_MISSING = 'Napisz, co się stało'
const HOW_MANY = 'Podaj, ile sztuk leży na półce'

/** How many pieces of a product lie on the shelf. */
export const countSchema = defineSchema(() =>
  z.strictObject({
    product_id: z.uuid(),
    counted: z.union([z.string(), z.int()], HOW_MANY).transform((given, context): number => {
      const counted = /^\s*\d+\s*$/.test(String(given)) ? Number(given) : Number.NaN
      if (counted <= STOCK_MAX) return counted
      context.addIssue(HOW_MANY)
      return z.NEVER
    }),
    replaces: z.int().nullable().optional().meta({
      description: 'The earlier count that was on the screen, null: none; absent: whatever was counted is replaced',
    }),
  }),
)
export type Count = z.output<typeof countSchema>

const reasonSchema = defineSchema(() =>
  z
    .strictObject({
      product_id: z.uuid(),
      reason: z.enum(Object.keys(DIFFERENCE_REASONS) as DifferenceReason[]),
      note: z.string().trim().max(200).default('').meta({ description: 'Needed for the reason other' }),
    })
    .refine(({ reason, note }) => reason !== 'other' || note !== '', { path: ['note'], error: NOTE_MISSING }),
)
export type BookedReason = z.output<typeof reasonSchema>

/** The version of a stocktake that was seen. */
export const stocktakeVersionSchema = defineSchema(() => z.strictObject({ version: z.string() }))

/** The reasons of all differences of a stocktake. */
export const bookingSchema = defineSchema(() =>
  z.strictObject({ version: z.string(), reasons: z.array(reasonSchema).max(10_000) }),
)

/** Pieces that orders have taken already, although the shelf lacks them. */
export const bookedSchema = defineSchema(() =>
  z.object({ booked: z.int(), short: z.array(z.object({ product_id: z.uuid(), pieces: z.int() })) }),
)
export type Booked = z.output<typeof bookedSchema>

/** Products that have to be counted again. */
export const setMeanwhileSchema = defineSchema(() => z.object({ names: z.array(z.string()) }))

type Counted = { product_id: string; counted: number; expected: number }

export const differenceOf = ({ counted, expected }: Pick<Counted, 'counted' | 'expected'>): number => counted - expected

/**
 * What of the differences can be booked with the present stock, which orders have lowered since the count. A stock never
 * falls below 0: what is missing beyond it, orders have taken.
 */
export function planBooking(counts: readonly Counted[], stocks: ReadonlyMap<string, number>) {
  const changes: { product_id: string; change: number }[] = []
  const short: Booked['short'] = []
  for (const count of counts) {
    const stock = stocks.get(count.product_id)
    const difference = differenceOf(count)
    if (stock === undefined || difference === 0) continue
    const change = Math.max(-stock, difference)
    if (change !== 0) changes.push({ product_id: count.product_id, change })
    if (change > difference) short.push({ product_id: count.product_id, pieces: change - difference })
  }
  return { changes, short }
}
