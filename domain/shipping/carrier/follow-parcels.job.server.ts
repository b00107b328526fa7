import { z } from 'zod'
import { defineJob } from '#domain/kernel/definitions.ts'
import { log } from '#domain/kernel/log.ts'
import { ok } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { listFollowed, listUnsettled } from './carrier-queries.server.ts'
import { followCarrierShipments } from './follow-carrier-shipments.server.ts'
import type { ParcelCarrier } from './parcel-carrier.ts'
import { SETTLED_AFTER_MS, settleLost } from './send-to-carrier.server.ts'

const payload = z.object({})

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'follow-parcels': z.output<typeof payload>
  }
}

const MINUTE = 60_000
/** How often one parcel is checked. */
const AGAIN_AFTER_MS = 9 * MINUTE
/** A parcel that is still on its way after this time is no longer checked. */
const FOLLOWED_FOR_MS = 60 * 24 * 60 * MINUTE
/** Parcels of one request, and requests of one run. */
const AT_ONCE = 30
const MOST_QUESTIONS = 40

/** Asks the carrier for the progress of its parcels, and for the outcome of requests without an answer. */
export default defineJob({
  name: 'follow-parcels',
  payload,
  concurrency: 1,
  timeoutSeconds: 10 * 60,
  schedule: '*/5 * * * *',
  async run(services) {
    if (services.carrier) await followAll(services, services.carrier)
    return ok(undefined)
  },
})

async function followAll(services: Services, carrier: ParcelCarrier): Promise<void> {
  const now = services.now().getTime()
  for (const checkoutId of await listUnsettled(services.db, new Date(now - SETTLED_AFTER_MS))) {
    const settled = await settleLost(services, carrier, checkoutId)
    if (!settled.ok) return warn(settled.failure.problem.reason)
  }
  const due = { notSince: new Date(now - AGAIN_AFTER_MS), createdSince: new Date(now - FOLLOWED_FOR_MS), most: AT_ONCE }
  for (let question = 0; question < MOST_QUESTIONS; question += 1) {
    const ids = await listFollowed(services.db, due)
    if (ids.length === 0) return
    const followed = await followCarrierShipments(services, carrier, ids)
    if (!followed.ok) return warn(followed.failure.why)
  }
}

/** The next run continues where this one ends. */
function warn(why: string): void {
  log.warn('Parcels could not be checked at the carrier', { why })
}
