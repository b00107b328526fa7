import { z } from 'zod'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/kernel/typed-text.ts'
import { defineSchema } from '#domain/kernel/wire-schema.ts'
import { ORDER_STATUSES } from '#domain/orders/order.ts'
import { DELIVERY_METHODS } from '#domain/shipping/shipping-method.ts'

/**
 * States of an order's money, as the admin filters by them. `due`: not yet paid on delivery; `unpaid`: not yet paid
 * ahead. The last four concern refunds and disputes.
 */
export const MONEY_STATES = ['due', 'unpaid', 'paid', 'refunding', 'refunded', 'refund_failed', 'disputed'] as const
export type MoneyState = (typeof MONEY_STATES)[number]

export const MONEY_STATE_LABELS: Record<MoneyState, string> = {
  due: 'Do zapłaty przy odbiorze',
  unpaid: 'Nieopłacone',
  paid: 'Opłacone',
  refunding: 'Zwrot w toku',
  refunded: 'Zwrócone',
  refund_failed: 'Nieudany zwrot',
  disputed: 'Spór w banku',
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
    payment: z.enum(['cash_on_delivery', 'prepaid']).optional(),
    money: z.enum(MONEY_STATES).optional().meta({ description: "State of the order's money" }),
    delivery: z.enum(DELIVERY_METHODS).optional(),
    from: z.iso.date().optional().meta({ description: 'First day' }),
    to: z.iso.date().optional().meta({ description: 'Last day' }),
  }),
)
export type OrderFilters = z.output<typeof orderFiltersSchema>

const DAY_MS = 24 * 60 * 60 * 1000
/** For one file of takings. */
const MOST_DAYS = 2 * 366

/** The days in Warsaw whose takings are asked for, both included. */
export const takingsQuerySchema = defineSchema(() =>
  z
    .object({ from: z.iso.date(), to: z.iso.date() })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Ostatni dzień nie może być przed pierwszym.' })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MOST_DAYS * DAY_MS, {
      path: ['to'],
      message: 'Wybierz najwyżej dwa lata.',
    }),
)

const COMBINING_MARKS = /[\u0300-\u036f]/g
/** Letters without a combining mark, as the database folds them. */
const LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ß: 's', '’': "'" }

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(COMBINING_MARKS, '')
    .replace(/[łøđß’]/g, (letter) => LETTERS[letter] ?? letter)
}

/** Most words of one search. Further words are ignored. */
const MOST_WORDS = 6
/** Shorter beginnings match too many orders. */
const SHORTEST_WORD = 2

/**
 * The word beginnings that a matching order must have, folded as the database folds them. A number typed in groups is
 * one word, with or without +48. Empty: nothing searchable was typed.
 */
export function listSearchWords(search: string): string[] {
  const compact = search.replace(/[\s().+-]/g, '')
  if (/^\d+$/.test(compact)) {
    const digits = compact.replace(/^00/, '')
    return digits.length < SHORTEST_WORD ? [] : [digits]
  }
  return search
    .split(/[\s,]+/)
    .flatMap((word) => (word.includes('@') ? [word.toLowerCase()] : fold(word).split(/['.-]+/)))
    .filter((word) => word.length >= SHORTEST_WORD)
    .slice(0, MOST_WORDS)
}

/** The search as a full-text query of PostgreSQL: all words, each as a prefix. */
export function toSearchQuery(words: readonly string[]): string {
  return words.map((word) => `'${word.replace(/[\\']/g, (sign) => sign + sign)}':*`).join(' & ')
}

/** Whether any filter is set. */
export function isFiltered(filters: OrderFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined && value !== '')
}
