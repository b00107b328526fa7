import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { createSecret } from '#sandbox/access.ts'
import type { FaultBoard } from '#sandbox/faults.ts'
import type { checkInvoice as CheckInvoice, InvoiceFacts } from './check-invoice.ts'
import { dayOf, hashOf, newKsefNumber, newReference, refuse, writeUpo } from './ksef-answers.ts'
import type { KsefEnv } from './ksef-auth.ts'
import { createPublicKey, decryptFile, decryptKey } from './session-keys.ts'

const SESSION_MS = 12 * 60 * 60_000
const LINK_MS = 60 * 60_000
const PAGE = 10

type Verdict = { code: number; text: string; extensions?: Record<string, string> }
export type KsefRecord = {
  reference: string
  session: string
  facts: InvoiceFacts | null
  hash: string
  verdict: Verdict
  polls: number
  ksefNumber: string | null
  receivedAt: Date
  isOffline: boolean
  isStuck: boolean
  upo: { text: string; link: string; until: Date } | null
}
type Session = {
  reference: string
  nip: string
  key: Buffer | null
  vector: Buffer
  until: number
  isOpen: boolean
  records: KsefRecord[]
}

type SessionEnv = KsefEnv & { Variables: { session: Session } }

const openForm = z.looseObject({
  formCode: z.object({ systemCode: z.literal('FA (3)'), schemaVersion: z.literal('1-0E'), value: z.literal('FA') }),
  encryption: z.looseObject({
    encryptedSymmetricKey: z.base64(),
    initializationVector: z.base64(),
    publicKeyId: z.string().optional(),
  }),
})
const invoiceForm = z.looseObject({
  invoiceHash: z.base64(),
  invoiceSize: z.int(),
  encryptedInvoiceHash: z.base64(),
  encryptedInvoiceSize: z.int(),
  encryptedInvoiceContent: z.base64(),
  offlineMode: z.boolean().default(false),
})
type InvoiceForm = z.infer<typeof invoiceForm>

