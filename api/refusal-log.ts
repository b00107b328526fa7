import { createMiddleware } from 'hono/factory'
import { createRareWarning } from '#domain/kernel/log.ts'
import type { Reason } from './errors.ts'
import type { ApiEnv } from './http.ts'

/** Refusals that reveal guessing, forging and probing. */
const WATCHED: readonly Reason[] = [
  'wrong_password',
  'invalid_credentials',
  'invalid_password',
  'invalid_code',
  'second_factor_locked',
  'too_many_attempts',
  'link_invalid',
  'google_attempt_invalid',
  'admin_required',
  'proof_required',
  'forbidden_origin',
  'redirect_refused',
  'unstorable_text',
  'looks_automated',
]

const warnings = new Map(WATCHED.map((reason) => [reason, createRareWarning('Calls were refused')]))

/**
 * Logs refused calls that may belong to an attack: each reason at most once a minute, with the number of calls. The
 * caller and the body are not logged; the id of the request leads to the line in the proxy's log.
 */
export const logRefusals = createMiddleware<ApiEnv>(async (c, next) => {
  await next()
  const { refused, services } = c.var
  if (refused !== undefined) warnings.get(refused)?.(services.now(), { reason: refused })
})
