import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, errors } from '#api/openapi.ts'
import { dismissMail, retryAllMails, retryMail } from '#domain/email/failed-mails.server.ts'

const mail = { params: z.object({ id: z.string() }) }
const done = answers(z.object({ ok: z.literal(true) }), 'Done')

const retryRoute = createRoute({
  method: 'post',
  tags: ['admin'],
  security: [{ session: [] }],
  path: '/admin/mails/{id}/retry',
  summary: 'Sends a given-up mail again',
  request: mail,
  responses: { ...done, ...errors('not_found', 'mail_not_found') },
})

const dismissRoute = createRoute({
  method: 'post',
  tags: ['admin'],
  security: [{ session: [] }],
  path: '/admin/mails/{id}/dismiss',
  summary: 'Dismisses a given-up mail, unsent',
  request: mail,
  responses: { ...done, ...errors('not_found', 'mail_not_found') },
})

const retryAllRoute = createRoute({
  method: 'post',
  tags: ['admin'],
  security: [{ session: [] }],
  path: '/admin/mails/retry-all',
  summary: 'Sends all given-up mails again',
  responses: { ...answers(z.object({ mails: z.int() }), 'Number of mails'), ...errors('not_found', 'proof_required') },
})

export const adminMailRoutes = createAdminRouter()
  .openapi(retryRoute, async (c) => {
    const retried = await retryMail(c.var.services, { ...c.req.valid('param'), userId: c.var.user.id })
    return retried.ok ? c.json({ ok: true as const }, 200) : refuse(c, retried.failure)
  })
  .openapi(dismissRoute, async (c) => {
    const dismissed = await dismissMail(c.var.services, { ...c.req.valid('param'), userId: c.var.user.id })
    return dismissed.ok ? c.json({ ok: true as const }, 200) : refuse(c, dismissed.failure)
  })
  .openapi(retryAllRoute, async (c) => c.json({ mails: await retryAllMails(c.var.services, c.var.user.id) }, 200))
