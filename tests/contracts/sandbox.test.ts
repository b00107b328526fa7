import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSmtpTransport } from '#infra/mails/smtp-transport.ts'
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts'
import { openMailbox } from '#tests/support/mailbox.ts'

let dataDir: string
let sandbox: Sandbox

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sandbox-test-'))
  sandbox = await startSandbox({ port: 0, dataDir })
})
afterEach(async () => {
  await sandbox.close()
  rmSync(dataDir, { recursive: true })
})

async function send(changes: { to?: string; subject?: string; html?: string; text?: string }): Promise<void> {
  const transport = createSmtpTransport({ url: sandbox.smtpUrl, from: { name: 'Sklep', address: 'sklep@example.com' } })
  const mail = { to: 'a@example.com', subject: 'Temat', html: '<p>Treść</p>', text: 'Treść', ...changes }
  await transport.send({ id: crypto.randomUUID(), ...mail }, AbortSignal.timeout(10_000))
  transport.close()
}
const page = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, sandbox.mailboxUrl), { ...init, headers: { ...authorization(), ...init.headers } })
const token = () => new URL(sandbox.mailboxUrl).searchParams.get('token') ?? ''
const authorization = () => ({ Authorization: `Bearer ${token()}` })

/** fetch() sets the Host header itself. */
function statusFor(path: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(new URL(path, sandbox.mailboxUrl), { headers: { host, ...authorization() } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).on('error', reject)
  })
}

