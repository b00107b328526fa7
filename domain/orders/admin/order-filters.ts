import { z } from 'zod'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/kernel/typed-text.ts'
import { defineSchema } from '#domain/kernel/wire-schema.ts'
import { ORDER_STATUSES } from '#domain/orders/order.ts'

/**
 * Where the money of an order is, as the admin filters by it. `due`: paid on delivery, not yet; `unpaid`: paid ahead, not yet.
 * The last four are about what went back or is disputed.
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

/** Orders that were searched or filtered are counted up to here: one more stands for any number beyond, and the list ends. */
export const MOST_FOUND_ORDERS = 1000

const SEARCH_MAX = 100

/** What narrows the admin's list of orders; days are those of Warsaw, both included. */
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
    money: z.enum(MONEY_STATES).optional().meta({ description: 'Where the money is' }),
    delivery: z.enum(['locker', 'courier']).optional(),
    from: z.iso.date().optional().meta({ description: 'First day' }),
    to: z.iso.date().optional().meta({ description: 'Last day' }),
  }),
)
export type OrderFilters = z.output<typeof orderFiltersSchema>

const DAY_MS = 24 * 60 * 60 * 1000
/** Of one file of takings. */
const MOST_DAYS = 2 * 366

/** The days of Warsaw whose takings are asked for, both included. */
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
/** What has no combining mark of its own, as the database folds it. */
const LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ß: 's', '’': "'" }

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(COMBINING_MARKS, '')
    .replace(/[łøđß’]/g, (letter) => LETTERS[letter] ?? letter)
}

/** Most words of one search; what is typed beyond narrows no more. */
const MOST_WORDS = 6
/** Shorter beginnings of words are those of too many orders. */
const SHORTEST_WORD = 2

/**
 * The beginnings of words that an order must have to be found, folded as the database folds them. A number that was typed in
 * groups is one word, with or without +48. Empty: nothing was typed that could be looked for.
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

/** The search as PostgreSQL's full text search takes it: all words, each as the beginning of one. */
export function toSearchQuery(words: readonly string[]): string {
  return words.map((word) => `'${word.replace(/[\\']/g, (sign) => sign + sign)}':*`).join(' & ')
}

/** Whether anything narrows the list. */
export function isFiltered(filters: OrderFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined && value !== '')
}
