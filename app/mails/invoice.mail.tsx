import { z } from 'zod'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import type { Invoice } from '#domain/papers/invoice.ts'
import { findInvoice } from '#domain/papers/invoices/invoice-queries.server.ts'
import { labelInvoiceKind } from '#domain/papers/invoices/write-invoice.ts'
import { sumByRate } from '#domain/papers/vat.ts'
import { defineMail, unlinked } from './define-mail.ts'
import { MailButton, Panel, Paragraph, Title } from './mail-parts.tsx'

const ids = z.object({ invoiceId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    invoice: z.output<typeof ids>
  }
}

const LINES = [
  { name: 'Bakhur Mirzan', code: '', quantity: 2, unit: 'szt.', rate: '23', gross_grosze: 23_980 },
] as const
const EXAMPLE: Invoice = {
  number: 'FV/2026/000123',
  issued_on: '2026-11-21',
  sold_on: '2026-11-21',
  seller: {
    nip: '0000000000',
    name: 'Sklep',
    address: 'Prosta 1, 00-001 Warszawa',
    bdo: '',
    regon: '',
    email: '',
    phone: '',
  },
  buyer: {
    kind: 'company',
    nip: '7740001454',
    name: 'Gabinet Róża',
    street: 'Długa 1',
    postal_code: '90-001',
    city: 'Łódź',
  },
  lines: LINES,
  sums: sumByRate(LINES),
  gross_grosze: 23_980,
  order_numbers: ['12345678'],
  ordered_on: '2026-11-21',
  payment: 'prepaid',
  paid_on: '2026-11-21',
  has_receipt: false,
  corrected: null,
}

/** Sends an issued invoice or correction. */
export default defineMail({
  template: 'invoice',
  name: 'Faktura',
  ids,
  load: async (db, { invoiceId }) => {
    const found = await findInvoice(db, invoiceId)
    if (!found) throw new Error(`there is no invoice ${invoiceId}`)
    return { id: found.id, checkoutId: found.checkout_id, invoice: found.content }
  },
  write: ({ id, checkoutId, invoice }, { profile, orderLinks }) => {
    const { number, corrected, gross_grosze, order_numbers, buyer } = invoice
    const kind = labelInvoiceKind(invoice)
    const orders = `zamówienia ${order_numbers.join(', ')}`
    return {
      subject: `${kind} ${number}`,
      preview: `${kind} do ${orders} jest w załączniku.`,
      invoiceOf: id,
      body: (
        <>
          <Title>{`${kind} ${number}`}</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Paragraph>{`W załączniku jest ${kind.toLowerCase()} do ${orders}.`}</Paragraph>
          <Panel title={corrected ? `Zmiana: ${formatGrosze(gross_grosze)}` : `Brutto: ${formatGrosze(gross_grosze)}`}>
            {corrected
              ? `Koryguje ${corrected.number}.${corrected.reason && ` Przyczyna: ${corrected.reason}.`}`
              : unlinked(buyer.name)}
          </Panel>
          <MailButton href={orderLinks.create(checkoutId)}>Zobacz zamówienie</MailButton>
          <Paragraph>{`Coś się nie zgadza? Napisz na adres ${profile.sellerEmail}.`}</Paragraph>
        </>
      ),
    }
  },
  examples: {
    faktura: { id: crypto.randomUUID(), checkoutId: 'c0ffee00-0000-4000-8000-000000000000', invoice: EXAMPLE },
    korekta: {
      id: crypto.randomUUID(),
      checkoutId: 'c0ffee00-0000-4000-8000-000000000000',
      invoice: {
        ...EXAMPLE,
        number: 'FK/2026/000007',
        lines: [],
        gross_grosze: -23_980,
        corrected: {
          number: EXAMPLE.number,
          issued_on: EXAMPLE.issued_on,
          ksef_number: null,
          reason: 'Zwrot towaru',
          lines_before: LINES,
        },
      },
    },
  },
})
