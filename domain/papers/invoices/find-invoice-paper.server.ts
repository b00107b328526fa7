import type { MailAttachment } from '#domain/kernel/mail.ts'
import { findKsefInvoice } from '#domain/papers/ksef/ksef-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { findInvoice } from './invoice-queries.server.ts'
import { nameInvoiceFile, writeInvoice } from './write-invoice.ts'

/** An invoice as a PDF file. Undefined when there is no such invoice. */
export async function findInvoicePaper(
  { db, pdf }: Pick<Services, 'db' | 'pdf'>,
  invoiceId: string,
): Promise<MailAttachment | undefined> {
  const found = await findInvoice(db, invoiceId)
  if (!found) return undefined
  const content = await pdf.write(writeInvoice(found.content, await findKsefInvoice(db, invoiceId)))
  return { filename: nameInvoiceFile(found.content.number), contentType: 'application/pdf', content }
}
