import { adminCall, answerDone, doneSchema } from '#api/call.ts'
import { clearStrayPayment } from '#domain/payments/settlement/clear-stray-payment.server.ts'

export const adminStrayPaymentCalls = [
  adminCall.post(
    '/stray-payments/{id}/clear',
    {
      summary: 'Takes money that matches no payment off the list, once the admin has looked into it',
      answers: ['Done', doneSchema],
      refuses: ['stray_payment_not_found'],
    },
    async ({ services, user, params }) =>
      answerDone(await clearStrayPayment(services, { ...params, adminId: user.id })),
  ),
]
