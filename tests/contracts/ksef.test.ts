import { randomInt } from 'node:crypto'
import { describe, vi } from 'vitest'
import { addDays, readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { setLogOutput } from '#domain/kernel/log.ts'
import type { Invoice } from '#domain/papers/invoice.ts'
import { buildFa3 } from '#domain/papers/ksef/fa3.ts'
import { isKsefNumber, type KsefAccess, type KsefAnswer, type KsefRun, linkInvoice } from '#domain/papers/ksef/ksef.ts'
import { createKsefGateway, type KsefOptions } from '#infra/ksef/ksef-gateway.ts'
import { hashFile } from '#infra/ksef/ksef-session.ts'
import { findKsef } from '#infra/ksef/ksef-settings.ts'
import { createTestCertificate } from '#sandbox/ksef/test-certificates.ts'
import type { Sandbox } from '#sandbox/start-sandbox.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { aBuyerWithUnit, aCorrection, anInvoice } from '#tests/support/invoices.ts'
import { openMailbox, type SandboxFault } from '#tests/support/mailbox.ts'

/**
 * The contract of KsefGateway, checked against the sandbox's KSeF. With KSEF_CONTRACT=test it runs against the
 * ministry's test environment, as a company with a made-up NIP. Tests of faults run in the sandbox alone.
 */
const OWN = process.env.KSEF_CONTRACT === 'test' ? findKsef('test') : null
const POLLING = OWN ? { pollMs: 2_000, mostPolls: 30 } : { pollMs: 5, mostPolls: 10 }

const test = base
  .extend('contract', { scope: 'file' }, ({ sandbox }) => prepareContract(sandbox))
  .extend('withoutFaults', { auto: true }, async ({ contract }) => {
    await contract.clearFaults()
    return true
  })
const inSandbox = test.runIf(OWN === null)

function prepareContract(sandbox: Sandbox) {
  return {
    open: (changes: Partial<KsefOptions> = {}) =>
      createKsefGateway({
        ...(OWN ?? sandbox.ksef),
        secret: 'x'.repeat(40),
        now: () => new Date(),
        ...POLLING,
        ...changes,
      }),
    plan: (fault: SandboxFault) => openMailbox(sandbox).planFault(fault),
    clearFaults: () => openMailbox(sandbox).clearFaults(),
  }
}
type Contract = ReturnType<typeof prepareContract>

let open: Contract['open']
let plan: Contract['plan']
test.beforeAll(({ contract }) => {
  ;({ open, plan } = contract)
})

const newNip = () => `52${randomInt(11, 99)}${randomInt(100_000, 999_999)}`
const NIP = newNip()
const ACCESS: KsefAccess = { nip: NIP, ...createTestCertificate({ nip: NIP }) }
const TODAY = readWarsawClock(new Date()).day

function newInvoice(changes: Partial<Invoice> = {}): Invoice {
  const invoice = anInvoice({
    number: `FV/2026/${randomInt(1_000_000)}`,
    issued_on: TODAY,
    sold_on: TODAY,
    paid_on: TODAY,
    ordered_on: TODAY,
    ...changes,
  })
  return { ...invoice, seller: { ...invoice.seller, nip: NIP } }
}
const toFile = (invoice: Invoice) => ({ xml: buildFa3(invoice, new Date()), offline: false })
const newFile = () => toFile(newInvoice())

function accepted(run: KsefRun, at = 0): Extract<KsefAnswer, { state: 'accepted' }> {
  const answer = run.answers[at]
  if (answer?.state !== 'accepted') throw new Error(JSON.stringify(run))
  return answer
}

describe('an invoice', () => {
  test('gets a number and a receipt of the very file that was sent', async () => {
    const file = newFile()
    const run = await open().send(ACCESS, [file])
    const { ksefNumber, acceptedAt, upo } = accepted(run)
    expect(isKsefNumber(ksefNumber)).toBe(true)
    expect(ksefNumber.slice(0, 10)).toBe(NIP)
    expect(Math.abs(Date.now() - acceptedAt.getTime())).toBeLessThan(5 * 60_000)
    expect(upo).toContain(`<SkrotDokumentu>${hashFile(file.xml)}</SkrotDokumentu>`)
    expect(run).toMatchObject({ failure: null, warnings: [] })
  })

  test('is sent with others in one session, and each has its own answer', async () => {
    const broken = { xml: newFile().xml.replace('<P_15>', '<P_15>x'), offline: false }
    const run = await open().send(ACCESS, [newFile(), broken, newFile()])
    expect(run.answers.map(({ state }) => state)).toEqual(['accepted', 'refused', 'accepted'])
    expect(run.answers[1]).toMatchObject({ code: 450 })
    expect(accepted(run, 0).references.session).toBe(accepted(run, 2).references.session)
  })

  test('can be corrected once it has its number', async () => {
    const original = newInvoice()
    const { ksefNumber } = accepted(await open().send(ACCESS, [toFile(original)]))
    const correction = aCorrection(original, ksefNumber, { number: `FK/2026/${randomInt(1_000_000)}` })
    accepted(await open().send(ACCESS, [toFile(correction)]))
  })

  test('with a unit that buys under the company’s NIP is accepted', async () => {
    const units = [{ kind: 'local_government' }, { kind: 'vat_group', nip: '7740001454' }] as const
    const files = units.map((unit) => toFile(newInvoice({ buyer: aBuyerWithUnit(unit) })))
    const run = await open().send(ACCESS, files)
    expect(run.answers.map(({ state }) => state)).toEqual(['accepted', 'accepted'])
  })

  test('signed with an RSA certificate is accepted as well', async () => {
    accepted(await open().send({ nip: NIP, ...createTestCertificate({ nip: NIP, rsa: true }) }, [newFile()]))
  })

  test('that is sent again gets the same number, and no other file under it does', async () => {
    const invoice = newInvoice()
    const file = toFile(invoice)
    const first = accepted(await open().send(ACCESS, [file]))
    expect(accepted(await open().send(ACCESS, [file]))).toEqual(first)
    const other = toFile({ ...invoice, order_numbers: ['another'] })
    expect((await open().send(ACCESS, [other])).answers[0]).toMatchObject({ state: 'refused', code: 440 })
  })

  test('that was issued while KSeF was away, or on an earlier day, is accepted as offline', async () => {
    const earlier = toFile(newInvoice({ issued_on: addDays(TODAY, -1) }))
    const run = await open().send(ACCESS, [{ ...newFile(), offline: true }, earlier, newFile()])
    const modes = run.answers.map((_, at) => /<TrybWysylki>(\w+)</.exec(accepted(run, at).upo ?? '')?.[1])
    expect(modes).toEqual(['Offline', 'Offline', 'Online'])
  })

  test('of tomorrow is refused', async () => {
    const run = await open().send(ACCESS, [toFile(newInvoice({ issued_on: '2049-12-31' }))])
    expect(run.answers[0]).toMatchObject({ state: 'refused', code: 450 })
  })

  test('is required for a call: an empty list sends nothing', async () => {
    const nowhere = open({ apiUrl: 'http://127.0.0.1:1' })
    expect(await nowhere.send(ACCESS, [])).toEqual({ answers: [], failure: null, warnings: [] })
    expect(await nowhere.ask(ACCESS, [])).toEqual({ answers: [], failure: null, warnings: [] })
  })
})

describe('a certificate', () => {
  test('of another company may not send for this one', async () => {
    const other = newNip()
    const run = await open().send({ nip: NIP, ...createTestCertificate({ nip: other }) }, [newFile()])
    expect(run.failure?.reason).toBe('ksef_no_permission')
    expect(run.answers).toEqual([{ state: 'again', why: 'not sent' }])
  })

  test('with the key of another one is refused', async () => {
    const { keyPem } = createTestCertificate({ nip: NIP })
    expect((await open().send({ ...ACCESS, keyPem }, [newFile()])).failure?.reason).toBe('ksef_certificate_refused')
  })

  inSandbox('that is revoked ends the run', async () => {
    await plan({ service: 'ksef', mode: 'revoked' })
    expect((await open().send(ACCESS, [newFile()])).failure).toMatchObject({
      reason: 'ksef_certificate_refused',
      why: expect.stringContaining('460'),
    })
  })

  inSandbox('that has expired, or is meant for KOD II, is refused', async () => {
    const expired = { from: new Date('2020-01-01'), until: new Date('2022-01-01') }
    for (const changes of [expired, { keyUsage: 0x40 }]) {
      const access = { nip: NIP, ...createTestCertificate({ nip: NIP, ...changes }) }
      expect((await open().send(access, [newFile()])).failure?.reason).toBe('ksef_certificate_refused')
    }
  })
})

describe('when KSeF fails', () => {
  inSandbox.for(['error', 'away', 'garbage', 'cut', 'hang'] as const)('%s: nothing was sent', async (mode) => {
    await plan({ service: 'ksef', mode, times: 50 })
    const run = await open({ timeoutMs: 300 }).send(ACCESS, [newFile()])
    expect(run.failure?.reason).toBe('ksef_unavailable')
    expect(run.answers).toEqual([{ state: 'again', why: 'not sent' }])
  })

  test('a refused connection: KSeF counts as unavailable', async () => {
    const run = await open({ apiUrl: 'http://127.0.0.1:1' }).send(ACCESS, [newFile()])
    expect(run.failure?.reason).toBe('ksef_unavailable')
  })

  inSandbox.for(['cut_after', 'hang_after'] as const)(
    '%s: the next attempt gets the answer that was lost after the acceptance',
    async (mode) => {
      const files = [newFile(), newFile()]
      await plan({ service: 'ksef', mode, path: '/invoices' })
      const run = await open({ timeoutMs: 300 }).send(ACCESS, files)
      expect(run.answers.map(({ state }) => state)).toEqual(['again', 'again'])
      expect(run.failure?.reason).toBe('ksef_unavailable')
      const second = await open().send(ACCESS, files)
      expect(accepted(second, 0).upo).toContain(hashFile(files[0]?.xml ?? ''))
      expect(accepted(second, 0).references.session).not.toBe(accepted(second, 1).references.session)
    },
  )

  inSandbox('an answer lost while a token is redeemed ends the run, and the next run is accepted', async () => {
    await plan({ service: 'ksef', mode: 'cut_after', path: '/redeem' })
    expect((await open().send(ACCESS, [newFile()])).failure?.reason).toBe('ksef_unavailable')
    accepted(await open().send(ACCESS, [newFile()]))
  })

  inSandbox('too many calls: says when to retry', async () => {
    await plan({ service: 'ksef', mode: 'limit', path: '/sessions', retryAfterSeconds: 42 })
    expect((await open().send(ACCESS, [newFile()])).failure).toMatchObject({
      reason: 'ksef_busy',
      retryAfterSeconds: 42,
    })
  })

  inSandbox('too many calls during a run: sent invoices keep their references', async () => {
    await plan({ service: 'ksef', mode: 'limit', path: '/upo' })
    const run = await open().send(ACCESS, [newFile()])
    const { references, upo } = accepted(run)
    expect(upo).toBeNull()
    expect(accepted(await open().ask(ACCESS, [references])).upo).toContain('Potwierdzenie')
  })

  inSandbox('a receipt of another file is not taken for that of the invoice', async () => {
    const { fetch } = globalThis
    const exchanging = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
      const answer = await fetch(...call)
      if (!String(call[0]).endsWith('/upo')) return answer
      return new Response((await answer.text()).replace(/(<SkrotDokumentu>)[^<]+/, `$1${hashFile('another')}`))
    })
    const { upo } = accepted(await open().send(ACCESS, [newFile()]))
    exchanging.mockRestore()
    expect(upo).toBeNull()
  })

  inSandbox('a permission that was taken away ends the run', async () => {
    await plan({ service: 'ksef', mode: 'forbidden', path: '/sessions' })
    expect((await open().send(ACCESS, [newFile()])).failure).toMatchObject({
      reason: 'ksef_no_permission',
      why: expect.stringContaining('missing-permissions'),
    })
  })

  inSandbox('cancelled by the system: to be sent again', async () => {
    const file = newFile()
    await plan({ service: 'ksef', mode: 'cancelled' })
    expect((await open().send(ACCESS, [file])).answers[0]).toMatchObject({ state: 'again' })
    accepted(await open().send(ACCESS, [file]))
  })

  inSandbox('the state of an invoice that is still processed is read later', async () => {
    await plan({ service: 'ksef', mode: 'stuck' })
    const run = await open({ mostPolls: 4 }).send(ACCESS, [newFile()])
    const [answer] = run.answers
    if (answer?.state !== 'processing') throw new Error(JSON.stringify(run))
    expect((await open().ask(ACCESS, [answer.references])).answers).toEqual([answer])
    const forgotten = { ...answer.references, session: '20260101-SO-0000000000-0000000000-00' }
    expect((await open().ask(ACCESS, [forgotten])).answers[0]?.state).toBe('again')
  })

  inSandbox('a new public key: fetched once more, within the run', async () => {
    const gateway = open()
    accepted(await gateway.send(ACCESS, [newFile()]))
    await plan({ service: 'ksef', mode: 'rotate' })
    accepted(await gateway.send(ACCESS, [newFile()]))
    await plan({ service: 'ksef', mode: 'rotate', times: 2 })
    expect((await gateway.send(ACCESS, [newFile()])).failure?.why).toContain('21470')
  })

  inSandbox('warnings are returned, and unknown fields ignored', async ({ sandbox }) => {
    await plan({ service: 'ksef', mode: 'warning', times: 50 })
    expect((await open().send(ACCESS, [newFile()])).warnings).toEqual(['Planowana przerwa w nocy'])
    await plan({ service: 'ksef', mode: 'new_fields', times: 50 })
    expect(await (await fetch(`${sandbox.ksef.apiUrl}/security/public-key-certificates`)).text()).toContain('nowePole')
    accepted(await open().send(ACCESS, [newFile()]))
  })

  inSandbox('no line of the log contains a part of the private key', async () => {
    const lines: string[] = []
    setLogOutput({ write: (_, line) => lines.push(line), context: () => ({}) })
    try {
      await plan({ service: 'ksef', mode: 'error', times: 50, path: '/sessions' })
      const failed = await open().send(ACCESS, [newFile()])
      await plan({ service: 'ksef', mode: 'revoked' })
      const refused = await open().send(ACCESS, [newFile()])
      const told = [...lines, JSON.stringify([failed, refused])].join('\n')
      expect(lines.length).toBeGreaterThan(1)
      const secrets = ACCESS.keyPem.split('\n').filter((line) => line.length > 10 && !line.startsWith('-----'))
      for (const secret of secrets) expect(told).not.toContain(secret.slice(0, 16))
    } finally {
      setLogOutput({ write: (level, line) => console[level](line), context: () => ({}) })
    }
  })
})

