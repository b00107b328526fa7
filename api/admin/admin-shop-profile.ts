import { adminCall, answerDone, doneSchema } from '#api/call.ts'
import { ok } from '#domain/kernel/result.ts'
import { changeProfile, readProfileForAdmin } from '#domain/settings/change-profile.server.ts'
import { profileChangeSchema, storedProfileSchema } from '#domain/settings/profile-change.ts'

export const adminShopProfileCalls = [
  adminCall.get(
    '/shop-profile',
    {
      summary: 'What the shop says of itself, and which of it the environment sets',
      answers: ['Every field that can be edited', storedProfileSchema],
    },
    async ({ services }) => ok(await readProfileForAdmin(services)),
  ),
  adminCall.post(
    '/shop-profile',
    {
      summary: 'Sets fields of the shop’s profile from now on',
      description: 'The changed fields alone. Contracts that were concluded keep the seller they name.',
      body: profileChangeSchema,
      answers: ['Changed', doneSchema],
      refuses: ['profile_invalid', 'changed_meanwhile'],
    },
    async ({ services, user, body }) => answerDone(await changeProfile(services, user.id, body)),
  ),
]
