import { adminCall, answerFound, packingCall } from '#api/call.ts'
import { z } from '#api/http.ts'
import { isAdmin } from '#domain/accounts/account.ts'
import { startProductSync } from '#domain/catalog/provider/product-sync.run.server.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import { runSchema } from '#domain/kernel/runs/run.ts'
import { findRun } from '#domain/kernel/runs/run-queries.server.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { CARRIER_RUN } from '#domain/shipping/carrier/carrier-shipment.ts'

/** The new run, or the one of its kind that is in progress. */
export const startedRun = z.object({ id: z.uuid() })
export const answerRun = <F extends { reason: string }>(started: Result<{ runId: string }, F>) =>
  started.ok ? ok({ id: started.value.runId }) : started

export const adminRunCalls = [
  adminCall.post(
    '/product-sync',
    {
      summary: 'Begins to send all products to the payment provider',
      description: 'Returns the run, or the one in progress. Its progress: GET /api/admin/runs/{id}.',
      answers: ['The run', startedRun],
      refuses: ['payment_keys_missing'],
    },
    async ({ services, user }) => answerRun(await startProductSync(services, user.id)),
  ),
  packingCall.get(
    '/runs/{id}',
    {
      summary: 'Progress and failures of a run; for who packs, of one that creates parcels at the carrier',
      answers: ['Present state of the run', runSchema],
      refuses: ['run_not_found'],
    },
    async ({ services, user, params: { id } }) => {
      const run = isUuid(id) ? await findRun(services, id) : null
      const isOpen = run?.kind === CARRIER_RUN || isAdmin(user, services.adminEmail)
      return answerFound(isOpen ? run : null, 'run_not_found')
    },
  ),
]