/** Sessions and invoices of the sandbox's KSeF. They last as long as the process. */
export function createKsefSessions(options: { apiUrl: string; faults: FaultBoard; now: () => Date }) {
  const { apiUrl, faults, now } = options
  const sessions = new Map<string, Session>()
  const api = new Hono<SessionEnv>()
  const takes = (wanted: string) => faults.take('ksef', ({ mode }) => mode === wanted) !== undefined
  const records = () => [...sessions.values()].flatMap((session) => session.records)
  let key: ReturnType<typeof createPublicKey> | undefined
  const currentKey = () => {
    key ??= createPublicKey()
    return key
  }

  const publicKeys = new Hono<KsefEnv>().get('/public-key-certificates', (c) => {
    const { privateKey: _, ...shown } = currentKey()
    return c.json([shown, { ...shown, usage: ['KsefTokenEncryption'] }])
  })

  api.post('/online', async (c) => {
    const form = openForm.safeParse(await c.req.json().catch(() => undefined))
    if (!form.success) return refuse(c, 400, 'Błąd walidacji danych wejściowych.', { code: 21405 })
    const { encryptedSymmetricKey, initializationVector, publicKeyId } = form.data.encryption
    if (takes('rotate')) key = createPublicKey()
    const { privateKey, publicKeyId: known } = currentKey()
    if (publicKeyId !== undefined && publicKeyId !== known) {
      return refuse(c, 400, 'Nieznany identyfikator klucza publicznego.', { code: 21470 })
    }
    const reference = newReference('SO')
    const until = Date.now() + SESSION_MS
    sessions.set(reference, {
      reference,
      nip: c.get('nip'),
      key: decryptKey(privateKey, Buffer.from(encryptedSymmetricKey, 'base64')),
      vector: Buffer.from(initializationVector, 'base64'),
      until,
      isOpen: true,
      records: [],
    })
    return c.json({ referenceNumber: reference, validUntil: new Date(until).toISOString() }, 201)
  })

  /** Admits only sessions of the caller. */
  const requireSession: MiddlewareHandler<SessionEnv> = async (c, next) => {
    const session = sessions.get(c.req.param('session') ?? '')
    if (session?.nip !== c.get('nip')) return refuse(c, 404, 'Brak sesji o wskazanym numerze.', { code: 21173 })
    c.set('session', session)
    await next()
  }
  api.use('/online/:session/*', requireSession)

  api.post('/online/:session/invoices', async (c) => {
    const session = c.get('session')
    if (!session.isOpen || session.until < Date.now())
      return refuse(c, 400, 'Status sesji uniemożliwia operację.', { code: 21180 })
    const form = invoiceForm.safeParse(await c.req.json().catch(() => undefined))
    if (!form.success) return refuse(c, 400, 'Błąd walidacji danych wejściowych.', { code: 21405 })
    const content = Buffer.from(form.data.encryptedInvoiceContent, 'base64')
    if (content.length !== form.data.encryptedInvoiceSize)
      return refuse(c, 400, 'Nieprawidłowy rozmiar pliku.', { code: 21402 })
    if (hashOf(content) !== form.data.encryptedInvoiceHash)
      return refuse(c, 400, 'Nieprawidłowy skrót pliku.', { code: 21403 })
    const { checkInvoice } = await import('./check-invoice.ts')
    const record = receive(session, form.data, content, checkInvoice)
    session.records.push(record)
    return c.json({ referenceNumber: record.reference }, 202)
  })

  function receive(session: Session, form: InvoiceForm, content: Buffer, check: typeof CheckInvoice): KsefRecord {
    const receivedAt = now()
    const file = session.key && decryptFile(session.key, session.vector, content)
    // With the vector in front of the content the file has 16 bytes too many: neither hash nor size fits.
    const isWhole = file?.length === form.invoiceSize && hashOf(file) === form.invoiceHash
    const checked = isWhole ? check(file, dayOf(receivedAt)) : { code: 435, text: 'Błąd odszyfrowania pliku' }
    const facts = 'code' in checked ? null : checked
    const record: KsefRecord = {
      reference: newReference('EE'),
      session: session.reference,
      facts,
      hash: form.invoiceHash,
      verdict: facts ? judge(facts, session.nip) : (checked as Verdict),
      polls: 0,
      ksefNumber: null,
      receivedAt,
      isOffline: form.offlineMode || (facts !== null && facts.day < dayOf(receivedAt)),
      isStuck: takes('stuck'),
      upo: null,
    }
    if (record.verdict.code !== 200 || facts === null) return record
    record.ksefNumber = newKsefNumber(session.nip)
    const text = writeUpo({ ...record, ...facts, ksefNumber: record.ksefNumber })
    record.upo = { text, link: createSecret(), until: new Date(Date.now() + LINK_MS) }
    return record
  }

  function judge({ nip, kind, number }: InvoiceFacts, context: string): Verdict {
    if (takes('cancelled')) return { code: 550, text: 'Operacja została anulowana przez system. Wyślij ponownie.' }
    if (takes('refused')) return { code: 450, text: 'Błąd weryfikacji semantyki dokumentu faktury' }
    if (nip !== context) return { code: 410, text: 'Nieprawidłowy zakres uprawnień' }
    const original = records().find(
      ({ facts, ksefNumber }) => ksefNumber && facts?.nip === nip && facts.kind === kind && facts.number === number,
    )
    if (!original?.ksefNumber) return { code: 200, text: 'Sukces' }
    const extensions = { originalSessionReferenceNumber: original.session, originalKsefNumber: original.ksefNumber }
    return { code: 440, text: 'Duplikat faktury', extensions }
  }

  api.post('/online/:session/close', (c) => {
    c.get('session').isOpen = false
    return c.body(null, 204)
  })

  // After the calls of '/online': its paths begin with a name that is no session.
  api.use('/:session/invoices/*', requireSession)

  api.get('/:session/invoices', (c) => {
    const { records: sent } = c.get('session')
    const from = Number(c.req.header('x-continuation-token') ?? 0)
    const next = from + PAGE
    const invoices = sent.slice(from, next).map((record) => describe(record, record.verdict))
    return c.json({ continuationToken: next < sent.length ? String(next) : null, invoices })
  })

  api.get('/:session/invoices/:invoice', (c) => {
    const record = findRecord(c)
    if (!record) return refuse(c, 404, 'Brak faktury o wskazanym numerze.')
    record.polls += 1
    if (record.polls === 1) return c.json(describe(record, { code: 100, text: 'Faktura przyjęta do przetwarzania' }))
    if (record.polls === 2 || record.isStuck) return c.json(describe(record, { code: 150, text: 'Trwa przetwarzanie' }))
    return c.json(describe(record, record.verdict))
  })

  api.get('/:session/invoices/:invoice/upo', (c) => {
    const record = findRecord(c)
    if (!record?.upo) return refuse(c, 404, 'Brak UPO.')
    return c.body(record.upo.text, 200, {
      'Content-Type': 'application/xml',
      'x-ms-meta-hash': hashOf(record.upo.text),
    })
  })

  const findRecord = (c: Context<SessionEnv>) =>
    c.get('session').records.find(({ reference }) => reference === c.req.param('invoice'))

  function describe(record: KsefRecord, { code, text, extensions }: Verdict) {
    const isDone = code === 200
    return {
      referenceNumber: record.reference,
      invoiceHash: record.hash,
      invoicingDate: record.receivedAt.toISOString(),
      invoicingMode: record.isOffline ? 'Offline' : 'Online',
      ...(isDone && {
        ksefNumber: record.ksefNumber,
        acquisitionDate: record.receivedAt.toISOString(),
        upoDownloadUrl: `${apiUrl}/upo/${record.upo?.link}`,
        upoDownloadUrlExpirationDate: record.upo?.until.toISOString(),
      }),
      status: { code, description: text, details: [], ...(extensions && { extensions }) },
    }
  }

  /** The receipt behind a link that works without signing in, until it expires. */
  const links = new Hono<KsefEnv>().get('/:link', (c) => {
    const upo = records().find((record) => record.upo?.link === c.req.param('link'))?.upo
    if (!upo || upo.until < new Date()) return c.body(null, 404)
    return c.body(upo.text, 200, { 'Content-Type': 'application/xml' })
  })

  return { api, publicKeys, links, records }
}
