import type { Insertable, Kysely, Transaction, Updateable } from 'kysely'
import type { Database } from '#domain/database.ts'
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

/** Remembers why a run failed; null: it did not. */
export async function storeKsefState(db: Kysely<Database>, failure: KsefFailure | null, now: Date): Promise<void> {
  await db
    .updateTable('ksef_state')
    .set({ failure: failure?.reason ?? null, why: failure?.why ?? null, failed_at: failure && now })
    .execute()
}
