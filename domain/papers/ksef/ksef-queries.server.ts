import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { KsefFailure } from './ksef.ts'
import type { KsefCertificateKind } from './ksef-certificate.ts'

export function findCertificate(db: Kysely<Database>, kind: KsefCertificateKind) {
  return db.selectFrom('ksef_certificates').selectAll().where('kind', '=', kind).executeTakeFirst()
}

/** The certificates for the panel, without their keys. */
export function listCertificates(db: Kysely<Database>) {
  return db
    .selectFrom('ksef_certificates')
    .select(['kind', 'subject', 'serial', 'valid_from', 'valid_until'])
    .orderBy('kind')
    .execute()
}

type KsefState = {
  failure: KsefFailure['reason'] | null
  why: string | null
  failed_at: Date | null
  with_persons: boolean
  open: number
}

/** Why the last run failed, whether invoices of people are sent, and how many invoices are not accepted yet. */
export async function readKsefState(db: Kysely<Database>) {
  const { rows } = await sql<KsefState>`
    select failure, why, failed_at, with_persons,
      (select count(*)::int from ksef_invoices where state <> 'accepted') as open from ksef_state`.execute(db)
  return rows[0] ?? { failure: null, why: null, failed_at: null, with_persons: false, open: 0 }
}

/** The state of an invoice at KSeF. Undefined: it is not for KSeF. */
export async function findKsefInvoice(db: Kysely<Database>, invoiceId: string) {
  if (!isUuid(invoiceId)) return undefined
  return db
    .selectFrom('ksef_invoices')
    .select(['state', 'link', 'xml', 'offline', 'proof', 'ksef_number', 'upo', 'problem'])
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()
}
