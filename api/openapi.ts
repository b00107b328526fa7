import { z } from '@hono/zod-openapi'
import type { Definition } from './error-definition.ts'
import { ERRORS, type ErrorBody, type Reason, type StatusOf } from './errors.ts'

/** The JSON body of a route, for its description. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } }
}

/** The request of a route without parameters; its JSON body may be missing. */
export const emptyRequest = { body: { content: { 'application/json': { schema: z.strictObject({}) } } } }

/** The JSON answer of a route, for its description. */
export function answers<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { 200: { description, content: { 'application/json': { schema } } } }
}

export const errorSchema = z
  .object({
    error: z.object({
      code: z.string().meta({ example: 'invalid_request' }),
      message: z.string().meta({ description: 'A Polish sentence that can be shown as it is.' }),
      fields: z.record(z.string(), z.string()).optional().meta({ description: 'A Polish sentence per wrong field.' }),
      details: z.looseObject({}).optional().meta({ description: 'Further data of some codes' }),
    }),
  })
  .meta({ id: 'Error' })

/** Reasons that every call can answer, and every call with a body. */
const ALWAYS = ['busy', 'database_unavailable', 'internal_error'] as const
const WITH_BODY = ['invalid_request', 'forbidden_origin', 'body_too_large', ...ALWAYS] as const

type Described<R extends Reason> = {
  [Status in StatusOf<R>]: {
    description: string
    content: {
      'application/json': {
        schema: z.ZodType<ErrorBody<{ [Each in R]: StatusOf<Each> extends Status ? Each : never }[R]>>
      }
    }
  }
}

/** Error answers of a route without a body, by reason: `...errors('product_not_found')`. */
export function errors<R extends Reason>(...reasons: R[]): Described<R | (typeof ALWAYS)[number]> {
  return describe([...reasons, ...ALWAYS])
}

/** Error answers of a route with a body, by reason, with those of every such route. */
export function bodyErrors<R extends Reason>(...reasons: R[]): Described<R | (typeof WITH_BODY)[number]> {
  return describe([...reasons, ...WITH_BODY])
}

function describe<R extends Reason>(reasons: readonly R[]): Described<R> {
  const byStatus = Map.groupBy(
    reasons.map((reason): Entry => [reason, ERRORS[reason]]),
    ([, { status }]) => status,
  )
  const entries = [...byStatus].map(([status, group]) => {
    const codes = [...new Set(group.map(([reason, { code }]) => code ?? reason))]
    const description = codes.map((code) => `\`${code}\``).join(', ')
    const details = group.flatMap(([, definition]) => definition.details ?? [])
    return [status, { description, content: { 'application/json': { schema: describeBody(codes, details) } } }]
  })
  return Object.fromEntries(entries) as Described<R>
}

type Entry = [Reason, Definition]

/** The schema of an error, narrowed to the codes of one status. */
function describeBody(codes: readonly string[], details: readonly z.ZodType[]): z.ZodType {
  const error = z.object({ code: z.enum(codes), ...(details.length > 0 && { details: z.union(details).optional() }) })
  return errorSchema.and(z.object({ error }))
}
