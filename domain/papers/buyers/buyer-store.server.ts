import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { MendableSale } from './invoice-buyer.ts'

/** Stores who is on the invoice of a sale from now on. */
export async function storeInvoiceBuyer(
  trx: Transaction<Database>,
  checkoutId: string,
  { company, person }: Pick<MendableSale, 'company' | 'person'>,
): Promise<void> {
  await trx
    .updateTable('checkouts')
    .set({
      company: company && JSON.stringify(company),
      ...(person && { invoice_person: JSON.stringify(person) }),
      buyer_mended_at: new Date(),
    })
    .where('id', '=', checkoutId)
    .execute()
}

/** A sale that took place and has no company any more needs a receipt. */
export async function queueReceipt(trx: Transaction<Database>, checkoutId: string): Promise<void> {
  await trx
    .insertInto('receipts')
    .values({ checkout_id: checkoutId })
    .onConflict((known) => known.doNothing())
    .execute()
}
