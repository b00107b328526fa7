import { adminCall } from '#api/call.ts'
import { z } from '#api/http.ts'
import { switchPaymentMode } from '#domain/flows/payments/switch-payment-mode.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { findRunningId } from '#domain/kernel/runs/run-queries.server.ts'
import { readPaymentMeans } from '#domain/payments/mode/payment-means-queries.server.ts'
import { readPaymentMode } from '#domain/payments/mode/payment-mode-queries.server.ts'
import { findOffered, findUnavailable, labelMeans } from '#domain/payments/payment-means.ts'
import { answerRun, startedRun } from './admin-runs.ts'

const mode = z.enum(['test', 'live'])

export const adminPaymentModeCalls = [
  adminCall.get(
    '/payment-mode',
    {
      summary: 'The mode of new payments',
      answers: ['The mode, which modes have keys, and which means of payment the account has lost'],
    },
    async ({ services: { db, payments, profile } }) => {
      const mode = await readPaymentMode(db)
      const { on, available } = await readPaymentMeans(db, mode)
      return ok({
        mode,
        offers_means: findOffered(on, available).length > 0,
        lost: labelMeans(findUnavailable(on, available)),
        provider: profile.paymentProvider,
        keys: { test: payments.test !== null, live: payments.live !== null },
        run_id: await findRunningId(db, 'payment-mode'),
      })
    },
  ),
  adminCall.post(
    '/payment-mode',
    {
      summary: 'Begins to switch to the other mode',
      description:
        'A run first sends all products to the other mode. The mode changes when all have arrived; if one fails, it ' +
        'stays. Returns the switch in progress if there is one.',
      body: z.strictObject({ mode }),
      answers: ['The run that sends the products', startedRun],
      refuses: ['payment_keys_missing', 'payment_mode_unchanged'],
    },
    async ({ services, user, body }) => answerRun(await switchPaymentMode(services, { ...body, userId: user.id })),
  ),
]
