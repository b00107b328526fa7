import { z } from 'zod'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { splitGrosze } from '#domain/kernel/amounts/split-grosze.ts'
import { groszeSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { endCodeSchema, piecesSchema, purposeShape, reasonSchema } from '#domain/payments/refunds/refund-request.ts'

/** A transfer that the owner made for an order paid on delivery. */
export const recordedTransferSchema = defineSchema(() =>
  z.strictObject({
    transfer_id: z.uuid().meta({ description: 'Made by the caller; the same id means the same transfer' }),
    amount_grosze: z.int().min(1).max(100_000_000),
    reason: reasonSchema,
    ...purposeShape,
    restock: piecesSchema.meta({ description: 'Pieces of a sent order that came back and are sold again' }),
    end_code: endCodeSchema,
    returned_seen: groszeSchema.meta({ description: 'What the admin saw as already returned' }),
  }),
)
export type RecordedTransfer = z.output<typeof recordedTransferSchema>

/**
 * Splits one transfer among the orders of a checkout by what goes back for each, at most what is left of it.
 * @param grosze at most the sum of what is left
 */
export function shareTransfer(
  grosze: Grosze,
  orders: readonly { worthGrosze: Grosze; leftGrosze: Grosze }[],
): Grosze[] {
  const worths = orders.map(({ worthGrosze }) => worthGrosze)
  const wanted = worths.some((worth) => worth > 0) ? splitGrosze(grosze, worths) : worths
  const parts = orders.map(({ leftGrosze }, index) => Math.min(wanted[index] ?? 0, leftGrosze))
  let rest = grosze - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, index) => {
    const more = Math.min(rest, (orders[index]?.leftGrosze ?? 0) - part)
    rest -= more
    return part + more
  })
}
