import { adminCall, doneSchema } from '#api/call.ts'
import { ok } from '#domain/kernel/result.ts'
import { newOwnTextsSchema, restoredTextsSchema } from '#domain/settings/own-texts.ts'
import { publishOwnTexts, readOwnTextsArchive, restoreOwnTexts } from '#domain/settings/publish-own-texts.server.ts'

export const adminOwnTextsCalls = [
  adminCall.get(
    '/own-texts',
    {
      summary: 'What the owner wrote in place of the shop’s texts, and the versions of it',
      answers: ['The texts and their versions'],
    },
    async ({ services }) => ok(await readOwnTextsArchive(services)),
  ),
  adminCall.post(
    '/own-texts',
    {
      summary: 'Publishes another version of the owner’s texts',
      description: 'All of them: what is left out or empty is the shop’s text from now on.',
      body: newOwnTextsSchema,
      answers: ['Published', doneSchema],
      refuses: ['changed_meanwhile'],
    },
    ({ services, user, body }) => publishOwnTexts(services, user, body),
  ),
  adminCall.post(
    '/own-texts/restore',
    {
      summary: 'Publishes an earlier version again; 0: the shop’s texts',
      body: restoredTextsSchema,
      answers: ['Published', doneSchema],
      refuses: ['changed_meanwhile', 'text_version_not_found'],
    },
    ({ services, user, body }) => restoreOwnTexts(services, user, body),
  ),
]
