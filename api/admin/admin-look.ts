import { adminCall, answerDone, doneSchema } from '#api/call.ts'
import { ok } from '#domain/kernel/result.ts'
import { lookArchiveSchema, newLookSchema } from '#domain/settings/look.ts'
import { publishLook, readLookArchive } from '#domain/settings/publish-look.server.ts'

export const adminLookCalls = [
  adminCall.get(
    '/look',
    {
      summary: 'The owner’s colours in place of the shop’s, and the versions of them',
      answers: ['The colours and their versions', lookArchiveSchema],
    },
    async ({ services }) => ok(await readLookArchive(services)),
  ),
  adminCall.post(
    '/look',
    {
      summary: 'Publishes another version of the owner’s colours; null: the shop’s',
      description: 'A colour with too little contrast is refused with the nearest one that can be used.',
      body: newLookSchema,
      answers: ['Published', doneSchema],
      refuses: ['changed_meanwhile'],
    },
    async ({ services, user, body }) => answerDone(await publishLook(services, user, body)),
  ),
]
