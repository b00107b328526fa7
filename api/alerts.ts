import { alertRequestSchema, alertSchema, alertTokenSchema } from '#domain/alerts/alert.ts'
import { confirmAlert, endAlert, requestAlert } from '#domain/alerts/request-alert.server.ts'
import { fail } from '#domain/kernel/result.ts'
import { doneSchema, publicCall } from './call.ts'

export const alertCalls = [
  publicCall.post(
    '/product-alerts',
    {
      summary: 'Asks for one mail when a product is in stock again or costs less',
      description: 'Works without a session. Nothing is mailed about the product until the address is confirmed.',
      body: alertRequestSchema,
      answers: ['A link that confirms the address is on its way, unless it is confirmed already', doneSchema],
      refuses: ['product_not_found', 'product_in_stock', 'too_many_attempts'],
    },
    async ({ services, body, clientAddress }) => {
      if (services.isDatabaseFull()) return fail({ reason: 'database_unavailable' })
      return requestAlert(services, body, { clientAddress })
    },
  ),
  publicCall.post(
    '/product-alerts/confirm',
    {
      summary: 'Confirms the address of an alert by the token of the mailed link',
      body: alertTokenSchema,
      answers: ['Confirmed, also when it was before', alertSchema],
      refuses: ['alert_over'],
    },
    ({ services, body }) => confirmAlert(services, body.token),
  ),
  publicCall.post(
    '/product-alerts/end',
    {
      summary: 'Ends an alert by the token of the mailed link',
      body: alertTokenSchema,
      answers: ['Ended, also when it was before', doneSchema],
      refuses: ['alert_over'],
    },
    ({ services, body }) => endAlert(services, body.token),
  ),
]
