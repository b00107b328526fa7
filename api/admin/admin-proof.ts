import { toCaller } from '#api/account/auth.ts'
import { doneSchema, papersCall } from '#api/call.ts'
import { proofSchema } from '#domain/accounts/account.ts'
import { proveAgain } from '#domain/accounts/recent-proof.server.ts'
import { ok } from '#domain/kernel/result.ts'

export const adminProofCalls = [
  papersCall.get(
    '/prove',
    {
      summary: 'Whether the password or a code was given within ten minutes',
      description: 'Checked before a file is downloaded by a link, which cannot ask for them.',
      answers: ['Proven', doneSchema],
    },
    () => ok(null),
  ),
  papersCall.post(
    '/prove',
    {
      summary: 'Takes the password or a code again; it counts for ten minutes',
      description: 'Required by calls refused with `proof_required`. The code is one of the app or a backup code.',
      body: proofSchema,
      answers: ['Proven', doneSchema],
      refuses: [
        'sign_in_required',
        'invalid_password',
        'invalid_code',
        'second_factor_expired',
        'second_factor_locked',
        'account_refused',
        'too_many_attempts',
        'sign_in_busy',
      ],
    },
    ({ services, user, body }, c) => proveAgain(services, user, body, toCaller(c)),
  ),
]
