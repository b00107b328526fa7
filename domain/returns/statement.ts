import { z } from 'zod'
import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import {
  countCharacters,
  FORBIDDEN_CHARACTERS_MESSAGE,
  isPlainLines,
  isPlainText,
  tidyLines,
} from '#domain/kernel/text/plain-text.ts'
import { emailSchema, groszeSchema, mailedTokenSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { type CaseMatch, DEMANDS, DISPATCHES } from './return-case.ts'

export const MOST_PICTURES = 5
/** The largest picture of a complaint, bytes. The browser makes larger ones smaller. */
export const COMPLAINT_PICTURE_BYTES = 3_145_728
export const MAX_REASON_LENGTH = 2000
export const MAX_ITEMS_NOTE_LENGTH = 500

/** '81293747' of '#81293747' or 'nr 81293747': the number as the shop writes it. */
export function normalizeOrderNumber(typed: string): string {
  return typed
    .trim()
    .replace(/^(?:zamówienie\s+)?(?:nr\s*|numer\s+)?#?\s*/iu, '')
    .toLowerCase()
}

const lines = (most: number) =>
  z
    .string()
    .transform(tidyLines)
    .pipe(
      z
        .string()
        .refine((text) => countCharacters(text) <= most, `Wpisz najwyżej ${most} znaków.`)
        .refine(isPlainLines, FORBIDDEN_CHARACTERS_MESSAGE),
    )

const itemSchema = defineSchema(() => z.strictObject({ product_id: z.uuid(), quantity: z.int().min(1).max(99) }))
/** A piece as it was declared. */
export type DeclaredItem = z.output<typeof itemSchema>

const chosenItems = defineSchema(() => z.array(itemSchema).min(1, 'Wybierz co najmniej jedną sztukę.').max(50))

/** The person who declares, and the order as typed. Nothing is looked up before the statement is stored. */
const typedShape = defineSchema(() => ({
  name: z
    .string({ error: 'Podaj imię i nazwisko' })
    .trim()
    .min(1, 'Podaj imię i nazwisko')
    .max(100)
    .refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE),
  order_number: z
    .string({ error: 'Podaj numer zamówienia' })
    .trim()
    .min(1, 'Podaj numer zamówienia')
    .max(50)
    .refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE),
  email: emailSchema,
  items: chosenItems.optional().meta({ description: 'Without it: the whole order' }),
  items_note: lines(MAX_ITEMS_NOTE_LENGTH)
    .default('')
    .meta({ description: 'The pieces in words, for those who cannot choose them' }),
}))

const linkedShape = defineSchema(() => ({
  token: mailedTokenSchema,
  items: chosenItems,
}))

const withdrawalShape = defineSchema(() => ({
  reason: lines(MAX_REASON_LENGTH).default('').meta({ description: 'Never required' }),
}))

const complaintShape = defineSchema(() => ({
  reason: lines(MAX_REASON_LENGTH).pipe(z.string().min(1, 'Napisz, co jest nie tak.')),
  demand: z.enum(DEMANDS, { error: 'Wybierz, czego oczekujesz.' }),
  pictures: z
    .array(z.string().regex(/^[0-9a-f]{32}$/))
    .max(MOST_PICTURES)
    .default([])
    .meta({ description: 'Keys of uploaded pictures' }),
}))

/** Body of POST /api/withdrawals. */
export const withdrawalSchema = defineSchema(() => z.strictObject({ ...typedShape, ...withdrawalShape }))

/** A withdrawal by an order's mailed link: name, number and e-mail are those of the order. */
export const linkedWithdrawalSchema = defineSchema(() => z.strictObject({ ...linkedShape, ...withdrawalShape }))

/** Body of POST /api/complaints. */
export const complaintSchema = defineSchema(() => z.strictObject({ ...typedShape, ...complaintShape }))

export const linkedComplaintSchema = defineSchema(() => z.strictObject({ ...linkedShape, ...complaintShape }))

