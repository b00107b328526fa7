import { addDays, type Day, weekdayOf } from '#domain/kernel/calendar-day.ts'
import { isPublicHoliday } from '#domain/kernel/public-holidays.ts'
import type { KsefCertificates } from './ksef-certificate.ts'

/** What KSeF knows the shop by: the seller's NIP and a certificate of the kind 'Authentication' with its key. */
export type KsefAccess = { nip: string; certificatePem: string; keyPem: string }

/** An invoice to send. A repeat sends the same bytes: KSeF takes a number once. */
export type KsefInvoice = {
  xml: string
  /** Whether it was issued while KSeF could not be reached, with both codes printed on it. */
  offline: boolean
  /** Hash of an offline file that was refused and that this one replaces. */
  replacesHash?: string | null
}

/** Where KSeF keeps an invoice that was sent. */
export type KsefReferences = { session: string; invoice: string }

/** The outcome of one invoice. */
export type KsefAnswer =
  | {
      state: 'accepted'
      ksefNumber: string
      acceptedAt: Date
      references: KsefReferences
      /** The official receipt (UPO). Null when it could not be had now: `ask` brings it. */
      upo: string | null
    }
  /** KSeF is still processing it: `ask` later. */
  | { state: 'processing'; references: KsefReferences }
  /** It will not be taken as it is. */
  | { state: 'refused'; code: number; text: string }
  /** Not sent, or nothing is known: send the same bytes again. */
  | { state: 'again'; why: string }

/** Why a run ended before its end. `why`: for the log and the owner, without secrets. */
export type KsefFailure =
  | { reason: 'ksef_unavailable'; why: string }
  | { reason: 'ksef_certificate_refused'; why: string }
  | { reason: 'ksef_no_permission'; why: string }
  | { reason: 'ksef_busy'; why: string; retryAfterSeconds: number }

export type KsefRun = {
  /** One of each invoice, in their order. After a failure the rest is 'again', or 'processing' when it was asked for. */
  answers: readonly KsefAnswer[]
  failure: KsefFailure | null
  /** Warnings of the ministry for the owner. */
  warnings: readonly string[]
}

/** Port to KSeF. Each call signs in anew. No method throws because of KSeF's answers. */
export type KsefGateway = {
  environment: KsefEnvironment | 'sandbox'
  /** Begins the links of the printed codes. */
  qrUrl: string
  certificates: KsefCertificates
  send(access: KsefAccess, invoices: readonly KsefInvoice[]): Promise<KsefRun>
  /** Reads the outcome of invoices that were sent before. */
  ask(access: KsefAccess, references: readonly KsefReferences[]): Promise<KsefRun>
}

export const KSEF_ENVIRONMENTS = ['test', 'demo', 'production'] as const
export type KsefEnvironment = (typeof KSEF_ENVIRONMENTS)[number]

/** Port to the ministry's schema of invoices. */
export type InvoiceSchema = {
  /** Where the file breaks the schema, '12: …'; none of a valid one. */
  findMistakes(xml: string): Promise<string[]>
}

const KSEF_NUMBER = /^\d{10}-\d{8}-[\dA-F]{12}-[\dA-F]{2}$/

/** Whether a number of KSeF is whole: its last two digits are a CRC-8 of the others. */
export const isKsefNumber = (number: string): boolean =>
  KSEF_NUMBER.test(number) && countCrc8(number.slice(0, 32)) === number.slice(33)

/** CRC-8 with the polynomial 0x07, from 0, as two hexadecimal digits. */
function countCrc8(text: string): string {
  let crc = 0
  for (const character of text) {
    crc ^= character.charCodeAt(0)
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x80 ? 0x07 : 0)) & 0xff
  }
  return crc.toString(16).toUpperCase().padStart(2, '0')
}

/** The link in KOD I, which shows the invoice. */
export function linkInvoice(
  qrUrl: string,
  invoice: { sellerNip: string; issuedOn: Day /** SHA-256 of the file, Base64. */; hash: string },
): string {
  const day = invoice.issuedOn.split('-').toReversed().join('-')
  return `${qrUrl}/invoice/${invoice.sellerNip}/${day}/${toBase64Url(invoice.hash)}`
}

/** Standard Base64 as links have it. */
export const toBase64Url = (base64: string): string =>
  base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** The last day on which an invoice issued offline (offline24) may be sent: the next working day. */
export function findOfflineDeadline(issuedOn: Day): Day {
  let day = addDays(issuedOn, 1)
  while (weekdayOf(day) > 5 || isPublicHoliday(day)) day = addDays(day, 1)
  return day
}
