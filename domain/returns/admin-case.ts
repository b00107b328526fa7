import { z } from 'zod'
import { accountNumberSchema } from '#domain/kernel/numbers/account-number.ts'
import { ORDER_STATUSES } from '#domain/kernel/order-words/order-status.ts'
import { PAYMENT_METHODS } from '#domain/kernel/order-words/shipping-method.ts'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainLines, isPlainText, tidyLines } from '#domain/kernel/text/plain-text.ts'
import { groszeSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { advantageSchema } from './advantages.ts'
import {
  CASE_ACTS,
  CASE_KINDS,
  CASE_MATCHES,
  CASE_STAGES,
  DECISIONS,
  DEMANDS,
  DISPATCHES,
  ITEM_CONDITIONS,
} from './return-case.ts'

const dispatch = defineSchema(() =>
  z.enum(DISPATCHES).nullable().meta({ description: 'How far its parcel is; null: it belongs to no order' }),
)

/** The state of a case, as the owner and its buyer read it. */
const standing = defineSchema(() => ({
  id: z.uuid(),
  number: z.string(),
  kind: z.enum(CASE_KINDS),
  stage: z.enum(CASE_STAGES),
  dispatch,
  received_at: momentSchema,
  due_day: z.iso.date().meta({ description: 'The last day of its 14 days, in Warsaw' }),
  overdue: z.boolean(),
}))

export const caseListQuerySchema = defineSchema(() =>
  z.object({
    state: z.enum(['open', 'closed']).default('open'),
    kind: z.enum(CASE_KINDS).optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
)

export const caseListSchema = defineSchema(() =>
  z
    .object({
      items: z.array(
        z.object({
          ...standing,
          name: z.string(),
          order_number: z.string(),
          match: z.enum(CASE_MATCHES).nullable(),
          settled_grosze: groszeSchema.nullable(),
        }),
      ),
      total: z.int(),
      page: z.int(),
      pageSize: z.int(),
    })
    .meta({ id: 'CaseList' }),
)
export type CaseList = z.output<typeof caseListSchema>

/** A case with everything that the owner decides by. */
export const adminCaseSchema = defineSchema(() =>
  z
    .object({
      ...standing,
      acts: z.array(z.enum(CASE_ACTS)).meta({ description: 'What can be done with it now' }),
      name: z.string(),
      email: z.string(),
      order_number: z.string(),
      items_note: z.string().nullable(),
      reason: z.string().nullable(),
      demand: z.enum(DEMANDS).nullable(),
      pictures: z.array(z.string()),
      match: z.enum(CASE_MATCHES).nullable(),
      late: z.boolean().meta({ description: 'Declared more than 14 days after the delivery' }),
      orders: z.array(
        z.object({
          id: z.uuid(),
          number: z.string(),
          status: z.enum(ORDER_STATUSES),
          delivered_at: momentSchema.nullable(),
        }),
      ),
      payment: z.enum(PAYMENT_METHODS).nullable(),
      pieces: z
        .array(
          z.object({
            order_item_id: z.uuid(),
            name: z.string(),
            brand: z.string(),
            facts: z.string().meta({ description: 'Volume and concentration' }),
            unit_price_grosze: groszeSchema,
            most: z.int().meta({ description: 'Without pieces of other withdrawals' }),
            quantity: z.int(),
            condition: z.enum(ITEM_CONDITIONS).nullable(),
            restocked: z.int(),
          }),
        )
        .meta({ description: 'All pieces of the parcel; quantity 0: not in this case' }),
      gifts: z.int().meta({ description: 'Free gifts (+GRATIS) that go back with them' }),
      money: z
        .object({
          pieces_grosze: groszeSchema.meta({ description: 'What the pieces cost now' }),
          lowered_grosze: groszeSchema.meta({ description: 'By how much less than when they were sold' }),
          delivery_grosze: groszeSchema,
          deduction_grosze: groszeSchema,
          total_grosze: groszeSchema,
          paid_grosze: groszeSchema,
          returned_grosze: groszeSchema.meta({ description: 'All that went back, for any reason' }),
          returned_beside_grosze: groszeSchema,
          owed_grosze: groszeSchema,
          advantages: z
            .array(advantageSchema)
            .meta({ description: 'What was given for the goods; part of the deduction unless advantages_waived' }),
        })
        .nullable()
        .meta({ description: 'Of a complaint that is not answered: the most that can go back for it' }),
      deduction_reason: z.string().nullable(),
      advantages_waived: z.boolean(),
      deducted_elsewhere: z
        .object({ code: z.string(), order: z.string(), grosze: groszeSchema })
        .nullable()
        .meta({ description: 'What the return of samples deducted for the code of this order' }),
      account_number: z.string().nullable(),
      taken_out_at: momentSchema
        .nullable()
        .meta({ description: 'When its pieces were taken out of a parcel in the shop' }),
      sent_back_at: momentSchema.nullable(),
      arrived_at: momentSchema.nullable(),
      settled_at: momentSchema.nullable(),
      settled_grosze: groszeSchema.nullable(),
      refund: z.enum(['pending', 'succeeded', 'failed']).nullable(),
      decision: z.enum(DECISIONS).nullable(),
      answer: z.string().nullable(),
      answered_at: momentSchema.nullable(),
    })
    .meta({ id: 'ReturnCase' }),
)
export type AdminCase = z.output<typeof adminCaseSchema>

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
      .meta({ description: 'Pieces that are sold again; of those that it does not name: all' }),
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
      arrived_at: momentSchema.nullable(),
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
