import { z } from 'zod'
import { linkedContractFileSchema, linkedContractSchema } from '#domain/contracts/contract.ts'
import { isOrderedBy } from '#domain/contracts/contract-queries.server.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { askInvoice, readOwnInvoices } from '#domain/papers/invoices/ask-invoice.server.ts'
import { findInvoicePaper } from '#domain/papers/invoices/find-invoice-paper.server.ts'
import { linkedInvoiceSchema, ownInvoicesSchema } from '#domain/papers/invoices/invoice-list.ts'
import { isOwnInvoice, listInvoicesOf, listOwnInvoices } from '#domain/papers/invoices/invoice-list-queries.server.ts'
import { personInvoiceSchema } from '#domain/papers/invoices/person-invoice.ts'
import { answerFound, customerCall, doneSchema, publicCall } from './call.ts'
import { answerPdf } from './contracts.ts'
import { type LinkCaller, openLink } from './order-links.ts'

/** The checkout of a link's token, for someone who knows the address of its buyer. */
export async function openOwnLink(caller: LinkCaller, { token, email }: { token: string; email: string }) {
  const opened = await openLink(caller, token)
  if (!opened.ok || (await isOrderedBy(caller.services.db, opened.value, email))) return opened
  return fail({ reason: 'contract_other_email' as const })
}

export const invoiceCalls = [
  customerCall.get(
    '/me/orders/{id}/invoices',
    {
      summary: 'Invoices and corrections of an own order',
      answers: ['The invoices', ownInvoicesSchema],
      refuses: ['order_not_found'],
    },
    async ({ services, user, params }) =>
      answerFound(await readOwnInvoices(services, { orderId: params.id, userId: user.id }), 'order_not_found'),
  ),
  customerCall.post(
    '/me/orders/{id}/invoices',
    {
      summary: 'Asks for an invoice for a person, which is mailed',
      description: 'Within three months after the month of the sale. Without a NIP: the sale has a receipt.',
      body: personInvoiceSchema,
      answers: ['Mailed', doneSchema],
      refuses: ['order_not_found', 'invoice_exists', 'invoice_not_now', 'busy'],
    },
    async ({ services, user, params, body }) => {
      const own = await listOwnInvoices(services.db, { orderId: params.id, userId: user.id })
      if (!own) return fail({ reason: 'order_not_found' })
      return askInvoice(services, own.checkoutId, body)
    },
  ),
  customerCall.get(
    '/me/invoices/{id}',
    {
      summary: 'An invoice of an own order',
      answers: ['The invoice as a PDF file', ['application/pdf']],
      refuses: ['invoice_not_found'],
    },
    async ({ services, user, params: { id } }) => {
      const isOwn = await isOwnInvoice(services.db, { id, userId: user.id })
      const paper = isOwn ? await findInvoicePaper(services, id) : undefined
      return paper ? answerPdf<never>(ok(paper)) : fail({ reason: 'invoice_not_found' })
    },
  ),
  publicCall.post(
    '/order-link/invoice',
    {
      summary: 'Asks for an invoice for a person, by the token of the mailed link and the address of the buyer',
      description: 'An invoice can be asked for once, and a link may have been passed on.',
      body: linkedInvoiceSchema,
      answers: ['Mailed', doneSchema],
      refuses: [
        'order_link_invalid',
        'contract_other_email',
        'invoice_exists',
        'invoice_not_now',
        'too_many_attempts',
        'busy',
      ],
    },
    async ({ body: { token, email, ...person }, ...caller }) => {
      const opened = await openOwnLink(caller, { token, email })
      return opened.ok ? askInvoice(caller.services, opened.value, person) : opened
    },
  ),
  publicCall.post(
    '/order-link/invoice-file',
    {
      summary: 'An invoice of a checkout, by the token of its mailed link and the address of its buyer',
      description: 'Takes the address as well, because an invoice says who bought, and a link may have been passed on.',
      body: linkedContractSchema.extend({ id: z.uuid() }),
      answers: ['The invoice', linkedContractFileSchema],
      refuses: ['order_link_invalid', 'contract_other_email', 'invoice_not_found', 'too_many_attempts'],
    },
    async ({ body: { id, ...opener }, ...caller }) => {
      const opened = await openOwnLink(caller, opener)
      if (!opened.ok) return opened
      const { services } = caller
      const invoices = await listInvoicesOf(services.db, opened.value)
      const paper = invoices.some((invoice) => invoice.id === id) ? await findInvoicePaper(services, id) : undefined
      return paper
        ? ok({ filename: paper.filename, pdf: paper.content.toString('base64') })
        : fail({ reason: 'invoice_not_found' })
    },
  ),
]
