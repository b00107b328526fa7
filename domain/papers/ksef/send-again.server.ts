import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { toInvoiceBuyer } from '#domain/papers/buyers/invoice-buyer.ts'
import type { Invoice } from '#domain/papers/invoice.ts'
import { findBuyerMistakes } from '#domain/papers/invoices/invoice-mistakes.ts'
import { findInvoice, findSale } from '#domain/papers/invoices/invoice-queries.server.ts'
import { toSeller } from '#domain/papers/invoices/issue-invoice.server.ts'
import type { Services } from '#domain/services.ts'
import { hashInvoice, type InvalidInvoice, proveInvoice, writeKsefFile } from './ksef-file.server.ts'
import { findKsefInvoice } from './ksef-queries.server.ts'
import { lockRefusedInvoice, updateKsefInvoice, updateUnissued } from './ksef-store.server.ts'

type Used = Pick<Services, 'db' | 'jobs' | 'profile' | 'now' | 'ksef' | 'invoiceSchema'>

/**
 * Sends an invoice that KSeF refused once more, under its number: the file is made anew, because the cause may have been
 * mended in the shop as well as at the ministry. What was refused was never issued, so it is of the day of this sending
 * and for the people of that day, unless the buyer has it with both codes: that one was issued when it was handed over.
 */
export async function sendAgain(
  services: Used,
  userId: string,
  invoiceId: string,
): Promise<Result<null, { reason: 'invoice_not_found' | 'invoice_not_refused' } | InvalidInvoice | Busy>> {
  const { db, jobs, now } = services
  const invoice = await findInvoice(db, invoiceId)
  const refused = await findKsefInvoice(db, invoiceId)
  if (!invoice || !refused) return fail({ reason: 'invoice_not_found' })
  const content = refused.offline ? invoice.content : await renew(services, invoice)
  const mistakes = content.corrected === null ? findBuyerMistakes(content) : []
  if (mistakes.length > 0) return fail({ reason: 'invoice_invalid', mistakes })
  const file = await writeKsefFile(services, content)
  if (!file.ok) return file
  const replaced = refused.offline ? await replaceFile(services, refused.xml, invoice.content, file.value.xml) : {}
  return transact(db, async (trx): Promise<Result<null, { reason: 'invoice_not_refused' }>> => {
    if (!(await lockRefusedInvoice(trx, invoiceId))) return fail({ reason: 'invoice_not_refused' })
    if (!refused.offline) await updateUnissued(trx, invoiceId, content)
    const sending = { state: 'waiting', problem: null, tries: 0, next_at: now(), written_at: now() } as const
    await updateKsefInvoice(trx, invoiceId, { ...file.value, ...replaced, ...sending })
    const details = { number: invoice.content.number }
    await recordAudit(trx, { userId, action: 'ksef.invoice_sent_again', subjectId: invoiceId, details })
    await jobs.enqueue(trx, 'send-invoices', {})
    return ok(null)
  })
}

/** What was never issued, as it is today. A correction stays for the people of what it corrects. */
async function renew({ db, now, profile }: Used, { checkout_id, content }: { checkout_id: string; content: Invoice }) {
  const issued_on = readWarsawClock(now()).day
  if (content.corrected !== null) return { ...content, issued_on }
  const sale = await findSale(db, checkout_id)
  const buyer = (sale && toInvoiceBuyer(sale)) ?? content.buyer
  return { ...content, issued_on, buyer, seller: toSeller(profile) }
}

/** An invoice that the buyer has with both codes is known by the file that it replaces; its second code changes, too. */
async function replaceFile({ db, ksef }: Used, refused: string, { seller }: Invoice, xml: string) {
  const proof = ksef && (await proveInvoice({ db, ksef }, seller.nip, xml))
  return { replaces_hash: hashInvoice(refused), ...(proof && { proof }) }
}
