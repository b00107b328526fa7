import { z } from 'zod'
import { parseZl } from '#domain/kernel/amounts/money.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { tidyLines } from '#domain/kernel/text/plain-text.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** The fields of a call, empty ones left out. Those that no method knows are ignored, as the protocol grows by them. */
export type Fields = Readonly<Record<string, unknown>>
export type FieldWrong = { reason: 'baselinker_field_wrong'; field: string; problem: string }

/**
 * Reads a form as PHP does, which the protocol was made for: of equal names the last one counts, `a[0][b]=1` is a table.
 * A table may also be one field of JSON.
 */
export function readProtocolForm(body: string): Fields {
  const fields: Record<string, unknown> = Object.create(null)
  for (const [name, value] of new URLSearchParams(body)) {
    if (value === '') continue
    const [, head = name, path = ''] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? []
    const keys = [head, ...[...path.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key)]
    let table = fields
    for (const key of keys.slice(0, -1)) {
      const inner = table[key]
      const next: Record<string, unknown> = isTable(inner) ? inner : Object.create(null)
      table[key] = next
      table = next
    }
    table[keys.at(-1) ?? ''] = value
  }
  return fields
}

/** The key of a call, which is known before the rest of a long form is read. */
export function readCallKey(body: string): string | undefined {
  const [, typed] = [...body.matchAll(/(?:^|&)bl_pass=([^&]*)/g)].at(-1) ?? []
  return new URLSearchParams(`key=${typed ?? ''}`).get('key') || undefined
}

const isTable = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What a method needs of the fields, or the first that is wrong. */
export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Fields,
): Result<z.output<Schema>, FieldWrong> {
  const read = schema.safeParse(fields)
  if (read.success) return ok(read.data)
  const [issue] = read.error.issues
  return fail({
    reason: 'baselinker_field_wrong',
    field: issue?.path.join('.') ?? '',
    problem: issue?.message ?? '',
  })
}

