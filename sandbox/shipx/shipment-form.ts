import { z } from 'zod'
import { loadDemoPoints } from '#sandbox/inpost/demo-points.ts'
import type { ShipmentRecord } from './shipx-records.ts'

const LONGEST_TEXT = 100
const text = z.string({ error: 'required' }).trim().min(1, 'required').max(LONGEST_TEXT, 'too_long')
const phone = z.string({ error: 'required' }).regex(/^[1-9]\d{8}$/, 'invalid')
const address = z.object(
  {
    street: text,
    building_number: text,
    city: text,
    post_code: z.string({ error: 'required' }).regex(/^\d{2}-\d{3}$/, 'invalid'),
    country_code: z.literal('PL', { error: 'invalid' }),
  },
  { error: 'required' },
)
const email = z.email({ error: 'invalid' })
const person = { first_name: text, last_name: text, email, phone }
const amount = z.number({ error: 'invalid' }).positive('invalid').multipleOf(0.01, 'invalid')
const money = (sum: typeof amount) => z.object({ amount: sum, currency: z.literal('PLN') }).optional()
const measure = z.string().regex(/^\d+(\.\d+)?$/, 'invalid')

const common = {
  reference: z.string().min(3, 'too_short').max(LONGEST_TEXT, 'too_long').optional(),
  sender: z
    .object({
      company_name: text,
      email,
      phone: z.string().regex(/^\d{9}$/, 'invalid'),
      address,
    })
    .optional(),
  cod: money(amount),
  insurance: money(amount.min(1, 'too_small')),
}

const formSchema = z.discriminatedUnion('service', [
  z.looseObject({
    ...common,
    service: z.literal('inpost_locker_standard'),
    receiver: z.looseObject(person),
    parcels: z
      .array(z.object({ template: z.enum(['small', 'medium', 'large'], { error: 'invalid' }) }))
      .length(1, 'invalid'),
    custom_attributes: z.looseObject({ target_point: text }, { error: 'required' }),
  }),
  z.looseObject({
    ...common,
    service: z.literal('inpost_courier_standard'),
    receiver: z.looseObject({ ...person, address }),
    parcels: z
      .array(
        z.object({
          dimensions: z.object({ length: measure, width: measure, height: measure, unit: z.literal('mm') }),
          weight: z.object({ amount: measure, unit: z.literal('kg') }),
          is_non_standard: z.boolean().default(false),
        }),
      )
      .min(1, 'required'),
  }),
])

type Details = Record<string, unknown>
type Mistake = [path: readonly string[], problem: string]
type Checked = { ok: true; request: ShipmentRecord['request'] } | { ok: false; details: Details }

const refuse = (...mistakes: Mistake[]): Checked => ({ ok: false, details: nest(mistakes) })

/** Checks a request as ShipX does; mistakes are returned in the format of its `details`. */
export function checkShipment(body: unknown): Checked {
  const read = formSchema.safeParse(body)
  if (!read.success)
    return refuse(...read.error.issues.map(({ path, message }): Mistake => [path.map(String), message]))
  const form = read.data
  if (form.service === 'inpost_locker_standard') {
    const point = points.find(({ name }) => name === form.custom_attributes.target_point)
    const path = ['custom_attributes', 'target_point']
    if (point === undefined) return refuse([path, 'does_not_exist'])
    if (point.status !== 'Operating') return refuse([path, 'not_available'])
  }
  // The amount of cash on delivery must be insured.
  if (form.cod !== undefined && (form.insurance?.amount ?? 0) < form.cod.amount) {
    return refuse([['insurance', 'amount'], 'too_small'])
  }
  return { ok: true, request: form }
}

const points = loadDemoPoints('')

/** `{ receiver: [{ phone: ['invalid'] }] }` */
function nest(mistakes: readonly Mistake[]): Details {
  const byField = Map.groupBy(mistakes, ([[field = 'base']]) => field)
  return Object.fromEntries(
    [...byField].map(([field, group]) => {
      const here = group.filter(([path]) => path.length < 2).map(([, problem]) => problem)
      const deeper = group.filter(([path]) => path.length >= 2)
      if (deeper.length === 0) return [field, here]
      return [field, [nest(deeper.map(([[, ...path], problem]) => [path, problem]))]]
    }),
  )
}
