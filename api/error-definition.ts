import type { z } from '@hono/zod-openapi'

/** One line of the table of errors (errors.ts). */
export type Definition = {
  /** The `code` of the answer. Without it the reason is the code. */
  code?: 'invalid_request'
  status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503
  /** Polish sentence for people, which may use the failure's data. */
  sentence: string | ((failure: never) => string)
  /** The field of the body that the sentence is about. */
  field?: string
  /** When to repeat the call, s. */
  retryAfterSeconds?: number
  /** Schema of the answered `details`, for programs. */
  details?: z.ZodType
}
