import { adminCall, doneSchema } from '#api/call.ts'
import { describeFailure } from '#api/errors.ts'
import { movingInSchema } from '#domain/catalog/moving-in/moving-in.ts'
import { readMovedPictures } from '#domain/catalog/moving-in/moving-in-queries.server.ts'
import { moveIn, retryMovedPictures } from '#domain/flows/moving-in/move-in.server.ts'
import { ok } from '#domain/kernel/result.ts'

export const adminMovingInCalls = [
  adminCall.post(
    '/moving-in',
    {
      summary:
        "Moves the products of another shop's file, all or none; without a token it only reports what would happen",
      body: movingInSchema,
      answers: ['What was recognised, and the outcome of every line'],
      refuses: ['csv_unreadable', 'import_outdated'],
    },
    ({ services, user, body }) => moveIn(services, { userId: user.id, word: describeFailure, request: body }),
  ),
  adminCall.get(
    '/moved-pictures',
    {
      summary: 'How far the pictures of moved products are',
      answers: ['The newest run, and what is left'],
    },
    async ({ services }) => ok(await readMovedPictures(services.db)),
  ),
  adminCall.post(
    '/moved-pictures',
    { summary: 'Fetches the pictures again that could not be fetched', answers: ['Done', doneSchema] },
    ({ services, user }) => retryMovedPictures(services, user.id),
  ),
]
