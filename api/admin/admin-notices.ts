import { DONE, done } from '#api/account/auth.ts'
import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { changeNoticeSettings } from '#domain/owner-notices/change-notice-settings.server.ts'
import { noticeSettingsChangeSchema, noticeSettingsSchema } from '#domain/owner-notices/owner-notices.ts'
import { readNoticeSettings } from '#domain/owner-notices/owner-notices-queries.server.ts'

const admin = { tags: ['admin'], security: [{ session: [] }] }

const readRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/notice-settings',
  responses: { ...answers(noticeSettingsSchema, 'The notified events, and when'), ...errors('not_found') },
})

const changeRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/notice-settings',
  request: { body: jsonBody(noticeSettingsChangeSchema) },
  responses: { ...answers(done, 'Changed'), ...bodyErrors('not_found', 'changed_meanwhile') },
})

export const adminNoticeRoutes = createAdminRouter()
  .openapi(readRoute, async (c) => c.json(await readNoticeSettings(c.var.services.db), 200))
  .openapi(changeRoute, async (c) => {
    const { services, user } = c.var
    const result = await changeNoticeSettings(services, user.id, c.req.valid('json'))
    return result.ok ? c.json(DONE, 200) : refuse(c, result.failure)
  })
