import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { openCollection } from '#sandbox/collection.ts'
import type { FaultBoard } from '#sandbox/faults.ts'
import { type ReceivedPush, receivedPage } from './push-pages.ts'
import { decryptMessage, isAuthorized } from './push-protocol.ts'

/** As every push service takes it, bytes. */
const MOST_BYTES = 4096
const MOST_MESSAGES = 200

const deviceSchema = z.object({
  created: z.number(),
  /** The key of the one sender that may send there. */
  serverKey: z.string(),
  privateKey: z.string(),
  publicKey: z.string(),
  auth: z.string(),
  /** Whether its owner has taken the permission back. */
  expired: z.boolean(),
})
const receivedSchema = z.object({ created: z.number(), device: z.string(), text: z.string() })
const newDeviceSchema = z.object({ applicationServerKey: z.string().length(87) })

type PushServiceOptions = {
  url: string
  /** Undefined: nothing is written. */
  dataDir: string | undefined
  faults: FaultBoard
  requireToken: MiddlewareHandler
}

/**
 * A push service with made-up devices: it takes what is encrypted for one of them and signed by the key the device was made
 * for, and decrypts it as the device's browser would. Those who bring the token make devices (`POST /_control/push/devices`),
 * end them (`DELETE`), and see what came, as a page at /powiadomienia and as JSON at /_control/push/messages.
 */
export function createPushService({ url, dataDir, faults, requireToken }: PushServiceOptions): Hono {
  const devices = openCollection(dataDir && `${dataDir}/devices`, deviceSchema)
  const messages = openCollection<ReceivedPush>(dataDir && `${dataDir}/messages`, receivedSchema)
  const routes = new Hono()

  routes.post('/push/:id', bodyLimit({ maxSize: MOST_BYTES, onError: (c) => c.body(null, 413) }), async (c) => {
    const fault = faults.push.take()
    if (fault?.mode === 'error') return c.body(null, 503)
    if (fault?.mode === 'redirect') return c.redirect(`${url}/push/${c.req.param('id')}`, 307)
    if (fault?.mode === 'hang') return new Promise<Response>(() => undefined)
    const device = devices.get(c.req.param('id'))
    if (device === undefined) return c.body(null, 404)
    if (device.expired) return c.body(null, 410)
    const expected = { origin: url, serverKey: device.serverKey, now: new Date() }
    if (!isAuthorized(c.req.header('Authorization'), expected)) return c.body(null, 403)
    if (c.req.header('Content-Encoding') !== 'aes128gcm' || !/^\d+$/.test(c.req.header('TTL') ?? ''))
      return c.body(null, 400)
    const text = decryptMessage(Buffer.from(await c.req.arrayBuffer()), device)
    await messages.put(randomUUID(), { created: Date.now(), device: c.req.param('id').slice(0, 8), text })
    for (const [oldest] of messages.entries().slice(0, -MOST_MESSAGES)) await messages.remove(oldest)
    return c.body(null, 201)
  })

  routes.post('/_control/push/devices', async (c) => {
    const asked = newDeviceSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!asked.success) return c.json({ error: asked.error.issues }, 400)
    const curve = createECDH('prime256v1')
    const publicKey = curve.generateKeys('base64url')
    const auth = randomBytes(16).toString('base64url')
    const id = randomUUID()
    await devices.put(id, {
      created: Date.now(),
      serverKey: asked.data.applicationServerKey,
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
