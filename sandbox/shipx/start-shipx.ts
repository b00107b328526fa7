import { join } from 'node:path'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { loadSecret, readJson, type StandInOptions } from '#sandbox/access.ts'
import { page, setPagePolicy } from '#sandbox/page.ts'
import { createShipxApi, type ShipxKeys } from './shipx-api.ts'
import { type ShipmentRecord, TRACKING } from './shipx-records.ts'
import { openShipments } from './shipx-shipments.ts'

const ORGANIZATION_ID = '4010'
const MOST_LISTED = 100

const moveSchema = z.object({ status: z.string().regex(/^[a-z_]+$/) })

/**
 * A stand-in for ShipX: creates parcels, confirms them a moment later, prints labels and changes statuses. With
 * `dataDir` the parcels survive a restart. People change statuses on its `pages`, tests under `/_control/shipx`.
 */
export function startShipx({ url, dataDir, faults, requireToken }: StandInOptions) {
  const shipments = openShipments(dataDir && join(dataDir, 'shipments'))
  const token = loadSecret(dataDir, 'token')
  const keys: ShipxKeys = { url, token, organizationId: ORGANIZATION_ID }

  const pages = new Hono()
  pages.use(requireToken, setPagePolicy)
  pages.get('/', async (c) => c.html(listPage((await shipments.all()).toReversed().slice(0, MOST_LISTED))))
  pages.post('/:id', async (c) => {
    const given = moveSchema.safeParse(await c.req.parseBody())
    if (given.success) await shipments.move(Number(c.req.param('id')), given.data.status)
    return c.redirect('/paczki', 303)
  })

  const control = new Hono()
  control.get('/shipments', async (c) => c.json(await shipments.all()))
  control.post('/shipments/:id', async (c) => {
    const { status } = await readJson(c, moveSchema)
    const moved = await shipments.move(Number(c.req.param('id')), status)
    return moved ? c.json(moved) : c.json({ error: 'no such shipment' }, 404)
  })

  return { keys, api: createShipxApi(keys, shipments, faults), pages, control }
}

function listPage(shipments: readonly ShipmentRecord[]) {
  return page(
    'Przesyłki InPost (piaskownica)',
    html`<h1>Przesyłki InPost (piaskownica)</h1>
<p class="lead">Żaden kurier tu nie przyjedzie.
Przesyłkę posuwasz dalej ręcznie, a sklep zobaczy to przy następnym sprawdzeniu.</p>
<div class="bar"><a href="/paczki">Odśwież</a><a href="/">Skrzynka pocztowa</a></div>
${shipments.length === 0 ? html`<p>Brak przesyłek. Utwórz je w panelu sklepu: Przesyłki.</p>` : shipments.map(entry)}`,
  )
}

function entry({ id, status, trackingNumber, request }: ShipmentRecord) {
  const target = request.custom_attributes?.target_point ?? 'kurier'
  const moves = TRACKING.filter((move) => move !== status)
  const cod = request.cod ? ` · pobranie ${request.cod.amount.toFixed(2)} zł` : ''
  return html`<h2>${request.reference ?? id}</h2>
<p class="meta">${target} · ${status} · ${trackingNumber ?? 'bez numeru'}${cod}</p>
<form method="post" action="/paczki/${id}" class="bar">
<select name="status" aria-label="Nowy status">${moves.map((move) => html`<option>${move}</option>`)}</select>
<button>Zmień status</button>
</form>`
}
