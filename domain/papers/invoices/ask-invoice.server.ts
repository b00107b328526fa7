import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import type { OwnInvoices } from './invoice-list.ts'
import { listOwnInvoices } from './invoice-list-queries.server.ts'
import { findSale, mayAskInvoice } from './invoice-queries.server.ts'
import { lockSale, storeInvoicePerson } from './invoice-store.server.ts'
import { issueInvoice } from './issue-invoice.server.ts'
import { type AskRefusal, type InvoicePerson, refuseToAsk } from './person-invoice.ts'

type Used = Pick<Services, 'db' | 'jobs' | 'now' | 'profile' | 'ksef' | 'invoiceSchema'>

/**
 * Issues the invoice that a person asks for after the sale, within three months. It is mailed to the address of the
 * order, so that a person who has only the link of an order does not read it.
 */
export async function askInvoice(
  services: Used,
  checkoutId: string,
  person: InvoicePerson,
): Promise<Result<null, AskRefusal | Busy>> {
  const asked = await transact(services.db, async (trx): Promise<Result<null, AskRefusal>> => {
    await lockSale(trx, checkoutId)
    const refused = refuseToAsk(await findSale(trx, checkoutId), readWarsawClock(services.now()).day)
    if (refused) return fail(refused)
    await storeInvoicePerson(trx, checkoutId, person)
    return ok(null)
  })
  if (!asked.ok) return asked
  // Where the shop is busy now, the job issues it within a minute.
  await issueInvoice(services, checkoutId)
  return ok(null)
}

/** The papers of an own order. Undefined when it is not theirs. */
export async function readOwnInvoices(
  services: Pick<Used, 'db' | 'now'>,
  own: { orderId: string; userId: string },
): Promise<OwnInvoices | undefined> {
  const found = await listOwnInvoices(services.db, own)
  return (
    found && {
      invoices: found.invoices,
      may_ask: await mayAskInvoice(services.db, found.checkoutId, readWarsawClock(services.now()).day),
    }
  )
}
