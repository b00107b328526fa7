import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe } from 'vitest'
import type { ProviderEvent } from '#domain/payments/payment-provider.ts'
import { createStripeProvider } from '#infra/payments/stripe-provider.ts'
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { openMailbox, type SandboxFault } from '#tests/support/mailbox.ts'
import { openStripe } from '#tests/support/stripe.ts'
import { aRequest, succeed } from './provider-setup.ts'

/** The sandbox's Stripe delivers signed events repeatedly and keeps all state over a restart. */
let dataDir: string
let sandbox: Sandbox
let shop: Server
let port: number
let received: ProviderEvent[]
let answers: number[]
const methods = new Set<string | undefined>()

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-stripe-'))
  received = []
  answers = []
  methods.clear()
  await listen(0)
  port = (shop.address() as AddressInfo).port
  sandbox = await start()
})
afterEach(async () => {
  await sandbox.close()
  shop.closeAllConnections()
  shop.close()
  rmSync(dataDir, { recursive: true })
})

const start = () => startSandbox({ port: 0, dataDir, webhookUrl: `http://127.0.0.1:${port}/api/stripe-webhook` })
const provider = () => createStripeProvider({ mode: 'test', ...sandbox.stripe })
const plan = (fault: SandboxFault) => openMailbox(sandbox).planFault(fault)
const act = (...args: Parameters<ReturnType<typeof openStripe>['act']>) => openStripe(sandbox).act(...args)
const typesReceived = () => received.map(({ type }) => type)

/** Receives webhooks like a shop. Answers with the statuses in `answers`, then with 200. */
async function listen(at: number): Promise<void> {
  shop = createServer(async (request, response) => {
    methods.add(request.method)
    const body = await buffer(request)
    const signature = request.headers['stripe-signature']
    const read = provider().readEvent(body, typeof signature === 'string' ? signature : null, new Date())
    const status = answers.shift() ?? 200
    if (read.ok && status === 200) received.push(read.value)
    response.writeHead(read.ok ? status : 400, status === 302 ? { Location: '/api/stripe-webhook' } : {}).end()
  }).listen(at, '127.0.0.1')
  await once(shop, 'listening')
}

const open = async (): Promise<string> => (await succeed(provider().createSession(aRequest()))).id

async function moneyOf(sessionId: string): Promise<string> {
  const { providerPaymentId } = await succeed(provider().findSession(sessionId))
  return providerPaymentId ?? 'not paid'
}

describe('events', () => {
  test('tell what happens to a session, its refunds and disputes', async () => {
    const [paid, late, expired] = [await open(), await open(), await open()]
    await act(paid, { action: 'pay' })
    await act(late, { action: 'start_transfer' })
    await act(late, { action: 'end_transfer', succeeded: false })
    await act(late, { action: 'pay_late' })
    await act(expired, { action: 'expire' })
    const providerPaymentId = await moneyOf(paid)
    await plan({ service: 'stripe-refunds', mode: 'fail' })
    await provider().refund({ idempotencyKey: 'refund', providerPaymentId, amountGrosze: 100 })
    await act(paid, { action: 'dispute' })
    await act(paid, { action: 'dispute', status: 'won' })

    await eventually(async () => expect(received).toHaveLength(10))
    const told = received.map(({ type, about }) => {
      if (about.kind === 'session') return `${type} ${about.sessionId}`
      if (about.kind === 'dispute') return `${type} ${about.status} ${about.amountGrosze}`
      return about.kind === 'refund' ? `${type} ${about.providerPaymentId}` : type
    })
    expect(told.toSorted()).toEqual(
      [
        `checkout.session.completed ${paid}`,
        `checkout.session.completed ${late}`,
        `checkout.session.async_payment_failed ${late}`,
        `checkout.session.async_payment_succeeded ${late}`,
        `checkout.session.expired ${expired}`,
        `charge.refunded ${providerPaymentId}`,
        `refund.updated ${providerPaymentId}`,
        `refund.failed ${providerPaymentId}`,
        'charge.dispute.created needs_response 36247',
        'charge.dispute.closed won 36247',
      ].toSorted(),
    )
    expect(new Set(received.map(({ id }) => id)).size).toBe(10)
  })

  test('come when time passes, without a request', async () => {
    const [unpaid, transferred] = [await open(), await open()]
    await act(transferred, { action: 'start_transfer', arrivesInMs: 60_000 })
    // The clock is advanced to a moment before either is due. The remaining time passes by itself.
    await act(transferred, { action: 'advance', ms: 59_000 })
    const { expiresAt } = (await openStripe(sandbox).sessions()).find(({ id }) => id === unpaid) ?? { expiresAt: 0 }
    await act(unpaid, { action: 'advance', ms: expiresAt - Date.now() - 1_000 })
    await eventually(async () =>
      expect(typesReceived().toSorted()).toEqual([
        'checkout.session.async_payment_succeeded',
        'checkout.session.completed',
        'checkout.session.expired',
      ]),
    )
  })

  test('are sent again until the shop accepts them, and follow no redirect', async () => {
    answers = [500, 302, 503]
    await act(await open(), { action: 'pay' })
    await eventually(async () => expect(typesReceived()).toEqual(['checkout.session.completed']))
    expect(answers).toEqual([])
    expect([...methods]).toEqual(['POST'])
  })

  test('do not exist for refused actions', async () => {
    const id = await open()
    await act(id, { action: 'pay' })
    for (const action of [{ action: 'pay' }, { action: 'expire' }, { action: 'pay_late' }] as const) {
      expect(await openStripe(sandbox).tryTo(id, action)).toBe(false)
    }
    expect((await openStripe(sandbox).events()).map(({ type }) => type)).toEqual(['checkout.session.completed'])
  })
})

