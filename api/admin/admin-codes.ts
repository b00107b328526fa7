import { adminCall, doneSchema } from '#api/call.ts'
import { z } from '#api/http.ts'
import { adminCodeSchema, codeChangeSchema, codeInputSchema, codeRemovalSchema } from '#domain/codes/admin-code.ts'
import { addCode, deleteCode, readCodes, updateCode } from '#domain/codes/change-code.server.ts'
import { ok } from '#domain/kernel/result.ts'

export const adminCodeCalls = [
  adminCall.get(
    '/codes',
    {
      summary: 'Discount codes, newest first, with their uses',
      query: z.object({ of: z.enum(['owner', 'samples']).default('owner') }),
      answers: ['All codes of the owner, or the newest for samples', z.array(adminCodeSchema)],
    },
    async ({ services, query }) => ok(await readCodes(services, query)),
  ),
  adminCall.post(
    '/codes',
    {
      summary: 'Adds a discount code',
      key: true,
      body: codeInputSchema,
      answers: ['As it is stored', adminCodeSchema],
      refuses: ['code_taken', 'idempotency_conflict'],
    },
    ({ services, user, key, body }) => addCode(services, { userId: user.id, key, code: body }),
  ),
  adminCall.patch(
    '/codes/{id}',
    {
      summary: 'Changes a discount code; of one that an order has, text and discount stay',
      body: codeChangeSchema,
      answers: ['As it is stored', adminCodeSchema],
      refuses: ['code_not_found', 'changed_meanwhile', 'code_taken', 'code_value_fixed'],
    },
    ({ services, user, params, body: { version, ...code } }) =>
      updateCode(services, { userId: user.id, ...params, version, code }),
  ),
  adminCall.delete(
    '/codes/{id}',
    {
      summary: 'Deletes a discount code that no order has',
      body: codeRemovalSchema,
      answers: ['Done', doneSchema],
      refuses: ['code_not_found', 'changed_meanwhile', 'code_in_use'],
    },
    ({ services, user, params, body }) => deleteCode(services, { userId: user.id, ...params, ...body }),
  ),
]
