import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { log } from '#domain/kernel/log.ts'
import {
  isKsefNumber,
  type KsefAccess,
  type KsefAnswer,
  type KsefFailure,
  type KsefGateway,
  type KsefReferences,
  type KsefRun,
} from '#domain/papers/ksef/ksef.ts'
import { createKsefCertificates } from './certificates.ts'
import { createKsefCalls, type KsefCalls, KsefRefusal, unavailable } from './ksef-calls.ts'
import {
  createPublicKeySource,
  describeStatus,
  hashFile,
  openSession,
  type Polling,
  sendInvoice,
  signInToKsef,
  statusSchema,
} from './ksef-session.ts'
import type { KsefAddresses } from './ksef-settings.ts'

export type KsefOptions = KsefAddresses & {
  /** Seals the private keys. */
  secret: string
  now(): Date
  /** Longest time of one call, ms. */
  timeoutMs?: number
} & Partial<Polling>

const TIMEOUT_MS = 30_000
const POLL_MS = 2_000
/** Most status calls of one run; a later run checks what is not done then. */
const MOST_POLLS = 15

const ACCEPTS_OWN_SIGNATURES: ReadonlySet<KsefGateway['environment']> = new Set(['test', 'sandbox'])

/** KSeF 2.0 of the Ministry of Finance (API v2): interactive sessions, signed in by certificate. */
export function createKsefGateway(options: KsefOptions): KsefGateway {
  const { apiUrl, qrUrl, secret, now, timeoutMs = TIMEOUT_MS } = options
  const polling = { pollMs: options.pollMs ?? POLL_MS, mostPolls: options.mostPolls ?? MOST_POLLS }
  const publicKeys = createPublicKeySource()

  /** Signs in and works. An error that ends the work early becomes the failure of the run. */
  async function run(
    access: KsefAccess,
    answers: KsefAnswer[],
    work: (calls: KsefCalls, bearer: string) => Promise<KsefFailure | null>,
  ): Promise<KsefRun> {
    const warnings = new Set<string>()
    const calls = createKsefCalls({ apiUrl, timeoutMs, onWarning: (warning) => warnings.add(warning) })
    const end = (failure: KsefFailure | null): KsefRun => {
      if (failure) log.warn('A run with KSeF ended early', { ...failure })
      return { answers, failure, warnings: [...warnings] }
    }
    try {
      return end(await work(calls, await signInToKsef(calls, access, polling, now())))
    } catch (error) {
      if (error instanceof KsefRefusal) return end(error.failure)
      throw error
    }
  }

  return {
    environment: options.environment,
    qrUrl,
    certificates: createKsefCertificates({ secret, qrUrl, isTest: ACCEPTS_OWN_SIGNATURES.has(options.environment) }),

    async send(access, invoices) {
      const answers: KsefAnswer[] = invoices.map(() => ({ state: 'again', why: 'not sent' }))
      if (invoices.length === 0) return { answers, failure: null, warnings: [] }
      return run(access, answers, async (calls, bearer) => {
        const session = await openSession(calls, bearer, publicKeys, now())
        let failure: KsefFailure | null = null
        for (const [at, invoice] of invoices.entries()) {
          try {
            const reference = await sendInvoice(calls, bearer, session, invoice)
            answers[at] = { state: 'processing', references: { session: session.reference, invoice: reference } }
          } catch (error) {
            const refused = readRefused(error)
            if (refused) answers[at] = refused
            else if (error instanceof KsefRefusal) failure = error.failure
            else throw error
          }
          // What was sent before is still asked for.
          if (failure) break
        }
        for (let poll = 0; poll < polling.mostPolls && answers.some(isProcessing); poll += 1) {
          await wait(polling.pollMs)
          await askAll(calls, bearer, answers, polling)
        }
        // A session that stays open ends by itself.
        await calls
          .call('POST', `/sessions/online/${encodeURIComponent(session.reference)}/close`, { bearer })
          .catch((error: unknown) => log.info('A session of KSeF was not closed', { error }))
        return failure
      })
    },

    async ask(access, references) {
      const answers = references.map((reference): KsefAnswer => ({ state: 'processing', references: reference }))
      if (references.length === 0) return { answers, failure: null, warnings: [] }
      return run(access, answers, async (calls, bearer) => {
        await askAll(calls, bearer, answers, polling)
        return null
      })
    },
  }
}

const isProcessing = (answer: KsefAnswer) => answer.state === 'processing'

/** KSeF answers 120 such questions in a minute, so many of them are asked with pauses. */
async function askAll(calls: KsefCalls, bearer: string, answers: KsefAnswer[], { pollMs }: Polling): Promise<void> {
  let pause = 0
  for (const [at, answer] of answers.entries()) {
    if (answer.state !== 'processing') continue
    await wait(pause)
    answers[at] = await askOne(calls, bearer, answer.references)
    pause = pollMs / 4
  }
}

/** Errors of one invoice: size, hash, validation, refused technical corrections. */
const OF_INVOICE: readonly number[] = [21402, 21403, 21405, 21166, 21167]

