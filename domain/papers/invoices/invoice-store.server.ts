import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { Invoice } from '#domain/papers/invoice.ts'
import type { InvoiceMistake } from './invoice-mistakes.ts'
import type { InvoicePerson } from './person-invoice.ts'

/** Locks a sale, so that its papers are issued one after another. */
export async function lockSale(trx: Transaction<Database>, checkoutId: string): Promise<void> {
  await trx.selectFrom('checkouts').select('id').where('id', '=', checkoutId).forNoKeyUpdate().execute()
}

/**
 * Takes the next number of a series, 'FV/2026/000123'. Others wait for it until the transaction ends; a transaction that
 * is rolled back gives it back, so that no number is missing.
 */
export async function takeNumber(
  trx: Transaction<Database>,
  series: Database['invoice_series']['series'],
  year: number,
): Promise<string> {
  const { rows } = await sql<{ last_number: number }>`
    insert into invoice_series (series, year, last_number) values (${series}, ${year}, 1)
    on conflict (series, year) do update set last_number = invoice_series.last_number + 1
    returning last_number`.execute(trx)
  return `${series}/${year}/${String(rows[0]?.last_number ?? 1).padStart(6, '0')}`
}

/** Stores an issued paper and returns its id. */
export async function insertInvoice(
  trx: Transaction<Database>,
  paper: {
    checkoutId: string
    correctsId: string | null
    replacesId?: string | null
    content: Invoice
    grossGrosze: Grosze
    /** Keys of what has changed the sale so far. */
    movements: string[]
  },
): Promise<string> {
  const { checkoutId, correctsId, replacesId, content, grossGrosze, movements } = paper
  const { id } = await trx
    .insertInto('invoices')
    .values({
      checkout_id: checkoutId,
      number: content.number,
      corrects_id: correctsId,
      replaces_id: replacesId ?? null,
      content: JSON.stringify(content),
      gross_grosze: grossGrosze,
      movements,
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

/** Stores why a sale cannot get its paper; whether that was not known before. */
export async function storeInvoiceProblem(
  db: Kysely<Database>,
  checkoutId: string,
  mistakes: readonly InvoiceMistake[],
): Promise<boolean> {
  const { rows } = await sql`
    insert into invoice_problems (checkout_id, mistakes) values (${checkoutId}, ${JSON.stringify(mistakes)})
    on conflict (checkout_id) do update set mistakes = excluded.mistakes, since = now()
      where invoice_problems.mistakes <> excluded.mistakes
    returning checkout_id`.execute(db)
  return rows.length > 0
}

export async function deleteInvoiceProblem(trx: Transaction<Database>, checkoutId: string): Promise<void> {
  await trx.deleteFrom('invoice_problems').where('checkout_id', '=', checkoutId).execute()
}
