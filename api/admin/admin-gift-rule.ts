import { DONE, done } from '#api/account/auth.ts'
import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { changeGiftRule, readGiftRuleForAdmin } from '#domain/gifts/change-gift-rule.server.ts'
import { giftRuleChangeSchema, giftRuleSchema } from '#domain/gifts/gift-rule.ts'

const admin = { tags: ['admin'], security: [{ session: [] }] }

const readRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/gift-rule',
  summary: 'Who gets a free gift (+GRATIS)',
  responses: { ...answers(giftRuleSchema, 'The rule'), ...errors('not_found') },
})

const changeRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/gift-rule',
  summary: 'Sets who gets a free gift from now on',
  request: { body: jsonBody(giftRuleChangeSchema) },
  responses: { ...answers(done, 'Changed'), ...bodyErrors('not_found', 'proof_required', 'changed_meanwhile') },
})

export const adminGiftRuleRoutes = createAdminRouter()
  .openapi(readRoute, async (c) => c.json(await readGiftRuleForAdmin(c.var.services), 200))
  .openapi(changeRoute, async (c) => {
    const { services, user } = c.var
    const changed = await changeGiftRule(services, user.id, c.req.valid('json'))
    return changed.ok ? c.json(DONE, 200) : refuse(c, changed.failure)
  })
