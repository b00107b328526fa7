import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { loadToken, requireToken } from '#sandbox/access.ts'
import { createAnalyticsCollector } from '#sandbox/analytics/collector.ts'
import { FaultBoard, faultSchema } from '#sandbox/faults.ts'
import { createGoogle, type GoogleSandbox } from '#sandbox/google/google-routes.ts'
import { createPointsApi } from '#sandbox/inpost/points-api.ts'
import { createMailboxRoutes } from '#sandbox/mailbox/mailbox-routes.ts'
import { createMessageStore } from '#sandbox/mailbox/message-store.ts'
import type { MailPreview } from '#sandbox/mailbox/preview-routes.ts'
import { listenForMail } from '#sandbox/mailbox/smtp-receiver.ts'
import { createPushService } from '#sandbox/push/push-service.ts'
import type { ShipxKeys } from '#sandbox/shipx/shipx-api.ts'
import { startShipx } from '#sandbox/shipx/start-shipx.ts'
import { startStripe } from '#sandbox/stripe/start-stripe.ts'
import type { StripeKeys } from '#sandbox/stripe/stripe-api.ts'

export type Sandbox = {
  /** Base address for the InPost adapter. */
  inpostUrl: string
  /** Address for the mail transport. */
  smtpUrl: string
  /** Address and keys of test mode for the Stripe adapter. */
  stripe: StripeKeys
  /** Those of live mode, in which no money moves either. */
  stripeLive: StripeKeys
  /** Address and keys for the ShipX adapter. */
  shipx: ShipxKeys
  /** Where people sign in as at Google. */
  google: GoogleSandbox
  /** Where pages find a stand-in for Google's tag. */
  analyticsOrigin: string
  /** Origin of a push service with made-up devices. */
  pushOrigin: string
  /** From now on webhooks of payments are sent there (too). */
  addWebhookEndpoint(url: string): void
  removeWebhookEndpoint(url: string): void
  /** The time by which payment sessions end and webhooks are signed; the machine's without it. */
  setClock(now: () => Date): void
  /** The mailbox for people, with the token that opens it; `/_mailbox/messages` under it for tests. */
  mailboxUrl: string
  close(): Promise<void>
}

/** Of whatever has no policy of its own: a style sheet, and nothing else. */
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const OWN_HOST = /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/i

/**
 * Stand-ins for the external services, on 127.0.0.1 alone: InPost's points API and ShipX, Stripe with its payment page, signing in by
 * Google, a collector of what pages measure, a push service, a mail server and a mailbox to read what came. Port 0 takes a free one. With `dataDir` messages and payments survive a restart.
 * `POST /_control/faults` plans failures (see faults.ts), `DELETE` forgets them; `/_control/stripe` does what buyers and banks
 * do (see stripe/control.ts), `/_control/shipx` what becomes of parcels, `/_control/push` the devices (see push/push-service.ts). Like the mailbox they need the token.
 * @param options.webhookUrl where the shop takes the webhooks of payments
 * @param options.mailPreviews the mails of the shop, to be looked at under /maile
 */
export async function startSandbox(options: {
  port: number
  smtpPort?: number
  dataDir?: string
  webhookUrl?: string
  mailPreviews?: () => readonly MailPreview[]
}): Promise<Sandbox> {
  const faults = new FaultBoard()
  const server = createServer()
  await listen(server, options.port)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the sandbox has no port')
  const url = `http://127.0.0.1:${address.port}`

  try {
    const box = createMessageStore(options.dataDir && join(options.dataDir, 'mail'))
    const smtp = await listenForMail(options.smtpPort ?? 0, box, faults)

    const token = loadToken(options.dataDir)
    const access = requireToken(token)
    const stripe = startStripe({
      url,
      dataDir: options.dataDir && join(options.dataDir, 'stripe'),
      webhookUrl: options.webhookUrl,
      faults,
      requireToken: access,
    })
    const shipx = startShipx({
      url,
      dataDir: options.dataDir && join(options.dataDir, 'shipx'),
      faults,
      requireToken: access,
    })
    const google = createGoogle({ url, dataDir: options.dataDir && join(options.dataDir, 'google') })
    const app = new Hono()
    app.use(async (c, next) => {
      await next()
      if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', POLICY)
    })
    // A name that is made to point here (DNS rebinding) would let a page of that name read the messages.
    app.use(async (c, next) => {
      if (!OWN_HOST.test(c.req.header('Host') ?? '')) return c.body(null, 403)
      await next()
    })
    // Some web page open in the same browser has no business emptying the mailbox or breaking the demo.
    app.use(async (c, next) => {
      if (c.req.method !== 'GET' && c.req.header('Sec-Fetch-Site') === 'cross-site') return c.body(null, 403)
      await next()
    })
    app.route('/v1/points', createPointsApi(url, faults))
    app.route('/v1', shipx.api)
    app.route('/v1', stripe.api)
    app.route('/pay', stripe.pages)
    app.route('/google', google.routes)
    app.use('/_control/*', access)
    app.route('/_control/stripe', stripe.control)
    app.route('/_control/shipx', shipx.control)
    app.route('/paczki', shipx.pages)
    app.post('/_control/faults', async (c) => {
      const fault = faultSchema.safeParse(await c.req.json().catch(() => undefined))
      if (!fault.success) return c.json({ error: fault.error.issues }, 400)
      faults.set(fault.data)
      return c.body(null, 204)
    })
    app.delete('/_control/faults', (c) => {
      faults.clear()
      return c.body(null, 204)
    })
    app.route('/', createAnalyticsCollector(url, faults, access))
    const pushDir = options.dataDir && join(options.dataDir, 'push')
    app.route('/', createPushService({ url, dataDir: pushDir, faults, requireToken: access }))
    app.route('/', createMailboxRoutes({ box, requireToken: access, mailPreviews: options.mailPreviews }))
    server.on('request', getRequestListener(app.fetch))

    return {
      inpostUrl: url,
      smtpUrl: smtp.url,
      stripe: stripe.keys.test,
      stripeLive: stripe.keys.live,
      shipx: shipx.keys,
      google: google.client,
      analyticsOrigin: url,
      pushOrigin: url,
      addWebhookEndpoint: stripe.addWebhookEndpoint,
      removeWebhookEndpoint: stripe.removeWebhookEndpoint,
      setClock: stripe.setClock,
      mailboxUrl: `${url}/?token=${token}`,
      async close() {
        stripe.close()
        server.closeAllConnections()
        await Promise.all([new Promise<void>((resolve) => server.close(() => resolve())), smtp.close()])
      },
    }
  } catch (error) {
    server.close()
    throw error
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
}
