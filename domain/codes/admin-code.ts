import { z } from 'zod'
import { wallClockSchema } from '#domain/catalog/prices/reduced-price.ts'
import { type Grosze, parseZl } from '#domain/kernel/amounts/money.ts'
import type { WallClock } from '#domain/kernel/calendar-day.ts'
import { normalizeEmail } from '#domain/kernel/mail.ts'
import { groszeSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { CODE_KINDS, type CodeKind, codeTermsSchema, codeTextSchema } from './code.ts'

const MOST_GROSZE = 9_999_999
const MOST_USES = 1_000_000

/** A number between these bounds, typed or not; '' and null: none. `read` answers NaN for what is no number. */
const numberSchema = (read: (typed: string) => number, [least, most]: [number, number], message: string) =>
  z.union([z.string(), z.int(), z.null()]).transform((given, context): number | null => {
    if (given === null || given === '') return null
    const value = typeof given === 'number' ? given : read(given)
    if (value >= least && value <= most) return value
    context.addIssue(message)
    return z.NEVER
  })

function readGrosze(typed: string): Grosze {
  const amount = parseZl(typed)
  return amount.ok ? amount.value : Number.NaN
}

const readCount = (typed: string) => (/^\d{1,7}$/.test(typed.trim()) ? Number(typed) : Number.NaN)

const codeShape = defineSchema(() => ({
  code: codeTextSchema,
  kind: z.enum(CODE_KINDS, 'Wybierz, co daje kod'),
  percent: numberSchema(readCount, [1, 100], 'Podaj liczbę całkowitą od 1 do 100').meta({
    description: 'Of kind percent',
  }),
  sum_grosze: numberSchema(readGrosze, [1, MOST_GROSZE], 'Podaj kwotę, na przykład 20').meta({
    description: 'Of kind sum',
  }),
  valid_from: wallClockSchema,
  valid_to: wallClockSchema,
  least_grosze: numberSchema(readGrosze, [0, MOST_GROSZE], 'Podaj kwotę, na przykład 100').transform(
    (grosze) => grosze ?? 0,
  ),
  most_uses: numberSchema(readCount, [1, MOST_USES], 'Podaj liczbę całkowitą, co najmniej 1'),
  once_per_person: z.boolean(),
  email: z
    .string()
    .nullable()
    .transform((typed) => (typed === null || typed.trim() === '' ? null : normalizeEmail(typed)))
    .pipe(z.email('Podaj prawidłowy adres e-mail').nullable())
    .meta({ description: 'Whose code it is; null: a public one' }),
  active: z.boolean(),
}))

type Typed = {
  kind: CodeKind
  percent: number | null
  sum_grosze: Grosze | null
  valid_from: WallClock | null
  valid_to: WallClock | null
}

function checkWhole({ kind, percent, sum_grosze, valid_from, valid_to }: Typed, context: z.RefinementCtx): void {
  const say = (field: keyof Typed, message: string) => context.addIssue({ code: 'custom', path: [field], message })
  if (kind === 'percent' && percent === null) say('percent', 'Podaj procent')
  if (kind === 'sum' && sum_grosze === null) say('sum_grosze', 'Podaj kwotę')
  if (valid_from !== null && valid_to !== null && valid_to <= valid_from) say('valid_to', 'Koniec musi być po początku')
}

/** A code as the owner enters it. */
export const codeInputSchema = defineSchema(() => z.strictObject(codeShape).superRefine(checkWhole))
export type CodeInput = z.output<typeof codeInputSchema>
export const codeChangeSchema = defineSchema(() =>
  z.strictObject({ ...codeShape, version: z.string() }).superRefine(checkWhole),
)
export const codeRemovalSchema = defineSchema(() => z.strictObject({ version: z.string() }))

export const CODE_STATES = {
  planned: 'zaplanowany',
  valid: 'działa',
  over: 'zakończony',
  used_up: 'wykorzystany',
  off: 'wyłączony',
}
export type CodeState = keyof typeof CODE_STATES

/** A code with its uses and what it gave. */
export const adminCodeSchema = defineSchema(() =>
  codeTermsSchema
    .extend({
      id: z.uuid(),
      valid_from: z.string().nullable().meta({ description: 'Polish wall clock' }),
      valid_to: z.string().nullable(),
      most_uses: z.int().nullable(),
      once_per_person: z.boolean(),
      email: z.string().nullable(),
      active: z.boolean(),
      state: z.enum(Object.keys(CODE_STATES) as CodeState[]),
      uses: z.int().meta({ description: 'Checkouts that are not cancelled' }),
      is_used: z.boolean().meta({ description: 'Text, kind and value are fixed then, also by a cancelled order' }),
      sample_order: z.string().nullable().meta({ description: 'Number of the order whose samples it is for' }),
      given_grosze: groszeSchema.meta({ description: 'What it took off products and deliveries' }),
      version: z.string(),
    })
    .meta({ id: 'DiscountCode' }),
)
export type AdminCode = z.output<typeof adminCodeSchema>

type Standing = Pick<AdminCode, 'active' | 'valid_from' | 'valid_to' | 'most_uses' | 'uses'>

export function findCodeState({ active, valid_from, valid_to, most_uses, uses }: Standing, now: WallClock): CodeState {
  if (!active) return 'off'
  if (valid_to !== null && valid_to <= now) return 'over'
  if (most_uses !== null && uses >= most_uses) return 'used_up'
  return valid_from !== null && valid_from > now ? 'planned' : 'valid'
}