function readRefused(error: unknown): KsefAnswer | null {
  if (!(error instanceof KsefRefusal)) return null
  const code = error.codes.find((one) => OF_INVOICE.includes(one))
  return code === undefined ? null : { state: 'refused', code, text: error.message }
}

const invoiceSchema = z.object({
  referenceNumber: z.string(),
  invoiceHash: z.string(),
  ksefNumber: z.string().nullish(),
  acquisitionDate: z.coerce.date().nullish(),
  invoicingDate: z.coerce.date(),
  status: statusSchema,
})
type SentInvoice = z.infer<typeof invoiceSchema>

const pageSchema = z.object({ continuationToken: z.string().nullish(), invoices: z.array(invoiceSchema) })

const ACCEPTED = 200
const DUPLICATE = 440
/** Session failed, not decrypted, error of KSeF, cancelled by KSeF. */
const SEND_AGAIN: readonly number[] = [405, 435, 500, 550]
/** Pages of a session that are looked through for a duplicate. */
const MOST_PAGES = 50

const UNKNOWN_SESSION = 21173

const isForgotten = (error: unknown): error is KsefRefusal =>
  error instanceof KsefRefusal && (error.status === 404 || error.codes.includes(UNKNOWN_SESSION))

async function askOne(calls: KsefCalls, bearer: string, references: KsefReferences): Promise<KsefAnswer> {
  const { session, invoice } = references
  const path = `/sessions/${encodeURIComponent(session)}/invoices/${encodeURIComponent(invoice)}`
  let sent: SentInvoice
  try {
    sent = await calls.read('GET', path, invoiceSchema, { bearer })
  } catch (error) {
    if (!isForgotten(error)) throw error
    return { state: 'again', why: error.message }
  }
  const { status } = sent
  if (status.code < ACCEPTED) return { state: 'processing', references }
  if (status.code === ACCEPTED) return accept(calls, bearer, session, sent)
  if (status.code === DUPLICATE) return resolveDuplicate(calls, bearer, sent)
  if (SEND_AGAIN.includes(status.code)) return { state: 'again', why: describeStatus(status) }
  return refuse(status)
}

function refuse({ code, ...status }: z.infer<typeof statusSchema>): KsefAnswer {
  return { state: 'refused', code, text: describeStatus(status) }
}

async function accept(calls: KsefCalls, bearer: string, session: string, sent: SentInvoice): Promise<KsefAnswer> {
  const { ksefNumber, acquisitionDate, invoicingDate, referenceNumber: invoice } = sent
  if (!ksefNumber || !isKsefNumber(ksefNumber)) throw unavailable('KSeF gave a number that is not whole')
  const references = { session, invoice }
  const upo = await fetchUpo(calls, bearer, references, sent.invoiceHash)
  return { state: 'accepted', ksefNumber, acceptedAt: acquisitionDate ?? invoicingDate, references, upo }
}

/** Null when it cannot be had now, is damaged, or is that of another file. */
async function fetchUpo(calls: KsefCalls, bearer: string, { session, invoice }: KsefReferences, invoiceHash: string) {
  const path = `/sessions/${encodeURIComponent(session)}/invoices/${encodeURIComponent(invoice)}/upo`
  try {
    const { text, headers } = await calls.call('GET', path, { bearer })
    const stated = headers.get('x-ms-meta-hash')
    const isWhole = (stated === null || stated === hashFile(text)) && text.includes(`SkrotDokumentu>${invoiceHash}<`)
    if (!isWhole) log.warn('KSeF sent a receipt that is not that of the invoice')
    return isWhole ? text : null
  } catch (error) {
    if (!(error instanceof KsefRefusal)) throw error
    log.warn('A receipt of KSeF could not be fetched', { error })
    return null
  }
}

/**
 * KSeF has an invoice of this number already. It is believed to be this one only when the hash of the file is the same:
 * then the answer to an earlier attempt was lost.
 */
async function resolveDuplicate(calls: KsefCalls, bearer: string, sent: SentInvoice): Promise<KsefAnswer> {
  const { originalSessionReferenceNumber: session, originalKsefNumber } = sent.status.extensions ?? {}
  const refused = refuse(sent.status)
  if (typeof session !== 'string' || typeof originalKsefNumber !== 'string') return refused
  let token: string | null | undefined
  try {
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const listed = await calls.read('GET', `/sessions/${encodeURIComponent(session)}/invoices`, pageSchema, {
        bearer,
        ...(token && { headers: { 'x-continuation-token': token } }),
      })
      const original = listed.invoices.find(({ ksefNumber }) => ksefNumber === originalKsefNumber)
      if (original) {
        return original.invoiceHash === sent.invoiceHash ? accept(calls, bearer, session, original) : refused
      }
      token = listed.continuationToken
      if (!token) return refused
    }
  } catch (error) {
    // Sent by another program, whose sessions this certificate may not read.
    if (!isForgotten(error) && !(error instanceof KsefRefusal && error.status === 403)) throw error
  }
  return refused
}
