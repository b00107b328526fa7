import { refuse } from '#api/errors.ts'
import { createRoute, createRouter, z } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { passwordConfirmationSchema } from '#domain/accounts/account.ts'
import { deleteAccount } from '#domain/accounts/delete-account.server.ts'
import { exportAccount } from '#domain/accounts/export-account-queries.server.ts'
import { setCookies, signedInOnly, toCaller } from './auth.ts'

const exportRoute = createRoute({
  method: 'get',
  path: '/me/export',
  ...signedInOnly,
  summary: 'A copy of everything stored about the user, as a file',
  description: 'JSON with one list for each kind of data. Amounts in grosze, times in UTC.',
  responses: {
    200: { description: 'The file', content: { 'application/octet-stream': { schema: z.string() } } },
    ...errors('sign_in_required'),
  },
})

const deleteRoute = createRoute({
  method: 'post',
  path: '/me/delete-account',
  ...signedInOnly,
  summary: 'Deletes the account of the user, confirmed by the password',
  description: 'Orders are kept for as long as tax law requires. The address can be used again.',
  request: { body: jsonBody(passwordConfirmationSchema) },
  responses: {
    ...answers(z.object({ ordersStored: z.boolean() }), 'Deleted; clears the session cookie'),
    ...bodyErrors(
      'sign_in_required',
      'invalid_password',
      'account_refused',
      'admin_account_stays',
      'too_many_attempts',
      'sign_in_busy',
    ),
  },
})

export const accountDataRoutes = createRouter()
  .openapi(exportRoute, async (c) => {
    const copy = await exportAccount(c.var.services.db, c.var.user.id)
    return c.body(JSON.stringify(copy, null, 2), 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': 'attachment; filename="moje-dane.json"',
    })
  })
  .openapi(deleteRoute, async (c) => {
    const { services, user } = c.var
    const deleted = await deleteAccount(services, user, c.req.valid('json').password, toCaller(c))
    if (!deleted.ok) return refuse(c, deleted.failure)
    setCookies(c, await services.accounts.signOut(c.req.raw.headers, 'here'))
    return c.json(deleted.value, 200)
  })
