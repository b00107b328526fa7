import { z } from 'zod'
import { groszeToZl, parseZl, type TypedAmount, zlToGrosze } from '#domain/kernel/amounts/money.ts'
import { formatClock, formatDay, type PolishForms, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { mapCosts } from '#domain/shipping/cost-names.ts'
import { dispatchCalendarSchema } from '#domain/shipping/delivery-date/dispatch-calendar.ts'

/** The highest delivery cost, zł; the limit of the column. */
const MAX_SHIPPING_COST_ZL = 999.99

/** The highest sum of products for free delivery, zł; the limit of the column. */
const MAX_FREE_DELIVERY_ZL = 99_999.99

const TOO_PRECISE = 'Podaj kwotę z dokładnością do grosza'

const zlSchemaBetween = ([least, tooLow]: [number, string], [most, tooHigh]: [number, string]) =>
  z
    .number()
    .min(least, tooLow)
    .max(most, tooHigh)
    .refine((zl) => zlToGrosze(zl) !== undefined, TOO_PRECISE)

const costSchema = defineSchema(() =>
  zlSchemaBetween([0, 'Koszt nie może być ujemny'], [MAX_SHIPPING_COST_ZL, 'Koszt nie może przekroczyć 999,99 zł']),
)

const TOO_HIGH = 'Kwota nie może przekroczyć 99 999,99 zł'

/** Delivery is free from this sum of products on, zł; null: never. */
const freeDeliverySchema = defineSchema(() =>
  zlSchemaBetween(
    [0.01, 'Podaj kwotę większą od zera albo zostaw pole puste'],
    [MAX_FREE_DELIVERY_ZL, TOO_HIGH],
  ).nullable(),
)

/** The most that the carrier collects, zł. */
const codLimitSchema = defineSchema(() => zlSchemaBetween([1, 'Podaj kwotę od 1 zł'], [MAX_FREE_DELIVERY_ZL, TOO_HIGH]))

/** Costs in zł, and the row that was seen. */
export const shippingCostsChangeSchema = defineSchema(() =>
  z.strictObject({
    ...mapCosts(() => costSchema),
    free_delivery_from: freeDeliverySchema,
    cod_limit: codLimitSchema.optional().meta({ description: 'Up to this total on delivery; absent: as before' }),
    /** Id of the newest costs when they were shown; null when there were none. */
    seen: z.uuid().nullable(),
  }),
)
export type ShippingCostsChange = z.output<typeof shippingCostsChangeSchema>

const NO_AMOUNT = 'Podaj kwotę w zł, na przykład 16,99 lub 0'

const typedCostSchema = defineSchema(() =>
  z
    .string()
    .transform((typed, context) => takeZl(parseZl(typed), context, NO_AMOUNT))
    .pipe(costSchema),
)

/** The form's values: each amount as it was typed. */
export const shippingCostFormSchema = defineSchema(() =>
  z.object({
    ...mapCosts(() => typedCostSchema),
    free_delivery_from: z.string().transform(readTypedThreshold).pipe(freeDeliverySchema),
    cod_limit: z
      .string()
      .transform((typed, context) => takeZl(parseZl(typed), context, 'Podaj kwotę w zł, na przykład 5000'))
      .pipe(codLimitSchema),
  }),
)

/** An empty field and 0 mean never free. */
function readTypedThreshold(typed: string, context: z.RefinementCtx): number | null {
  if (typed.trim() === '') return null
  return takeZl(parseZl(typed), context, 'Podaj kwotę w zł, na przykład 199 lub 199,00') || null
}

function takeZl(amount: TypedAmount, context: z.RefinementCtx, sentence: string): number {
  if (amount.ok) return groszeToZl(amount.value)
  context.addIssue(amount.failure.reason === 'too_precise' ? TOO_PRECISE : sentence)
  return z.NEVER
}

/** Open orders that accounts without a received parcel may have, each and together, within these bounds. */
export const NEW_BUYER_LIMITS = {
  open_checkouts: { most: 100, label: 'Paczki w drodze' },
  pieces_of_product: { most: 1000, label: 'Sztuki jednego produktu' },
  pieces: { most: 5000, label: 'Sztuki razem' },
  open_payments: { most: 100, label: 'Nieopłacone zamówienia z przedpłatą' },
  mails_per_hour: { most: 100, label: 'Wiadomości na godzinę' },
  proven_checkouts: { most: 500, label: 'Paczki w drodze' },
  proven_pieces_of_product: { most: 5000, label: 'Sztuki jednego produktu' },
  proven_pieces: { most: 20_000, label: 'Sztuki razem' },
  proven_payments: { most: 500, label: 'Nieopłacone zamówienia z przedpłatą' },
  network_parcels: { most: 10_000, label: 'Paczki z jednej sieci na godzinę' },
  all_parcels: { most: 10_000, label: 'Paczki razem na godzinę, od których jest fala' },
  network_stock_share: { most: 100, label: 'Część zapasu dla jednej sieci, %' },
  network_letters: { most: 10_000, label: 'Listy na nowe adresy z jednej sieci na godzinę' },
  all_letters: { most: 10_000, label: 'Listy na nowe adresy razem na godzinę, od których jest fala' },
} as const
export type NewBuyerLimit = keyof typeof NEW_BUYER_LIMITS
export const NEW_BUYER_LIMIT_NAMES = Object.keys(NEW_BUYER_LIMITS) as NewBuyerLimit[]

const limitSchema = (name: NewBuyerLimit) =>
  z
    .int('Podaj liczbę całkowitą')
    .min(1, 'Podaj co najmniej 1')
    .max(NEW_BUYER_LIMITS[name].most, `Podaj najwyżej ${NEW_BUYER_LIMITS[name].most}`)

export const newBuyerLimitsSchema = defineSchema(() =>
  z.object({
    ...(Object.fromEntries(NEW_BUYER_LIMIT_NAMES.map((name) => [name, limitSchema(name)])) as Record<
      NewBuyerLimit,
      z.ZodInt
    >),
    version: z.string(),
  }),
)
export type NewBuyerLimits = z.output<typeof newBuyerLimitsSchema>

/** The first of each pair may not exceed the second. */
const ORDERED_LIMITS = [
  ['pieces_of_product', 'pieces', 'Nie może być większe niż liczba sztuk razem'],
  ['proven_pieces_of_product', 'proven_pieces', 'Nie może być większe niż liczba sztuk razem'],
  ['network_parcels', 'all_parcels', 'Nie może być większe niż liczba paczek razem'],
  ['network_letters', 'all_letters', 'Nie może być większe niż liczba listów razem'],
] as const

export const newBuyerLimitsChangeSchema = defineSchema(() =>
  z.strictObject(newBuyerLimitsSchema.shape).check(({ value, issues }) => {
    for (const [smaller, larger, message] of ORDERED_LIMITS) {
      if (value[smaller] > value[larger])
        issues.push({ code: 'custom', path: [smaller], message, input: value[smaller] })
    }
  }),
)

export const hideSubstitutesChangeSchema = defineSchema(() =>
  z.strictObject({ hide_substitutes: z.boolean(), version: z.string() }),
)

const HIDDEN: PolishForms = {
  one: 'zamiennik jest ukryty',
  few: 'zamienniki są ukryte',
  many: 'zamienników jest ukrytych',
}

/** '42 zamienniki są ukryte od 14:50'; with the day if it was another one. */
export function describeHidden(
  { substitutes, hidden_since }: { substitutes: number; hidden_since: string | null },
  now: Date,
): string {
  const hidden = `${substitutes}\u00a0${pluralize(substitutes, HIDDEN)}`
  if (hidden_since === null) return hidden
  const since = new Date(hidden_since)
  const day = formatDay(since)
  return `${hidden} od ${day === formatDay(now) ? '' : `${day}, `}${formatClock(since)}`
}

/** The dispatch calendar, with the version of the shop's settings. */
export const dispatchSettingsSchema = defineSchema(() => dispatchCalendarSchema.extend({ version: z.string() }))
export const dispatchSettingsChangeSchema = defineSchema(() =>
  z
    .strictObject(dispatchSettingsSchema.shape)
    .refine(({ holiday_from, holiday_to }) => (holiday_from === null) === (holiday_to === null), {
      path: ['holiday_to'],
      error: 'Podaj oba dni przerwy albo żadnego',
    })
    .refine(
      ({ holiday_from, holiday_to }) => holiday_from === null || holiday_to === null || holiday_from <= holiday_to,
      {
        path: ['holiday_to'],
        error: 'Przerwa nie może kończyć się przed początkiem',
      },
    ),
)
export type DispatchSettings = z.output<typeof dispatchSettingsSchema>