/** The answer to every statement. */
export const statementReceiptSchema = defineSchema(() =>
  z
    .object({
      number: z.string(),
      received_at: momentSchema,
      refund: z
        .object({ grosze: groszeSchema, by_transfer: z.boolean(), late: z.boolean() })
        .nullable()
        .optional()
        .meta({
          description:
            'Of a withdrawal by an order’s link: what goes back, where it is late only if the shop accepts it; null: nothing',
        }),
    })
    .meta({ id: 'StatementReceipt' }),
)
export type StatementReceipt = z.output<typeof statementReceiptSchema>

/** What a form shows of an order behind a link. It masks the buyer's data, but so that the buyer recognises them. */
export const statementFormSchema = defineSchema(() =>
  z
    .object({
      order_number: z.string(),
      name: z.string(),
      email: z.string(),
      dispatch: z.enum(DISPATCHES).meta({ description: 'How far its parcel is' }),
      is_paid: z.boolean().meta({ description: 'Paid ahead, or on delivery already' }),
      items: z.array(
        z.object({
          product_id: z.uuid(),
          order_number: z.string(),
          name: z.string(),
          brand: z.string(),
          facts: z.string().meta({ description: 'Volume and concentration' }),
          quantity: z.int().meta({ description: 'Without pieces of earlier withdrawals' }),
          paid_grosze: groszeSchema.meta({ description: 'What was paid for these pieces, less the discount' }),
        }),
      ),
    })
    .meta({ id: 'StatementForm' }),
)
export type StatementForm = z.output<typeof statementFormSchema>

/** The most orders that a statement names, and how many it names if it adds the number of further ones. */
const MOST_NAMED = 6
const NAMED_OF_MANY = 4

/** The numbers of the orders that a statement is about, in at most 60 characters. */
export function labelOrders(numbers: readonly string[]): string {
  const orders = [...new Set(numbers)]
  if (orders.length <= MOST_NAMED) return orders.join(', ')
  const further = orders.length - NAMED_OF_MANY
  return `${orders.slice(0, NAMED_OF_MANY).join(', ')} i ${further} ${pluralize(further, { one: 'dalsze', few: 'dalsze', many: 'dalszych' })}`
}

/** 'Anna K.' */
export function maskName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  const [initial] = last_name
  return initial === undefined ? first_name : `${first_name} ${initial}.`
}

/** The same of a name that was typed as a whole. */
export function maskWholeName(name: string): string {
  const [, first_name = name, last_name = ''] = /^(.*)\s(\S+)$/.exec(name) ?? []
  return maskName({ first_name, last_name })
}

/** 'a•••@example.test' */
export function maskEmail(email: string): string {
  return `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`
}

/**
 * How the order with the declared number, if there is one, belongs to a statement.
 * @param order the e-mail addresses of its buyer and of the parcel's receiver
 */
export function judgeMatch(declaredEmail: string, order: { emails: readonly (string | null)[] } | null): CaseMatch {
  if (order === null) return 'none'
  return order.emails.some((email) => email?.toLowerCase() === declaredEmail) ? 'typed' : 'number_only'
}

/**
 * The pieces of an order that a statement is about: those declared, at most as many as are left; all that are left
 * where none was declared or none of the declared belongs to it.
 */
export function choosePieces<Piece extends { product_id: string; left: number }>(
  declared: readonly DeclaredItem[] | null,
  pieces: readonly Piece[],
): (Piece & { quantity: number })[] {
  const wanted = new Map<string, number>()
  for (const { product_id, quantity } of declared ?? [])
    wanted.set(product_id, (wanted.get(product_id) ?? 0) + quantity)
  const chosen = pieces.map((piece) => ({
    ...piece,
    quantity: Math.min(piece.left, wanted.get(piece.product_id) ?? 0),
  }))
  const some = chosen.filter(({ quantity }) => quantity > 0)
  return some.length > 0
    ? some
    : pieces.filter(({ left }) => left > 0).map((piece) => ({ ...piece, quantity: piece.left }))
}
