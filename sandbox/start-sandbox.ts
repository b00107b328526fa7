import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { createAnalyticsCollector } from '#sandbox/analytics/collector.ts'
import { startBaselinker } from '#sandbox/baselinker/start-baselinker.ts'
import { FaultBoard, faultSchema } from '#sandbox/faults.ts'
import { createGoogle } from '#sandbox/google/google-routes.ts'
import { createPointsApi } from '#sandbox/inpost/points-api.ts'
import { startKsef } from '#sandbox/ksef/start-ksef.ts'
import { createMailboxRoutes } from '#sandbox/mailbox/mailbox-routes.ts'
import { createMessageStore } from '#sandbox/mailbox/message-store.ts'
import type { MailPreview } from '#sandbox/mailbox/preview-routes.ts'
import { listenForMail } from '#sandbox/mailbox/smtp-receiver.ts'
import { createPushService } from '#sandbox/push/push-service.ts'
import { startShipx } from '#sandbox/shipx/start-shipx.ts'
import { startStripe } from '#sandbox/stripe/start-stripe.ts'
import { createTillPrinter } from '#sandbox/till/till-printer.ts'
import { loadSecret, readJson, requireToken } from './access.ts'

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>

/** Policy of answers without their own: a style sheet and nothing else. */
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** As long as real services keep an idle connection: a busy machine may pause for longer than Node's five seconds, ms. */
const KEEP_ALIVE_MS = 65_000

const OWN_HOST = /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/i

/**
 * Stand-ins for the external services, only on 127.0.0.1: InPost's points API and ShipX, Stripe with its payment page,
 * signing in by Google, KSeF, a collector of measured calls, a push service, a fiscal printer, BaseLinker, and a mail
 * server with a mailbox. Port 0 takes a free one. With `dataDir` messages and payments survive a restart.
 * `POST /_control/faults` plans failures (see faults.ts), `DELETE` clears them. `/_control/stripe` acts for buyers and
 * banks (see stripe/control.ts), `/_control/shipx` for the carrier, `/_control/baselinker` for marketplaces, `/_control/push` for devices (see
 * push/push-service.ts). These and the mailbox need the token.
 * @param options.webhookUrl where the shop receives the webhooks of payments
 * @param options.mailPreviews the mails of the shop, shown under /maile
 */
export async function startSandbox(options: {
  port: number
  smtpPort?: number
  dataDir?: string
  webhookUrl?: string
  mailPreviews?: () => readonly MailPreview[]
}) {
  const faults = new FaultBoard()
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }).listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the sandbox has no port')
  const url = `http://127.0.0.1:${address.port}`

  try {
    const folder = (name: string) => options.dataDir && join(options.dataDir, name)
    const token = loadSecret(options.dataDir, 'token')
    let clock = () => new Date()
    const access = { url, faults, now: () => clock(), requireToken: requireToken(token) }
    const box = createMessageStore(folder('mail'))
    const smtp = await listenForMail(options.smtpPort ?? 0, box, faults)
    const stripe = startStripe({ ...access, dataDir: folder('stripe'), webhookUrl: options.webhookUrl })
    const shipx = startShipx({ ...access, dataDir: folder('shipx') })
    const google = createGoogle({ url, dataDir: folder('google') })
    const ksef = startKsef({ ...access, dataDir: folder('ksef') })
    const baselinker = startBaselinker({ ...access, dataDir: folder('baselinker') })
    const app = new Hono()
    app.use(async (c, next) => {
      await next()
      c.header('X-Content-Type-Options', 'nosniff')
      c.header('Referrer-Policy', 'no-referrer')
      c.header('Cache-Control', 'no-store')
      if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', POLICY)
    })
    app.use(async (c, next) => {
      // A foreign name that points here (DNS rebinding) would let its page read the messages.
      const isForeign = !OWN_HOST.test(c.req.header('Host') ?? '')
      // A web page open in the same browser must not empty the mailbox or break the demo.
      const isCrossSite = c.req.method !== 'GET' && c.req.header('Sec-Fetch-Site') === 'cross-site'
      if (isForeign || isCrossSite) return c.body(null, 403)
      await next()
    })
    app.route('/v1/points', createPointsApi(url, faults))
    app.route('/v1', shipx.api)
    app.route('/v1', stripe.api)
    app.route('/pay', stripe.pages)
    app.route('/google', google.routes)
    app.route('/ksef', ksef.routes)
    app.use('/_control/*', access.requireToken)
    app.route('/_control/stripe', stripe.control)
    app.route('/_control/shipx', shipx.control)
    app.route('/_control/baselinker', baselinker.control)
    app.route('/paczki', shipx.pages)
    app.route('/baselinker', baselinker.pages)
    app.post('/_control/faults', async (c) => {
      faults.set(await readJson(c, faultSchema))
      return c.body(null, 204)
    })
    app.delete('/_control/faults', (c) => {
      faults.clear()
      return c.body(null, 204)
    })
    app.route('/', createAnalyticsCollector(url, faults, access.requireToken))
    app.route('/', createPushService({ ...access, dataDir: folder('push') }))
    app.route('/', createTillPrinter({ ...access, dataDir: folder('till') }))
    app.route('/', createMailboxRoutes({ ...access, box, mailPreviews: options.mailPreviews }))
    server.on('request', getRequestListener(app.fetch))

    return {
      /** Base addresses for the InPost adapter and the mail transport. */
      inpostUrl: url,
      smtpUrl: smtp.url,
      /** Addresses and keys for the Stripe adapter, of both modes. Neither moves money. */
      stripe: stripe.keys.test,
      stripeLive: stripe.keys.live,
      /** Address and keys for the ShipX adapter. */
      shipx: shipx.keys,
      google: google.client,
      /** Addresses for the adapter of KSeF. */
      ksef: ksef.addresses,
      /** A test certificate for a NIP with its key, as its page gives it out. */
      loadKsefCertificate: ksef.loadCertificate,
      /** Origin of the stand-in for Google's tag. */
      analyticsOrigin: url,
      pushOrigin: url,
      /** Where PosnetServer answers, for the till agent. */
      printerUrl: `${url}/posnet`,
      /** Sends webhooks of payments to this address too. */
      addWebhookEndpoint: stripe.addWebhookEndpoint,
      removeWebhookEndpoint: stripe.removeWebhookEndpoint,
      /** Replaces the clock by which payment sessions expire, webhooks are signed and KSeF knows its day. */
      setClock(replacement: () => Date) {
        clock = replacement
      },
      /** The mailbox for people, with the token; `/_mailbox/messages` under it for tests. */
      mailboxUrl: `${url}/?token=${token}`,
      async close(): Promise<void> {
        stripe.close()
        baselinker.close()
        server.closeAllConnections()
        await Promise.all([new Promise<void>((resolve) => server.close(() => resolve())), smtp.close()])
      },
    }
  } catch (error) {
    server.close()
    throw error
  }
}
