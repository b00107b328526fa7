import { constants, createCipheriv, publicEncrypt, randomBytes, X509Certificate } from 'node:crypto'
import { describe } from 'vitest'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { buildFa3 } from '#domain/papers/ksef/fa3.ts'
import { hashFile } from '#infra/ksef/ksef-session.ts'
import { signChallenge } from '#infra/ksef/xades.ts'
import { createTestCertificate } from '#sandbox/ksef/test-certificates.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { anInvoice, SELLER_NIP as NIP } from '#tests/support/invoices.ts'

/** What the sandbox's KSeF refuses as the ministry's does, by calls without the adapter. */
const test = base.extend('ksef', { scope: 'file' }, ({ sandbox }) => openKsef(sandbox.ksef.apiUrl))

const PAIR = createTestCertificate({ nip: NIP })
const TODAY = readWarsawClock(new Date()).day
const newXml = () =>
  buildFa3(anInvoice({ number: crypto.randomUUID(), issued_on: TODAY, sold_on: TODAY, paid_on: TODAY }), new Date())

function openKsef(apiUrl: string) {
  async function call(method: string, path: string, body?: string | object, headers: Record<string, string> = {}) {
    const response = await fetch(apiUrl + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
  }
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

  async function begin(change = (signed: string) => signed, challenge?: string) {
    const asked = challenge ?? (await call('POST', '/auth/challenge')).body.challenge
    const signed = change(signChallenge(asked, { nip: NIP, ...PAIR }, new Date()))
    return { challenge: asked, ...(await call('POST', '/auth/xades-signature', signed)) }
  }

  async function signIn() {
    const { body } = await begin()
    const headers = bearer(body.authenticationToken.token)
    for (let poll = 0; poll < 2; poll += 1) await call('GET', `/auth/${body.referenceNumber}`, undefined, headers)
    const redeem = () => call('POST', '/auth/token/redeem', undefined, headers)
    return { redeem, access: bearer((await redeem()).body.accessToken.token) }
  }

  async function send(xml: string | Buffer, changes: object = {}, options: { prefix?: boolean } = {}) {
    const { access } = await signIn()
    const [key, vector, file] = [randomBytes(32), randomBytes(16), Buffer.from(xml)]
    const [shown] = (await call('GET', '/security/public-key-certificates')).body
    const { publicKey } = new X509Certificate(Buffer.from(shown.certificate, 'base64'))
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    const opened = await call(
      'POST',
      '/sessions/online',
      {
        formCode: { systemCode: 'FA (3)', schemaVersion: '1-0E', value: 'FA' },
        encryption: {
          encryptedSymmetricKey: publicEncrypt({ key: publicKey, padding, oaepHash: 'sha256' }, key).toString('base64'),
          initializationVector: vector.toString('base64'),
          publicKeyId: shown.publicKeyId,
        },
      },
      access,
    )
    const cipher = createCipheriv('aes-256-cbc', key, vector)
    const content = Buffer.concat([...(options.prefix ? [vector] : []), cipher.update(file), cipher.final()])
    const session = `/sessions/online/${opened.body.referenceNumber}`
    const form = {
      invoiceHash: hashFile(file),
      invoiceSize: file.length,
      encryptedInvoiceHash: hashFile(content),
      encryptedInvoiceSize: content.length,
      encryptedInvoiceContent: content.toString('base64'),
      ...changes,
    }
    const again = () => call('POST', `${session}/invoices`, form, access)
    const sent = await again()
    const path = `/sessions/${opened.body.referenceNumber}/invoices/${sent.body.referenceNumber}`
    const ask = () => call('GET', path, undefined, access)
    const close = () => call('POST', `${session}/close`, undefined, access)
    return { sent, ask, again, close, access }
  }

  async function statusOf(...given: Parameters<typeof send>) {
    const { ask } = await send(...given)
    for (let poll = 0; poll < 2; poll += 1) await ask()
    return (await ask()).body.status.code
  }
  return { call, begin, signIn, send, statusOf }
}

const codeOf = ({ body }: { body: { errors?: { code: number }[] } }) => body.errors?.[0]?.code

describe('signing in', () => {
  test('needs a signature of exactly this request', async ({ ksef }) => {
    const changes: [number, (signed: string) => string][] = [
      [9101, (signed) => signed.slice(0, -5)],
      [9102, (signed) => signed.replace(/<ds:Signature .*<\/ds:Signature>/, '')],
      [9103, (signed) => signed.replace(/<ds:Signature .*<\/ds:Signature>/, '$&$&')],
      [9105, (signed) => signed.replace('certificateSubject', 'certificateFingerprint')],
      [9105, (signed) => signed.replace(/SigningTime>2/, 'SigningTime>1')],
      [9105, (signed) => signed.replace(/(SignatureValue>)(.)/, (_, tag, first) => tag + (first === 'A' ? 'B' : 'A'))],
    ]
    for (const [code, change] of changes) expect(codeOf(await ksef.begin(change)), String(change)).toBe(code)
  })

  test('uses a challenge once, and redeems a token once', async ({ ksef }) => {
    const { challenge, status } = await ksef.begin()
    expect(status).toBe(202)
    expect(codeOf(await ksef.begin(undefined, challenge))).toBe(21111)
    const { redeem } = await ksef.signIn()
    expect(codeOf(await redeem())).toBe(21301)
  })

  test('is required for every other call', async ({ ksef }) => {
    const { status, body } = await ksef.call('POST', '/sessions/online', {}, { Authorization: 'Bearer none' })
    expect([status, body.status]).toEqual([401, 401])
  })
})

describe('a file', () => {
  test('is accepted, and the link to its receipt needs no token', async ({ ksef }) => {
    const { ask, again, close } = await ksef.send(newXml())
    const codes = []
    for (let poll = 0; poll < 3; poll += 1) codes.push((await ask()).body.status.code)
    expect(codes).toEqual([100, 150, 200])
    const { body } = await ask()
    expect(await (await fetch(body.upoDownloadUrl)).text()).toContain(body.ksefNumber)
    expect((await fetch(`${body.upoDownloadUrl}x`)).status).toBe(404)
    expect((await close()).status).toBe(204)
    expect(codeOf(await again())).toBe(21180)
  })

  test('of another size or hash is refused at once', async ({ ksef }) => {
    const sizes = await ksef.send(newXml(), { encryptedInvoiceSize: 1 })
    expect(codeOf(sizes.sent)).toBe(21402)
    const hashes = await ksef.send(newXml(), { encryptedInvoiceHash: hashFile('') })
    expect(codeOf(hashes.sent)).toBe(21403)
  })

  test('is refused with its vector prepended, and as another file', async ({ ksef }) => {
    expect(await ksef.statusOf(newXml(), {}, { prefix: true })).toBe(435)
    expect(await ksef.statusOf(newXml(), { invoiceHash: hashFile('') })).toBe(435)
  })

  test('with a byte order mark, an instruction or a refused character is refused', async ({ ksef }) => {
    const changed = (from: string, to: string) => newXml().replace(from, to)
    expect(await ksef.statusOf(`\ufeff${newXml()}`)).toBe(430)
    expect(await ksef.statusOf(changed('<Faktura', '<?php x?><Faktura'))).toBe(430)
    expect(await ksef.statusOf(changed('Dostawa', 'Dost\u0081awa'))).toBe(430)
    expect(await ksef.statusOf(changed('Dostawa', 'Dost\ufdd0awa'))).toBe(430)
    expect(await ksef.statusOf(Buffer.from(newXml(), 'latin1'))).toBe(430)
  })

  test('that breaks the schema, or is of another seller, is refused', async ({ ksef }) => {
    expect(await ksef.statusOf(newXml().replace('"FA (3)"', '"FA(3)"'))).toBe(450)
    expect(await ksef.statusOf(newXml().replace(NIP, '5213017228'))).toBe(410)
  })
})
