import type { z } from '@hono/zod-openapi'

/** One line of the table of errors (errors.ts). */
export type Definition = {
  /** The code that is answered, where several reasons are one to a program. */
  code?: 'invalid_request'
  status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503
  /** Polish, as people read it; worded from the failure's own data where it needs them. */
  sentence: string | ((failure: never) => string)
  /** The field of the body that the sentence is about. */
  field?: string
  /** After how many seconds the same call makes sense again. */
  retryAfterSeconds?: number
  /** What a program needs to know beside the sentence: answered as `details`. */
  details?: z.ZodType
}
