import { z } from 'zod'
import { ORDER_STATUSES } from '#domain/kernel/order-words/order-status.ts'
import { DELIVERY_METHODS, PAYMENT_WAYS } from '#domain/kernel/order-words/shipping-method.ts'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/kernel/text/plain-text.ts'
import { daySchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/**
 * States of an order's money, as the admin filters by them. `due`: not yet paid on delivery; `unpaid`: not yet paid
 * ahead; `unclear`: a payment ended and the provider has not said how. The last four concern refunds and disputes.
 */
export const MONEY_STATES = [
  'due',
  'unpaid',
  'unclear',
  'paid',
  'refunding',
  'refunded',
  'refund_failed',
  'disputed',
] as const
export type MoneyState = (typeof MONEY_STATES)[number]

export const MONEY_STATE_LABELS: Record<MoneyState, string> = {
  due: 'Do zapłaty przy odbiorze',
  unpaid: 'Nieopłacone',
  unclear: 'Płatność niejasna',
  paid: 'Opłacone',
  refunding: 'Zwrot w toku',
  refunded: 'Zwrócone',
  refund_failed: 'Nieudany zwrot',
  disputed: 'Spór w banku',
}

/** Where the parcel of an order is, as the admin filters by it. `returned`: it came back, or was taken back after it was sent. */
export const PARCEL_STATES = ['to_send', 'sent', 'delivered', 'returned'] as const
export type ParcelState = (typeof PARCEL_STATES)[number]

export const PARCEL_STATE_LABELS: Record<ParcelState, string> = {
  to_send: 'Do wysłania',
  sent: 'Wysłane',
  delivered: 'Dostarczone',
  returned: 'Wróciły',
}

/** Matching orders are counted up to this number. One more stands for any higher number, and the list ends. */
export const MOST_FOUND_ORDERS = 1000

const SEARCH_MAX = 100

/** Filters of the admin's list of orders. Days are days in Warsaw, both included. */
export const orderFiltersSchema = defineSchema(() =>
  z.object({
    search: z
      .string()
      .trim()
      .max(SEARCH_MAX)
      .refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE)
      .optional()
      .meta({ description: 'Number, e-mail, phone or name' }),
    status: z.enum(ORDER_STATUSES).optional(),
    payment: z.enum(PAYMENT_WAYS).optional(),
    money: z.enum(MONEY_STATES).optional().meta({ description: "State of the order's money" }),
    delivery: z.enum(DELIVERY_METHODS).optional(),
    parcel: z.enum(PARCEL_STATES).optional().meta({ description: 'Where the parcel is' }),
    from: daySchema().optional().meta({ description: 'First day' }),
    to: daySchema().optional().meta({ description: 'Last day' }),
  }),
)
export type OrderFilters = z.output<typeof orderFiltersSchema>

const DAY_MS = 24 * 60 * 60 * 1000
/** The days of one file of takings. */
const MOST_DAYS = 2 * 366

/** The days in Warsaw whose takings are asked for, both included. */
export const takingsQuerySchema = defineSchema(() =>
  z
    .object({ from: daySchema(), to: daySchema() })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Ostatni dzień nie może być przed pierwszym.' })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MOST_DAYS * DAY_MS, {
      path: ['to'],
      message: 'Wybierz najwyżej dwa lata.',
    }),
)

/** Whether any filter is set. */
export function isFiltered(filters: OrderFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined && value !== '')
}
