import { adminCall, doneSchema } from '#api/call.ts'
import { baselinkerChangeSchema } from '#domain/baselinker/baselinker.ts'
import { readBaselinkerPage } from '#domain/baselinker/baselinker-queries.server.ts'
import { changeBaselinker, makeBaselinkerKey } from '#domain/baselinker/change-baselinker.server.ts'
import { ok } from '#domain/kernel/result.ts'

export const adminBaselinkerCalls = [
  adminCall.get(
    '/baselinker',
    { summary: 'Whether BaseLinker is connected, and its last call and refusal', answers: ['The connection'] },
    async ({ services }) =>
      ok({ ...(await readBaselinkerPage(services.db)), address: `${services.profile.shopUrl}/api/baselinker` }),
  ),
  adminCall.post(
    '/baselinker',
    {
      summary: 'Switches BaseLinker on or off, and chooses where receipts and invoices of its orders are made',
      body: baselinkerChangeSchema,
      answers: ['Changed', doneSchema],
      refuses: ['changed_meanwhile', 'baselinker_key_first'],
    },
    ({ services, user, body }) => changeBaselinker(services, user.id, body),
  ),
  adminCall.post(
    '/baselinker-key',
    {
      summary: 'Makes the key of BaseLinker, which is shown once, and switches it on; the one before ends',
      answers: ['The key'],
    },
    ({ services, user }) => makeBaselinkerKey(services, user.id),
  ),
]
