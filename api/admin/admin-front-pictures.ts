import { adminCall, doneSchema } from '#api/call.ts'
import { ok } from '#domain/kernel/result.ts'
import { changeFrontPicture } from '#domain/settings/change-front-picture.server.ts'
import { listFrontPictures } from '#domain/settings/front-picture-queries.server.ts'
import { newFrontPictureSchema } from '#domain/settings/front-pictures.ts'

export const adminFrontPictureCalls = [
  adminCall.get(
    '/front-pictures',
    {
      summary: 'The owner’s pictures on the landing page',
      answers: ['Every place'],
    },
    async ({ services: { db } }) => ok({ places: await listFrontPictures(db) }),
  ),
  adminCall.post(
    '/front-pictures',
    {
      summary: 'Shows an uploaded picture at a place of the landing page, or none',
      body: newFrontPictureSchema,
      answers: ['Shown', doneSchema],
      refuses: ['changed_meanwhile', 'picture_unavailable'],
    },
    ({ services, user, body }) => changeFrontPicture(services, user.id, body),
  ),
]
