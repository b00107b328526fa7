import { z } from 'zod'
import { accountNumberSchema } from '#domain/kernel/numbers/account-number.ts'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainLines, isPlainText, tidyLines } from '#domain/kernel/text/plain-text.ts'
import { groszeSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { CASE_KINDS, CASE_STAGES, DECISIONS, DISPATCHES, ITEM_CONDITIONS } from './return-case.ts'

const dispatch = defineSchema(() =>
  z.enum(DISPATCHES).nullable().meta({ description: 'How far its parcel is; null: it belongs to no order' }),
)

export const caseListQuerySchema = defineSchema(() =>
  z.object({
    state: z.enum(['open', 'closed']).default('open'),
    kind: z.enum(CASE_KINDS).optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
)

export const caseMatchSchema = defineSchema(() =>
  z.strictObject({ order_number: z.string().trim().min(1, 'Wpisz numer zamówienia.').max(60) }),
)

export const arrivalSchema = defineSchema(() =>
  z
    .strictObject({
      items: z
        .array(
          z.strictObject({
            order_item_id: z.uuid(),
            quantity: z.int().min(1).max(99),
            condition: z.enum(ITEM_CONDITIONS),
            restock: z.int().min(0).max(99).meta({ description: 'Of them, those that are sold again' }),
          }),
        )
        .min(1, 'Zaznacz, co dotarło.')
        .max(50),
      deduction_grosze: z.int().min(0).max(10_000_000).default(0),
      deduction_reason: z.string().trim().max(500).refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE).default(''),
    })
    .refine(({ deduction_grosze, deduction_reason }) => deduction_grosze === 0 || deduction_reason.length >= 3, {
      path: ['deduction_reason'],
      error: 'Napisz, za co jest potrącenie: kupujący to przeczyta.',
    })
    .refine(({ items }) => items.every(({ quantity, restock }) => restock <= quantity), {
      path: ['items'],
      error: 'Do sprzedaży wraca najwyżej tyle sztuk, ile dotarło.',
    }),
)
export type Arrival = z.output<typeof arrivalSchema>

export const sentBackSchema = defineSchema(() =>
  z.strictObject({ proven: z.boolean().default(true).meta({ description: 'false: it was noted by mistake' }) }),
)

export const dropOffCodeSchema = defineSchema(() =>
  z.strictObject({
    drop_off_code: z
      .string()
      .overwrite((code) => code.replaceAll(/\s/g, '').toUpperCase())
      .regex(/^[0-9A-Z][0-9A-Z-]{2,29}$/, 'Przepisz kod od przewoźnika: 3 do 30 liter i cyfr.'),
  }),
)

export const waivedSchema = defineSchema(() =>
  z.strictObject({ waived: z.boolean().meta({ description: 'true: nothing is deducted for advantages' }) }),
)

/** What a case takes out of a parcel that has not left. */
export const takeOutSchema = defineSchema(() =>
  z.strictObject({
    owed_grosze: groszeSchema.min(0).meta({ description: 'What the admin saw' }),
    restock: z
      .array(z.strictObject({ order_item_id: z.uuid(), quantity: z.int().min(0).max(99) }))
      .max(500)
      .default([])
      .meta({
        description: 'Pieces that are sold again; of those that it does not name: all but those of a recalled batch',
      }),
  }),
)
export type TakeOut = z.output<typeof takeOutSchema>

export const settlementSchema = defineSchema(() =>
  z.strictObject({
    owed_grosze: groszeSchema.min(0).meta({ description: 'What the admin saw' }),
    iban: accountNumberSchema
      .optional()
      .meta({ description: 'Paid on delivery: the account of a buyer who has given none' }),
    given_otherwise: z.boolean().default(false).meta({ description: 'Given back without an account, as cash' }),
  }),
)
export type AskedSettlement = z.output<typeof settlementSchema>

export const answerSchema = defineSchema(() =>
  z.strictObject({
    decision: z.enum(DECISIONS, { error: 'Wybierz, czy uznajesz reklamację.' }),
    answer: z
      .string()
      .transform(tidyLines)
      .pipe(
        z
          .string()
          .min(3, 'Napisz odpowiedź: trafi do kupującego.')
          .max(4000, 'Wpisz najwyżej 4000 znaków.')
          .refine(isPlainLines, FORBIDDEN_CHARACTERS_MESSAGE),
      ),
    amount_grosze: groszeSchema
      .min(0)
      .default(0)
      .meta({ description: 'By how much an accepted complaint about the price lowers it' }),
  }),
)
export type Answer = z.output<typeof answerSchema>

/** A case on the order's page. */
export const linkedCaseSchema = defineSchema(() =>
  z
    .object({
      number: z.string(),
      kind: z.enum(CASE_KINDS),
      stage: z.enum(CASE_STAGES),
      dispatch,
      is_paid: z.boolean().meta({ description: 'Whether money for it is in the shop, or was' }),
      late: z.boolean().meta({ description: 'Declared too late, so that it may have no effect' }),
      received_at: momentSchema,
      due_day: z.iso.date(),
      items: z.array(z.object({ name: z.string(), quantity: z.int() })),
      awaits_goods: z.boolean().meta({ description: 'Whether its goods are still to come back' }),
      arrived_at: momentSchema.nullable(),
      drop_off_code: z.string().nullable().meta({ description: 'For handing the goods in without a label' }),
      amount_grosze: groszeSchema.nullable().meta({ description: 'What goes back, or went back' }),
      deduction_grosze: groszeSchema,
      deduction_reason: z.string().nullable(),
      advantages: z.array(z.string()).meta({ description: 'What else is deducted, in words, with its sums' }),
      account: z
        .object({ ending: z.string().nullable() })
        .nullable()
        .meta({ description: 'null: none is needed; the last four digits of the given one' }),
      decision: z.enum(DECISIONS).nullable(),
      answer: z.string().nullable(),
    })
    .meta({ id: 'LinkedCase' }),
)
export type LinkedCase = z.output<typeof linkedCaseSchema>
