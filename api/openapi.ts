import { z } from '@hono/zod-openapi'
import type { Definition } from './error-definition.ts'
import { ERRORS, type Reason } from './errors.ts'

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
export const ALWAYS = ['busy', 'database_unavailable', 'internal_error'] as const
export const WITH_BODY = ['invalid_request', 'forbidden_origin', 'body_too_large', ...ALWAYS] as const

/** The error answers of a call, by status. */
export function describeErrors(reasons: readonly Reason[]) {
  const byStatus = Map.groupBy(
    [...new Set(reasons)].map((reason): Entry => [reason, ERRORS[reason]]),
    ([, { status }]) => status,
  )
  const entries = [...byStatus].map(([status, group]) => {
    const codes = [...new Set(group.map(([reason, { code }]) => code ?? reason))]
    const description = codes.map((code) => `\`${code}\``).join(', ')
    const details = group.flatMap(([, definition]) => definition.details ?? [])
    const key = group.map(([reason]) => reason).join()
    const schema = BODIES.get(key) ?? describeBody(codes, details)
    BODIES.set(key, schema)
    return [status, { description, content: { 'application/json': { schema } } }]
  })
  return Object.fromEntries(entries)
}

type Entry = [Reason, Definition]

/** By their reasons: hundreds of calls are refused for the same few, and each start describes them all. */
const BODIES = new Map<string, z.ZodType>()

/** The schema of an error, narrowed to the codes of one status. */
function describeBody(codes: readonly string[], details: readonly z.ZodType[]): z.ZodType {
  const error = z.object({ code: z.enum(codes), ...(details.length > 0 && { details: z.union(details).optional() }) })
  return errorSchema.and(z.object({ error }))
}