/** Text of one line. Numbers of JSON are texts, too. */
const textOf = (most: number) =>
  z
    .union([z.string(), z.number()], 'to nie jest tekst')
    .transform((value) =>
      String(value)
        .replace(/[\s\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
        .trim(),
    )
    .refine((text) => text.length <= most, `najwyżej ${most} znaków`)
const text = (most = 200) =>
  textOf(most)
    .nullish()
    .transform((given) => given ?? '')

/** Also with decimals, as a column of a database has them: '2.0000'. */
const whole = () =>
  textOf(20)
    .refine((typed) => /^[+-]?\d{1,9}(?:\.0*)?$/.test(typed), 'to nie jest liczba całkowita')
    .transform(Number)
/** A moment in seconds, or a number of an order: none is above. */
const counting = () =>
  textOf(20)
    .refine((typed) => /^\d{1,15}$/.test(typed), 'to nie jest liczba')
    .transform((typed) => Math.min(2 ** 31 - 1, Number(typed)))
/** Whether a field says yes; an amount of nothing is none. */
export const isFlagSet = (typed: string): boolean => !/^(?:|false|no|0+(?:[.,]0*)?)$/i.test(typed)
const flag = () => text(20).transform(isFlagSet)
/** An amount of zł in grosze. A number that drifted as a float is refused, never rounded. */
const zl = () =>
  textOf(30).transform((typed, context) => {
    const amount = parseZl(typed)
    if (amount.ok) return amount.value
    context.addIssue({ code: 'custom', message: 'to nie jest kwota z groszami' })
    return z.NEVER
  })
const price = () => zl().refine((grosze) => grosze >= 0 && grosze <= 10_000_000, 'kwota poza zakresem')
const page = () =>
  whole()
    .optional()
    .transform((number) => Math.max(1, number ?? 1))

/** A table as JSON, or as fields of the form. */
const tableOf = <Row extends z.ZodType>(row: Row, most: number) =>
  z
    .unknown()
    .transform((value, context) => {
      if (typeof value !== 'string') return isTable(value) ? Object.values(value) : []
      try {
        const parsed: unknown = JSON.parse(value)
        return isTable(parsed) ? Object.values(parsed) : []
      } catch {
        context.addIssue({ code: 'custom', message: 'to nie jest JSON' })
        return z.NEVER
      }
    })
    .pipe(z.array(row).min(1, 'brak produktów').max(most, `najwyżej ${most} produktów`))

const idList = (most: number) =>
  textOf(most * 30)
    .transform((list) =>
      list
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    )
    .refine((ids) => ids.length <= most, `najwyżej ${most}`)

export const listFilterSchema = defineSchema(() =>
  z.object({
    category_id: text(),
    filter_limit: whole().optional(),
    filter_sort: text(),
    filter_id: text(),
    filter_ids_list: idList(1000).optional(),
    filter_ean: text(),
    filter_sku: text(),
    filter_name: text(),
    filter_price_from: zl().optional(),
    filter_price_to: zl().optional(),
    filter_quantity_from: whole().optional(),
    filter_quantity_to: whole().optional(),
    filter_available: text(),
    page: page(),
  }),
)
export type ListFilter = z.output<typeof listFilterSchema>

export const pageSchema = defineSchema(() => z.object({ page: page() }))

export const dataSchema = defineSchema(() => z.object({ products_id: idList(100), only_images: flag() }))

export const stockSchema = defineSchema(() =>
  z.object({
    products: tableOf(
      z.object({
        product_id: text(),
        operation: text().pipe(z.enum(['', 'set', 'change'], 'dozwolone: set albo change')),
        quantity: whole(),
      }),
      1000,
    ),
  }),
)

export const ordersSchema = defineSchema(() =>
  z.object({
    time_from: counting().optional(),
    id_from: counting().optional(),
    only_paid: flag(),
    order_id: counting().optional(),
    page: page(),
  }),
)
export type OrdersAsked = z.output<typeof ordersSchema>

export const updateSchema = defineSchema(() =>
  z
    .object({
      /** The documentation writes it in both ways. */
      orders_ids: idList(200).optional(),
      order_ids: idList(200).optional(),
      update_type: z.enum(['status', 'paid', 'delivery_number'], 'dozwolone: status, paid albo delivery_number'),
      update_value: text(),
    })
    .transform(({ orders_ids, order_ids, ...update }) => ({ ...update, numbers: orders_ids ?? order_ids ?? [] })),
)
export type OrderUpdate = z.output<typeof updateSchema>

const WHO = ['delivery', 'invoice'] as const
const personFields = Object.fromEntries(
  WHO.flatMap((who) =>
    ['fullname', 'company', 'address', 'postcode', 'city', 'country_code'].map((part) => [`${who}_${part}`, text()]),
  ),
) as Record<
  `${(typeof WHO)[number]}_${'fullname' | 'company' | 'address' | 'postcode' | 'city' | 'country_code'}`,
  ReturnType<typeof text>
>

export const addedOrderSchema = defineSchema(() =>
  z.object({
    ...personFields,
    baselinker_id: textOf(18)
      .refine((typed) => /^[1-9]\d{0,14}$/.test(typed), 'brak numeru zamówienia z BaseLinkera')
      .transform(Number),
    invoice_nip: text(),
    want_invoice: flag(),
    email: text(),
    phone: text(),
    delivery_method: text(),
    delivery_price: price().optional().default(0),
    delivery_point_id: text(),
    delivery_point_name: text(),
    delivery_point_address: text(),
    delivery_point_postcode: text(),
    delivery_point_city: text(),
    payment_method: text(),
    user_comments: z.string().transform(tidyLines).optional().default(''),
    currency: text(10),
    paid: flag(),
    /** 0: the pieces were taken by ProductsQuantityUpdate. */
    change_products_quantity: text(10),
    client_login: text(),
    service: text(),
    products: tableOf(z.object({ id: text(), name: text(500), price: price(), quantity: whole() }), 100),
  }),
)
export type AddedOrder = z.output<typeof addedOrderSchema>