describe('planned failures', () => {
  test('lose: the event is never sent, but can be sent later by hand', async () => {
    await plan({ service: 'stripe-webhooks', mode: 'lose' })
    const [lost, next] = [await open(), await open()]
    await act(lost, { action: 'pay' })
    await act(next, { action: 'expire' })
    await eventually(async () => expect(typesReceived()).toEqual(['checkout.session.expired']))
    const [event] = await openStripe(sandbox).events()
    await openStripe(sandbox).deliver(event?.id ?? '', 3)
    expect(typesReceived().slice(1)).toEqual(Array.from({ length: 3 }, () => 'checkout.session.completed'))
  })

  test('duplicate: the same event many times at once', async () => {
    await plan({ service: 'stripe-webhooks', mode: 'duplicate', copies: 10 })
    await act(await open(), { action: 'pay' })
    await eventually(async () => expect(received).toHaveLength(10))
    expect(new Set(received.map(({ id }) => id)).size).toBe(1)
  })

  test('delay: the event comes after later ones', async () => {
    const [paid, expired] = [await open(), await open()]
    // Longer than a busy machine needs for the second act.
    await plan({ service: 'stripe-webhooks', mode: 'delay', delayMs: 5_000 })
    await act(paid, { action: 'pay' })
    await act(expired, { action: 'expire' })
    await eventually(async () =>
      expect(typesReceived()).toEqual(['checkout.session.expired', 'checkout.session.completed']),
    )
  })

  test('shuffle: events come in reverse order, also when too few come', async () => {
    await plan({ service: 'stripe-webhooks', mode: 'shuffle', times: 2, delayMs: 60_000 })
    const first = await open()
    await act(first, { action: 'start_transfer' })
    expect(received).toEqual([])
    await act(first, { action: 'end_transfer', succeeded: true })
    await eventually(async () => expect(received).toHaveLength(2))
    await plan({ service: 'stripe-webhooks', mode: 'shuffle', times: 5, delayMs: 300 })
    await act(await open(), { action: 'expire' })
    await eventually(async () => expect(received).toHaveLength(3))
  })
})

describe('over a restart', () => {
  test('sessions, keys, first answers and undelivered events are kept', async () => {
    const [open1, { secretKey, webhookSecret }] = [await open(), sandbox.stripe]
    const product = { idempotencyKey: 'product', productId: '1', name: 'A', description: null, unitGrosze: 1 }
    const synced = await provider().createProduct(product)
    const paid = await open()
    shop.closeAllConnections()
    shop.close()
    await once(shop, 'close')
    await act(paid, { action: 'pay' })
    const before = await openStripe(sandbox).sessions()
    await sandbox.close()

    await listen(port)
    sandbox = await start()
    expect(sandbox.stripe).toMatchObject({ secretKey, webhookSecret })
    expect(await openStripe(sandbox).sessions()).toEqual(before)
    expect(await provider().createProduct(product)).toEqual(synced)
    expect(await provider().findSession(open1)).toMatchObject({ ok: true, value: { status: 'open' } })
    await eventually(async () =>
      expect(received).toMatchObject([{ type: 'checkout.session.completed', about: { sessionId: paid } }]),
    )
    // A delivered event is not sent again.
    await eventually(async () => expect(readdirSync(join(dataDir, 'stripe', 'events'))).toEqual([]))
  })

  test('files are readable only by their user', async () => {
    await open()
    for (const folder of ['stripe', 'stripe/sessions', 'stripe/answers']) {
      expect(statSync(join(dataDir, folder)).mode & 0o077, folder).toBe(0)
      for (const entry of readdirSync(join(dataDir, folder))) {
        expect(statSync(join(dataDir, folder, entry)).mode & 0o077, entry).toBe(0)
      }
    }
  })
})

describe('strangers', () => {
  test('without the key, or from another site, reach nothing', async () => {
    const id = await open()
    const { url, secretKey } = sandbox.stripe
    const get = (headers: Record<string, string>) =>
      fetch(`${url}/v1/checkout/sessions/${id}`, { headers }).then(({ status }) => status)
    expect(await get({ Authorization: `Bearer ${secretKey}` })).toBe(200)
    for (const key of ['', 'Bearer', 'Bearer sk_test_x', `Basic ${secretKey}`])
      expect(await get({ Authorization: key })).toBe(401)
    const post = (path: string, headers: Record<string, string>) =>
      fetch(url + path, { method: 'POST', headers, body: '{"action":"pay"}' }).then(({ status }) => status)
    expect(await post(`/_control/stripe/sessions/${id}`, {})).toBe(403)
    expect(await post(`/_control/stripe/webhook-endpoints`, {})).toBe(403)
    const fromElsewhere = { Authorization: `Bearer ${secretKey}`, 'Sec-Fetch-Site': 'cross-site' }
    expect(await post('/v1/checkout/sessions', fromElsewhere)).toBe(403)
    expect((await openStripe(sandbox).sessions())[0]?.status).toBe('open')
  })
})
