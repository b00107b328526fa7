import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import type { Invoice } from '#domain/papers/invoice.ts'
import type { KsefCertificateKind } from './ksef-certificate.ts'

export function findCertificate(db: Kysely<Database>, kind: KsefCertificateKind) {
  return db.selectFrom('ksef_certificates').selectAll().where('kind', '=', kind).executeTakeFirst()
}

/** What the panel shows of the certificates. Keys stay where they are. */
export function listCertificates(db: Kysely<Database>) {
  return db
    .selectFrom('ksef_certificates')
    .select(['kind', 'subject', 'serial', 'valid_from', 'valid_until'])
    .orderBy('kind')
    .execute()
}

/** Why the last run failed, and how many invoices are not accepted yet. */
export async function readKsefState(db: Kysely<Database>) {
  const { rows } = await sql<{ failure: string | null; why: string | null; failed_at: Date | null; open: number }>`
    select failure, why, failed_at,
      (select count(*)::int from ksef_invoices where state <> 'accepted') as open from ksef_state`.execute(db)
  return rows[0] ?? { failure: null, why: null, failed_at: null, open: 0 }
}

/** An invoice whose turn it is to be sent or asked for. */
export type DueInvoice = {
  id: string
  email: string
  content: Invoice
  xml: string
  state: 'waiting' | 'processing'
  session: string | null
  reference: string | null
  offline: boolean
  tries: number
  issuedAt: Date
}

/** Invoices whose turn it is, oldest first. */
export async function listDueInvoices(db: Kysely<Database>, now: Date, most: number): Promise<DueInvoice[]> {
  const { rows } = await sql<DueInvoice>`
    select invoices.id, content, xml, state, session, reference, offline, tries, issued_at as "issuedAt",
      (select min(email) from orders where orders.checkout_id = invoices.checkout_id) as email
    from ksef_invoices join invoices on invoices.id = ksef_invoices.invoice_id
    where state in ('waiting', 'processing') and next_at <= ${now}
    order by issued_at, number limit ${most}`.execute(db)
  return rows
}

/** What KSeF says of an invoice. Undefined: it is not for KSeF. */
export async function findKsefInvoice(db: Kysely<Database>, invoiceId: string) {
  if (!isUuid(invoiceId)) return undefined
  return db
    .selectFrom('ksef_invoices')
    .select(['state', 'link', 'proof', 'ksef_number', 'upo', 'problem'])
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()
}
