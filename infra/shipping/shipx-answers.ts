import { z } from 'zod'
import { zlToGrosze } from '#domain/kernel/amounts/money.ts'
import type { CarrierFailure, CarrierFieldProblem, CarrierShipment } from '#domain/shipping/carrier/parcel-carrier.ts'

/** Some versions of the API answer amounts as strings. */
const amount = z.object({ amount: z.union([z.number(), z.string()]).nullish() }).nullish()

const transaction = z.object({
  status: z.string(),
  details: z.object({ error: z.string().nullish() }).nullish(),
})

/** The part of an answered shipment that the shop reads. */
export const shipxShipment = z
  .object({
    id: z.union([z.int(), z.string()]).transform(String),
    status: z.string(),
    tracking_number: z.string().nullish(),
    reference: z.string().nullish(),
    cod: amount,
    transactions: z.array(transaction).nullish(),
  })
  .transform((given): CarrierShipment => {
    const cod = zlToGrosze(Number(given.cod?.amount ?? 0)) ?? 0
    // The last attempt to pay for it counts.
    const paying = given.transactions?.at(-1)
    const failed = paying?.status === 'failure'
    return {
      id: given.id,
      reference: given.reference ?? null,
      status: given.status,
      trackingNumber: given.tracking_number || null,
      codGrosze: cod > 0 ? cod : null,
      problem: failed ? (paying.details?.error ?? 'failure') : null,
    }
  })

export const shipxPage = z.object({ items: z.array(shipxShipment), count: z.int(), per_page: z.int().positive() })

const errorBody = z.object({ error: z.string().catch(''), details: z.unknown() })

const FEW_SECONDS = 10
const LONGEST_PAUSE_SECONDS = 600
const MOST_FIELDS = 8

/** The failure of a refused call. `body`: undefined when it is not JSON. */
export function describeRefusal(status: number, headers: Headers, body: unknown): CarrierFailure {
  const parsed = errorBody.safeParse(body)
  const code = parsed.data?.error.slice(0, 80) ?? ''
  const why = `ShipX answered ${[status, code].filter(Boolean).join(' ')}`
  if (status === 429) return { reason: 'carrier_busy', why, retryAfterSeconds: readRetryAfter(headers) }
  if (status === 401 || status === 403) return { reason: 'carrier_unauthorized', why }
  // A request that timed out, or that a proxy could not pass on, may have taken effect.
  if (status >= 500 || status === 408 || !parsed.success) return { reason: 'carrier_unavailable', why }
  if (status === 404) return { reason: 'carrier_unknown_id', why }
  if (code === 'invalid_action') return { reason: 'carrier_too_late', why }
  return { reason: 'carrier_refused', why, code, problems: flattenDetails(parsed.data.details).slice(0, MOST_FIELDS) }
}

/** Whole seconds, or a date. */
function readRetryAfter(headers: Headers): number {
  const given = headers.get('Retry-After') ?? ''
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), LONGEST_PAUSE_SECONDS) : FEW_SECONDS
}

/** `{ receiver: [{ phone: ['invalid'] }] }` as 'receiver.phone', 'invalid'. */
function flattenDetails(details: unknown, path = ''): CarrierFieldProblem[] {
  if (typeof details === 'string') return [{ field: path, problem: details.slice(0, 80) }]
  if (Array.isArray(details)) return details.flatMap((part) => flattenDetails(part, path))
  if (typeof details !== 'object' || details === null) return []
  return Object.entries(details).flatMap(([name, part]) => flattenDetails(part, path ? `${path}.${name}` : name))
}
