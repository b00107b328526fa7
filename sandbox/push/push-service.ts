import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { html } from 'hono/html'
import { z } from 'zod'
import { readJson, type StandInOptions } from '#sandbox/access.ts'
import { openCollection } from '#sandbox/collection.ts'
import { formatMoment, page } from '#sandbox/page.ts'
import { decryptMessage, isAuthorized } from './push-protocol.ts'

/** Largest message that every push service accepts, bytes. */
const MOST_BYTES = 4096
const MOST_MESSAGES = 200

const deviceSchema = z.object({
  created: z.number(),
  /** Key of the only sender that may send to the device. */
  serverKey: z.string(),
  privateKey: z.string(),
  publicKey: z.string(),
  auth: z.string(),
  /** Whether the device's owner has withdrawn the permission. */
  expired: z.boolean(),
})
/** A message after decryption. */
const receivedSchema = z.object({ created: z.number(), device: z.string(), text: z.string() })
const newDeviceSchema = z.object({ applicationServerKey: z.string().length(87) })

/**
 * A push service with made-up devices. It accepts a message that is encrypted for a device and signed by the key of its
 * sender, and decrypts it as the device's browser would. With the token, `/_control/push/devices` creates devices
 * (POST) and ends them (DELETE); received messages are a page at /powiadomienia and JSON at /_control/push/messages.
 */
export function createPushService({ url, dataDir, faults, requireToken }: StandInOptions): Hono {
  const devices = openCollection(dataDir && `${dataDir}/devices`, deviceSchema)
  const messages = openCollection(dataDir && `${dataDir}/messages`, receivedSchema)
  const routes = new Hono()

  routes.post('/push/:id', bodyLimit({ maxSize: MOST_BYTES, onError: (c) => c.body(null, 413) }), async (c) => {
    const fault = faults.take('push')
    if (fault?.mode === 'error') return c.body(null, 503)
    if (fault?.mode === 'redirect') return c.redirect(`${url}/push/${c.req.param('id')}`, 307)
    if (fault?.mode === 'hang') return new Promise<Response>(() => undefined)
    const device = devices.get(c.req.param('id'))
    if (device === undefined) return c.body(null, 404)
    if (device.expired) return c.body(null, 410)
    const { serverKey } = device
    if (!isAuthorized(c.req.header('Authorization'), { origin: url, serverKey })) return c.body(null, 403)
    if (c.req.header('Content-Encoding') !== 'aes128gcm' || !/^\d+$/.test(c.req.header('TTL') ?? ''))
      return c.body(null, 400)
    const text = decryptMessage(Buffer.from(await c.req.arrayBuffer()), device)
    await messages.put(randomUUID(), { created: Date.now(), device: c.req.param('id').slice(0, 8), text })
    for (const [oldest] of messages.entries().slice(0, -MOST_MESSAGES)) await messages.remove(oldest)
    return c.body(null, 201)
  })

  routes.post('/_control/push/devices', async (c) => {
    const { applicationServerKey } = await readJson(c, newDeviceSchema)
    const curve = createECDH('prime256v1')
    const publicKey = curve.generateKeys('base64url')
    const auth = randomBytes(16).toString('base64url')
    const id = randomUUID()
    await devices.put(id, {
      created: Date.now(),
      serverKey: applicationServerKey,
      privateKey: curve.getPrivateKey('base64url'),
      publicKey,
      auth,
      expired: false,
    })
    return c.json({ endpoint: `${url}/push/${id}`, keys: { p256dh: publicKey, auth } })
  })
  routes.delete('/_control/push/devices', async (c) => {
    for (const [id, device] of devices.entries()) await devices.put(id, { ...device, expired: true })
    return c.body(null, 204)
  })
  routes.get('/_control/push/messages', (c) => c.json(messages.all()))

  routes.use('/powiadomienia', requireToken)
  routes.get('/powiadomienia', (c) => c.html(receivedPage(messages.all().toReversed())))
  return routes
}

/** The page of received messages, newest first. */
function receivedPage(messages: readonly z.infer<typeof receivedSchema>[]) {
  return page(
    'Powiadomienia (piaskownica)',
    html`<h1>Powiadomienia (piaskownica)</h1>
<p class="lead">Tu trafia to, co sklep wysłał na urządzenia z piaskownicy, odszyfrowane jak w przeglądarce.</p>
<div class="bar"><a href="/powiadomienia">Odśwież</a><a href="/">Skrzynka pocztowa</a></div>
${
  messages.length === 0
    ? html`<p>Nic jeszcze nie przyszło.</p>`
    : html`<dl>${messages.map(
        ({ created, device, text }) => html`<dt>${formatMoment(created)}</dt>
<dd><strong>${device}</strong><pre>${text}</pre></dd>`,
      )}</dl>`
}`,
  )
}
