import { z } from 'zod'
import type { Grosze } from '#domain/kernel/money.ts'
import { groszeSchema, momentSchema } from '#domain/kernel/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire-schema.ts'
import { scaleLines, subtractSums, sumByRate, VAT_RATES } from '#domain/papers/vat.ts'
import type { ReceiptLine } from './receipt.ts'

export const vatSumSchema = defineSchema(() =>
  z.object({
    rate: z.enum(VAT_RATES),
    net_grosze: groszeSchema,
    vat_grosze: groszeSchema,
    gross_grosze: groszeSchema,
  }),
)

/** The register of returns and accepted complaints: what went back of sales that have a receipt. */
export const registerSchema = defineSchema(() =>
  z.object({
    items: z.array(
      z.object({
        checkout_id: z.uuid(),
        moment: momentSchema,
        reason: z.string(),
        number: z.string().meta({ description: 'Of the receipt' }),
        printed_at: momentSchema,
        order_numbers: z.array(z.string()),
        names: z.string().meta({ description: 'What the receipt is for' }),
        gross_grosze: groszeSchema.meta({ description: 'Negative where money came back to the shop' }),
        sums: z.array(vatSumSchema),
      }),
    ),
    sums: z.array(vatSumSchema).meta({ description: 'Of the month' }),
  }),
)
export type ReturnRegister = z.output<typeof registerSchema>
export type RegisterRow = ReturnRegister['items'][number]

/** Why money went back, in the words of `money_movements`. */
const REASONS: Record<string, string> = {
  refunded: 'Zwrot pieniędzy',
  'refund came back': 'Zwrot nie doszedł do kupującego',
  'dispute lost': 'Przegrany spór w banku',
  transferred: 'Przelew do kupującego',
  amended: 'Zmiana zamówienia',
  cancelled: 'Anulowanie po wysłaniu',
  restored: 'Przywrócenie zamówienia',
}

type Movement = { moment: Date; cause: string; grosze: Grosze }
type Printed = { gross_grosze: Grosze; kept_grosze: Grosze; lines: readonly ReceiptLine[]; frozen_at: Date }

/**
 * What each movement since the receipt took of it, oldest first: together it is the receipt less what the shop keeps,
 * also by rate. A movement of money that was paid twice takes nothing.
 */
export function listReturns({ gross_grosze, kept_grosze, lines, frozen_at }: Printed, movements: readonly Movement[]) {
  const sumsOf = (grosze: Grosze) => sumByRate(scaleLines(lines, grosze))
  let after = kept_grosze
  const toRow = ({ moment, cause }: Omit<Movement, 'grosze'>, before: Grosze) => {
    const row = {
      moment,
      reason: REASONS[cause] ?? 'Inna zmiana',
      gross_grosze: before - after,
      sums: subtractSums(sumsOf(before), sumsOf(after)),
    }
    after = before
    return row
  }
  const rows = movements
    .toSorted((a, b) => b.moment.getTime() - a.moment.getTime())
    .map((movement) => toRow(movement, Math.min(gross_grosze, Math.max(0, after + movement.grosze))))
  // What no movement explains, such as a refund in the very moment of the receipt.
  rows.push(toRow({ moment: frozen_at, cause: '' }, gross_grosze))
  return rows.filter((row) => row.gross_grosze !== 0).toReversed()
}