describe('the mailbox', () => {
  test('lists messages newest first and opens them as HTML, text and source', async () => {
    expect(await (await page('/')).text()).toContain('Brak wiadomości')
    await send({ subject: 'Pierwszy' })
    await send({ subject: 'Drugi – żółty' })
    const list = await (await page('/')).text()
    expect(list).toContain('Skrzynka pocztowa (piaskownica)')
    expect(list.indexOf('Drugi – żółty')).toBeLessThan(list.indexOf('Pierwszy'))

    const [newest] = await openMailbox(sandbox).messagesTo('A@example.com')
    expect(newest?.subject).toBe('Drugi – żółty')
    expect(await (await page(`/wiadomosci/${newest?.id}?widok=tekst`)).text()).toContain('<pre>Treść')
    expect(await (await page(`/wiadomosci/${newest?.id}?widok=zrodlo`)).text()).toContain('Auto-Submitted')
    expect(await (await page(`/wiadomosci/${newest?.id}/html`)).text()).toContain('<p>Treść</p>')
    expect((await page('/wiadomosci/nie-ma')).status).toBe(404)
  })

  test.each([
    '/',
    '/maile',
    '/paczki',
    '/kasa',
    '/google/auth',
    '/pay',
    '/pay/unknown',
    '/v1/points',
    '/_mailbox/style.css',
    '/nie-ma',
  ])('%s has its own policy or the common one, and cannot be framed', async (path) => {
    for (const headers of [authorization(), {}]) {
      const answer = await fetch(new URL(path, sandbox.mailboxUrl), { headers })
      const policy = answer.headers.get('content-security-policy')
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
    }
  })

  test('a message runs no script and cannot leave its frame', async () => {
    await send({ subject: '<script>alert(1)</script>', html: '<script>alert(2)</script>', text: '</pre><b>x</b>' })
    const [message] = await openMailbox(sandbox).messagesTo('a@example.com')
    for (const path of [
      '/',
      `/wiadomosci/${message?.id}`,
      `/wiadomosci/${message?.id}?widok=tekst`,
      `/wiadomosci/${message?.id}?widok=zrodlo`,
    ]) {
      const response = await page(path)
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(await response.text()).not.toMatch(/<script|<b>/)
    }
    expect(await (await page(`/wiadomosci/${message?.id}`)).text()).toMatch(/<iframe [^>]*sandbox="allow-popups[^"]*"/)
    const policy = (await page(`/wiadomosci/${message?.id}/html`)).headers.get('content-security-policy')
    expect(policy).toMatch(/default-src 'none'.*sandbox/)
    expect(policy).not.toMatch(/script|allow-same-origin/)
  })

  test('stores messages over a restart, until it is emptied', async () => {
    await send({ subject: 'Pierwszy' })
    await send({ subject: 'Drugi' })
    await sandbox.close()
    sandbox = await startSandbox({ port: 0, dataDir })
    expect((await openMailbox(sandbox).messagesTo('a@example.com')).map((message) => message.subject)).toEqual([
      'Drugi',
      'Pierwszy',
    ])
    await page('/_mailbox/messages', { method: 'DELETE' })
    await sandbox.close()
    sandbox = await startSandbox({ port: 0, dataDir })
    expect(await openMailbox(sandbox).messagesTo('a@example.com')).toEqual([])
  })

  test('is not emptied by a page of another site', async () => {
    await send({})
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    expect((await page('/wyczysc', { method: 'POST', headers })).status).toBe(403)
    expect(await openMailbox(sandbox).messagesTo('a@example.com')).toHaveLength(1)
    expect((await page('/wyczysc', { method: 'POST' })).status).toBe(200)
    expect(await openMailbox(sandbox).messagesTo('a@example.com')).toHaveLength(0)
  })

  test('is not readable under another host name that points to it', async () => {
    const { port } = new URL(sandbox.mailboxUrl)
    for (const path of ['/', '/_mailbox/messages', '/v1/points']) {
      for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'localhost']) {
        expect(await statusFor(path, host), host).toBe(200)
      }
      for (const host of [`rebound.example:${port}`, 'localhost.example', `127.0.0.1.example:${port}`]) {
        expect(await statusFor(path, host), host).toBe(403)
      }
    }
  })

  test('its files are readable only by their user, also in an existing folder', async () => {
    await sandbox.close()
    const folder = join(dataDir, 'mail')
    chmodSync(folder, 0o755)
    sandbox = await startSandbox({ port: 0, dataDir })
    await send({})
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const files = readdirSync(folder)
    expect(files).toHaveLength(1)
    for (const file of files) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  })

  test('opens only by the printed address, whose token moves from the address into a cookie', async () => {
    await send({})
    const [message] = await openMailbox(sandbox).allMessages()
    const first = await fetch(sandbox.mailboxUrl, { redirect: 'manual' })
    expect([first.status, first.headers.get('location')]).toEqual([303, '/'])
    const [cookie = ''] = first.headers.getSetCookie()
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Strict/)
    const open = (path: string, headers: Record<string, string>) =>
      fetch(new URL(path, sandbox.mailboxUrl), { headers })
    for (const path of ['/', `/wiadomosci/${message?.id}`, `/wiadomosci/${message?.id}/html`, '/_mailbox/messages']) {
      expect((await open(path, { Cookie: cookie.split(';')[0] ?? '' })).status, path).toBe(200)
      const strangers: Record<string, string>[] = [
        {},
        { Cookie: 'sandbox_token=x' },
        { Authorization: 'Bearer x' },
        { Authorization: token() },
      ]
      for (const headers of strangers) {
        const refused = await open(path, headers)
        expect(refused.status, path).toBe(403)
        expect(await refused.text()).not.toContain('a@example.com')
      }
    }
    expect((await open('/?token=x', {})).status).toBe(403)
    expect((await fetch(new URL('/_control/faults', sandbox.mailboxUrl), { method: 'DELETE' })).status).toBe(403)
    expect(await openMailbox(sandbox).allMessages()).toHaveLength(1)
  })

  test('has the same address after a restart, and another one in another folder', async () => {
    const before = token()
    expect(before.length).toBeGreaterThanOrEqual(32)
    expect(statSync(join(dataDir, 'token')).mode & 0o777).toBe(0o600)
    await sandbox.close()
    sandbox = await startSandbox({ port: 0, dataDir })
    expect(token()).toBe(before)
    const other = await startSandbox({ port: 0 })
    expect(new URL(other.mailboxUrl).searchParams.get('token')).not.toBe(before)
    await other.close()
  })

  test('a taken port is an error, not a crash', async () => {
    const { port } = new URL(sandbox.mailboxUrl)
    await expect(startSandbox({ port: Number(port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})

describe("InPost's points API", () => {
  const points = async (query: string) => (await page(`/v1/points${query}`)).json()

  test('answers in pages, with the fields asked for', async () => {
    const first = await points('?type=parcel_locker&status=Operating&per_page=2&fields=name,status')
    expect(first).toMatchObject({ count: 233, page: 1, per_page: 2, total_pages: 117 })
    expect(first).toMatchObject({ items: [{ name: 'DEMO-WAW-001', status: 'Operating' }, { name: 'DEMO-WAW-002' }] })
    expect(await points('?per_page=2&page=2&fields=name')).toMatchObject({
      page: 2,
      items: [{ name: 'DEMO-WAW-003' }, {}],
    })
  })

  test('matches values exactly, and refuses wrong numbers', async () => {
    expect(await points('?city=Radom')).toMatchObject({ count: 5 })
    expect(await points('?city=radom')).toMatchObject({ count: 0, items: [] })
    expect((await page('/v1/points?page=x')).status).toBe(400)
    expect((await page('/v1/points/DEMO-XXX-001')).status).toBe(404)
  })

  test('orders by distance from a postal code', async () => {
    const { items } = await points(
      '?relative_post_code=87-100&max_distance=20000&limit=3&fields=distance,address_details',
    )
    const distances = items.map((item: { distance: number }) => item.distance)
    expect(distances).toHaveLength(3)
    expect(distances).toEqual(distances.toSorted((a: number, b: number) => a - b))
    expect(items[0]).toMatchObject({ address_details: { city: 'Toruń', post_code: '87-100' } })
  })
})
