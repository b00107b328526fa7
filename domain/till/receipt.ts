import type { ColumnType, Generated } from 'kysely'
import { z } from 'zod'
import type { Day } from '#domain/kernel/calendar-day.ts'
import type { CreatedAt } from '#domain/kernel/created-at.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import { PAYMENT_METHODS } from '#domain/kernel/shipping-method.ts'
import { splitGrosze } from '#domain/kernel/split-grosze.ts'
import { lineSchema } from '#domain/kernel/typed-lines.ts'
import { groszeSchema, momentSchema } from '#domain/kernel/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire-schema.ts'
import { VAT_RATES, type VatRate } from '#domain/papers/vat.ts'

/** `printing`: the agent has it; `unclear`: only the roll of paper shows whether it was printed. */
export const RECEIPT_STATES = ['waiting', 'printing', 'unclear', 'printed'] as const
export type ReceiptState = (typeof RECEIPT_STATES)[number]

/** Without the agent's report for longer than this, a receipt is unclear. The agent gives up a print far sooner. */
export const CLAIM_MS = 2 * 60 * 1000
/** Sales that have waited longer than this, days, stand on a list of their own. */
export const TILL_DAYS = 60
/** Characters that printers put on a line of a receipt. */
const MOST_NAME = 40

const numberSchema = z
  .string()
  .trim()
  .max(30, 'Wpisz najwyżej 30 znaków')
  .regex(/^[\p{L}\d/ .-]*$/u, 'Wpisz numer z paragonu: cyfry, litery i znaki / . -')

export const receiptLineSchema = defineSchema(() =>
  z.object({
    name: z.string(),
    quantity: z.int(),
    unit_grosze: groszeSchema.meta({ description: 'What a piece costs, grosze; times the quantity it is the line' }),
    gross_grosze: groszeSchema,
    rate: z.enum(VAT_RATES),
  }),
)
export type ReceiptLine = z.output<typeof receiptLineSchema>

const receiptShape = {
  checkout_id: z.uuid(),
  sold_at: momentSchema,
  order_numbers: z.array(z.string()),
  payment: z.enum(PAYMENT_METHODS),
  gross_grosze: groszeSchema,
  lines: z.array(receiptLineSchema),
}

/** The till's page: what waits, oldest first, and the state of the agent. */
export const tillDeskSchema = defineSchema(() =>
  z
    .object({
      items: z.array(
        z.object({
          ...receiptShape,
          state: z.enum(RECEIPT_STATES).exclude(['printed']),
          claimed_at: momentSchema.nullable().meta({ description: 'When the agent took it' }),
        }),
      ),
      more: z.boolean().meta({ description: 'Whether further sales wait' }),
      has_older: z.boolean().meta({ description: `Whether some have waited for more than ${TILL_DAYS} days` }),
      agent: z.object({
        key_made_at: momentSchema.nullable().meta({ description: 'null: there is no key' }),
        seen_at: momentSchema.nullable(),
        problem: z.string().nullable(),
      }),
    })
    .meta({ id: 'TillDesk' }),
)
export type TillDesk = z.output<typeof tillDeskSchema>
export type OpenReceipt = TillDesk['items'][number]

export const printedReceiptsSchema = defineSchema(() =>
  z.object({
    items: z.array(z.object({ ...receiptShape, number: z.string(), printed_at: momentSchema, by_agent: z.boolean() })),
  }),
)
export type PrintedReceipt = z.output<typeof printedReceiptsSchema>['items'][number]

export const receiptPressSchema = defineSchema(() =>
  z.strictObject({
    number: numberSchema,
    gross_grosze: groszeSchema.meta({ description: 'As it was seen' }),
    printed_on: z.iso
      .date('Podaj dzień wydruku')
      .optional()
      .meta({ description: 'The day on the paper; without it today' }),
  }),
)

const claimSchema = z.uuid().meta({ description: 'Chosen by the agent; the same claim is the same receipt' })
export const tillAskSchema = defineSchema(() =>
  z.strictObject({
    claim: claimSchema.nullable().meta({ description: 'null: tells of a problem and takes nothing' }),
    problem: lineSchema('Podaj, co się stało', 200).nullable(),
  }),
)
export const tillJobSchema = defineSchema(() =>
  z.object({
    receipt: z
      .object({
        order_number: z.string(),
        payment: z.enum(PAYMENT_METHODS),
        gross_grosze: groszeSchema,
        lines: z.array(receiptLineSchema),
      })
      .nullable()
      .meta({ description: 'null: nothing waits' }),
  }),
)
export type TillJob = z.output<typeof tillJobSchema>['receipt']
export const tillResultSchema = defineSchema(() =>
  z.strictObject({
    claim: claimSchema,
    outcome: z.enum(['printed', 'not_printed', 'unclear']),
    number: numberSchema,
  }),
)
export type TillResult = z.output<typeof tillResultSchema>

/** '2 x 33,33' and '1 x 33,34' of three pieces for 100 zł: printers multiply a price by a number of pieces. */
export function toReceiptLines(
  lines: readonly { name: string; quantity: number; gross_grosze: Grosze; rate: VatRate }[],
): ReceiptLine[] {
  return lines.flatMap(({ name, quantity, gross_grosze, rate }) => {
    const prices = splitGrosze(
      gross_grosze,
      Array.from({ length: quantity }, () => 1),
    )
    return [...new Set(prices)].flatMap((unit) => {
      const pieces = prices.filter((price) => price === unit).length
      const line = { name: shortenName(name), quantity: pieces, unit_grosze: unit, gross_grosze: pieces * unit, rate }
      return unit === 0 ? [] : [line]
    })
  })
}

/** 'Noemira Brzoskwiniowy Zmierzch, 50 ml': a long name keeps its size, the first of the facts behind the comma. */
function shortenName(name: string): string {
  if (name.length <= MOST_NAME) return name
  const at = name.lastIndexOf(', ')
  const size = at < 0 ? '' : (name.slice(at).split(' · ')[0] ?? '')
  if (size.length > MOST_NAME / 2) return name.slice(0, MOST_NAME)
  return `${name.slice(0, Math.min(at < 0 ? MOST_NAME : at, MOST_NAME - size.length)).trimEnd()}${size}`
}

/** How the buyer pays, for the till. */
export const TILL_PAYMENTS = {
  prepaid: 'zapłacono online',
  cash_on_delivery: 'pobranie',
} as const satisfies Record<(typeof PAYMENT_METHODS)[number], string>

export const dayQuerySchema = defineSchema(() => z.object({ day: z.iso.date() }))
export const monthQuerySchema = defineSchema(() =>
  z.object({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Podaj miesiąc jako 2026-11') }),
)

/** The first day of a month, '2026-11', and that of the next. */
export function boundMonth(month: string): { from: Day; to: Day } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10) }
}

export type TillTables = {
  /** The till receipt of each sale to a person. A trigger of `order_events` adds it. */
  receipts: {
    checkout_id: string
    state: Generated<ReceiptState>
    claim: string | null
    /** When the agent took it, and its lines were set. */
    claimed_at: Date | null
    lines: ColumnType<ReceiptLine[] | null, string | null, string | null>
    gross_grosze: Grosze | null
    /** '': the owner did not type it. */
    number: Generated<string>
    printed_at: Date | null
    /** Whether the agent said that it is printed. */
    by_agent: Generated<boolean>
    created_at: CreatedAt
  }
  /** The program beside the fiscal printer, in a single row. */
  till_agent: {
    id: Generated<number>
    key_hash: string | null
    key_made_at: Date | null
    seen_at: Date | null
    problem: string | null
  }
}
