import { adminCall } from '#api/call.ts'
import { startClean } from '#domain/flows/going-live/start-clean.server.ts'
import { startCleanSchema, startedCleanSchema, trialSchema } from '#domain/going-live/going-live.ts'
import { countTrial, hasRealOrder } from '#domain/going-live/going-live-queries.server.ts'
import { ok } from '#domain/kernel/result.ts'

export const adminGoingLiveCalls = [
  adminCall.get(
    '/start-clean',
    {
      summary: 'What was tried until now, and whether it can still be removed',
      answers: ['Numbers of what would go', trialSchema],
    },
    async ({ services: { db, adminEmail } }) =>
      ok({ counts: await countTrial(db, adminEmail), has_real_order: await hasRealOrder(db) }),
  ),
  adminCall.post(
    '/start-clean',
    {
      summary: 'Removes everything that was tried, before the first real order',
      description: 'Goods, pictures and settings of the owner stay, and so does the session of the admin.',
      body: startCleanSchema,
      answers: ['What was removed', startedCleanSchema],
      refuses: ['real_order_exists'],
    },
    ({ services, user, body }) => startClean(services, { userId: user.id, removesDemo: body.removes_demo }),
  ),
]
