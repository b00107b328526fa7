import { adminCall, doneSchema } from '#api/call.ts'
import { z } from '#api/http.ts'
import { buyerChangeSchema } from '#domain/buyers/buyer.ts'
import { listBuyers } from '#domain/buyers/buyer-queries.server.ts'
import { changeBuyer } from '#domain/buyers/change-buyer.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { countSubscribers } from '#domain/newsletter/subscriber-queries.server.ts'

export const adminBuyerCalls = [
  adminCall.get(
    '/buyers',
    {
      summary: 'People who ordered, by e-mail address, whoever ordered last first',
      query: z.object({
        search: z.string().trim().max(200).default(''),
        page: z.coerce.number().int().min(1).default(1),
      }),
      answers: ['A page of buyers'],
    },
    async ({ services, query }) => ok(await listBuyers(services.db, query)),
  ),
  adminCall.get(
    '/subscribers',
    { summary: 'How many agreed to the newsletter', answers: ['Confirmed consents that hold'] },
    async ({ services }) => ok({ subscribers: await countSubscribers(services.db) }),
  ),
  adminCall.patch(
    '/buyers',
    {
      summary: 'Notes something about a buyer, and whether they may pay on delivery',
      body: buyerChangeSchema,
      answers: ['Stored', doneSchema],
      refuses: ['changed_meanwhile'],
    },
    ({ services, user, body }) => changeBuyer(services, { ...body, userId: user.id }),
  ),
]
