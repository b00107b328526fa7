import { adminCall, doneSchema } from '#api/call.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { askPaymentMeans, changePaymentMeans } from '#domain/payments/mode/change-payment-means.server.ts'
import { readPaymentMeans } from '#domain/payments/mode/payment-means-queries.server.ts'
import { readPaymentMode } from '#domain/payments/mode/payment-mode-queries.server.ts'
import { paymentMeansChangeSchema } from '#domain/payments/payment-means.ts'

export const adminPaymentMeansCalls = [
  adminCall.get(
    '/payment-means',
    {
      summary: 'The means of payment of buyers who pay ahead',
      answers: ['Those switched on, and those that the account had when the provider was last asked'],
    },
    async ({ services: { db, payments, profile } }) => {
      const mode = await readPaymentMode(db)
      const { asked_at, ...means } = await readPaymentMeans(db, mode)
      const settings_url = payments[mode]?.meansUrl ?? null
      return ok({
        ...means,
        asked_at: asked_at?.toISOString() ?? null,
        provider: profile.paymentProvider,
        settings_url,
      })
    },
  ),
  adminCall.post(
    '/payment-means',
    {
      summary: 'Sets the means of payment that buyers are offered',
      body: paymentMeansChangeSchema,
      answers: ['Changed', doneSchema],
      refuses: ['changed_meanwhile'],
    },
    ({ services, user, body }) => changePaymentMeans(services, user.id, body),
  ),
  adminCall.post(
    '/payment-means/check',
    {
      summary: 'Asks the provider which means of payment its account has',
      answers: ['Asked; the answer is kept', doneSchema],
      refuses: ['payment_keys_missing', 'payment_means_unread'],
    },
    async ({ services }) => {
      const mode = await readPaymentMode(services.db)
      const provider = services.payments[mode]
      if (!provider) return fail({ reason: 'payment_keys_missing', mode })
      const asked = await askPaymentMeans(services, provider)
      return asked.ok ? ok(null) : fail({ reason: 'payment_means_unread' })
    },
  ),
]
