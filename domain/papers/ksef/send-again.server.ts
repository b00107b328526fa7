import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Invoice } from '#domain/papers/invoice.ts'
import { findInvoice } from '#domain/papers/invoices/invoice-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { hashInvoice, type InvalidInvoice, proveInvoice, writeKsefFile } from './ksef-file.server.ts'
import { findKsefInvoice } from './ksef-queries.server.ts'
import { updateRefusedInvoice } from './ksef-store.server.ts'

type Used = Pick<Services, 'db' | 'jobs' | 'now' | 'ksef' | 'invoiceSchema'>

/**
 * Sends an invoice that KSeF refused once more, under its number and with its content: the file is made anew, because
 * the cause may have been mended in the shop as well as at the ministry.
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
  const file = await writeKsefFile(services, invoice.content)
  if (!file.ok) return file
  const replaced = refused.offline ? await replaceFile(services, refused.xml, invoice.content, file.value.xml) : {}
  return transact(db, async (trx): Promise<Result<null, { reason: 'invoice_not_refused' }>> => {
    const changes = { ...file.value, ...replaced, state: 'waiting', problem: null, tries: 0, next_at: now() } as const
    if (!(await updateRefusedInvoice(trx, invoiceId, changes))) return fail({ reason: 'invoice_not_refused' })
    const details = { number: invoice.content.number }
    await recordAudit(trx, { userId, action: 'ksef.invoice_sent_again', subjectId: invoiceId, details })
    await jobs.enqueue(trx, 'send-invoices', {})
    return ok(null)
  })
}

/** An invoice that the buyer has with both codes is known by the file that it replaces; its second code changes, too. */
async function replaceFile({ db, ksef }: Used, refused: string, { seller }: Invoice, xml: string) {
  const proof = ksef && (await proveInvoice({ db, ksef }, seller.nip, xml))
  return { replaces_hash: hashInvoice(refused), ...(proof && { proof }) }
}
