import { z } from 'zod'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { splitGrosze } from '#domain/kernel/amounts/split-grosze.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { PAYMENT_WAYS } from '#domain/kernel/order-words/shipping-method.ts'
import { lineSchema } from '#domain/kernel/text/text-schemas.ts'
import { daySchema, groszeSchema, monthSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { VAT_RATES, type VatRate } from '#domain/papers/vat.ts'
import { nameForTill, tillNameSchema, toNameKey } from './till-name.ts'

/**
 * `printing`: the agent has it; `unclear`: only the roll of paper shows whether it was printed; `refused`: the printer
 * does not take what it says, and the owner decides.
 */
export const RECEIPT_STATES = ['waiting', 'printing', 'unclear', 'refused', 'printed'] as const
export type ReceiptState = (typeof RECEIPT_STATES)[number]

/** Without the agent's report for longer than this, a receipt is unclear. The agent gives up a print far sooner. */
export const CLAIM_MS = 2 * 60 * 1000
/** Sales that have waited longer than this, days, stand on a list of their own. */
export const TILL_DAYS = 60
const MOST_REFUSAL = 200

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

export const receiptPressSchema = defineSchema(() =>
  z.strictObject({
    number: numberSchema,
    gross_grosze: groszeSchema.meta({ description: 'As it was seen' }),
    printed_on: daySchema('Podaj dzień wydruku')
      .optional()
      .meta({ description: 'The day on the paper; without it today' }),
  }),
)

/** Why a sale of a list was not marked. */
export const MARK_REFUSALS = [
  'receipt_not_due',
  'receipt_invoiced',
  'receipt_printed',
  'receipt_printing',
  'receipt_unclear',
  'receipt_amount_changed',
  'receipt_day_wrong',
  'busy',
] as const
export type MarkRefusal = (typeof MARK_REFUSALS)[number]

/** Sales of a list that were all printed on one day, each with its sum on the screen. */
export const receiptPressesSchema = defineSchema(() =>
  z.strictObject({
    sales: z
      .array(z.strictObject({ id: z.uuid(), gross_grosze: groszeSchema }))
      .min(1)
      .max(PAGE_SIZES.tillReceipts),
    printed_on: daySchema('Podaj dzień wydruku').optional(),
  }),
)

/** New names for lines of a refused receipt, which is then tried again. */
export const tillNamesSchema = defineSchema(() =>
  z.strictObject({
    names: z
      .array(z.strictObject({ name: z.string().max(100), change_to: tillNameSchema }))
      .max(200)
      .meta({ description: 'Names as they stand on the receipt; none: it is tried as it is' }),
  }),
)
/** The name of which a refusal says that something else has it. */
export const takenNameSchema = defineSchema(() => z.object({ name: z.string() }))
export type TillNameChange = z.output<typeof tillNamesSchema>['names'][number]

const claimSchema = z.uuid().meta({ description: 'Chosen by the agent; the same claim is the same receipt' })
export const tillAskSchema = defineSchema(() =>
  z.strictObject({
    claim: claimSchema.nullable().meta({ description: 'null: tells of a problem and takes nothing' }),
    problem: lineSchema('Podaj, co się stało', MOST_REFUSAL).nullable(),
  }),
)
export const tillJobSchema = defineSchema(() =>
  z.object({
    receipt: z
      .object({
        order_number: z.string(),
        payment: z.enum(PAYMENT_WAYS),
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
    outcome: z.enum(['printed', 'not_printed', 'refused', 'unclear']).meta({
      description: 'not_printed: it may be tried again, such as with new paper; refused: for what it says',
    }),
    number: numberSchema,
    message: lineSchema('Podaj, co powiedziała drukarka', MOST_REFUSAL)
      .optional()
      .meta({ description: 'What the printer said. An agent that knows no refusals sends none' }),
  }),
)
export type TillResult = z.output<typeof tillResultSchema>

type SoldLine = {
  name: string
  quantity: number
  gross_grosze: Grosze
  rate: VatRate
  /** What the till calls it since an earlier receipt. */
  till_name?: string | null
}

/** '2 x 33,33' and '1 x 33,34' of three pieces for 100 zł: printers multiply a price by a number of pieces. */
export function toReceiptLines(lines: readonly SoldLine[]): ReceiptLine[] {
  const names = nameLines(lines)
  return lines.flatMap(({ name: sold, quantity, gross_grosze, rate }) => {
    const name = names.get(keyOf(sold, rate)) ?? ''
    const prices = splitGrosze(
      gross_grosze,
      Array.from({ length: quantity }, () => 1),
    )
    return [...new Set(prices)].flatMap((unit) => {
      const pieces = prices.filter((price) => price === unit).length
      const line = { name, quantity: pieces, unit_grosze: unit, gross_grosze: pieces * unit, rate }
      return unit === 0 ? [] : [line]
    })
  })
}

const keyOf = (name: string, rate: VatRate) => `${rate} ${name}`

/** Different goods have different names on a receipt, and one name has one rate. */
function nameLines(lines: readonly SoldLine[]): Map<string, string> {
  const known = lines.flatMap(({ name, rate, till_name }) =>
    till_name ? [[keyOf(name, rate), till_name] as const] : [],
  )
  const names = new Map(known)
  const taken = new Set(known.map(([, name]) => toNameKey(name)))
  for (const { name, rate } of lines) {
    if (names.has(keyOf(name, rate))) continue
    const printed = nameForTill(name, rate, taken)
    names.set(keyOf(name, rate), printed)
    taken.add(toNameKey(printed))
  }
  return names
}

/** How the buyer pays, for the till. */
export const TILL_PAYMENTS = {
  prepaid: 'zapłacono online',
  cash_on_delivery: 'pobranie',
  elsewhere: 'zapłacono w marketplace',
} as const satisfies Record<(typeof PAYMENT_WAYS)[number], string>

export const dayQuerySchema = defineSchema(() => z.object({ day: daySchema() }))
export const monthQuerySchema = defineSchema(() => z.object({ month: monthSchema }))

/** The first day of a month, '2026-11', and that of the next. */
export function boundMonth(month: string): { from: Day; to: Day } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10) }
}
