import { DONE, done } from '#api/account/auth.ts'
import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { changeProfile, readProfileForAdmin } from '#domain/settings/change-profile.server.ts'
import { profileChangeSchema, storedProfileSchema } from '#domain/settings/profile-change.ts'

const admin = { tags: ['admin'], security: [{ session: [] }] }

const readRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/shop-profile',
  summary: 'What the shop says of itself, and which of it the environment sets',
  responses: { ...answers(storedProfileSchema, 'Every field that can be edited'), ...errors('not_found') },
})

const changeRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/shop-profile',
  summary: 'Sets fields of the shop’s profile from now on',
  description: 'The changed fields alone. Contracts that were concluded keep the seller they name.',
  request: { body: jsonBody(profileChangeSchema) },
  responses: {
    ...answers(done, 'Changed'),
    ...bodyErrors('not_found', 'proof_required', 'profile_invalid', 'changed_meanwhile'),
  },
})

export const adminShopProfileRoutes = createAdminRouter()
  .openapi(readRoute, async (c) => c.json(await readProfileForAdmin(c.var.services), 200))
  .openapi(changeRoute, async (c) => {
    const { services, user } = c.var
    const changed = await changeProfile(services, user.id, c.req.valid('json'))
    return changed.ok ? c.json(DONE, 200) : refuse(c, changed.failure)
  })
