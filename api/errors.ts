import type { Context } from 'hono'
import type { InvalidLines } from '#domain/checkout/checkout.ts'
import type { OrderFailure } from '#domain/checkout/place-order.server.ts'
import { formatGrosze } from '#domain/money.ts'
import { MAX_LINES, MAX_QUANTITY } from '#domain/orders/order.ts'
import { tooManyAttempts } from './accounts.ts'
import { type ApiEnv, errorResponse, errorSchema, refuseBusy, z } from './http.ts'

const change = z.object({ oldGrosze: z.int(), newGrosze: z.int() })

/** 409: what stands in the way, with the figures a screen needs in `details`. */
export const conflictSchema = errorSchema
  .extend({
    error: errorSchema.shape.error.extend({
      details: z
        .object({
          products: z
            .array(z.object({ id: z.string(), name: z.string().optional(), left: z.int().optional() }))
            .optional()
            .openapi({ description: 'product_unavailable: which; out_of_stock: which and how many pieces are left' }),
          items: z
            .array(
              z.object({
                id: z.uuid(),
                name: z.string(),
                quantity: z.int(),
                oldPriceGrosze: z.int(),
                newPriceGrosze: z.int(),
              }),
            )
            .optional(),
          shipping: change.optional(),
          total: change.optional(),
        })
        .optional()
        .openapi({ description: 'price_changed: all items, shipping and total as the buyer saw them and as they are' }),
    }),
  })
  .openapi('OrderConflict')

type ConflictDetails = z.output<typeof conflictSchema>['error']['details']

/** Every reason not to sell, in words for the one who wanted to buy. */
export function refuseOrder(c: Context<ApiEnv>, failure: OrderFailure) {
  switch (failure.reason) {
    case 'product_unavailable': {
      const { reason, ...details } = failure
      return conflict(c, reason, 'Produkt nie jest już dostępny. Usuń go z koszyka, aby zamówić resztę.', details)
    }
    case 'out_of_stock': {
      const { reason, ...details } = failure
      return conflict(c, reason, shortage(failure.products), details)
    }
    case 'price_changed': {
      const { reason, ...details } = failure
      const { oldGrosze, newGrosze } = failure.total
      const message = `Cena się zmieniła: było ${formatGrosze(oldGrosze)}, jest ${formatGrosze(newGrosze)}. Potwierdź zamówienie w nowej cenie.`
      return conflict(c, reason, message, details)
    }
    case 'idempotency_conflict':
      return conflict(c, failure.reason, 'To zamówienie zostało już złożone z innymi danymi. Odśwież stronę.')
    case 'locker_closed': {
      const message = 'Wybrany paczkomat jest nieczynny. Wybierz inny paczkomat.'
      return conflict(c, failure.reason, message, undefined, { selectedLocker: message })
    }
    case 'invalid_lines':
      return errorResponse(c, 400, 'invalid_request', invalidLines(failure.problem), {
        items: invalidLines(failure.problem),
      })
    case 'locker_unavailable':
      c.header('Retry-After', '5')
      return errorResponse(c, 503, failure.reason, 'Nie udało się sprawdzić paczkomatu. Spróbuj ponownie za chwilę.')
    case 'shipping_costs_missing':
      return errorResponse(c, 503, failure.reason, 'Nie udało się załadować kosztów dostawy. Spróbuj ponownie.')
    case 'too_many_attempts':
      return tooManyAttempts(c, failure.retryAfterSeconds)
    case 'busy':
      return refuseBusy(c)
  }
}

function conflict(
  c: Context<ApiEnv>,
  code: string,
  message: string,
  details?: ConflictDetails,
  fields?: Record<string, string>,
) {
  return c.json({ error: { code, message, ...(fields && { fields }), ...(details && { details }) } }, 409)
}

function shortage(products: readonly { name: string; left: number }[]): string {
  const sentences = products.map(({ name, left }) =>
    left === 0 ? `Produkt „${name}” jest wyprzedany.` : `Produkt „${name}”: zostało sztuk: ${left}.`,
  )
  return sentences.join(' ')
}

function invalidLines(problem: InvalidLines['problem']): string {
  switch (problem) {
    case 'empty':
      return 'Pusty koszyk'
    case 'too_many_lines':
      return `W jednym zamówieniu może być najwyżej ${MAX_LINES} produktów.`
    case 'quantity':
      return `Jednego produktu można zamówić od 1 do ${MAX_QUANTITY} sztuk.`
    case 'two_prices':
      return 'Ten sam produkt jest na liście z dwiema cenami. Odśwież koszyk.'
  }
}
