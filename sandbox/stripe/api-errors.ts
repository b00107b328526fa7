import { z } from 'zod'
import { type FormValue, parseForm } from './form-body.ts'

type ErrorBody = {
  type: 'invalid_request_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  param?: string
}

/** Thrown by a handler; the API answers it as Stripe's errors. */
export class StripeRefusal extends Error {
  readonly status: 400 | 401 | 404 | 409 | 429 | 500
  readonly body: { error: ErrorBody }
  constructor(status: StripeRefusal['status'], error: ErrorBody) {
    super(error.message)
    this.status = status
    this.body = { error }
  }
}

export function refuse(message: string, details: { code?: string; param?: string } = {}): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', message, ...details })
}

export function noSuch(kind: string, id: string, param = 'id'): StripeRefusal {
  const message = `No such ${kind}: '${id}'`
  return new StripeRefusal(404, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}

/** Reads parameters by the schema; refuses missing, wrong and unknown ones as Stripe does. */
export function readParameters<Value>(body: string, schema: z.ZodType<Value>): Value {
  const read = schema.safeParse(parseOrRefuse(body))
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = [...(issue?.path ?? [])]
  if (issue?.code === 'unrecognized_keys') {
    const param = nameOf([...path, issue.keys[0] ?? ''])
    throw refuse(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const param = nameOf(path)
  if (issue?.code === 'invalid_type' && issue.input === undefined) {
    throw refuse(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  throw refuse(issue?.message ?? 'Invalid parameters', { param })
}

function parseOrRefuse(body: string): FormValue {
  try {
    return parseForm(body)
  } catch (error) {
    if (error instanceof TypeError) throw refuse(error.message)
    throw error
  }
}

function nameOf(path: PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('')
}

/** Schemas of single parameters, which arrive as strings. */
export const parameters = {
  whole: z
    .string()
    .regex(/^\d{1,15}$/, 'Invalid integer')
    .transform(Number),
  flag: z.enum(['true', 'false']).transform((text) => text === 'true'),
  text: z.string().min(1),
  /** An empty string clears the value. */
  erasable: z.string().transform((text) => (text === '' ? null : text)),
  metadata: z
    .record(z.string().max(40), z.string().max(500))
    .refine((entries) => Object.keys(entries).length <= 50, 'Metadata can have up to 50 keys'),
  currency: z.string().refine((text) => text === 'pln', 'The sandbox knows pln alone'),
  expand: z.array(z.string()).default([]),
}
