import { adminCall, answerFound, doneSchema } from '#api/call.ts'
import { addGuide, deleteGuide, readGuide, readGuides, saveGuide } from '#domain/guides/change-guides.server.ts'
import { guideChangeSchema, guideRemovalSchema, newGuideSchema } from '#domain/guides/guide.ts'
import { ok } from '#domain/kernel/result.ts'

export const adminGuideCalls = [
  adminCall.get(
    '/guides',
    { summary: 'Guides, newest first, drafts among them', answers: ['All guides'] },
    async ({ services }) => ok(await readGuides(services)),
  ),
  adminCall.get(
    '/guides/{id}',
    { summary: 'A whole guide', answers: ['The guide'], refuses: ['guide_not_found'] },
    async ({ services, params }) => answerFound(await readGuide(services, params.id), 'guide_not_found'),
  ),
  adminCall.post(
    '/guides',
    {
      summary: 'Adds an empty draft',
      key: true,
      body: newGuideSchema,
      answers: ['The draft'],
      refuses: ['guide_limit_reached', 'idempotency_conflict'],
    },
    ({ services, user, key, body }) => addGuide(services, { userId: user.id, key, ...body }),
  ),
  adminCall.patch(
    '/guides/{id}',
    {
      summary: 'Saves a guide, as a draft or for everybody',
      description: 'Its address follows the title until it is published for the first time.',
      body: guideChangeSchema,
      answers: ['Saved', doneSchema],
      refuses: ['guide_not_found', 'changed_meanwhile', 'picture_unavailable'],
    },
    ({ services, user, params, body }) => saveGuide(services, { userId: user.id, ...params }, body),
  ),
  adminCall.delete(
    '/guides/{id}',
    {
      summary: 'Deletes a guide',
      body: guideRemovalSchema,
      answers: ['Deleted', doneSchema],
      refuses: ['guide_not_found', 'changed_meanwhile'],
    },
    ({ services, user, params, body }) => deleteGuide(services, { userId: user.id, ...params, ...body }),
  ),
]
