import { z } from 'zod'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { defineJob } from '#domain/kernel/definitions.ts'
import { log } from '#domain/kernel/log.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { ok } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import type { KsefAccess, KsefAnswer, KsefFailure, KsefGateway, KsefRun } from './ksef.ts'
import { proveInvoice } from './ksef-file.server.ts'
import { findCertificate } from './ksef-queries.server.ts'
import {
  claimDueInvoices,
  type DueInvoice,
  postponeInvoices,
  storeKsefState,
  updateKsefInvoice,
} from './ksef-store.server.ts'

const payload = z.object({})

declare module '#domain/kernel/jobs.ts' {
  interface Jobs {
    'send-invoices': z.output<typeof payload>
  }
}

/** Invoices of one run: KSeF takes 30 a minute. */
const MOST = 20
/** After this time without an answer the buyer gets the invoice with both codes, ms. */
const OFFLINE_AFTER_MS = 30 * 60_000
/** The longest time of a run, s. Another run leaves its invoices alone for so long. */
const TIMEOUT_SECONDS = 10 * 60
/** KSeF needs some seconds for an invoice, s. */
const ASK_AFTER_SECONDS = 5
/** The longest pause before an invoice is tried again, minutes. */
const LONGEST_PAUSE = 60

const KEY_CLOSED = {
  reason: 'ksef_certificate_refused',
  why: 'Klucza nie da się odczytać, bo zmienił się AUTH_SECRET',
} as const satisfies KsefFailure

type Used = Pick<Services, 'db' | 'jobs' | 'now'>

/**
 * Sends invoices to KSeF, reads their outcome, and mails those that got their number: each minute, and as soon as
 * one was issued.
 */
export default defineJob({
  name: 'send-invoices',
  payload,
  concurrency: 1,
  timeoutSeconds: TIMEOUT_SECONDS,
  schedule: '* * * * *',
  async run(services) {
    const { db, now, ksef } = services
    const stored = ksef && (await findCertificate(db, 'authentication'))
    if (!ksef || !stored) return ok(undefined)
    const keyPem = ksef.certificates.openKey(stored.sealed_key)
    if (keyPem === null) {
      await storeKsefState(db, KEY_CLOSED, now())
      return ok(undefined)
    }
    const due = await claimDueInvoices(db, { now: now(), seconds: TIMEOUT_SECONDS, most: MOST })
    const [first] = due
    if (!first) return ok(undefined)
    const access: KsefAccess = { nip: first.content.seller.nip, certificatePem: stored.certificate, keyPem }
    const waiting = due.filter(({ state }) => state === 'waiting')
    for (const invoice of waiting) invoice.offline ||= await handOverOffline(services, ksef, invoice)
    const sent = due.filter(({ state }) => state !== 'waiting')
    const runs: [DueInvoice[], KsefRun][] = []
    if (waiting.length > 0) runs.push([waiting, await ksef.send(access, waiting)])
    if (sent.length > 0) {
      const references = sent.map(({ session, reference }) => ({ session: session ?? '', invoice: reference ?? '' }))
      runs.push([sent, await ksef.ask(access, references)])
    }
    for (const [invoices, { answers, failure, warnings }] of runs) {
      for (const warning of warnings) log.warn('KSeF warns', { warning })
      for (const [index, invoice] of invoices.entries()) await storeAnswer(services, ksef, invoice, answers[index])
      await storeKsefState(db, failure, now())
      if (failure?.reason === 'ksef_busy') {
        await postponeInvoices(db, new Date(now().getTime() + failure.retryAfterSeconds * 1000))
      }
    }
    return ok(undefined)
  },
})

/** Stores what KSeF answered, or when to ask again. */
async function storeAnswer(services: Used, ksef: KsefGateway, invoice: DueInvoice, answer: KsefAnswer | undefined) {
  const { db, jobs, now } = services
  const { id } = invoice
  const tries = invoice.tries + 1
  const pause = Math.min(2 ** Math.min(tries, 10), LONGEST_PAUSE)
  const later = { tries, next_at: new Date(now().getTime() + pause * 60_000) }
  if (answer?.state === 'accepted') {
    const { ksefNumber, acceptedAt, references, upo } = answer
    const { session, invoice: reference } = references
    const accepted = { state: 'accepted', ksef_number: ksefNumber, accepted_at: acceptedAt, problem: null } as const
    await db.transaction().execute(async (trx) => {
      await updateKsefInvoice(trx, id, { ...later, ...accepted, upo, session, reference })
      await queueMail(trx, toMail(invoice))
    })
    return
  }
  // KSeF accepted it before; only the official receipt (UPO) is missing.
  if (invoice.state === 'accepted') return updateKsefInvoice(db, id, later)
  if (answer?.state === 'refused') {
    const problem = `${answer.code}: ${answer.text}`
    await updateKsefInvoice(db, id, { state: 'refused', problem })
    log.error('KSeF refused an invoice', { number: invoice.content.number, problem })
    return
  }
  if (answer?.state === 'processing') {
    const { session, invoice: reference } = answer.references
    // Asked for at once when it was just sent, and with growing pauses when it takes longer.
    const isNew = invoice.state === 'waiting'
    const next = isNew ? { tries: 0, next_at: now() } : later
    await db.transaction().execute(async (trx) => {
      await updateKsefInvoice(trx, id, { ...next, state: 'processing', session, reference })
      if (isNew) await jobs.enqueue(trx, 'send-invoices', {}, { afterSeconds: ASK_AFTER_SECONDS })
    })
  } else {
    // Also an invoice that KSeF was processing and then forgot or cancelled.
    await updateKsefInvoice(db, id, { ...later, state: 'waiting', problem: answer?.why ?? null })
  }
  await handOverOffline(services, ksef, invoice)
}

/**
 * Gives the buyer an invoice whose number takes long, with the code that proves its seller. Returns whether it did. One
 * that is sent on another day than it was issued counts as such an invoice, too.
 */
async function handOverOffline({ db, now }: Used, ksef: KsefGateway, invoice: DueInvoice): Promise<boolean> {
  if (invoice.offline) return false
  const isLate = now().getTime() - invoice.writtenAt.getTime() > OFFLINE_AFTER_MS
  if (!isLate && readWarsawClock(now()).day === invoice.content.issued_on) return false
  const proof = await proveInvoice({ db, ksef }, invoice.content.seller.nip, invoice.xml)
  if (proof === null) return false
  await db.transaction().execute(async (trx) => {
    await updateKsefInvoice(trx, invoice.id, { offline: true, proof })
    await queueMail(trx, toMail(invoice))
  })
  return true
}

const toMail = ({ id, email }: DueInvoice) =>
  ({ key: `invoice:${id}`, to: email, template: 'invoice', ids: { invoiceId: id } }) as const
