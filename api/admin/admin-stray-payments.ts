import { DONE, done } from '#api/account/auth.ts'
import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, errors } from '#api/openapi.ts'
import { clearStrayPayment } from '#domain/payments/settlement/clear-stray-payment.server.ts'

const clearRoute = createRoute({
  tags: ['admin'],
  security: [{ session: [] }],
  method: 'post',
  path: '/admin/stray-payments/{id}/clear',
  summary: 'Takes money that matches no payment off the list, once the admin has looked into it',
  request: { params: z.object({ id: z.string() }) },
  responses: { ...answers(done, 'Done'), ...errors('not_found', 'stray_payment_not_found') },
})

export const adminStrayPaymentRoutes = createAdminRouter().openapi(clearRoute, async (c) => {
  const cleared = await clearStrayPayment(c.var.services, { id: c.req.valid('param').id, adminId: c.var.user.id })
  return cleared.ok ? c.json(DONE, 200) : refuse(c, cleared.failure)
})
