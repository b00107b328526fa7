import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Invoice } from '#domain/papers/invoice.ts'
import type { KsefFailure } from './ksef.ts'

/** Stores a certificate in place of the one of its kind. */
export async function storeCertificate(
  trx: Transaction<Database>,
  certificate: Insertable<Database['ksef_certificates']>,
): Promise<void> {
  await trx
    .insertInto('ksef_certificates')
    .values(certificate)
    .onConflict((known) => known.column('kind').doUpdateSet({ ...certificate, stored_at: new Date() }))
    .execute()
}

export async function insertKsefInvoice(
  trx: Transaction<Database>,
  file: Insertable<Database['ksef_invoices']>,
): Promise<void> {
  await trx.insertInto('ksef_invoices').values(file).execute()
}

export async function updateKsefInvoice(
  db: Kysely<Database>,
  invoiceId: string,
  changes: Updateable<Database['ksef_invoices']>,
): Promise<void> {
  await db.updateTable('ksef_invoices').set(changes).where('invoice_id', '=', invoiceId).execute()
}

/** Locks an invoice that KSeF refused; false when it did not. */
export async function lockRefusedInvoice(trx: Transaction<Database>, invoiceId: string): Promise<boolean> {
  const refused = await trx
    .selectFrom('ksef_invoices')
    .select('invoice_id')
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'refused')
    .forUpdate()
    .executeTakeFirst()
  return refused !== undefined
}

/** Gives an invoice that KSeF refused, and that nobody has, the day and the people of its next sending. */
export async function updateUnissued(
  trx: Transaction<Database>,
  invoiceId: string,
  { issued_on, buyer, seller }: Pick<Invoice, 'issued_on' | 'buyer' | 'seller'>,
): Promise<void> {
  const renewed = JSON.stringify({ issued_on, buyer, seller })
  await sql`update invoices set content = content || ${renewed}::jsonb where id = ${invoiceId}`.execute(trx)
}

/** An invoice that is due to be sent or checked at KSeF. An accepted one lacks its receipt. */
export type DueInvoice = {
  id: string
  email: string
  content: Invoice
  xml: string
  replacesHash: string | null
  state: Exclude<Selectable<Database['ksef_invoices']>['state'], 'refused'>
  session: string | null
  reference: string | null
  offline: boolean
  tries: number
  /** When its file was made. */
  writtenAt: Date
}

/**
 * Takes due invoices, oldest first. No other run gets them for these seconds, so that two runs at once never send the
 * same invoice.
 */
export async function claimDueInvoices(
  db: Kysely<Database>,
  { now, seconds, most }: { now: Date; seconds: number; most: number },
): Promise<DueInvoice[]> {
  const { rows } = await sql<DueInvoice>`
    with due as (
      select invoice_id from ksef_invoices join invoices on invoices.id = invoice_id
      where (state in ('waiting', 'processing') or (state = 'accepted' and upo is null)) and next_at <= ${now}
      order by issued_at, number limit ${most} for update of ksef_invoices skip locked),
    claimed as (
      update ksef_invoices set next_at = ${new Date(now.getTime() + seconds * 1000)}
      from due where ksef_invoices.invoice_id = due.invoice_id returning ksef_invoices.*)
    select invoices.id, content, xml, replaces_hash as "replacesHash", state, session, reference, offline, tries,
      written_at as "writtenAt",
      (select min(email) from orders where orders.checkout_id = invoices.checkout_id) as email
    from claimed join invoices on invoices.id = claimed.invoice_id
    order by issued_at, number`.execute(db)
  return rows
}

/** Postpones sending and checking of all invoices to this moment. */
export async function postponeInvoices(db: Kysely<Database>, until: Date): Promise<void> {
  await db
    .updateTable('ksef_invoices')
    .set({ next_at: until })
    .where('state', 'in', ['waiting', 'processing'])
    .where('next_at', '<', until)
    .execute()
}

/** Stores the owner's choice whether invoices of people go to KSeF. */
export async function storeWithPersons(trx: Transaction<Database>, withPersons: boolean): Promise<void> {
  await trx.updateTable('ksef_state').set({ with_persons: withPersons }).execute()
}

/** Stores why a run failed; null: it did not. */
export async function storeKsefState(db: Kysely<Database>, failure: KsefFailure | null, now: Date): Promise<void> {
  await db
    .updateTable('ksef_state')
    .set({ failure: failure?.reason ?? null, why: failure?.why ?? null, failed_at: failure && now })
    .execute()
}
