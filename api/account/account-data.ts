import { ownAccountCall } from '#api/call.ts'
import { answerFile, z } from '#api/http.ts'
import { accountDeletionSchema } from '#domain/accounts/account.ts'
import { deleteAccount } from '#domain/accounts/delete-account.server.ts'
import { exportAccount } from '#domain/accounts/export-account-queries.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { setCookies, toCaller } from './auth.ts'

export const accountDataCalls = [
  ownAccountCall.get(
    '/me/export',
    {
      summary: 'A copy of everything stored about the user, as a file',
      description: 'JSON with one list for each kind of data. Amounts in grosze, times in UTC.',
      answers: ['The file', ['application/octet-stream']],
    },
    async ({ services, user }) => {
      const copy = JSON.stringify(await exportAccount(services.db, user.id), null, 2)
      return ok(answerFile(copy, 'application/octet-stream', 'moje-dane.json'))
    },
  ),
  ownAccountCall.post(
    '/me/delete-account',
    {
      summary: 'Deletes the account of the user, confirmed by the password, or without one by a new link',
      description: 'Orders are kept for as long as tax law requires. The address can be used again.',
      body: accountDeletionSchema,
      answers: ['Deleted; clears the session cookie', z.object({ orders_stored: z.boolean() })],
      refuses: [
        'invalid_password',
        'account_refused',
        'admin_account_stays',
        'sign_in_again',
        'too_many_attempts',
        'sign_in_busy',
      ],
    },
    async ({ services, user, body }, c) => {
      const deleted = await deleteAccount(services, user, body.password, toCaller(c))
      if (deleted.ok) setCookies(c, await services.accounts.signOut(c.req.raw.headers, 'here'))
      return deleted
    },
  ),
]