inSandbox('the page of the sandbox lists invoices, plans failures and gives out certificates', async ({ sandbox }) => {
  const token = new URL(sandbox.mailboxUrl).searchParams.get('token') ?? ''
  const visit = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, sandbox.mailboxUrl), { ...init, headers: { Authorization: `Bearer ${token}` } })
  const { ksefNumber } = accepted(await open().send(ACCESS, [newFile()]))
  expect(await (await visit('/ksef')).text()).toContain(ksefNumber)
  await visit('/ksef', { method: 'POST', body: new URLSearchParams({ mode: 'revoked' }) })
  expect((await open().send(ACCESS, [newFile()])).failure?.reason).toBe('ksef_certificate_refused')
  const pem = await (await visit(`/ksef/certyfikat?rodzaj=authentication&nip=${NIP}`)).text()
  accepted(await open().send({ nip: NIP, certificatePem: pem, keyPem: pem }, [newFile()]))
  expect((await fetch(new URL('/ksef', sandbox.mailboxUrl))).status).toBe(403)
})

describe('the printed codes', () => {
  inSandbox('lead to the invoice, and prove who issued it', async ({ sandbox }) => {
    const file = newFile()
    const gateway = open()
    const code = { sellerNip: NIP, issuedOn: TODAY, hash: hashFile(file.xml) }
    const pem = sandbox.loadKsefCertificate('offline', NIP)
    const read = gateway.certificates.read(
      { certificatePem: pem, keyPem: pem, password: '' },
      { kind: 'offline', nip: NIP, now: new Date() },
    )
    if (!read.ok) throw new Error(read.failure.reason)
    const proof = gateway.certificates.linkProof(read.value, code)
    const visit = async (link: string) => (await fetch(link)).text()

    expect(await visit(linkInvoice(gateway.qrUrl, code))).toContain('Nie znaleziono faktury')
    expect(await visit(proof)).toContain('Certyfikat wystawcy jest prawidłowy. Faktury nie ma jeszcze w KSeF.')
    const { ksefNumber } = accepted(await gateway.send(ACCESS, [{ ...file, offline: true }]))
    expect(await visit(linkInvoice(gateway.qrUrl, code))).toContain(ksefNumber)
    expect(await visit(proof)).toContain('Faktura znajduje się w KSeF.')
    const yesterday = linkInvoice(gateway.qrUrl, { ...code, issuedOn: '2026-01-01' })
    expect(await visit(yesterday)).toContain('Nie znaleziono faktury')
    const forged = gateway.certificates.linkProof({ keyPem: ACCESS.keyPem, serial: read.value.serial }, code)
    expect(await visit(forged)).toContain('Podpis nie zgadza się')
    expect(await visit(proof.replace(read.value.serial, '0000000000000000'))).toContain('Nie znaleziono certyfikatu')
  })
})
