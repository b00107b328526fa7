import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { isSameSecret } from '#sandbox/access.ts'
import { breakCall, type FaultBoard, type HttpEnv } from '#sandbox/faults.ts'
import { problem } from '#sandbox/inpost/points-api.ts'
import { drawLabels, packZip } from './label-pdf.ts'
import { checkShipment } from './shipment-form.ts'
import { describeShipment, type ShipmentRecord } from './shipx-records.ts'
import type { ShipxShipments } from './shipx-shipments.ts'

/** What an adapter needs for the sandbox's ShipX. */
export type ShipxKeys = { url: string; token: string; organizationId: string }

const PER_PAGE = 30
const MOST_LABELS = 100
const CANCELLABLE = ['created', 'offers_prepared', 'offer_selected']

const listQuery = z.object({
  id: z
    .string()
    .transform((ids) => ids.split(',').map(Number))
    .optional(),
  created_at_gteq: z.string().transform(Date.parse).optional(),
  page: z.coerce.number().int().min(1).default(1),
})

const UNAUTHORIZED = problem(401, 'token_invalid', 'Token is missing or invalid.')
const NOT_FOUND = problem(404, 'resource_not_found', 'Requested resource could not be found.')
const cannot = (action: string, status: string) =>
  problem(400, 'invalid_action', `Action (${action}) can not be taken on shipment with status (${status}).`)

/** The part of InPost's ShipX API that the shop uses, under `/v1/organizations` and `/v1/shipments`. */
export function createShipxApi(keys: ShipxKeys, shipments: ShipxShipments, faults: FaultBoard): Hono<HttpEnv> {
  const api = new Hono<HttpEnv>()
  const { url, organizationId } = keys

  const failAsPlanned: MiddlewareHandler<HttpEnv> = async (c, next) => {
    const { method, path } = c.req
    const fault = faults.take('shipx', (plan) => path.startsWith(plan.path) && (plan.method ?? method) === method)
    if (fault?.mode === 'error') return c.json(problem(500, 'internal_server_error', 'Internal server error'), 500)
    if (fault?.mode === 'unauthorized') return c.json(UNAUTHORIZED, 401)
    if (fault?.mode === 'limit') {
      c.header('Retry-After', String(fault.retryAfterSeconds))
      return c.json(problem(429, 'too_many_requests', 'Too many requests'), 429)
    }
    return breakCall(c, next, fault?.mode)
  }

  const requireKey: MiddlewareHandler<HttpEnv> = async (c, next) => {
    const [scheme, given = ''] = c.req.header('Authorization')?.split(' ') ?? []
    if (scheme !== 'Bearer' || !isSameSecret(given, keys.token)) return c.json(UNAUTHORIZED, 401)
    await next()
  }
  // Stripe answers under /v1 too, so only these paths are checked.
  for (const path of ['/organizations/*', '/shipments/*']) api.use(path, failAsPlanned, requireKey)
  api.use('/organizations/:organization/*', async (c, next) => {
    if (c.req.param('organization') !== organizationId) {
      return c.json(problem(403, 'forbidden', 'You are not allowed to access this resource.'), 403)
    }
    await next()
  })

  api.get('/organizations/:organization', (c) =>
    c.json({ id: Number(organizationId), name: 'Perfumeria (piaskownica)' }),
  )

  api.post('/organizations/:organization/shipments', async (c) => {
    const checked = checkShipment(await c.req.json().catch(() => undefined))
    if (!checked.ok) {
      const message = 'There are some validation errors. Check details object for more info.'
      return c.json(problem(400, 'validation_failed', message, checked.details), 400)
    }
    const unpaid = faults.take('shipx-payments') !== undefined
    return c.json(describeShipment(await shipments.create(checked.request, unpaid), url), 201)
  })

  api.get('/organizations/:organization/shipments', async (c) => {
    const query = listQuery.safeParse(c.req.query())
    if (!query.success) return c.json(problem(400, 'invalid_parameter', 'Invalid parameter'), 400)
    const { id, created_at_gteq: from = 0, page } = query.data
    const found = (await shipments.all()).filter(
      (record) => record.created >= from && (id === undefined || id.includes(record.id)),
    )
    const items = found.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((record) => describeShipment(record, url))
    return c.json({ href: c.req.url, count: found.length, page, per_page: PER_PAGE, items })
  })

  api.get('/organizations/:organization/shipments/labels', async (c) => {
    const ids = c.req.queries('shipment_ids[]')?.map(Number) ?? []
    if (ids.length === 0 || ids.length > MOST_LABELS) {
      return c.json(problem(400, 'invalid_parameter', 'From 1 to 100 shipments'), 400)
    }
    const found = (await Promise.all(ids.map((id) => shipments.find(id)))).filter((record) => record !== undefined)
    if (found.length < ids.length) return c.json(NOT_FOUND, 404)
    const unbought = found.find(({ trackingNumber }) => trackingNumber === null)
    if (unbought) return c.json(cannot('get_label', unbought.status), 400)
    const services = [...Map.groupBy(found, ({ request }) => request.service)]
    if (services.length === 1) return sendPdf(found)
    const files = services.map(([service, group]) => ({ name: `${service}.pdf`, bytes: drawLabels(group) }))
    return new Response(new Uint8Array(packZip(files)), { headers: { 'Content-Type': 'application/zip' } })
  })

  api.get('/shipments/:id', async (c) => {
    const record = await shipments.find(Number(c.req.param('id')))
    return record ? c.json(describeShipment(record, url)) : c.json(NOT_FOUND, 404)
  })

  api.get('/shipments/:id/label', async (c) => {
    const record = await shipments.find(Number(c.req.param('id')))
    if (!record) return c.json(NOT_FOUND, 404)
    return record.trackingNumber === null ? c.json(cannot('get_label', record.status), 400) : sendPdf([record])
  })

  api.delete('/shipments/:id', async (c) => {
    const record = await shipments.find(Number(c.req.param('id')))
    if (!record) return c.json(NOT_FOUND, 404)
    if (!CANCELLABLE.includes(record.status)) return c.json(cannot('cancel', record.status), 400)
    await shipments.change(record.id, { status: 'canceled' })
    return c.body(null, 204)
  })

  return api
}

function sendPdf(records: readonly ShipmentRecord[]): Response {
  return new Response(new Uint8Array(drawLabels(records)), { headers: { 'Content-Type': 'application/pdf' } })
}
