import { z } from 'zod'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { groszeSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/**
 * An addition is a change of pieces that makes an order dearer which was paid ahead: it is made once its difference is
 * paid. `refused`: the money came when the change could not be made any more, and goes back.
 */
export type AdditionStatus = 'open' | 'applied' | 'lapsed' | 'given_up' | 'refused'

/** How long an addition holds its pieces, ms. The provider's pages last at most 24 hours. */
const ADDITION_TIME_MS = 23 * 60 * 60 * 1000

export const findAdditionEnd = (now: Date): Date => new Date(now.getTime() + ADDITION_TIME_MS)

/** An addition that can be paid now. */
export const openAdditionSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid().meta({ description: 'Sent back by who gives it up' }),
      amount_grosze: groszeSchema.meta({ description: 'What has to be paid' }),
      total_grosze: groszeSchema.meta({ description: 'What the order costs afterwards' }),
      until: momentSchema.meta({ description: 'Until when its pieces are held' }),
      lines: z.array(z.string()).meta({ description: 'What changes, in sentences' }),
    })
    .meta({ id: 'OpenAddition' }),
)
export type OpenAddition = z.output<typeof openAdditionSchema>

/** Gives up an addition. */
export const givenUpAdditionSchema = defineSchema(() => z.strictObject({ addition_id: z.uuid() }))

/** Why the owner cannot propose a change of this price. */
export function describeAdditionNotPayable(differenceGrosze: Grosze, least: Grosze): string {
  return differenceGrosze < least
    ? `Dopłata wyniosłaby ${formatGrosze(differenceGrosze)}, a online można zapłacić najmniej ${formatGrosze(least)}.`
    : `Dopłata wyniosłaby ${formatGrosze(differenceGrosze)}, a tyle nie można zapłacić naraz online.`
}

/** What happens when the owner proposes a change that makes a paid order dearer, before it is proposed. */
export function describeProposal(differenceGrosze: Grosze): string {
  return (
    `Zamówienie jest opłacone, a po zmianie kosztuje o ${formatGrosze(differenceGrosze)} więcej. Kupujący dostanie ` +
    'e-mail z linkiem do dopłaty. Dołożone sztuki odkładamy na 23 godziny; do czasu dopłaty zamówienie zostaje, jak jest.'
  )
}

type Item = {
  product_id: string
  quantity: number
  restocked: number
  unit_price_grosze: Grosze
  discount_grosze: Grosze
}

/** The pieces of an order as one text, equal as long as they are the same. */
export const describeItems = (items: readonly Item[]): string =>
  JSON.stringify(
    items
      .map((item) => [item.product_id, item.quantity, item.restocked, item.unit_price_grosze, item.discount_grosze])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  )

/** Whether two changes want the same pieces. */
export function isSameWish(
  one: readonly { product_id: string; quantity: number }[],
  other: readonly { product_id: string; quantity: number }[],
): boolean {
  return (
    one.length === other.length &&
    one.every((item) =>
      other.some(({ product_id, quantity }) => product_id === item.product_id && quantity === item.quantity),
    )
  )
}
