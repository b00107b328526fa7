import { z } from 'zod'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { groszeSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

export const ownOrderSchema = defineSchema(() =>
  z.object({
    order_id: z.uuid(),
    number: z.string(),
    total_grosze: groszeSchema,
    state: z
      .enum(['unpaid', 'under_way', 'paid'])
      .meta({ description: 'unpaid: the provider does not answer; under_way: its money may still come' }),
  }),
)

/**
 * An own order that waits for its payment holds what the buyer orders now, and the shop does not give it up by itself,
 * because its money is on its way or the provider does not answer.
 */
export type OwnOrderInTheWay = { reason: 'own_order_in_the_way' } & z.output<typeof ownOrderSchema>

/** What the buyer can do about it. */
export function describeOwnOrder({ number, total_grosze, state }: Omit<OwnOrderInTheWay, 'reason'>): string {
  const order = `zamówienie nr ${number} na ${formatGrosze(total_grosze)}`
  if (state === 'paid') return `Twoje ${order} zostało właśnie opłacone. Sprawdź je, zanim zamówisz ponownie.`
  if (state === 'under_way')
    return `Płatność za Twoje ${order} jest w toku. Poczekaj na jej wynik albo zrezygnuj z niego.`
  return `Masz nieopłacone ${order}, które zajmuje to, co zamawiasz. Dokończ płatność albo zrezygnuj z niego.`
}
