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
  paid: 'Ponowna wpłata',
  refunded: 'Zwrot pieniędzy',
  'refund came back': 'Zwrot nie doszedł do kupującego',
  'dispute lost': 'Przegrany spór w banku',
  transferred: 'Przelew do kupującego',
  amended: 'Zmiana zamówienia',
  cancelled: 'Anulowanie po wysłaniu',
  restored: 'Przywrócenie zamówienia',
}

/** `grosze`: what the shop has more of the order since then, negative where money went back. */
export type Movement = { order_id: string; moment: Date; cause: string; grosze: Grosze }
type Printed = { gross_grosze: Grosze; lines: readonly ReceiptLine[]; frozen_at: Date }

/**
 * What each movement since the receipt took of it, of all movements of its sale, oldest first. It goes forward from the
 * receipt, so that a row never changes by what happens later. A movement of money that was paid twice takes nothing.
 */
export function listReturns({ gross_grosze, lines, frozen_at }: Printed, movements: readonly Movement[]) {
  const sumsOf = (grosze: Grosze) => sumByRate(scaleLines(lines, grosze))
  const money = new Map<string, Grosze>()
  const move = ({ order_id, grosze }: Movement) => money.set(order_id, (money.get(order_id) ?? 0) + grosze)
  let before = gross_grosze
  const toRow = ({ moment, cause }: Pick<Movement, 'moment' | 'cause'>) => {
    const has = [...money.values()].reduce((sum, ofOrder) => sum + Math.max(0, ofOrder), 0)
    const after = Math.min(gross_grosze, has)
    const row = {
      moment,
      reason: REASONS[cause] ?? 'Inna zmiana',
      gross_grosze: before - after,
      sums: subtractSums(sumsOf(before), sumsOf(after)),
    }
    before = after
    return row
  }
  for (const movement of movements.filter(({ moment }) => moment <= frozen_at)) move(movement)
  // Money that went back before the receipt and became known after it, such as a refund in its very moment.
  const rows = [toRow({ moment: frozen_at, cause: '' })]
  for (const movement of movements.filter(({ moment }) => moment > frozen_at)) {
    move(movement)
    rows.push(toRow(movement))
  }
  return rows.filter((row) => row.gross_grosze !== 0)
}
