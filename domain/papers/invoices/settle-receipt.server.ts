import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

/** A receipt that was printed. '': nobody wrote down its number. */
export type ReceiptForInvoice = { number: string }

/**
 * Finds the till receipt of a sale to a person who gets an invoice. One that waits is not due any more: it is taken
 * from the till. `unclear`: it is being printed, or may have been; nobody knows yet.
 */
export async function settleReceipt(
  trx: Transaction<Database>,
  checkoutId: string,
): Promise<ReceiptForInvoice | 'none' | 'unclear'> {
  const receipt = await trx
    .selectFrom('receipts')
    .select(['state', 'number'])
    .where('checkout_id', '=', checkoutId)
    .forUpdate()
    .executeTakeFirst()
  if (receipt?.state === 'printed') return { number: receipt.number }
  if (receipt?.state === 'printing' || receipt?.state === 'unclear') return 'unclear'
  await trx.deleteFrom('receipts').where('checkout_id', '=', checkoutId).execute()
  return 'none'
}
