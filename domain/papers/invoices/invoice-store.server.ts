import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import type { Invoice } from '#domain/papers/invoice.ts'
import type { InvoiceSeries } from './invoice-tables.ts'
import type { InvoicePerson } from './person-invoice.ts'

/** Locks a sale, so that its papers are issued one after another. */
export async function lockSale(trx: Transaction<Database>, checkoutId: string): Promise<void> {
  await trx.selectFrom('checkouts').select('id').where('id', '=', checkoutId).forNoKeyUpdate().execute()
}

/**
 * Takes the next number of a series, 'FV/2026/000123'. Others wait for it until the transaction ends; a transaction that
 * is rolled back gives it back, so that no number is missing.
 */
export async function takeNumber(trx: Transaction<Database>, series: InvoiceSeries, year: number): Promise<string> {
  const { rows } = await sql<{ last_number: number }>`
    insert into invoice_series (series, year, last_number) values (${series}, ${year}, 1)
    on conflict (series, year) do update set last_number = invoice_series.last_number + 1
    returning last_number`.execute(trx)
  return `${series}/${year}/${String(rows[0]?.last_number ?? 1).padStart(6, '0')}`
}

/** Stores an issued paper and returns its id. */
export async function insertInvoice(
  trx: Transaction<Database>,
  paper: { checkoutId: string; correctsId: string | null; content: Invoice; grossGrosze: Grosze },
): Promise<string> {
  const { checkoutId, correctsId, content, grossGrosze } = paper
  const { id } = await trx
    .insertInto('invoices')
    .values({
      checkout_id: checkoutId,
      number: content.number,
      corrects_id: correctsId,
      content: JSON.stringify(content),
      gross_grosze: grossGrosze,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores the person who asked for an invoice, unless somebody did before. */
export async function storeInvoicePerson(
  trx: Transaction<Database>,
  checkoutId: string,
  person: InvoicePerson,
): Promise<void> {
  await trx
    .updateTable('checkouts')
    .set({ invoice_person: JSON.stringify(person) })
    .where('id', '=', checkoutId)
    .where('company', 'is', null)
    .where('invoice_person', 'is', null)
    .execute()
}
