import type { HttpBindings } from '@hono/node-server'
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { SignedInUser } from '#domain/accounts/account-gateway.ts'
import type { Services } from '#domain/services.ts'

/** From here, so that every schema knows OpenAPI and words its failures in Polish. */
export { createRoute, z }

/** What every handler finds in its context. `incoming` is the Node request behind a real socket. */
export type ApiEnv = {
  Bindings: Partial<HttpBindings>
  Variables: { services: Services; clientAddress: string }
}

z.config({
  ...z.locales.pl(),
  // The locale's own sentence names JavaScript's types; a person needs to know what to do.
  customError: (issue) => {
    if (issue.code !== 'invalid_type') return undefined
    return issue.input === undefined ? 'To pole jest wymagane.' : 'Niewłaściwa wartość.'
  },
})

export const errorSchema = z
  .object({
    error: z.object({
      code: z.string().openapi({ example: 'invalid_request' }),
      message: z.string().openapi({ description: 'A Polish sentence that can be shown as it is.' }),
      fields: z
        .record(z.string(), z.string())
        .optional()
        .openapi({ description: 'A Polish sentence per wrong field.' }),
    }),
  })
  .openapi('Error')

type ErrorBody = { error: { code: string; message: string; fields?: Record<string, string> } }

/** A router whose zod failures answer 400 in the shape of the contract. */
export function createRouter(): OpenAPIHono<ApiEnv> {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => {
      if (!result.success) return invalidRequest(c, result.error)
    },
  })
}

/** An error in the shape of the contract: a code for programs, a Polish sentence for people. */
export function errorResponse<Status extends ContentfulStatusCode>(
  c: Context,
  status: Status,
  code: string,
  message: string,
  fields?: Record<string, string>,
) {
  const body: ErrorBody = { error: { code, message, ...(fields && { fields }) } }
  return c.json(body, status)
}

/** 400 `invalid_request` with the first sentence per field, fields named by their path ('customerData.phone'). */
export function invalidRequest(c: Context, error: z.core.$ZodError) {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : ['']
    for (const name of names) {
      const path = [...issue.path.map(String), ...(name ? [name] : [])].join('.')
      fields[path] ??= issue.code === 'unrecognized_keys' ? 'Nieznane pole' : issue.message
    }
  }
  return errorResponse(c, 400, 'invalid_request', 'Sprawdź wpisane dane i spróbuj ponownie.', fields)
}

/** Error answers of a route, for its OpenAPI description: `...errors({ 401: 'No session' })`. */
export function errors<Status extends number>(described: Record<Status, string>) {
  const content = { 'application/json': { schema: errorSchema } }
  const entries = Object.entries<string>(described).map(([status, description]) => [status, { description, content }])
  return Object.fromEntries(entries) as Record<Status, { description: string; content: typeof content }>
}

/** Who sends the request, by its session; null without one. */
export function signedIn(c: Context<ApiEnv>): Promise<SignedInUser | null> {
  return c.var.services.accounts.userOf(c.req.raw.headers)
}

/** 401 in the words of a shop. */
export function signInRequired(c: Context) {
  return errorResponse(c, 401, 'sign_in_required', 'Zaloguj się, aby kontynuować.')
}

/** 503: nothing happened, and trying again is safe. */
export function tryAgain(c: Context) {
  c.header('Retry-After', '1')
  return errorResponse(c, 503, 'busy', 'Bardzo dużo osób kupuje w tej chwili. Spróbuj ponownie.')
}
