import { DONE, done, toCaller } from '#api/account/auth.ts'
import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { proofSchema } from '#domain/accounts/account.ts'
import { proveAgain } from '#domain/accounts/recent-proof.server.ts'

const proveRoute = createRoute({
  method: 'post',
  tags: ['admin'],
  security: [{ session: [] }],
  path: '/admin/prove',
  summary: 'Takes the password or a code again; it counts for ten minutes',
  description: 'Required by calls refused with `proof_required`. The code is one of the app or a backup code.',
  request: { body: jsonBody(proofSchema) },
  responses: {
    ...answers(done, 'Proven'),
    ...bodyErrors(
      'not_found',
      'sign_in_required',
      'invalid_password',
      'invalid_code',
      'second_factor_expired',
      'second_factor_locked',
      'account_refused',
      'too_many_attempts',
      'sign_in_busy',
    ),
  },
})

const provenRoute = createRoute({
  method: 'get',
  tags: ['admin'],
  security: [{ session: [] }],
  path: '/admin/prove',
  summary: 'Whether the password or a code was given within ten minutes',
  description: 'Checked before a file is downloaded by a link, which cannot ask for them.',
  responses: { ...answers(done, 'Proven'), ...errors('not_found', 'proof_required') },
})

export const adminProofRoutes = createAdminRouter()
  .openapi(provenRoute, (c) => c.json(DONE, 200))
  .openapi(proveRoute, async (c) => {
    const { services, user } = c.var
    const proved = await proveAgain(services, user, c.req.valid('json'), toCaller(c))
    return proved.ok ? c.json(DONE, 200) : refuse(c, proved.failure)
  })
