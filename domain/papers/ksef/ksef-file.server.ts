import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Invoice } from '#domain/papers/invoice.ts'
import {
  describeSchemaMistake,
  findBuyerMistakes,
  findSellerMistakes,
  type InvoiceMistake,
} from '#domain/papers/invoices/invoice-mistakes.ts'
import type { Services } from '#domain/services.ts'
import { buildFa3 } from './fa3.ts'
import { type KsefGateway, linkInvoice } from './ksef.ts'
import { findCertificate } from './ksef-queries.server.ts'

/** SHA-256 of a file, Base64: what its codes and KSeF know it by. */
export const hashInvoice = (xml: string): string => createHash('sha256').update(xml, 'utf8').digest('base64')

/** The link in the second code of an invoice, which proves who issued it. Null without a certificate for it. */
export async function proveInvoice(
  { db, ksef }: { db: Kysely<Database>; ksef: KsefGateway },
  sellerNip: string,
  xml: string,
): Promise<string | null> {
  const stored = await findCertificate(db, 'offline')
  const keyPem = stored && ksef.certificates.openKey(stored.sealed_key)
  if (!stored || !keyPem) return null
  return ksef.certificates.linkProof({ keyPem, serial: stored.serial }, { sellerNip, hash: hashInvoice(xml) })
}

/** An invoice that cannot be issued as it is. */
export type InvalidInvoice = { reason: 'invoice_invalid'; mistakes: InvoiceMistake[] }

/** The file of an invoice for KSeF, checked by its schema, and the link of its printed code. */
export async function writeKsefFile(
  { ksef, invoiceSchema, now }: Pick<Services, 'ksef' | 'invoiceSchema' | 'now'>,
  content: Invoice,
): Promise<Result<{ xml: string; link: string }, InvalidInvoice>> {
  const xml = buildFa3(content, now())
  const mistakes = [...findSellerMistakes(content), ...findBuyerMistakes(content)]
  if (mistakes.length === 0) mistakes.push(...(await invoiceSchema.findMistakes(xml)).map(describeSchemaMistake))
  if (mistakes.length > 0) return fail({ reason: 'invoice_invalid', mistakes })
  const invoice = { sellerNip: content.seller.nip, issuedOn: content.issued_on, hash: hashInvoice(xml) }
  return ok({ xml, link: linkInvoice(ksef?.qrUrl ?? '', invoice) })
}
